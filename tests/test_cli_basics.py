"""``mulliganlab basics``: what it shows, in each format, and that a seed repeats it to the byte."""

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from command_line import LIST, markdown_tables, output, run, widest

from mulliganlab import __version__
from mulliganlab.composition import Composition
from mulliganlab.exact import fewest_basics, set_up_law
from mulliganlab.opponent import opponent
from mulliganlab.scipy_laws import ScipyLaws

EXACT = ("basics", "--games", "0")
PLAYED = ("basics", "--games", "20000", "--seed", "5")

ROW = [
    "basics",
    "mulligan_probability",
    "expected_mulligans",
    "mulligans",
    "shared_mulligan_probability",
    "expected_shared_mulligans",
    "bonus_received_probability",
    "expected_bonus_received",
    "bonus_received",
    "bonus_given_probability",
    "expected_bonus_given",
    "bonus_given",
    "lone_basic_probability",
    "expected_basics_kept",
    "basics_kept",
    "bonus_basic_probability",
    "bonus_basic_probability_if_any",
]

Capsys = pytest.CaptureFixture[str]


def shown(capsys: Capsys, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output(capsys, *arguments, "--format", "json"))
    return found


def table_rows(text: str) -> dict[int, list[str]]:
    """Lines of the first table, by the number of Basics."""
    block = next(part for part in text.split("\n\n") if "mulligans, % of games" in part)
    return {int(line.split()[0]): line.split()[1:] for line in block.splitlines()[2:]}


@pytest.mark.parametrize(
    ("counts", "rows"),
    [
        ([], list(range(4, 17))),
        (["8"], [8]),
        (["6-9"], [6, 7, 8, 9]),
        (["12,4,8"], [12, 4, 8]),
        (["8,7-9,8"], [8, 7, 9]),
        (["1-60,1-60"], list(range(1, 61))),
        ([" 4 , 6 - 7 "], [4, 6, 7]),
    ],
)
def test_counts(capsys: Capsys, counts: list[str], rows: list[int]) -> None:
    assert list(table_rows(output(capsys, *EXACT, *counts))) == rows


def test_table_names_what_it_is_about(capsys: Capsys) -> None:
    text = output(capsys, *PLAYED, "8,9", "--vs", "12")
    heading = text.split("\n\n")[0].splitlines()
    assert heading == [
        "Rules     standard: deck 60, hand 7, 6 prizes",
        "Opponent  12 Basics",
        "Games     20,000 a row, seed 5",
    ]
    assert "4,579 published lists" in output(capsys, *EXACT)
    assert "exact values alone" in output(capsys, *EXACT)


def test_table_shows_the_distributions_in_percent(capsys: Capsys) -> None:
    rows = table_rows(output(capsys, *EXACT, "8", "--vs", "12"))
    law = set_up_law(Composition(60, 8), opponent("12"))
    expected: list[float] = []
    for name in ("mulligans", "bonus_given", "bonus_received"):
        pmf = getattr(law, name)
        expected += [100 * float(pmf.pmf(count)) for count in range(3)]
        expected += [100 * float(pmf.tail(3)), float(pmf.mean)]
    expected += [100 * float(law.lone_basic_probability), 100 * float(law.shared_mulligans.tail(1))]
    assert [float(cell) for cell in rows[8]] == pytest.approx(expected, abs=0.0501)


def test_table_ends_with_the_fewest_basics_and_the_verdict(capsys: Capsys) -> None:
    end = " ".join(output(capsys, *PLAYED, "8,9").split("\n\n")[-1].split())
    for percent in (25, 20, 15, 10, 5):
        fewest = fewest_basics(Fraction(percent, 100))
        assert f"{percent} %{' of games' if percent == 25 else ''}: {fewest}" in end
    assert "Check: simulation, exact laws and SciPy agree: largest z " in end


@pytest.mark.parametrize("options", [(*EXACT, "1-60"), (*PLAYED, "1,2,8,53,60"), (*EXACT, "1", "--vs", "1")])
def test_table_fits_in_100_columns(capsys: Capsys, options: tuple[str, ...]) -> None:
    assert widest(output(capsys, *options)) <= 100


def test_heading_fits_in_100_columns(capsys: Capsys) -> None:
    mixture = ",".join(f"{count}:0.{count}" for count in range(10, 40))
    rules = ("--rules", "wizards", "--mulligan-limit", "100", "--starters", "refuse", "--fossils-start")
    text = output(capsys, *EXACT, "8", "--vs", mixture, *rules)
    assert widest(text.split("\n\n")[0]) <= 100


def test_json_has_the_promised_keys(capsys: Capsys) -> None:
    for options in (EXACT, PLAYED):
        found = shown(capsys, *options, "8,60")
        assert list(found) == [
            "mulliganlab",
            "command",
            "rules",
            "opponent",
            "simulation",
            "rows",
            "check",
            "warnings",
        ]
        assert (found["mulliganlab"], found["command"]) == (__version__, "basics")
        assert all(sorted(row) == sorted(ROW) for row in found["rows"])
        assert set(found["opponent"][0]) == {"basics", "starters", "weight"}
    assert {"games": 20000, "seed": 5}.items() <= found["simulation"].items()
    assert found["check"]["agrees"] is True
    exact = shown(capsys, *EXACT, "8")
    assert exact["simulation"] is exact["check"] is None
    assert exact["rows"][0]["mulligan_probability"]["fraction"] == "3344614/9655173"


def test_json_and_csv_have_the_same_numbers(capsys: Capsys) -> None:
    rows = shown(capsys, *PLAYED, "4,8")["rows"]
    records = list(csv.DictReader(io.StringIO(output(capsys, *PLAYED, "4,8", "--format", "csv"))))
    assert [record["basics"] for record in records] == ["4", "8"]
    for row, record in zip(rows, records, strict=True):
        assert None not in record, "a line has more fields than names"
        assert None not in record.values(), "a line has fewer fields than names"
        assert float(record["expected_bonus_given"]) == row["expected_bonus_given"]["exact"]
        assert float(record["lone_basic_probability_low"]) == row["lone_basic_probability"]["low"]
        assert float(record["mulligans_0"]) == pytest.approx(row["mulligans"]["exact"][0], abs=1e-15)
        assert (record["seed"], record["games"]) == ("5", "20000")


def test_markdown_tables_are_whole(capsys: Capsys) -> None:
    text = output(capsys, *PLAYED, "4-16", "--format", "markdown")
    distributions, simulated = markdown_tables(text)
    for table in (distributions, simulated):
        assert len(table) == 2 + 13
        assert len({len(cells) for cells in table}) == 1
    as_text = table_rows(output(capsys, *PLAYED, "4-16"))
    assert {int(cells[0]): cells[1:] for cells in distributions[2:]} == as_text


@pytest.mark.parametrize("format_", ["table", "markdown", "csv", "json"])
def test_seed_repeats_a_run_to_the_byte_with_any_threads(capsys: Capsys, format_: str) -> None:
    options = (*PLAYED, "4,8", "--format", format_)
    once = output(capsys, *options, "--jobs", "1")
    assert output(capsys, *options, "--jobs", "3") == once
    assert output(capsys, *options[:-4], "6", *options[-3:]) != once


def test_fresh_seed_is_printed_and_repeats_the_run(capsys: Capsys) -> None:
    options = ("basics", "8", "--games", "10k")
    first, second = shown(capsys, *options), shown(capsys, *options)
    assert first["simulation"]["seed"] != second["simulation"]["seed"]
    assert shown(capsys, *options, "--seed", str(first["simulation"]["seed"])) == first


def test_row_does_not_depend_on_the_other_rows(capsys: Capsys) -> None:
    (alone,) = shown(capsys, *PLAYED, "8")["rows"]
    assert alone in shown(capsys, *PLAYED, "7-9")["rows"]


@pytest.mark.parametrize(("text", "games"), [("2k", 2000), ("1K", 1000), ("3000", 3000)])
def test_numbers_of_games(capsys: Capsys, text: str, games: int) -> None:
    found = shown(capsys, "basics", "8", "--games", text, "--seed", "1")
    assert found["simulation"]["games"] == games
    estimate = found["rows"][0]["mulligan_probability"]["estimate"]
    assert estimate * games == pytest.approx(round(estimate * games))


def test_weights_that_do_not_sum_to_one_are_told(capsys: Capsys) -> None:
    text = output(capsys, *EXACT, "8", "--vs", "8:3,12:1")
    assert "Note: the opponent's weights sum to 4, not 1, and were normalised." in text
    outcome = run(capsys, *EXACT, "8", "--vs", "8:3,12:1", "--format", "json")
    found = json.loads(outcome.out)
    assert [deck["weight"] for deck in found["opponent"]] == [0.75, 0.25]
    (warning,) = found["warnings"]
    assert outcome.err == f"mulliganlab: {warning}\n"
    assert run(capsys, *EXACT, "8", "--vs", "8:3,12:1", "--format", "json", "--quiet").err == ""
    assert shown(capsys, *EXACT, "8", "--vs", "8:0.3,12:0.7")["warnings"] == []


def test_rule_sets_and_single_values(capsys: Capsys) -> None:
    options = ("--rules", "prerelease", "--hand-size", "5", "--mulligan-limit", "3")
    rules = shown(capsys, *EXACT, "8", *options)["rules"]
    assert (rules["name"], rules["deck_size"], rules["hand_size"], rules["prizes"]) == (
        "prerelease",
        40,
        5,
        4,
    )
    assert rules["mulligan_limit"] == 3
    assert rules["rulebook"]
    mirrored = shown(capsys, *EXACT, "8,9", "--rules", "half-deck")
    assert mirrored["opponent"] == [{"basics": None, "starters": None, "weight": 1.0, "mirror": True}]
    assert shown(capsys, *EXACT, "8", "--rules", "wizards")["rules"]["bonus_per_mulligan"] == 2
    (row,) = shown(capsys, *EXACT, "8", "--prizes", "0", "--deck-size", "20")["rows"]
    assert row["mulligan_probability"]["fraction"] == "33/3230"


def test_deck_list_as_opponent(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "other.txt"
    file.write_text(LIST, encoding="utf-8")
    found = shown(capsys, *EXACT, "8", "--vs", str(file))
    assert found["opponent"] == [{"basics": 9, "starters": 0, "weight": 1.0}]
    assert found["rows"] == shown(capsys, *EXACT, "8", "--vs", "9")["rows"]
    more = shown(capsys, *EXACT, "8", "--vs", str(file), "--basic", "Charizard ex", "--not-basic", "mew")
    assert more["opponent"][0]["basics"] == 11


def test_disagreement_has_status_1_and_is_told(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("mulliganlab.scipy_laws")
    right: Callable[..., ScipyLaws] = module.scipy_laws

    def wrong(*arguments: Any) -> ScipyLaws:
        laws = right(*arguments)
        return ScipyLaws(laws.rates | {"lone_basic_probability": 0.5}, laws.counts)

    monkeypatch.setattr(module, "scipy_laws", wrong)
    outcome = run(capsys, *PLAYED, "8")
    assert outcome.status == 1
    assert "DISAGREE" in outcome.out
    assert "lone_basic_probability" in outcome.out


def test_interrupt_shows_the_finished_games(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = import_module("mulliganlab.cli.progress").Progress
    monkeypatch.setattr(import_module("mulliganlab.simulation"), "BATCH_GAMES", 5_000)

    def interrupt(self: object, games: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(progress, "__call__", interrupt)
    outcome = run(capsys, *PLAYED, "8,9", "--jobs", "1", "--format", "json")
    assert outcome.status == 130
    found = json.loads(outcome.out)
    assert found["simulation"]["stopped"] is True
    assert "estimate" in found["rows"][0]["mulligan_probability"]
    assert "estimate" not in found["rows"][1]["mulligan_probability"]
    assert found["warnings"] == ["stopped after 5,000 of 40,000 games; rows without games are exact alone"]
