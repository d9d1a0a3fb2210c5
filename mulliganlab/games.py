"""Complete set-ups of two players, compiled: from the opening hands to the last bonus card.

Functions without hidden state, on blocks of games: what they change is among their arguments. No
branch depends on a card where that can be avoided, since the processor guesses such branches wrong.
"""

from typing import Any

import numpy as np

from mulliganlab.compiling import jit, jit_inline, jit_part
from mulliganlab.dealing import BLOCK, LANES, NEAR, Counts, Masks, Numbers, Plan, Seat, Side
from mulliganlab.kernel import count_bits, count_values, deal, deposit, random_words

__all__ = ["play", "play_block"]

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_SIX_BITS = np.uint64(58)


@jit_part
def keep_hands(
    state: Masks, plan: Plan, starts: np.uint64, hands: Masks, place: int, kept: Masks, failed: Numbers
) -> Any:
    """Fill `kept` with a player's kept hands, and `failed` with how many hands failed before each.

    Hands come from the buffer `hands`, from `place` on, dealt anew when it is used up; the next
    place is returned. No branch depends on a card: mispredicted ones would take a third more.
    """
    # An unsigned number, which cannot count from the end: saves a twelfth of a game.
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


@jit_part
def draw(state: Masks, gone: Masks, number: Numbers) -> None:
    """Draw `number` single cards in each game from those that are not `gone`, and change both.

    Six bits of a random word name a card. If it is gone the game waits for the next round, so
    each card that is left is equally likely. Rounds over all games took half as long as one game
    after another, whose draws end at a branch that nobody can guess.
    """
    waiting = np.empty(gone.size, np.int64)
    words = np.empty(-(-gone.size // LANES) * LANES, np.uint64)
    count = 0
    for game in range(gone.size):
        waiting[count] = game
        count += int(number[game] > 0)
    while count > 0:
        random_words(state, words[: -(-count // LANES) * LANES])
        rounds, count = count, 0
        for i in range(rounds):
            game = waiting[i]
            card = _ONE << (words[i] >> _SIX_BITS)
            number[game] -= (gone[game] & card) == _NONE
            gone[game] |= card
            waiting[count] = game
            count += int(number[game] > 0)


@jit_part
def make_hands(state: Masks, side: Side, limit: int, kept: Masks, failed: Numbers) -> None:
    """Make the hand of each player who reached the mulligan limit: one Basic, then other cards.

    The hands that `keep_hands` dealt beyond the limit are put back unseen.
    """
    gone, number = np.empty_like(kept), np.empty_like(failed)
    for game in range(kept.size):
        gone[game] = ~side.basics
        number[game] = failed[game] >= limit
    draw(state, gone, number)
    for game in range(kept.size):
        gone[game] = (gone[game] & side.basics) | side.outside
        number[game] = (side.hand_size - 1) * (failed[game] >= limit)
    draw(state, gone, number)
    for game in range(kept.size):
        if failed[game] >= limit:
            failed[game] = limit
            kept[game] = gone[game] & ~side.outside


@jit_part
def keep_games(state: Masks, side: Side, limit: int | None, seat: Seat, size: int) -> None:
    """Fill the kept hands and failures of a player's games.

    Without a limit, which is None then, what makes hands is not compiled at all.
    """
    kept, failed = seat.kept[:size], seat.failed[:size]
    seat.places[0] = keep_hands(state, side.hand, side.starts, seat.hands, seat.places[0], kept, failed)
    if limit is not None:
        make_hands(state, side, limit, kept, failed)


@jit_part
def net_bonus(extra: Numbers, other: Numbers, step: int, most: int) -> Any:
    """Bonus cards of players whose opponent failed `extra` times, and who failed `other` times.

    Rounds in which both failed are shared and pay nothing.
    """
    bonus = np.empty(extra.size, np.int64)
    for game in range(extra.size):
        shared = min(extra[game], other[game])
        bonus[game] = min(step * (extra[game] - shared), most)
    return bonus


@jit_inline
def waiting_games(bonus: Numbers, every: bool) -> Any:
    """List the games in which bonus cards are to be drawn, or all."""
    games = np.empty(bonus.size, np.int64)
    count = 0
    for game in range(bonus.size):
        games[count] = game
        count += int(every or bonus[game] > 0)
    return games[:count]


@jit_inline
def set_prizes(state: Masks, side: Side, seat: Seat, kept: Masks) -> Any:
    """Set Prizes aside in games with these kept hands, which are emptied."""
    prizes = np.empty(kept.size, np.uint64)
    # Any set of Prizes is kept, so that none fails.
    failed = np.empty(kept.size, np.int64)
    seat.places[1] = keep_hands(state, side.prizes, _ALL, seat.stack, seat.places[1], prizes, failed)
    deposit(prizes, kept, side.hand_size)
    return prizes


@jit_part
def finish(state: Masks, side: Side, seat: Seat, bonus: Numbers) -> None:
    """Set Prizes aside, draw the bonus cards, then the card of each turn the seat has room for.

    Without turns only the games with bonus cards are gone through, since nobody asks for the
    Prizes of others: it saves two fifths of the time. With turns these are all games, in their order.
    """
    turns = seat.turns.shape[0]
    games = waiting_games(bonus, turns > 0)
    kept, gone = np.empty(games.size, np.uint64), np.empty(games.size, np.uint64)
    number = np.empty(games.size, np.int64)
    for i in range(games.size):
        kept[i] = gone[i] = seat.kept[games[i]]
        number[i] = bonus[games[i]]
    if side.prize_count > 0:
        prizes = set_prizes(state, side, seat, kept)
        for i in range(games.size):
            seat.prizes[games[i]] = prizes[i]
            gone[i] |= prizes[i]
    seat.drawn[:] = _NONE
    for i in range(games.size):
        gone[i] |= side.outside
        seat.drawn[games[i]] = gone[i]
    draw(state, gone, number)
    for i in range(games.size):
        seat.drawn[games[i]] ^= gone[i]
    for turn in range(turns):
        for game in range(games.size):
            seat.turns[turn, game] = gone[game]
            number[game] = ~gone[game] != _NONE
        draw(state, gone, number)
        for game in range(games.size):
            seat.turns[turn, game] ^= gone[game]


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
    own, other = one.failed[:size], two.failed[:size]
    received = net_bonus(other, own, step, first.most_bonus)
    given = net_bonus(own, other, step, second.most_bonus)
    finish(state, first, one, received)
    finish(state, second, two, given)


@jit_inline
def count_failures(own: Numbers, other: Numbers, joint: Numbers, counts: Counts) -> None:
    """Count games by the failed hands of both players, in `joint` where both are few."""
    end = counts.mulligans.size - 1
    for game in range(own.size):
        failed, shared = own[game], min(own[game], other[game])
        if (own[game] | other[game]) < NEAR:
            joint[NEAR * failed + other[game]] += 1
        else:
            counts.mulligans[min(failed, end)] += 1
            counts.shared[min(shared, end)] += 1
            counts.sums[0] += failed
            counts.sums[1] += failed * failed
            counts.sums[2] += shared
            counts.sums[3] += shared * shared


@jit_part
def count_sets(sets: Masks, among: np.uint64, counts: Numbers) -> None:
    """Count sets by how many of their cards are among some."""
    found = np.empty(sets.size, np.uint16)
    for i in range(sets.size):
        found[i] = count_bits(sets[i] & among)
    count_values(found, counts)


@jit_inline
def count_singles(side: Side, kept: Masks, drawn: Masks, singles: Numbers) -> None:
    """Count kept hands with one card that can start, and bonus cards with a Basic."""
    lone = 0
    basic_drawn = 0
    for game in range(kept.size):
        lone += count_bits(kept[game] & side.starts) == 1
        basic_drawn += (drawn[game] & side.basics) != _NONE
    singles[0] += lone
    singles[1] += basic_drawn


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
    # A table of our own: the compiler knows that nothing else is in it, which saves a fifth.
    joint = np.empty(NEAR * NEAR, np.int64)
    joint[:] = 0
    for start in range(0, games, BLOCK):
        size = min(games - start, BLOCK)
        play_block(state, first, second, step, limit, one, two, size)
        count_failures(one.failed[:size], two.failed[:size], joint, counts)
        count_sets(one.drawn[:size], _ALL, counts.received)
        count_sets(two.drawn[:size], _ALL, counts.given)
        count_sets(one.kept[:size], first.basics, counts.basics_kept)
        count_singles(first, one.kept[:size], one.drawn[:size], counts.singles)
        count_cards(names, first.starts, one, size, counts.cards)
    for i in range(joint.size):
        counts.joint[i] += joint[i]
