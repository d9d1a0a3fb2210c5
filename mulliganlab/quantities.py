"""What is told of a set-up: each quantity's name, its exact law, and where it was counted."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from mulliganlab.exact import SetUpLaw
from mulliganlab.pmf import Pmf

if TYPE_CHECKING:  # exact results alone are shown without loading NumPy
    from mulliganlab.tally import CountTally, Tally

__all__ = ["SET_UP", "CountQuantity", "Quantity", "Rate"]


@dataclass(frozen=True)
class Rate:
    """A probability: a share of the games, or of some of them.

    Attributes
    ----------
    name : str
        As outputs name it.
    exact : callable
        The probability by the law; None where it has no meaning.
    events : callable
        Games of a tally in which it happened, and the games that they are a share of.
    """

    name: str
    exact: Callable[[SetUpLaw], Fraction | None]
    events: "Callable[[Tally], tuple[int, int]]"


@dataclass(frozen=True)
class CountQuantity:
    """A count, told as its mean and as its distribution.

    Attributes
    ----------
    mean_name, name : str
        As outputs name the mean and the distribution.
    law : callable
        The law of the count.
    counted : callable
        The games of a tally by the count.
    """

    mean_name: str
    name: str
    law: Callable[[SetUpLaw], Pmf]
    counted: "Callable[[Tally], CountTally]"


Quantity = Rate | CountQuantity

SET_UP: tuple[Quantity, ...] = (
    Rate(
        "mulligan_probability",
        lambda law: law.mulligan_probability,
        lambda tally: (tally.mulligans.at_least(1), tally.games),
    ),
    CountQuantity(
        "expected_mulligans", "mulligans", lambda law: law.mulligans, lambda tally: tally.mulligans
    ),
    Rate(
        "shared_mulligan_probability",
        lambda law: law.shared_mulligans.tail(1),
        lambda tally: (tally.shared_mulligans.at_least(1), tally.games),
    ),
    CountQuantity(
        "expected_shared_mulligans",
        "shared_mulligans",
        lambda law: law.shared_mulligans,
        lambda tally: tally.shared_mulligans,
    ),
    Rate(
        "bonus_received_probability",
        lambda law: law.bonus_received.tail(1),
        lambda tally: (tally.bonus_received.at_least(1), tally.games),
    ),
    CountQuantity(
        "expected_bonus_received",
        "bonus_received",
        lambda law: law.bonus_received,
        lambda tally: tally.bonus_received,
    ),
    Rate(
        "bonus_given_probability",
        lambda law: law.bonus_given.tail(1),
        lambda tally: (tally.bonus_given.at_least(1), tally.games),
    ),
    CountQuantity(
        "expected_bonus_given",
        "bonus_given",
        lambda law: law.bonus_given,
        lambda tally: tally.bonus_given,
    ),
    Rate(
        "lone_basic_probability",
        lambda law: law.lone_basic_probability,
        lambda tally: (tally.lone_basic, tally.games),
    ),
    CountQuantity(
        "expected_basics_kept", "basics_kept", lambda law: law.basics_kept, lambda tally: tally.basics_kept
    ),
    Rate(
        "bonus_basic_probability",
        lambda law: law.bonus_basic_probability,
        lambda tally: (tally.bonus_basic, tally.games),
    ),
    Rate(
        "bonus_basic_probability_if_any",
        lambda law: law.bonus_basic_probability_if_any,
        lambda tally: (tally.bonus_basic, tally.bonus_received.at_least(1)),
    ),
)
"""The quantities of a set-up, in the order of the outputs."""
