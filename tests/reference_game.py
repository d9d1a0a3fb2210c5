"""The set-up played by the book with arrays of cards, and with every fault that a check must find.

Slow, plain and independent: decks are gathered, shuffled card by card and dealt from the top,
rounds are played as the rulebook tells them, bonus cards come off the deck below the Prizes.
"""

from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from mulliganlab.composition import Composition
from mulliganlab.rules import Rules
from mulliganlab.tally import CountTally, Tally

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

TABLES = 1 << 14
"""Games played side by side."""

COUNTED = 256
"""Counts of a histogram, far more than a game ever has."""


@dataclass(frozen=True)
class Faults:
    """What may go wrong; nothing does by default."""

    biased_shuffle: bool = False
    failed_hands_kept: float = 0.0
    shared_mulligans_paid: bool = False
    bonus_from_whole_deck: bool = False


class Decks:
    """One deck at each of many tables: cards by place and table, Basics first, then starters."""

    def __init__(self, deck: Composition, rules: Rules, faults: Faults, rng: Generator) -> None:
        self.deck, self.rules, self.faults, self.rng = deck, rules, faults, rng
        self.cards = np.empty((deck.size, TABLES), np.uint8)

    def gather(self, tables: Numbers) -> None:
        self.cards[:, tables] = np.arange(self.deck.size, dtype=np.uint8)[:, np.newaxis]

    def shuffle(self, tables: Numbers, start: int, stop: int) -> None:
        """Put a random card of those below on each place from start to stop: Fisher and Yates."""
        for place in range(start, stop):
            left = self.deck.size - place
            if self.faults.biased_shuffle:  # a byte's remainder: the first cards come too often
                below = self.rng.integers(256, size=tables.size) % left
            else:
                below = self.rng.integers(left, size=tables.size)
            other = place + below
            top = self.cards[place, tables]
            self.cards[place, tables] = self.cards[other, tables]
            self.cards[other, tables] = top

    def deal_hands(self, waiting: Flags) -> Flags:
        """Deal new hands at some tables; tell where they fail."""
        tables = np.flatnonzero(waiting)
        self.gather(tables)
        self.shuffle(tables, 0, self.rules.hand_size)
        fails = np.zeros(TABLES, np.bool_)
        fails[tables] = self.count(self.deck.starts(self.rules))[tables] == 0
        return fails

    def count(self, below: int) -> Numbers:
        """Count the cards of each hand that are among the first of the deck."""
        counts: Numbers = (self.cards[: self.rules.hand_size] < below).sum(axis=0)
        return counts

    def draw_bonus(self, bonus: Numbers) -> Flags:
        """Set Prizes aside, then draw the bonus cards: where is a Basic among them."""
        first = self.rules.hand_size + self.rules.prizes
        drawing = np.flatnonzero(bonus)
        if self.faults.bonus_from_whole_deck:
            first = 0
            self.gather(drawing)
        else:
            self.shuffle(drawing, self.rules.hand_size, first)
        basic = np.zeros(TABLES, np.bool_)
        for number in range(int(bonus.max())):
            tables = np.flatnonzero(bonus > number)
            self.shuffle(tables, first + number, first + number + 1)
            basic[tables] |= self.cards[first + number, tables] < self.deck.basics
        return basic


def play_by_the_book(
    deck: Composition,
    opponent: Composition,
    rules: Rules,
    games: int,
    seed: int,
    faults: Faults | None = None,
) -> Tally:
    """Play at least so many games."""
    rng = default_rng(seed)
    own = Decks(deck, rules, faults or Faults(), rng)
    other = Decks(opponent, rules, faults or Faults(), rng)
    return reduce(add, (_play_tables(own, other) for _ in range(0, games, TABLES)))


def _play_tables(own: Decks, other: Decks) -> Tally:
    own_failed, other_failed, shared, own_extra, other_extra = np.zeros((5, TABLES), np.int64)
    own_waits = other_waits = np.ones(TABLES, np.bool_)
    while own_waits.any() or other_waits.any():
        own_fails, other_fails = own.deal_hands(own_waits), other.deal_hands(other_waits)
        own_failed += own_fails
        other_failed += other_fails
        shared += own_fails & other_fails
        own_extra += own_fails & ~other_fails
        other_extra += other_fails & ~own_fails
        lenient = own.rng.random(TABLES) < own.faults.failed_hands_kept
        own_waits, other_waits = own_fails & ~lenient, other_fails & ~lenient
    received, given = _bonus(own, other_extra, shared), _bonus(other, own_extra, shared)
    # The hand is counted before bonus cards are drawn, which a fault may take from a deck with it.
    kept, starting = own.count(own.deck.basics), own.count(own.deck.starts(own.rules))
    joint = np.zeros((16, 16), np.int64)
    near = (own_failed < 16) & (other_failed < 16)
    np.add.at(joint, (own_failed[near], other_failed[near]), 1)
    return Tally(
        games=TABLES,
        joint=joint,
        mulligans=_counted(own_failed),
        shared_mulligans=_counted(shared),
        bonus_received=_counted(received),
        bonus_given=_counted(given),
        basics_kept=_counted(kept),
        lone_basic=int((starting == 1).sum()),
        bonus_basic=int(own.draw_bonus(received).sum()),
        cards=np.zeros((0, 5), np.int64),
    )


def _bonus(receiver: Decks, extra: Numbers, shared: Numbers) -> Numbers:
    paid = extra + shared if receiver.faults.shared_mulligans_paid else extra
    rules = receiver.rules
    left = receiver.deck.size - rules.hand_size - rules.prizes
    bonus: Numbers = np.minimum(rules.bonus_per_mulligan * paid, left)
    return bonus


def _counted(counts: Numbers) -> CountTally:
    games = np.bincount(counts, minlength=COUNTED)
    assert games.size == COUNTED
    return CountTally(games, int(counts.sum()), int((counts**2).sum()))
