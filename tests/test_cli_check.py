"""``mulliganlab check``: a line for each group while it plays, a verdict, and what a disagreement does."""

import csv
import io
import json
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import pytest
from command_line import markdown_tables, output, run, widest

from mulliganlab import self_check
from mulliganlab.composition import Composition
from mulliganlab.opponent import MIRROR, opponent
from mulliganlab.rules import STANDARD
from mulliganlab.scipy_laws import ScipyLaws
from mulliganlab.self_check import GROUPS, Group, checked_groups

PLAYED = ("check", "--games", "20000", "--seed", "5")
SMALL = (
    Group("few Basics", STANDARD, MIRROR, (Composition(60, 1), Composition(60, 4))),
    Group("many Basics", STANDARD, opponent("8"), (Composition(60, 20),)),
)
"""The whole check takes half a minute."""

Capsys = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _two_small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_check, "GROUPS", SMALL)
    monkeypatch.setattr(self_check, "checked_groups", partial(checked_groups, groups=SMALL))


def test_table_has_a_line_for_each_group_and_a_verdict(capsys: Capsys) -> None:
    text = output(capsys, *PLAYED)
    heading, groups, verdict = text.split("\n\n")
    assert heading == "Games     20,000 for each deck, or 320,000 openings, seed 5"
    first, second = groups.splitlines()
    assert first.split()[:4] == ["few", "Basics", "2", "decks"]
    assert second.split()[:4] == ["many", "Basics", "1", "decks"]
    assert first.endswith("agrees")
    assert verdict.startswith("Check: simulation, exact laws and SciPy agree: largest z ")


def test_table_fits_in_100_columns(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    titles = sorted((group.title for group in GROUPS), key=len)
    longest = (Group(titles[-1], STANDARD, MIRROR, SMALL[1].decks),)
    monkeypatch.setattr(self_check, "checked_groups", partial(checked_groups, groups=longest))
    assert widest(output(capsys, *PLAYED)) <= 100


def test_other_formats_tell_the_same(capsys: Capsys) -> None:
    found: dict[str, Any] = json.loads(output(capsys, *PLAYED, "--format", "json"))
    keys = "mulliganlab command rules opponent simulation rows check warnings"
    assert list(found) == keys.split()
    assert found["command"] == "check"
    assert {"games": 20000, "seed": 5}.items() <= found["simulation"].items()
    assert found["check"]["agrees"] is True
    records = list(csv.DictReader(io.StringIO(output(capsys, *PLAYED, "--format", "csv"))))
    assert [record["group"] for record in records] == ["few Basics", "many Basics"]
    assert [float(record["largest_z"]) for record in records] == [row["largest_z"] for row in found["rows"]]
    (table,) = markdown_tables(output(capsys, *PLAYED, "--format", "markdown"))
    assert [cells[0] for cells in table[2:]] == ["few Basics", "many Basics"]
    assert len({len(cells) for cells in table}) == 1


def test_file_holds_what_the_terminal_shows(capsys: Capsys, tmp_path: Any) -> None:
    shown = output(capsys, *PLAYED)
    assert output(capsys, *PLAYED, "-o", str(tmp_path / "check.txt")) == ""
    written = (tmp_path / "check.txt").read_text(encoding="utf-8")
    assert written.split() == shown.split()


def test_seed_repeats_a_check_and_threads_do_not_matter(capsys: Capsys) -> None:
    assert output(capsys, *PLAYED, "--jobs", "1") == output(capsys, *PLAYED, "--jobs", "2", "--quiet")


def test_disagreement_has_status_1(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("mulliganlab.scipy_laws")
    right: Callable[..., ScipyLaws] = module.scipy_laws

    def wrong(deck: Composition, *arguments: Any) -> ScipyLaws:
        laws = right(deck, *arguments)
        changed = {"lone_basic_probability": 0.5} if deck.basics == 20 else {}
        return ScipyLaws(laws.rates | changed, laws.counts)

    monkeypatch.setattr(module, "scipy_laws", wrong)
    outcome = run(capsys, *PLAYED)
    assert outcome.status == 1
    first, second = outcome.out.split("\n\n")[1].splitlines()
    assert first.endswith("   agrees")
    assert second.endswith("   DISAGREES")
    assert "lone_basic_probability" in outcome.out


def test_interrupt_has_status_130_and_tells_what_is_finished(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("mulliganlab.simulation"), "BATCH_GAMES", 5_000)

    def interrupt(self: object, games: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("mulliganlab.cli.progress").Progress, "__call__", interrupt)
    outcome = run(capsys, *PLAYED)
    assert outcome.status == 130
    assert "few Basics" in outcome.out
    assert "(stopped)" in outcome.out
    assert "many Basics" not in outcome.out
