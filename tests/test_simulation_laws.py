"""The simulation and the exact laws are of one opinion: all Basic counts, rule sets, limits, sizes."""

from fractions import Fraction

import pytest
from statistics_helper import require_rate

from mulliganlab.card_odds import CARD_ODDS, NameCount, card_odds
from mulliganlab.checking import Check
from mulliganlab.composition import Composition
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import MIRROR, Opponent, field_opponent, mixture, opponent
from mulliganlab.results import SimulationInfo
from mulliganlab.rules import RULE_SETS, STANDARD, Rules
from mulliganlab.simulation import simulate
from mulliganlab.study import check_set_up

pytestmark = pytest.mark.statistical


def require_agreement(decks: list[Composition], met: Opponent, rules: Rules, games: int) -> None:
    """All decks together have the false-alarm rate of one check."""
    info = SimulationInfo(games, 20260106, "")
    verdict = sum((check_set_up(deck, met, rules, info, jobs=2).check for deck in decks), Check())
    assert verdict.agrees, verdict.verdict()


def test_all_basic_counts() -> None:
    decks = [Composition(60, basics) for basics in range(1, 61)]
    require_agreement(decks, opponent("4:0.3,11:0.7"), STANDARD, 100_000)


def test_field() -> None:
    require_agreement([Composition(60, 4), Composition(60, 10, 4)], field_opponent(), STANDARD, 1_000_000)


@pytest.mark.parametrize("name", RULE_SETS)
def test_rule_sets(name: str) -> None:
    rules = RULE_SETS[name]
    decks = [Composition(rules.deck_size, basics) for basics in (1, 2, 4, 8, 13, rules.deck_size)]
    require_agreement(decks, MIRROR, rules, 500_000)


@pytest.mark.parametrize("limit", [1, 2, 8])
def test_mulligan_limits(limit: int) -> None:
    rules = STANDARD.changed(mulligan_limit=limit)
    met = mixture("weak and strong", [(Composition(60, 2), Fraction(1)), (Composition(60, 9), Fraction(1))])
    require_agreement([Composition(60, 1), Composition(60, 6)], met, rules, 500_000)
    require_agreement([Composition(60, 3, 4)], MIRROR, rules.changed(bonus_per_mulligan=2), 500_000)


@pytest.mark.parametrize("policy", ["keep", "refuse"])
def test_optional_starters(policy: str) -> None:
    rules = STANDARD.changed(starters=policy)
    require_agreement([Composition(60, 1, 4), Composition(60, 8, 2)], MIRROR, rules, 500_000)


def test_hands_and_prizes_of_more_than_one_word() -> None:
    rules = STANDARD.changed(deck_size=64, hand_size=12, prizes=9)
    require_agreement([Composition(64, 1), Composition(64, 6)], MIRROR, rules, 500_000)


def test_bonus_that_takes_all_cards_left() -> None:
    # With 16 cards 3 are left; half of the games against a single Basic reach that.
    rules = STANDARD.changed(deck_size=16)
    met = mixture("weak", [(Composition(16, 1), Fraction(1))])
    require_agreement([Composition(16, 2), Composition(16, 9)], met, rules, 500_000)


@pytest.mark.parametrize("limit", [None, 2])
def test_places_of_named_cards(limit: int | None) -> None:
    rules = STANDARD.changed(mulligan_limit=limit)
    deck = Composition(60, 8, 4)
    cards = {
        0b1111: NameCount(4, basic=True, starts=True),
        0b1_0000: NameCount(1, basic=True, starts=True),
        0b1111 << 8: NameCount(4, basic=False, starts=True),
        0b11 << 12: NameCount(2, basic=False, starts=False),
        1 << 59: NameCount(1, basic=False, starts=False),
    }
    games = 4_000_000
    played = simulate(deck, MIRROR, rules, games=games, seed=20260107, names=tuple(cards)).tally
    bonus = set_up_law(deck, MIRROR, rules).bonus_received
    for row, card in enumerate(cards.values()):
        odds = card_odds(deck, card, bonus, rules)
        for column, what in enumerate(CARD_ODDS):
            probability = getattr(odds, what)
            events = int(played.cards[row, column])
            if probability is None:
                assert events == 0
            else:
                require_rate(f"{what} of {card}", events, games, float(probability), detectable=0.0025)
