"""A progress bar on standard error for what takes longer than a second."""

import sys
from contextlib import ExitStack
from functools import partial
from shutil import get_terminal_size
from time import monotonic
from types import TracebackType
from typing import Self

import click

from mulliganlab.cli.output import note

__all__ = ["Progress"]

PATIENCE = 1.0
"""Seconds that pass before anything is shown."""

WIDEST_BAR, BESIDE_THE_BAR, BESIDE_THE_BAR_ALONE = 40, 35, 12
"""Columns of the bar on a wide terminal, and beside it, with the label and the time left and without."""


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
        columns = get_terminal_size().columns
        wide = columns > BESIDE_THE_BAR
        self._bar = click.progressbar(
            length=games,
            label="simulating" if wide else None,
            show_eta=wide,
            file=sys.stderr,
            show_pos=False,
            width=max(min(WIDEST_BAR, columns - (BESIDE_THE_BAR if wide else BESIDE_THE_BAR_ALONE)), 1),
        )
        self._nothing = " " * (columns - 1)
        self._shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._begin = monotonic()
        self._waiting = 0
        self._tell_compiling = games > 0 and not quiet
        self._context = ExitStack()

    def __enter__(self) -> Self:
        if self._tell_compiling:
            # Exact results alone do not wait for the compiler to load.
            from mulliganlab.compiling import compiling_told

            self._context.enter_context(compiling_told(partial(note, quiet=False)))
        return self

    def __call__(self, games: int) -> None:
        """Note that so many more games are finished."""
        self._waiting += games
        if self._shown and monotonic() - self._begin > PATIENCE:
            self._bar.update(self._waiting)
            self._waiting = 0

    def clear(self) -> None:
        """Leave the line, for text that goes to the same terminal."""
        if self._shown and monotonic() - self._begin > PATIENCE:
            click.echo(f"\r{self._nothing}\r", nl=False, err=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._context.close()
        if self._shown and monotonic() - self._begin > PATIENCE:
            self._bar.render_finish()
