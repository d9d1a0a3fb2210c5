"""The mulligans of both players at once: how often they share all of them, and who has more."""

from dataclasses import dataclass

from mulliganlab.composition import Composition
from mulliganlab.exact import extra_mulligans, mulligan_probability, mulligans
from mulliganlab.opponent import Opponent, decks_met
from mulliganlab.rules import STANDARD, Rules

__all__ = ["JointMulligans", "joint_mulligans"]

GROUPS = 6
"""A table tells 0 to 4 mulligans, and 5 or more."""


@dataclass(frozen=True)
class JointMulligans:
    """Exact shares of the games by the mulligans of both players.

    Attributes
    ----------
    shares : tuple of tuple of float
        ``shares[m1][m2]``: the player has m1 failed hands and the opponent m2; the last
        row and column hold that many or more.
    equal, fewer, more : float
        Shares of the games in which the player has as many failed hands as the opponent,
        fewer (and may draw bonus cards), or more (and the opponent may).
    """

    shares: tuple[tuple[float, ...], ...]
    equal: float
    fewer: float
    more: float

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the rows and columns."""
        last = len(self.shares) - 1
        return (*(str(count) for count in range(last)), f"{last}+")


def joint_mulligans(
    deck: Composition, opponent: Opponent | None = None, rules: Rules = STANDARD, *, groups: int = GROUPS
) -> JointMulligans:
    """Tabulate the exact joint law of two players' mulligans.

    Parameters
    ----------
    deck : Composition
        The player's deck.
    opponent : Opponent, optional
        The decks it meets; by default the field for 60 cards, else a mirror.
    rules : Rules
        The rules played.
    groups : int
        Rows and columns, at least 2.

    Notes
    -----
    The players shuffle independently: given the opponent's deck, the law is the product of
    two geometric ones, and it is averaged over the opponent's decks.

    Examples
    --------
    >>> from mulliganlab.opponent import opponent
    >>> joint = joint_mulligans(Composition(60, 8), opponent("12"))
    >>> round(joint.shares[0][0], 4), round(joint.equal, 4), round(joint.fewer + joint.more, 4)
    (0.529, 0.5664, 0.4336)
    """
    own = mulligan_probability(deck, rules)
    own_shares = mulligans(own, rules.mulligan_limit).grouped(groups)
    their_shares = [0.0] * groups
    fewer = more = 0.0
    for theirs, exact_weight in decks_met(deck, opponent, rules):
        weight, failing = float(exact_weight), mulligan_probability(theirs, rules)
        for count, share in enumerate(mulligans(failing, rules.mulligan_limit).grouped(groups)):
            their_shares[count] += weight * share
        fewer += weight * float(extra_mulligans(own, failing, rules.mulligan_limit).tail(1))
        more += weight * float(extra_mulligans(failing, own, rules.mulligan_limit).tail(1))
    shares = tuple(tuple(one * other for other in their_shares) for one in own_shares)
    return JointMulligans(shares, 1 - fewer - more, fewer, more)
