"""All compiled code: shuffled set-ups dealt as bit masks. Pure functions of states and numbers.

A set of cards is a 64-bit mask, bit i for card i of the deck. Generators run in lanes
that take the same steps side by side, so that the compiler can use vector instructions.
What is constant for the compiler, the number of cards of a hand, is the length of a
tuple: Numba compiles a version for each length when it is first used.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from mulliganlab.dealing import LANES, NEAR, Counts, Masks, Numbers, Plan, Portion, Ranges, Side

__all__ = ["CACHED", "deal", "play", "random_words"]

BLOCK = 1024
"""Hands dealt at a time, so that all arrays of a block stay in the nearest caches."""

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_LOW_HALF = np.uint64(0xFFFF_FFFF)
_HALF = np.uint64(32)
_CARD_BITS = np.uint64(63)


def _compiled(function: Callable[..., Any], *, cache: bool = True) -> Any:
    return njit(function, cache=cache, nogil=True, error_model="numpy")


def _probe(x: int) -> int:
    return x


try:
    _compiled(_probe)
    CACHED = True
except RuntimeError:  # neither the package nor the user's cache folder can be written
    CACHED = False


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function; keep the result on disk where that is possible."""
    return _compiled(function, cache=CACHED)


@jit
def next_word(a: Masks, b: Masks, c: Masks, lane: int, counter: np.uint64) -> Any:
    """Take one step of SFC64, Doty-Humphrey's generator, in one lane: its word.

    The counter is not an array: NumPy starts it at 1 for every seed, so it is the same in all lanes.
    """
    word = a[lane] + b[lane] + counter
    a[lane] = b[lane] ^ (b[lane] >> np.uint64(11))
    b[lane] = c[lane] + (c[lane] << np.uint64(3))
    c[lane] = ((c[lane] << np.uint64(24)) | (c[lane] >> np.uint64(40))) + word
    return word


@jit
def random_words(state: Masks, out: Masks) -> None:
    """Fill `out`, a multiple of LANES long, with random words, one of each lane in turn."""
    a, b, c, counter = state[0], state[1], state[2], state[3, 0]
    for start in range(0, out.size, LANES):
        row = out[start : start + LANES]
        for lane in range(LANES):
            row[lane] = next_word(a, b, c, lane, counter)
        counter += _ONE
    state[3, 0] = counter


@jit
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


@jit
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
    a, b, c, counter = state[0], state[1], state[2], state[3, 0]
    for start in range(0, out.size, LANES):
        row = out[start : start + LANES]
        for lane in range(LANES):
            word = next_word(a, b, c, lane, counter)
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


@jit
def deposit(cards: Masks, taken: Masks, count: int, taken_size: int) -> None:
    """Renumber sets drawn from the cards that are left to numbers of the whole deck.

    Each taken card, in ascending order, moves the cards from its place on up by one. `taken`
    is emptied. Passes over a block, rather than cards in an inner loop, so that they vectorise.
    """
    for _ in range(taken_size):
        for i in range(count):
            place = taken[i] & (~taken[i] + _ONE)
            taken[i] ^= place
            cards[i] += cards[i] & ~(place - _ONE)


@jit
def draw(state: Masks, words: Masks, place: int, taken: np.uint64, number: int) -> Any:
    """Draw single cards that are not taken: each of them is equally likely.

    Six bits of a random byte name a card; a card that is not there is passed over.
    Returns the taken cards afterwards and the next place among the bytes of `words`.
    """
    while number > 0:
        if place == 8 * words.size:
            random_words(state, words)
            place = 0
        byte = words[place >> 3] >> np.uint64(8 * (place & 7))
        place += 1
        card = _ONE << (byte & _CARD_BITS)
        if not taken & card:
            taken |= card
            number -= 1
    return taken, place


@jit
def count_bits(mask: np.uint64) -> Any:
    """Count the cards of a set. The compiler knows this idiom and uses the processor's own count."""
    pairs = mask - ((mask >> _ONE) & np.uint64(0x5555_5555_5555_5555))
    fours = (pairs & np.uint64(0x3333_3333_3333_3333)) + (
        (pairs >> np.uint64(2)) & np.uint64(0x3333_3333_3333_3333)
    )
    eights = (fours + (fours >> np.uint64(4))) & np.uint64(0x0F0F_0F0F_0F0F_0F0F)
    return np.int64((eights * np.uint64(0x0101_0101_0101_0101)) >> np.uint64(56))


@jit
def keep_hands(
    state: Masks, plan: Plan, starts: np.uint64, hands: Masks, place: int, kept: Masks, failed: Numbers
) -> Any:
    """Fill `kept` with a player's kept hands, and `failed` with how many hands failed before each.

    Hands come from the buffer `hands`, from `place` on, dealt anew when it is used up; the next
    place is returned. No branch depends on a card: a mispredicted one costs more than the loop.
    """
    game = 0
    failures = 0
    while game < kept.size:
        if place == hands.size:
            deal(state, plan[0], plan[1], hands)
            place = 0
        while game < kept.size and place < hands.size:
            hand = hands[place]
            place += 1
            kept[game] = hand
            failed[game] = failures
            starting = (hand & starts) != _NONE
            failures = 0 if starting else failures + (hand != _NONE)
            game += starting
    return place


@jit
def make_hands(
    state: Masks, words: Masks, place: int, side: Side, limit: int, kept: Masks, failed: Numbers
) -> Any:
    """Make the hand of each player who reached the mulligan limit: one Basic, then other cards.

    The hands that `keep_hands` dealt beyond the limit are put back unseen.
    """
    for game in range(kept.size):
        if failed[game] >= limit:
            failed[game] = limit
            basic, place = draw(state, words, place, ~side.basics, 1)
            basic &= side.basics
            hand, place = draw(state, words, place, side.outside | basic, side.hand_size - 1)
            kept[game] = hand & ~side.outside
    return place


@jit
def net_bonus(extra: Numbers, other: Numbers, step: int, most: int, bonus: Numbers) -> None:
    """Bonus cards of a player whose opponent failed `extra` times, and who failed `other` times.

    Rounds in which both failed are shared and pay nothing.
    """
    for game in range(bonus.size):
        shared = min(extra[game], other[game])
        bonus[game] = min(step * (extra[game] - shared), most)


@jit
def finish(
    state: Masks,
    side: Side,
    words: Masks,
    places: Numbers,
    stack: Masks,
    kept: Masks,
    bonus: Numbers,
    every: bool,
    prizes: Masks,
    drawn: Masks,
    turn: Masks,
    cards_drawn: Numbers,
) -> None:
    """Set Prizes aside, draw bonus cards and, with `every`, the card of the first turn.

    Without `every` only players who draw bonus cards are looked at: no one asks for the Prizes
    of the others. `places` are the next places in `stack`, a buffer of Prizes, and in `words`.
    """
    games = np.empty(kept.size, np.int64)
    count = 0
    for game in range(kept.size):
        games[count] = game
        count += every or bonus[game] > 0
    aside = np.zeros(count, np.uint64)
    if side.prize_count > 0:
        no_failures = np.empty(count, np.int64)
        places[0] = keep_hands(state, side.prizes, _ALL, stack, places[0], aside, no_failures)
        deposit(aside, kept[games[:count]], count, side.hand_size)
    place = places[1]
    for i in range(count):
        game = games[i]
        prizes[game] = aside[i]
        gone = kept[game] | aside[i] | side.outside
        after, place = draw(state, words, place, gone, bonus[game])
        drawn[game] = after ^ gone
        if bonus[game] > 0:
            cards_drawn[count_bits(drawn[game])] += 1
        if every and bonus[game] < side.most_bonus:
            final, place = draw(state, words, place, after, 1)
            turn[game] = final ^ after
    places[1] = place


@jit
def count_failures(failed: Numbers, other: Numbers, counts: Counts) -> None:
    """Count games by the failed hands of both players."""
    end = counts.mulligans.size - 1
    for game in range(failed.size):
        own, shared = failed[game], min(failed[game], other[game])
        if own < NEAR and other[game] < NEAR:
            counts.joint[own, other[game]] += 1
        else:
            counts.mulligans[min(own, end)] += 1
            counts.shared[min(shared, end)] += 1
            counts.sums[0] += own
            counts.sums[1] += own * own
            counts.sums[2] += shared
            counts.sums[3] += shared * shared


@jit
def count_kept(side: Side, kept: Masks, drawn: Masks, counts: Counts) -> None:
    """Count Basics in kept hands, hands with one card that can start, bonus cards with a Basic."""
    lone = 0
    basic_drawn = 0
    for game in range(kept.size):
        lone += count_bits(kept[game] & side.starts) == 1
        basic_drawn += (drawn[game] & side.basics) != _NONE
    counts.singles[0] += lone
    counts.singles[1] += basic_drawn
    for game in range(kept.size):
        counts.basics_kept[count_bits(kept[game] & side.basics)] += 1


@jit
def count_cards(
    names: Masks, starts: np.uint64, kept: Masks, seen: Masks, prizes: Masks, cards: Numbers
) -> None:
    """Count where the copies of each named card are; see `Counts.cards`."""
    for i in range(names.size):
        name = names[i]
        in_hand = in_sight = only = prized = all_prized = 0
        for game in range(kept.size):
            in_hand += (kept[game] & name) != _NONE
            in_sight += (seen[game] & name) != _NONE
            starting = kept[game] & starts
            only += (starting != _NONE) & ((starting & ~name) == _NONE)
            prized += (prizes[game] & name) != _NONE
            all_prized += (prizes[game] & name) == name
        cards[i, 0] += in_hand
        cards[i, 1] += in_sight
        cards[i, 2] += only
        cards[i, 3] += prized
        cards[i, 4] += all_prized


@jit
def play(
    state: Masks, first: Side, second: Side, step: int, limit: int, names: Masks, games: int, counts: Counts
) -> None:
    """Play `games` set-ups of two players and count what happened.

    Parameters
    ----------
    state : (4, LANES) uint64
        SFC64 states, moved on.
    first, second : Side
        The players' decks; cards are counted for the first.
    step : int
        Bonus cards for each extra mulligan of the opponent.
    limit : int
        The mulligan limit, or -1.
    names : (named cards,) uint64
        Masks of the named cards to be counted; with none, Prizes that nobody asks for stay unset.
    games : int
        How many.
    counts : Counts
        Added to.
    """
    every = names.size > 0
    hands1, hands2 = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint64)
    stack1, stack2 = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint64)
    words = np.empty(BLOCK, np.uint64)
    place1 = place2 = BLOCK
    places1 = np.array([BLOCK, 8 * BLOCK])
    places2 = places1.copy()
    while games > 0:
        size = min(games, BLOCK)
        kept1, kept2 = np.empty(size, np.uint64), np.empty(size, np.uint64)
        failed1, failed2 = np.empty(size, np.int64), np.empty(size, np.int64)
        place1 = keep_hands(state, first.hand, first.starts, hands1, place1, kept1, failed1)
        place2 = keep_hands(state, second.hand, second.starts, hands2, place2, kept2, failed2)
        if limit >= 0:
            places1[1] = make_hands(state, words, places1[1], first, limit, kept1, failed1)
            places1[1] = make_hands(state, words, places1[1], second, limit, kept2, failed2)
        bonus = np.empty(size, np.int64)
        prizes, drawn, turn = np.zeros((3, size), np.uint64)
        net_bonus(failed1, failed2, step, second.most_bonus, bonus)
        places2[1] = places1[1]
        finish(state, second, words, places2, stack2, kept2, bonus, False, prizes, drawn, turn, counts.given)
        places1[1] = places2[1]
        net_bonus(failed2, failed1, step, first.most_bonus, bonus)
        drawn[:] = 0
        finish(
            state, first, words, places1, stack1, kept1, bonus, every, prizes, drawn, turn, counts.received
        )
        count_failures(failed1, failed2, counts)
        count_kept(first, kept1, drawn, counts)
        if every:
            count_cards(names, first.starts, kept1, kept1 | drawn | turn, prizes, counts.cards)
        games -= size
