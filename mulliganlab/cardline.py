"""One line of a deck list, read from its right end: number, set, name and, at either end, the count."""

import csv
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["CardLine", "card_line", "clean", "pieces"]

_MOST_COPIES = 999  # of one card; what says more is a year or a slip, not a deck
_LONGEST_LINE = 200  # characters; no card needs half of that

# Spelling: what is invisible goes, and what looks alike becomes one character.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u20e3©®™]"
)
_APOSTROPHES = re.compile("[’‘ʼʹ′´＇]|(?<=\\w)`(?=\\w)")
_DASHES = re.compile("[‐‑‒–—―−－]")
_FOREIGN_DIGIT = re.compile(r"[^\D0-9]")
# Tags that lay out text; a card may be called <anything else>.
_MARKUP = re.compile(
    r"</?(?:a|b|i|u|s|p|em|hr|br|li|ul|ol|td|th|tr|dd|dl|dt|h\d|div|img|pre|code|font|span|body|html|small|strong"
    r"|center|table|tbody|thead|main|section|article|blockquote)\b[^<>]{0,300}>|<!--[^<>]{0,300}>"
    r"|\[/?(?:b|i|u|s|size|color|url|list|center|code|quote|spoiler|deck|card)(?:=[^\]]{0,300})?\]|\[\*\]",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[([^\[\]]{1,100})\]\([^()]{0,300}\)")
_LINE_BREAK = re.compile(r"</?(?:br|p|li|div|tr|[uo]l|h\d|table)\b[^<>]{0,300}>", re.IGNORECASE)
_SEPARATORS = re.compile(r"[*`_\",;|“”„«»\s]+")

# The shapes of a set code: capitals (SVI, SVALT, SWSHALT), with digits (SV1, CEL25, SV8a), with a hyphen
# (PR-SW, CRZ-GG, TK-PikachuLibre), "Energy" behind an Energy (Basic {R} Energy Energy 10). In small letters
# three of them or a digit tell it (svi, sv3pt5).
_CAPITAL_SET = r"""[A-Z]{2,6}|[A-Z]{2,5}ALT|(?!X\d)(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{2,11}[a-z]?
  |[A-Z0-9]{1,6}-[A-Z0-9]{1,5}|TK-[A-Za-z-]{1,20}|151|[A-Z]{2,5}Energy|(?<=\bEnergy[ ])Energy"""
_SMALL_SET = r"""[a-z]{3}|(?!x\d)[a-z]{1,5}\d{1,2}[a-zA-Z0-9]{0,5}|pr-[a-z]{2,3}|aq|ar|bp|bs|bw|cg|cl|df
  |dp|dr|ds|dx|em|fo|ge|hl|hp|hs|ju|la|lc|lm|ma|md|mt|np|pk|pl|pr|rg|rr|rs|sf|sk|ss|sv|sw|tm|tr|ud|uf|ul|xy"""
_PLAIN_NUMBER = r"(?:\d{1,3}[A-Za-z]?|[A-Z]{1,5}\d{1,3}[a-z]?|[a-z]{2,5}\d{1,3})"
_TOTAL = r"/[A-Za-z0-9-]{1,8}"
_NUMBER = rf"{_PLAIN_NUMBER}(?:{_TOTAL})?"
_LETTER = r"(?<=\bUF[ ])[A-Z!?]"  # the Unowns of Unseen Forces are numbered so
_BEFORE_NUMBER = r"[)\]]?(?:[ ]?[-/:][ ]?|[ ])[(\[]?\#?[ ]?"
_PRINT = rf"[(\[]?(?P<set>{_CAPITAL_SET}|{_SMALL_SET}){_BEFORE_NUMBER}(?P<number>{_NUMBER}|{_LETTER})[)\]]?"
_CAPITAL_PRINT = rf"[(\[]?(?P<set>{_CAPITAL_SET}){_BEFORE_NUMBER}(?P<number>{_NUMBER}|{_LETTER})[)\]]?"

_PRINT_AT_END = re.compile(rf"(?P<name>.*\S)[ ]{_PRINT}", re.VERBOSE)
_TOTAL_AT_END = re.compile(
    rf"""(?P<name>.*\S)[ ][(\[]?(?P<set>{_CAPITAL_SET}|{_SMALL_SET})[)\]]?[ ]
    [(\[]?(?P<number>{_PLAIN_NUMBER}{_TOTAL})[)\]]?""",
    re.VERBOSE,
)
_NUMBER_FIRST = re.compile(
    rf"(?P<name>.*\S)[ ][(\[]?(?P<number>{_NUMBER})[)\]]?[ ][(\[]?(?P<set>{_CAPITAL_SET})[)\]]?", re.VERBOSE
)
_GLUED_AT_END = re.compile(r"(?P<name>.*\S) [(\[]?(?P<set>[A-Z]{3})(?P<number>\d{1,3})[)\]]?")
_NUMBER_AT_END = re.compile(rf"(?P<name>.*\S)[ ][(\[]?(?P<number>\#?{_NUMBER})[)\]]?", re.VERBOSE)
_SET_AT_END = re.compile(
    r"""(?P<name>.*(?:[a-z].*|\d))[ ]
    [(\[]?(?P<set>[A-Z]{2,5}|[A-Z]{2,5}ALT|PR-[A-Z]{2,3}|(?<=\bEnergy[ ])Energy)[)\]]?""",
    re.VERBOSE,
)
_PRINT_AND_NOTE = re.compile(rf"(?P<name>.*?\S)[ ]{_CAPITAL_PRINT}[ ].*", re.VERBOSE)
_SHAPES = (
    *(
        _TOTAL_AT_END,
        _PRINT_AT_END,
        _GLUED_AT_END,
        _NUMBER_FIRST,
        _NUMBER_AT_END,
        _SET_AT_END,
        _PRINT_AND_NOTE,
    ),
)
_FOIL = re.compile(
    r" [(\[]?(?:PH|RH|(?:[Rr]everse |[Pp]arallel )?(?:[Hh]olo(?:foil)?|[Ff]oil)|[Rr]everse)[)\]]?$|(?<=\d) F$"
)

_NUMBERED = re.compile(r"\A\d{1,3}[.)] (?=\d{1,3}[x×]? )")
_BULLET = re.compile(r"\A(?:[^\w(\[{#/~+$€£-]+|- |\[[xX ]?\] )+")
_COUNT_FIRST = re.compile(
    r"(?:[x×] ?)?(?:\((\d{1,9})[x×]?\)|\[(\d{1,9})[x×]?\]|(\d{1,9}))"
    r"(?: ?[x×X] |[x×](?=\S)|X(?=[A-Z])| - |: |-(?=[^\W\d])| |(?=[A-Z][a-zé]))"
)
_SECOND_COUNT = re.compile(r"[x×]? ?\d+\b(?!%)|[x×X](?: |$)|[-:] ")
_COUNT_LAST = re.compile(r"(.*\S) [(\[]?(?:(?:[x×] ?|X)(\d{1,9})|(\d{1,9}) ?[x×])[)\]]?")
_COUNT_INSIDE = re.compile(r"(.*?\S) [(\[]?[x×](\d{1,9})[)\]]?( .*)")

# Cards side by side in one line: "4 Pikachu SVI 12 4 Nest Ball SVI 181" and "4 Pikachu, 4 Nest Ball".
_NEXT_PRINTED = re.compile(
    rf"(?<=\S[ ]){_CAPITAL_PRINT}(?:[ ]PH)?[ ,;|]+(?=\d{{1,2}}[x×]?[ ][^\W\d](?!\d).{{1,60}}\d)", re.VERBOSE
)
_NEXT_LISTED = re.compile(r"[,;|] (?=\d{1,2}[x×]? [^\W\d])")


@dataclass(frozen=True)
class CardLine:
    """What one line says about a card."""

    count: int
    name: str
    set_code: str
    number: str


def pieces(line: str) -> list[str]:
    """Split a line of the file where it holds several: HTML breaks, cards side by side.

    Examples
    --------
    >>> pieces("4 Pikachu SVI 12  4 Nest Ball SVI 181")
    ['4 Pikachu SVI 12', '4 Nest Ball SVI 181']
    """
    parts = [_MARKUP.sub(" ", _LINK.sub(r"\1", part)) for part in _LINE_BREAK.split(line)]
    return [piece.strip() for part in parts for piece in _side_by_side(" ".join(part.split()))]


def clean(line: str) -> str:
    r"""Spell a line in one way: no invisible characters, one kind of blank, digit, apostrophe and dash.

    Examples
    --------
    >>> clean("４\u00a0Boss’s\tOrders\u200b PAL 172  ")
    "4 Boss's Orders PAL 172"
    """
    visible = _INVISIBLE.sub("", line).replace("{*}", "◇")
    spelled = _DASHES.sub("-", _APOSTROPHES.sub("'", visible))
    composed = unicodedata.normalize("NFKC", spelled)
    return " ".join(
        _FOREIGN_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit.group())), composed).split()
    )


def card_line(text: str) -> CardLine | None:
    """Read one cleaned line; None when it is no card.

    Examples
    --------
    >>> card_line("4x Team Rocket's PORYGON 2 DRI 154 PH")
    CardLine(count=4, name="Team Rocket's PORYGON 2", set_code='DRI', number='154')
    >>> card_line("7 Fire Energy 2")
    CardLine(count=7, name='Fire Energy', set_code='', number='2')
    >>> card_line("Link to list") is None
    True
    """
    if len(text) > _LONGEST_LINE:
        return None
    counted = _split_count(_SEPARATORS.sub(" ", text).strip())
    if counted is None:
        return None
    count, card = counted
    name, set_code, number = _split_print(card)
    if not 1 <= count <= _MOST_COPIES or not _is_name(name):
        return None
    return CardLine(count, name, set_code, number)


def _side_by_side(line: str) -> list[str]:
    """Split cards that stand side by side."""
    if not any(character.isdigit() for character in line[1:]):
        return [line]
    return _NEXT_LISTED.sub("\n", _NEXT_PRINTED.sub(lambda match: match.group() + "\n", line)).split("\n")


def _split_count(text: str) -> tuple[int, str] | None:
    """Split a line into its count and the card, wherever the count stands."""
    text = _NUMBERED.sub("", _BULLET.sub("", text, count=1), count=1)
    if first := _COUNT_FIRST.match(text):
        return int(first[1] or first[2] or first[3]), text[first.end() :]
    if last := _COUNT_LAST.fullmatch(_FOIL.sub("", text)):
        return int(last[2] or last[3]), last[1]
    if inside := _COUNT_INSIDE.fullmatch(text):
        return int(inside[2]), inside[1] + inside[3]
    return None


def _split_print(card: str) -> tuple[str, str, str]:
    """Split a card into name, set and number; what is missing is empty."""
    card = _bare(card)
    for shape in _SHAPES:
        found = shape.fullmatch(card)
        if found and not _ends_in_name(found) and _is_closed(found["name"]):
            parts = found.groupdict(default="")
            return _bare(parts["name"]), _set_code(parts.get("set", "")), _number(parts.get("number", ""))
    return card, "", ""


def _bare(card: str) -> str:
    """Cut marks of foil prints and stray signs off the end."""
    while (shorter := _FOIL.sub("", card).rstrip("-:#/([ ")) != card:
        card = shorter
    return card.strip()


def _ends_in_name(found: re.Match[str]) -> bool:
    """Tell whether what looks like a set or number belongs to the name, as in Charizard VMAX or Porygon 2."""
    name, set_code, number = (found.groupdict(default="").get(part, "") for part in ("name", "set", "number"))
    beside_name = number if found.re is _NUMBER_FIRST else set_code or number
    words = f"{name} {beside_name}".casefold().split(" ")
    if beside_name == number == "4":  # Gallade 4 is a name, Fire Energy 4 is not
        return words[-2] != "energy"
    endings = _name_endings()
    taken_as_set = {endings[end] for length in (1, 2, 3) if (end := " ".join(words[-length:])) in endings}
    believed = {"before a number": number != "", "in capitals": set_code.isupper()}
    return any(not all(believed.get(part, False) for part in how.split(", ")) for how in taken_as_set)


@cache
def _name_endings() -> dict[str, str]:
    """Load the words that end names and look like a set or number, with when they are one all the same."""
    table = files("mulliganlab") / "data" / "name_endings.csv"
    return {
        row["ending"]: row["taken_as_set"] for row in csv.DictReader(table.read_text("utf-8").splitlines())
    }


def _set_code(code: str) -> str:
    """Spell a set code in capitals when it is written in small letters."""
    return code.upper() if code == code.lower() else code


def _number(number: str) -> str:
    """Spell a card number as in the codes: 16 for 016, 016/191 and #16."""
    return re.sub(r"^0+(?=\d)", "", number.lstrip("#").split("/")[0])


def _is_closed(name: str) -> bool:
    """Tell whether every bracket of `name` is closed; the print in an open one belongs to a note."""
    return name.count("(") == name.count(")") and name.count("[") == name.count("]")


def _is_name(name: str) -> bool:
    """Tell whether `name` can name a card: it has a letter and does not begin with another count."""
    return any(character.isalpha() for character in name) and not _SECOND_COUNT.match(name)
