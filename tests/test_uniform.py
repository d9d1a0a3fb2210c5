"""Hands, Prizes and bonus cards are uniform: every set of small decks, cards, pairs, triples of sixty."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numba import njit
from numpy.random import SeedSequence, default_rng
from numpy.typing import NDArray
from reference_deal import Masks, dealt_sets
from statistics_helper import require_equally_often, require_law

from mulliganlab.composition import Composition
from mulliganlab.dealing import BLOCK, Counts, Seat, Side, empty_counts, lane_states, new_seat, side
from mulliganlab.games import play, play_block
from mulliganlab.opponent import MIRROR, mixture
from mulliganlab.rules import Rules
from mulliganlab.simulation import simulate

pytestmark = pytest.mark.statistical


def masks(cards: int, chosen: int) -> list[int]:
    return [sum(1 << card for card in some) for some in combinations(range(cards), chosen)]


BILLION = 10**9


@pytest.mark.parametrize(
    ("cards", "chosen", "detectable"),
    [(9, 4, 0.001), (10, 3, 0.001), (12, 5, 0.0015), (12, 9, 0.001), (16, 2, 0.001)],
)
def test_every_hand_of_a_small_deck_at_a_billion_deals(cards: int, chosen: int, detectable: float) -> None:
    state, counts = lane_states(SeedSequence([cards, chosen])), np.zeros(1 << cards, np.int64)
    dealt = refused = 0
    while dealt < BILLION:
        hands = dealt_sets(state, cards, chosen, 1 << 18)
        found = np.bincount(hands.astype(np.int64), minlength=counts.size)
        refused += found[0]
        found[0] = 0
        counts += found
        dealt = int(counts.sum())
    possible = masks(cards, chosen)
    assert counts[possible].sum() == dealt, "an impossible hand"
    assert refused < dealt / 250
    require_equally_often(f"hands of {chosen} of {cards}", counts[possible], detectable=detectable)


def shuffled_cards(hands: Masks) -> NDArray[np.int64]:
    """Cards of each hand, in random order."""
    hands = hands[hands != 0]
    bits = np.unpackbits(hands.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    cards = np.nonzero(bits)[1].reshape(hands.size, -1)
    return default_rng(1).permuted(cards, axis=1)


@pytest.fixture(scope="module")
def cards_of_hands() -> NDArray[np.int64]:
    """A million hands of seven out of sixty."""
    return shuffled_cards(dealt_sets(lane_states(SeedSequence(60)), 60, 7, 1 << 20))


def test_cards_of_sixty(cards_of_hands: NDArray[np.int64]) -> None:
    require_equally_often("cards", np.bincount(cards_of_hands[:, 0], minlength=60), detectable=0.015)


def test_pairs_of_sixty(cards_of_hands: NDArray[np.int64]) -> None:
    low, high = np.sort(cards_of_hands[:, :2], axis=1).T
    counts = np.bincount(low * 60 + high, minlength=3600).reshape(60, 60)[np.triu_indices(60, 1)]
    require_equally_often("pairs", counts, detectable=0.03)


def test_triples_of_sixty(cards_of_hands: NDArray[np.int64]) -> None:
    low, middle, high = np.sort(cards_of_hands[:, :3], axis=1).T
    counts = np.bincount((low * 60 + middle) * 60 + high, minlength=60**3)
    triples = [(a * 60 + b) * 60 + c for a, b, c in combinations(range(60), 3)]
    assert counts[triples].sum() == counts.sum(), "a card twice"
    require_equally_often("triples", counts[triples], detectable=0.055)


SMALL = Rules("small", deck_size=9, hand_size=2, prizes=2)


def test_every_kept_hand_and_all_prizes_of_a_small_deck() -> None:
    # A hand holds no card of the mask of all others; Prizes hold all of a mask of two.
    everything = (1 << 9) - 1
    names = [*(everything ^ mask for mask in masks(9, 2)), *masks(9, 2)]
    deck = Composition(9, 2)
    games = 1 << 21
    played = simulate(deck, MIRROR, SMALL, games=games, seed=5, names=tuple(names), jobs=2).tally
    hands = games - played.cards[:36, 0]
    kept = [count for mask, count in zip(masks(9, 2), hands, strict=True) if mask & 0b11]
    assert sum(kept) == games
    require_equally_often("kept hands", kept, detectable=0.01)
    # Prizes come from all cards but the hand, and the two Basics are more often there.
    prizes = played.cards[36:, 4]
    assert prizes.sum() == games
    assert prizes[0] == 0, "one of the two Basics is in the hand"
    require_law("Prizes", prizes[1:], [prize_law(mask) for mask in masks(9, 2)[1:]], detectable=0.01)


def prize_law(prizes: int) -> float:
    kept = [hand for hand in masks(9, 2) if hand & 0b11]
    return sum(not hand & prizes for hand in kept) / len(kept) / comb(7, 2)


def single_games(rules: Rules, own: Composition, other: Composition, games: int) -> Iterable[Counts]:
    """Games played one by one, so that each card's place is known."""
    state = lane_states(SeedSequence(11))
    names = np.array([1 << card for card in range(own.size)], np.uint64)
    first, second = side(own, rules), side(other, rules)
    for _ in range(games):
        counts, one, two = empty_counts(own.size), new_seat(turns=1), new_seat()
        play(state, first, second, rules.bonus_per_mulligan, None, one, two, names, 1, counts)
        yield counts


def test_hand_prizes_and_bonus_cards_together() -> None:
    # The player never mulligans, the opponent often: 5 of 7 hands fail. Of 7 cards 2 are the hand,
    # 2 Prizes, up to 3 bonus cards; the card of the first turn is seen with those, if one is left.
    rules = Rules("small", deck_size=7, hand_size=2, prizes=2)
    own, other = Composition(7, 6), Composition(7, 1)
    games = 150_000
    found: Counter[tuple[int, ...]] = Counter()
    for counts in single_games(rules, own, other, games):
        kept, seen, _, prized, _ = counts.cards.T.tolist()
        bonus = int(counts.received.argmax()) if counts.received.any() else 0
        assert (sum(kept), sum(prized), sum(seen)) == (2, 2, min(2 + bonus + 1, 5))
        places = [2 * p + (s - k) + 3 * k for k, s, p in zip(kept, seen, prized, strict=True)]
        found[(bonus, *places)] += 1
    fail = 5 / 7
    bonus_law = [1 - fail, fail * (1 - fail), fail**2 * (1 - fail), fail**3]
    law = {}
    for hand in combinations(range(7), 2):
        for prizes in combinations(sorted({*range(7)} - {*hand}), 2):
            left = sorted({*range(7)} - {*hand, *prizes})
            for bonus, chance in enumerate(bonus_law):
                more = list(combinations(left, min(bonus + 1, 3)))
                for seen in more:
                    key = tuple(3 * (c in hand) + 2 * (c in prizes) + (c in seen) for c in range(7))
                    law[(bonus, *key)] = chance / (21 * 10 * len(more))
    assert set(found) <= set(law)
    require_law("hand, Prizes, bonus", [found[key] for key in law], list(law.values()), detectable=0.07)


@njit(nogil=True)
def play_and_count(
    state: Masks, own: Side, other: Side, games: int, seats: tuple[Seat, Seat], found: NDArray[np.int64]
) -> None:
    """Count games by Prizes and bonus cards in the rows of `found`, by the kept hand in its columns."""
    for _ in range(0, games, BLOCK):
        play_block(state, own, other, 1, None, seats[0], seats[1], BLOCK)
        for game in range(BLOCK):
            row = seats[0].prizes[game] << np.uint64(8) | seats[0].drawn[game]
            found[row, np.int64(seats[0].kept[game])] += 1


def test_every_hand_with_its_prizes_and_bonus_cards_at_a_billion_games() -> None:
    # The player never mulligans, the opponent does in 5 of 14 hands. Prizes are set aside where
    # bonus cards are drawn, up to all four cards that are left.
    rules = Rules("small", deck_size=8, hand_size=2, prizes=2)
    own, other = side(Composition(8, 8), rules), side(Composition(8, 3), rules)
    found = np.zeros((1 << 16, 1 << 8), np.int64)
    seats = new_seat(), new_seat()
    play_and_count(lane_states(SeedSequence(8)), own, other, BILLION, seats, found)
    bonus_drawn = 0
    for bonus, detectable in [(1, 0.0018), (2, 0.0032), (3, 0.0048), (4, 0.005)]:
        counts = [
            int(found[prizes << 8 | drawn, hand])
            for hand in masks(8, 2)
            for prizes in masks(8, 2)
            for drawn in masks(8, bonus)
            if not (hand & prizes or drawn & (hand | prizes))
        ]
        require_equally_often(f"hand, Prizes and {bonus} bonus cards", counts, detectable=detectable)
        bonus_drawn += sum(counts)
    without = found[[prizes << 8 for prizes in range(1 << 8)]].sum()
    assert bonus_drawn + without == found.sum() >= BILLION, "an impossible outcome"


def test_bonus_basics_come_from_the_cards_that_are_left() -> None:
    # Only Basics are left beside hand and Prizes, or none is: certain, whatever the seed.
    weak = mixture("weak", [(Composition(9, 1), Fraction(1))])
    all_basics = simulate(Composition(9, 9), weak, SMALL, games=100_000, seed=1).tally
    assert all_basics.bonus_basic == all_basics.bonus_received.at_least(1) > 50_000
    one_basic = simulate(Composition(9, 1), weak, SMALL, games=100_000, seed=1).tally
    assert one_basic.bonus_basic == 0 < one_basic.bonus_received.at_least(1)
