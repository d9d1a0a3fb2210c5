"""What a simulation counted: whole numbers that add up, batch by batch."""

from dataclasses import dataclass, fields
from math import sqrt

import numpy as np

from mulliganlab.dealing import NEAR, Counts, Numbers
from mulliganlab.showing import ShownAsText

__all__ = ["CountTally", "Tally", "tally"]


@dataclass(frozen=True, eq=False)
class CountTally:
    """Games by a count, with sums that no histogram cuts off.

    Attributes
    ----------
    games : int64 array
        Games by the count; the last element is that many or more.
    total, squares : int
        The sum of the counts over all games, and of their squares.
    """

    games: Numbers
    total: int
    squares: int

    def __add__(self, other: "CountTally") -> "CountTally":
        return CountTally(self.games + other.games, self.total + other.total, self.squares + other.squares)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CountTally):
            return NotImplemented
        same = (self.total, self.squares) == (other.total, other.squares)
        return same and np.array_equal(self.games, other.games)

    __hash__ = None  # type: ignore[assignment]

    def at_least(self, count: int) -> int:
        """Games with that count or more."""
        return int(self.games[count:].sum())

    def grouped(self, groups: int) -> list[int]:
        """Games with the counts 0, 1, …, and last with groups - 1 or more."""
        padded = np.pad(self.games, (0, max(groups - self.games.size, 0)))
        return [*padded[: groups - 1].tolist(), self.at_least(groups - 1)]

    def mean_and_error(self) -> tuple[float, float]:
        """Mean count and its standard error."""
        games = int(self.games.sum())
        mean = self.total / games
        # Whole numbers up to the division: floats would cancel for rare counts.
        variance = (self.squares * games - self.total**2) / games**2
        return mean, sqrt(variance / games)


@dataclass(frozen=True, eq=False)
class Tally(ShownAsText):
    """Counts over simulated set-ups of a deck; tallies of one set-up add.

    Attributes
    ----------
    games : int
        Set-ups played.
    joint : (16, 16) int64 array
        Games by failed hands of the player and of the opponent, both below 16.
    mulligans, shared_mulligans : CountTally
        Failed hands of the player; rounds in which both failed.
    bonus_received, bonus_given : CountTally
        Bonus cards that the player, and the opponent, drew.
    basics_kept : CountTally
        Basics in the kept hand.
    lone_basic : int
        Games in which just one card of the kept hand can start.
    bonus_basic : int
        Games with a Basic among the player's bonus cards.
    cards : (named cards, 5) int64 array
        Games in which each named card is in the kept hand, is seen by the first turn, is
        all that can start, has a copy among the Prizes, has every copy there.

    Examples
    --------
    >>> from mulliganlab.dealing import empty_counts
    >>> nothing = tally(empty_counts(), 0)
    >>> (nothing + nothing).games
    0
    """

    games: int
    joint: Numbers
    mulligans: CountTally
    shared_mulligans: CountTally
    bonus_received: CountTally
    bonus_given: CountTally
    basics_kept: CountTally
    lone_basic: int
    bonus_basic: int
    cards: Numbers

    def __add__(self, other: "Tally") -> "Tally":
        if self.cards.shape != other.cards.shape:
            raise ValueError("tallies of different named cards do not add")
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return all(np.array_equal(getattr(self, f.name), getattr(other, f.name)) for f in fields(self))

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        lines = [f"{self.games:,} games"]
        for name in ("mulligans", "shared_mulligans", "bonus_received", "bonus_given", "basics_kept"):
            counted: CountTally = getattr(self, name)
            mean, error = counted.mean_and_error() if self.games else (0.0, 0.0)
            shown = "  ".join(f"{number:>12,}" for number in counted.grouped(4))
            lines.append(f"{name.replace('_', ' '):17}{shown}   mean {mean:.5f}, standard error {error:.5f}")
        return "\n".join([lines[0] + " with 0, 1, 2, and 3 or more", *lines[1:]])


def tally(counts: Counts, games: int) -> Tally:
    """Sort what the kernel counted into a tally.

    Parameters
    ----------
    counts : Counts
        The kernel's counters.
    games : int
        How many games they are about.
    """
    failed = np.arange(NEAR)
    joint = counts.joint.reshape(NEAR, NEAR)
    shared = np.minimum.outer(failed, failed)
    far = [int(value) for value in counts.sums]
    return Tally(
        games=games,
        joint=joint,
        mulligans=_with_near(counts.mulligans, joint.sum(axis=1), far[0], far[1]),
        shared_mulligans=_with_near(
            counts.shared,
            np.array([joint[shared == count].sum() for count in failed]),
            far[2],
            far[3],
        ),
        bonus_received=_bounded(counts.received),
        bonus_given=_bounded(counts.given),
        basics_kept=_bounded(counts.basics_kept),
        lone_basic=int(counts.singles[0]),
        bonus_basic=int(counts.singles[1]),
        cards=counts.cards,
    )


def _with_near(far: Numbers, near: Numbers, total: int, squares: int) -> CountTally:
    """Put the games of the joint table beside the others, whose sums are given."""
    games = far.copy()
    games[: near.size] += near
    counts = np.arange(near.size)
    return CountTally(games, total + int(near @ counts), squares + int(near @ counts**2))


def _bounded(games: Numbers) -> CountTally:
    """Sum up a count that its bins do not cut off."""
    counts = np.arange(games.size)
    return CountTally(games, int(games @ counts), int(games @ counts**2))
