"""What all pictures share: colours, text on axes, and the caption that says where numbers come from."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from matplotlib.ticker import PercentFormatter

from mulliganlab.fitting import FONT, broken
from mulliganlab.results import Results, Value

__all__ = [
    "Label",
    "add_caption",
    "axes_width",
    "caption",
    "direct_labels",
    "font_family",
    "haloed",
    "key",
    "percent_axis",
    "plain",
    "points_with_intervals",
    "set_key",
    "set_title",
]

INK = "#24292f"
MUTED = "#59636e"
FAINT = "#d1d9e0"
PAPER = "#fffffe"
"""Text and axes; what is less important; grids; the gaps between bars. A page may give them other colours."""

BLUE = "#0072b2"
VERMILLION = "#bf4f00"
GREEN = "#007a58"
"""Okabe and Ito's colours, which colour-blind people tell apart; two darker, to be read as text."""

SHARES = ("#e4e8ec", "#a9d3f5", "#56a0dc", "#1a69b0")
ON_SHARES = (INK, "black", "black", "white")
"""Of 0, 1, 2, and 3 or more: lighter and darker, so that they differ without colour too; text on them."""

PALE_BLUE = "#9fcbe6"
GREY = "#737d88"
PALE_GREY = "#c0c7ce"
"""Bars of cards: those that can start, and the others; pale for what adds to a bar."""

TITLE_SIZE = 11.0
TEXT_SIZE = 9.5
SMALL_SIZE = 8.5

OTHER_SCRIPTS = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Hiragino Sans",
    "Yu Gothic",
    "Meiryo",
    "Noto Sans CJK KR",
    "Malgun Gothic",
    "Apple SD Gothic Neo",
    "Microsoft YaHei",
    "PingFang SC",
    "WenQuanYi Zen Hei",
    "IPAGothic",
    "Arial Unicode MS",
)
"""Fonts with the letters of Japanese, Korean and Chinese card names; those installed are used."""


@cache
def font_family() -> list[str]:
    """Fonts for text in any script: matplotlib's own, then what is installed for others."""
    installed = {font.name for font in fontManager.ttflist}
    return [FONT, *(name for name in OTHER_SCRIPTS if name in installed)]


def plain(*texts: Text) -> None:
    """Show texts as they are: a card name with two dollar signs is no formula."""
    for text in texts:
        text.set_parse_math(False)
        text.set_fontfamily(font_family())


def set_title(ax: Axes, title: str, *, pad: float = 6) -> None:
    """Put a title above the axes, broken into lines that fit their width."""
    text = broken(title, axes_width(ax), TITLE_SIZE, bold=True)
    written = ax.set_title(text, loc="left", fontsize=TITLE_SIZE, fontweight="bold", color=INK, pad=pad)
    # The whole text, to be broken anew when the axes have their width.
    written.set_label(title)
    plain(written)


def set_key(ax: Axes, text: str) -> None:
    """Write what is drawn below the axes, broken into lines that fit their width."""
    label = ax.xaxis.label
    label.set(text=broken(text, axes_width(ax), TEXT_SIZE), label=text, color=MUTED, fontsize=TEXT_SIZE)


def axes_width(ax: Axes) -> float:
    """Width of axes in points."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return float(72 * ax.get_window_extent().width / figure.dpi)


def haloed(text: Text) -> None:
    """Keep a number readable where it is on a line or a bar."""
    text.set_path_effects([withStroke(linewidth=2.5, foreground=PAPER)])
    text.set_zorder(5)


def percent_axis(ax: Axes, label: str, *, along: str = "y", decimals: int = 0) -> None:
    """Label an axis of shares in percent, with a faint grid, and leave out the frame."""
    axis = ax.yaxis if along == "y" else ax.xaxis
    axis.set_major_formatter(PercentFormatter(xmax=1, decimals=decimals, symbol=" %"))
    axis.label.set_text(label)
    ax.grid(axis="y" if along == "y" else "x", color=FAINT, linewidth=0.7)
    ax.set_axisbelow(True)
    for side in ("top", "right", "left" if along == "y" else "bottom"):
        ax.spines[side].set_visible(False)
    for spine in ax.spines.values():
        spine.set_color(MUTED)
    ax.tick_params(which="both", colors=INK, labelsize=TEXT_SIZE, length=0)
    for one in (ax.xaxis, ax.yaxis):
        one.label.set(color=MUTED, fontsize=TEXT_SIZE)


class Label(NamedTuple):
    """A text beside the axes: its height in data units, its colour, and of a square before it, if any."""

    height: float
    text: str
    color: str
    square: str = ""


def direct_labels(
    ax: Axes, labels: Iterable[Label], gap: float, *, x: float | None = None, indent: float = 4
) -> None:
    """Write labels at the right end of the axes or of lines, moved apart where they would touch.

    Parameters
    ----------
    ax : Axes
        Where to write; its limits are set.
    labels : iterable of Label
        What to write.
    gap : float
        Least distance of two labels in data units.
    x : float, optional
        Where they begin, in data units; by default behind the axes.
    indent : float
        How many points to the right of there.
    """
    wanted = sorted(labels, key=lambda label: label.height)
    lowest = ax.get_ylim()[0] + gap / 2
    place, transform = (1, ax.get_yaxis_transform()) if x is None else (x, ax.transData)
    for number, height in enumerate(spread([label.height for label in wanted], gap)):
        label = wanted[number]
        at = place, max(height, lowest + number * gap)
        texts = [("\N{BLACK SQUARE} ", label.square), (label.text, label.color)] if label.square else []
        left = indent
        for text, color in texts or [(label.text, label.color)]:
            ax.annotate(
                text,
                at,
                (left, 0),
                xycoords=transform,
                textcoords="offset points",
                va="center",
                fontsize=TEXT_SIZE,
                color=color,
            )
            left += 1.1 * TEXT_SIZE


def spread(heights: list[float], gap: float) -> list[float]:
    """Move sorted heights apart until neighbours have a gap, those that touch around their middle.

    Examples
    --------
    >>> spread([0.0, 0.1, 5.0], 1.0)
    [-0.45, 0.55, 5.0]
    """
    groups: list[list[float]] = []
    for height in heights:
        groups.append([height])
        while len(groups) > 1 and _reach(groups[-2], gap)[1] + gap > _reach(groups[-1], gap)[0]:
            last = groups.pop()
            groups[-1] += last
    return [_reach(group, gap)[0] + place * gap for group in groups for place in range(len(group))]


def _reach(group: list[float], gap: float) -> tuple[float, float]:
    """Lowest and highest label of a group that stands around its middle."""
    middle = sum(group) / len(group)
    half = gap * (len(group) - 1) / 2
    return middle - half, middle + half


def points_with_intervals(
    ax: Axes, places: Sequence[float], values: Sequence[Value]
) -> ErrorbarContainer | None:
    """Draw estimates with their 95 % intervals; nothing where nothing was simulated."""
    found = [
        (place, value.estimate, value.estimate - value.low, value.high - value.estimate)
        for place, value in zip(places, values, strict=True)
        if value.estimate is not None and value.low is not None and value.high is not None
    ]
    if not found:
        return None
    x, y, below, above = np.array(found).T
    return ax.errorbar(
        x,
        y,
        [below.clip(0), above.clip(0)],
        fmt="o",
        color=VERMILLION,
        markersize=4.5,
        markerfacecolor=PAPER,
        capsize=3,
        linewidth=1.2,
    )


def key(ax: Axes, text: str, color: str, line: int) -> None:
    """Write what a colour means into the upper right corner, a line each."""
    ax.annotate(
        text,
        (1, 1),
        (-4, -4 - 15 * line),
        xycoords="axes fraction",
        textcoords="offset points",
        ha="right",
        va="top",
        fontsize=TEXT_SIZE,
        color=color,
        bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
    )


def caption(results: Results, deck_size: int | None = None) -> str:
    """Say what a picture is about: rules, opponent, games and seed; a list has as many cards as it has.

    Examples
    --------
    >>> from mulliganlab.study import basics
    >>> caption(basics(8, 12, games=0))
    'standard: deck 60, hand 7, 6 prizes · opponent: 12 Basics · exact values, nothing simulated'
    """
    rules = results.rules if deck_size is None else replace(results.rules, deck_size=deck_size)
    parts = [rules.describe(), f"opponent: {results.opponent.name}"]
    info = results.simulation
    if info is None:
        parts.append("exact values, nothing simulated")
    else:
        games = max(row.games for row in results.rows)
        parts.append(f"{games:,} games{' a row' if len(results.rows) > 1 else ''}, seed {info.seed}")
    return " · ".join(parts)


def add_caption(figure: Figure, text: str) -> None:
    """Write what a picture is about below it."""
    room = 72 * 0.98 * figure.get_figwidth()
    below = broken(text, room, SMALL_SIZE)
    plain(figure.supxlabel(below, x=0.01, ha="left", fontsize=SMALL_SIZE, color=MUTED))
