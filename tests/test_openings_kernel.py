"""Openings dealt card by card, bit for bit against a deck of plain cards, and every value of their bits."""

from collections import Counter

import numpy as np
import pytest
from numpy.random import SeedSequence, default_rng
from reference_deal import PART_BITS, batched_draws, dealt_openings, dealt_words, reference_opening, taken_off

from mulliganlab.dealing import lane_states, opening_plan
from mulliganlab.kernel import OPENINGS, openings_counter
from mulliganlab.rules import RULE_SETS

RULES = {name: (rules.deck_size, rules.hand_size) for name, rules in RULE_SETS.items()}
OTHER = {f"{hand} of {cards}": (cards, hand) for cards, hand in [(64, 14), (12, 5), (9, 9), (2, 1), (60, 20)]}
SIZES = RULES | OTHER


@pytest.mark.parametrize(("cards", "hand"), SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("share", [0.0, 0.14, 0.5, 1.0])
def test_openings_are_those_of_a_deck_of_cards(cards: int, hand: int, share: float) -> None:
    basics = round(share * cards)
    rng = default_rng(cards * 100 + hand)
    bits = rng.integers(1 << PART_BITS, size=((hand + 1) // 2, 2000), dtype=np.uint16)
    expected = [reference_opening(parts, cards, hand, basics) for parts in bits.T.tolist()]
    assert dealt_openings(bits, cards, hand, basics) == expected
    assert any(number is not None for number in expected)


DRAWS = sorted(
    {(cards - hand % 2 - at, 2) for cards, hand in SIZES.values() for at in range(0, hand - 1, 2)}
    | {(cards, 1) for cards, hand in SIZES.values() if hand % 2}
)
"""Cards that are left where a part of the bits draws two, or one, of them."""


@pytest.mark.parametrize(("left", "drawn"), DRAWS)
def test_every_value_of_a_part_and_its_rejection_at_the_edge(left: int, drawn: int) -> None:
    values = np.arange(1 << PART_BITS, dtype=np.uint16)
    ranges = list(range(left, left - drawn, -1))
    outcomes = [batched_draws(value, ranges, PART_BITS) for value in values.tolist()]
    # The reference itself is fair: every outcome has as many values as every other.
    found = Counter(tuple(draws) for draws in outcomes if draws is not None)
    assert len(found) == np.prod(ranges)
    assert set(found.values()) == {(1 << PART_BITS) // np.prod(ranges)}
    for basics in {0, 1, left // 2, left}:
        basics_of = {draws: taken_off(draws, left, basics) for draws in found}
        expected = [None if draws is None else basics_of[tuple(draws)] for draws in outcomes]
        assert dealt_openings(values[np.newaxis], left, drawn, basics) == expected


@pytest.mark.parametrize(("cards", "hand"), [(60, 7), (40, 8)])
@pytest.mark.parametrize("openings", [1, 1000, OPENINGS + 1])
def test_openings_are_counted_from_the_words_of_the_lanes(cards: int, hand: int, openings: int) -> None:
    basics = cards // 6
    parts = opening_plan(cards, hand)[2]
    state = lane_states(SeedSequence(openings))
    found: list[int] = []
    while len(found) < openings:
        bits = dealt_words(state, parts * OPENINGS // 4).astype("<u8").view("<u2").reshape(parts, OPENINGS)
        found += [number for number in dealt_openings(bits, cards, hand, basics) if number is not None]
    counts = np.zeros(hand + 1, np.int64)
    count = openings_counter(cards, hand)
    count(lane_states(SeedSequence(openings)), np.uint16(basics), openings, counts)
    assert counts.tolist() == np.bincount(found[:openings], minlength=hand + 1).tolist()
