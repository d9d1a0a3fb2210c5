"""The page: complete, escaped, on its own; and in a real browser where there is one."""

import os
import re
import shlex
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from browser import browser_path, opened_browser
from click.testing import CliRunner

from mulliganlab import cli
from mulliganlab.deck import Card, Deck
from mulliganlab.deck_results import DeckResults
from mulliganlab.deck_study import deck_results
from mulliganlab.page import basics_page, deck_page
from mulliganlab.rules import rule_set
from mulliganlab.study import basics

SCRIPT = "<script>alert(1)</script>"
QUOTED = 'A & "B"'
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"

VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """Collects what is on a page, and checks that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append((self.open[-1] if self.open else "", " ".join(data.split())))

    def tags(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def texts(self, tag: str) -> list[str]:
        return [text for name, text in self.words if name == tag]


def hostile_deck() -> Deck:
    cards = [
        Card(4, "Abra", "MEG", "54", "basic", "a test"),
        Card(4, SCRIPT, "", "", "basic", "a <b>test</b>"),
        Card(2, QUOTED, "", "", "trainer", "a test"),
        Card(1, LONG, "", "", "trainer", "a test"),
        Card(49, "Psychic Energy", "SVE", "5", "energy", "a test"),
    ]
    return Deck(f"deck {SCRIPT} {QUOTED}", tuple(cards), (f"line that is no card: {SCRIPT}",))


@pytest.fixture(scope="module")
def results() -> DeckResults:
    return deck_results(hostile_deck(), games=20_000, seed=5)


@pytest.fixture(scope="module")
def text(results: DeckResults) -> str:
    return deck_page(results, command="mulliganlab report 'my deck.txt' --seed 5")


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


@pytest.fixture(scope="module")
def count_text() -> str:
    return basics_page(basics([8, 10], games=20_000, seed=5))


def test_names_are_text_and_nothing_runs(page: Page) -> None:
    assert page.tags("script") == []
    assert f"4 {SCRIPT}" in page.texts("th")
    assert f"2 {QUOTED}" in page.texts("th")
    assert page.texts("h1") == [f"deck {SCRIPT} {QUOTED}"]
    assert f"line that is no card: {SCRIPT}." in page.texts("li")
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)


def test_nothing_is_loaded_from_outside(text: str, count_text: str) -> None:
    for one in (text, count_text):
        assert re.findall(r"[a-z]+:" + "//|@import|<link|<img|<iframe|<object|<embed", one) == []
        assert re.findall(r"url\((?!#)", one) == []
        assert {target[0] for target in re.findall(r'href="([^"]*)"', one)} <= {"#"}


def test_headings_go_down_by_one_and_parts_have_one(page: Page) -> None:
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert len(page.tags("section")) == len([text for text in page.texts("h2") if text != "Notes"])


def test_tables_have_captions_and_headers_with_their_scope(page: Page) -> None:
    assert len(page.tags("table")) == len(page.texts("caption")) > 5
    assert {header.get("scope") for header in page.tags("th")} == {"col", "row"}


def test_pictures_have_words_in_their_place(page: Page) -> None:
    pictures = [attributes for attributes in page.tags("div") if attributes.get("role") == "img"]
    assert len(pictures) == len(page.tags("figure")) == len(page.tags("svg")) == 7
    labels = [str(attributes["aria-label"]) for attributes in pictures]
    assert all(len(label) > 40 for label in labels)
    assert len(set(labels)) == len(labels)


def test_identifiers_are_unique_and_every_reference_has_one(text: str, page: Page) -> None:
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(set(ids)) == len(ids) > 100
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert used <= set(ids)


def test_every_number_of_the_tables_is_there(results: DeckResults, page: Page) -> None:
    cells = set(page.texts("td"))
    mulligan = results.row.value("mulligan_probability")
    assert f"{100 * float(mulligan.exact or 0):.4f} %" in cells
    assert any(cell.startswith(f"{100 * float(mulligan.estimate or 0):.4f} ±") for cell in cells)
    for card in results.cards:
        for value in card.odds.values():
            if value is not None and 0.0005 < float(value.exact or 0) < 0.9995:
                assert f"{100 * float(value.exact or 0):.1f}" in cells
    rows = [row.value("expected_bonus_given").exact for row in results.changes]
    assert all(f"{float(mean or 0):.3f}" in cells for mean in rows if float(mean or 0) < 0.99)


def test_rules_opponent_seed_and_command_are_named(page: Page, results: DeckResults) -> None:
    words = " ".join(text for _, text in page.words)
    assert "standard: deck 60, hand 7, 6 prizes" in words
    assert "field (4,579 published lists)" in words
    assert "20,000 simulated games, seed 5" in words
    assert page.texts("code") == ["mulliganlab report 'my deck.txt' --seed 5"]
    assert results.set_up.check is not None
    assert " ".join(results.set_up.check.verdict().split()) in words


def test_the_page_by_count_is_complete(count_text: str) -> None:
    page = Page(count_text)
    assert page.texts("h1") == ["Decks with 8 to 10 Basics"]
    assert len(page.tags("svg")) == 3
    assert "34.6406 %" in page.texts("td")


@pytest.mark.parametrize("counts", [[1], [60], [1, 60]])
def test_pages_of_extreme_counts(counts: list[int]) -> None:
    assert Page(basics_page(basics(counts, games=0))).tags("table")


@pytest.mark.parametrize("name", ["prerelease", "half-deck", "wizards"])
def test_pages_under_other_rules(name: str) -> None:
    assert name in basics_page(basics(6, "mirror", rule_set(name), games=0))


def test_the_same_input_gives_the_same_page(results: DeckResults, text: str) -> None:
    assert deck_page(results, command="mulliganlab report 'my deck.txt' --seed 5") == text


def run(*arguments: str) -> tuple[int, str, str]:
    # `main` holds the exit statuses; the group alone would raise.
    runner = CliRunner()
    with runner.isolation() as (out, err, _):
        try:
            cli.main(list(arguments))
        except SystemExit as exit_:
            code = int(exit_.code or 0)
        return code, out.getvalue().decode(), err.getvalue().decode()


@pytest.fixture
def list_file(tmp_path: Path) -> Path:
    file = tmp_path / "my list.txt"
    file.write_text("4 Abra MEG 54\n2 Fezandipiti ex SFA 38\n54 Psychic Energy SVE 5\n", "utf-8")
    return file


def test_the_command_on_the_page_repeats_the_page(
    list_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["--games", "20k", "--vs", "12", "--basic", "Psychic Energy", "--jobs", "1", "--quiet"]
    code, _, _ = run("report", str(list_file), *arguments, "-o", str(tmp_path / "out.html"))
    assert code == 0
    first = (tmp_path / "out.html").read_bytes()
    (command,) = Page(first.decode()).texts("code")
    assert str(tmp_path) not in first.decode()
    words = shlex.split(command)
    assert words[:3] == ["mulliganlab", "report", "my list.txt"]
    assert "--jobs" not in words
    code, _, _ = run(*words[1:])
    assert code == 0
    assert (tmp_path / "out.html").read_bytes() == first


@pytest.mark.parametrize("name", ["-dash.txt", "a; rm $HOME's.txt", "back\\slash.txt", "12", "mirror"])
def test_awkward_names_on_the_page_are_repeated(
    list_file: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(list_file.read_bytes())
    path = str(tmp_path / name)
    cards = ["--basic", "and/or Psychic Energy", "--not-basic", r"a\b"]
    monkeypatch.setattr("mulliganlab.deck.Overrules.require_known", lambda *_: None)
    code, first, _ = run("report", path, "--vs", path, *cards, "--games", "0")
    assert code == 0
    words = shlex.split("".join(Page(first).texts("code")))
    shown = name if name in ("a; rm $HOME's.txt", "back\\slash.txt") else f"./{name}"
    assert words == ["mulliganlab", "report", shown, "--vs", shown, *cards, "--games", "0"]
    assert run(*words[1:])[:2] == (0, first)


def test_report_by_count_goes_to_standard_output() -> None:
    code, out, _ = run("report", "--basics", "8,9", "--games", "0")
    assert code == 0
    assert Page(out).texts("h1") == ["Decks with 8 to 9 Basics"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["report"], 2, "give either a deck list or --basics COUNTS"),
        (["report", "LIST", "--basics", "8"], 2, "give either a deck list or --basics COUNTS"),
        (["report", "nothing.txt"], 2, "nothing.txt"),
        (["report", "--basics", "0"], 2, "'0' is no number of Basics"),
        (["report", "LIST", "-o", "nowhere/out.html"], 2, "the folder 'nowhere' does not exist"),
        (["basics", "8", "--plot", "picture.gif"], 2, "must end in .png, .svg or .pdf"),
        (["deck", "LIST", "--plot", "nowhere/a.png"], 2, "--plot: the folder 'nowhere' does not exist"),
        (["basics", "8", "--plot", "a.svg", "-o", "a.svg"], 2, "cannot both write"),
    ],
)
def test_wrong_usage_is_one_sentence(
    arguments: list[str],
    status: int,
    message: str,
    list_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    code, out, err = run(*(str(list_file) if one == "LIST" else one for one in arguments), "--games", "0")
    assert (code, out) == (status, "")
    assert message in err
    assert err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("arguments", [["basics", "8", "--plot"], ["report", "--basics", "8", "-o"]])
def test_a_full_disk_is_one_sentence_and_leaves_nothing(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: object, data: object) -> int:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("tempfile._TemporaryFileWrapper.write", full, raising=False)
    code, _, err = run(*arguments, str(tmp_path / "file.svg"), "--games", "0")
    assert code == 1
    assert err == f"mulliganlab: cannot write {str(tmp_path / 'file.svg')!r}: {os.strerror(28)}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf", ".PNG"])
def test_plot_writes_a_picture_beside_the_table(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"picture{ending}"
    code, out, _ = run("basics", "8", "--games", "0", "--plot", str(file))
    assert code == 0
    assert "65.4" in out
    assert file.read_bytes()[:4] in (b"\x89PNG", b"<?xm", b"%PDF")


@pytest.mark.skipif(browser_path() is None, reason="no Chromium or Chrome is installed to open the page")
def test_a_browser_shows_the_page_without_a_word(text: str, count_text: str, tmp_path: Path) -> None:
    path = browser_path()
    assert path is not None
    files = {"deck": text, "counts": count_text}
    for name, content in files.items():
        (tmp_path / f"{name}.html").write_text(content, "utf-8")
    with opened_browser(path, tmp_path / "profile") as browser:
        for name in files:
            for width in (390, 1400):
                for dark in (False, True):
                    file = tmp_path / f"{name}.html"
                    browser.open(file, width=width, dark=dark)
                    assert browser.messages() == []
                    assert browser.requests() == [file.resolve().as_uri()]
                    assert browser.evaluate("document.documentElement.scrollWidth") <= width
                    assert browser.evaluate(CUT_OFF) == 0
                    ground = browser.evaluate("getComputedStyle(document.body).backgroundColor")
                    assert (sum(map(int, re.findall(r"\d+", ground))) < 150) == dark
            assert 2 <= browser.pdf().count(b"/Type /Page\n") <= 3


CUT_OFF = """[...document.querySelectorAll("td, th, p, figcaption, h1, h2, li, pre, svg")].filter(element => {
    const box = element.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth + 0.5 || element.scrollWidth > element.clientWidth + 1;
}).length"""
"""How many elements reach beyond the window, or hold more than they show."""
