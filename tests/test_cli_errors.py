"""Wrong input: status 2, nothing on standard output, one sentence that names the value and what would do."""

from pathlib import Path

import pytest
from command_line import LIST, Outcome, run

BASICS = "from 1 to 60"
GAMES = "whole number from 0 to 1,000,000,000,000"

CASES: dict[str, tuple[str, ...]] = {
    "basics 0": ("'0'", BASICS),
    "basics 61": ("'61'", BASICS),
    "basics 9-": ("'9-'", BASICS),
    "basics 9-8": ("'9-8'", BASICS),
    "basics 8,,9": ("''", BASICS),
    "basics x": ("'x'", BASICS),
    "basics ٣": ("'٣'", BASICS),
    "basics 1-60,1-61": ("'1-61'", BASICS),
    "basics 999999999999999999999": ("'999999999999999999999'", BASICS),
    "basics 41 --rules prerelease": ("'41'", "from 1 to 40"),
    "basics 21 --deck-size 20": ("'21'", "from 1 to 20"),
    "basics --vs 0": ("--vs", BASICS, "not 0"),
    "basics --vs 61": ("--vs", BASICS, "not 61"),
    "basics --vs 8:-1,9:2": ("--vs", "0 or more", "not -1"),
    "basics --vs 8:0,9:0": ("--vs", "'8:0,9:0'", "above 0"),
    "basics --vs 8:x": ("--vs", "'x'", "a number such as 0.3"),
    "basics --vs 8:1,9": ("--vs", "'8:1,9'"),
    "basics --vs 61:1": ("--vs", BASICS, "not 61"),
    "basics --vs nofile.txt": ("--vs", "there is no file 'nofile.txt'"),
    "basics --vs nobody": ("--vs", "'nobody'", "a deck list file"),
    "basics --vs field --rules half-deck": ("--vs", "60 cards, not of 30"),
    "basics --vs": ("'--vs'",),
    "basics --games 1.5": ("--games", "'1.5'", GAMES),
    "basics --games -3": ("--games", "'-3'", GAMES),
    "basics --games x": ("--games", "'x'", GAMES),
    "basics --games 1T": ("--games", "'1T'", GAMES),
    "basics --games 999999999999999999999": ("--games", "'999999999999999999999'", GAMES),
    "basics --games 1001G": ("--games", "'1001G'", GAMES),
    "basics --seed x": ("--seed", "'x'", f"from 0 to {2**128 - 1}"),
    "basics --seed -1": ("--seed", "'-1'", "from 0"),
    f"basics --seed {'5' * 50}": ("--seed", "5" * 50, f"from 0 to {2**128 - 1}"),
    "basics --jobs 0": ("--jobs", "'0'", "from 1 to 1024"),
    "basics --jobs two": ("--jobs", "'two'", "from 1 to 1024"),
    "basics --deck-size 65": ("--deck-size", "'65'", "from 2 to 64"),
    "basics --deck-size 1": ("--deck-size", "'1'", "from 2 to 64"),
    "basics --hand-size 61": ("hand size", "61", BASICS),
    "basics --hand-size 0": ("--hand-size", "'0'", "from 1"),
    "basics --prizes 60": ("60 prizes", "from 0 to 53"),
    "basics --prizes -1": ("--prizes", "'-1'", "from 0"),
    "basics --mulligan-limit 0": ("--mulligan-limit", "'0'", "from 1 to 100"),
    "basics --format xml": ("--format", "'xml'", "'table', 'markdown', 'csv', 'json'"),
    "basics --rules gym": ("--rules", "'gym'", "'prerelease'"),
    "basics --starters maybe": ("--starters", "'maybe'", "'keep', 'refuse'"),
    "basics --output nofolder/x.txt": ("--output", "'nofolder'", "does not exist"),
    "basics -o .": ("--output", "'.'", "directory"),
    "basics --plot x.gif": ("--plot", "'x.gif'", ".png"),
    "basics --plot nofolder/x.png": ("--plot", "'nofolder'", "does not exist"),
    "basics --basic Pikachu": ("--basic", "'Pikachu'"),
    "basics --basic mew --not-basic MEW": ("'mew'", "both --basic and --not-basic"),
    "basics 8 9": ("(9)",),
    "basics --nonsense": ("'--nonsense'",),
    "deck": ("FILE",),
    "deck nofile.txt": ("'nofile.txt'", "No such file"),
    "deck .": ("'.'", "directory"),
    "deck list.txt --vs nofile.txt": ("--vs", "'nofile.txt'"),
    "deck list.txt --vs .": ("--vs", "'.'", "directory"),
    "deck list.txt --basic Nomon": ("--basic", "'Nomon'"),
    "deck list.txt --not-basic Nomon": ("--not-basic", "'Nomon'"),
    "deck list.txt --hand-size 60": ("6 prizes", "from 0 to 0"),
    "deck list.txt -o nofolder/x.txt": ("--output", "'nofolder'", "does not exist"),
    "deck list.txt --plot x.gif": ("--plot", "'x.gif'", ".png"),
    "deck list.txt --games 1e3": ("--games", "'1e3'", GAMES),
    "check --games 0": ("--games", "'0'", "from 1 to"),
    "check --format xml": ("--format", "'xml'"),
    "check -o nofolder/x.txt": ("--output", "'nofolder'", "does not exist"),
    "check 8": ("(8)",),
    "nonsense": ("'nonsense'",),
    "--nonsense": ("'--nonsense'",),
}

Capsys = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder that holds a deck list alone."""
    (tmp_path / "list.txt").write_text(LIST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def require_refusal(outcome: Outcome, *parts: str) -> None:
    assert (outcome.status, outcome.out) == (2, ""), outcome
    (line,) = outcome.err.splitlines()
    assert line.startswith("mulliganlab: ")
    for part in parts:
        assert part in line, line


@pytest.mark.parametrize(("arguments", "parts"), CASES.items(), ids=CASES)
def test_refused(capsys: Capsys, folder: Path, arguments: str, parts: tuple[str, ...]) -> None:
    require_refusal(run(capsys, *arguments.split()), *parts)
    assert [file.name for file in folder.iterdir()] == ["list.txt"]


@pytest.mark.parametrize("name", ["a\nb.txt", "a\0b.txt", "", "x" * 5000, "\udcff"])
@pytest.mark.parametrize("arguments", [["deck"], ["basics", "--vs"], ["deck", "list.txt", "--vs"]])
def test_strange_file_names(capsys: Capsys, arguments: list[str], name: str) -> None:
    require_refusal(run(capsys, *arguments, name))


@pytest.mark.parametrize("name", ["a\nb.txt", 'quo"te.txt', "-", "ä ö.txt", "%s{}.txt"])
def test_strange_but_real_file_names(capsys: Capsys, folder: Path, name: str) -> None:
    (folder / name).write_text("hello", encoding="utf-8")
    require_refusal(run(capsys, "deck", f"./{name}"), "there is no card in it")


@pytest.mark.parametrize("counts", ["", " ", "-", ",", "8-", "-8,9", "8 9", "8.0", "+8", "1_0", "8\n,", "\0"])
def test_strange_counts(capsys: Capsys, counts: str) -> None:
    require_refusal(run(capsys, "basics", "--", counts), "COUNTS")


@pytest.mark.parametrize(
    "weights", ["8:1e5", "8:nan", "8:inf", "8:--1", "8:.", "8:1:1", "8:½", "8:" + "9" * 41]
)
def test_strange_weights(capsys: Capsys, weights: str) -> None:
    require_refusal(run(capsys, "basics", "--vs", weights), "--vs")


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_strange_output_names(capsys: Capsys, name: str) -> None:
    require_refusal(run(capsys, "basics", "8", "--games", "0", "-o", name), "--output")


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every simulation an error of the test."""

    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("games were played before the input was refused")

    for name in ("basics", "simulation_info"):
        monkeypatch.setattr(f"mulliganlab.study.{name}", refuse)


@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize(
    "arguments", ["basics -o nofolder/x", "basics --plot x.gif", "basics --basic Mew", "check -o nofolder/x"]
)
def test_refused_before_any_game(capsys: Capsys, arguments: str) -> None:
    require_refusal(run(capsys, *arguments.split()))


@pytest.mark.parametrize(
    "command", ["basics", "deck", "ask", "copies", "deal", "resolve", "compare", "report", "check"]
)
def test_every_command_refuses_what_it_does_not_know(capsys: Capsys, command: str) -> None:
    require_refusal(run(capsys, command, "--nonsense"), "'--nonsense'")
