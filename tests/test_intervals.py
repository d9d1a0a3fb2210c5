"""Intervals hold the exact value as often as they say: every outcome of a binomial, weighed exactly."""

from math import comb

import numpy as np
import pytest

from mulliganlab.intervals import mean_interval, rate_interval
from mulliganlab.tally import CountTally

P = [0.003, 0.05, 0.2586, 0.5, 0.9, 0.999]


def chances(games: int, p: float) -> list[float]:
    return [comb(games, k) * p**k * (1 - p) ** (games - k) for k in range(games + 1)]


@pytest.mark.parametrize("p", P)
@pytest.mark.parametrize("games", [1, 10, 200])
def test_rate_interval_misses_on_neither_side_more_often_than_it_may(p: float, games: int) -> None:
    intervals = [rate_interval(events, games) for events in range(games + 1)]
    below = sum(c for c, (_, high) in zip(chances(games, p), intervals, strict=True) if high < p)
    above = sum(c for c, (low, _) in zip(chances(games, p), intervals, strict=True) if low > p)
    assert below <= 0.025
    assert above <= 0.025


def test_rate_interval_is_no_wider_than_it_must_be() -> None:
    # Its ends are the rates at which the outcome is just as rare as 2.5 %.
    low, high = rate_interval(60, 200)
    assert sum(chances(200, low)[60:]) == pytest.approx(0.025, rel=1e-9)
    assert sum(chances(200, high)[:61]) == pytest.approx(0.025, rel=1e-9)


@pytest.mark.parametrize("games", [1, 1000, 10**12])
def test_rate_interval_of_never_and_always(games: int) -> None:
    low, high = rate_interval(0, games)
    assert low == 0
    assert 0 < high < 1
    assert rate_interval(games, games) == pytest.approx((1 - high, 1), rel=1e-12)


@pytest.mark.parametrize("p", [0.05, 0.2586, 0.5, 0.9])
def test_mean_interval_holds_the_mean_of_many_games_in_95_percent(p: float) -> None:
    games = 1000
    held = 0.0
    for events, chance in enumerate(chances(games, p)):
        if chance > 1e-12:
            counted = CountTally(np.array([games - events, events]), events, events)
            low, high = mean_interval(*counted.mean_and_error())
            held += chance * (low <= p <= high)
    assert 0.935 < held < 0.96
