"""What the plots draw, by the data of their artists, and that files are the same for the same input."""

import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from mulliganlab.composition import Composition
from mulliganlab.deck import read_deck
from mulliganlab.deck_plots import basic_changes, distribution_bars, prize_odds, sorted_cards, start_odds
from mulliganlab.deck_results import DeckResults
from mulliganlab.deck_study import deck_results
from mulliganlab.figures import ENDINGS, basics_figure, deck_figure, file_bytes, inline_svg
from mulliganlab.fitting import boxed_letters, broken, shortened, text_width
from mulliganlab.joint import joint_mulligans
from mulliganlab.opponent import opponent
from mulliganlab.plots import bonus_shares, convergence, joint_table, mulligan_line
from mulliganlab.results import Results, Value
from mulliganlab.rules import rule_set
from mulliganlab.study import basics

LIST = b"""4 Abra MEG 54
4 Kadabra MEG 55
2 Fezandipiti ex SFA 38
1 Super Rod PAL 188
4 A $ & B $
45 Psychic Energy SVE 5
"""


@pytest.fixture
def ax() -> Axes:
    return Figure(figsize=(6, 4), layout="constrained").add_subplot()


@pytest.fixture(scope="module")
def by_count() -> Results:
    return basics([8, 12, 10], "12", games=20_000, seed=1)


@pytest.fixture(scope="module")
def deck() -> DeckResults:
    return deck_results(read_deck(LIST, name="test deck"), games=20_000, seed=1)


def heights(bars: BarContainer) -> list[float]:
    return [float(bar.get_height()) for bar in bars]


def widths(bars: BarContainer) -> list[float]:
    return [float(bar.get_width()) for bar in bars]


def numbers(data: object) -> list[float]:
    return [float(number) for number in np.asarray(data, dtype=float)]


def texts(ax: Axes) -> set[str]:
    return {text.get_text() for text in ax.texts}


def test_mulligan_line_is_sorted_and_has_the_exact_values(ax: Axes, by_count: Results) -> None:
    drawn = mulligan_line(ax, by_count)
    assert numbers(drawn.exact.get_xdata()) == [8, 10, 12]
    assert numbers(drawn.exact.get_ydata()) == pytest.approx([0.346406, 0.258629, 0.190647], abs=1e-6)
    assert ax.get_title(loc="left").replace("\N{NO-BREAK SPACE}", " ").replace("\n", " ") == (
        "From 8 to 12 Basics, mulligans go from 34.6 to 19.1 % of opening hands"
    )


def test_mulligan_line_shows_estimates_with_their_intervals(ax: Axes, by_count: Results) -> None:
    drawn = mulligan_line(ax, by_count)
    assert drawn.simulated is not None
    points, _, (bars,) = drawn.simulated.lines
    assert points is not None
    for row, x, y, segment in zip(
        sorted(by_count.rows, key=lambda row: row.basics),
        numbers(points.get_xdata()),
        numbers(points.get_ydata()),
        bars.get_segments(),
        strict=True,
    ):
        value = row.value("mulligan_probability")
        assert (x, y) == (row.basics, value.estimate)
        assert segment[:, 1] == pytest.approx([value.low, value.high])


def test_without_a_simulation_there_are_no_points(ax: Axes) -> None:
    assert mulligan_line(ax, basics(8, 12, games=0)).simulated is None
    assert not any("simulated" in text for text in texts(ax))


@pytest.mark.parametrize("side", ["given", "received"])
def test_bonus_shares_fill_the_columns_and_name_the_means(ax: Axes, by_count: Results, side: str) -> None:
    three, two, one, none = (heights(bars) for bars in bonus_shares(ax, by_count, side))
    assert np.sum([three, two, one, none], axis=0) == pytest.approx([1, 1, 1])
    for place, row in enumerate(sorted(by_count.rows, key=lambda row: row.basics)):
        law = row.distribution(f"bonus_{side}").law
        assert (none[place], one[place]) == pytest.approx((float(law.pmf(0)), float(law.pmf(1))))
        assert three[place] == pytest.approx(float(law.tail(3)))
        assert f"{float(law.mean):.3f}" in texts(ax)


def test_joint_table_holds_the_joint_law_and_frames_what_cancels(ax: Axes) -> None:
    joint = joint_mulligans(Composition(60, 8), opponent("12"))
    mesh = joint_table(ax, joint)
    shares = np.asarray(mesh.get_array())
    p, q = 3344614 / 9655173, 0.19064672
    assert shares.sum() == pytest.approx(1)
    assert shares[2, 1] == pytest.approx(p**2 * (1 - p) * q * (1 - q), rel=1e-6)
    frames = [numbers(line.get_xdata()) for line in ax.lines]
    assert len(frames) == len(joint.shares) - 1
    assert joint.equal == pytest.approx((1 - p) * (1 - q) / (1 - p * q), rel=1e-6)
    assert joint.equal + joint.fewer + joint.more == pytest.approx(1)


def test_convergence_has_a_log_axis_the_exact_value_and_intervals(ax: Axes) -> None:
    estimates = [(1000, Value(0.25, 0.24, 0.2, 0.28)), (100_000, Value(0.25, 0.251, 0.247, 0.255))]
    drawn = convergence(ax, 0.25, estimates)
    assert ax.get_xscale() == "log"
    assert set(numbers(drawn.exact.get_ydata())) == {0.25}
    assert drawn.simulated is not None
    assert drawn.simulated.lines[2][0].get_segments()[0][:, 1] == pytest.approx([0.2, 0.28])
    assert "0.100 points" in ax.get_title(loc="left").replace("\n", " ")


@pytest.mark.parametrize("name", ["mulligans", "bonus_given", "bonus_received", "basics_kept"])
def test_distribution_bars_sum_to_one_like_their_points(ax: Axes, deck: DeckResults, name: str) -> None:
    drawn = distribution_bars(ax, deck.row, name)
    bars = heights(drawn.exact)
    assert sum(bars) == pytest.approx(1)
    assert bars[0] == pytest.approx(float(deck.row.distribution(name).law.pmf(0)))
    assert drawn.simulated is not None
    line = drawn.simulated.lines[0]
    assert line is not None
    assert sum(numbers(line.get_ydata())) == pytest.approx(1)


def test_start_odds_nest_the_hand_in_the_first_turn(ax: Axes, deck: DeckResults) -> None:
    cards = sorted_cards(deck.cards, "in_kept_hand")
    hand, more = map(widths, start_odds(ax, cards))
    assert hand == sorted(hand, reverse=True)
    for card, one, added in zip(cards, hand, more, strict=True):
        kept, turn = card.odds["in_kept_hand"], card.odds["by_turn_1"]
        assert kept is not None
        assert turn is not None
        assert (one, one + added) == pytest.approx((kept.exact, turn.exact))
    (diamonds,) = ax.lines
    assert len(numbers(diamonds.get_xdata())) == 2
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names[:2] == ["45 Psychic Energy", "4 Abra"]


def test_prize_odds_nest_all_copies_in_any(ax: Axes, deck: DeckResults) -> None:
    every, more = map(widths, prize_odds(ax, deck.cards))
    rod = next(place for place, card in enumerate(deck.cards) if card.card.name == "Super Rod")
    assert more[rod] == pytest.approx(0)
    assert 0.1 < every[rod] < 0.11
    assert "Super Rod" in ax.get_title(loc="left").replace("\n", " ")


def test_names_are_shown_as_they_are(ax: Axes, deck: DeckResults) -> None:
    start_odds(ax, deck.cards)
    labels = {label.get_text(): label for label in ax.get_yticklabels()}
    assert not labels["4 A $ & B $"].get_parse_math()


def test_basic_changes_stand_on_the_field(ax: Axes, deck: DeckResults) -> None:
    drawn = basic_changes(ax, deck)
    mulligans = drawn.lines["mulligan_probability"]
    assert numbers(mulligans.get_xdata()) == [3, 4, 5, 6, 7, 8, 9]
    assert np.all(np.diff(numbers(mulligans.get_ydata())) < 0)
    assert drawn.field is not None
    assert sum(heights(drawn.field)) == pytest.approx(1)


def test_there_is_no_field_of_40_cards(ax: Axes) -> None:
    small = read_deck(b"6 Pidgey OBF 162, 34 Fire Energy SVE 2", rules=rule_set("prerelease"))
    assert basic_changes(ax, deck_results(small, rules=rule_set("prerelease"), games=0)).field is None


@pytest.mark.parametrize("counts", [[1], [8], [20], [60], range(1, 61), [1, 60]])
def test_all_text_of_a_figure_is_inside_it(counts: list[int]) -> None:
    figure = basics_figure(basics(counts, games=0))
    assert_inside(figure)


@pytest.mark.parametrize(
    "text",
    [
        b"60 Pikachu MEW 25",
        b"4 Pidgey OBF 162, 56 Fire Energy SVE 2",
        b"1 Budew PRE 4\n4 Donaudampfschifffahrtsgesellschaft\n55 Psychic Energy SVE 5",
        b"".join(b"4 %s MEW 1\n" % name for name in (b"Abra", b"Mew", b"Pidgey", b"Ralts", b"Eevee")) * 3,
    ],
)
def test_all_text_of_a_deck_is_inside_its_figure(text: bytes) -> None:
    assert_inside(deck_figure(deck_results(read_deck(text), games=0)))


def assert_inside(figure: Figure) -> None:
    figure.draw_without_rendering()
    whole = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    assert whole.x0 >= -0.02
    assert whole.y0 >= -0.02
    assert whole.x1 <= width + 0.02
    assert whole.y1 <= height + 0.02


CAPITALS = b"""3 TEAM ROCKET'S MEWTWO EX DRI 81
1 LILLIE'S CLEFAIRY EX JTG 56
2 TECHNICAL MACHINE: DEVOLUTION PAR 177
2 TECHNICAL MACHINE: TURBO ENERGIZE PAR 179
52 BASIC PSYCHIC ENERGY SVE 13
"""


def test_texts_of_a_deck_do_not_touch_each_other() -> None:
    figure = deck_figure(deck_results(read_deck(CAPITALS, name="caps"), games=1000, seed=1))
    figure.draw_without_rendering()
    boxes = []
    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        inside = text.get_gid() is None and text.get_text().strip() and text.get_visible()
        if inside and float(text.get_fontsize()) >= 9 and not text.get_text().endswith("%"):
            boxes.append((text.get_text(), text.get_window_extent()))
    assert len(boxes) > 40
    for place, (name, box) in enumerate(boxes):
        for other, beside in boxes[:place]:
            over = Bbox.intersection(box.padded(-1), beside.padded(-1))
            assert over is None, f"{name!r} is over {other!r}"


def test_prizes_are_sorted_by_their_own_odds(deck: DeckResults) -> None:
    figure = deck_figure(deck)
    prizes = next(ax for ax in figure.axes if "Prize" in ax.get_xlabel())
    names = [label.get_text().split(" ", 1)[1] for label in prizes.get_yticklabels()]
    odds = {row.card.name: row.odds["any_prized"] for row in deck.cards}
    shares = [value.exact or 0 for value in map(odds.get, names) if value is not None]
    assert len(shares) == len(deck.cards)
    assert shares == sorted(shares, reverse=True)


def test_other_sizes_say_why_there_is_no_field_and_how_many_cards_they_have() -> None:
    figure = deck_figure(deck_results(read_deck(b"8 Pidgey OBF 162, 55 Fire Energy SVE 2"), games=0))
    words = " ".join(text.get_text() for text in figure.findobj(Text))
    assert "deck 63" in words
    assert "published lists: those have 60 cards" in words


def test_first_and_last_of_many_columns_are_named() -> None:
    for ax in basics_figure(basics(range(1, 61), games=0)).axes:
        named = [label.get_text() for label in ax.get_xticklabels()]
        assert (named[0], named[-1]) == ("1", "60")


def test_letters_that_no_font_has_are_known() -> None:
    assert boxed_letters(["Pokémon Ω", "\U000f0000"]) == ""  # a private letter cannot be printed
    assert boxed_letters(["Mew \U0001fadf"]) in ("", "\U0001fadf")
    assert shortened("2 TECHNICAL MACHINE: DEVOLUTION", 90, 9.5) != shortened(
        "2 TECHNICAL MACHINE: EVOLUTIONS", 90, 9.5
    )


@pytest.mark.parametrize("text", ["WWWW " * 30, "one Donaudampfschifffahrtsgesellschaft two", "100 % " * 9])
def test_broken_lines_fit(text: str) -> None:
    lines = broken(text, 70, 11, bold=True).splitlines()
    assert max(text_width(line, 11, bold=True) for line in lines) <= 70
    assert "".join("".join(lines).split()) == "".join(text.split())


@pytest.mark.parametrize("ending", ENDINGS)
def test_files_of_the_same_input_are_the_same(by_count: Results, ending: str) -> None:
    first = file_bytes(basics_figure(by_count), ending)
    assert first == file_bytes(basics_figure(by_count), ending)
    assert first[:4] == {".png": b"\x89PNG", ".svg": b"<?xm", ".pdf": b"%PDF"}[ending]


def test_files_say_no_date_and_differ_for_other_input() -> None:
    eight, nine = (file_bytes(basics_figure(basics(count, games=0)), ".svg") for count in (8, 9))
    assert eight != nine
    assert b"<dc:date>" not in eight


def test_inline_svg_is_an_element_that_belongs_to_its_page(deck: DeckResults) -> None:
    text = inline_svg(deck_figure(deck), "here")
    assert text == inline_svg(deck_figure(deck), "here")
    root = ET.fromstring(text)
    assert root.tag == "svg"
    assert "width" not in root.attrib
    assert all(element.attrib.get("id", "here-").startswith("here-") for element in root.iter())
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    used = {element.attrib["href"][1:] for element in root.iter() if "href" in element.attrib}
    assert used <= ids
    assert "http" not in text
    assert "currentColor" in text


def test_plots_need_no_pyplot_and_change_no_settings() -> None:
    program = (
        "import sys, matplotlib; before = matplotlib.rcParams.copy()\n"
        "from mulliganlab.figures import basics_figure, file_bytes\n"
        "from mulliganlab.study import basics\n"
        "file_bytes(basics_figure(basics(8, games=0)), '.svg')\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
        "assert matplotlib.rcParams.copy() == before\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=60)
