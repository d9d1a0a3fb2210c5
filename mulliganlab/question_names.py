"""Which cards of a deck a question means: whole names, beginnings of names, groups."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from mulliganlab.deck import Deck, NamedCard
from mulliganlab.energy import is_basic_energy
from mulliganlab.errors import InputError
from mulliganlab.names import fold_name, squeeze
from mulliganlab.question import GROUPS, HAND, Condition, Name, Place, Question
from mulliganlab.question_parser import parse_question
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.species import read_table
from mulliganlab.stage import Kind

__all__ = ["AskedQuestion", "CardNames", "CardSet", "asked", "counted_names", "listed"]

KINDS_OF: dict[str, frozenset[Kind]] = {
    "basic": frozenset(["basic"]),
    "optional": frozenset(["starter"]),
    "starter": frozenset(["basic", "starter"]),
    "pokemon": frozenset(["basic", "starter", "evolution"]),
    "trainer": frozenset(["trainer"]),
    "energy": frozenset(["energy"]),
}
"""Kinds of the cards of each group, where the rules keep a hand with an optional starter alone."""

MOST_LISTED = 6
"""Names that a message lists."""

LONGEST_COMPARED = 80
"""Letters of a wrong name that are compared with the right ones."""


@dataclass(frozen=True)
class CardSet:
    """Cards that a question means: all of some kinds, or those of some names.

    Attributes
    ----------
    kinds : frozenset of str
        All cards of these kinds.
    cards : frozenset of (str, str)
        Cards of these kinds and folded names.
    """

    kinds: frozenset[Kind] = frozenset()
    cards: frozenset[tuple[Kind, str]] = frozenset()

    def __contains__(self, card: NamedCard) -> bool:
        return card.kind in self.kinds or (card.kind, fold_name(card.name)) in self.cards


@dataclass(frozen=True)
class AskedQuestion:
    """A question whose names are known cards.

    Attributes
    ----------
    text : str
        As it was asked.
    question : Question
        Each condition with its place.
    meanings : dict
        The cards of each name.
    placed : bool
        Whether the question said the place of every condition itself.

    Examples
    --------
    >>> from mulliganlab.deck import read_deck
    >>> deck = read_deck(b"4 Charmander OBF 26, 56 Basic {R} Energy SVE 2")
    >>> asked("char and fire", [deck]).masks(deck).values()
    dict_values([15, 1152921504606846960])
    """

    text: str
    question: Question
    meanings: dict[Name, CardSet]
    placed: bool = False

    def masks(self, deck: Deck) -> dict[Condition, int]:
        """Cards of a deck that each condition counts, bit i for card i; 0 where the deck has none."""
        masks = {name: _mask(deck, meaning) for name, meaning in self.meanings.items()}
        return {
            condition: _either(masks[name] for name in condition.names)
            for condition in self.question.conditions()
        }

    def means(self, card: NamedCard) -> bool:
        """Whether any condition counts a card."""
        return any(card in meaning for meaning in self.meanings.values())

    def named(self, deck: Deck) -> Iterator[NamedCard]:
        """Cards of a deck that are named, not as members of a group."""
        for card in deck.named_cards:
            key = card.kind, fold_name(card.name)
            if any(key in meaning.cards for meaning in self.meanings.values()):
                yield card


def asked(
    question: Question | str, decks: Sequence[Deck], place: Place = HAND, rules: Rules = STANDARD
) -> AskedQuestion:
    """Read a question about cards of one or more decks.

    Parameters
    ----------
    question : Question or str
        The question or its text.
    decks : sequence of Deck
        Each name must be a card of one of them at least.
    place : Place
        Where cards are looked for, where the question does not say it.
    rules : Rules
        They say which cards can start.

    Raises
    ------
    InputError
        If it is neither a question nor the text of one, or a name is unknown or means several cards.
    """
    if not isinstance(question, Question | str):
        raise InputError(f"a question is a text or made of conditions, not {type(question).__name__}")
    text = " ".join(question.split()) if isinstance(question, str) else str(question)
    tree = parse_question(question) if isinstance(question, str) else question
    known = CardNames(decks, rules)
    names = dict.fromkeys(name for condition in tree.conditions() for name in condition.names)
    placed = all(condition.place is not None for condition in tree.conditions())
    return AskedQuestion(text, tree.at(place), {name: known.find(name) for name in names}, placed)


class CardNames:
    """The card names of some decks, with the ways in which they may be written.

    Parameters
    ----------
    decks : sequence of Deck
        The decks.
    rules : Rules
        They say which cards can start.
    """

    def __init__(self, decks: Sequence[Deck], rules: Rules = STANDARD) -> None:
        self.starting = KINDS_OF["starter" if rules.starters == "keep" else "basic"]
        self.lists = " and ".join(deck.name for deck in decks)
        self.cards = [card for deck in decks for card in deck.named_cards]
        self.spellings = {
            spelling: fold_name(card.name) for card in self.cards for spelling in _spellings(card.name)
        }

    def find(self, name: Name) -> CardSet:
        """Cards that a name means.

        Raises
        ------
        InputError
            If it is unknown or ambiguous, with the nearest names.
        """
        if name.group:
            return CardSet(kinds=self.starting if name.group == "starter" else KINDS_OF[name.group])
        found = self._matches(name.text)
        if len(found) == 1:
            return CardSet(cards=frozenset((c.kind, fold_name(c.name)) for c in self.cards if _is(c, found)))
        if found:
            names = listed(dict.fromkeys(card.name for card in self.cards if _is(card, found)))
            raise name.error(f"several cards of {self.lists} begin with {_short(name.text)}: {names}")
        words = () if name.card else GROUPS
        candidates = [*self.spellings, *words]
        nearest = get_close_matches(fold_name(name.text)[:LONGEST_COMPARED], candidates, cutoff=0.3)
        names = listed(dict.fromkeys(map(self._as_listed, nearest)))
        near = f": the nearest names are {names}" if names else ""
        raise name.error(f"no card of {self.lists} is called {_short(name.text)}{near}")

    def _as_listed(self, spelling: str) -> str:
        """The name of a card by one of its spellings; the word for a group as it is."""
        folded = self.spellings.get(spelling)
        return next((card.name for card in self.cards if fold_name(card.name) == folded), spelling)

    def _matches(self, text: str) -> set[str]:
        """Folded names that are, or else that begin with, a text; spaces and signs matter last."""
        folded, squeezed = fold_name(text), squeeze(text)
        tests = (
            lambda spelling: spelling == folded,
            lambda spelling: bool(squeezed) and squeeze(spelling) == squeezed,
            lambda spelling: bool(folded) and spelling.startswith(folded),
            lambda spelling: bool(squeezed) and squeeze(spelling).startswith(squeezed),
        )
        for test in tests:
            found = {card for spelling, card in self.spellings.items() if test(spelling)}
            if found:
                return found
        return set()


def counted_names(cards: Iterable[NamedCard]) -> str:
    """Name cards with their copies and kinds.

    Examples
    --------
    >>> counted_names([NamedCard("Iono", "trainer", 3, 7)])
    '3 Iono (trainer)'
    """
    return ", ".join(f"{card.count} {card.name} ({card.kind})" for card in cards)


def listed(names: Iterable[str]) -> str:
    """List some names; of very many the first.

    Examples
    --------
    >>> listed(["Charmander", "Charmeleon", "Charizard ex"])
    'Charmander, Charmeleon and Charizard ex'
    """
    shown = list(names)
    if len(shown) > MOST_LISTED:
        shown = [*shown[:MOST_LISTED], f"{len(shown) - MOST_LISTED} more"]
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def _spellings(name: str) -> set[str]:
    """Ways of writing a card name, folded: TCG Live writes Basic {R} Energy for a Fire Energy."""
    spoken = name
    if is_basic_energy(name):
        for symbol, energy_type in _energy_symbols():
            spoken = spoken.replace(symbol, energy_type)
    spellings = {fold_name(name), fold_name(spoken)}
    return spellings | ({spelling.removeprefix("basic ") for spelling in spellings if is_basic_energy(name)})


@cache
def _energy_symbols() -> list[tuple[str, str]]:
    return [(row["symbol"], row["type"]) for row in read_table("energy_symbols")]


def _is(card: NamedCard, folded: set[str]) -> bool:
    return fold_name(card.name) in folded


def _mask(deck: Deck, meaning: CardSet) -> int:
    return _either(card.mask for card in deck.named_cards if card in meaning)


def _either(masks: Iterable[int]) -> int:
    either = 0
    for mask in masks:
        either |= mask
    return either


def _short(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return f"'{shown if len(shown) <= LONGEST_COMPARED else shown[:LONGEST_COMPARED] + '…'}'"
