"""ask, copies, deal, resolve and compare on the command line."""

import json
from pathlib import Path

import pytest

from mulliganlab.cli import main

LIST = """4 Charmander PAF 7
6 Pidgey MEW 16
3 Iono PAL 185
4 Arven OBF 186
2 Technical Machine: Evolution PAR 178
2 Artazon PAL 171
39 Basic {R} Energy SVE 10
"""


@pytest.fixture
def deck(tmp_path: Path) -> str:
    file = tmp_path / "list.txt"
    file.write_text(LIST, encoding="utf-8")
    return str(file)


class Ran:
    """What a command wrote, and its exit status."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        with pytest.raises(SystemExit) as exit_:
            main(list(arguments))
        self.status = exit_.value.code
        self.out, self.err = capsys.readouterr()


def rows_of(ran: Ran) -> list[dict[str, object]]:
    assert ran.status == 0, ran.err
    rows: list[dict[str, object]] = json.loads(ran.out)["rows"]
    return rows


EXACT = ("--games", "0", "--format", "json")


def test_ask_exact(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = rows_of(Ran(capsys, "ask", deck, "charm and IONO", *EXACT))
    probability, any_hand = row["probability"], row["probability_any_hand"]
    assert isinstance(probability, dict)
    assert isinstance(any_hand, dict)
    assert round(100 * probability["exact"], 6) == 15.383618
    assert round(100 * any_hand["exact"], 6) == 11.404965
    assert row["cards_seen"] == 7


def test_ask_is_simulated_checked_and_repeatable(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("ask", deck, "Iono", "prizes: 2 Arven", "--turn", "1", "--games", "100k", "--seed", "7")
    first = Ran(capsys, *arguments)
    assert first.status == 0
    assert "simulation and exact odds agree" in first.out
    assert "seed 7" in first.out
    assert Ran(capsys, *arguments, "--jobs", "1").out == first.out


@pytest.mark.parametrize(
    ("options", "places"),
    [
        ((), ["hand"]),
        (("--turn", "2"), ["turn 2"]),
        (("--turns", "0-2,4"), ["turn 0", "turn 1", "turn 2", "turn 4"]),
        (("--prizes",), ["prizes"]),
        (("--in-prizes",), ["prizes"]),
        (("--prizes", "4"), ["hand"]),
        (("--prizes", "4", "--prizes"), ["prizes"]),
    ],
)
def test_places(
    deck: str, options: tuple[str, ...], places: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(capsys, "ask", deck, *options, "Iono", *EXACT)
    assert [row["place"] for row in rows_of(ran)] == places
    assert json.loads(ran.out)["rules"]["prizes"] == (4 if "4" in options else 6)


def test_prizes_may_stand_before_a_question(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(Ran(capsys, "ask", *EXACT, "--prizes", deck, "2 Iono", "no Arven"))
    assert [row["question"] for row in rows] == ["2 Iono", "no Arven"]


def test_questions_are_read_as_utf_8_whatever_the_locale(
    deck: str, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "pokémon and Ïono".encode().decode("ascii", "surrogateescape")
    (row,) = rows_of(Ran(capsys, "ask", deck, typed, *EXACT))
    assert row["question"] == "pokémon and Ïono"


def test_bonus_cards(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for bonus in ("all", "none"):
        (row,) = rows_of(Ran(capsys, "ask", deck, "Iono", "--turn", "1", "--bonus", bonus, *EXACT))
        assert row["bonus_cards"] == bonus
        assert isinstance(row["probability"], dict)
        found.append(row["probability"]["exact"])
    assert found[0] > found[1]


def test_questions_from_a_file(deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "questions.txt"
    file.write_text("# mine\nIono\n\n  2 Charmander  \n", encoding="utf-8")
    rows = rows_of(Ran(capsys, "ask", deck, "Arven", "--questions", str(file), *EXACT))
    assert [row["question"] for row in rows] == ["Arven", "Iono", "2 Charmander"]
    file.write_text("Iono\nIono and Charmandre\n", encoding="utf-8")
    wrong = Ran(capsys, "ask", deck, "--questions", str(file), *EXACT)
    assert wrong.status == 2
    assert "questions.txt, line 2: no card of list.txt is called 'Charmandre'" in wrong.err
    file.write_text("# nothing\n", encoding="utf-8")
    assert "there is no question in it" in Ran(capsys, "ask", deck, "--questions", str(file)).err


def test_files_of_questions_that_are_none(
    deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "questions.txt"
    file.write_bytes(bytes(range(256)) * 9)
    assert "no text in UTF-8" in Ran(capsys, "ask", deck, "--questions", str(file)).err
    file.write_text("nonsense (\n" * 1001, encoding="utf-8")
    assert "1,001 questions, up to 1000" in Ran(capsys, "ask", deck, "--questions", str(file)).err


REFUSED = {
    "no question": (),
    "empty": ("",),
    "only not": ("not",),
    "unknown": ("Charmandre",),
    "ambiguous": ("A or B",),
    "emoji": ("🔥🔥 and 2 😀",),
    "quotes": ('"',),
    "a megabyte": ("Iono and " * 120_000 + "Iono",),
    "10,000 parentheses": ("(" * 10_000 + "Iono" + ")" * 10_000,),
    "300 names": (" and ".join(f"Card {number}" for number in range(300)),),
    "two places": ("Iono", "--turn", "1", "--prizes"),
    "late turn": ("Iono", "--turn", "48"),
    "no turns": ("Iono", "--turns", "5-1"),
    "no file": ("--questions", "/nowhere/at/all"),
    "picture of one place": ("Iono", "--plot", "a.png"),
    "picture of many": (*(f"{n} Iono" for n in range(1, 10)), "--turns", "0-2", "--plot", "a.png"),
    "kind of picture": ("Iono", "--turns", "0-2", "--plot", "a.txt"),
}


@pytest.mark.parametrize("arguments", REFUSED.values(), ids=REFUSED)
def test_ask_refuses_in_one_sentence(
    deck: str, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(capsys, "ask", deck, "--games", "0", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("mulliganlab: ")
    assert len(ran.err) < 600


CERTAIN = {
    "5 Charmander": 0.0,
    "Iono and no Iono": 0.0,
    "at most 4 Iono": 1.0,
    "not not (Iono or no Iono)": 1.0,
}


@pytest.mark.parametrize(("question", "probability"), CERTAIN.items(), ids=CERTAIN)
def test_certainties(
    deck: str, question: str, probability: float, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = Ran(capsys, "ask", deck, question, "--games", "10000", "--format", "json")
    (row,) = rows_of(ran)
    assert isinstance(row["probability"], dict)
    assert row["probability"]["exact"] == row["probability"]["estimate"] == probability
    assert json.loads(ran.out)["check"]["agrees"]


def test_picture_and_output(deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, output = tmp_path / "a.svg", tmp_path / "a.csv"
    ran = Ran(
        capsys,
        *("ask", deck, "Iono", "2 Arven", "--turns", "0-3", "--games", "10k", "--quiet"),
        *("--plot", str(picture), "-o", str(output), "--format", "csv"),
    )
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert picture.read_text(encoding="utf-8").count("<svg") == 1
    assert output.read_text(encoding="utf-8").count("\n") == 9


def test_copies(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "copies", deck, "iono", "turn 2: Iono", "--games", "0")
    assert ran.status == 0
    assert "3 Iono (trainer), exchanged with Arven" in ran.out
    assert "the list" in ran.out
    rows = rows_of(Ran(capsys, "copies", deck, "Iono", "Iono", "--for", "arv", "--prizes", *EXACT))
    assert [row["copies"] for row in rows] == [0, 1, 2, 3, 4]
    assert {row["place"] for row in rows} == {"prizes"}
    assert Ran(capsys, "copies", deck, "Iono", "Iono", "--for", "x").status == 2


def test_deal(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    once = Ran(capsys, "deal", deck, "--vs", deck, "-n", "2", "--seed", "3")
    assert once.status == 0
    assert once.out.count("Set-up ") == 2
    assert Ran(capsys, "deal", deck, "--vs", deck, "-n", "2", "--seed", "3").out == once.out
    assert "seed" in Ran(capsys, "deal", deck, "-n", "1", "--format", "csv").out
    assert Ran(capsys, "deal", deck, "-n", "0").status == 2


def test_resolve(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "resolve", "5", "2")
    rules, *told = ran.out.splitlines()
    assert rules.startswith("Rules     standard: ")
    assert max(map(len, told)) <= 100
    assert " ".join(map(str.strip, told)) == (
        "Of 5 and 2 mulligans 2 were shared. The second player may draw up to 3 bonus cards "
        "for 3 extra mulligans of the other, once both have set their Prizes aside."
    )
    rows = rows_of(Ran(capsys, "resolve", "5", "2", "--format", "json"))
    assert [row["may_draw"] for row in rows] == [0, 3]
    assert Ran(capsys, "resolve", "5", "2", "--format", "csv").out.count("\n") == 3
    assert "|" in Ran(capsys, "resolve", "5", "2", "--format", "markdown").out
    assert Ran(capsys, "resolve", "5", "x").status == 2
    assert Ran(capsys, "resolve", "9", "0", "--mulligan-limit", "8").status == 2
    (_, most) = rows_of(Ran(capsys, "resolve", "50", "0", "--hand-size", "10", "--format", "json"))
    assert most["may_draw"] == 60 - 10 - 6


def test_compare(deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.txt"
    other.write_text(LIST.replace("3 Iono PAL 185", "3 Abra MEW 63"), encoding="utf-8")
    ran = Ran(capsys, "compare", deck, str(other), "--ask", "Iono", "--ask", "Abra", "--games", "0")
    assert ran.status == 0
    assert "-3 Iono (trainer), 3 -> 0" in ran.out
    told = json.loads(Ran(capsys, "compare", deck, str(other), "--vs", "mirror", *EXACT).out)
    assert [row["basics"] for row in told["rows"]] == [10, 13]
    assert Ran(capsys, "compare", deck, str(other), "--ask", "Mew").status == 2
    assert Ran(capsys, "compare", "-", "-").status == 2


@pytest.mark.parametrize("command", ["ask", "copies", "deal", "resolve", "compare"])
def test_help_has_examples_line_by_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, command, "--help")
    assert ran.status == 0
    assert f"\n    mulliganlab {command} " in ran.out
