"""Exact odds of questions: known values, and every hand, Prize and draw of small decks."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from time import monotonic
from typing import Any

import pytest
from brute_force import Player, SetUp
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mulliganlab.card_odds import NameCount, card_odds
from mulliganlab.composition import Composition
from mulliganlab.errors import InputError
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import mixture, opponent
from mulliganlab.question import (
    HAND,
    PRIZES,
    Condition,
    Joined,
    Name,
    Place,
    Question,
    all_of,
    any_of,
    at_least,
    at_most,
    exactly,
    no,
    turn,
)
from mulliganlab.question_odds import NO_BONUS, QuestionOdds, question_odds
from mulliganlab.rules import STANDARD, Rules

Masks = Mapping[Condition, int]
Deal = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The hand, the Prizes, and the cards drawn, in their order."""


def mask_of(first: int, count: int) -> int:
    return ((1 << count) - 1) << first


def odds_of(
    question: Question,
    masks: dict[str, int],
    basics: int,
    *,
    place: Place = HAND,
    vs: str | None = None,
    rules: Rules = STANDARD,
) -> QuestionOdds:
    """Odds of a question about a deck of 60, in percent, with all bonus cards against an opponent."""
    placed = question.at(place)
    deck = Composition(60, basics)
    bonus = set_up_law(deck, opponent(vs), rules).bonus_received if vs else NO_BONUS
    known = {c: sum(masks[name.text] for name in c.names) for c in placed.conditions()}
    odds = question_odds(placed, known, deck, rules, bonus)
    assert odds is not None
    return odds


def percent(value: Fraction) -> float:
    return 100 * float(value)


def test_a_basic_and_another_card() -> None:
    masks = {"A": mask_of(0, 4), "B": mask_of(10, 3)}
    odds = odds_of(at_least(1, "A") & at_least(1, "B"), masks, basics=10)
    assert percent(odds.kept) == pytest.approx(15.383618, abs=5e-7)
    assert percent(odds.any_hand) == pytest.approx(11.404965, abs=5e-7)


def test_four_copies_in_7_to_13_cards() -> None:
    expected = [39.9500, 44.4820, 48.7527, 52.7721, 56.5503, 60.0972, 63.4224]
    masks = {"A": mask_of(20, 4)}
    found = [percent(odds_of(at_least(1, "A"), masks, 10, place=turn(t)).any_hand) for t in range(7)]
    assert found == pytest.approx(expected, abs=5e-5)


def test_four_copies_in_the_kept_hand() -> None:
    basic = odds_of(at_least(1, "A"), {"A": mask_of(0, 4)}, basics=12)
    other = odds_of(at_least(1, "A"), {"A": mask_of(30, 4)}, basics=10)
    assert percent(basic.kept) == pytest.approx(49.3604, abs=5e-5)
    assert percent(other.kept) == pytest.approx(37.6952, abs=5e-5)


def test_a_card_among_the_prizes() -> None:
    other = odds_of(at_least(1, "A"), {"A": mask_of(59, 1)}, basics=10, place=PRIZES)
    basic = odds_of(at_least(1, "A"), {"A": mask_of(0, 1)}, basics=8, place=PRIZES)
    assert percent(other.kept) == pytest.approx(10.0921, abs=5e-5)
    assert percent(basic.kept) == pytest.approx(9.3000, abs=5e-5)
    assert other.any_hand == basic.any_hand == Fraction(1, 10)


@pytest.mark.parametrize(
    ("vs", "expected"), [(None, 42.7388), ("12", 43.5983), ("10", 44.0205), ("8", 44.7001), ("4", 48.2863)]
)
def test_seen_by_the_first_turn_with_bonus_cards(vs: str | None, expected: float) -> None:
    odds = odds_of(at_least(1, "A"), {"A": mask_of(40, 4)}, 12, place=turn(1), vs=vs)
    assert percent(odds.kept) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("limit", [None, 1, 3])
@pytest.mark.parametrize(("first", "basic"), [(0, True), (20, False)])
def test_single_cards_as_in_the_deck_report(limit: int | None, first: int, basic: bool) -> None:
    rules = STANDARD.changed(mulligan_limit=limit)
    deck = Composition(60, 8, 2)
    bonus = set_up_law(deck, opponent("4"), rules).bonus_received
    known = card_odds(deck, NameCount(3, basic, basic), bonus, rules)
    mask = mask_of(first, 3)

    def odds(question: Question) -> Fraction:
        found = question_odds(question, dict.fromkeys(question.conditions(), mask), deck, rules, bonus)
        assert found is not None
        return found.kept

    assert odds(at_least(1, "A").at(HAND)) == known.in_kept_hand
    assert odds(at_least(1, "A").at(turn(1))) == known.by_turn_1
    assert odds(~no("A").at(PRIZES)) == known.any_prized
    assert odds(at_least(3, "A").at(PRIZES)) == known.all_prized


def test_contradictions_and_certainties() -> None:
    masks = {"A": mask_of(0, 4), "none": 0}
    impossible = [at_least(5, "A"), at_least(1, "A") & no("A"), at_least(1, "none")]
    certain = [at_most(4, "A"), no("none"), at_least(1, "A") | no("A")]
    for question in [*impossible, *(~question for question in certain)]:
        assert odds_of(question, masks, 10) == QuestionOdds(Fraction(0), Fraction(0))
    for question in [*certain, *(~question for question in impossible)]:
        assert odds_of(question, masks, 10) == QuestionOdds(Fraction(1), Fraction(1))


def test_turns_last_as_long_as_the_deck() -> None:
    masks = {"A": mask_of(30, 4)}
    last = odds_of(at_least(1, "A"), masks, 10, place=turn(47), vs="1").any_hand
    assert last == odds_of(~at_least(4, "A"), masks, 10, place=PRIZES).any_hand
    with pytest.raises(InputError, match="no turn 48: a deck of 60 has 47 cards"):
        odds_of(at_least(1, "A"), masks, 10, place=turn(48))


def test_work_is_bounded() -> None:
    names = [f"card {number}" for number in range(30)]
    masks = {name: mask_of(2 * number, 2) for number, name in enumerate(names)}
    deck = Composition(60, 10)
    bonus = set_up_law(deck, opponent("8")).bonus_received
    questions: list[Question] = [
        any_of(*(all_of(*(exactly(1, name) for name in names[i::7])) for i in range(7))).at(turn(3)),
        all_of(*(at_least(1, a, b) | no(c) for a, b, c in zip(names, names[3:], names[9:], strict=False))).at(
            turn(1)
        ),
        any_of(*(at_least(t, "A", *names[:9]).at(turn(t)) for t in range(1, 20))),
        any_of(*(at_least(1, *pair) & no(names[0]) for pair in combinations(names, 2) if "1" in pair[0])).at(
            HAND
        ),
    ]
    for question in questions:
        begin = monotonic()
        known = {
            c: sum(masks.get(name.text, 0) for name in dict.fromkeys(c.names)) for c in question.conditions()
        }
        question_odds(question, known, deck, STANDARD, bonus)
        assert monotonic() - begin < 5  # about a second; machines differ


def test_long_alternatives_are_counted() -> None:
    names = [f"card {number}" for number in range(30)]
    masks = {name: mask_of(2 * number, 2) for number, name in enumerate(names)}
    some = odds_of(any_of(*(at_least(1, name) for name in names[5:])), masks, 10)
    together = odds_of(at_least(1, "rest"), {"rest": mask_of(10, 50)}, 10)
    assert some == together
    every = odds_of(all_of(*(at_least(1, name) for name in names)), masks, 10)
    assert every == QuestionOdds(Fraction(0), Fraction(0))


# From here on: every deal of small decks.


def holds(question: Question, masks: Masks, places: Callable[[Place], set[int]]) -> bool:
    if isinstance(question, Condition):
        assert question.place is not None
        count = sum(masks[question] >> card & 1 for card in places(question.place))
        return question.low <= count and (question.high is None or count <= question.high)
    assert isinstance(question, Joined)
    truths = [holds(part, masks, places) for part in question.parts]
    return {"and": all(truths), "or": any(truths), "not": not truths[0]}[question.word]


def deals(player: Player, hand: tuple[int, ...], most_drawn: int) -> Iterator[Deal]:
    rest = [card for card in range(player.deck.size) if card not in hand]
    for prizes in combinations(rest, player.rules.prizes):
        left = [card for card in rest if card not in prizes]
        for drawn in permutations(left, min(most_drawn, len(left))):
            yield hand, prizes, drawn


def share(
    question: Question, masks: Masks, player: Player, hands: list[tuple[int, ...]], bonus: int
) -> Fraction:
    """Share of the deals from these hands in which the question is true."""
    last = max(
        (c.place.turn for c in question.conditions() if c.place and c.place.where == "turn"), default=0
    )
    true = total = 0
    for hand in hands:
        for kept, prizes, drawn in deals(player, hand, bonus + last):

            def cards(place: Place, kept: Any = kept, prizes: Any = prizes, drawn: Any = drawn) -> set[int]:
                if place.where == "prizes":
                    return set(prizes)
                return set(kept) | set(drawn[: bonus + place.turn] if place.where == "turn" else ())

            total += 1
            true += holds(question, masks, cards)
    return Fraction(true, total)


RULES = {
    "plain": Rules("small", deck_size=8, hand_size=3, prizes=2),
    "limit": Rules("small", deck_size=8, hand_size=2, prizes=1, mulligan_limit=2),
    "two bonus cards": Rules("small", deck_size=7, hand_size=2, prizes=2, bonus_per_mulligan=2),
    "refuse": Rules("small", deck_size=8, hand_size=3, prizes=2, starters="refuse", mulligan_limit=1),
    "no Prizes": Rules("small", deck_size=7, hand_size=3, prizes=0),
}
OTHER = Composition(8, 2)


@cache
def game(name: str, basics: int, starters: int) -> SetUp:
    rules = RULES[name]
    deck = Composition(rules.deck_size, basics, starters)
    return SetUp(Player(deck, rules), Player(OTHER, rules))


def small_conditions() -> st.SearchStrategy[Question]:
    def condition(mask: int, low: int, more: int | None, place: Place) -> Condition:
        return Condition((Name(str(mask)),), low, None if more is None else low + more, place)

    places = [HAND, PRIZES, turn(0), turn(1), turn(2)]
    return st.builds(
        condition,
        st.integers(0, 2**8 - 1),
        st.integers(0, 3),
        st.none() | st.integers(0, 2),
        st.sampled_from(places),
    )


def small_questions() -> st.SearchStrategy[Question]:
    def joined(parts: st.SearchStrategy[Question]) -> st.SearchStrategy[Question]:
        two = st.lists(parts, min_size=2, max_size=3)
        return st.one_of(
            two.map(lambda some: all_of(*some)),
            two.map(lambda some: any_of(*some)),
            parts.map(lambda part: ~part),
        )

    return st.recursive(small_conditions(), joined, max_leaves=5)


def one(mask: int, place: Place, low: int = 1, high: int | None = None) -> Condition:
    return Condition((Name(str(mask)),), low, high, place)


@settings(max_examples=60, deadline=None)
@given(small_questions(), st.sampled_from(list(RULES)), st.integers(1, 5), st.integers(0, 2), st.booleans())
@example(one(3, HAND) & one(28, turn(2), 2) & one(192, PRIZES, 0, 0), "limit", 2, 1, True)
@example(one(1, PRIZES) | one(14, turn(1), 2, 2), "two bonus cards", 1, 2, True)
@example(~one(7, turn(0), 1, 1) & one(7, turn(2)), "refuse", 2, 2, True)
@example(one(5, PRIZES), "limit", 3, 0, False)
def test_every_deal_of_small_decks(
    question: Question, name: str, basics: int, starters: int, with_bonus: bool
) -> None:
    set_up = game(name, basics, starters)
    player, rules = set_up.own, set_up.own.rules
    masks = {
        c: int(c.names[0].text) & mask_of(0, player.deck.size) for c in dict.fromkeys(question.conditions())
    }
    bonus = NO_BONUS
    if with_bonus:
        met = mixture("one", [(OTHER, Fraction(1))])
        bonus = set_up_law(player.deck, met, rules).bonus_received
    odds = question_odds(question, masks, player.deck, rules, bonus)

    shares: dict[tuple[bool, int], Fraction] = {}
    every_hand: dict[int, Fraction] = {}
    kept = any_hand = Fraction(0)
    for end, mass in set_up.ends.items():
        number = end[4] if with_bonus else 0
        made = rules.mulligan_limit is not None and end[2] == rules.mulligan_limit
        if (made, number) not in shares:
            hands = player.made_hands if made else player.natural_hands
            shares[made, number] = share(question, masks, player, hands, number)
        if number not in every_hand:
            every_hand[number] = share(question, masks, player, player.hands, number)
        kept += mass * shares[made, number]
        any_hand += mass * every_hand[number]
    assert odds == QuestionOdds(kept, any_hand)
