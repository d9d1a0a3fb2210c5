"""Sets of cards from random words in plain whole numbers: what the compiled code must deal, bit for bit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from mulliganlab.dealing import LANES, opening_plan, plan
from mulliganlab.kernel import NO_OPENING, deal, draw_openings, random_words

Masks = NDArray[np.uint64]
WORD = 1 << 64
HALF_BITS = 32
PART_BITS = 16


@dataclass
class Sfc64:
    """Doty-Humphrey's generator, step by step."""

    a: int
    b: int
    c: int
    counter: int

    def word(self) -> int:
        word = (self.a + self.b + self.counter) % WORD
        self.counter += 1
        self.a = self.b ^ (self.b >> 11)
        self.b = (self.c + (self.c << 3)) % WORD
        self.c = (((self.c << 24) | (self.c >> 40)) + word) % WORD
        return word


def words_of(state: Masks) -> Iterator[int]:
    """Words of a state's lanes, one of each lane in turn."""
    lanes = [Sfc64(*(int(number) for number in state[:, lane])) for lane in range(state.shape[1])]
    while True:
        yield from [lane.word() for lane in lanes]


def batched_draws(number: int, ranges: Sequence[int], bits: int) -> list[int] | None:
    """Draw below each of the ranges from one number of so many bits; None where it is rejected.

    Number times the product of the ranges is cut into a quotient, whose digits in mixed radix
    are the draws, and a remainder, which is too small for `2**bits mod product` numbers too many.
    """
    product = prod(ranges)
    quotient, remainder = divmod(number * product, 1 << bits)
    if remainder < (1 << bits) % product:
        return None
    draws: list[int] = []
    for size in reversed(ranges):
        quotient, draw = divmod(quotient, size)
        draws.insert(0, draw)
    return draws


def floyd(draws: Sequence[int], ranges: Sequence[int], cards: int = 0) -> int:
    """Add a card for each draw; the last of its range, where the set already has the one drawn."""
    for draw, size in zip(draws, ranges, strict=True):
        card = 1 << draw
        cards |= (1 << (size - 1)) if cards & card else card
    return cards


def portions(cards: int, chosen: int) -> list[list[list[int]]]:
    """Ranges of a plan: of each word, of each of its halves."""
    first, more = plan(cards, chosen)
    return [
        [[int(size) for size in half] for half in portion[:2] if half is not None]
        for portion in (first, *(more or ()))
    ]


def reference_sets(words: Iterator[int], cards: int, chosen: int, count: int) -> list[int]:
    """Deal `count` sets as planned, a word of each set in turn; a rejected word leaves it empty."""
    sets: list[int | None] = [0] * count
    for halves in portions(cards, chosen):
        for place in range(count):
            word = next(words)
            for index, ranges in enumerate(halves):
                half = (word >> (HALF_BITS * index)) % (1 << HALF_BITS)
                draws = batched_draws(half, ranges, HALF_BITS)
                before = sets[place]
                sets[place] = None if draws is None or before is None else floyd(draws, ranges, before)
    return [dealt or 0 for dealt in sets]


def reference_opening(parts: Sequence[int], cards: int, hand: int, basics: int) -> int | None:
    """Basics of an opening taken card by card off a deck; None where a part of its bits is rejected.

    The first part draws one card if the hand is odd, each other part two.
    """
    sizes = list(range(cards, cards - hand, -1))
    draws_of_parts = [sizes[:1]] if hand % 2 else []
    draws_of_parts += [list(two) for two in zip(sizes[hand % 2 :: 2], sizes[hand % 2 + 1 :: 2], strict=True)]
    opening: list[int] = []
    for part, ranges in zip(parts, draws_of_parts, strict=True):
        draws = batched_draws(part, ranges, PART_BITS)
        if draws is None:
            return None
        opening += draws
    return taken_off(opening, cards, basics)


def taken_off(draws: Sequence[int], cards: int, basics: int) -> int:
    """Basics among cards that are taken off a deck one by one."""
    deck = [True] * basics + [False] * (cards - basics)
    return sum(deck.pop(draw) for draw in draws)


def dealt_openings(bits: NDArray[np.uint16], cards: int, hand: int, basics: int) -> list[int | None]:
    """Basics of openings as the compiled code deals them; None where it refuses one."""
    alone, pairs, parts = opening_plan(cards, hand)
    assert bits.shape[0] == parts
    found = np.empty(bits.shape[1], np.uint16)
    draw_openings(np.ascontiguousarray(bits).ravel(), np.uint16(basics), alone, pairs, found)
    return [None if number == NO_OPENING else number for number in found.tolist()]


def dealt_sets(state: Masks, cards: int, chosen: int, count: int) -> Masks:
    """Sets as the compiled code deals them."""
    out = np.empty(count, np.uint64)
    deal(state, *plan(cards, chosen), out)
    return out


def dealt_words(state: Masks, count: int) -> Masks:
    """Words as the compiled code makes them."""
    out = np.empty(count, np.uint64)
    random_words(state, out)
    return out


def state_before(first: Sequence[int], second: Sequence[int] | None = None) -> Masks:
    """State of which the next words are these, one for each lane, and then those."""
    counter = 1
    state = np.zeros((4, LANES), np.uint64)
    state[0] = [(word - counter) % WORD for word in first]
    if second is not None:
        # With b = 0 the next step adds 0, nine times c, and the counter.
        ninth = pow(9, -1, WORD)
        state[2] = [(word - counter - 1) * ninth % WORD for word in second]
    state[3] = counter
    return state
