"""Text of any deck list export to its lines and back; what is no card, heading or total is a named stray."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from mulliganlab.cardline import card_line, clean, pieces
from mulliganlab.encoding import decode, detect
from mulliganlab.headings import Section, line_kind, looks_like_heading, section_in_words

__all__ = ["Decklist", "Entry", "Section", "decode", "parse", "read", "write"]

_SECTIONS: tuple[Section | None, ...] = (None, "pokemon", "trainer", "energy")
_HEADINGS: dict[Section, str] = {"pokemon": "Pokémon", "trainer": "Trainer", "energy": "Energy"}
_LONGEST_STRAY = 200  # characters kept of a line that is no card
_PLAIN_WORDS = re.compile(r"[^\W\d_]{2,20}(?:[ /&+-]{1,3}[^\W\d_]{2,20}){0,2}")

# Counts in shapes that mean something else in a list that has others: "4. Name", "+4 Name", "Name: 4".
_UNUSUAL_COUNT = re.compile(
    r"""[ ]*(?:(?P<dot>\d{1,2})[.)][ ]+(?P<dotted>\S.{1,100})
    | \+(?P<plus>\d{1,2})[ ](?P<added>\S.{1,100})
    | (?P<name>[^\d\s:=][^:=]{1,100}?)
      (?:[ ]*[:=][ ]*|\t|[ ]-[ ]|[ ]\((?=\d+\)))(?P<last>\d{1,2})\)?)[ ]*""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Entry:
    """One card line of a deck list.

    Attributes
    ----------
    count : int
        Number of copies, 1 to 999.
    name : str
        The card's name as written, with plain apostrophes and ◇ for ``{*}``.
    set_code, number : str
        The print, each empty when the line has none; numbers without leading zeros.
    section : {"pokemon", "trainer", "energy"} or None
        The heading it stands under; None without headings.
    line : int
        Line in the file, from 1.
    """

    count: int
    name: str
    set_code: str
    number: str
    section: Section | None
    line: int


@dataclass(frozen=True)
class Decklist:
    """What a deck list says, line by line, before anything is known about the cards.

    Attributes
    ----------
    entries : tuple of Entry
        The card lines in their order; a card may stand on several.
    stated_total : int or None
        What the list's own total line says, the last one if there are more.
    strays : tuple of (int, str)
        Lines that are no card: their number and text.
    encoding : str
        The encoding of the bytes it was read from; empty when it came as text.
    """

    entries: tuple[Entry, ...]
    stated_total: int | None = None
    strays: tuple[tuple[int, str], ...] = ()
    encoding: str = ""

    @property
    def cards(self) -> int:
        """Number of cards."""
        return sum(entry.count for entry in self.entries)


def read(data: bytes) -> Decklist:
    r"""Read a deck list from the bytes of a file or of standard input; never fails.

    Examples
    --------
    >>> read("Pokémon: 1\r\n4 Pikachu SVI 12\r\n".encode("utf-16")).cards
    4
    """
    return replace(parse(decode(data)), encoding=detect(data))


def parse(text: str) -> Decklist:
    r"""Read a deck list from text in any known shape; never fails.

    Headings (in six languages) only tell the kind of the cards below them; their numbers are ignored, since
    they count lines in one export and cards in another. What is neither a card nor a heading, total line,
    blank or known decoration is a stray.

    Examples
    --------
    >>> deck = parse("Pokémon: 1\n4 Cinderace MEG 28\nEnergy: 1\n7 Fire Energy 2\nhello\nTotal Cards: 60")
    >>> [(entry.count, entry.name, entry.set_code, entry.number, entry.section) for entry in deck.entries]
    [(4, 'Cinderace', 'MEG', '28', 'pokemon'), (7, 'Fire Energy', '', '2', 'energy')]
    >>> deck.cards, deck.stated_total, deck.strays
    (11, 60, ((5, 'hello'),))
    """
    usual = _parse(text)
    return usual if usual.entries else _parse(_usual_counts(text))


def _parse(text: str) -> Decklist:
    """Read lines whose counts stand where exports have them."""
    entries: list[Entry] = []
    strays: list[tuple[int, str]] = []
    stated_total = None
    section: Section | None = None
    for line, piece in _pieces(text):
        kind = line_kind(piece)
        if kind == "total":
            stated_total = _number_in(piece, stated_total)
        elif kind in _HEADINGS:
            section = kind
        elif kind == "decoration":
            continue
        elif card := card_line(piece):
            entries.append(Entry(card.count, card.name, card.set_code, card.number, section, line))
        elif told := section_in_words(piece):
            section = told
        else:
            strays.append((line, piece if len(piece) <= _LONGEST_STRAY else piece[:_LONGEST_STRAY] + "…"))
            section = None if _ends_section(piece, section) else section
    return Decklist(tuple(entries), stated_total, tuple(strays))


def _ends_section(stray: str, section: Section | None) -> bool:
    """Tell whether a stray is a heading that nobody knows; a Pokémon section ends only by its shape."""
    plain = section != "pokemon" and _PLAIN_WORDS.fullmatch(stray) is not None
    return plain or looks_like_heading(stray)


def _usual_counts(text: str) -> str:
    """Put unusual counts before the names, line by line; numbers that count the lines are none."""
    lines = text.splitlines()
    found = [None if line_kind(line) else _UNUSUAL_COUNT.fullmatch(line) for line in lines]
    dots = [int(match["dot"]) for match in found if match and match["dot"]]
    if dots == list(range(1, len(dots) + 1)):
        found = [None if match and match["dot"] else match for match in found]
    return "\n".join(
        " ".join(filter(None, match.group("dot", "plus", "last", "dotted", "added", "name")))
        if match
        else line
        for line, match in zip(lines, found, strict=True)
    )


def write(decklist: Decklist) -> str:
    """Write the cards as Pokémon TCG Live does, under headings that count lines, with the total.

    Cards without a heading come first. Reading the text again gives the same cards.

    Examples
    --------
    >>> print(write(parse("7 Fire Energy 2")), end="")
    7 Fire Energy 2
    <BLANKLINE>
    Total Cards: 7
    """
    entries = sorted(decklist.entries, key=lambda entry: _SECTIONS.index(entry.section))
    blocks = [
        "\n".join([*_heading(section, len(lines)), *lines])
        for section, lines in (
            (section, [_line(entry) for entry in group])
            for section, group in groupby(entries, key=lambda entry: entry.section)
        )
    ]
    return "\n\n".join([*blocks, f"Total Cards: {decklist.cards}"]) + "\n"


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Go through what stands on each line, with the line's number, without what has no letter or digit."""
    for line, raw in enumerate(text.splitlines(), 1):
        for piece in pieces(clean(raw)):
            for part in _heading_and_card(piece):
                if any(character.isalnum() for character in part):
                    yield line, part


def _heading_and_card(piece: str) -> tuple[str, ...]:
    """Split "Pokémon: 4 Dreepy" into its heading and its card."""
    heading, colon, rest = piece.partition(":")
    card = rest.strip()
    if not colon or line_kind(piece) or line_kind(heading) not in _HEADINGS:
        return (piece,)
    return (heading, card) if line_kind(card) is None and card_line(card) else (piece,)


def _number_in(text: str, otherwise: int | None) -> int | None:
    """Return the first number of a total line, or `otherwise`."""
    digits = "".join(character if character.isdecimal() else " " for character in text).split()
    return int(digits[0][:9]) if digits else otherwise


def _heading(section: Section | None, lines: int) -> list[str]:
    return [f"{_HEADINGS[section]}: {lines}"] if section else []


def _line(entry: Entry) -> str:
    bare_number = entry.number and not entry.set_code and not entry.name.endswith("Energy")
    number = (
        f"#{entry.number}" if bare_number else entry.number
    )  # "Gallade 4" is a name, "Gallade #4" a number
    return " ".join(filter(None, (str(entry.count), entry.name, entry.set_code, number)))
