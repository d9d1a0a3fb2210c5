"""The kernel's streams and hands, bit for bit, against NumPy and against plain whole numbers."""

from collections import Counter
from itertools import combinations, product
from math import gcd, prod

import numpy as np
import pytest
from numpy.random import SFC64, SeedSequence
from reference_deal import (
    HALF_BITS,
    batched_draws,
    dealt_sets,
    dealt_words,
    floyd,
    portions,
    reference_sets,
    state_before,
    words_of,
)

from mulliganlab.dealing import LANES, lane_states
from mulliganlab.rules import RULE_SETS

HANDS = {name: (rules.deck_size, rules.hand_size) for name, rules in RULE_SETS.items()}
PRIZES = {
    f"{name} Prizes": (rules.deck_size - rules.hand_size, rules.prizes) for name, rules in RULE_SETS.items()
}
OTHER = {f"{chosen} of {cards}": (cards, chosen) for cards, chosen in [(64, 12), (64, 8), (12, 5), (9, 9)]}
SIXTY = {f"{chosen} of 60": (60, chosen) for chosen in (1, 4, 5, 8, 9, 14, 20, 60)}
SIZES = HANDS | PRIZES | OTHER | SIXTY


def test_words_of_all_lanes_are_those_of_numpy() -> None:
    seed = 20260101
    steps = 100_000 // LANES + 1
    words = dealt_words(lane_states(SeedSequence(seed)), steps * LANES)
    for lane, child in enumerate(SeedSequence(seed).spawn(LANES)):
        assert np.array_equal(words[lane::LANES], SFC64(child).random_raw(steps))


def test_words_go_on_where_they_stopped() -> None:
    whole = dealt_words(lane_states(SeedSequence(7)), 8 * LANES)
    state = lane_states(SeedSequence(7))
    parts = [dealt_words(state, count * LANES) for count in (1, 2, 5)]
    assert np.array_equal(np.concatenate(parts), whole)


def test_lanes_and_seeds_differ() -> None:
    states = np.concatenate([lane_states(SeedSequence(seed)).T for seed in range(50)])
    assert len({tuple(state) for state in states.tolist()}) == 50 * LANES


@pytest.mark.parametrize(("cards", "chosen"), SIZES.values(), ids=SIZES)
def test_plan_draws_every_card_once_and_never_needs_more_than_half_a_word(cards: int, chosen: int) -> None:
    halves = [half for word in portions(cards, chosen) for half in word]
    assert [size for half in halves for size in half] == list(range(cards - chosen + 1, cards + 1))
    # A half rejects fewer than product in 2^32 of its numbers: below 0.4 %.
    assert all(prod(half) < 2**HALF_BITS / 256 for half in halves)


@pytest.mark.parametrize(("cards", "chosen"), SIZES.values(), ids=SIZES)
def test_sets_are_those_of_plain_whole_numbers(cards: int, chosen: int) -> None:
    count = 16 * LANES
    state = lane_states(SeedSequence(cards * 100 + chosen))
    expected = reference_sets(words_of(state), cards, chosen, count)
    sets = dealt_sets(state, cards, chosen, count).tolist()
    assert sets == expected
    assert {one.bit_count() for one in sets} - {0} == {chosen}
    assert max(sets) < 2**cards


def test_state_moves_on_as_if_words_had_been_drawn() -> None:
    state, other = lane_states(SeedSequence(3)), lane_states(SeedSequence(3))
    dealt_sets(state, 60, 9, 4 * LANES)  # two words a set
    dealt_words(other, 8 * LANES)
    assert np.array_equal(state, other)


def test_hand_made_states_give_the_wanted_words() -> None:
    first = [pow(3, lane, 2**64) for lane in range(40, 40 + LANES)]
    second = [pow(5, lane, 2**64) for lane in range(40, 40 + LANES)]
    assert dealt_words(state_before(first, second), 2 * LANES).tolist() == [*first, *second]


def edge_numbers(ranges: list[int]) -> list[int]:
    """Smallest and largest numbers of outcomes of a half, among them the last rejected and the first fair.

    The smallest number of an outcome leaves a remainder of -outcome * 2^32 mod product; solved
    for the outcome, that gives the ones whose remainder lies just below and on the floor.
    """
    size, full = prod(ranges), 2**HALF_BITS
    floor, step = full % size, gcd(full, size)
    inverse = pow(full // step, -1, size // step)
    numbers = [0, full - 1]
    for remainder in (0, floor - step, floor, floor + step, size - step):
        outcome = -remainder // step * inverse % (size // step)
        number = -(-outcome * full // size)
        assert number * size % full == remainder
        numbers += [max(number - 1, 0), number, number + 1]
    return numbers


@pytest.mark.parametrize(("cards", "chosen"), [(60, 7), (53, 6), (40, 7), (30, 7), (36, 4), (64, 8), (60, 5)])
def test_rejection_at_its_edges_in_either_half(cards: int, chosen: int) -> None:
    (halves,) = portions(cards, chosen)
    rejected = fair = 0
    for index, ranges in enumerate(halves):
        numbers = edge_numbers(ranges)
        other = 0x9E37_79B9  # of a fair number in the other half
        words = [(number << 32) + other if index else (other << 32) + number for number in numbers]
        words += [words[-1]] * (-len(words) % LANES)
        for start in range(0, len(words), LANES):
            some = words[start : start + LANES]
            sets = dealt_sets(state_before(some), cards, chosen, LANES).tolist()
            assert sets == reference_sets(iter(some), cards, chosen, LANES)
            rejected += sets.count(0)
            fair += LANES - sets.count(0)
    assert rejected >= 2 * len(halves)
    assert fair >= 8 * len(halves)


def test_rejection_in_either_of_two_words_leaves_the_set_empty() -> None:
    fair, refused = 0x9E37_79B9_9E37_79B9, 0
    first = [fair, fair, refused, refused] * (LANES // 4)
    second = [fair, refused, fair, refused] * (LANES // 4)
    sets = dealt_sets(state_before(first, second), 60, 14, LANES)
    assert [one.bit_count() for one in sets.tolist()] == [14, 0, 0, 0] * (LANES // 4)


@pytest.mark.parametrize("ranges", [[6, 7, 8], [3, 4, 5, 6], [9], [5, 6]])
def test_every_outcome_has_equally_many_numbers(ranges: list[int]) -> None:
    # The same arithmetic with 14 bits instead of 32, where all numbers can be gone through.
    found = Counter(str(batched_draws(number, ranges, 14)) for number in range(2**14))
    rejected = found.pop("None", 0)
    assert set(found) == {str(list(draws)) for draws in product(*map(range, ranges))}
    assert set(found.values()) == {2**14 // prod(ranges)}
    assert rejected == 2**14 % prod(ranges)


@pytest.mark.parametrize(("cards", "chosen"), [(8, 3), (7, 4), (6, 6), (9, 1)])
def test_every_set_has_equally_many_draws(cards: int, chosen: int) -> None:
    ranges = range(cards - chosen + 1, cards + 1)
    found = Counter(floyd(draws, ranges) for draws in product(*map(range, ranges)))
    assert set(found) == {
        sum(1 << card for card in cards_of) for cards_of in combinations(range(cards), chosen)
    }
    assert len(set(found.values())) == 1


@pytest.mark.negative_control
def test_ranges_in_descending_order_would_not_be_uniform() -> None:
    ranges = [8, 7, 6]
    found = Counter(floyd(draws, ranges) for draws in product(*map(range, ranges)))
    assert len(set(found.values())) > 1
