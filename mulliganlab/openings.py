"""Opening hands alone, a billion a second: how many Basics each has, mulligan or not."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import starmap
from operator import methodcaller

import numpy as np
from numpy.random import SeedSequence

from mulliganlab.arguments import whole_number
from mulliganlab.composition import Composition
from mulliganlab.dealing import Draw, lane_states
from mulliganlab.executing import add_up
from mulliganlab.kernel import openings_counter
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.simulation import fresh_seed
from mulliganlab.tally import CountTally

__all__ = ["BATCH_OPENINGS", "OpeningBatch", "Openings", "deal_batch", "deal_openings"]

BATCH_OPENINGS = 1 << 25
"""Openings of a batch. Together with the lanes it decides which openings a seed means."""


@dataclass(frozen=True)
class OpeningBatch:
    """Some openings of one deck, with all that is needed to deal them anywhere.

    Attributes
    ----------
    cards, hand, basics : int
        Cards of the deck, of an opening, and Basics in the deck.
    openings, seed, index : int
        How many openings, the root seed, and which batch of it.
    """

    cards: int
    hand: int
    basics: int
    openings: int
    seed: int
    index: int

    def seeds(self) -> SeedSequence:
        """Seed of this batch: the key names what is dealt, and which batch it is."""
        return SeedSequence(self.seed, spawn_key=(self.cards, self.hand, self.basics, self.index))


@dataclass(frozen=True)
class Openings:
    """Openings by their Basics, the seed that repeats them, and whether they were stopped early."""

    tally: CountTally
    seed: int
    stopped: bool = False


def deal_batch(batch: OpeningBatch) -> CountTally:
    """Deal the openings of a batch and count them by their Basics.

    Examples
    --------
    >>> deal_batch(OpeningBatch(60, 7, 8, openings=1000, seed=1, index=0)).at_least(0)
    1000
    """
    found = np.zeros(batch.hand + 1, np.int64)
    count = openings_counter(batch.cards, batch.hand)
    count(lane_states(batch.seeds()), Draw(batch.basics), batch.openings, found)
    basics = np.arange(found.size)
    return CountTally(found, int(found @ basics), int(found @ basics**2))


def deal_openings(
    deck: Composition,
    rules: Rules = STANDARD,
    *,
    openings: int = 1_000_000_000,
    seed: int | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Openings:
    """Deal opening hands, kept or not, and count them by their Basics.

    Parameters
    ----------
    deck : Composition
        The deck.
    rules : Rules
        They say how many cards a hand has.
    openings : int
        How many, at least 1.
    seed : int, optional
        Same seed, same counts; a fresh one is drawn when absent.
    jobs, executor, progress
        See `mulliganlab.simulate`.

    Returns
    -------
    Openings
        After Ctrl-C it holds the openings that were dealt and says that it was stopped.

    Examples
    --------
    >>> dealt = deal_openings(Composition(60, 8), openings=1_000_000, seed=1)
    >>> round(dealt.tally.grouped(2)[0] / 1_000_000, 2)
    0.35
    """
    openings = whole_number("openings", openings, 1)
    seed = fresh_seed() if seed is None else whole_number("seed", seed, 0)
    rules.require_room(deck.size)

    def batch(index: int, start: int) -> OpeningBatch:
        number = min(BATCH_OPENINGS, openings - start)
        return OpeningBatch(deck.size, rules.hand_size, deck.basics, number, seed, index)

    batches = starmap(batch, enumerate(range(0, openings, BATCH_OPENINGS)))
    nothing = deal_batch(OpeningBatch(deck.size, rules.hand_size, deck.basics, 0, seed, 0))
    dealt, stopped = add_up(
        deal_batch,
        batches,
        nothing,
        jobs=jobs,
        executor=executor,
        progress=progress,
        size=methodcaller("at_least", 0),
    )
    return Openings(dealt, seed, stopped)
