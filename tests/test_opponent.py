"""Opponents: counts, mixtures, the field and the mirror, and every way to get them wrong."""

import csv
from fractions import Fraction
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulliganlab.composition import Composition
from mulliganlab.errors import InputError
from mulliganlab.opponent import MIRROR, default_opponent, field_opponent, mixture, opponent
from mulliganlab.rules import RULE_SETS, STANDARD, rule_set

PRERELEASE = rule_set("prerelease")


def test_count() -> None:
    met = opponent(" 12 ")
    assert met.decks == ((Composition(60, 12), Fraction(1)),)
    assert (met.name, opponent("1").name, met.notes) == ("12 Basics", "1 Basic", ())


def test_count_is_of_a_deck_of_the_rule_set() -> None:
    assert opponent("12", PRERELEASE).decks == ((Composition(40, 12), Fraction(1)),)
    assert opponent("40:1", PRERELEASE).decks == ((Composition(40, 40), Fraction(1)),)


def test_mixture_of_counts() -> None:
    met = opponent("8:0.3, 12:0.7")
    assert met.decks == ((Composition(60, 8), Fraction(3, 10)), (Composition(60, 12), Fraction(7, 10)))
    assert met.notes == ()


def test_weights_that_do_not_sum_to_one_are_normalised_and_said_so() -> None:
    met = opponent("8:1,12:3")
    assert dict(met.decks) == {Composition(60, 8): Fraction(1, 4), Composition(60, 12): Fraction(3, 4)}
    (note,) = met.notes
    assert "sum to 4, not 1" in note
    assert "normalised" in note


def test_weights_of_one_count_add_and_weights_of_zero_vanish() -> None:
    met = opponent("8:0.25,9:0,8:0.75")
    assert met.decks == ((Composition(60, 8), Fraction(1)),)


@given(st.dictionaries(st.integers(1, 60), st.fractions(0, 5), min_size=1).filter(lambda d: any(d.values())))
def test_normalised_weights_sum_to_one_and_keep_their_ratios(weights: dict[int, Fraction]) -> None:
    met = mixture("any", [(Composition(60, basics), weight) for basics, weight in weights.items()])
    assert sum(weight for _, weight in met.decks) == 1
    everything = sum(weights.values())
    assert {deck.basics: weight * everything for deck, weight in met.decks} == {
        basics: weight for basics, weight in weights.items() if weight
    }
    assert bool(met.notes) == (everything != 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "Basics must be from 1 to 60 .* not 0"),
        ("61", "Basics must be from 1 to 60 .* not 61"),
        ("8:1,0:1", "Basics must be from 1 to 60 .* not 0"),
        ("8:-1,9:2", "weight of 8 Basics must be 0 or more, not -1"),
        ("8:0,9:0", "weights of the opponent '8:0,9:0' are all 0"),
        ("8:x", "'x' is no weight in the opponent '8:x'"),
        ("8:1/2", "'1/2' is no weight"),
        ("8:1e3", "'1e3' is no weight"),
        ("8:nan", "'nan' is no weight"),
        ("8:", "'' is no weight"),
        ("8:.", "'.' is no weight"),
        ("8:--1", "'--1' is no weight"),
        ("8:1.2.3", "'1.2.3' is no weight"),
        ("8:" + "1" * 41, "is no weight"),
        (":1", "':1' is no opponent"),
        ("8:1,", "'8:1,' is no opponent"),
        ("8,9", "'8,9' is no opponent"),
        ("", "'' is no opponent"),
        ("nofile.txt", "'nofile.txt' is no opponent"),
        ("-8", "'-8' is no opponent"),
        ("8.0", "'8.0' is no opponent"),
        ("1_0", "'1_0' is no opponent"),
        ("٣", "is no opponent"),
        ("1" * 5000, "is no opponent"),
        ("Field", "'Field' is no opponent"),
    ],
)
def test_text_that_is_no_opponent_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        opponent(text)


def test_decks_of_two_sizes_do_not_mix() -> None:
    with pytest.raises(InputError, match="'both' differ in size"):
        mixture("both", [(Composition(60, 8), Fraction(1)), (Composition(40, 8), Fraction(1))])


def test_empty_mixture_is_refused() -> None:
    with pytest.raises(InputError, match="'nobody'"):
        mixture("nobody", [])


def test_mirror_is_the_deck_that_it_meets() -> None:
    assert opponent("mirror") is MIRROR
    deck = Composition(40, 9, 2)
    assert MIRROR.against(deck) == ((deck, Fraction(1)),)
    assert opponent("12").against(deck) == ((Composition(60, 12), Fraction(1)),)


def test_field_is_the_table_of_real_lists() -> None:
    text = files("mulliganlab").joinpath("data/field.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    lists = sum(int(row["lists"]) for row in rows)
    met = field_opponent()
    assert opponent("field") is met
    assert f"{lists:,}" in met.name
    assert met.notes == ()
    assert {(deck.basics, deck.starters): weight * lists for deck, weight in met.decks} == {
        (int(row["basics"]), int(row["starters"])): int(row["lists"]) for row in rows
    }
    assert {deck.size for deck, _ in met.decks} == {60}


def test_field_has_decks_of_sixty_alone() -> None:
    with pytest.raises(InputError, match="decks of 60 cards, not of 40"):
        opponent("field", PRERELEASE)


def test_default_is_the_field_for_sixty_cards_and_else_the_mirror() -> None:
    defaults = {name: default_opponent(rules) for name, rules in RULE_SETS.items()}
    field = field_opponent()
    assert defaults == {"standard": field, "prerelease": MIRROR, "half-deck": MIRROR, "wizards": field}
    assert default_opponent(STANDARD.changed(deck_size=59)) is MIRROR


def test_json_lists_decks_with_weights() -> None:
    assert mixture(
        "two", [(Composition(60, 1, 4), Fraction(1)), (Composition(60, 9), Fraction(3))]
    ).to_json() == [
        {"basics": 1, "starters": 4, "weight": 0.25},
        {"basics": 9, "starters": 0, "weight": 0.75},
    ]
    (mirror,) = MIRROR.to_json()
    assert mirror["basics"] is None
    assert mirror["weight"] == 1
