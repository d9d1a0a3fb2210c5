"""The verdict: exact tails, honest false alarms, rare rows, and laws that are off by little."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, nbinom, norm

from mulliganlab.checking import (
    FALSE_ALARM,
    MEAN_EVENTS,
    POOLED,
    Check,
    Comparison,
    check,
    compare_counts,
    compare_rate,
    pooled,
)
from mulliganlab.composition import Composition
from mulliganlab.exact import SetUpLaw, extra_mulligans, mulligan_probability, mulligans, set_up_law
from mulliganlab.opponent import MIRROR, Opponent, opponent
from mulliganlab.pmf import GeometricTail, Pmf
from mulliganlab.rules import STANDARD
from mulliganlab.scipy_laws import ScipyLaws, scipy_laws
from mulliganlab.simulation import simulate
from mulliganlab.tally import CountTally, Tally

DECK = Composition(60, 12)
MET = opponent("4")


def law_and_scipy(deck: Composition, met: Opponent) -> tuple[SetUpLaw, ScipyLaws]:
    return set_up_law(deck, met), scipy_laws(deck, met.against(deck), STANDARD)


@pytest.fixture(scope="module")
def played() -> Tally:
    return simulate(DECK, MET, games=4_000_000, seed=20260104).tally


@given(st.integers(1, 3000), st.data())
def test_rate_has_the_exact_tails_of_the_binomial(games: int, data: st.DataObject) -> None:
    events = data.draw(st.integers(0, games))
    probability = data.draw(st.floats(0.0005, 0.9995))
    tails = [binomtest(events, games, probability, alternative=side).pvalue for side in ("less", "greater")]
    comparison = compare_rate("a rate", probability, events, games)
    assert comparison.p_value == pytest.approx(min(1, 2 * min(tails)), rel=1e-9, abs=1e-300)
    assert (comparison.expected, comparison.observed) == (probability, events / games)


@pytest.mark.parametrize("probability", [0.001, 0.03, 0.5, 0.9])
@pytest.mark.parametrize("level", [0.05, 1e-3, 1e-6])
def test_rate_raises_no_more_false_alarms_than_it_says(probability: float, level: float) -> None:
    games = 400
    alarms = 0.0
    for events in range(games + 1):
        if compare_rate("a rate", probability, events, games).p_value < level:
            alarms += comb(games, events) * probability**events * (1 - probability) ** (games - events)
    assert alarms <= level


@pytest.mark.parametrize(
    ("probability", "events", "agrees"),
    [(0.0, 0, True), (0.0, 1, False), (1.0, 100, True), (1.0, 99, False)],
)
def test_impossible_and_certain_rates(probability: float, events: int, agrees: bool) -> None:
    assert Check((compare_rate("certain", probability, events, 100),)).agrees == agrees


@pytest.mark.parametrize("z", [0.0, 0.5, 1.96, 4.0, 6.5, 20.0])
def test_z_is_the_normal_deviation_that_is_as_rare(z: float) -> None:
    assert Comparison("any", 0, 0, 2 * float(norm.sf(z))).z == pytest.approx(z, abs=1e-9)


def test_z_has_a_largest_value() -> None:
    assert Comparison("any", 0, 0, 0.0).z == 38


@given(st.lists(st.tuples(st.floats(0, 60), st.integers(0, 90)), max_size=30))
def test_pooled_bins_are_large_enough_and_lose_no_game(bins: list[tuple[float, int]]) -> None:
    expected, observed = [e for e, _ in bins], [o for _, o in bins]
    result = list(pooled(expected, observed))
    if sum(expected) < POOLED * 0.999:
        assert result == []
    elif result:
        assert all(e >= POOLED for e, _ in result)
        assert sum(e for e, _ in result) == pytest.approx(sum(expected))
        assert sum(o for _, o in result) == sum(observed)


def test_false_alarm_rate_is_divided_over_the_comparisons() -> None:
    def many(p_value: float, number: int) -> Check:
        usual = Comparison("usual", 0.5, 0.5, 0.9)
        return Check((Comparison("odd", 0.5, 0.6, p_value), *[usual] * (number - 1)))

    assert FALSE_ALARM == 1e-6
    assert many(1.01e-8, 100).agrees
    assert not many(0.99e-8, 100).agrees
    assert many(0.99e-8, 102).agrees
    assert not many(0.99e-6, 1).agrees
    assert many(0.5, 100).smallest_p_value == pytest.approx(1e-8)
    assert many(0.5, 100).largest_z_allowed == pytest.approx(norm.isf(0.5e-8))


def test_checks_of_rows_add() -> None:
    odd = Comparison("odd", 0.5, 0.9, 1e-30)
    both = Check((odd,), ("one",)) + Check((Comparison("usual", 1, 1, 1.0),), ("two",))
    assert [c.what for c in both.comparisons] == ["odd", "usual"]
    assert both.contradictions == ("one", "two")
    assert both.disagreements == (odd,)


def test_verdict_of_a_faultless_run_tells_how_sure_it_is(played: Tally) -> None:
    verdict = check(*law_and_scipy(DECK, MET), played, row="12 Basics")
    assert verdict.agrees, verdict.verdict()
    text = verdict.verdict()
    assert "simulation, exact laws and SciPy agree" in text
    assert f"largest z {verdict.largest_z:.2f}" in text
    assert f"{len(verdict.comparisons)} comparisons" in text
    assert f"allowed {verdict.largest_z_allowed:.2f}" in text
    assert "which one faultless run in 1,000,000 exceeds" in text
    assert "\n" not in text
    assert all(comparison.what.endswith("(12 Basics)") for comparison in verdict.comparisons)


def test_every_quantity_of_a_set_up_is_compared(played: Tally) -> None:
    compared = [comparison.what for comparison in check(*law_and_scipy(DECK, MET), played).comparisons]
    means = ["mulligans", "shared_mulligans", "bonus_received", "bonus_given", "basics_kept"]
    rates = ["mulligan", "shared_mulligan", "bonus_received", "bonus_given", "lone_basic", "bonus_basic"]
    assert sorted(compared) == sorted(
        [f"expected_{name}" for name in means]
        + [f"distribution of {name}" for name in means]
        + [f"{name}_probability" for name in rates]
        + ["bonus_basic_probability_if_any"]
    )


def test_verdict_of_a_wrong_run_names_what_is_wrong() -> None:
    verdict = Check((Comparison("a coin (8 Basics)", 0.5, 0.75, 1e-30),), ("SciPy has another opinion",))
    text = verdict.verdict()
    assert "DISAGREEMENT" in text
    assert "a coin (8 Basics): expected 0.5, simulated 0.75, z 11.5" in text
    assert "SciPy has another opinion" in text
    assert "agree:" not in text


def test_nothing_simulated_is_no_agreement_to_speak_of(played: Tally) -> None:
    law, scipy = law_and_scipy(DECK, MET)
    nothing = check(law, scipy, simulate_nothing(played))
    assert nothing.comparisons == ()
    assert "nothing to compare" in nothing.verdict()


def simulate_nothing(like: Tally) -> Tally:
    none = CountTally(np.zeros(65, np.int64), 0, 0)
    return Tally(0, np.zeros_like(like.joint), none, none, none, none, none, 0, 0, like.cards)


def test_scipy_of_another_opinion_is_a_contradiction_even_without_games(played: Tally) -> None:
    law, scipy = law_and_scipy(DECK, MET)
    for name, value in scipy.rates.items():
        wrong = ScipyLaws(scipy.rates | {name: value * (1 + 1e-8)}, scipy.counts)
        verdict = check(law, wrong, simulate_nothing(played))
        assert [sentence.split()[0] for sentence in verdict.contradictions] == [name]
        assert not verdict.agrees
    del wrong.rates[name]
    assert len(check(law, wrong, simulate_nothing(played)).contradictions) == 1


@pytest.mark.parametrize(
    "name", ["mulligans", "shared_mulligans", "bonus_received", "bonus_given", "basics_kept"]
)
def test_scipy_of_another_distribution_with_the_same_mean_is_a_contradiction(
    played: Tally, name: str
) -> None:
    law, scipy = law_and_scipy(DECK, MET)
    shifted = scipy.counts[name].copy()
    shifted[1:4] += (1e-6, -2e-6, 1e-6)
    verdict = check(law, ScipyLaws(scipy.rates, scipy.counts | {name: shifted}), simulate_nothing(played))
    assert [sentence.split(" is ")[0] for sentence in verdict.contradictions] == [
        f"P({count}) of {name}" for count in (1, 2, 3)
    ]


OFF = Fraction(101, 100)
OWN = mulligan_probability(DECK)
THEIRS = mulligan_probability(Composition(60, 4))


def shifted(law: Pmf) -> Pmf:
    """A hundredth of the most frequent count goes to the next one."""
    head = list(law.head)
    most = head.index(max(head))
    moved = head[most] / 100
    head[most] -= moved
    head[most + 1] += moved
    return Pmf(tuple(head))


WRONG: dict[str, Callable[[SetUpLaw], SetUpLaw]] = {
    "mulligan_probability": lambda law: replace(law, mulligan_probability=OFF * OWN),
    "expected_mulligans": lambda law: replace(law, mulligans=mulligans(OFF * OWN)),
    "distribution of mulligans": lambda law: replace(law, mulligans=mulligans(OFF * OWN)),
    "shared_mulligan_probability": lambda law: replace(law, shared_mulligans=mulligans(OFF * OWN * THEIRS)),
    "expected_shared_mulligans": lambda law: replace(law, shared_mulligans=mulligans(OFF * OWN * THEIRS)),
    "expected_bonus_received": lambda law: replace(
        law, bonus_received=extra_mulligans(OWN, OFF * THEIRS).counted(step=1, cap=47)
    ),
    "expected_bonus_given": lambda law: replace(
        law, bonus_given=extra_mulligans(THEIRS, OFF * OWN).counted(step=1, cap=47)
    ),
    "lone_basic_probability": lambda law: replace(
        law, lone_basic_probability=OFF * law.lone_basic_probability
    ),
    "expected_basics_kept": lambda law: replace(law, basics_kept=shifted(law.basics_kept)),
    "distribution of basics_kept": lambda law: replace(law, basics_kept=shifted(law.basics_kept)),
    "bonus_basic_probability": lambda law: replace(
        law, bonus_basic_probability=OFF * law.bonus_basic_probability
    ),
    "bonus_basic_probability_if_any": lambda law: replace(
        law, bonus_basic_probability=OFF * law.bonus_basic_probability
    ),
}


@pytest.mark.negative_control
@pytest.mark.parametrize("what", WRONG)
def test_law_that_is_off_by_one_percent_is_refused(what: str, played: Tally) -> None:
    law, scipy = law_and_scipy(DECK, MET)
    verdict = check(WRONG[what](law), scipy, played)
    assert what in {comparison.what for comparison in verdict.disagreements}


@pytest.mark.negative_control
def test_distribution_of_another_shape_with_the_same_mean_is_refused(played: Tally) -> None:
    law, scipy = law_and_scipy(DECK, MET)
    head = list(law.basics_kept.head)
    moved = head[1] / 100
    head[0:4] = [head[0], head[1] + moved, head[2] - 2 * moved, head[3] + moved]
    wrong = replace(law, basics_kept=Pmf(tuple(head)))
    assert wrong.basics_kept.mean == law.basics_kept.mean
    verdict = check(wrong, scipy, played)
    assert [comparison.what for comparison in verdict.disagreements] == ["distribution of basics_kept"]


@pytest.mark.parametrize(("events", "agrees"), [(0, True), (1, True), (3, False)])
def test_rare_rows_count(events: int, agrees: bool) -> None:
    # With 53 Basics one hand in 386 million fails: none in a million games, or one, but not three.
    deck = Composition(60, 53)
    law, scipy = law_and_scipy(deck, MIRROR)
    assert 3.8e8 < 1 / law.mulligan_probability < 3.9e8
    none = simulate(deck, MIRROR, games=1_000_000, seed=1).tally
    assert none.mulligans.at_least(1) == 0
    games = none.mulligans.games.copy()
    games[:2] += (-events, events)
    verdict = check(law, scipy, replace(none, mulligans=CountTally(games, events, events)))
    compared = {comparison.what: comparison for comparison in verdict.comparisons}
    assert compared["mulligan_probability"].observed == events / 1_000_000
    assert "expected_mulligans" not in compared, "too few events for a mean"
    assert verdict.agrees == agrees


def test_rows_without_any_mulligan_are_checked_too() -> None:
    deck = Composition(60, 60)
    law, scipy = law_and_scipy(deck, MIRROR)
    played = simulate(deck, MIRROR, games=1000, seed=1).tally
    verdict = check(law, scipy, played)
    assert verdict.agrees, verdict.verdict()
    one_failed = played.mulligans.games.copy()
    one_failed[:2] += (-1, 1)
    assert not check(law, scipy, replace(played, mulligans=CountTally(one_failed, 1, 1))).agrees


def test_json_has_the_verdict_and_how_it_was_reached() -> None:
    shown = Check((Comparison("a coin", 0.5, 0.75, 1e-30),), ("another opinion",)).to_json()
    z = shown["largest_z"]
    assert isinstance(z, float)
    assert 2 * norm.sf(z) == pytest.approx(1e-30)
    assert shown == {
        "agrees": False,
        "largest_z": z,
        "largest_z_allowed": pytest.approx(4.8916, abs=1e-4),
        "comparisons": 1,
        "false_alarm_rate": 1e-6,
        "disagreements": [{"what": "a coin", "expected": 0.5, "observed": 0.75, "z": z}],
        "contradictions": ["another opinion"],
    }


@pytest.mark.negative_control
def test_game_with_an_impossible_count_is_refused() -> None:
    # A kept hand without a Basic cannot be; one in a million games is one too many.
    deck = Composition(60, 10)
    played = simulate(deck, MIRROR, games=1_000_000, seed=1).tally
    kept = played.basics_kept.games.copy()
    kept[:2] += (1, -1)
    wrong = replace(
        played,
        basics_kept=CountTally(kept, played.basics_kept.total - 1, played.basics_kept.squares - 1),
        lone_basic=played.lone_basic - 1,
    )
    law, scipy = set_up_law(deck, MIRROR), scipy_laws(deck, MIRROR.against(deck), STANDARD)
    assert not check(law, scipy, wrong).agrees


@pytest.mark.parametrize("level", [1e-7, 1e-9, 1e-10])
def test_goodness_of_fit_raises_hardly_more_false_alarms_than_it_says(level: float) -> None:
    # Three bins, 25 games expected in the rarest, which is exactly binomial; the others as expected.
    games = 1_000_000
    rare = Fraction(25, games)
    law = Pmf((Fraction(1, 2) - rare, Fraction(1, 2), rare))
    alarms = 0.0
    for seen in range(150):
        rest = games - seen
        first = round(rest * float(law.head[0] / (1 - rare)))
        counted = CountTally(
            np.array([first, rest - first, seen]), rest - first + 2 * seen, rest - first + 4 * seen
        )
        fits = [c for c in compare_counts("mean", "any", law, counted) if c.what.startswith("distribution")]
        if fits[0].p_value < level:
            alarms += float(binom.pmf(seen, games, float(rare)))
    assert alarms < 2 * level


@pytest.mark.parametrize("fails", [Fraction(1, 20), Fraction(346, 1000), Fraction(883, 1000)])
@pytest.mark.parametrize("level", [1e-7, 1e-9, 1e-10])
def test_mean_raises_hardly_more_false_alarms_than_it_says(fails: Fraction, level: float) -> None:
    # Failures before the kept hand, summed up over the fewest games of which a mean is compared.
    law = Pmf((), (GeometricTail(Fraction(1), fails),))
    games = round(MEAN_EVENTS / fails)
    total = nbinom(games, float(1 - fails))

    def p_value(failures: int) -> float:
        counted = CountTally(np.array([games - MEAN_EVENTS, MEAN_EVENTS]), failures, failures**2)
        return next(c.p_value for c in compare_counts("mean", "any", law, counted) if c.what == "mean")

    def first_alarm(step: int) -> int:
        """The alarm nearest to the mean, to one side."""
        near, far = 0, round(10 * total.std())
        while far - near > 1:
            middle = (near + far) // 2
            alarm = p_value(round(total.mean()) + step * middle) < level
            near, far = (near, middle) if alarm else (middle, far)
        return round(total.mean()) + step * far

    alarms = total.sf(first_alarm(1) - 1) + total.cdf(first_alarm(-1))
    assert alarms < 1.5 * level
