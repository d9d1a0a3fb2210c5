"""Odds of one card name once more, from SciPy's distributions.

Where `mulliganlab.card_odds` subtracts the hands that fail, this adds up every kept hand by
its copies of the name and its other cards that can start, in floating point.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.stats import hypergeom

from mulliganlab.card_odds import CARD_ODDS, NameCount
from mulliganlab.composition import Composition
from mulliganlab.rules import Rules

__all__ = ["scipy_card_odds"]

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]


def scipy_card_odds(deck: Composition, card: NameCount, bonus: Floats, rules: Rules) -> dict[str, float]:
    """Odds of a card name, by the names of `mulliganlab.card_odds`.

    Parameters
    ----------
    deck : Composition
        The deck that has the card.
    card : NameCount
        The card.
    bonus : (cards,) float array
        P(0), P(1), … bonus cards, from `mulliganlab.scipy_laws`.
    rules : Rules
        The rules played.
    """
    fails = float(hypergeom.pmf(0, deck.size, deck.starts(rules), rules.hand_size))
    made = 0.0 if rules.mulligan_limit is None else fails**rules.mulligan_limit
    natural_bonus = bonus.copy()
    natural_bonus[0] -= made
    odds = _odds(natural_hands(deck, card, rules), deck, card, rules, natural_bonus)
    if made:
        no_bonus = np.zeros_like(bonus)
        no_bonus[0] = made
        odds += _odds(made_hands(deck, card, rules), deck, card, rules, no_bonus)
    return dict(zip(CARD_ODDS, odds.tolist(), strict=True))


def natural_hands(deck: Composition, card: NameCount, rules: Rules) -> Floats:
    """P(copies of the name, other cards that can start) in a natural hand, given that it is kept."""
    n, h = deck.size, rules.hand_size
    others = deck.starts(rules) - (card.copies if card.starts else 0)
    copies, other = np.arange(h + 1)[:, np.newaxis], np.arange(h + 1)
    hands: Floats = hypergeom.pmf(copies, n, card.copies, h) * _pmf(
        other, n - card.copies, others, h - copies
    )
    kept = (other > 0) | ((copies > 0) & card.starts)
    chances: Floats = np.where(kept, hands, 0.0) / hands[kept].sum()
    return chances


def made_hands(deck: Composition, card: NameCount, rules: Rules) -> Floats:
    """The same of a hand that was made with a random Basic and other cards."""
    n, h = deck.size - 1, rules.hand_size
    starts = deck.starts(rules) - (card.copies if card.starts else 0)
    copies, other = np.arange(h + 1)[:, np.newaxis], np.arange(h + 1)
    hands = np.zeros((h + 1, h + 1))
    chosen = card.copies / deck.basics if card.basic else 0.0
    for share, is_copy in ((chosen, 1), (1 - chosen, 0)):
        if share:
            marked, rest = card.copies - is_copy, starts - (1 - is_copy)
            drawn = _pmf(copies - is_copy, n, marked, h - 1) * _pmf(
                other - (1 - is_copy), n - marked, rest, h - 1 - (copies - is_copy)
            )
            hands += share * drawn
    return hands


def _odds(hands: Floats, deck: Composition, card: NameCount, rules: Rules, bonus: Floats) -> Floats:
    """The five odds over these hands, weighted by all of `bonus`."""
    left = deck.size - rules.hand_size
    unseen = card.copies - np.arange(hands.shape[0])
    weight = float(bonus.sum())
    by_copies = hands.sum(axis=1)
    most = rules.most_bonus_cards(deck.size)
    further = np.minimum(np.arange(bonus.size) + 1, most)
    none_further = _pmf(np.zeros_like(further), left, np.maximum(unseen, 0)[:, np.newaxis], further)
    not_seen = by_copies[0] * (bonus @ none_further[0])
    none_prized = by_copies @ _pmf(np.zeros_like(unseen), left, np.maximum(unseen, 0), rules.prizes)
    all_prized = (
        by_copies[0] * float(hypergeom.pmf(card.copies, left, card.copies, rules.prizes))
        if (card.copies <= left)
        else 0.0
    )
    only = hands[1:, 0].sum() if card.starts else 0.0
    return np.array(
        [
            weight * (1 - by_copies[0]),
            weight - not_seen,
            weight * only,
            weight * (1 - none_prized),
            weight * all_prized,
        ]
    )


def _pmf(k: Numbers, cards: int, marked: Numbers | int, drawn: Numbers | int) -> Floats:
    """Hypergeometric probabilities, 0 where the numbers make no sense."""
    marked, drawn = np.asarray(marked), np.asarray(drawn)
    sensible = (marked >= 0) & (marked <= cards) & (drawn >= 0) & (drawn <= cards) & (k >= 0)
    # Of no cards at all SciPy has no opinion; nothing drawn of one card is as certain.
    chances = hypergeom.pmf(k, max(cards, 1), np.where(sensible, marked, 0), np.where(sensible, drawn, 0))
    possible: Floats = np.where(sensible, chances, 0.0)
    return possible
