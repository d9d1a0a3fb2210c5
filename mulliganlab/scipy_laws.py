"""The laws of a set-up once more, from SciPy's distributions: the independent third opinion.

Nothing here counts ways or sums a series in closed form. Hands are hypergeometric, failures
geometric, and what follows for two players is summed up term by term in floating point.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.stats import geom, hypergeom

from mulliganlab.composition import Composition
from mulliganlab.opponent import Mixture
from mulliganlab.rules import Rules

__all__ = ["scipy_bonus", "scipy_laws"]

Floats = NDArray[np.float64]

MOST_FAILURES = 4096
"""Hands fail at most 63 times in 64, and 4,096 such failures in a row are beyond a double."""


def scipy_laws(deck: Composition, opponents: Mixture, rules: Rules) -> dict[str, float]:
    """Rates and means of a set-up, by the names of `mulliganlab.quantities`.

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
    >>> round(laws["mulligan_probability"], 10)
    0.346406429
    """
    own = _failures(deck, rules)
    sums: dict[str, float] = {}
    no_basic = _no_basic_among(deck, rules)
    for other, weight in opponents:
        theirs = _failures(other, rules)
        shared = _at_least(own) * _at_least(theirs)
        received = _bonus(own, theirs, rules, deck.size)
        given = _bonus(theirs, own, rules, other.size)
        for name, value in {
            "shared_mulligan_probability": shared[1],
            "expected_shared_mulligans": shared[1:].sum(),
            "bonus_received_probability": received[1:].sum(),
            "expected_bonus_received": _mean(received),
            "bonus_given_probability": given[1:].sum(),
            "expected_bonus_given": _mean(given),
            "bonus_basic_probability": received[1:] @ (1 - no_basic[1:]),
        }.items():
            sums[name] = sums.get(name, 0.0) + float(weight) * float(value)
    received_at_all = sums["bonus_received_probability"]
    if received_at_all > 0:
        sums["bonus_basic_probability_if_any"] = sums["bonus_basic_probability"] / received_at_all
    return {
        "mulligan_probability": _hand_fails(deck, rules),
        "expected_mulligans": _mean(own),
        **_kept_hand(deck, rules),
        **sums,
    }


def scipy_bonus(deck: Composition, opponents: Mixture, rules: Rules) -> Floats:
    """P(0), P(1), … bonus cards of the player with `deck`, averaged over the opponent's decks.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from mulliganlab.rules import STANDARD
    >>> bonus = scipy_bonus(Composition(60, 12), ((Composition(60, 8), Fraction(1)),), STANDARD)
    >>> round(1 - float(bonus[0]), 10)
    0.3001901165
    """
    own = _failures(deck, rules)
    laws = [_bonus(own, _failures(other, rules), rules, deck.size) for other, _ in opponents]
    average: Floats = np.array([float(weight) for _, weight in opponents]) @ np.array(laws)
    return average


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


def _mean(chances: Floats) -> float:
    return float(chances @ np.arange(chances.size))


def _bonus(own: Floats, theirs: Floats, rules: Rules, deck_size: int) -> Floats:
    """P(0), P(1), … bonus cards of a player, from the failures of both."""
    most = rules.most_bonus_cards(deck_size)
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


def _kept_hand(deck: Composition, rules: Rules) -> dict[str, float]:
    """Quantities of the kept hand, natural or made at the mulligan limit."""
    n, h, starts = deck.size, rules.hand_size, deck.starts(rules)
    fails = _hand_fails(deck, rules)
    made = 0.0 if rules.mulligan_limit is None else fails**rules.mulligan_limit
    lone = float(hypergeom.pmf(1, n, starts, h)) / (1 - fails)
    lone_made = float(hypergeom.pmf(0, n - 1, starts - 1, h - 1))
    basics_made = 1 + _mean(hypergeom.pmf(np.arange(h), n - 1, deck.basics - 1, h - 1))
    return {
        "lone_basic_probability": (1 - made) * lone + made * lone_made,
        "expected_basics_kept": (1 - made) * _mean(_kept_natural(deck, rules)) + made * basics_made,
    }


def _no_basic_among(deck: Composition, rules: Rules) -> Floats:
    """P(no Basic) among 0, 1, … bonus cards, over the Basics that the kept hand took away."""
    n, b, h = deck.size, deck.basics, rules.hand_size
    kept = _kept_natural(deck, rules)
    cards = np.arange(rules.most_bonus_cards(n) + 1)
    in_hand = np.flatnonzero(kept)
    none = hypergeom.pmf(0, n - h, b - in_hand[:, np.newaxis], cards)
    chances: Floats = kept[in_hand] @ none
    return chances
