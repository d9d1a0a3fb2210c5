"""A progress bar on standard error for what takes longer than a second."""

import sys
from threading import Timer
from time import monotonic
from types import TracebackType
from typing import Self

import click

from mulliganlab.cli.output import note

__all__ = ["Progress"]

PATIENCE = 1.0
"""Seconds that pass before anything is shown."""


class Progress:
    """Counts finished games; silent for a second, without a terminal, and when asked to be quiet.

    Parameters
    ----------
    games : int
        Games of the whole run.
    quiet : bool
        Show nothing at all.
    """

    def __init__(self, games: int, *, quiet: bool) -> None:
        self._bar = click.progressbar(
            length=games, label="simulating", file=sys.stderr, show_pos=False, width=40
        )
        self._shown = not quiet and sys.stderr.isatty()
        self._begin = monotonic()
        self._waiting = 0
        # Nothing but the compiler takes a second before the first games are finished.
        self._note = Timer(
            PATIENCE, note, ["compiling the kernel for this processor, once"], {"quiet": quiet}
        )
        self._note.daemon = True

    def __enter__(self) -> Self:
        self._note.start()
        return self

    def __call__(self, games: int) -> None:
        """Note that so many more games are finished."""
        self._note.cancel()
        self._waiting += games
        if self._shown and monotonic() - self._begin > PATIENCE:
            self._bar.update(self._waiting)
            self._waiting = 0

    def clear(self) -> None:
        """Leave the line, for text that goes to the same terminal."""
        if self._shown and monotonic() - self._begin > PATIENCE:
            click.echo("\r" + " " * 79 + "\r", nl=False, err=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._note.cancel()
        if self._shown and monotonic() - self._begin > PATIENCE:
            self._bar.render_finish()
