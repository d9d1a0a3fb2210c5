"""Questions asked of simulated set-ups: how often each was true."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from operator import add, attrgetter

import numpy as np
from numpy.random import SFC64, Generator, SeedSequence
from numpy.typing import NDArray

from mulliganlab.composition import Composition
from mulliganlab.dealing import Masks
from mulliganlab.executing import add_up
from mulliganlab.opponent import Opponent
from mulliganlab.pmf import Pmf
from mulliganlab.question import Condition, Joined, Place, Question
from mulliganlab.question_layout import places_of
from mulliganlab.rules import Rules
from mulliganlab.simulation import Batch, Sample, batches, sample_batch

__all__ = ["MOST_SHUFFLES", "BoundQuestion", "Counted", "kept_hands", "shuffled_decks"]

Truths = NDArray[np.bool_]

MOST_SHUFFLES = 1_000_000
"""Shuffled decks for questions about any hand, where no exact odds are known."""

SHUFFLES = 20_000
"""Decks that are shuffled at a time."""


@dataclass(frozen=True)
class BoundQuestion:
    """A question with the cards that each of its conditions counts in a deck."""

    question: Question
    masks: dict[Condition, int] = field(hash=False)


@dataclass(frozen=True)
class Counted:
    """How often each question was true, in how many games, and whether they were stopped early."""

    events: tuple[int, ...]
    games: int
    stopped: bool = False

    def __add__(self, other: "Counted") -> "Counted":
        events = tuple(map(add, self.events, other.events))
        return Counted(events, self.games + other.games, self.stopped or other.stopped)


def kept_hands(
    questions: Sequence[BoundQuestion],
    deck: Composition,
    opponent: Opponent,
    rules: Rules,
    *,
    games: int,
    seed: int,
    with_bonus: bool = True,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Counted:
    """Ask questions of simulated set-ups with kept hands.

    Parameters
    ----------
    questions : sequence of BoundQuestion
        All are asked of the same games.
    deck, opponent, rules
        What is played.
    games, seed : int
        How many games, and the seed that repeats them.
    with_bonus : bool
        Whether bonus cards are drawn.
    jobs, executor
        See `mulliganlab.simulate`.
    progress : callable, optional
        Called with the number of games each time some are finished.
    """
    if not with_bonus:
        # An opponent who never mulligans: a bonus that is not drawn shall not shorten the deck either.
        never = Composition(rules.deck_size, rules.deck_size)
        opponent = Opponent("never mulligans", ((never, Fraction(1)),))
    turns = max((place.turn for bound in questions for place in places_of(bound.question)), default=0)
    ask = partial(_asked, questions, max(turns, 1))
    # Compiled here, if it must be, and not by several threads at once: Ctrl-C stops it then.
    opponents = opponent.against(deck)
    nothing = ask(Batch(deck, opponents, rules, (), 0, seed, 0))

    to_be_played = batches(deck, opponents, rules, (), games, seed)
    counted, stopped = add_up(
        ask,
        to_be_played,
        nothing,
        jobs=jobs,
        executor=executor,
        progress=progress,
        size=attrgetter("games"),
    )
    return replace(counted, stopped=stopped)


def _asked(questions: Sequence[BoundQuestion], turns: int, batch: Batch) -> Counted:
    """Play a batch and ask the questions of its cards."""
    events = np.zeros(len(questions), np.int64)
    for part in sample_batch(batch, turns):
        events += _events(questions, _places_of_sample(part))
    return Counted(tuple(events.tolist()), batch.games)


def shuffled_decks(
    questions: Sequence[BoundQuestion], deck: Composition, bonus: Pmf, rules: Rules, *, games: int, seed: int
) -> Counted:
    """Ask questions of shuffled decks, whatever the hand is.

    Parameters
    ----------
    questions : sequence of BoundQuestion
        The questions.
    deck : Composition
        The deck.
    bonus : Pmf
        The law by which bonus cards follow the hand.
    rules : Rules
        The rules played.
    games, seed : int
        How many decks, and the seed that repeats them.
    """
    random = Generator(SFC64(SeedSequence(seed, spawn_key=(deck.size,))))
    shares = np.array(bonus.floats())
    counted = Counted((0,) * len(questions), 0)
    for start in range(0, games if questions else 0, SHUFFLES):
        count = min(SHUFFLES, games - start)
        order = random.permuted(np.tile(np.arange(deck.size, dtype=np.uint64), (count, 1)), axis=1)
        numbers = random.choice(shares.size, size=count, p=shares / shares.sum())
        events = _events(questions, _places_of_decks(np.uint64(1) << order, numbers, rules))
        counted += Counted(tuple(events), count)
    return counted


def _events(questions: Iterable[BoundQuestion], cards: Callable[[Place], Masks]) -> list[int]:
    counts: dict[tuple[Place, int], NDArray[np.uint8]] = {}

    def holds(condition: Condition, mask: int) -> Truths:
        assert condition.place is not None
        key = condition.place, mask
        if key not in counts:
            counts[key] = np.bitwise_count(cards(condition.place) & np.uint64(mask))
        enough: Truths = counts[key] >= condition.low
        return enough if condition.high is None else enough & (counts[key] <= condition.high)

    return [int(_truths(bound.question, bound.masks, holds).sum()) for bound in questions]


def _truths(
    question: Question, masks: dict[Condition, int], holds: Callable[[Condition, int], Truths]
) -> Truths:
    if isinstance(question, Condition):
        return holds(question, masks[question])
    assert isinstance(question, Joined)
    first, *others = question.parts
    truths = _truths(first, masks, holds)
    if question.word == "not":
        return ~truths
    for part in others:
        more = _truths(part, masks, holds)
        truths = truths & more if question.word == "and" else truths | more
    return truths


def _places_of_sample(part: Sample) -> Callable[[Place], Masks]:
    def cards(place: Place) -> Masks:
        if place.where == "prizes":
            return part.prizes
        if place.where == "hand":
            return part.kept
        seen: Masks = np.bitwise_or.reduce([part.kept, part.bonus, *part.draws[: place.turn]])
        return seen

    return cards


def _places_of_decks(order: Masks, bonus: NDArray[np.int64], rules: Rules) -> Callable[[Place], Masks]:
    """Places of shuffled decks, (decks, cards): seen cards come from the top, Prizes from the bottom."""
    top = np.bitwise_or.accumulate(order, axis=1)
    size = order.shape[1]

    def cards(place: Place) -> Masks:
        if place.where == "prizes":
            none = np.zeros(len(order), np.uint64)
            bottom: Masks = np.bitwise_or.reduce(order[:, size - rules.prizes :], axis=1, initial=0)
            return bottom if rules.prizes else none
        more = bonus + place.turn if place.where == "turn" else np.zeros_like(bonus)
        seen = rules.hand_size + np.minimum(more, rules.most_bonus_cards(size))
        drawn: Masks = np.take_along_axis(top, seen[:, np.newaxis] - 1, axis=1)[:, 0]
        return drawn

    return cards
