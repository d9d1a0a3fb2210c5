"""What the laws need to know of a deck: how many cards, Basics and optional starters."""

from dataclasses import dataclass

from mulliganlab.errors import InputError
from mulliganlab.rules import Rules

__all__ = ["Composition"]


@dataclass(frozen=True, order=True)
class Composition:
    """The counts of a deck that decide how it sets up.

    Attributes
    ----------
    size : int
        Cards of the deck.
    basics : int
        Basic Pokémon among them, at least 1.
    starters : int
        Cards that may start although they are no Basics.

    Raises
    ------
    InputError
        If there is no Basic, or if there are more of them than cards.

    Examples
    --------
    >>> Composition(60, basics=8, starters=4)
    Composition(size=60, basics=8, starters=4)
    """

    size: int
    basics: int
    starters: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.basics <= self.size:
            raise InputError(
                f"the number of Basics must be from 1 to {self.size} "
                f"(a deck of {self.size} cards), not {self.basics}"
            )
        room = self.size - self.basics
        if not 0 <= self.starters <= room:
            raise InputError(
                f"the number of optional starters must be from 0 to {room} "
                f"(beside {self.basics} Basics in {self.size} cards), not {self.starters}"
            )

    def starts(self, rules: Rules) -> int:
        """Cards that make a hand one that is kept under the rules.

        Examples
        --------
        >>> from mulliganlab.rules import STANDARD
        >>> deck = Composition(60, basics=8, starters=4)
        >>> deck.starts(STANDARD), deck.starts(STANDARD.changed(starters="refuse"))
        (12, 8)
        """
        return self.basics + (self.starters if rules.starters == "keep" else 0)
