"""Which lines of a deck list are headings, total lines or the decoration of a known exporter."""

import csv
import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Literal, cast

__all__ = ["LineKind", "Section", "fold", "line_kind", "looks_like_heading"]

Section = Literal["pokemon", "trainer", "energy"]
LineKind = Literal["pokemon", "trainer", "energy", "total", "decoration"]

_WORD = re.compile(r"[^\W\d_]+")
_COUNT_SIGN = re.compile(r"(?<=\d)x\b|\bx(?=\d)", re.IGNORECASE)
_HEADING_SHAPE = re.compile(r"[^\d:(]{2,30}(?::\s*\d*|\(\d+\)|-\s*\d+)")


def fold(text: str) -> str:
    """Reduce `text` to its lower-case words without accents, digits and signs, joined by blanks.

    Examples
    --------
    >>> fold("##Pokémon - 13")
    'pokemon'
    >>> fold("Énergie : 3")
    'energie'
    """
    decomposed = unicodedata.normalize("NFKD", _COUNT_SIGN.sub(" ", text).casefold())
    return " ".join(_WORD.findall("".join(c for c in decomposed if not unicodedata.combining(c))))


def line_kind(text: str) -> LineKind | None:
    """Tell which heading, total line or decoration `text` is; None if it is none.

    The words alone decide, so a number may stand before or after them, or be missing.

    Examples
    --------
    >>> line_kind("Entrenador (31)"), line_kind("12 Pokémon"), line_kind("Total Cards - 60")
    ('trainer', 'pokemon', 'total')
    >>> line_kind("4 Energy Switch SVI 173") is None
    True
    """
    words = fold(text)
    phrases, openings = _phrases()
    if words in phrases:
        return phrases[words]
    return next((kind for opening, kind in openings.items() if words.startswith(opening)), None)


def looks_like_heading(text: str) -> bool:
    """Tell whether `text` has the shape of a heading, whose words are unknown.

    Examples
    --------
    >>> looks_like_heading("Edzők: 32"), looks_like_heading("Link to list: https://example.org/57582")
    (True, False)
    """
    return _HEADING_SHAPE.fullmatch(text.strip()) is not None


@cache
def _phrases() -> tuple[dict[str, LineKind], dict[str, LineKind]]:
    """Load the known phrases: the whole ones, and those that open a longer line (marked by an ellipsis)."""
    table = files("mulliganlab") / "data" / "headings.csv"
    whole: dict[str, LineKind] = {}
    openings: dict[str, LineKind] = {}
    for row in csv.DictReader(table.read_text("utf-8").splitlines()):
        known = openings if row["phrase"].endswith("…") else whole
        known[fold(row["phrase"])] = cast(LineKind, row["kind"])
    return whole, openings
