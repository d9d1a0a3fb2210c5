"""A place in a text, shown in a message by a mark under it."""

import unicodedata
from dataclasses import dataclass

from mulliganlab.errors import InputError

__all__ = ["Span"]

SHOWN = 60
"""Columns of a text that a message shows before and after a place, at most."""


@dataclass(frozen=True)
class Span:
    """A piece of a text, from `start` up to `end`.

    Examples
    --------
    >>> print(Span("2 Charmandr and Iono", 2, 11).error("no card is called so"))
    no card is called so
      2 Charmandr and Iono
        ^^^^^^^^^
    """

    text: str
    start: int
    end: int

    def error(self, message: str) -> InputError:
        """Return an error with this message, the text, and a mark under the piece."""
        first, last = max(self.start - SHOWN, 0), min(self.end, self.start + SHOWN) + SHOWN
        left = ("…" if first else "") + _plain(self.text[first : self.start])
        piece = _plain(self.text[self.start : min(self.end, self.start + SHOWN)])
        right = _plain(self.text[self.end : last]) + ("…" if last < len(self.text) else "")
        mark = " " * _columns(left) + "^" * max(_columns(piece), 1)
        if self.end - self.start > SHOWN:
            right = "…"
        return InputError(f"{message}\n  {(left + piece + right).rstrip()}\n  {mark}")


def _plain(text: str) -> str:
    """Replace what would move a terminal's cursor or change the direction of writing."""
    return "".join(c if unicodedata.category(c)[0] != "C" and c not in "\u2028\u2029" else " " for c in text)


def _columns(text: str) -> int:
    """Columns that a terminal needs: two for wide characters, none for combining ones."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )
