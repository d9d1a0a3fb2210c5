"""Tallies add like numbers, and their sums know of games that no histogram reaches."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mulliganlab.checking import check
from mulliganlab.composition import Composition
from mulliganlab.dealing import NEAR, empty_counts
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import MIRROR, mixture
from mulliganlab.rules import STANDARD
from mulliganlab.scipy_laws import scipy_laws
from mulliganlab.simulation import simulate
from mulliganlab.tally import CountTally, Tally, tally

numbers = st.integers(0, 10**12)
histograms = arrays(np.int64, 5, elements=numbers)
counted = st.builds(CountTally, histograms, numbers, numbers)
tallies = st.builds(
    Tally,
    numbers,
    arrays(np.int64, (3, 3), elements=numbers),
    *[counted] * 5,
    numbers,
    numbers,
    arrays(np.int64, (2, 5), elements=numbers),
)


@given(tallies, tallies, tallies)
def test_tallies_add_in_any_order(a: Tally, b: Tally, c: Tally) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a


@given(tallies, tallies)
def test_every_count_of_a_sum_is_the_sum_of_the_counts(a: Tally, b: Tally) -> None:
    both = a + b
    assert (both.games, both.lone_basic) == (a.games + b.games, a.lone_basic + b.lone_basic)
    assert both.bonus_basic == a.bonus_basic + b.bonus_basic
    assert np.array_equal(both.joint, a.joint + b.joint)
    assert np.array_equal(both.cards, a.cards + b.cards)
    for name in ("mulligans", "shared_mulligans", "bonus_received", "bonus_given", "basics_kept"):
        one, two, total = getattr(a, name), getattr(b, name), getattr(both, name)
        assert np.array_equal(total.games, one.games + two.games)
        assert (total.total, total.squares) == (one.total + two.total, one.squares + two.squares)


@given(tallies)
def test_tallies_with_any_difference_are_not_equal(a: Tally) -> None:
    assert a == Tally(*(getattr(a, name) for name in a.__dataclass_fields__))
    nothing = tally(empty_counts(2), 0)
    assert a != nothing
    one = CountTally(np.array([0, 1]), 1, 1)
    assert one != CountTally(np.array([1, 0]), 1, 1)
    assert one != CountTally(np.array([0, 1]), 2, 1)
    assert one != CountTally(np.array([0, 1]), 1, 2)


def test_tallies_of_different_cards_do_not_add() -> None:
    with pytest.raises(ValueError, match="different named cards"):
        tally(empty_counts(1), 0) + tally(empty_counts(2), 0)


def test_nothing_adds_nothing() -> None:
    played = simulate(Composition(60, 8), MIRROR, games=1000, seed=1).tally
    assert played + tally(empty_counts(), 0) == played


def test_groups_hold_all_games() -> None:
    count = CountTally(np.array([5, 4, 3, 2, 1]), 20, 60)
    assert [count.at_least(k) for k in range(7)] == [15, 10, 6, 3, 1, 0, 0]
    assert count.grouped(1) == [15]
    assert count.grouped(3) == [5, 4, 6]
    assert count.grouped(5) == [5, 4, 3, 2, 1]
    assert count.grouped(7) == [5, 4, 3, 2, 1, 0, 0]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=60))
def test_mean_and_its_error(games: Sequence[int]) -> None:
    count = CountTally(np.bincount(games, minlength=10), sum(games), sum(k * k for k in games))
    mean, error = count.mean_and_error()
    assert mean == pytest.approx(np.mean(games))
    assert error == pytest.approx(np.std(games) / sqrt(len(games)))


def test_error_of_a_rare_count_keeps_its_digits() -> None:
    count = CountTally(np.array([10**15 - 1, 1]), 1, 1)
    assert count.mean_and_error() == pytest.approx((1e-15, 1e-15), rel=1e-12)


def test_games_beyond_the_histogram_count_in_full() -> None:
    counts = empty_counts()
    counts.mulligans[-1] += 1
    counts.shared[0] += 1
    counts.sums[:2] += (5000, 5000**2)
    counts.joint[2 * NEAR + 3] += 1
    mulligans = tally(counts, 2).mulligans
    assert (mulligans.total, mulligans.squares) == (5002, 5000**2 + 4)
    assert (mulligans.games[2], mulligans.games[-1], mulligans.games.sum()) == (1, 1, 2)


@pytest.mark.statistical
def test_hand_of_one_card_mulligans_63_times_on_average() -> None:
    rules = STANDARD.changed(deck_size=64, hand_size=1, prizes=0)
    deck = Composition(64, 1)
    played = simulate(deck, MIRROR, rules, games=200_000, seed=3).tally
    for count in (played.mulligans, played.shared_mulligans):
        reached = np.arange(count.games.size)
        assert count.games.sum() == 200_000
        assert count.games[-1] == 0, "no game of this seed is beyond the histogram"
        assert count.total == int(reached @ count.games)
        assert count.squares == int(reached**2 @ count.games)
    law = set_up_law(deck, MIRROR, rules)
    assert law.mulligans.mean == 63
    verdict = check(law, scipy_laws(deck, MIRROR.against(deck), rules), played)
    assert "expected_mulligans" in {comparison.what for comparison in verdict.comparisons}
    assert verdict.agrees, verdict.verdict()


def test_bonus_is_what_the_joint_table_says() -> None:
    games = 200_000
    met = mixture("twelve", [(Composition(60, 12), Fraction(1))])
    played = simulate(Composition(60, 10), met, games=games, seed=4).tally
    assert played.joint.sum() == games, "no game of this seed has 16 mulligans"
    own, other = np.indices((NEAR, NEAR))
    for extra in range(1, NEAR):
        assert played.bonus_received.games[extra] == played.joint[other - own == extra].sum()
        assert played.bonus_given.games[extra] == played.joint[own - other == extra].sum()
        assert played.mulligans.games[extra] == played.joint[own == extra].sum()
        assert played.shared_mulligans.games[extra] == played.joint[np.minimum(own, other) == extra].sum()
    for count in (played.bonus_received, played.bonus_given, played.basics_kept, played.mulligans):
        assert count.games.sum() == games
        assert count.total == np.arange(count.games.size) @ count.games
    assert played.basics_kept.games[0] == 0
    assert played.lone_basic == played.basics_kept.games[1]
    assert played.bonus_basic <= played.bonus_received.at_least(1)
