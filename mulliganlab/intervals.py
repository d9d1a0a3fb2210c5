"""95 % intervals of estimates."""

from scipy.stats import beta, norm

__all__ = ["LEVEL", "mean_interval", "rate_interval"]

LEVEL = 0.95
"""Share of runs in which an interval holds the exact value."""


def rate_interval(events: int, games: int) -> tuple[float, float]:
    """Exact binomial interval (Clopper and Pearson) of a rate.

    Parameters
    ----------
    events, games : int
        How often it happened in how many games, at least one.

    Examples
    --------
    >>> low, high = rate_interval(0, 1000)
    >>> low, round(high, 5)
    (0.0, 0.00368)
    """
    miss = (1 - LEVEL) / 2
    low = float(beta.ppf(miss, events, games - events + 1)) if events else 0.0
    high = float(beta.isf(miss, events + 1, games - events)) if events < games else 1.0
    return low, high


def mean_interval(mean: float, error: float) -> tuple[float, float]:
    """Give the normal interval of a mean with its standard error.

    Examples
    --------
    >>> [round(end, 2) for end in mean_interval(1.0, 0.5)]
    [0.02, 1.98]
    """
    reach = float(norm.isf((1 - LEVEL) / 2)) * error
    return mean - reach, mean + reach
