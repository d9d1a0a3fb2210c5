"""The exact laws against every hand, round, Prize and bonus card of small decks, as equal fractions."""

from fractions import Fraction
from typing import Any

import pytest
from brute_force import Law, Player, SetUp

from mulliganlab.composition import Composition
from mulliganlab.exact import (
    basics_kept,
    lone_start_probability,
    mulligan_probability,
    set_up_law,
)
from mulliganlab.opponent import mixture
from mulliganlab.pmf import Pmf
from mulliganlab.rules import Rules


def small(**values: Any) -> Rules:
    return Rules(**{"name": "small", "deck_size": 10, "hand_size": 3, "prizes": 2, **values})


CASES = {
    "few Basics": (small(), Composition(10, 2), Composition(10, 3)),
    "many against few": (small(), Composition(10, 6), Composition(10, 1)),
    "one Basic each": (small(deck_size=9), Composition(9, 1), Composition(9, 1)),
    "no mulligan possible": (small(), Composition(10, 8), Composition(10, 2)),
    "opponent cannot mulligan": (small(), Composition(10, 2), Composition(10, 9)),
    "Basics alone": (small(), Composition(10, 10), Composition(10, 10)),
    "starters kept": (small(), Composition(10, 2, 2), Composition(10, 1, 3)),
    "starters refused": (small(starters="refuse"), Composition(10, 2, 2), Composition(10, 1, 3)),
    "starters beside many Basics": (small(), Composition(10, 6, 4), Composition(10, 2)),
    "limit 1": (small(mulligan_limit=1), Composition(10, 2), Composition(10, 1)),
    "limit 2": (small(mulligan_limit=2), Composition(10, 1), Composition(10, 3)),
    "limit 3, starters": (small(mulligan_limit=3), Composition(10, 1, 2), Composition(10, 2, 1)),
    "limit 2, starters refused": (
        small(mulligan_limit=2, starters="refuse"),
        Composition(10, 1, 3),
        Composition(10, 1, 1),
    ),
    "limit beyond the cards left": (small(mulligan_limit=7), Composition(10, 1), Composition(10, 1)),
    "two bonus cards, odd cap": (small(bonus_per_mulligan=2), Composition(10, 3), Composition(10, 1)),
    "three bonus cards, limit": (
        small(bonus_per_mulligan=3, mulligan_limit=4),
        Composition(10, 2),
        Composition(10, 1),
    ),
    "one card left": (small(deck_size=9, hand_size=5, prizes=3), Composition(9, 2), Composition(9, 1)),
    "no card left": (small(deck_size=9, hand_size=6, prizes=3), Composition(9, 2), Composition(9, 1)),
    "no Prizes": (small(deck_size=9, prizes=0), Composition(9, 2), Composition(9, 2)),
    "hand of one": (small(deck_size=9, hand_size=1), Composition(9, 2), Composition(9, 1)),
    "decks of two sizes": (small(), Composition(12, 3), Composition(9, 2)),
    "12 cards": (small(deck_size=12, hand_size=4, prizes=3), Composition(12, 3, 1), Composition(12, 2)),
}


def values(law: Pmf, most: int) -> Law:
    assert law.tail(most + 1) == 0
    return {count: law.pmf(count) for count in range(most + 1) if law.pmf(count)}


def nonzero(law: Law) -> Law:
    return {count: p for count, p in law.items() if p}


@pytest.mark.parametrize(("rules", "own", "other"), CASES.values(), ids=CASES)
def test_two_players(rules: Rules, own: Composition, other: Composition) -> None:
    law = set_up_law(own, mixture("one", [(other, Fraction(1))]), rules)
    game = SetUp(Player(own, rules), Player(other, rules))
    assert sum(game.ends.values()) == 1
    assert law.mulligan_probability == game.own.failing
    assert law.mulligans.mean == game.expected_mulligans
    assert law.shared_mulligans.tail(1) == game.shared_at_all
    assert law.shared_mulligans.mean == game.expected_shared
    assert values(law.bonus_received, game.own.most_bonus) == nonzero(game.received())
    assert values(law.bonus_given, game.other.most_bonus) == nonzero(game.given())
    assert law.bonus_received.mean == sum(count * p for count, p in game.received().items())
    assert law.bonus_given.mean == sum(count * p for count, p in game.given().items())
    assert values(law.basics_kept, rules.hand_size) == nonzero(game.basics_kept())
    assert law.lone_basic_probability == game.lone_start()
    assert law.bonus_basic_probability == game.bonus_basic()
    some = 1 - game.received().get(0, Fraction(0))
    assert law.bonus_basic_probability_if_any == (game.bonus_basic() / some if some else None)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_mulligans_with_a_limit(limit: int) -> None:
    rules = small(mulligan_limit=limit)
    own, other = Composition(10, 2), Composition(10, 3)
    law = set_up_law(own, mixture("one", [(other, Fraction(1))]), rules)
    game = SetUp(Player(own, rules), Player(other, rules))
    assert values(law.mulligans, limit) == nonzero(game.mulligans_at_limit())


@pytest.mark.parametrize("rules", [small(), small(mulligan_limit=2), small(bonus_per_mulligan=2)])
def test_mixture_is_the_average_of_its_decks(rules: Rules) -> None:
    own = Composition(10, 2, 1)
    decks = {Composition(10, 1): Fraction(1, 6), Composition(10, 3, 1): Fraction(1, 2)}
    decks[Composition(10, 9)] = Fraction(1, 3)
    law = set_up_law(own, mixture("three", decks.items()), rules)
    games = [(SetUp(Player(own, rules), Player(other, rules)), weight) for other, weight in decks.items()]
    for count in range(6):
        none = Fraction(0)
        assert law.bonus_received.pmf(count) == sum(w * g.received().get(count, none) for g, w in games)
        assert law.bonus_given.pmf(count) == sum(w * g.given().get(count, none) for g, w in games)
    assert law.shared_mulligans.tail(1) == sum(w * g.shared_at_all for g, w in games)
    assert law.shared_mulligans.mean == sum(w * g.expected_shared for g, w in games)
    assert law.bonus_basic_probability == sum(w * g.bonus_basic() for g, w in games)
    some = sum(w * (1 - g.received()[0]) for g, w in games)
    assert law.bonus_basic_probability_if_any == law.bonus_basic_probability / some


@pytest.mark.parametrize("size", [9, 12])
@pytest.mark.parametrize("policy", ["keep", "refuse"])
def test_hands_of_every_small_deck(size: int, policy: str) -> None:
    for hand_size in (1, 2, 4):
        rules = small(deck_size=size, hand_size=hand_size, starters=policy)
        for basics in range(1, size + 1):
            for starters in range(0, size - basics + 1, 2):
                deck = Composition(size, basics, starters)
                player = Player(deck, rules)
                kept = player.natural_hands
                assert mulligan_probability(deck, rules) == player.failing
                ways = [sum(player.basics(hand) == k for hand in kept) for k in range(hand_size + 1)]
                law = [basics_kept(deck, rules).pmf(k) for k in range(hand_size + 1)]
                assert law == [Fraction(way, len(kept)) for way in ways]
                lone = sum(player.starting(hand) == 1 for hand in kept)
                assert lone_start_probability(deck, rules) == Fraction(lone, len(kept))
