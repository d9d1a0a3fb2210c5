"""The laws of a set-up once more, from SciPy's distributions: the independent third opinion.

Nothing here counts ways or sums a series in closed form. Hands are hypergeometric, failures
geometric, and what follows for two players is summed up term by term in floating point.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import geom, hypergeom

from mulliganlab.composition import Composition
from mulliganlab.opponent import Mixture
from mulliganlab.rules import Rules

__all__ = ["ScipyLaws", "scipy_laws"]

Floats = NDArray[np.float64]

MOST_FAILURES = 4096
"""Hands fail at most 63 times in 64, and 4,096 such failures in a row are beyond a double."""


@dataclass(frozen=True)
class ScipyLaws:
    """A set-up in SciPy's opinion, by the names of `mulliganlab.quantities`.

    Attributes
    ----------
    rates : dict of float
        Probabilities.
    counts : dict of float array
        P(0), P(1), … of each count.
    """

    rates: dict[str, float]
    counts: dict[str, Floats]


def scipy_laws(deck: Composition, opponents: Mixture, rules: Rules) -> ScipyLaws:
    """Rates and counts of a set-up.

    Parameters
    ----------
    deck : Composition
        The player's deck.
    opponents : tuple of (Composition, Fraction)
        The opponent's decks with their weights.
    rules : Rules
        The rules played.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from mulliganlab.rules import STANDARD
    >>> deck = Composition(60, 8)
    >>> laws = scipy_laws(deck, ((deck, Fraction(1)),), STANDARD)
    >>> round(laws.rates["mulligan_probability"], 10)
    0.346406429
    """
    own, most = _failures(deck, rules), rules.most_bonus_cards(deck.size)
    most_given = rules.most_bonus_cards(opponents[0][0].size)  # their decks have one size
    shared, received, given = np.zeros_like(own), np.zeros(most + 1), np.zeros(most_given + 1)
    for other, weight in opponents:
        theirs, share = _failures(other, rules), float(weight)
        shared += share * _shared(own, theirs)
        received += share * _bonus(own, theirs, rules, most)
        given += share * _bonus(theirs, own, rules, most_given)
    bonus_basic = float(received[1:] @ (1 - _no_basic_among(deck, rules)[1:]))
    rates = {
        "mulligan_probability": _hand_fails(deck, rules),
        "shared_mulligan_probability": float(shared[1:].sum()),
        "bonus_received_probability": float(received[1:].sum()),
        "bonus_given_probability": float(given[1:].sum()),
        "lone_basic_probability": _lone(deck, rules),
        "bonus_basic_probability": bonus_basic,
    }
    if rates["bonus_received_probability"] > 0:
        rates["bonus_basic_probability_if_any"] = bonus_basic / rates["bonus_received_probability"]
    counts = {
        "mulligans": own,
        "shared_mulligans": shared,
        "bonus_received": received,
        "bonus_given": given,
        "basics_kept": _basics_kept(deck, rules),
    }
    return ScipyLaws(rates, counts)


def _hand_fails(deck: Composition, rules: Rules) -> float:
    return float(hypergeom.pmf(0, deck.size, deck.starts(rules), rules.hand_size))


def _failures(deck: Composition, rules: Rules) -> Floats:
    """P(0), P(1), … failed hands; at the mulligan limit they end."""
    counts = np.arange(MOST_FAILURES)
    chances: Floats = geom.pmf(counts + 1, 1 - _hand_fails(deck, rules))
    if rules.mulligan_limit is not None:
        chances[rules.mulligan_limit] = chances[rules.mulligan_limit :].sum()
        chances[rules.mulligan_limit + 1 :] = 0
    return chances


def _at_least(chances: Floats) -> Floats:
    """P(0 or more), P(1 or more), … added up from the far end, so that small ones stay precise."""
    tails: Floats = chances[::-1].cumsum()[::-1]
    return tails


def _shared(own: Floats, theirs: Floats) -> Floats:
    """P(0), P(1), … shared mulligans."""
    both = _at_least(own) * _at_least(theirs)
    both[:-1] -= both[1:]
    return both


def _bonus(own: Floats, theirs: Floats, rules: Rules, most: int) -> Floats:
    """P(0), P(1), …, P(most) bonus cards of a player, from the failures of both."""
    bonus = np.zeros(most + 1)
    for extra in range(1, most + 1):
        chance = own[:-extra] @ theirs[extra:]
        bonus[min(rules.bonus_per_mulligan * extra, most)] += chance
    at_least = _at_least(theirs)
    bonus[most] += own[: -most - 1] @ at_least[most + 1 :]
    bonus[0] += own @ (1 - at_least) + own @ theirs
    return bonus


def _kept_natural(deck: Composition, rules: Rules) -> Floats:
    """P(k Basics) in a natural hand that is kept."""
    n, b, h = deck.size, deck.basics, rules.hand_size
    hand: Floats = hypergeom.pmf(np.arange(h + 1), n, b, h)
    starters = deck.starts(rules) - b
    hand[0] *= 1 - float(hypergeom.pmf(0, n - b, starters, h)) if n - b >= h else 0.0
    kept: Floats = hand / hand.sum()
    return kept


def _made(deck: Composition, rules: Rules) -> float:
    """P(the hand is made at the mulligan limit)."""
    return 0.0 if rules.mulligan_limit is None else _hand_fails(deck, rules) ** rules.mulligan_limit


def _lone(deck: Composition, rules: Rules) -> float:
    """P(one card of the kept hand, natural or made, can start)."""
    n, h, starts, made = deck.size, rules.hand_size, deck.starts(rules), _made(deck, rules)
    natural = float(hypergeom.pmf(1, n, starts, h)) / (1 - _hand_fails(deck, rules))
    return (1 - made) * natural + made * float(hypergeom.pmf(0, n - 1, starts - 1, h - 1))


def _basics_kept(deck: Composition, rules: Rules) -> Floats:
    """P(0), P(1), … Basics in the kept hand, natural or made: then one Basic and random cards."""
    n, h, made = deck.size, rules.hand_size, _made(deck, rules)
    others = hypergeom.pmf(np.arange(h), n - 1, deck.basics - 1, h - 1)
    kept: Floats = (1 - made) * _kept_natural(deck, rules) + made * np.concatenate(([0.0], others))
    return kept


def _no_basic_among(deck: Composition, rules: Rules) -> Floats:
    """P(no Basic) among 0, 1, … bonus cards, over the Basics that the kept hand took away."""
    n, b, h = deck.size, deck.basics, rules.hand_size
    kept = _kept_natural(deck, rules)
    cards = np.arange(rules.most_bonus_cards(n) + 1)
    in_hand = np.flatnonzero(kept)
    none = hypergeom.pmf(0, n - h, b - in_hand[:, np.newaxis], cards)
    chances: Floats = kept[in_hand] @ none
    return chances
