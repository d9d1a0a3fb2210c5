"""Who sits on the other side: a count of Basics, a mixture of counts, the field, or a mirror."""

from collections.abc import Iterable
from csv import DictReader
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from mulliganlab.composition import Composition
from mulliganlab.errors import InputError
from mulliganlab.rules import STANDARD, Rules, counted

__all__ = [
    "MIRROR",
    "Mixture",
    "Opponent",
    "decks_met",
    "default_opponent",
    "field_opponent",
    "mixture",
    "opponent",
]

Mixture = tuple[tuple[Composition, Fraction], ...]
"""Decks with their weights, which sum to 1."""


@dataclass(frozen=True)
class Opponent:
    """The decks that an opponent may bring.

    Attributes
    ----------
    name : str
        How outputs name the opponent.
    decks : tuple of (Composition, Fraction)
        Each deck with its weight; the weights sum to 1. Empty for a mirror,
        which is whatever deck it plays against.
    notes : tuple of str
        What was assumed when it was read, one sentence each.

    Examples
    --------
    >>> twelve = Opponent("12 Basics", ((Composition(60, 12), Fraction(1)),))
    >>> twelve.against(Composition(60, 8)) == twelve.decks
    True
    """

    name: str
    decks: Mixture = ()
    notes: tuple[str, ...] = ()

    def against(self, own: Composition) -> Mixture:
        """Decks and weights that a player with `own` meets.

        Examples
        --------
        >>> MIRROR.against(Composition(60, 8))
        ((Composition(size=60, basics=8, starters=0), Fraction(1, 1)),)
        """
        return self.decks or ((own, Fraction(1)),)

    def to_json(self) -> list[dict[str, object]]:
        """Decks with their weights; of a mirror, which has none of its own, an entry of nulls."""
        if not self.decks:
            return [{"basics": None, "starters": None, "weight": 1.0, "mirror": True}]
        return [
            {"basics": deck.basics, "starters": deck.starters, "weight": float(weight)}
            for deck, weight in self.decks
        ]


MIRROR = Opponent("mirror (as many Basics as the row has)")
"""An opponent with the same deck."""


def mixture(name: str, weighted: Iterable[tuple[Composition, Fraction]]) -> Opponent:
    """Build an opponent from weights that need not sum to 1.

    Parameters
    ----------
    name : str
        How outputs shall name the opponent.
    weighted : iterable of (Composition, Fraction)
        Decks and their weights; equal decks are put together.

    Raises
    ------
    InputError
        If a weight is negative, if all are 0, or if the decks differ in size.

    Examples
    --------
    >>> eight, nine = Composition(60, 8), Composition(60, 9)
    >>> mixture("two decks", [(eight, Fraction(1)), (nine, Fraction(3))]).decks[1][1]
    Fraction(3, 4)
    """
    total: dict[Composition, Fraction] = {}
    for deck, weight in weighted:
        if weight < 0:
            raise InputError(f"the weight of {deck.basics} Basics must be 0 or more, not {float(weight):g}")
        total[deck] = total.get(deck, Fraction(0)) + weight
    everything = sum(total.values())
    if not everything:
        raise InputError(f"the weights of the opponent {name!r} are all 0: at least one must be above 0")
    if len({deck.size for deck in total}) > 1:
        raise InputError(f"the decks of the opponent {name!r} differ in size")
    notes: tuple[str, ...] = ()
    if everything != 1:
        notes = (f"the opponent's weights sum to {float(everything):.12g}, not 1, and were normalised",)
    decks = tuple((deck, weight / everything) for deck, weight in sorted(total.items()) if weight)
    return Opponent(name, decks, notes)


@cache
def field_opponent() -> Opponent:
    """Return the field: the decks of 4,579 published 60-card lists of 2022 to 2026.

    Examples
    --------
    >>> field = field_opponent()
    >>> round(float(sum(deck.basics * weight for deck, weight in field.decks)), 2)
    11.03
    """
    text = files("mulliganlab").joinpath("data/field.csv").read_text(encoding="utf-8")
    rows = list(DictReader(text.splitlines()))
    lists = sum(int(row["lists"]) for row in rows)
    decks = (
        (Composition(60, int(row["basics"]), int(row["starters"])), Fraction(int(row["lists"]), lists))
        for row in rows
    )
    return mixture(f"field ({lists:,} published lists)", decks)


def default_opponent(rules: Rules) -> Opponent:
    """Return the field for decks of 60, a mirror for any other size.

    Examples
    --------
    >>> default_opponent(STANDARD.changed(deck_size=40)) is MIRROR
    True
    """
    return field_opponent() if rules.deck_size == STANDARD.deck_size else MIRROR


def decks_met(deck: Composition, opponent: Opponent | None, rules: Rules) -> Mixture:
    """Decks and weights that a player meets, by default the default opponent's.

    Raises
    ------
    InputError
        If either side's deck has no room for hand and Prizes.

    Examples
    --------
    >>> [met.basics for met, _ in decks_met(Composition(60, 8), opponent("12"), STANDARD)]
    [12]
    """
    decks = (opponent or default_opponent(rules)).against(deck)
    for size in (deck.size, decks[0][0].size):
        rules.require_room(size)
    return decks


def opponent(text: str, rules: Rules = STANDARD) -> Opponent:
    """Read an opponent from a word, a count or a mixture of counts.

    Parameters
    ----------
    text : str
        ``"12"``, ``"8:0.3,12:0.7"``, ``"mirror"`` or ``"field"``.
    rules : Rules
        They say how many cards the opponent's deck has.

    Raises
    ------
    InputError
        If the text is none of these, or a count or weight is out of range.

    Examples
    --------
    >>> opponent("8:1,12:3").decks[0]
    (Composition(size=60, basics=8, starters=0), Fraction(1, 4))
    """
    text = text.strip()
    if text == "mirror":
        return MIRROR
    if text == "field":
        if rules.deck_size != STANDARD.deck_size:
            raise InputError(
                f"the field holds decks of 60 cards, not of {rules.deck_size}: "
                "name a count, a mixture, a deck list or mirror"
            )
        return field_opponent()
    if ":" not in text:
        deck = Composition(rules.deck_size, _basics(text, text))
        return Opponent(counted(deck.basics, "Basic"), ((deck, Fraction(1)),))
    parts = [part.partition(":") for part in text.split(",")]
    decks = [
        (Composition(rules.deck_size, _basics(count, text)), _weight(weight, text))
        for count, _, weight in parts
    ]
    return mixture(text, decks)


def _basics(text: str, whole: str) -> int:
    # str.isdecimal and a length keep out "٣", "1_0" and numbers with a million digits.
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise InputError(
            f"{whole!r} is no opponent: give a count of Basics such as 12, a mixture such as "
            "8:0.3,12:0.7, a deck list file, mirror or field"
        )
    return int(text)


def _weight(text: str, whole: str) -> Fraction:
    text = text.strip()
    plain = text.removeprefix("-")
    if not plain.isascii() or len(plain) > 40 or plain.count(".") > 1 or not plain.replace(".", "").isdigit():
        raise InputError(f"{text!r} is no weight in the opponent {whole!r}: give a number such as 0.3")
    return Fraction(text)
