"""Rule sets and their limits: impossible numbers are refused with a sentence that names them."""

from dataclasses import fields
from typing import Any

import pytest

from mulliganlab.errors import InputError, MulliganlabError
from mulliganlab.rules import MAX_DECK_SIZE, RULE_SETS, STANDARD, Rules, rule_set


def test_numbers_of_the_named_rule_sets() -> None:
    numbers = {
        name: (r.deck_size, r.hand_size, r.prizes, r.bonus_per_mulligan) for name, r in RULE_SETS.items()
    }
    assert numbers == {
        "standard": (60, 7, 6, 1),
        "prerelease": (40, 7, 4, 1),
        "half-deck": (30, 7, 3, 1),
        "wizards": (60, 7, 6, 2),
    }
    assert all(rules.mulligan_limit is None and not rules.fossils_start for rules in RULE_SETS.values())
    assert all(rules.starters == "keep" and rules.rulebook for rules in RULE_SETS.values())


def test_rule_set_is_found_by_its_name() -> None:
    assert rule_set("standard") is STANDARD
    assert all(rule_set(name) is rules for name, rules in RULE_SETS.items())


def test_unknown_rule_set_is_refused_with_the_choices() -> None:
    with pytest.raises(InputError, match=r"'Standard'.*standard, prerelease, half-deck, wizards"):
        rule_set("Standard")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"deck_size": 65}, "deck size must be from 2 to 64, not 65"),
        ({"deck_size": 1, "hand_size": 1, "prizes": 0}, "deck size must be from 2 to 64, not 1"),
        ({"deck_size": -60}, "deck size must be from 2 to 64, not -60"),
        ({"hand_size": 0}, "hand size must be from 1 to 64, not 0"),
        ({"hand_size": 61}, "hand size is 61.*60 cards.*from 1 to 60"),
        ({"hand_size": 65}, "hand size must be from 1 to 64, not 65"),
        ({"prizes": -1}, "prizes must be from 0 to 64, not -1"),
        ({"prizes": 60}, "60 prizes.*60 has 53 cards left.*from 0 to 53"),
        ({"prizes": 54}, "54 prizes.*from 0 to 53"),
        ({"deck_size": 12}, "6 prizes.*12 has 5 cards left.*from 0 to 5"),
        ({"bonus_per_mulligan": 0}, "bonus cards per mulligan must be from 1 to 64, not 0"),
        ({"mulligan_limit": 0}, "mulligan limit must be from 1 to 100, not 0"),
        ({"mulligan_limit": 101}, "mulligan limit must be from 1 to 100, not 101"),
        ({"starters": "maybe"}, "keep or refuse, not 'maybe'"),
    ],
)
def test_impossible_numbers_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Rules(**values)
    with pytest.raises(MulliganlabError, match=message):
        STANDARD.changed(**values)


@pytest.mark.parametrize(
    "values",
    [
        {"deck_size": 64},
        {"deck_size": 2, "hand_size": 1, "prizes": 1},
        {"hand_size": 60, "prizes": 0},
        {"prizes": 53},
        {"mulligan_limit": 1},
        {"mulligan_limit": 100},
    ],
)
def test_numbers_at_the_edge_are_allowed(values: dict[str, Any]) -> None:
    rules = STANDARD.changed(**values)
    assert {name: getattr(rules, name) for name in values} == values


def test_deck_without_room_is_refused() -> None:
    STANDARD.require_room(13)
    with pytest.raises(InputError, match="12 has 5 cards left"):
        STANDARD.require_room(12)
    with pytest.raises(InputError, match=r"hand size is 7.*6 cards of the deck"):
        STANDARD.require_room(6)
    with pytest.raises(InputError, match=f"from 2 to {MAX_DECK_SIZE}, not 65"):
        STANDARD.require_room(65)


def test_none_changes_nothing() -> None:
    assert STANDARD.changed(deck_size=None, hand_size=None, mulligan_limit=None) == STANDARD


def test_cards_left_after_hand_and_prizes() -> None:
    left = {name: rules.most_bonus_cards(rules.deck_size) for name, rules in RULE_SETS.items()}
    assert left == {"standard": 47, "prerelease": 29, "half-deck": 20, "wizards": 47}


def test_description_names_every_number_that_is_played() -> None:
    every = Rules(
        "mine",
        deck_size=64,
        hand_size=8,
        prizes=1,
        bonus_per_mulligan=3,
        mulligan_limit=5,
        starters="refuse",
        fossils_start=True,
    )
    assert every.describe() == (
        "mine: deck 64, hand 8, 1 prize, 3 bonus cards per mulligan, mulligan limit 5, "
        "optional starters refused, fossils and dolls start"
    )


def test_json_has_all_parameters() -> None:
    shown = STANDARD.changed(mulligan_limit=8).to_json()
    assert list(shown) == [field.name for field in fields(Rules)]
    assert (shown["name"], shown["deck_size"], shown["prizes"], shown["mulligan_limit"]) == (
        "standard",
        60,
        6,
        8,
    )
