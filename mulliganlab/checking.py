"""The verdict on a simulation: every counted quantity against the exact law and against SciPy."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isclose, sqrt

import numpy as np
from scipy.stats import binom, chi2, hypergeom, norm, power_divergence

from mulliganlab.card_odds import CARD_ODDS, CardOdds
from mulliganlab.composition import Composition
from mulliganlab.exact import SetUpLaw, basics_in_opening
from mulliganlab.pmf import TAIL_BELOW, Pmf
from mulliganlab.quantities import SET_UP, CountQuantity, Quantity, Rate
from mulliganlab.rules import Rules
from mulliganlab.scipy_laws import ScipyLaws
from mulliganlab.tally import CountTally, Tally

__all__ = ["FALSE_ALARM", "Check", "Comparison", "check", "check_cards", "compare_rate"]

FALSE_ALARM = 1e-6
"""Probability that a run with a faultless simulation is called wrong, over all its comparisons."""

MEAN_EVENTS = 100_000
"""A mean is compared from so many games on in which its count is not 0: with a tenth of them the normal
tail is passed twice as often as it says, since rare counts are skewed."""

POOLED = 25
"""Bins of a goodness-of-fit test are pooled until so many games are expected in each."""

LARGEST_Z = 38.0
"""Beyond it a normal tail is below every double; larger deviations are shown as this."""

EXACT_TOLERANCE = 1e-9
"""SciPy's floating-point laws agree with the fractions to this, relative to the value."""


NOTHING = 1e-14
"""Differences below this are what SciPy's floats leave of a probability of 0."""


@dataclass(frozen=True)
class Comparison:
    """One simulated quantity beside its exact value.

    Attributes
    ----------
    what : str
        The quantity, and of which row.
    expected, observed : float
        Exact and simulated value; for a goodness of fit the degrees of freedom and the statistic.
    p_value : float
        How often a faultless simulation deviates as far, to either side.
    """

    what: str
    expected: float
    observed: float
    p_value: float

    @property
    def z(self) -> float:
        """The deviation of a normal variable that is as rare."""
        return min(float(norm.isf(self.p_value / 2)), LARGEST_Z) if self.p_value > 0 else LARGEST_Z


@dataclass(frozen=True)
class Check:
    """All comparisons of a run; checks of several rows add.

    Attributes
    ----------
    comparisons : tuple of Comparison
        Simulated against exact.
    contradictions : tuple of str
        Where SciPy's laws and the fractions differ, one sentence each.

    Examples
    --------
    >>> Check((Comparison("a coin", 0.5, 0.9, 1e-30),)).agrees
    False
    """

    comparisons: tuple[Comparison, ...] = ()
    contradictions: tuple[str, ...] = ()

    def __add__(self, other: "Check") -> "Check":
        return Check(self.comparisons + other.comparisons, self.contradictions + other.contradictions)

    @property
    def smallest_p_value(self) -> float:
        """A comparison below this one is a disagreement: the false-alarm rate divided over all."""
        return FALSE_ALARM / max(len(self.comparisons), 1)

    @property
    def disagreements(self) -> tuple[Comparison, ...]:
        """Comparisons too rare for chance."""
        return tuple(c for c in self.comparisons if c.p_value < self.smallest_p_value)

    @property
    def agrees(self) -> bool:
        """Whether all three opinions are one."""
        return not self.disagreements and not self.contradictions

    @property
    def largest_z(self) -> float:
        """The largest deviation, as the z of a normal variable."""
        return max((comparison.z for comparison in self.comparisons), default=0.0)

    @property
    def largest_z_allowed(self) -> float:
        """The z that a comparison must exceed to be a disagreement."""
        return float(norm.isf(self.smallest_p_value / 2))

    def verdict(self, opinions: str = "simulation, exact laws and SciPy") -> str:
        """Say in a sentence or more whether the simulation agrees, and how sure that is.

        Parameters
        ----------
        opinions : str
            What was compared.

        Examples
        --------
        >>> print(Check().verdict())
        Check: there was nothing to compare.
        """
        if not self.comparisons and not self.contradictions:
            return "Check: there was nothing to compare."
        made = f"{len(self.comparisons):,} comparison{'' if len(self.comparisons) == 1 else 's'}"
        limit = f"{self.largest_z_allowed:.2f}, which one faultless run in {1 / FALSE_ALARM:,.0f} exceeds"
        if self.agrees:
            return f"Check: {opinions} agree: largest z {self.largest_z:.2f} of {made}, allowed {limit}."
        wrong = [
            f"{c.what}: expected {c.expected:.6g}, simulated {c.observed:.6g}, z {c.z:.1f}"
            for c in self.disagreements
        ]
        details = "\n".join([*wrong, *self.contradictions])
        return f"Check: DISAGREEMENT in {made}, z allowed {limit}:\n{details}"

    def to_json(self) -> dict[str, object]:
        """Verdict and how it was reached, for the JSON output."""
        return {
            "agrees": self.agrees,
            "largest_z": self.largest_z,
            "largest_z_allowed": self.largest_z_allowed,
            "comparisons": len(self.comparisons),
            "false_alarm_rate": FALSE_ALARM,
            "disagreements": [
                {"what": c.what, "expected": c.expected, "observed": c.observed, "z": c.z}
                for c in self.disagreements
            ],
            "contradictions": list(self.contradictions),
        }


def check(law: SetUpLaw, scipy: ScipyLaws, tally: Tally, *, row: str = "") -> Check:
    """Compare the exact law of a set-up with its simulation and with SciPy's laws.

    Parameters
    ----------
    law : SetUpLaw
        The exact law.
    scipy : ScipyLaws
        The same from `mulliganlab.scipy_laws`.
    tally : Tally
        The simulated games.
    row : str
        Names the row in what is reported.
    """
    where = f" ({row})" if row else ""
    comparisons = compare(law, SET_UP, tally, where) if tally.games else ()
    return Check(tuple(comparisons), tuple(compare_exact(law, scipy, where)))


def check_cards(
    names: Sequence[str],
    odds: Sequence[CardOdds],
    scipy: Sequence[dict[str, float]],
    tally: Tally,
) -> Check:
    """Compare the odds of named cards with their simulation and with SciPy's.

    Parameters
    ----------
    names : sequence of str
        The cards, in the order in which the tally counted them.
    odds : sequence of CardOdds
        Exact odds of each.
    scipy : sequence of dict
        The same from `mulliganlab.scipy_card_odds`.
    tally : Tally
        The simulated games.
    """
    comparisons: list[Comparison] = []
    contradictions: list[str] = []
    for row, (name, exact, other) in enumerate(zip(names, odds, scipy, strict=True)):
        for column, what in enumerate(CARD_ODDS):
            probability = getattr(exact, what)
            if probability is None:
                continue
            contradictions += contradiction(f"{what} of {name}", probability, other[what])
            if tally.games:
                events = int(tally.cards[row, column])
                comparisons.append(compare_rate(f"{what} of {name}", float(probability), events, tally.games))
    return Check(tuple(comparisons), tuple(contradictions))


def check_openings(deck: Composition, rules: Rules, tally: CountTally) -> Check:
    """Compare the Basics of openings with their exact law, and that with SciPy's.

    Parameters
    ----------
    deck : Composition
        The deck.
    rules : Rules
        They say how many cards a hand has.
    tally : CountTally
        Openings by their Basics.
    """
    law, what = basics_in_opening(deck, rules), f"basics_in_opening ({deck.basics} Basics, {rules.name})"
    contradictions: list[str] = []
    for count, probability in enumerate(law.head):
        other = float(hypergeom.pmf(count, deck.size, deck.basics, rules.hand_size))
        contradictions += contradiction(f"{count} {what}", probability, other)
    comparisons = compare_counts(f"mean of {what}", what, law, tally) if tally.at_least(0) else ()
    return Check(tuple(comparisons), tuple(contradictions))


def compare_exact(law: SetUpLaw, scipy: ScipyLaws, where: str) -> Iterator[str]:
    """Name the quantities of which SciPy has another opinion than the fractions."""
    for quantity in SET_UP:
        name = quantity.name
        if isinstance(quantity, Rate):
            # Of bonus cards that are rarer than floats can tell, SciPy knows no share with a Basic.
            if name in scipy.rates or law.bonus_received.tail(1) > NOTHING:
                yield from contradiction(name + where, quantity.exact(law), scipy.rates.get(name))
            continue
        exact, other = quantity.law(law), scipy.counts[name]
        yield from contradiction(quantity.mean_name + where, exact.mean, float(other @ np.arange(other.size)))
        shown, _ = exact.listed(TAIL_BELOW)
        last = len(shown) - 1
        for count, probability in enumerate(shown[:-1]):
            yield from contradiction(f"P({count}) of {name}{where}", probability, other[count])
        yield from contradiction(f"P({last} or more) of {name}{where}", shown[last], other[last:].sum())


def contradiction(what: str, exact: Fraction | float | None, other: float | None) -> list[str]:
    """A sentence where counting and SciPy differ; nothing where they are one.

    Examples
    --------
    >>> contradiction("heads", Fraction(1, 2), 0.5)
    []
    """
    if exact is None or other is None:
        same = exact is None and other is None
    else:
        same = isclose(float(exact), other, rel_tol=EXACT_TOLERANCE, abs_tol=NOTHING)
    counted = None if exact is None else float(exact)
    return [] if same else [f"{what} is {counted} by counting and {other} by SciPy"]


def compare(law: SetUpLaw, quantities: Iterable[Quantity], tally: Tally, where: str) -> Iterator[Comparison]:
    """Compare each quantity that the tally has enough games for."""
    for quantity in quantities:
        if isinstance(quantity, CountQuantity):
            names = quantity.mean_name + where, quantity.name + where
            yield from compare_counts(*names, quantity.law(law), quantity.counted(tally))
        else:
            probability = quantity.exact(law)
            events, games = quantity.events(tally)
            if probability is not None and games:
                yield compare_rate(quantity.name + where, float(probability), events, games)


def compare_rate(what: str, probability: float, events: int, games: int) -> Comparison:
    """Compare a rate by the exact tails of the binomial distribution.

    Examples
    --------
    >>> compare_rate("heads", 0.5, 50, 100).z
    0.0
    """
    below = float(binom.cdf(events, games, probability))
    above = float(binom.sf(events - 1, games, probability))
    return Comparison(what, probability, events / games, min(1.0, 2 * min(below, above)))


def compare_counts(mean_name: str, name: str, law: Pmf, counted: CountTally) -> Iterator[Comparison]:
    """Compare the mean of a count, and how its games are distributed."""
    games = int(counted.games.sum())
    if counted.at_least(1) >= MEAN_EVENTS and law.std > 0:
        mean, _ = counted.mean_and_error()
        z = abs(mean - float(law.mean)) / (law.std / sqrt(games))
        yield Comparison(mean_name, float(law.mean), mean, 2 * float(norm.sf(z)))
    probabilities, _ = law.listed(tail_below=min(TAIL_BELOW, POOLED / games))
    last = min(len(probabilities), counted.games.size) - 1
    probabilities = [*probabilities[:last], sum(probabilities[last:])]
    observed = counted.grouped(len(probabilities))
    impossible = sum(seen for p, seen in zip(probabilities, observed, strict=True) if p == 0)
    if impossible:
        yield compare_rate(f"impossible {name}", 0.0, impossible, games)
    bins = pooled([p * games for p in probabilities], observed)
    if len(bins) > 2:  # one bin tells nothing, and two are a rate that is compared exactly
        expected, seen = np.array(bins).T
        # The likelihood ratio: at these levels Pearson's statistic cries wolf too often in rare bins.
        fit = power_divergence(seen, expected * seen.sum() / expected.sum(), lambda_="log-likelihood")
        freedom = len(bins) - 1
        statistic = max(float(fit.statistic), 0.0)
        yield Comparison(f"distribution of {name}", freedom, statistic, float(chi2.sf(statistic, freedom)))


def pooled(expected: Sequence[float], observed: Sequence[int]) -> list[tuple[float, int]]:
    """Pool neighbouring bins until enough games are expected in each; the rest joins the last.

    Examples
    --------
    >>> pooled([100.0, 20.0, 10.0, 2.0], [90, 25, 15, 2])
    [(100.0, 90), (32.0, 42)]
    """
    bins: list[tuple[float, int]] = []
    games, seen = 0.0, 0
    for e, o in zip(expected, observed, strict=True):
        games, seen = games + e, seen + o
        if games >= POOLED:
            bins.append((games, seen))
            games, seen = 0.0, 0
    if bins:
        bins[-1] = bins[-1][0] + games, bins[-1][1] + seen
    return bins
