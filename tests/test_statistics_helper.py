"""The judge of the statistical tests is judged itself: false alarms, misses, and dishonest claims."""

import numpy as np
import pytest
from statistics_helper import require_equally_often, require_law, require_rate

LAW = [0.5, 0.3, 0.2]
GAMES = 1_000_000


def counts_of(law: list[float], seed: int) -> list[int]:
    return [int(count) for count in np.random.default_rng(seed).multinomial(GAMES, law)]


def test_counts_of_the_law_pass() -> None:
    for seed in range(200):
        require_law("faultless", counts_of(LAW, seed), LAW, detectable=0.012)


@pytest.mark.negative_control
def test_counts_with_the_smallest_detectable_error_fail() -> None:
    wrong = [0.5 * 1.012, 0.3 * 0.988, 0.2 + 0.3 * 0.012 - 0.5 * 0.012]
    for seed in range(200):
        with pytest.raises(AssertionError, match="chi-square"):
            require_law("wrong", counts_of(wrong, seed), LAW, detectable=0.012)


@pytest.mark.negative_control
def test_claims_that_the_experiment_is_too_small_for_are_refused() -> None:
    with pytest.raises(AssertionError, match="is missed with probability"):
        require_law("too small", [500, 300, 200], LAW, detectable=0.01)
    with pytest.raises(AssertionError, match="expected of the rarest"):
        require_equally_often("too few", [1] * 100, detectable=1.0)
    with pytest.raises(AssertionError, match="sum to"):
        require_law("no law", [500, 300, 200], [0.5, 0.3, 0.1], detectable=0.5)


def test_size_of_an_experiment_is_that_of_the_normal_approximation() -> None:
    # (4.89 + 4.75)^2 p (1 - p) / error^2: 4.5 million hands of 10 Basics for an error of 0.002.
    p, games = 75670 / 292581, 4_500_000
    require_rate("large enough", round(p * games), games, p, detectable=0.002)
    with pytest.raises(AssertionError, match="is missed"):
        require_rate("too small", round(p * games), games, p, detectable=0.0019)
