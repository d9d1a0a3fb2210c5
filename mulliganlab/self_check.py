"""The kernel against SciPy and the exact laws: all Basic counts, all rule sets."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from mulliganlab import __version__
from mulliganlab.composition import Composition
from mulliganlab.opponent import MIRROR, Opponent, field_opponent
from mulliganlab.results import SimulationInfo
from mulliganlab.rules import RULE_SETS, STANDARD, Rules
from mulliganlab.study import check_set_up

if TYPE_CHECKING:  # help does not wait for NumPy and SciPy to load
    from mulliganlab.checking import Check

__all__ = [
    "DEFAULT_GAMES",
    "GROUPS",
    "OPENINGS_A_GAME",
    "CheckedGroup",
    "Group",
    "SelfCheck",
    "checked_groups",
]

DEFAULT_GAMES = 2_000_000
"""Games for each deck: all groups together take about half a minute on two cores."""

OPENINGS_A_GAME = 16
"""Openings are dealt so much faster."""

DECADE = 10
"""Basic counts of one group of the standard rules."""


@dataclass(frozen=True)
class Group:
    """Decks that are played under one set of rules.

    Attributes
    ----------
    title : str
        Names the group.
    rules : Rules
        The rules played.
    opponent : Opponent
        Who is met.
    decks : tuple of Composition
        The decks, each a set-up of its own.
    openings : bool
        Whether opening hands alone are dealt, sixteen for each game that is asked for.
    """

    title: str
    rules: Rules
    opponent: Opponent
    decks: tuple[Composition, ...]
    openings: bool = False


@dataclass(frozen=True)
class CheckedGroup:
    """A group, the games played for each deck, and the verdict over all of them."""

    group: Group
    check: "Check"
    stopped: bool = False


@dataclass(frozen=True)
class SelfCheck:
    """All groups that were played."""

    simulation: SimulationInfo
    groups: tuple[CheckedGroup, ...]

    @property
    def check(self) -> "Check":
        """The verdict over all groups."""
        from mulliganlab.checking import Check

        return reduce(add, (group.check for group in self.groups), Check())

    def to_json(self) -> dict[str, object]:
        """Give it as the JSON output has it."""
        return {
            "mulliganlab": __version__,
            "command": "check",
            "rules": None,  # each row names its own
            "opponent": None,
            "simulation": self.simulation.to_json(),
            "rows": self.records(),
            "check": self.check.to_json(),
            "warnings": self.warnings(),
        }

    def warnings(self) -> list[str]:
        """What should be known of a run that was stopped."""
        if not self.simulation.stopped:
            return []
        finished = sum(not group.stopped for group in self.groups)
        return [f"stopped after {finished} of {len(GROUPS)} groups: the others were not checked"]

    def records(self) -> list[dict[str, object]]:
        """One flat dictionary a group."""
        return [
            {
                "group": checked.group.title,
                "rules": checked.group.rules.describe(),
                "opponent": checked.group.opponent.name,
                "decks": len(checked.group.decks),
                "dealt": "openings" if checked.group.openings else "games",
                "for_each_deck": self.simulation.games * (OPENINGS_A_GAME if checked.group.openings else 1),
                "comparisons": len(checked.check.comparisons),
                "largest_z": checked.check.largest_z,
                "agrees": checked.check.agrees,
                "seed": self.simulation.seed,
            }
            for checked in self.groups
        ]


def _groups() -> Iterator[Group]:
    field = field_opponent()
    for name in ("standard", "prerelease", "half-deck"):
        rules = RULE_SETS[name]
        decks = _decks(rules, 1, rules.deck_size)
        yield Group(f"{name}, all Basic counts, openings", rules, MIRROR, decks, openings=True)
    for low in range(1, STANDARD.deck_size + 1, DECADE):
        high = min(low + DECADE - 1, STANDARD.deck_size)
        yield Group(f"standard, {low} to {high} Basics, field", STANDARD, field, _decks(STANDARD, low, high))
    for name, rules in RULE_SETS.items():
        yield Group(f"{name}, all Basic counts, mirror", rules, MIRROR, _decks(rules, 1, rules.deck_size))
    limited = STANDARD.changed(mulligan_limit=2)
    yield Group("standard, mulligan limit 2, mirror", limited, MIRROR, _decks(limited, 1, 20))
    starters = tuple(Composition(STANDARD.deck_size, basics, 4) for basics in range(1, 21))
    yield Group("standard, 4 optional starters, field", STANDARD, field, starters)
    refused = STANDARD.changed(starters="refuse")
    yield Group("standard, 4 starters refused, field", refused, field, starters)
    large = STANDARD.changed(deck_size=64, hand_size=12, prizes=9)
    yield Group("deck 64, hand 12, 9 prizes, mirror", large, MIRROR, _decks(large, 1, 20))


def _decks(rules: Rules, low: int, high: int) -> tuple[Composition, ...]:
    return tuple(Composition(rules.deck_size, basics) for basics in range(low, high + 1))


GROUPS = tuple(_groups())
"""What ``mulliganlab check`` plays."""


def checked_groups(
    info: SimulationInfo,
    groups: tuple[Group, ...] = GROUPS,
    *,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[CheckedGroup]:
    """Play and check group after group, until Ctrl-C.

    Parameters
    ----------
    info : SimulationInfo
        Games for each deck, and the seed.
    groups : tuple of Group
        What to play.
    jobs, progress
        See `mulliganlab.simulate`.

    Examples
    --------
    >>> small = Group("small", STANDARD, MIRROR, (Composition(60, 8),))
    >>> [checked.check.agrees for checked in checked_groups(SimulationInfo(1000, 1, ""), (small,))]
    [True]
    """
    from mulliganlab.checking import Check

    for group in groups:
        verdict = Check()
        stopped = False
        for deck in group.decks:
            check = _check_openings if group.openings else _check_games
            found, stopped = check(group, deck, info, jobs, progress)
            verdict += found
            if stopped:
                break
        yield CheckedGroup(group, verdict, stopped)
        if stopped:
            return


Progress = Callable[[int], None] | None


def _check_games(
    group: Group, deck: Composition, info: SimulationInfo, jobs: int | None, progress: Progress
) -> tuple["Check", bool]:
    """Play complete games and check them."""
    played = check_set_up(deck, group.opponent, group.rules, info, jobs=jobs, progress=progress)
    return played.check, played.stopped


def _check_openings(
    group: Group, deck: Composition, info: SimulationInfo, jobs: int | None, progress: Progress
) -> tuple["Check", bool]:
    """Deal openings and check their Basics against the hypergeometric law."""
    from mulliganlab.checking import check_openings
    from mulliganlab.openings import deal_openings

    openings = OPENINGS_A_GAME * info.games
    dealt = deal_openings(deck, group.rules, openings=openings, seed=info.seed, jobs=jobs)
    if progress is not None:
        progress(info.games)
    return check_openings(deck, group.rules, dealt.tally), dealt.stopped
