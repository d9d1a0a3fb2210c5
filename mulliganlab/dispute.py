"""From the mulligans of two players to the bonus cards: the dispute alone."""

from dataclasses import dataclass

from mulliganlab import __version__
from mulliganlab.errors import InputError
from mulliganlab.rules import STANDARD, Rules, rule_set
from mulliganlab.showing import ShownAsText

__all__ = ["Resolution", "resolve"]

MOST_MULLIGANS = 1000
"""More mulligans than any game has seen."""


@dataclass(frozen=True)
class Resolution(ShownAsText):
    """What follows from two numbers of mulligans.

    Attributes
    ----------
    mulligans : tuple of int
        Failed hands of the first and the second player.
    rules : Rules
        The rules played.
    shared : int
        Rounds in which both failed: they give no cards.
    extra : tuple of int
        Further mulligans of each player.
    may_draw : tuple of int
        Bonus cards that each player may draw, up to so many.
    """

    mulligans: tuple[int, int]
    rules: Rules
    shared: int
    extra: tuple[int, int]
    may_draw: tuple[int, int]

    def to_json(self) -> dict[str, object]:
        """Give it as the JSON output has it."""
        return {
            "mulliganlab": __version__,
            "command": "resolve",
            "rules": self.rules.to_json(),
            "opponent": None,
            "simulation": None,
            "rows": [
                {"player": player + 1, **record} for player, record in enumerate(map(self._player, (0, 1)))
            ],
            "shared_mulligans": self.shared,
            "check": None,
            "warnings": [],
        }

    def records(self) -> list[dict[str, object]]:
        """One flat dictionary a player, as ``pandas.DataFrame`` takes them."""
        shared = {"shared_mulligans": self.shared, "rules": self.rules.describe()}
        return [{"player": player + 1} | self._player(player) | shared for player in (0, 1)]

    def __str__(self) -> str:
        first, second = self.mulligans
        told = [f"Of {first} and {second} mulligans {self.shared} {_were(self.shared)} shared."]
        for player, name in enumerate(("first", "second")):
            cards, extra = self.may_draw[player], self.extra[1 - player]
            if cards:
                told.append(
                    f"The {name} player may draw up to {_counted(cards, 'bonus card')} "
                    f"for {_counted(extra, 'extra mulligan')} of the other, "
                    "once both have set their Prizes aside."
                )
        return " ".join(told if len(told) > 1 else [*told, "Nobody may draw a bonus card."])

    def _player(self, player: int) -> dict[str, object]:
        return {
            "mulligans": self.mulligans[player],
            "extra_mulligans": self.extra[player],
            "may_draw": self.may_draw[player],
        }


def resolve(first: int, second: int, rules: Rules | str = STANDARD) -> Resolution:
    """Tell who may draw how many bonus cards after two numbers of mulligans.

    Parameters
    ----------
    first, second : int
        Failed hands of each player.
    rules : Rules or str
        The rules played, or the name of a rule set.

    Raises
    ------
    InputError
        If a number is out of range, or more than the mulligan limit.

    Examples
    --------
    >>> print(resolve(5, 2))
    Of 5 and 2 mulligans 2 were shared. The second player may draw up to 3 bonus cards for 3 extra ...
    """
    if isinstance(rules, str):
        rules = rule_set(rules)
    most = MOST_MULLIGANS if rules.mulligan_limit is None else rules.mulligan_limit
    for number in (first, second):
        if not isinstance(number, int):
            raise InputError(f"a number of mulligans is a whole number, not {number!r}")
        if not 0 <= number <= most:
            limit = " (the mulligan limit)" if rules.mulligan_limit is not None else ""
            raise InputError(f"a number of mulligans must be from 0 to {most}{limit}, not {number}")
    shared = min(first, second)
    extra = first - shared, second - shared
    room = rules.most_bonus_cards(rules.deck_size)
    step = rules.bonus_per_mulligan
    return Resolution(
        (first, second), rules, shared, extra, (min(step * extra[1], room), min(step * extra[0], room))
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
