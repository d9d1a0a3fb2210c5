"""What the kernel works on: random states, plans of draws, a player's deck, and its counters."""

from functools import cache
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.random import SFC64, SeedSequence
from numpy.typing import NDArray

from mulliganlab.composition import Composition
from mulliganlab.rules import Rules

__all__ = [
    "BLOCK",
    "LANES",
    "NEAR",
    "Counts",
    "Draw",
    "Draws",
    "Masks",
    "Numbers",
    "Pair",
    "Pairs",
    "Plan",
    "Portion",
    "Ranges",
    "Seat",
    "Side",
    "empty_counts",
    "lane_states",
    "new_seat",
    "opening_plan",
    "plan",
    "side",
]

LANES = 32
"""Generators side by side: four AVX-512 or eight AVX2 registers, an eighth faster than 16 of them."""

BLOCK = 2048
"""Games dealt at a time, so that all arrays of a block stay in the nearest caches: saves a twentieth."""

NEAR = 16
"""Games in which both players fail less often than this are counted in one table."""

MULLIGAN_BINS = 1024
"""Other games are counted by mulligans up to here, beyond 1e-6 of the worst deck there can be."""

CARD_BINS = 65
"""One for each number of cards that a mask can hold."""

CARD_COUNTS = 5
"""What is counted for each named card: the columns of `Counts.cards`."""

DRAWS = 8
"""Draws that one random word serves, four from each half."""

Masks = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Ranges = tuple[np.uint64, ...]
Portion = tuple[Ranges, Ranges | None, tuple[np.uint64, ...]]
"""Ranges of the draws from the low and the high half of a random word, and the halves' floors."""
Plan = tuple[Portion, tuple[Portion, ...] | None]
"""The first portion of cards, and further ones, which all have one shape."""


Draw = np.uint16
Draws = NDArray[np.uint16]
Pair = tuple[Draw, ...]
Pairs = tuple[Pair, ...]
"""Ranges of the draws from 16 random bits, two of them or one, and the floor behind them."""
OpeningPlan = tuple[Pair | None, Pairs | None, int]
"""See `opening_plan`."""


class Side(NamedTuple):
    """One player's deck: Basics are its first cards, then optional starters, then the others.

    Attributes
    ----------
    basics, starts : uint64
        Masks of the Basics, and of all cards that can start.
    outside : uint64
        Mask of the bits that stand for no card.
    most_bonus : int
        Cards left once hand and Prizes are taken.
    hand, prizes : Plan
        How the opening hand is drawn, and the Prizes from the cards that are left.
    hand_size, prize_count : int
        Cards of each.
    """

    basics: np.uint64
    starts: np.uint64
    outside: np.uint64
    most_bonus: int
    hand: Plan
    prizes: Plan
    hand_size: int
    prize_count: int


class Counts(NamedTuple):
    """Where the kernel counts games; every array is int64 and is only ever added to.

    Attributes
    ----------
    joint : (NEAR * NEAR,)
        By failed hands of both players, where both are below NEAR: element NEAR M1 + M2.
        Other games are in the next three alone.
    mulligans, shared : (MULLIGAN_BINS,)
        By failed hands of the first player, and by shared ones; the last is that many or more.
    sums : (4,)
        Sums over the games of those two: mulligans, their squares, shared, their squares.
    received, given : (CARD_BINS,)
        By the bonus cards that the first, and the second, player drew.
    basics_kept : (CARD_BINS,)
        By the Basics in the kept hand of the first player.
    singles : (2,)
        In which just one kept card can start; in which a Basic is among the bonus cards.
    cards : (named cards, CARD_COUNTS)
        In which a named card is in the kept hand, is seen by the first turn, is all that can
        start, has a copy among the Prizes, has every copy there.
    """

    joint: Numbers
    mulligans: Numbers
    shared: Numbers
    sums: Numbers
    received: Numbers
    given: Numbers
    basics_kept: Numbers
    singles: Numbers
    cards: Numbers


class Seat(NamedTuple):
    """A player's place at the table: sets dealt ahead, and the games of a block.

    Attributes
    ----------
    hands, stack : uint64 array
        Opening hands and Prizes dealt ahead.
    places : (2,) int64 array
        The next place in each of them.
    kept, prizes, drawn : (games,) uint64 array
        Kept hand; Prizes, where they were set aside; bonus cards.
    turns : (turns, games) uint64 array
        The card drawn on each turn.
    failed : (games,) int64 array
        Hands that failed before the kept one.
    """

    hands: Masks
    stack: Masks
    places: Numbers
    kept: Masks
    prizes: Masks
    drawn: Masks
    turns: Masks
    failed: Numbers


def new_seat(turns: int = 0) -> Seat:
    """A place at the table with nothing dealt yet, and cards for so many turns."""
    masks = np.zeros((5, BLOCK), np.uint64)
    return Seat(
        hands=masks[0],
        stack=masks[1],
        places=np.array([BLOCK, BLOCK]),
        kept=masks[2],
        prizes=masks[3],
        drawn=masks[4],
        turns=np.zeros((turns, BLOCK), np.uint64),
        failed=np.zeros(BLOCK, np.int64),
    )


def empty_counts(named_cards: int = 0) -> Counts:
    """Counters at zero, for so many named cards."""
    shapes = [NEAR * NEAR, MULLIGAN_BINS, MULLIGAN_BINS, 4, CARD_BINS, CARD_BINS, CARD_BINS, 2]
    return Counts(*(np.zeros(shape, np.int64) for shape in [*shapes, (named_cards, CARD_COUNTS)]))


def lane_states(seed: SeedSequence) -> Masks:
    """Return SFC64 states of all lanes, (4, LANES), as NumPy makes them from the seed's children.

    Examples
    --------
    >>> lane_states(SeedSequence(1)).shape
    (4, 32)
    """
    states = [SFC64(child).state["state"]["state"] for child in seed.spawn(LANES)]
    return np.ascontiguousarray(np.array(states, dtype=np.uint64).T)


def plan(cards: int, chosen: int) -> Plan:
    """How `chosen` of `cards` cards are drawn with as few random words as possible.

    Parameters
    ----------
    cards : int
        Cards to draw from, up to 64.
    chosen : int
        Cards to draw. Of 0 there is a plan too, which deals a card and must not be used:
        the compiled code has no place for a set without a draw.

    Returns
    -------
    Plan
        The ranges cards - chosen + 1 … cards in portions of up to eight.

    Examples
    --------
    >>> (low, high, floors), more = plan(60, 7)
    >>> [int(size) for size in low], [int(size) for size in high], more
    ([54, 55, 56, 57], [58, 59, 60], None)
    """
    chosen = max(chosen, 1)
    sizes = range(max(cards - chosen, 0) + 1, max(cards, chosen) + 1)
    words = -(-chosen // DRAWS)
    each = -(-chosen // words)
    first = chosen - (words - 1) * each
    more = tuple(_portion(sizes[start : start + each]) for start in range(first, chosen, each))
    return _portion(sizes[:first]), more or None


def opening_plan(cards: int, hand: int) -> OpeningPlan:
    """How an opening is dealt card by card from parts of 16 random bits.

    Parameters
    ----------
    cards, hand : int
        Cards of the deck and of the opening.

    Returns
    -------
    alone : tuple or None
        Range and floor of the first card if the hand is odd: fewer words are refused than if
        the odd draw came last.
    pairs : tuple or None
        Two ranges and their floor for each further two cards.
    parts : int
        Parts that an opening takes.

    Examples
    --------
    >>> alone, pairs, parts = opening_plan(60, 7)
    >>> [int(number) for number in alone], [[int(number) for number in pair] for pair in pairs], parts
    ([60, 16], [[59, 58, 518], [57, 56, 1696], [55, 54, 196]], 4)
    """
    sizes = list(range(cards, cards - hand, -1))
    alone = (Draw(sizes[0]), Draw(2**16 % sizes[0])) if hand % 2 else None
    rest = sizes[hand % 2 :]
    pairs = tuple(
        (Draw(one), Draw(other), Draw(2**16 % (one * other)))
        for one, other in zip(rest[::2], rest[1::2], strict=True)
    )
    return alone, pairs or None, -(-hand // 2)


def _portion(sizes: range) -> Portion:
    halves = sizes[: DRAWS // 2], sizes[DRAWS // 2 :]
    low, high = (tuple(np.uint64(size) for size in half) for half in halves)
    # Of the 2^32 values of a half, so many too many fall on some of its results.
    floors = tuple(np.uint64(2**32 % prod(half)) for half in halves)
    return low, high or None, floors


@cache
def side(deck: Composition, rules: Rules) -> Side:
    """Lay out a deck for the kernel.

    Examples
    --------
    >>> from mulliganlab.rules import STANDARD
    >>> int(side(Composition(60, 3), STANDARD).basics)
    7
    """
    left = deck.size - rules.hand_size
    return Side(
        basics=first_cards(deck.basics),
        starts=first_cards(deck.starts(rules)),
        outside=~first_cards(deck.size),
        most_bonus=rules.most_bonus_cards(deck.size),
        hand=plan(deck.size, rules.hand_size),
        prizes=plan(left, rules.prizes),
        hand_size=rules.hand_size,
        prize_count=rules.prizes,
    )


def first_cards(count: int) -> np.uint64:
    """Mask of the first cards of a deck."""
    return np.uint64((1 << count) - 1)
