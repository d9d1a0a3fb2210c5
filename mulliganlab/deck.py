"""A deck of named cards: which are Basics, which may start, what is odd about it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

from mulliganlab.composition import Composition
from mulliganlab.decklist import Decklist, Entry, parse, read
from mulliganlab.errors import InputError
from mulliganlab.opponent import Opponent
from mulliganlab.pokemon_name import ex_of_set
from mulliganlab.rules import MAX_DECK_SIZE, STANDARD, Rules, counted
from mulliganlab.stage import DOUBT, Kind, classify, fold_name, is_basic_energy, is_fossil_or_doll

__all__ = ["Card", "Deck", "NamedCard", "Overrules", "deck_of", "read_deck"]

MASK_ORDER: tuple[Kind, ...] = ("basic", "starter", "evolution", "trainer", "energy")
"""Kinds in the order of a deck's cards in a mask: first what can start."""

MOST_STRAYS = 50
"""Lines that are no cards are named one by one up to here: a file may be no deck list at all."""


@dataclass(frozen=True)
class Card:
    """One line of a deck list, and what kind of card it is.

    Attributes
    ----------
    count : int
        Copies on this line.
    name, set_code, number : str
        The card; set and number are empty where the list has none.
    kind : {"basic", "starter", "evolution", "trainer", "energy"}
        What it is at set-up.
    why : str
        How that is known, in a few words.
    """

    count: int
    name: str
    set_code: str
    number: str
    kind: Kind
    why: str

    def __str__(self) -> str:
        return " ".join(filter(None, (str(self.count), self.name, self.set_code, self.number)))

    def to_json(self) -> dict[str, object]:
        """Give the line as the JSON output has it."""
        return {
            "count": self.count,
            "name": self.name,
            "set": self.set_code,
            "number": self.number,
            "kind": self.kind,
            "why": self.why,
        }


@dataclass(frozen=True)
class NamedCard:
    """All copies of one name and kind, and where they are in a mask of the deck."""

    name: str
    kind: Kind
    count: int
    mask: int


@dataclass(frozen=True)
class Overrules:
    """Kinds that the user knows better, by card name.

    Attributes
    ----------
    basic, not_basic : tuple of str
        Names of cards that are Basics, and of cards that are not.

    Raises
    ------
    InputError
        If a name is on both sides.
    """

    basic: tuple[str, ...] = ()
    not_basic: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        both = {fold_name(name) for name in self.basic} & {fold_name(name) for name in self.not_basic}
        if both:
            raise InputError(f"{min(both)!r} cannot be both --basic and --not-basic")

    def kind(self, name: str) -> Kind | None:
        """The kind that was said of a name; None where nothing was."""
        folded = fold_name(name)
        if any(fold_name(basic) == folded for basic in self.basic):
            return "basic"
        return "evolution" if any(fold_name(other) == folded for other in self.not_basic) else None

    def require_known(self, decks: Iterable["Deck"]) -> None:
        """Refuse names that stand in no list that was read."""
        known = {fold_name(card.name) for deck in decks for card in deck.cards}
        for name in (*self.basic, *self.not_basic):
            if fold_name(name) not in known:
                option = "--basic" if name in self.basic else "--not-basic"
                raise InputError(f"{option}: no card of the lists that were read is called {name!r}")


@dataclass(frozen=True)
class Deck:
    r"""A deck as it was read.

    Attributes
    ----------
    name : str
        What to call it, such as its file.
    cards : tuple of Card
        Its lines in their order.
    warnings : tuple of str
        What is odd about the list, without a full stop.

    Examples
    --------
    >>> deck = read_deck(b"4 Charmander OBF 26\n56 Fire Energy SVE 2\n")
    >>> deck.composition, deck.warnings
    (Composition(size=60, basics=4, starters=0), ())
    """

    name: str
    cards: tuple[Card, ...]
    warnings: tuple[str, ...] = ()

    @cached_property
    def composition(self) -> Composition:
        """The counts that the laws need."""
        return Composition(self.count(*MASK_ORDER), self.count("basic"), self.count("starter"))

    @cached_property
    def named_cards(self) -> tuple[NamedCard, ...]:
        """One entry for each name and kind, in the order of the masks."""
        spellings: dict[tuple[Kind, str], str] = {}
        counts: Counter[tuple[Kind, str]] = Counter()
        for card in sorted(self.cards, key=lambda card: MASK_ORDER.index(card.kind)):
            key = card.kind, fold_name(card.name)
            spellings.setdefault(key, card.name)
            counts[key] += card.count
        named, place = [], 0
        for key, count in counts.items():
            named.append(NamedCard(spellings[key], key[0], count, ((1 << count) - 1) << place))
            place += count
        return tuple(named)

    def count(self, *kinds: Kind) -> int:
        """Cards of these kinds."""
        return sum(card.count for card in self.cards if card.kind in kinds)

    def as_opponent(self) -> Opponent:
        """The opponent who brings this deck."""
        return Opponent(
            f"{self.name} ({counted(self.composition.basics, 'Basic')})",
            ((self.composition, Fraction(1)),),
            self.warnings,
        )

    def to_json(self) -> dict[str, object]:
        """Give the deck as the JSON output has it."""
        return {
            "cards": self.composition.size,
            "basics": self.composition.basics,
            "starters": self.composition.starters,
            "lines": [card.to_json() for card in self.cards],
        }


def read_deck(
    data: bytes | str, *, name: str = "deck list", rules: Rules = STANDARD, overrules: Overrules = Overrules()
) -> Deck:
    r"""Read a deck list of any export.

    Parameters
    ----------
    data : bytes or str
        The file, or its text.
    name : str
        What to call it in messages.
    rules : Rules
        They say how many cards a legal deck has, and whether fossils start.
    overrules : Overrules
        Kinds by card name that the user knows better.

    Returns
    -------
    Deck
        As it stands, with warnings for what is not legal.

    Raises
    ------
    InputError
        If it cannot be played at all, or a Pokémon cannot be told to be a Basic or not.

    Examples
    --------
    >>> read_deck(b"Pokemon: 1\n1 Newmon ABC 1\n")
    Traceback (most recent call last):
    mulliganlab.errors.InputError: deck list, line 2: cannot tell whether 'Newmon' is a Basic, ...
    """
    if not isinstance(data, bytes | str):
        raise InputError(f"a deck list is read from bytes or a text, not {type(data).__name__}")
    decklist = parse(data) if isinstance(data, str) else read(data)
    if not decklist.entries:
        raise InputError(f"{name}: there is no card in it{_strays_in_brackets(decklist)}")
    _refuse_copies(decklist.entries, name, rules)
    if decklist.cards > MAX_DECK_SIZE:
        raise InputError(f"{name}: {decklist.cards} cards, and a deck can have at most {MAX_DECK_SIZE}")
    cards = deck_of(decklist.entries, name=name, rules=rules, overrules=overrules)
    deck = Deck(name, cards, tuple(_oddities(decklist, cards, rules)))
    if not deck.count("basic"):
        raise InputError(
            f"{name}: there is no Basic Pokémon in it, so no hand could ever be kept{_hint(decklist, cards)}"
        )
    try:
        rules.require_room(deck.composition.size)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    return deck


def deck_of(
    entries: Sequence[Entry],
    *,
    name: str = "deck list",
    rules: Rules = STANDARD,
    overrules: Overrules = Overrules(),
) -> tuple[Card, ...]:
    """Tell the kind of every card of a list.

    Raises
    ------
    InputError
        If a Pokémon cannot be told to be a Basic or not: the lines and the options that settle it.
    """
    cards, unknown = [], []
    era = _era(entries)
    for entry in entries:
        kind, why = _kind(entry, era, rules, overrules)
        if kind is None:
            unknown.append(entry)
        else:
            cards.append(Card(entry.count, entry.name, entry.set_code, entry.number, kind, why))
    if unknown:
        lines = "line " + ", line ".join(str(entry.line) for entry in unknown)
        names = " and ".join(dict.fromkeys(repr(entry.name) for entry in unknown))
        example = unknown[0].name.replace('"', '\\"')
        raise InputError(
            f"{name}, {lines}: cannot tell whether {names} is a Basic, "
            f'say --basic "{example}" or --not-basic "{example}"'
        )
    return tuple(cards)


def _era(entries: Sequence[Entry]) -> str:
    """A set that tells whether "EX" is written for "ex" in this list; empty if its sets do not agree."""
    sets = {ex_of_set(entry.set_code): entry.set_code for entry in entries if ex_of_set(entry.set_code)}
    return next(iter(sets.values())) if len(sets) == 1 else ""


def _kind(entry: Entry, era: str, rules: Rules, overrules: Overrules) -> tuple[Kind | None, str]:
    set_code, number = (entry.set_code, entry.number) if entry.set_code else (era, "")
    stage = classify(entry.name, set_code=set_code, number=number, section=entry.section)
    said = overrules.kind(entry.name)
    if said == "basic":
        return "basic", "overruled: a Basic"
    if said is not None:
        rest = stage.kind if stage.kind in ("trainer", "energy") else "evolution"
        return rest, "overruled: not a Basic"
    if rules.fossils_start and is_fossil_or_doll(entry.name):
        return "basic", "fossils and dolls start under these rules"
    return stage.kind, stage.why


def _refuse_copies(entries: Sequence[Entry], name: str, rules: Rules) -> None:
    """Refuse a list that stands there several times."""
    cards = sum(entry.count for entry in entries)
    lines = Counter((entry.count, fold_name(entry.name), entry.set_code, entry.number) for entry in entries)
    times = gcd(*lines.values())
    if cards > rules.deck_size and times > 1:
        raise InputError(
            f"{name}: {cards} cards, and every line stands there {times} times: it looks pasted {times} times"
        )


def _oddities(decklist: Decklist, cards: Sequence[Card], rules: Rules) -> Iterable[str]:
    """What should be known about a list before its numbers are believed."""
    if decklist.cards != rules.deck_size:
        yield f"{decklist.cards} cards, not {rules.deck_size}"
    if decklist.stated_total not in (None, decklist.cards):
        yield f"the list's own total says {decklist.stated_total}"
    for line, text in decklist.strays[:MOST_STRAYS]:
        yield f"line that is no card: {text} (line {line})"
    if len(decklist.strays) > MOST_STRAYS:
        yield f"{len(decklist.strays) - MOST_STRAYS:,} more lines that are no cards"
    for card in cards:
        if DOUBT in card.why:
            yield f"{card}: {card.why}"
    yield from _too_many_copies(cards, rules.copy_limit)
    starters = [str(card) for card in cards if card.kind == "starter"]
    if starters:
        yield f"{' and '.join(starters)} may start although they are no Basics"


def _too_many_copies(cards: Sequence[Card], limit: int | None) -> Iterable[str]:
    if limit is None:
        return
    copies: Counter[str] = Counter()
    for card in cards:
        if not is_basic_energy(card.name):
            copies[fold_name(card.name)] += card.count
    for folded, count in copies.items():
        if count > limit:
            shown = next(card.name for card in cards if fold_name(card.name) == folded)
            yield f"{count} {shown}, and a legal deck has at most {limit} of a name"


def _hint(decklist: Decklist, cards: Sequence[Card]) -> str:
    """Name the first card of doubtful kind, or else the first line that is none."""
    doubtful = next((card for card in cards if DOUBT in card.why), None)
    return f" ({doubtful}: {doubtful.why})" if doubtful else _strays_in_brackets(decklist)


def _strays_in_brackets(decklist: Decklist) -> str:
    if not decklist.strays:
        return ""
    line, text = decklist.strays[0]
    return f" (line {line}, for one, is no card: {text!r})"
