"""The exact laws at 60 cards and other formats: reference values, published anchors, long tails."""

import csv
from fractions import Fraction
from math import fsum, isclose
from pathlib import Path

import pytest

from mulliganlab.card_odds import NameCount, card_odds
from mulliganlab.composition import Composition
from mulliganlab.errors import InputError
from mulliganlab.exact import (
    basics_kept,
    extra_mulligans,
    fewest_basics,
    lone_start_probability,
    mulligan_probability,
    mulligans,
    set_up_law,
    shared_mulligans,
)
from mulliganlab.opponent import MIRROR, field_opponent, mixture, opponent
from mulliganlab.pmf import Pmf
from mulliganlab.rules import STANDARD, rule_set

REFERENCE = Path(__file__).parent / "data" / "reference"


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((REFERENCE / name).read_text(encoding="utf-8").splitlines()))


def require_equal(row: dict[str, str], values: dict[str, Fraction]) -> None:
    for name, value in values.items():
        assert isclose(float(value), float(row[name]), rel_tol=1e-12, abs_tol=1e-300), (name, row)


def fails(basics: int) -> Fraction:
    return mulligan_probability(Composition(60, basics))


def one_copy_prized(deck: Composition, *, basic: bool) -> Fraction:
    card = NameCount(1, basic=basic, starts=basic)
    return card_odds(deck, card, Pmf((Fraction(1),)), STANDARD).all_prized


def test_one_deck_by_basics() -> None:
    table = rows("by_basics.csv")
    assert [int(row["basics"]) for row in table] == list(range(1, 61))
    for row in table:
        deck = Composition(60, int(row["basics"]))
        p = mulligan_probability(deck)
        assert p == Fraction(row["mulligan_fraction"])
        values = {
            "mulligan": p,
            "expected_mulligans": mulligans(p).mean,
            "exactly_one_basic_any_hand": lone_start_probability(deck) * (1 - p),
            "lone_basic_kept": lone_start_probability(deck),
            "expected_basics_kept": basics_kept(deck).mean,
            "one_of_basic_prized_kept": one_copy_prized(deck, basic=True),
        }
        if deck.basics < 60:
            values["one_of_nonbasic_prized_kept"] = one_copy_prized(deck, basic=False)
        require_equal(row, values)


def test_bonus_of_every_pair_of_decks() -> None:
    table = rows("bonus_pairs.csv")
    assert len(table) > 400
    for row in table:
        own, theirs = fails(int(row["own_basics"])), fails(int(row["opponent_basics"]))
        extra = extra_mulligans(own, theirs)
        bonus = extra.counted(step=1, cap=47)
        values = {
            "p_bonus_received_0": bonus.pmf(0),
            "p_bonus_received_1": bonus.pmf(1),
            "p_bonus_received_2_or_more": bonus.tail(2),
            "expected_extra_mulligans_of_opponent": extra.mean,
            "expected_bonus_received": bonus.mean,
            "expected_shared_mulligans": shared_mulligans(own, theirs).mean,
            "p_no_mulligan_at_all": (1 - own) * (1 - theirs),
        }
        require_equal(row, values)


@pytest.mark.parametrize("pair", [(1, 1), (1, 12), (12, 1), (8, 12), (12, 8), (10, 10), (16, 4)])
def test_law_of_a_set_up_has_the_bonus_of_the_pair_in_both_directions(pair: tuple[int, int]) -> None:
    table = {(int(row["own_basics"]), int(row["opponent_basics"])): row for row in rows("bonus_pairs.csv")}
    law = set_up_law(Composition(60, pair[0]), opponent(str(pair[1])))
    for bonus, row in ((law.bonus_received, table[pair]), (law.bonus_given, table[pair[::-1]])):
        values = {
            "p_bonus_received_0": bonus.pmf(0),
            "p_bonus_received_1": bonus.pmf(1),
            "p_bonus_received_2_or_more": bonus.tail(2),
            "expected_bonus_received": bonus.mean,
        }
        require_equal(row, values)
        assert bonus.largest == 47


def test_other_formats() -> None:
    table = rows("formats.csv")
    assert {row["format"] for row in table} == {"prerelease", "half-deck"}
    for row in table:
        rules = rule_set(row["format"])
        assert (rules.deck_size, rules.hand_size, rules.prizes) == (
            int(row["deck_size"]),
            int(row["hand_size"]),
            int(row["prize_count"]),
        )
        p = mulligan_probability(Composition(rules.deck_size, int(row["basics"])), rules)
        assert p == Fraction(row["mulligan_fraction"])
        require_equal(row, {"mulligan": p, "expected_mulligans": mulligans(p).mean})


def test_anchors() -> None:
    assert fails(8) == Fraction(3344614, 9655173)
    assert fails(10) == Fraction(75670, 292581)
    even = set_up_law(Composition(60, 10), MIRROR)
    assert round(float(even.bonus_received.mean), 10) == 0.2771688006
    assert (
        round(float(set_up_law(Composition(60, 12), opponent("8")).bonus_received.tail(1)), 10)
        == 0.3001901165
    )
    assert round(float(lone_start_probability(Composition(60, 10))) / 10, 6) == 0.055499
    assert round(float((1 - fails(4)) / (1 - fails(12))), 6) == 0.493604


@pytest.mark.parametrize(("basics", "opened"), [(1, 0.841828), (2, 0.737852), (3, 0.664858)])
def test_optional_starter_is_opened_as_often_as_published(basics: int, opened: float) -> None:
    kept = 1 - mulligan_probability(Composition(60, basics, starters=4))
    assert round(float((1 - fails(4)) / kept), 6) == opened


def test_paying_for_shared_mulligans_would_overstate_the_bonus_by_one_plus_p() -> None:
    p = fails(10)
    assert mulligans(p).mean == extra_mulligans(p, p).mean * (1 + p)


def test_received_and_given_change_places_with_the_players() -> None:
    one = set_up_law(Composition(60, 8), opponent("12"))
    two = set_up_law(Composition(60, 12), opponent("8"))
    assert one.bonus_received == two.bonus_given
    assert one.bonus_given == two.bonus_received
    assert one.bonus_received.mean < one.bonus_given.mean


def test_many_basics_make_a_mulligan_impossible() -> None:
    assert fails(53) > 0
    law = set_up_law(Composition(60, 54), opponent("60"))
    assert law.mulligan_probability == 0
    assert law.bonus_received.tail(1) == law.bonus_given.tail(1) == 0
    assert law.bonus_basic_probability_if_any is None


def test_tail_of_one_basic_loses_no_mass() -> None:
    law = set_up_law(Composition(60, 1), MIRROR)
    p = Fraction(53, 60)
    assert law.mulligans.tail(50) == p**50
    assert round(float(law.mulligans.tail(50)), 3) == 0.002
    assert law.mulligans.mean == Fraction(53, 7)
    assert law.mulligans.std == pytest.approx(float(p) ** 0.5 / (7 / 60), rel=1e-12)
    for count in (law.mulligans, law.shared_mulligans, law.bonus_received, law.bonus_given):
        listed, tail_from = count.listed(1e-6)
        assert fsum(listed) == pytest.approx(1, abs=1e-14)
        assert tail_from is None or listed[-1] < 1e-6
    assert law.bonus_received.pmf(47) == law.bonus_received.tail(47) > Fraction(1, 1000)


def test_hand_of_one_card_of_sixty_four() -> None:
    rules = STANDARD.changed(deck_size=64, hand_size=1, prizes=0)
    law = set_up_law(Composition(64, 1), MIRROR, rules)
    assert law.mulligans.mean == 63
    assert law.bonus_received.largest == 63
    assert law.lone_basic_probability == law.basics_kept.pmf(1) == 1
    assert law.bonus_basic_probability == 0


def test_mixture_averages_the_bonus_and_not_the_mulligan_probability() -> None:
    own = Composition(60, 10)
    mixed = set_up_law(own, opponent("4:0.5,16:0.5"))
    parts = [set_up_law(own, opponent(text)) for text in ("4", "16")]
    assert mixed.bonus_received.mean == sum(part.bonus_received.mean for part in parts) / 2
    assert mixed.bonus_received.tail(3) == sum(part.bonus_received.tail(3) for part in parts) / 2
    assert mixed.bonus_given.tail(2) == sum(part.bonus_given.tail(2) for part in parts) / 2
    assert mixed.bonus_basic_probability == sum(part.bonus_basic_probability for part in parts) / 2
    averaged_p = (fails(4) + fails(16)) / 2
    assert mixed.bonus_received.mean != extra_mulligans(fails(10), averaged_p).counted(step=1, cap=47).mean


def test_field_is_the_default_of_sixty_cards() -> None:
    deck = Composition(60, 10)
    assert set_up_law(deck) == set_up_law(deck, field_opponent())
    prerelease = rule_set("prerelease")
    small = Composition(40, 10)
    assert set_up_law(small, rules=prerelease) == set_up_law(small, MIRROR, prerelease)


def test_fewest_basics() -> None:
    table = {int(row["basics"]): float(row["mulligan"]) for row in rows("by_basics.csv")}
    for percent in (25, 20, 15, 10, 5, 0):
        found = fewest_basics(Fraction(percent, 100))
        assert table[found] <= percent / 100 < table[found - 1]


def test_deck_without_room_is_refused() -> None:
    with pytest.raises(InputError, match="12 has 5 cards left"):
        set_up_law(Composition(12, 4), MIRROR)
    with pytest.raises(InputError, match="12 has 5 cards left"):
        set_up_law(Composition(60, 4), mixture("small", [(Composition(12, 3), Fraction(1))]))
