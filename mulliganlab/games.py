"""Complete set-ups of two players, compiled: from the opening hands to the last bonus card.

Pure functions of states and numbers, on blocks of games. No branch depends on a card where that
can be avoided: the processor guesses such branches wrong, which took most of the time.
"""

from typing import Any

import numpy as np

from mulliganlab.compiling import jit, jit_inline
from mulliganlab.dealing import BLOCK, LANES, NEAR, Counts, Masks, Numbers, Plan, Seat, Side
from mulliganlab.kernel import count_bits, deal, deposit, random_words

__all__ = ["play", "play_block"]

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_SIX_BITS = np.uint64(58)


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
def keep_games(state: Masks, side: Side, limit: int | None, seat: Seat, size: int) -> None:
    """Fill the kept hands and failures of a player's games.

    Without a limit, which is None then, what makes hands is not compiled at all.
    """
    kept, failed = seat.kept[:size], seat.failed[:size]
    seat.places[0] = keep_hands(state, side.hand, side.starts, seat.hands, seat.places[0], kept, failed)
    if limit is not None:
        make_hands(state, side, limit, seat, size)


@jit
def net_bonus(extra: Numbers, other: Numbers, step: int, most: int, bonus: Numbers) -> None:
    """Bonus cards of players whose opponent failed `extra` times, and who failed `other` times.

    Rounds in which both failed are shared and pay nothing.
    """
    for game in range(extra.size):
        shared = min(extra[game], other[game])
        bonus[game] = min(step * (extra[game] - shared), most)


@jit_inline
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


@jit_inline
def play_block(
    state: Masks,
    first: Side,
    second: Side,
    step: int,
    limit: int | None,
    one: Seat,
    two: Seat,
    size: int,
) -> None:
    """Play up to BLOCK games; all cards of the first player are dealt if turns are to be drawn.

    Parameters
    ----------
    state : (4, LANES) uint64
        SFC64 states, moved on.
    first, second : Side
        The players' decks.
    step : int
        Bonus cards for each extra mulligan.
    limit : int or None
        The mulligan limit.
    one, two : Seat
        Their places at the table, where the cards of the games are afterwards.
    size : int
        How many games.
    """
    keep_games(state, first, limit, one, size)
    keep_games(state, second, limit, two, size)
    net_bonus(two.failed[:size], one.failed, step, first.most_bonus, one.bonus)
    net_bonus(one.failed[:size], two.failed, step, second.most_bonus, two.bonus)
    finish(state, first, one, size)
    finish(state, second, two, size)


@jit_inline
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
def count_drawn(seat: Seat, size: int, tables: Numbers) -> None:
    """Count games by the bonus cards that were drawn."""
    for game in range(size):
        tables[game & 3, np.uint64(count_bits(seat.drawn[game]))] += 1


@jit_inline
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


@jit_inline
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
    limit: int | None,
    one: Seat,
    two: Seat,
    names: Masks,
    games: int,
    counts: Counts,
) -> None:
    """Play set-ups of two players and add what happened to `counts`.

    Parameters
    ----------
    state, first, second, step, limit, one, two
        See `play_block`.
    names : (named cards,) uint64
        Masks of the first player's cards to be counted one by one.
    games : int
        How many set-ups.
    counts : Counts
        Added to.
    """
    # Tables of our own: the compiler knows that nothing else is in them, which is an eighth of the time.
    failures, basics = np.zeros_like(counts.joint), np.zeros_like(counts.basics_kept)
    received, given = np.zeros_like(basics), np.zeros_like(basics)
    for start in range(0, games, BLOCK):
        size = min(games - start, BLOCK)
        play_block(state, first, second, step, limit, one, two, size)
        count_failures(one.failed, two.failed, size, failures, counts)
        count_drawn(one, size, received)
        count_drawn(two, size, given)
        count_kept(first, one, size, basics, counts)
        count_cards(names, first.starts, one, size, counts.cards)
    for table in range(failures.shape[0]):
        for i in range(failures.shape[1]):
            counts.joint[table, i] += failures[table, i]
        for i in range(basics.shape[1]):
            counts.basics_kept[table, i] += basics[table, i]
            counts.received[table, i] += received[table, i]
            counts.given[table, i] += given[table, i]
