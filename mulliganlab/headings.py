"""Which lines of a deck list are headings, total lines or the decoration of a known exporter."""

import csv
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal, cast

__all__ = ["LineKind", "Section", "fold", "line_kind", "looks_like_heading", "section_in_words"]

Section = Literal["pokemon", "trainer", "energy"]
LineKind = Literal["pokemon", "trainer", "energy", "total", "decoration"]

_SECTIONS = {"pokemon", "trainer", "energy"}
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


def section_in_words(text: str) -> Section | None:
    """Tell the section that a line is a heading of when known words alone make it up.

    Examples
    --------
    >>> section_in_words("Tech Pokémon"), section_in_words("Supporters/Items")
    ('pokemon', 'trainer')
    >>> section_in_words("Trainer & Energy") is section_in_words("Pokémon League Berlin") is None
    True
    """
    phrases, _ = _phrases()
    kinds = {phrases.get(word) or _fillers().get(word, "") for word in fold(text).split()}
    sections = kinds - {"filler", "total"}
    return cast(Section, sections.pop()) if len(sections) == 1 and sections <= _SECTIONS else None


@cache
def _fillers() -> dict[str, str]:
    """Load the words that stand beside others in headings and tell nothing."""
    return {row["phrase"]: row["kind"] for row in _rows() if row["kind"] == "filler"}


def _rows() -> Iterator[dict[str, str]]:
    table = files("mulliganlab") / "data" / "headings.csv"
    return iter(csv.DictReader(table.read_text("utf-8").splitlines()))


@cache
def _phrases() -> tuple[dict[str, LineKind], dict[str, LineKind]]:
    """Load the known phrases: the whole ones, and those that open a longer line (marked by an ellipsis)."""
    whole: dict[str, LineKind] = {}
    openings: dict[str, LineKind] = {}
    for row in _rows():
        if row["kind"] == "filler":
            continue
        known = openings if row["phrase"].endswith("…") else whole
        known[fold(row["phrase"])] = cast(LineKind, row["kind"])
    return whole, openings
