"""Cards dealt as bit masks, compiled: random words, sets of cards, openings by their Basics.

Functions without hidden state: what they change is among their arguments. A set of cards is a
64-bit mask, bit i for card i of the deck. Generators run in lanes that take the same steps side
by side, so that the compiler can use vector instructions. What must be constant for that, the
number of cards of a hand, is the length of a tuple: Numba compiles a version for each length
when it is first used.
"""

from functools import cache
from typing import Any

import numpy as np

from mulliganlab.compiling import jit, jit_inline, jit_part
from mulliganlab.dealing import LANES, Draw, Draws, Masks, Numbers, Pair, Pairs, Portion, Ranges, opening_plan

__all__ = ["count_bits", "deal", "deposit", "draw_openings", "openings_counter", "random_words"]

STEPS = 4
"""Words that a lane gives while its state is in registers: it gives twice as many openings as one does."""

STRIDE = STEPS * LANES
"""Words that all lanes give at a time."""

OPENINGS = 4096
"""Openings dealt at a time: with 1,024 or 32,768 they take a twentieth longer."""

NO_OPENING = np.uint16(0xFFFF)
"""Stands for the Basics of an opening whose words would favour some hands."""

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_LOW_HALF = np.uint64(0xFFFF_FFFF)
_HALF = np.uint64(32)


@jit_part
def next_word(a: np.uint64, b: np.uint64, c: np.uint64, counter: np.uint64) -> Any:
    """Take one step of SFC64, Doty-Humphrey's generator: the new a, b, c, and the word.

    The counter is not part of a lane: NumPy starts it at 1 for every seed, so all lanes share it,
    which saves a twentieth of an opening's time.
    """
    word = a + b + counter
    mixed = ((c << np.uint64(24)) | (c >> np.uint64(40))) + word
    return b ^ (b >> np.uint64(11)), c + (c << np.uint64(3)), mixed, word


@jit
def random_words(state: Masks, out: Masks) -> None:
    """Fill `out`, a multiple of LANES long, with random words, one of each lane in turn."""
    lanes_a, lanes_b, lanes_c, counter = state[0], state[1], state[2], state[3, 0]
    whole = out.size // STRIDE * STRIDE
    for start in range(0, whole, STRIDE):
        rows = out[start : start + STRIDE]
        for lane in range(LANES):
            a, b, c = lanes_a[lane], lanes_b[lane], lanes_c[lane]
            for step in range(STEPS):
                a, b, c, rows[step * LANES + lane] = next_word(a, b, c, counter + np.uint64(step))
            lanes_a[lane], lanes_b[lane], lanes_c[lane] = a, b, c
        counter += np.uint64(STEPS)
    for start in range(whole, out.size, LANES):
        row = out[start : start + LANES]
        for lane in range(LANES):
            a, b, c = lanes_a[lane], lanes_b[lane], lanes_c[lane]
            lanes_a[lane], lanes_b[lane], lanes_c[lane], row[lane] = next_word(a, b, c, counter)
        counter += _ONE
    state[3, 0] = counter


@jit_part
def add_cards(cards: np.uint64, word: np.uint64, ranges: Ranges) -> Any:
    """Add ``len(ranges)`` random cards to a set, drawn from the low half of a random word.

    Floyd's subset sampling: draw a card below the range; if the set has it already, take the
    last card of the range. With ascending ranges that end at N every set is equally likely.
    Batched ranges (Brackett-Rozinsky and Lemire 2024): the high half of word times range is the
    draw, the low half goes on to the next range. The last low half is returned for the floor.
    """
    rest = word & _LOW_HALF
    for size in ranges:
        product = rest * size
        rest = product & _LOW_HALF
        card = _ONE << (product >> _HALF)
        last = _ONE << (size - _ONE)
        cards |= last if cards & card else card
    return cards, rest


@jit_part
def deal_portion(
    state: Masks,
    first: Ranges,
    second: Ranges | None,
    floors: tuple[np.uint64, np.uint64],
    onto: bool | None,
    out: Masks,
) -> None:
    """Deal up to eight cards with one random word a set: new sets, or onto those in `out`.

    `second` and `onto` are None or not, since Numba compiles a version without the branch for None.
    """
    lanes_a, lanes_b, lanes_c, counter = state[0], state[1], state[2], state[3, 0]
    for start in range(0, out.size, LANES):
        row = out[start : start + LANES]
        for lane in range(LANES):
            a, b, c, word = next_word(lanes_a[lane], lanes_b[lane], lanes_c[lane], counter)
            lanes_a[lane], lanes_b[lane], lanes_c[lane] = a, b, c
            cards = _NONE
            if onto is not None:
                cards = row[lane]
            cards, rest = add_cards(cards, word, first)
            fair = rest >= floors[0]
            if second is not None:
                cards, rest = add_cards(cards, word >> _HALF, second)
                fair &= rest >= floors[1]
            if onto is not None:
                fair &= row[lane] != _NONE
            row[lane] = cards if fair else _NONE
        counter += _ONE
    state[3, 0] = counter


@jit
def deal(state: Masks, first: Portion, more: tuple[Portion, ...] | None, out: Masks) -> None:
    """Fill `out`, a multiple of LANES long, with random sets of as many cards as planned.

    A word whose rest lies below a floor would make some sets likelier than others. It deals the
    empty set, which is no hand: whoever takes hands passes over it.
    """
    deal_portion(state, first[0], first[1], first[2], None, out)
    if more is not None:
        for portion in more:
            deal_portion(state, portion[0], portion[1], portion[2], True, out)


@jit_part
def deposit(cards: Masks, taken: Masks, taken_size: int) -> None:
    """Renumber sets drawn from the cards that are left to numbers of the whole deck.

    Each taken card, in ascending order, moves the cards from its place on up by one. `taken`
    is emptied. Passes over a block vectorise, cards in an inner loop do not: it saves a
    twentieth of a game's time.
    """
    for _ in range(taken_size):
        for i in range(cards.size):
            place = taken[i] & (~taken[i] + _ONE)
            taken[i] ^= place
            cards[i] += cards[i] & ~(place - _ONE)


@jit_part
def count_bits(mask: np.uint64) -> Any:
    """Count the cards of a set. The compiler knows this idiom and uses the processor's own count."""
    pairs = mask - ((mask >> _ONE) & np.uint64(0x5555_5555_5555_5555))
    fours = (pairs & np.uint64(0x3333_3333_3333_3333)) + (
        (pairs >> np.uint64(2)) & np.uint64(0x3333_3333_3333_3333)
    )
    eights = (fours + (fours >> np.uint64(4))) & np.uint64(0x0F0F_0F0F_0F0F_0F0F)
    return np.int64((eights * np.uint64(0x0101_0101_0101_0101)) >> np.uint64(56))


@jit_part
def count_values(values: Draws, counts: Numbers) -> Any:
    """Add to `counts` how many of the values are 0, 1, …; tell how many there were.

    All are compared with one number after another, in 16 bits, so that a register holds many: a
    game takes a fifth less than if they were counted one by one.
    """
    left = values.size
    for number in range(counts.size):
        if left == 0:
            break
        wanted, same = np.uint16(number), np.uint16(0)
        for i in range(values.size):
            same = np.uint16(same + np.uint16(values[i] == wanted))
        counts[number] += int(same)
        left -= int(same)
    return values.size - left


@jit_part
def high(bits: Draw, size: Draw) -> Any:
    """A draw below `size` from 16 bits.

    `low` multiplies once more instead of taking the other half of this product: only products that
    are cut to one half become 16-bit multiplications. With a product of 32 bits for both an opening
    takes twice as long.
    """
    return np.uint16((np.uint32(bits) * np.uint32(size)) >> np.uint32(16))


@jit_part
def low(bits: Draw, size: Draw) -> Any:
    """What a draw below `size` leaves of its 16 bits."""
    return np.uint16(np.uint32(bits) * np.uint32(size))


@jit_part
def leave_out_after(found: Draws, openings: int) -> None:
    """Keep no more than so many openings."""
    for i in range(found.size):
        openings -= found[i] != NO_OPENING
        found[i] = found[i] if openings >= 0 else NO_OPENING


@jit_inline
def draw_openings(bits: Draws, basics: Draw, alone: Pair | None, pairs: Pairs | None, found: Draws) -> None:
    """Fill `found` with the Basics of openings, or NO_OPENING.

    Cards are drawn one by one: the first of the cards that are left are the Basics that are left,
    so a draw below their number takes one. All is done in 16 bits, four times as many lanes as
    words have, which is more than twice as fast as masks whose Basics are counted.

    Parameters
    ----------
    bits : (parts * openings,) uint16
        Random bits, part after part, in each a number for every opening.
    basics : uint16
        Basics of the deck.
    alone, pairs
        See `opening_plan`.
    found : (openings,) uint16
        Written.
    """
    for i in range(found.size):
        left, place, fair = basics, i, True
        if alone is not None:
            left = np.uint16(left - np.uint16(high(bits[place], alone[0]) < left))
            fair = low(bits[place], alone[0]) >= alone[1]
            place += found.size
        if pairs is not None:
            for one, other, floor in pairs:
                rest = low(bits[place], one)
                left = np.uint16(left - np.uint16(high(bits[place], one) < left))
                left = np.uint16(left - np.uint16(high(rest, other) < left))
                fair &= low(rest, other) >= floor
                place += found.size
        found[i] = np.uint16(basics - left) if fair else NO_OPENING


@cache
def openings_counter(cards: int, hand: int) -> Any:
    """Compile the counting of openings for one size of deck and hand.

    Returns ``count(state, basics, openings, counts)``, which deals exactly so many openings and
    counts them by their Basics. The ranges are constants of the compiler here: it finds the
    16-bit multiplications then, which is half of the speed.
    """
    alone, pairs, parts = opening_plan(cards, hand)
    words_needed = parts * OPENINGS // 4

    @jit
    def count(state: Masks, basics: Draw, openings: int, counts: Numbers) -> None:
        words, found = np.empty(words_needed, np.uint64), np.empty(OPENINGS, np.uint16)
        bits = words.view(np.uint16)
        while openings > 0:
            random_words(state, words)
            draw_openings(bits, basics, alone, pairs, found)
            if openings < OPENINGS:
                leave_out_after(found, openings)
            openings -= count_values(found, counts)

    return count
