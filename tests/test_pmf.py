"""Laws of counts against plain sums: over everything where it ends, far into the tail where it does not."""

from fractions import Fraction
from math import fsum, inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulliganlab.pmf import GeometricTail, Pmf

shares = st.lists(st.integers(0, 20), min_size=1, max_size=6).filter(any)
ratios = st.fractions(0, Fraction(9, 10), max_denominator=40)
steps = st.integers(1, 4)
caps = st.integers(0, 25)


@st.composite
def laws(draw: st.DrawFn, *, ends: bool | None = None) -> Pmf:
    """Draw a head, perhaps tails, all with their share of 1, and perhaps a step and a cap."""
    parts = [Fraction(number) for number in draw(shares)]
    tails = draw(st.integers(0, len(parts)))
    total = sum(parts)
    head = tuple(part / total for part in parts[tails:])
    behind = tuple(GeometricTail(part / total, draw(ratios)) for part in parts[:tails])
    bounded = draw(st.booleans()) if ends is None else ends
    if not head and not behind:
        head = (Fraction(1),)
    cap = draw(caps) if bounded and (behind or draw(st.booleans())) else None
    step = draw(steps)
    return Pmf(head, behind, step, cap)


def plain(law: Pmf, most: int) -> list[Fraction]:
    """P(X = 0) … P(X = most - 1) of the uncapped, single-step count, and last all the others."""
    chances = list(law.head[:most])
    left = [tail.mass for tail in law.tails]
    while len(chances) < most:
        chances.append(
            sum((mass * (1 - tail.ratio) for mass, tail in zip(left, law.tails, strict=True)), Fraction())
        )
        left = [mass * tail.ratio for mass, tail in zip(left, law.tails, strict=True)]
    return [*chances, 1 - sum(chances, Fraction())]


def enumerated(law: Pmf) -> dict[int, Fraction]:
    """Every count that a law with a bound has, with its probability."""
    counts: dict[int, Fraction] = {}
    steps = len(law.head) - 1 if law.cap is None else max(law.cap, len(law.head))
    for x, p in enumerate(plain(law, steps + 1)):
        count = law.step * x if law.cap is None else min(law.step * x, law.cap)
        counts[count] = counts.get(count, Fraction(0)) + p
    return {count: p for count, p in counts.items() if p}


@given(laws(ends=True).filter(lambda law: law.largest is not None))
def test_law_with_a_bound_is_what_enumeration_says(law: Pmf) -> None:
    counts = enumerated(law)
    assert law.largest is not None
    assert max(counts) <= law.largest
    assert {k: law.pmf(k) for k in range(law.largest + 3) if law.pmf(k)} == counts
    assert [law.tail(k) for k in range(-1, law.largest + 3)] == [
        sum((p for count, p in counts.items() if count >= k), Fraction(0)) for k in range(-1, law.largest + 3)
    ]
    assert law.mean == sum(k * p for k, p in counts.items())
    variance = sum(k * k * p for k, p in counts.items()) - law.mean**2
    assert law.std == pytest.approx(sqrt(variance), rel=1e-12, abs=1e-7)
    assert law.floats() == pytest.approx([float(counts.get(k, 0)) for k in range(law.largest + 1)], abs=1e-15)


@given(laws(ends=True).filter(lambda law: law.largest is not None), st.data())
def test_expectation_of_any_value(law: Pmf, data: st.DataObject) -> None:
    assert law.largest is not None
    size = law.largest + 1
    values = data.draw(st.lists(st.fractions(-3, 3, max_denominator=12), min_size=size, max_size=size))
    assert law.expectation(values) == sum(values[k] * p for k, p in enumerated(law).items())


@given(laws(ends=False).filter(lambda law: law.largest is None))
def test_law_without_a_bound_is_what_a_long_sum_says(law: Pmf) -> None:
    chances = [float(p) for p in law.head]
    left = [float(tail.mass) for tail in law.tails]
    rates = [float(tail.ratio) for tail in law.tails]
    for _ in range(600):  # 0.9 ** 600 is below 1e-27
        chances.append(fsum(mass * (1 - rate) for mass, rate in zip(left, rates, strict=True)))
        left = [mass * rate for mass, rate in zip(left, rates, strict=True)]
    assert law.pmf(law.step * 3) == plain(law, 4)[3]
    assert law.tail(law.step * 3) == sum(plain(law, 4)[3:])
    if law.step > 1:
        assert law.pmf(law.step * 3 + 1) == 0
    mean = fsum(law.step * x * p for x, p in enumerate(chances))
    squares = fsum((law.step * x) ** 2 * p for x, p in enumerate(chances))
    assert float(law.mean) == pytest.approx(mean, rel=1e-12)
    assert law.std == pytest.approx(sqrt(max(squares - mean**2, 0)), rel=1e-9, abs=1e-6)


@given(laws(), st.floats(0, 1, exclude_max=True))
def test_quantile_is_the_smallest_count_that_reaches_the_level(law: Pmf, level: float) -> None:
    level = min(level, 0.999)
    count = law.ppf(level)
    assert 1 - law.tail(count + 1) >= Fraction(level)
    assert count == 0 or 1 - law.tail(count) < Fraction(level)


@given(laws(), st.floats(1e-9, 1))
def test_listed_probabilities_sum_to_one_and_end_below_the_given_tail(law: Pmf, tail_below: float) -> None:
    listed, tail_from = law.listed(tail_below)
    assert fsum(listed) == pytest.approx(1, abs=1e-12)
    if tail_from is None:
        assert law.largest == len(listed) - 1
        assert listed == pytest.approx([float(law.pmf(k)) for k in range(len(listed))], abs=1e-15)
        return
    assert tail_from == len(listed) - 1
    assert listed[:-1] == pytest.approx([float(law.pmf(k)) for k in range(tail_from)], abs=1e-15)
    assert listed[-1] == pytest.approx(float(law.tail(tail_from)), rel=1e-12, abs=1e-300)
    assert listed[-1] < tail_below
    assert tail_from == 0 or law.tail(tail_from - 1) >= Fraction(tail_below) * Fraction(999_999, 1_000_000)


@given(laws(), st.integers(1, 40))
def test_groups_are_single_counts_and_all_the_others(law: Pmf, groups: int) -> None:
    grouped = law.grouped(groups)
    assert len(grouped) == groups
    assert grouped[:-1] == pytest.approx([float(law.pmf(k)) for k in range(groups - 1)], abs=1e-15)
    assert grouped[-1] == pytest.approx(float(law.tail(groups - 1)), rel=1e-12, abs=1e-300)


def test_rare_tail_keeps_all_its_digits() -> None:
    rare = Pmf((), (GeometricTail(Fraction(1), Fraction(1, 10**9)),))
    assert rare.grouped(3)[2] == pytest.approx(1e-18, rel=1e-12)
    assert rare.std == pytest.approx(sqrt(1e-9), rel=1e-8)


def test_questions_without_an_answer_are_refused() -> None:
    endless = Pmf((), (GeometricTail(Fraction(1), Fraction(1, 2)),))
    for level in (1.0, -0.1, inf):
        with pytest.raises(ValueError, match="level"):
            endless.ppf(level)
    with pytest.raises(ValueError, match="without a bound"):
        endless.expectation([Fraction(1)])
    with pytest.raises(ValueError, match="without a bound"):
        endless.floats()
