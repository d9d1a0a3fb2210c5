"""Odds of a card name: every deal of small decks, published numbers, SciPy, and the kernel."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from brute_force import Hand, Player, SetUp
from hypothesis import example, given, settings
from hypothesis import strategies as st
from statistics_helper import require_rate

from mulliganlab.card_odds import CARD_ODDS, CardOdds, NameCount, card_odds
from mulliganlab.composition import Composition
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import MIRROR, Opponent, mixture, opponent
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.scipy_card_odds import scipy_card_odds
from mulliganlab.scipy_laws import scipy_laws
from mulliganlab.simulation import simulate

REFERENCE = Path(__file__).parent / "data" / "reference" / "by_basics.csv"


@dataclass(frozen=True)
class CountedOdds:
    """A game of small decks, gone through card by card."""

    game: SetUp

    @property
    def player(self) -> Player:
        return self.game.own

    @cached_property
    def ways(self) -> dict[tuple[bool, int], Fraction]:
        """How probable it is that the own hand is made or not, and that so many bonus cards come."""
        mass: dict[tuple[bool, int], Fraction] = {}
        limit = self.player.rules.mulligan_limit
        for end, probability in self.game.ends.items():
            case = limit is not None and end[2] == limit, end[4]
            mass[case] = mass.get(case, Fraction(0)) + probability
        return mass

    def hands(self, made: bool) -> list[Hand]:
        return self.player.made_hands if made else self.player.natural_hands

    def deals(self, made: bool, drawn: int) -> Iterator[tuple[set[int], set[int], set[int]]]:
        """Every kept hand, with all Prizes and all further cards, the draw of the turn among them."""
        deck = set(range(self.player.deck.size))
        for hand in self.hands(made):
            rest = deck.difference(hand)
            for prizes in combinations(rest, self.player.rules.prizes):
                for further in combinations(rest.difference(prizes), min(drawn, self.player.most_bonus)):
                    yield set(hand), set(prizes), set(further)

    def odds(self, names: list[set[int]]) -> list[list[Fraction]]:
        """The five odds of each name, a name being the numbers of its cards."""
        found = [[Fraction(0)] * 5 for _ in names]
        for (made, bonus), probability in self.ways.items():
            events = [[0] * 5 for _ in names]
            deals = 0
            for hand, prizes, further in self.deals(made, bonus + 1):
                deals += 1
                starting = {card for card in hand if self.player.starting((card,))}
                for name, counts in zip(names, events, strict=True):
                    counts[0] += bool(name & hand)
                    counts[1] += bool(name & (hand | further))
                    counts[2] += starting <= name
                    counts[3] += bool(name & prizes)
                    counts[4] += name <= prizes
            for odds, counts in zip(found, events, strict=True):
                for column, count in enumerate(counts):
                    odds[column] += probability * Fraction(count, deals)
        return found


def names_of(deck: Composition, rules: Rules) -> dict[NameCount, set[int]]:
    """Names of every kind with one, two and all copies; cards are numbered Basics, starters, others."""
    kept = rules.starters == "keep"
    kinds = [
        (0, deck.basics, True, True),
        (deck.basics, deck.starters, False, kept),
        (deck.basics + deck.starters, deck.size - deck.basics - deck.starters, False, False),
    ]
    return {
        NameCount(copies, basic, starts): set(range(first, first + copies))
        for first, cards, basic, starts in kinds
        for copies in sorted({1, 2, 4, cards})
        if 1 <= copies <= cards
    }


def small(**values: Any) -> Rules:
    return Rules(**{"name": "small", "deck_size": 9, "hand_size": 3, "prizes": 2, **values})


CASES = {
    "few Basics": (small(), Composition(9, 2), Composition(9, 3)),
    "one Basic each": (small(), Composition(9, 1), Composition(9, 1)),
    "no mulligan possible": (small(), Composition(9, 7), Composition(9, 2)),
    "Basics alone": (small(), Composition(9, 9), Composition(9, 1)),
    "starters kept": (small(), Composition(9, 1, 3), Composition(9, 1, 1)),
    "starters and Basics alone": (small(), Composition(9, 4, 5), Composition(9, 1)),
    "starters refused": (small(starters="refuse"), Composition(9, 2, 2), Composition(9, 1, 3)),
    "limit 1": (small(mulligan_limit=1), Composition(9, 2), Composition(9, 1)),
    "limit 2, starters": (small(mulligan_limit=2), Composition(9, 1, 2), Composition(9, 2)),
    "limit 2, starters refused": (
        small(mulligan_limit=2, starters="refuse"),
        Composition(9, 2, 3),
        Composition(9, 1),
    ),
    "limit 1, Basics alone": (small(mulligan_limit=1), Composition(9, 9), Composition(9, 1)),
    "limit beyond the cards left": (small(mulligan_limit=6), Composition(9, 2), Composition(9, 1)),
    "two bonus cards a mulligan": (small(bonus_per_mulligan=2), Composition(9, 3), Composition(9, 1)),
    "one card left": (small(hand_size=5, prizes=3), Composition(9, 2), Composition(9, 1)),
    "no card left": (small(hand_size=6, prizes=3), Composition(9, 2, 1), Composition(9, 1)),
    "no card left, limit": (
        small(hand_size=6, mulligan_limit=1, prizes=3),
        Composition(9, 1),
        Composition(9, 1),
    ),
    "no Prizes": (small(prizes=0), Composition(9, 2), Composition(9, 2)),
    "hand of one": (small(hand_size=1, mulligan_limit=2), Composition(9, 2, 1), Composition(9, 1)),
    "whole deck in hand": (small(hand_size=9, prizes=0), Composition(9, 2), Composition(9, 1)),
    "opponent with another deck size": (small(), Composition(9, 2, 1), Composition(10, 1)),
}


@pytest.mark.parametrize(("rules", "own", "other"), CASES.values(), ids=CASES)
def test_every_deal_of_small_decks(rules: Rules, own: Composition, other: Composition) -> None:
    names = names_of(own, rules)
    counted = CountedOdds(SetUp(Player(own, rules), Player(other, rules)))
    bonus = set_up_law(own, mixture("one", [(other, Fraction(1))]), rules).bonus_received
    for (card, _), expected in zip(names.items(), counted.odds(list(names.values())), strict=True):
        odds = card_odds(own, card, bonus, rules)
        found = [getattr(odds, what) for what in CARD_ODDS]
        if not card.starts:
            assert found[2] is None
            found[2] = expected[2] = Fraction(0)
        assert found == expected, card


def test_mixture_of_opponents_is_the_average_of_them() -> None:
    rules, own = small(), Composition(9, 2, 1)
    met = mixture("two", [(Composition(9, 1), Fraction(1)), (Composition(9, 4), Fraction(2))])
    card = NameCount(2, basic=False, starts=False)
    bonus = set_up_law(own, met, rules).bonus_received
    games = [CountedOdds(SetUp(Player(own, rules), Player(other, rules))) for other, _ in met.decks]
    first, second = (game.odds([{7, 8}])[0][1] for game in games)
    assert first != second
    assert card_odds(own, card, bonus, rules).by_turn_1 == first / 3 + 2 * second / 3


def standard_odds(
    basics: int, copies: int, *, basic: bool, starters: int = 0, rules: Rules = STANDARD
) -> CardOdds:
    deck = Composition(60, basics, starters)
    starts = basic or (starters > 0 and rules.starters == "keep")
    bonus = set_up_law(deck, MIRROR, rules).bonus_received
    return card_odds(deck, NameCount(copies, basic, starts), bonus, rules)


def test_reference_of_single_cards_in_the_prizes() -> None:
    with REFERENCE.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 60
    for row in rows:
        basics = int(row["basics"])
        prized = standard_odds(basics, 1, basic=True).all_prized
        assert float(prized) == pytest.approx(float(row["one_of_basic_prized_kept"]), abs=1e-12)
        if basics < 60:
            other = standard_odds(basics, 1, basic=False)
            assert other.any_prized == other.all_prized, "one copy is all of them"
            expected = float(row["one_of_nonbasic_prized_kept"])
            assert float(other.all_prized) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("basics", "percent"), [(1, 84.1828), (2, 73.7852), (3, 66.4858)])
def test_four_cinderace_open(basics: int, percent: float) -> None:
    odds = standard_odds(basics, 4, basic=False, starters=4)
    assert round(100 * float(odds.in_kept_hand), 4) == percent


def test_published_odds() -> None:
    assert round(100 * float(standard_odds(12, 4, basic=True).in_kept_hand), 4) == 49.3604
    forced = standard_odds(10, 1, basic=True).only_starter
    assert forced is not None
    assert round(100 * float(forced), 4) == 5.5499
    assert round(100 * float(standard_odds(8, 1, basic=True).any_prized), 2) == 9.30
    assert round(100 * float(standard_odds(8, 1, basic=False).any_prized), 2) == 10.11


def test_only_basic_is_in_every_kept_hand() -> None:
    odds = standard_odds(4, 4, basic=True)
    assert odds.in_kept_hand == odds.by_turn_1 == odds.only_starter == 1
    assert odds.all_prized == 0


def test_refused_starters_are_cards_like_others() -> None:
    refused = standard_odds(2, 4, basic=False, starters=4, rules=STANDARD.changed(starters="refuse"))
    assert refused == standard_odds(2, 4, basic=False)
    # Of the hands with a Basic, those with one of the four: both counted by what they lack.
    kept = comb(60, 7) - comb(58, 7)
    without = comb(56, 7) - comb(54, 7)
    assert refused.in_kept_hand == 1 - Fraction(without, kept)


@st.composite
def set_ups(draw: st.DrawFn) -> tuple[Composition, NameCount, Opponent, Rules]:
    size = draw(st.integers(2, 64))
    hand = draw(st.integers(1, size))
    rules = STANDARD.changed(
        deck_size=size,
        hand_size=hand,
        prizes=draw(st.integers(0, min(size - hand, 12))),
        mulligan_limit=draw(st.none() | st.integers(1, 12)),
        starters=draw(st.sampled_from(["keep", "refuse"])),
        bonus_per_mulligan=draw(st.integers(1, 3)),
    )
    basics = draw(st.integers(1, size))
    starters = draw(st.integers(0, size - basics))
    deck = Composition(size, basics, starters)
    kinds = {"basic": basics, "starter": starters, "other": size - basics - starters}
    kind = draw(st.sampled_from([kind for kind, cards in kinds.items() if cards]))
    copies = draw(st.integers(1, kinds[kind]))
    starts = kind == "basic" or (kind == "starter" and rules.starters == "keep")
    met = opponent(str(draw(st.integers(1, size))), rules) if draw(st.booleans()) else MIRROR
    return deck, NameCount(copies, kind == "basic", starts), met, rules


WHOLE = STANDARD.changed(deck_size=9, hand_size=9, prizes=0)
"""No card is left behind the hand."""


@given(set_ups())
@example((Composition(60, 60), NameCount(60, True, True), MIRROR, STANDARD))
@example((Composition(60, 60), NameCount(60, True, True), MIRROR, STANDARD.changed(mulligan_limit=2)))
@example((Composition(9, 2), NameCount(7, False, False), MIRROR, WHOLE))
@example((Composition(9, 2), NameCount(2, True, True), MIRROR, WHOLE.changed(mulligan_limit=1)))
@settings(max_examples=200, deadline=None)
def test_scipy_is_of_the_same_opinion(set_up: tuple[Composition, NameCount, Opponent, Rules]) -> None:
    deck, card, met, rules = set_up
    odds = card_odds(deck, card, set_up_law(deck, met, rules).bonus_received, rules)
    exact = {what: float(getattr(odds, what) or 0) for what in CARD_ODDS}
    scipy = scipy_card_odds(
        deck, card, scipy_laws(deck, met.against(deck), rules).counts["bonus_received"], rules
    )
    assert scipy == pytest.approx(exact, rel=1e-9, abs=1e-12)


@pytest.mark.statistical
@pytest.mark.parametrize("case", ["few Basics", "starters refused", "limit 2, starters", "one card left"])
def test_kernel_deals_small_decks_as_counted(case: str) -> None:
    rules, own, other = CASES[case]
    names = list(names_of(own, rules).values())
    masks = tuple(sum(1 << card for card in name) for name in names)
    met, games = mixture("one", [(other, Fraction(1))]), 1_000_000
    played = simulate(own, met, rules, games=games, seed=20260110, names=masks).tally
    counted = CountedOdds(SetUp(Player(own, rules), Player(other, rules))).odds(names)
    for number, (name, odds) in enumerate(zip(names, counted, strict=True)):
        for what, events, probability in zip(CARD_ODDS, played.cards[number].tolist(), odds, strict=True):
            if probability in (0, 1):
                assert events == games * probability, (what, name)
            else:
                require_rate(f"{what} of {name}", events, games, float(probability), detectable=0.005)
