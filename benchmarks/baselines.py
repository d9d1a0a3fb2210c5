"""Openings dealt as a good user of Python, NumPy or Numba would: what the kernel is compared with.

Each deals so many openings of 7 from 60 cards, 8 of them Basics, and counts them by their Basics.
"""

import random
from typing import Any

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from mulliganlab.compiling import jit

__all__ = [
    "BASICS",
    "CARDS",
    "HAND",
    "numba_partial_shuffle",
    "numba_shuffle",
    "numpy_argpartition",
    "numpy_hypergeometric",
    "numpy_permuted",
    "random_sample",
]

CARDS, HAND, BASICS = 60, 7, 8

BLOCK = 4096
"""Openings of a block of NumPy, the fastest size where this was measured."""

GENERATOR = default_rng()

Counts = NDArray[np.int64]


def random_sample(openings: int) -> list[int]:
    """The standard library: a sample of the deck, whose Basics are ones."""
    deck = [1] * BASICS + [0] * (CARDS - BASICS)
    counts = [0] * (HAND + 1)
    for _ in range(openings):
        counts[sum(random.sample(deck, HAND))] += 1
    return counts


def _in_blocks(openings: int, basics_of: Any) -> Counts:
    counts = np.zeros(HAND + 1, np.int64)
    for start in range(0, openings, BLOCK):
        counts += np.bincount(basics_of(min(BLOCK, openings - start)), minlength=HAND + 1)
    return counts


def numpy_permuted(openings: int) -> Counts:
    """NumPy: the decks of a block shuffled at once, in their place, a byte for each card."""
    decks = np.tile(np.arange(CARDS, dtype=np.int8) < BASICS, (min(BLOCK, openings), 1))

    def basics_of(number: int) -> NDArray[Any]:
        GENERATOR.permuted(decks[:number], axis=1, out=decks[:number])
        return np.asarray(decks[:number, :HAND].sum(axis=1))

    return _in_blocks(openings, basics_of)


def numpy_argpartition(openings: int) -> Counts:
    """NumPy: a random key for each card, the hand is where the smallest are.

    Keys of 32 bits take half the time of those of 64. Two of a deck are equal once in 2.4 million.
    """

    def basics_of(number: int) -> NDArray[Any]:
        keys = GENERATOR.integers(0, 2**32, (number, CARDS), dtype=np.uint32)
        hands = np.argpartition(keys, HAND - 1, axis=1)[:, :HAND]
        return np.asarray((hands < BASICS).sum(axis=1))

    return _in_blocks(openings, basics_of)


def numpy_hypergeometric(openings: int) -> Counts:
    """NumPy: the number of Basics from their law, without a hand."""
    return _in_blocks(openings, lambda n: GENERATOR.hypergeometric(BASICS, CARDS - BASICS, HAND, n))


@jit
def numba_shuffle(openings: int) -> Any:
    """Numba: the whole deck shuffled for each opening."""
    deck, counts = np.arange(CARDS), np.zeros(HAND + 1, np.int64)
    for _ in range(openings):
        np.random.shuffle(deck)  # noqa: NPY002, three times as fast as a Generator
        counts[(deck[:HAND] < BASICS).sum()] += 1
    return counts


@jit
def numba_partial_shuffle(openings: int) -> Any:
    """Numba: only the first cards shuffled, as much of Fisher and Yates as a hand needs."""
    deck, counts = np.arange(CARDS), np.zeros(HAND + 1, np.int64)
    for _ in range(openings):
        basics = 0
        for place in range(HAND):
            other = np.random.randint(place, CARDS)  # noqa: NPY002, as above
            card = deck[other]
            deck[other] = deck[place]
            deck[place] = card
            basics += card < BASICS
        counts[basics] += 1
    return counts
