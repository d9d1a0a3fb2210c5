"""Questions about cards: a tree of conditions, built by the functions here or read from text.

A condition counts cards of some names in one place: the kept hand, all cards seen by a turn, the
Prizes. Conditions are joined with ``&``, ``|`` and ``~``. `mulliganlab.question_parser` reads the
same from text such as ``2 Charmander and no Iono``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from mulliganlab.errors import InputError
from mulliganlab.marks import Span
from mulliganlab.names import fold_name
from mulliganlab.rules import MAX_DECK_SIZE

__all__ = [
    "GROUPS",
    "HAND",
    "PRIZES",
    "Condition",
    "Joined",
    "Name",
    "Place",
    "Question",
    "all_of",
    "any_of",
    "at_least",
    "at_most",
    "between",
    "exactly",
    "no",
    "turn",
]

GROUPS = ("basic", "optional", "starter", "pokemon", "trainer", "energy")
"""Words for cards of a kind: Basics, optional starters, both of them where the rules let a hand with an
optional starter alone be kept (else Basics), all Pokémon, Trainers, Energies."""

MOST_NESTED = 100
"""Parentheses and negations inside each other; deeper questions are refused."""

MOST_CONDITIONS = 500
"""Conditions of one question; longer ones are refused."""


@dataclass(frozen=True, order=True)
class Place:
    """Where cards are looked for.

    Attributes
    ----------
    where : {"hand", "turn", "prizes"}
        The kept hand; all cards seen by the draw of a turn; the Prize cards.
    turn : int
        The turn, 0 before the first draw; 0 too for the other places.
    """

    where: Literal["hand", "turn", "prizes"]
    turn: int = 0

    def __str__(self) -> str:
        return f"turn {self.turn}" if self.where == "turn" else self.where


HAND = Place("hand")
"""The kept opening hand."""

PRIZES = Place("prizes")
"""The Prize cards."""


def turn(number: int) -> Place:
    """All cards seen by the draw of my turn `number`: hand, bonus cards and a card each turn.

    Examples
    --------
    >>> str(turn(2))
    'turn 2'
    """
    if not 0 <= number <= MAX_DECK_SIZE:
        raise InputError(f"a turn must be from 0 to {MAX_DECK_SIZE}")
    return Place("turn", number)


@dataclass(frozen=True)
class Name:
    """A card name, the beginning of one, or the word for a group.

    Attributes
    ----------
    text : str
        As written.
    card : bool
        Whether it is a card even if there is a group of this name.
    span : Span or None
        Where it stands, for messages.
    """

    text: str
    card: bool = False
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def group(self) -> str | None:
        """The group that it names, if any."""
        folded = fold_name(self.text)
        return folded if folded in GROUPS and not self.card else None

    def error(self, message: str) -> InputError:
        """Return an error with a mark under the name, if it was read from a text."""
        return self.span.error(message) if self.span else InputError(message)

    def __str__(self) -> str:
        if not (self.card or _needs_quotes(self.text)):
            return self.text
        return '"' + self.text.replace('"', '""') + '"'


@dataclass(frozen=True)
class Question:
    """A question: a condition, or questions joined with ``&``, ``|`` and ``~``.

    Examples
    --------
    >>> starts = at_least(1, "Charmander") & (no("Iono") | ~at_least(2, "energy"))
    >>> print(starts)
    Charmander and (no Iono or not 2 energy)
    >>> print(starts.at(turn(2)) & at_least(2, "Nest Ball", "Ultra Ball").at(PRIZES))
    turn 2: Charmander and (no Iono or not 2 energy) and prizes: 2 Nest Ball + Ultra Ball
    """

    def __and__(self, other: "Question") -> "Question":
        return all_of(self, other)

    def __or__(self, other: "Question") -> "Question":
        return any_of(self, other)

    def __bool__(self) -> bool:
        raise TypeError("a question is not true or false: use & | ~ in place of and, or, not")

    def __invert__(self) -> "Question":
        opposite = isinstance(self, Joined) and self.word == "not"
        return self.parts[0] if isinstance(self, Joined) and opposite else Joined("not", (self,))

    @property
    def depth(self) -> int:
        """How many questions are inside each other."""
        return 0

    @property
    def size(self) -> int:
        """How many conditions there are."""
        return 1

    def conditions(self) -> "Iterator[Condition]":
        """All conditions from left to right."""
        raise NotImplementedError

    def at(self, place: Place) -> "Question":
        """The same question with this place where none was said."""
        raise NotImplementedError

    def __str__(self) -> str:
        places = {condition.place for condition in self.conditions()}
        return _Writer(every_place=None not in places).written(self)


@dataclass(frozen=True)
class Condition(Question):
    """So many cards of some names, together, in a place.

    Attributes
    ----------
    names : tuple of Name
        Cards that have any of these names; each card counts once.
    low : int
        At least so many.
    high : int or None
        At most so many; None for no bound.
    place : Place or None
        Where; None where it was not said.

    Raises
    ------
    InputError
        If a number is out of range or there is no name.
    """

    names: tuple[Name, ...]
    low: int = 1
    high: int | None = None
    place: Place | None = None

    def __post_init__(self) -> None:
        for number in (self.low, self.high or 0):
            if not 0 <= number <= MAX_DECK_SIZE:
                raise InputError(f"a number of cards must be from 0 to {MAX_DECK_SIZE}")
        if self.high is not None and self.high < self.low:
            raise InputError(f"{self.low}-{self.high} is no range: the lower number comes first")
        if not self.names:
            raise InputError("a condition needs a card name")

    def conditions(self) -> "Iterator[Condition]":
        """Itself alone."""
        yield self

    def at(self, place: Place) -> "Condition":
        """The same condition with this place where none was said."""
        return replace(self, place=self.place or place)


@dataclass(frozen=True)
class Joined(Question):
    """Questions joined by a word.

    Attributes
    ----------
    word : {"and", "or", "not"}
        How; ``not`` has one part.
    parts : tuple of Question
        What is joined.

    Raises
    ------
    InputError
        If it is too deep or too long to be answered.
    """

    word: Literal["and", "or", "not"]
    parts: tuple[Question, ...]
    # Kept, so that a question built step by step is not gone through at each step.
    _depth: int = field(init=False, compare=False, repr=False, default=0)
    _size: int = field(init=False, compare=False, repr=False, default=0)

    def __post_init__(self) -> None:
        if not self.parts or (self.word == "not" and len(self.parts) > 1):
            raise InputError(f"{len(self.parts)} questions cannot be joined with {self.word!r}")
        object.__setattr__(self, "_depth", 1 + max(part.depth for part in self.parts))
        object.__setattr__(self, "_size", sum(part.size for part in self.parts))
        if self.depth > MOST_NESTED:
            raise InputError(f"the question has more than {MOST_NESTED} parts inside each other")
        if self.size > MOST_CONDITIONS:
            raise InputError(f"the question has more than {MOST_CONDITIONS} conditions")

    @property
    def depth(self) -> int:
        """How many questions are inside each other."""
        return self._depth

    @property
    def size(self) -> int:
        """How many conditions there are."""
        return self._size

    def conditions(self) -> Iterator[Condition]:
        """All conditions from left to right."""
        for part in self.parts:
            yield from part.conditions()

    def at(self, place: Place) -> "Joined":
        """The same question with this place where none was said."""
        return replace(self, parts=tuple(part.at(place) for part in self.parts))


def all_of(*questions: Question) -> Question:
    """Join questions with ``and``."""
    return _joined("and", questions)


def any_of(*questions: Question) -> Question:
    """Join questions with ``or``."""
    return _joined("or", questions)


def at_least(number: int, *names: str) -> Condition:
    """At least so many cards of these names together.

    Parameters
    ----------
    number : int
        How many.
    *names : str
        Card names, beginnings of names, or groups.
    """
    return between(number, None, *names)


def at_most(number: int, *names: str) -> Condition:
    """At most so many cards of these names together."""
    return between(0, number, *names)


def exactly(number: int, *names: str) -> Condition:
    """Just so many cards of these names together."""
    return between(number, number, *names)


def no(*names: str) -> Condition:
    """No card of these names."""
    return between(0, 0, *names)


def between(low: int, high: int | None, *names: str) -> Condition:
    """From `low` to `high` cards of these names together."""
    return Condition(tuple(map(Name, names)), low, high)


def _joined(word: Literal["and", "or"], questions: tuple[Question, ...]) -> Question:
    """Join questions; what is joined by the same word already becomes one list, so it does not get deep."""
    parts: list[Question] = []
    for question in questions:
        same = isinstance(question, Joined) and question.word == word
        parts += question.parts if isinstance(question, Joined) and same else (question,)
    return parts[0] if len(parts) == 1 else Joined(word, tuple(parts))


class _Writer:
    """Writes a question so that reading the text gives it again.

    A place holds for all that follows, up to the end of its parentheses; where conditions without
    one follow, each condition with a place gets parentheses of its own.
    """

    def __init__(self, *, every_place: bool) -> None:
        self.every_place = every_place
        self.place: Place | None = None

    def written(self, question: Question, inside: str = "") -> str:
        """Write a question that is part of one joined by the word `inside`."""
        if isinstance(question, Condition):
            return self._placed(question)
        assert isinstance(question, Joined)
        if question.word == "not":
            return f"not {self.written(question.parts[0], 'not')}"
        if not inside or (inside == "or" and question.word == "and"):
            return self._list(question)
        before = self.place
        text = f"({self._list(question)})"
        self.place = before
        return text

    def _list(self, question: Joined) -> str:
        return f" {question.word} ".join(self.written(part, question.word) for part in question.parts)

    def _placed(self, condition: Condition) -> str:
        text = _number(condition.low, condition.high) + " + ".join(map(str, condition.names))
        if condition.place == self.place:
            return text
        if not self.every_place:
            return f"({condition.place}: {text})"
        self.place = condition.place
        return f"{condition.place}: {text}"


def _number(low: int, high: int | None) -> str:
    if high is None:
        return "" if low == 1 else f"{low} " if low else "at least 0 "
    if low == high:
        return f"exactly {low} " if low else "no "
    return f"at most {high} " if low == 0 else f"{low}-{high} "


def _needs_quotes(name: str) -> bool:
    """Whether a name would be read as something else without quotes."""
    words = name.casefold().split()
    spoken = set(words) & {"and", "or", "not"} or words[:1] in (["no"], ["exactly"], ["at"])
    signs = any(sign in name for sign in '()+":“”„')
    return not words or bool(spoken) or signs or name[:1].isdigit() or name != " ".join(name.split())
