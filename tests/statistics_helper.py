"""The one judge of every statistical test: its false-alarm rate, and the smallest error that it sees.

`require_law` refuses counts that a faultless simulation shows once in a million runs. It also
refuses an experiment that is too small for the error it claims to see: a simulation whose
probabilities are wrong by that much would slip through once in a million runs at most.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2, ncx2

FALSE_ALARM = 1e-6
"""How often a faultless simulation fails one `require_law`, were its seed not fixed."""

MISSED = 1e-6
"""How often a simulation with the smallest detectable error passes it."""

FEWEST_EXPECTED = 25
"""Outcomes expected less often make chi-square a poor judge."""

Numbers = Sequence[int] | NDArray[np.int64]
Floats = Sequence[float] | NDArray[np.float64]


def require_law(what: str, counts: Numbers, probabilities: Floats, *, detectable: float) -> None:
    """Require that outcomes come as often as their probabilities say.

    Parameters
    ----------
    what : str
        Names the experiment in the message of a failure.
    counts, probabilities : sequence
        How often each outcome came, and how probable it is; the outcomes are all there are.
    detectable : float
        The smallest error that must not be missed: the relative errors of the probabilities,
        root mean square, each outcome weighing as much as it is probable.
    """
    observed = np.asarray(counts, dtype=np.float64)
    law = np.asarray(probabilities, dtype=np.float64)
    trials = observed.sum()
    expected = law * trials
    assert observed.shape == law.shape
    assert abs(law.sum() - 1) < 1e-9, f"{what}: the probabilities sum to {law.sum()}"
    assert expected.min() >= FEWEST_EXPECTED, f"{what}: only {expected.min():.3g} expected of the rarest"
    freedom = law.size - 1
    critical = chi2.isf(FALSE_ALARM, freedom)
    missed = ncx2.cdf(critical, freedom, trials * detectable**2)
    assert missed <= MISSED, f"{what}: an error of {detectable} is missed with probability {missed:.2g}"
    statistic = (((observed - expected) ** 2) / expected).sum()
    assert statistic <= critical, (
        f"{what}: chi-square {statistic:.1f} with {freedom} degrees of freedom, at most {critical:.1f}"
    )


def require_equally_often(what: str, counts: Numbers, *, detectable: float) -> None:
    """Require that all outcomes are equally probable; see `require_law`."""
    outcomes = len(counts)
    require_law(what, counts, np.full(outcomes, 1 / outcomes), detectable=detectable)


def require_rate(what: str, events: int, trials: int, probability: float, *, detectable: float) -> None:
    """Require that an event comes as often as its probability says, to `detectable`, absolute."""
    relative = detectable / float(np.sqrt(probability * (1 - probability)))
    require_law(what, [events, trials - events], [probability, 1 - probability], detectable=relative)
