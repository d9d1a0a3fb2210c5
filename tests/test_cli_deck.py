"""``mulliganlab deck``: what it says of a list, in each format and from any source."""

import csv
import io
import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from command_line import LIST, markdown_tables, output, run, standard_input, widest

from mulliganlab.cli.lists import LARGEST_LIST
from mulliganlab.tables import github_table

ODDS = ["in_kept_hand", "by_turn_1", "only_starter", "any_prized", "all_prized"]
CINDERACE = "4 Cinderace MEG 28\n1 Budew PRE 4\n4 Iono\n51 Fire Energy\n"
EXACT = ("--games", "0", "--vs", "12")
PLAYED = ("--games", "20000", "--seed", "5", "--vs", "12")

Capsys = pytest.CaptureFixture[str]
Save = Callable[[str | bytes], str]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Write a list into a file and give its name."""

    def write(text: str | bytes) -> str:
        file = tmp_path / "mine.txt"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(file)

    return write


def shown(capsys: Capsys, *arguments: str) -> dict[str, Any]:
    outcome = run(capsys, "deck", *arguments, "--format", "json", "--quiet")
    assert (outcome.status, outcome.err) == (0, ""), outcome
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def test_table_tells_what_was_read(capsys: Capsys, save: Save) -> None:
    text = output(capsys, "deck", save(LIST), *PLAYED)
    assert text.startswith(
        "Deck      mine.txt\nRules     standard: deck 60, hand 7, 6 prizes\nOpponent  12 Basics\n"
    )
    assert "Games     20,000, seed 5" in text
    assert "Read      60 cards: 9 Basic Pokémon, 3 other Pokémon, 12 Trainers, 36 Energies." in text
    assert "Basics    4 Charmander, 4 Pidgey, 1 Mew." in text
    assert "With more or fewer Basics" in text
    assert "Check: simulation, exact laws and SciPy agree" in text
    assert "Note" not in text


def test_table_tells_starters_and_unknown_names(capsys: Capsys, save: Save) -> None:
    text = output(capsys, "deck", save(CINDERACE + "\n4 Newmon ABC 1"), *EXACT)
    assert "Starters  4 Cinderace." in text
    assert "Taken as Trainers, since no species is known by their names: Iono, Newmon." in text
    assert "Note: 64 cards, not 60." in text
    assert "Note: 4 Cinderace MEG 28 may start although they are no Basics." in text


@pytest.mark.parametrize("options", [EXACT, PLAYED])
def test_table_fits_in_100_columns(capsys: Capsys, save: Save, options: tuple[str, ...]) -> None:
    assert widest(output(capsys, "deck", save(LIST), *options)) <= 100


def test_cards_and_notes_with_long_names_fit_in_100_columns(capsys: Capsys, save: Save) -> None:
    name = "Very Long Name " * 8
    lines = [f"1 {name}{'I' * number} ABC {number}" for number in range(1, 20)]
    text = "\n".join(["4 Pikachu", *lines, f"7 {name}", "30 Fire Energy", "no card " * 20])
    found = output(capsys, "deck", save(text), *EXACT)
    table = next(part for part in found.split("\n\n") if part.startswith("Card, %"))
    assert widest(table) <= 100
    assert len(table.splitlines()) == 1 + 22
    notes = [part for part in found.split("\n\n") if part.startswith(("Note", "Read", "Basics  ", "Taken"))]
    assert len(notes) >= 5
    assert max(map(widest, notes)) <= 100


def test_json_has_the_promised_keys(capsys: Capsys, save: Save) -> None:
    for options in (EXACT, PLAYED):
        found = shown(capsys, save(LIST), *options)
        assert set(found) == {
            "mulliganlab",
            "command",
            "rules",
            "opponent",
            "simulation",
            "deck",
            "rows",
            "cards",
            "changes",
            "check",
            "warnings",
        }
        assert found["command"] == "deck"
        assert list(found["deck"]) == ["cards", "basics", "starters", "lines"]
        assert list(found["deck"]["lines"][0]) == ["count", "name", "set", "number", "kind", "why"]
        assert [list(card) for card in found["cards"]] == [["name", "count", "kind", *ODDS]] * 8
        assert [row["basics"] for row in found["changes"]] == [6, 7, 8, 9, 10, 11, 12]
        assert all("estimate" not in row["mulligan_probability"] for row in found["changes"])
        assert found["changes"][3]["mulligan_probability"] == {
            key: found["rows"][0]["mulligan_probability"][key] for key in ("exact", "fraction")
        }
        for card in found["cards"]:
            assert (card["only_starter"] is None) == (card["kind"] != "basic")
            keys = {"exact"} if options is EXACT else {"exact", "estimate", "low", "high"}
            assert all(set(card[name]) == keys for name in ODDS if card[name] is not None)


def test_row_is_that_of_basics_against_the_same_opponent(capsys: Capsys, save: Save) -> None:
    (row,) = shown(capsys, save(LIST), *EXACT)["rows"]
    basics = json.loads(output(capsys, "basics", "9", *EXACT, "--format", "json"))
    assert [row] == basics["rows"]


def test_csv_has_a_line_for_each_card(capsys: Capsys, save: Save) -> None:
    cards = shown(capsys, save(LIST), *PLAYED)["cards"]
    text = output(capsys, "deck", save(LIST), *PLAYED, "--format", "csv")
    records = list(csv.DictReader(io.StringIO(text)))
    assert [record["name"] for record in records] == [card["name"] for card in cards]
    for card, record in zip(cards, records, strict=True):
        assert None not in record
        assert None not in record.values()
        assert record["count"] == str(card["count"])
        assert float(record["in_kept_hand"]) == card["in_kept_hand"]["exact"]
        assert float(record["all_prized_high"]) == card["all_prized"]["high"]
        assert (record["only_starter"] == "") == (card["only_starter"] is None)


def test_markdown_tables_are_whole(capsys: Capsys, save: Save) -> None:
    tables = markdown_tables(output(capsys, "deck", save(LIST), *PLAYED, "--format", "markdown"))
    assert [len(table) - 2 for table in tables] == [1, 1, 8, 7]
    for table in tables:
        assert len({len(cells) for cells in table}) == 1
    assert tables[2][2][:3] == ["Charmander", "4", "basic"]


def test_markdown_cells_hold_any_name() -> None:
    ((_, _, row),) = markdown_tables(github_table(["card", "copies"], [["Either|Or", "4"]]))
    assert row == ["Either|Or", "4"]


@pytest.mark.parametrize("format_", ["table", "json"])
def test_seed_repeats_a_run_to_the_byte_with_any_threads(capsys: Capsys, save: Save, format_: str) -> None:
    options = ("deck", save(LIST), *PLAYED, "--format", format_)
    assert output(capsys, *options, "--jobs", "1") == output(capsys, *options, "--jobs", "3")


def test_standard_input(capsys: Capsys, save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, LIST.encode("utf-16"))
    piped = shown(capsys, "-", *EXACT)
    assert piped["deck"] == shown(capsys, save(LIST), *EXACT)["deck"]
    standard_input(monkeypatch, b"hello")
    outcome = run(capsys, "deck", "-", *EXACT)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("mulliganlab: standard input: there is no card in it")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1", "cp1252"])
def test_encodings(capsys: Capsys, save: Save, encoding: str) -> None:
    deck = shown(capsys, save(LIST.replace("\n", "\r\n").encode(encoding)), *EXACT)["deck"]
    assert (deck["cards"], deck["basics"]) == (60, 9)


def test_oddities_are_notes_in_a_table_and_on_standard_error_elsewhere(capsys: Capsys, save: Save) -> None:
    file = save(LIST.replace("36 Fire", "35 Fire") + "hello there\n")
    said = ["59 cards, not 60", "line that is no card: hello there (line 13)"]
    text = output(capsys, "deck", file, *EXACT)
    assert [line for line in text.splitlines() if line.startswith("Note")] == [
        f"Note: {odd}." for odd in said
    ]
    for format_ in ("json", "csv"):
        outcome = run(capsys, "deck", file, *EXACT, "--format", format_)
        assert outcome.status == 0
        assert outcome.err.splitlines() == [f"mulliganlab: {odd}" for odd in said]
        assert run(capsys, "deck", file, *EXACT, "--format", format_, "--quiet").err == ""
    assert shown(capsys, file, *EXACT)["warnings"] == said


def test_starters_and_fossils(capsys: Capsys, save: Save) -> None:
    file = save(CINDERACE)

    def mulligan(*options: str) -> str:
        found = shown(capsys, file, *EXACT, *options)["rows"][0]["mulligan_probability"]["fraction"]
        return str(found)

    refused = mulligan("--starters", "refuse")
    assert refused == "53/60"
    assert mulligan("--not-basic", "Cinderace") == refused
    kept = shown(capsys, file, *EXACT)
    assert round(100 * kept["rows"][0]["mulligan_probability"]["exact"], 4) == 52.5438
    assert round(100 * kept["cards"][1]["in_kept_hand"]["exact"], 4) == 84.1828
    fossils = save("1 Pikachu\n4 Antique Root Fossil\n55 Fire Energy\n")
    assert shown(capsys, fossils, *EXACT)["deck"]["basics"] == 1
    assert shown(capsys, fossils, *EXACT, "--fossils-start")["deck"]["basics"] == 5


def test_overrules_reach_both_lists(capsys: Capsys, save: Save, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("Pokémon: 2\n3 Newmon ABC 1\n4 Raichu\nEnergy: 1\n53 Fire Energy\n", encoding="utf-8")
    options = (save(LIST), "--games", "0", "--vs", str(other))
    outcome = run(capsys, "deck", *options)
    assert outcome.status == 2
    assert "--vs: other.txt, line 2: cannot tell whether 'Newmon' is a Basic" in outcome.err
    found = shown(capsys, *options, "--basic", "newmon", "--basic", "Charizard ex", "--not-basic", "Mew")
    assert found["deck"]["basics"] == 4 + 3 + 4
    assert found["opponent"] == [{"basics": 3, "starters": 0, "weight": 1.0}]


def test_list_keeps_its_size_and_the_opponent_that_of_the_rules(capsys: Capsys, save: Save) -> None:
    forty = save("4 Pikachu\n36 Fire Energy\n")
    found = shown(capsys, forty, "--games", "0", "--rules", "prerelease", "--vs", "8")
    assert found["warnings"] == []
    assert found["deck"]["cards"] == 40
    mixed = shown(capsys, forty, *EXACT)
    assert mixed["warnings"] == ["40 cards, not 60"]
    assert mixed["rows"][0]["mulligan_probability"]["fraction"] == "4092/9139"
    basics = json.loads(output(capsys, "basics", "12", "--games", "0", "--vs", "12", "--format", "json"))
    given = mixed["rows"][0]["bonus_received_probability"]["exact"]
    assert given != basics["rows"][0]["bonus_received_probability"]["exact"]


def test_every_example_is_studied(capsys: Capsys) -> None:
    folder = Path(__file__).parents[1] / "examples" / "decks"
    files = sorted(folder.glob("*.txt"))
    assert len(files) >= 7
    for file in files:
        basics = next(part for part in file.stem.split("-") if part.isdecimal())
        assert shown(capsys, str(file), *EXACT)["deck"]["basics"] == int(basics), file.name


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "mine.txt: there is no card in it"),
        (b"\x00\x01\x02\xff\xfe\n", "mine.txt: there is no card in it"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "mine.txt: "),
        (b"\x00" * (LARGEST_LIST + 1), "mine.txt: more than 4,000,000 bytes, this is no deck list"),
        (b"60 Fire Energy\n", "mine.txt: there is no Basic"),
        (b"4 Pikachu\n61 Fire Energy\n", "mine.txt: 65 cards, and a deck can have at most 64"),
        (b"4 Pikachu\n5 Fire Energy\n", "mine.txt: no room for 6 prizes: a deck of 9 has 2 cards left"),
        (b"4 Pikachu\n56 Fire Energy\n" * 2, "mine.txt: 120 cards, and every line stands there 2 times"),
        ("Pokémon: 1\n4 Newmon\n".encode(), 'say --basic "Newmon" or --not-basic "Newmon"'),
    ],
)
def test_lists_that_cannot_be_used(capsys: Capsys, save: Save, data: bytes, message: str) -> None:
    outcome = run(capsys, "deck", save(data), *EXACT)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_disagreement_has_status_1_and_names_the_card(
    capsys: Capsys, save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = import_module("mulliganlab.scipy_card_odds")
    right: Callable[..., dict[str, float]] = module.scipy_card_odds

    def wrong(*arguments: Any) -> dict[str, float]:
        return right(*arguments) | {"any_prized": 0.123}

    monkeypatch.setattr(module, "scipy_card_odds", wrong)
    outcome = run(capsys, "deck", save(LIST), *PLAYED)
    assert outcome.status == 1
    assert "DISAGREE" in outcome.out
    assert "any_prized of Charmander" in " ".join(outcome.out.split())
