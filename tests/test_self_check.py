"""The program's own check plays every Basic count and rule set, and stops where it is told to."""

from importlib import import_module

import pytest

from mulliganlab.checking import Check, Comparison
from mulliganlab.composition import Composition
from mulliganlab.opponent import MIRROR, opponent
from mulliganlab.results import SimulationInfo
from mulliganlab.rules import RULE_SETS, STANDARD
from mulliganlab.self_check import GROUPS, CheckedGroup, Group, SelfCheck, checked_groups

SMALL = (
    Group("few Basics", STANDARD, MIRROR, (Composition(60, 1), Composition(60, 4))),
    Group("many Basics", STANDARD, opponent("8"), (Composition(60, 20),)),
)
INFO = SimulationInfo(20_000, 7, "as tested")


def test_groups_hold_all_basic_counts_of_all_rule_sets() -> None:
    for rules in RULE_SETS.values():
        mirrored = {
            deck
            for group in GROUPS
            if group.rules == rules and group.opponent is MIRROR
            for deck in group.decks
            if not deck.starters
        }
        assert mirrored == {Composition(rules.deck_size, b) for b in range(1, rules.deck_size + 1)}


def test_groups_hold_every_switch() -> None:
    assert any(group.rules.mulligan_limit for group in GROUPS)
    assert any(group.rules.bonus_per_mulligan > 1 for group in GROUPS)
    for policy in ("keep", "refuse"):
        assert any(
            group.rules.starters == policy and any(deck.starters for deck in group.decks) for group in GROUPS
        )
    assert any(len(group.opponent.decks) > 1 for group in GROUPS)
    assert any(group.rules.deck_size == 64 for group in GROUPS)
    assert len({group.title for group in GROUPS}) == len(GROUPS)


@pytest.mark.statistical
def test_small_groups_agree_and_are_told() -> None:
    checked = tuple(checked_groups(INFO, SMALL, jobs=2))
    whole = SelfCheck(INFO, checked)
    assert whole.check.agrees, whole.check.verdict()
    assert len(whole.check.comparisons) == sum(len(group.check.comparisons) for group in checked)
    shown = whole.to_json()
    keys = "mulliganlab command rules opponent simulation rows check warnings"
    assert list(shown) == keys.split()
    assert shown["command"] == "check"
    records = whole.records()
    assert shown["rows"] == records
    assert [record["group"] for record in records] == ["few Basics", "many Basics"]
    assert [record["decks"] for record in records] == [2, 1]
    assert {(record["dealt"], record["for_each_deck"]) for record in records} <= {
        ("games", whole.simulation.games),
        ("openings", 16 * whole.simulation.games),
    }
    assert [record["opponent"] for record in records] == [MIRROR.name, "8 Basics"]
    assert all(record["agrees"] and record["comparisons"] for record in records)


def test_one_wrong_group_spoils_the_verdict() -> None:
    wrong = Check((Comparison("a coin", 0.5, 0.9, 1e-30),))
    fine = Check((Comparison("a coin", 0.5, 0.5, 1.0),))
    whole = SelfCheck(INFO, (CheckedGroup(SMALL[0], fine), CheckedGroup(SMALL[1], wrong)))
    assert not whole.check.agrees
    assert [record["agrees"] for record in whole.records()] == [True, False]
    assert whole.to_json()["check"] == whole.check.to_json()


def test_interrupt_ends_the_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("mulliganlab.simulation"), "BATCH_GAMES", 10_000)
    told: list[int] = []

    def interrupt(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            raise KeyboardInterrupt

    (only,) = checked_groups(INFO, SMALL, jobs=1, progress=interrupt)
    assert only.stopped
    assert only.group is SMALL[0]
    assert only.check.agrees
    assert sum(told) == 30_000
