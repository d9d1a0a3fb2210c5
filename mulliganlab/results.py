"""The rows that every output shows: exact values, and what was simulated beside them."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from mulliganlab import __version__
from mulliganlab.errors import STOPPED
from mulliganlab.exact import SetUpLaw
from mulliganlab.opponent import Opponent
from mulliganlab.pmf import TAIL_BELOW, Pmf
from mulliganlab.quantities import SET_UP, CountQuantity, Rate
from mulliganlab.rules import Rules
from mulliganlab.showing import ShownAsText

if TYPE_CHECKING:  # exact results alone are shown without loading NumPy and SciPy
    from mulliganlab.checking import Check
    from mulliganlab.tally import CountTally, Tally

__all__ = ["Distribution", "Results", "Row", "SimulationInfo", "Value", "set_up_row"]

FLAT_GROUPS = 4
"""In flat records a distribution is told as 0, 1, 2, and 3 or more."""


@dataclass(frozen=True)
class Value:
    """A quantity: its exact value and, if it was simulated, an estimate with its 95 % interval.

    Attributes
    ----------
    exact : float or None
        None where the quantity has no meaning, such as a share of games that never happen.
    estimate, low, high : float or None
        None where nothing was simulated.
    fraction : Fraction or None
        The exact value as a fraction, where outputs show it.
    """

    exact: float | None
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    fraction: Fraction | None = None

    def to_json(self) -> dict[str, object]:
        """Give the value as the JSON output has it."""
        shown: dict[str, object] = {"exact": self.exact}
        if self.fraction is not None:
            shown["fraction"] = str(self.fraction)
        if self.estimate is not None:
            shown |= {"estimate": self.estimate, "low": self.low, "high": self.high}
        return shown

    def record(self, name: str) -> dict[str, object]:
        """Flatten the value: one number a key that begins with `name`."""
        flat: dict[str, object] = {name: self.exact}
        if self.fraction is not None:
            flat[f"{name}_fraction"] = str(self.fraction)
        if self.estimate is not None:
            flat |= {f"{name}_estimate": self.estimate, f"{name}_low": self.low, f"{name}_high": self.high}
        return flat


@dataclass(frozen=True)
class Distribution:
    """The law of a count and, if it was simulated, the shares of the games.

    Attributes
    ----------
    law : Pmf
        The exact law.
    exact : tuple of float
        P(0), P(1), … and last all of P(k or more).
    estimate : tuple of float or None
        The same from the games.
    tail_from : int or None
        That k; None where the list has every count there is.
    grouped_estimate : tuple of float or None
        Shares of the games with 0, 1, 2, and 3 or more.
    """

    law: Pmf
    exact: tuple[float, ...]
    estimate: tuple[float, ...] | None = None
    tail_from: int | None = None
    grouped_estimate: tuple[float, ...] | None = None

    def to_json(self) -> dict[str, object]:
        """Give the distribution as the JSON output has it."""
        shown: dict[str, object] = {"exact": list(self.exact)}
        if self.estimate is not None:
            shown["estimate"] = list(self.estimate)
        if self.tail_from is not None:
            shown["tail_from"] = self.tail_from
        return shown

    def record(self, name: str) -> dict[str, object]:
        """Flatten the distribution to P(0), P(1), P(2) and P(3 or more)."""
        labels = [*(str(count) for count in range(FLAT_GROUPS - 1)), f"{FLAT_GROUPS - 1}_or_more"]
        flat: dict[str, object] = {}
        for label, share in zip(labels, self.law.grouped(FLAT_GROUPS), strict=True):
            flat[f"{name}_{label}"] = share
        for label, share in zip(labels, self.grouped_estimate or (), strict=False):
            flat[f"{name}_{label}_estimate"] = share
        return flat


@dataclass(frozen=True)
class Row:
    """The quantities of one set-up.

    Attributes
    ----------
    basics : int
        Basics of the deck.
    quantities : dict
        `Value` or `Distribution` by name, in the order of the outputs.
    games : int
        Games simulated for it.
    largest_z : float or None
        The largest deviation of a simulated quantity.
    """

    basics: int
    quantities: dict[str, Value | Distribution]
    games: int = 0
    largest_z: float | None = None

    def value(self, name: str) -> Value:
        """Look up a rate or a mean by its name."""
        found = self.quantities[name]
        assert isinstance(found, Value), f"{name} is a distribution"
        return found

    def distribution(self, name: str) -> Distribution:
        """Look up a distribution by its name."""
        found = self.quantities[name]
        assert isinstance(found, Distribution), f"{name} is no distribution"
        return found

    def to_json(self) -> dict[str, object]:
        """Give the row as the JSON output has it."""
        return {"basics": self.basics} | {name: q.to_json() for name, q in self.quantities.items()}

    def record(self) -> dict[str, object]:
        """Flatten the row: one number a key, for CSV files and data frames."""
        flat: dict[str, object] = {"basics": self.basics}
        for name, quantity in self.quantities.items():
            flat |= quantity.record(name)
        return flat


@dataclass(frozen=True)
class SimulationInfo:
    """What was simulated: games asked for each row, the seed that repeats them, the generator.

    If it was stopped, `played` is how many games of all rows were finished.
    """

    games: int
    seed: int
    generator: str
    stopped: bool = False
    played: int = 0

    def to_json(self) -> dict[str, object]:
        """Give it as the JSON output has it."""
        shown: dict[str, object] = {"games": self.games, "seed": self.seed, "generator": self.generator}
        return shown | ({"stopped": True, "played": self.played} if self.stopped else {})


@dataclass(frozen=True)
class Results(ShownAsText):
    """Everything that one run found.

    Attributes
    ----------
    command : str
        The command, as on the command line.
    rules : Rules
        The rules played.
    opponent : Opponent
        Who was met.
    rows : tuple of Row
        One for each deck.
    simulation : SimulationInfo or None
        None where nothing was simulated.
    check : Check or None
        The verdict on the simulation.
    warnings : tuple of str
        What was assumed or should be known, one sentence each.
    """

    command: str
    rules: Rules
    opponent: Opponent
    rows: tuple[Row, ...]
    simulation: SimulationInfo | None = None
    check: "Check | None" = None
    warnings: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        """Status of a command with these results: 130 if stopped, 1 if the check disagrees, else 0."""
        if self.simulation is not None and self.simulation.stopped:
            return STOPPED
        return 0 if self.check is None or self.check.agrees else 1

    @property
    def compared(self) -> bool:
        """Whether anything was compared: a check of nothing neither agrees nor disagrees."""
        return self.check is not None and bool(self.check.comparisons or self.check.contradictions)

    def to_json(self) -> dict[str, object]:
        """Give the results as the JSON output has them."""
        return {
            "mulliganlab": __version__,
            "command": self.command,
            "rules": self.rules.to_json(),
            "opponent": self.opponent.to_json(),
            "simulation": self.simulation and self.simulation.to_json(),
            "rows": [row.to_json() for row in self.rows],
            "check": self.check.to_json() if self.check is not None and self.compared else None,
            "warnings": list(self.warnings),
        }

    def records(self) -> list[dict[str, object]]:
        """One flat dictionary a row, as ``pandas.DataFrame`` takes them."""
        return [row.record() | self.origin() | {"games": row.games} for row in self.rows]

    def origin(self) -> dict[str, object]:
        """What a flat record needs to say where its numbers come from."""
        origin: dict[str, object] = {"rules": self.rules.describe(), "opponent": self.opponent.name}
        return origin | ({} if self.simulation is None else {"seed": self.simulation.seed})

    def __str__(self) -> str:
        from mulliganlab.tables import results_text  # tables show results: they are to the right of here

        return results_text(self)


def set_up_row(law: SetUpLaw, tally: "Tally | None" = None, largest_z: float | None = None) -> Row:
    """Put the exact law of a set-up and what was counted side by side.

    Parameters
    ----------
    law : SetUpLaw
        The exact law.
    tally : Tally, optional
        Simulated games, if any.
    largest_z : float, optional
        From the check of this row.

    Examples
    --------
    >>> from mulliganlab.composition import Composition
    >>> from mulliganlab.exact import set_up_law
    >>> row = set_up_row(set_up_law(Composition(60, 10)))
    >>> row.value("mulligan_probability").to_json()
    {'exact': 0.2586292342..., 'fraction': '75670/292581'}
    """
    played = tally if tally is not None and tally.games else None
    quantities: dict[str, Value | Distribution] = {}
    for quantity in SET_UP:
        if isinstance(quantity, CountQuantity):
            counted = quantity.counted(played) if played else None
            quantities[quantity.mean_name] = _mean(quantity.law(law), counted)
            quantities[quantity.name] = _distribution(quantity.law(law), counted)
        else:
            quantities[quantity.name] = _rate(quantity, law, played)
    # Shared mulligans are told as a rate and a mean; their distribution has no name in the outputs.
    del quantities["shared_mulligans"]
    return Row(law.deck.basics, quantities, played.games if played else 0, largest_z)


def rate_value(exact: Fraction | None, events: int, games: int, *, show_fraction: bool = False) -> Value:
    """Value of a rate; with no games it is the exact one alone."""
    fraction = exact if show_fraction else None
    if exact is None or not games:
        return Value(exact if exact is None else float(exact), fraction=fraction)
    from mulliganlab.intervals import rate_interval  # loads SciPy

    low, high = rate_interval(events, games)
    return Value(float(exact), events / games, low, high, fraction)


def _rate(rate: Rate, law: SetUpLaw, tally: "Tally | None") -> Value:
    events, games = rate.events(tally) if tally else (0, 0)
    return rate_value(rate.exact(law), events, games, show_fraction=rate.name == "mulligan_probability")


def _mean(law: Pmf, counted: "CountTally | None") -> Value:
    if counted is None:
        return Value(float(law.mean))
    from mulliganlab.intervals import mean_interval  # loads SciPy

    mean, _ = counted.mean_and_error()
    # The exact law knows how far means scatter, also of few games that happen to be all the same.
    error = law.std / sqrt(counted.at_least(0))
    low, high = mean_interval(mean, error)
    return Value(
        float(law.mean), mean, max(low, law.least), high if law.largest is None else min(high, law.largest)
    )


def _distribution(law: Pmf, counted: "CountTally | None") -> Distribution:
    exact, tail_from = law.listed(TAIL_BELOW)
    if counted is None:
        return Distribution(law, tuple(exact), None, tail_from)
    games = counted.at_least(0)
    shares = tuple(number / games for number in counted.grouped(len(exact)))
    grouped = tuple(number / games for number in counted.grouped(FLAT_GROUPS))
    return Distribution(law, tuple(exact), shares, tail_from, grouped)
