"""The law of a count, as fractions, with tails that are never cut off."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum, lcm, sqrt

__all__ = ["TAIL_BELOW", "GeometricTail", "Pmf"]

TAIL_BELOW = 1e-6
"""Listed distributions end where all that follows is rarer than this."""


@dataclass(frozen=True)
class GeometricTail:
    """Probability that falls off by the same ratio from one count to the next, for ever.

    Attributes
    ----------
    mass : Fraction
        All of the probability in this tail.
    ratio : Fraction
        Each count has this share of what its predecessor has, at least 0 and below 1.
    """

    mass: Fraction
    ratio: Fraction


@dataclass(frozen=True)
class Pmf:
    """Probability mass function of a count ``min(step * X, cap)``.

    X takes the values 0, 1, … of `head` with the probabilities given there; what is
    left lies in geometric tails that begin behind the head. Means and tails are sums
    of geometric series in closed form, so nothing is lost however long a tail is.

    Attributes
    ----------
    head : tuple of Fraction
        P(X = 0), P(X = 1), …
    tails : tuple of GeometricTail
        Side by side, each beginning at ``X = len(head)``.
    step : int
        How much one unit of X counts.
    cap : int or None
        The largest count there is.

    Examples
    --------
    Failed hands of a deck that mulligans once in four:

    >>> mulligans = Pmf((), (GeometricTail(Fraction(1), Fraction(1, 4)),))
    >>> mulligans.pmf(1), mulligans.tail(2), mulligans.mean
    (Fraction(3, 16), Fraction(1, 16), Fraction(1, 3))
    >>> mulligans.ppf(0.95)
    2
    """

    head: tuple[Fraction, ...]
    tails: tuple[GeometricTail, ...] = ()
    step: int = 1
    cap: int | None = None

    def counted(self, *, step: int, cap: int) -> "Pmf":
        """Return the law of ``min(step * X, cap)``: a bonus from its mulligans.

        Parameters
        ----------
        step, cap : int
            Cards for each X, and the most there can be.

        Examples
        --------
        >>> extra = Pmf((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)))
        >>> extra.counted(step=2, cap=3).floats()
        [0.5, 0.0, 0.25, 0.25]
        """
        return Pmf(self.head, self.tails, step, cap)

    @property
    def least(self) -> int:
        """A count that none is below."""
        certain = next((k for k, p in enumerate(self.head) if p), len(self.head))
        return self.step * certain if self.cap is None else min(self.step * certain, self.cap)

    @property
    def largest(self) -> int | None:
        """A bound that no count exceeds; None where there is none."""
        if self.tails:
            return self.cap
        bound = self.step * (len(self.head) - 1)
        return bound if self.cap is None else min(bound, self.cap)

    def tail(self, count: int) -> Fraction:
        """P(count or more).

        Parameters
        ----------
        count : int
            Any whole number.
        """
        if count <= 0:
            return Fraction(1)
        if self._beyond(count):
            return Fraction(0)
        first, start = self._steps_to(count), len(self.head)
        if first <= start:
            return sum(self.head[first:], sum((tail.mass for tail in self.tails), Fraction(0)))
        return sum((tail.mass * tail.ratio ** (first - start) for tail in self.tails), Fraction(0))

    def pmf(self, count: int) -> Fraction:
        """P(exactly count)."""
        return self.tail(count) - self.tail(count + 1)

    @property
    def mean(self) -> Fraction:
        """The expected count."""
        if self.cap is None:
            return self.step * self._mean_up_to(None)
        whole, rest = divmod(self.cap, self.step)
        return self.step * self._mean_up_to(whole) + rest * self.tail(self.step * whole + 1)

    @property
    def std(self) -> float:
        """The standard deviation of the count."""
        mean = float(self.mean)
        if self.largest is not None:
            return sqrt(fsum(p * (k - mean) ** 2 for k, p in enumerate(self.floats())))
        start = len(self.head)
        squares = [k * k * float(p) for k, p in enumerate(self.head)]
        for mass, ratio, stop in self._float_tails:
            beyond, beyond_squared = ratio / stop, ratio * (1 + ratio) / stop**2
            squares.append(mass * (start * start + 2 * start * beyond + beyond_squared))
        return sqrt(max(self.step**2 * fsum(squares) - mean * mean, 0.0))

    def ppf(self, level: float) -> int:
        """Return the smallest count that is not exceeded with probability `level` (0 to below 1)."""
        if not 0 <= level < 1:
            raise ValueError(f"a level must be at least 0 and below 1, not {level}")
        beyond = 1 - Fraction(level)
        count = 0
        while self.tail(count + 1) > beyond:
            count += 1
        return count

    def expectation(self, values: Sequence[Fraction]) -> Fraction:
        """Return the expected value of ``values[count]``, for a count that has a bound.

        Parameters
        ----------
        values : sequence of Fraction
            One value for each count from 0 to `largest`.
        """
        if self.largest is None:
            raise ValueError("a count without a bound needs infinitely many values")
        at = [values[min(self.step * x, self.largest)] for x in range(self._steps_to(self.largest) + 1)]
        start = len(self.head)
        total = sum((p * at[min(x, len(at) - 1)] for x, p in enumerate(self.head)), Fraction(0))
        if not self.tails:
            return total
        # P(X >= x) times what the value gains from x - 1 to x, in whole numbers over one
        # denominator: a sum of reduced fractions would spend its time on common divisors.
        first = at[min(start, len(at) - 1)]
        gains = [b - a for a, b in zip(at[start:], at[start + 1 :], strict=False)]
        unit = lcm(*(gain.denominator for gain in gains)) if gains else 1
        for tail in self.tails:
            above, below = tail.ratio.as_integer_ratio()
            numerator, power = 0, above
            for gain in gains:
                numerator = numerator * below + int(gain * unit) * power
                power *= above
            total += tail.mass * (first + Fraction(numerator, unit * below ** len(gains)))
        return total

    def floats(self) -> list[float]:
        """All probabilities of a count that has a bound, as floats."""
        if self.largest is None:
            raise ValueError("a count without a bound has infinitely many probabilities")
        return self.grouped(self.largest + 1)

    def listed(self, tail_below: float) -> tuple[list[float], int | None]:
        """Probabilities of 0, 1, … as floats that sum to 1, and where their tail begins.

        Parameters
        ----------
        tail_below : float
            The list ends with the first P(k or more) below this value.

        Returns
        -------
        list of float
            The last one is all of P(k or more).
        int or None
            That k; None where the list has every count there is.

        Examples
        --------
        >>> Pmf((), (GeometricTail(Fraction(1), Fraction(1, 4)),)).listed(0.1)
        ([0.75, 0.1875, 0.0625], 2)
        """
        stop = 0
        while stop != self.largest and self._tail_float(stop) >= tail_below:
            stop += 1
        return self.grouped(stop + 1), None if stop == self.largest else stop

    def grouped(self, groups: int) -> list[float]:
        """P(0), P(1), …, and last P(groups - 1 or more), as floats.

        Examples
        --------
        >>> Pmf((Fraction(1, 2), Fraction(1, 2))).grouped(3)
        [0.5, 0.5, 0.0]
        """
        return [self._pmf_float(k) for k in range(groups - 1)] + [self._tail_float(groups - 1)]

    def _beyond(self, count: int) -> bool:
        return self.cap is not None and count > self.cap

    def _steps_to(self, count: int) -> int:
        return -(-count // self.step)

    def _mean_up_to(self, bound: int | None) -> Fraction:
        """E[min(X, bound)], as the sum of P(X >= k) for k = 1 … bound."""
        start = len(self.head)
        total = Fraction(0)
        for k, p in enumerate(self.head):
            total += p * (k if bound is None else min(k, bound))
        for tail in self.tails:
            if bound is None:
                total += tail.mass * (start + tail.ratio / (1 - tail.ratio))
            elif bound <= start:
                total += tail.mass * bound
            else:
                beyond = tail.ratio * (1 - tail.ratio ** (bound - start)) / (1 - tail.ratio)
                total += tail.mass * (start + beyond)
        return total

    def _tail_float(self, count: int) -> float:
        if count <= 0:
            return 1.0
        if self._beyond(count):
            return 0.0
        first, start = self._steps_to(count), len(self.head)
        inner = [float(p) for p in self.head[first:]]
        jump = max(first - start, 0)
        return fsum(inner + [mass * ratio**jump for mass, ratio, _ in self._float_tails])

    def _pmf_float(self, count: int) -> float:
        if self.cap is not None and count == self.cap:
            return self._tail_float(count)
        if self._beyond(count) or count % self.step:
            return 0.0
        x, start = count // self.step, len(self.head)
        if x < start:
            return float(self.head[x])
        return fsum(mass * stop * ratio ** (x - start) for mass, ratio, stop in self._float_tails)

    @cached_property
    def _float_tails(self) -> list[tuple[float, float, float]]:
        """Mass, ratio and 1 - ratio of each tail, each rounded once from its fraction."""
        return [(float(tail.mass), float(tail.ratio), float(1 - tail.ratio)) for tail in self.tails]
