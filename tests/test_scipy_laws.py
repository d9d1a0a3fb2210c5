"""SciPy's distributions are of the fractions' opinion: all Basic counts, rule sets and switches."""

import numpy as np
import pytest

from mulliganlab.checking import compare_exact
from mulliganlab.composition import Composition
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import MIRROR, Opponent, opponent
from mulliganlab.quantities import SET_UP, CountQuantity, Rate
from mulliganlab.rules import RULE_SETS, STANDARD, Rules
from mulliganlab.scipy_laws import scipy_laws

SHOWN = 40
"""Counts that are compared one by one."""


def require_one_opinion(deck: Composition, met: Opponent, rules: Rules) -> None:
    law = set_up_law(deck, met, rules)
    scipy = scipy_laws(deck, met.against(deck), rules)
    rates = {q.name: q.exact(law) for q in SET_UP if isinstance(q, Rate)}
    known = {name: float(value) for name, value in rates.items() if value is not None}
    assert scipy.rates == pytest.approx(known, rel=1e-10, abs=1e-15)
    counts = {q.name: q.law(law) for q in SET_UP if isinstance(q, CountQuantity)}
    assert scipy.counts.keys() == counts.keys()
    for name, exact in counts.items():
        other = scipy.counts[name]
        assert other @ np.arange(other.size) == pytest.approx(float(exact.mean), rel=1e-10, abs=1e-15), name
        shown = min(other.size, SHOWN)
        assert other[:shown] == pytest.approx(exact.grouped(shown + 1)[:-1], rel=1e-10, abs=1e-15), name
        assert other.sum() == pytest.approx(1, rel=1e-10), name


def test_bonus_cards_that_are_rarer_than_floats_can_tell() -> None:
    # A hand of 23 from 64 cards with 41 Basics fails once in 10^17 times: 1 - p is 1 in floats.
    rules = STANDARD.changed(deck_size=64, hand_size=23, prizes=0, mulligan_limit=8)
    deck = Composition(64, 41)
    law = set_up_law(deck, MIRROR, rules)
    assert law.bonus_basic_probability_if_any is not None
    assert list(compare_exact(law, scipy_laws(deck, MIRROR.against(deck), rules), "")) == []


@pytest.mark.parametrize("name", RULE_SETS)
def test_all_basic_counts_of_a_rule_set(name: str) -> None:
    rules = RULE_SETS[name]
    for basics in range(1, rules.deck_size + 1):
        require_one_opinion(Composition(rules.deck_size, basics), MIRROR, rules)


@pytest.mark.parametrize("basics", [1, 4, 10, 53, 60])
def test_mixtures_of_unlike_opponents(basics: int) -> None:
    require_one_opinion(Composition(60, basics), opponent("1:0.1,8:0.6,60:0.3"), STANDARD)


@pytest.mark.parametrize("limit", [1, 2, 8, 100])
@pytest.mark.parametrize("basics", [1, 8, 54])
def test_mulligan_limits(limit: int, basics: int) -> None:
    rules = STANDARD.changed(mulligan_limit=limit)
    require_one_opinion(Composition(60, basics), opponent("2:0.5,12:0.5"), rules)
    require_one_opinion(Composition(60, basics), MIRROR, rules.changed(bonus_per_mulligan=2))


@pytest.mark.parametrize("policy", ["keep", "refuse"])
@pytest.mark.parametrize("limit", [None, 3])
def test_optional_starters(policy: str, limit: int | None) -> None:
    rules = STANDARD.changed(starters=policy, mulligan_limit=limit)
    for basics, starters in ((1, 4), (2, 8), (10, 3), (50, 10)):
        require_one_opinion(Composition(60, basics, starters), MIRROR, rules)
        require_one_opinion(Composition(60, basics, starters), opponent("9"), rules)


@pytest.mark.parametrize(
    ("size", "hand", "prizes"),
    [(64, 1, 0), (64, 12, 9), (60, 60, 0), (60, 30, 30), (13, 7, 6), (14, 7, 6), (2, 1, 1), (9, 1, 8)],
)
def test_other_sizes(size: int, hand: int, prizes: int) -> None:
    rules = STANDARD.changed(deck_size=size, hand_size=hand, prizes=prizes)
    for basics in {1, 2, size // 2, size - 1, size}:
        require_one_opinion(Composition(size, basics), MIRROR, rules)
