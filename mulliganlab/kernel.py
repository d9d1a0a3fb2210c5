"""All compiled code: shuffled set-ups dealt as bit masks. Pure functions of states and numbers.

A set of cards is a 64-bit mask, bit i for card i of the deck. Generators run in lanes
that take the same steps side by side, so that the compiler can use vector instructions.
What is constant for the compiler, the number of cards of a hand, is the length of a
tuple: Numba compiles a version for each length when it is first used.
"""

from typing import Any

import numpy as np

from mulliganlab.compiling import jit
from mulliganlab.dealing import BLOCK, LANES, NEAR, Counts, Masks, Numbers, Plan, Portion, Ranges, Seat, Side

__all__ = ["deal", "play", "play_block", "random_words"]

STEPS = 4
"""Words that a lane gives at a time, while its state is in registers."""

STRIDE = STEPS * LANES
"""Words that all lanes give at a time: three in five more than one by one."""

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_LOW_HALF = np.uint64(0xFFFF_FFFF)
_HALF = np.uint64(32)
_SIX_BITS = np.uint64(58)


@jit
def next_word(a: np.uint64, b: np.uint64, c: np.uint64, counter: np.uint64) -> Any:
    """Take one step of SFC64, Doty-Humphrey's generator: the new a, b, c, and the word.

    The counter is not part of a lane: NumPy starts it at 1 for every seed, so all lanes share it.
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


@jit
def deposit(cards: Masks, taken: Masks, taken_size: int) -> None:
    """Renumber sets drawn from the cards that are left to numbers of the whole deck.

    Each taken card, in ascending order, moves the cards from its place on up by one. `taken`
    is emptied. Passes over a block, rather than cards in an inner loop, so that they vectorise.
    """
    for _ in range(taken_size):
        for i in range(cards.size):
            place = taken[i] & (~taken[i] + _ONE)
            taken[i] ^= place
            cards[i] += cards[i] & ~(place - _ONE)


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
    game: Any = np.uint64(0)
    failures = 0
    while game < np.uint64(kept.size):
        if place == hands.size:
            deal(state, plan[0], plan[1], hands)
            place = 0
        # A hand ends one game at the most, so that no game needs a check of its own.
        end: Any = min(hands.size, place + kept.size - np.int64(game))
        for i in range(place, end):
            hand = hands[i]
            kept[game] = hand
            failed[game] = failures
            starting = (hand & starts) != _NONE
            failures = 0 if starting else failures + (hand != _NONE)
            game += np.uint64(starting)
        place = end
    return place


@jit
def draw(state: Masks, seat: Seat, size: int) -> None:
    """Draw `number` single cards in each game from those that are not `gone`.

    Six bits of a random word name a card. If it is gone the game waits for the next round, so
    each card that is left is equally likely. No branch depends on a card.
    """
    count = np.uint64(0)
    for game in range(size):
        seat.waiting[count] = game
        count += np.uint64(seat.number[game] > 0)
    while count > 0:
        rounds = np.int64(count)
        random_words(state, seat.words[: -(-rounds // LANES) * LANES])
        count = np.uint64(0)
        for i in range(rounds):
            game = seat.waiting[i]
            card = _ONE << (seat.words[i] >> _SIX_BITS)
            seat.number[game] -= (seat.gone[game] & card) == _NONE
            seat.gone[game] |= card
            seat.waiting[count] = game
            count += np.uint64(seat.number[game] > 0)


@jit
def make_hands(state: Masks, side: Side, limit: int, seat: Seat, size: int) -> None:
    """Make the hand of each player who reached the mulligan limit: one Basic, then other cards.

    The hands that `keep_hands` dealt beyond the limit are put back unseen.
    """
    for game in range(size):
        seat.number[game] = seat.failed[game] >= limit
        seat.gone[game] = ~side.basics
    draw(state, seat, size)
    for game in range(size):
        seat.number[game] = (side.hand_size - 1) * (seat.failed[game] >= limit)
        seat.gone[game] = (seat.gone[game] & side.basics) | side.outside
    draw(state, seat, size)
    for game in range(size):
        if seat.failed[game] >= limit:
            seat.failed[game] = limit
            seat.kept[game] = seat.gone[game] & ~side.outside


@jit
def keep_games(state: Masks, side: Side, limit: int, seat: Seat, size: int) -> None:
    """Fill the kept hands and failures of a player's games."""
    kept, failed = seat.kept[:size], seat.failed[:size]
    seat.places[0] = keep_hands(state, side.hand, side.starts, seat.hands, seat.places[0], kept, failed)
    if limit >= 0:
        make_hands(state, side, limit, seat, size)


@jit
def net_bonus(extra: Numbers, other: Numbers, step: int, most: int, bonus: Numbers) -> None:
    """Bonus cards of players whose opponent failed `extra` times, and who failed `other` times.

    Rounds in which both failed are shared and pay nothing.
    """
    for game in range(bonus.size):
        shared = min(extra[game], other[game])
        bonus[game] = min(step * (extra[game] - shared), most)


@jit
def set_prizes(state: Masks, side: Side, seat: Seat, size: int) -> None:
    """Set Prizes aside: in every game if turns are drawn, or else only where bonus cards are.

    Nobody asks for the other Prizes, and leaving them out saves a fifth of the time.
    """
    every = seat.turns.shape[0] > 0
    end = np.uint64(0)
    for game in range(size):
        seat.waiting[end] = game
        end += np.uint64(every or seat.bonus[game] > 0)
    count = np.int64(end)
    aside, taken = seat.aside[:count], seat.taken[:count]
    # Any set of Prizes is kept: the failures, all 0, go where nothing is needed yet.
    seat.places[1] = keep_hands(state, side.prizes, _ALL, seat.stack, seat.places[1], aside, seat.number)
    for i in range(count):
        taken[i] = seat.kept[seat.waiting[i]]
    deposit(aside, taken, side.hand_size)
    for i in range(count):
        seat.prizes[seat.waiting[i]] = aside[i]


@jit
def finish(state: Masks, side: Side, seat: Seat, size: int) -> None:
    """Set Prizes aside, draw the bonus cards, then the card of each turn the seat has room for."""
    if side.prize_count > 0:
        set_prizes(state, side, seat, size)
    for game in range(size):
        seat.gone[game] = seat.kept[game] | seat.prizes[game] | side.outside
        seat.drawn[game] = seat.gone[game]
        seat.number[game] = seat.bonus[game]
    draw(state, seat, size)
    for game in range(size):
        seat.drawn[game] ^= seat.gone[game]
    for turn in range(seat.turns.shape[0]):
        for game in range(size):
            seat.turns[turn, game] = seat.gone[game]
            seat.number[game] = ~seat.gone[game] != _NONE
        draw(state, seat, size)
        for game in range(size):
            seat.turns[turn, game] ^= seat.gone[game]


@jit
def play_block(
    state: Masks, first: Side, second: Side, step: int, limit: int, one: Seat, two: Seat, size: int
) -> None:
    """Play up to BLOCK games; all cards of the first player are dealt if turns are to be drawn."""
    keep_games(state, first, limit, one, size)
    keep_games(state, second, limit, two, size)
    net_bonus(two.failed[:size], one.failed, step, first.most_bonus, one.bonus)
    net_bonus(one.failed[:size], two.failed, step, second.most_bonus, two.bonus)
    finish(state, first, one, size)
    finish(state, second, two, size)


@jit
def count_failures(own: Numbers, other: Numbers, size: int, tables: Numbers, counts: Counts) -> None:
    """Count games by the failed hands of both players.

    Four tables in turn: no addition waits for that of the game before in the same element.
    """
    end = counts.mulligans.size - 1
    for game in range(size):
        failed, shared = own[game], min(own[game], other[game])
        if (own[game] | other[game]) < NEAR:
            tables[game & 3, np.uint64(NEAR * failed + other[game])] += 1
        else:
            counts.mulligans[min(failed, end)] += 1
            counts.shared[min(shared, end)] += 1
            counts.sums[0] += failed
            counts.sums[1] += failed * failed
            counts.sums[2] += shared
            counts.sums[3] += shared * shared


@jit
def count_drawn(seat: Seat, size: int, cards: Numbers) -> None:
    """Count games by the bonus cards that were drawn, if any."""
    for game in range(size):
        if seat.bonus[game] > 0:
            cards[count_bits(seat.drawn[game])] += 1


@jit
def count_kept(side: Side, seat: Seat, size: int, tables: Numbers, counts: Counts) -> None:
    """Count Basics in kept hands, hands with one card that can start, bonus cards with a Basic."""
    lone = 0
    basic_drawn = 0
    for game in range(size):
        lone += count_bits(seat.kept[game] & side.starts) == 1
        basic_drawn += (seat.drawn[game] & side.basics) != _NONE
    counts.singles[0] += lone
    counts.singles[1] += basic_drawn
    for game in range(size):
        tables[game & 3, np.uint64(count_bits(seat.kept[game] & side.basics))] += 1


@jit
def count_cards(names: Masks, starts: np.uint64, seat: Seat, size: int, cards: Numbers) -> None:
    """Count where the copies of each named card are; see `Counts.cards`."""
    for i in range(names.size):
        name = names[i]
        in_hand = seen = only = prized = all_prized = 0
        for game in range(size):
            starting = seat.kept[game] & starts
            in_hand += (seat.kept[game] & name) != _NONE
            seen += ((seat.kept[game] | seat.drawn[game] | seat.turns[0, game]) & name) != _NONE
            only += (starting != _NONE) & ((starting & ~name) == _NONE)
            prized += (seat.prizes[game] & name) != _NONE
            all_prized += (seat.prizes[game] & name) == name
        cards[i, 0] += in_hand
        cards[i, 1] += seen
        cards[i, 2] += only
        cards[i, 3] += prized
        cards[i, 4] += all_prized


@jit
def play(
    state: Masks,
    first: Side,
    second: Side,
    step: int,
    limit: int,
    one: Seat,
    two: Seat,
    names: Masks,
    games: int,
    counts: Counts,
) -> None:
    """Play `games` set-ups of two players and add what happened to `counts`.

    `step` are the bonus cards for each extra mulligan, `limit` is the mulligan limit or -1, and
    `names` are masks of the first player's cards to be counted one by one.
    """
    failures, basics = np.zeros_like(counts.joint), np.zeros_like(counts.basics_kept)
    for start in range(0, games, BLOCK):
        size = min(games - start, BLOCK)
        play_block(state, first, second, step, limit, one, two, size)
        count_failures(one.failed, two.failed, size, failures, counts)
        count_drawn(one, size, counts.received)
        count_drawn(two, size, counts.given)
        count_kept(first, one, size, basics, counts)
        count_cards(names, first.starts, one, size, counts.cards)
    for table in range(failures.shape[0]):
        for i in range(failures.shape[1]):
            counts.joint[table, i] += failures[table, i]
        for i in range(basics.shape[1]):
            counts.basics_kept[table, i] += basics[table, i]
