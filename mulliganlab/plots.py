"""Results on the axes of a picture: distributions by the number of Basics, and how estimates converge.

Each function draws on the Axes it is given and returns what it drew; titles say the
finding unless another title is given, or none with an empty text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colors import LinearSegmentedColormap, PowerNorm
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from mulliganlab.drawing import (
    BLUE,
    FAINT,
    INK,
    MUTED,
    ON_SHARES,
    PAPER,
    SHARES,
    SMALL_SIZE,
    TEXT_SIZE,
    VERMILLION,
    Label,
    axes_width,
    direct_labels,
    key,
    percent_axis,
    points_with_intervals,
    set_key,
    set_title,
)
from mulliganlab.findings import (
    bonus_finding,
    convergence_finding,
    joint_finding,
    mulligan_finding,
    sorted_rows,
)
from mulliganlab.fitting import text_width
from mulliganlab.joint import JointMulligans
from mulliganlab.results import FLAT_GROUPS, Results, Value
from mulliganlab.tables import percent, three_digits

__all__ = [
    "LineAndPoints",
    "bonus_shares",
    "convergence",
    "joint_table",
    "mulligan_line",
]

MOST_NUMBERS = 20
"""Up to so many rows or columns each has its number written beside it."""

SMALLEST_NUMBERED = 0.06
"""Smaller parts of a bar have no room for their number."""

JOINT_KEY = "opponent's mulligans\nframed: all cancel; right: you draw; below: the opponent"

HEAT = LinearSegmentedColormap.from_list("heat", ["#e6eaee", *SHARES[1:]])
"""Unlike the shares it begins with a colour that no page changes: the numbers on it are black everywhere."""


@dataclass(frozen=True)
class LineAndPoints:
    """Exact values as a line, and the simulated ones with their intervals, if there are any."""

    exact: Line2D
    simulated: ErrorbarContainer | None


def mulligan_line(ax: Axes, results: Results, *, title: str | None = None) -> LineAndPoints:
    """Draw the mulligan probability by the number of Basics.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    results : Results
        At least one row.
    title : str, optional
        By default the finding.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mulliganlab.study import basics
    >>> drawn = mulligan_line(Figure().add_subplot(), basics([8, 12], games=0))
    >>> drawn.exact.get_xdata().tolist(), drawn.simulated
    ([8, 12], None)
    """
    rows = sorted_rows(results.rows)
    counts = np.array([row.basics for row in rows])
    values = [row.value("mulligan_probability") for row in rows]
    exact = np.array([value.exact for value in values], dtype=float)
    (line,) = ax.plot(counts, exact, color=BLUE, linewidth=2, marker="_" if len(rows) == 1 else "")
    if len(rows) == 1:
        line.set(markersize=40, markeredgewidth=2)
    simulated = points_with_intervals(ax, list(map(float, counts)), values)
    if len(rows) <= MOST_NUMBERS:
        shown = _shown_columns(ax, len(rows), 4)
        for count, share in zip(counts[shown], exact[shown], strict=True):
            ax.annotate(
                percent(share),
                (count, share),
                (4, 5),
                textcoords="offset points",
                fontsize=SMALL_SIZE,
                color=INK,
            )
    _say_what_is_what(ax, simulated=simulated is not None)
    percent_axis(ax, "share of opening hands")
    ax.set(ylim=(0, 1.18 * max(exact.max(), 0.05)), xlabel="Basics in the deck")
    room = 0.6 if len(rows) > 1 else 2
    ax.set_xlim(counts.min() - room, counts.max() + room)
    ax.set_xticks(counts[_shown_columns(ax, len(rows), 2)])
    set_title(ax, mulligan_finding(results) if title is None else title)
    return LineAndPoints(line, simulated)


def bonus_shares(ax: Axes, results: Results, side: str, *, title: str | None = None) -> list[BarContainer]:
    """Draw the shares of games with 0, 1, 2, and 3 or more bonus cards, stacked, with their means.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    results : Results
        At least one row.
    side : {"given", "received"}
        Bonus cards that the opponent may draw, or the player.
    title : str, optional
        By default the finding.

    Returns
    -------
    list of BarContainer
        The bars of 3 or more, 2, 1, and 0, from the bottom up.
    """
    rows = sorted_rows(results.rows)
    shares = np.array([row.distribution(f"bonus_{side}").law.grouped(FLAT_GROUPS) for row in rows])
    means = [row.value(f"expected_bonus_{side}").exact for row in rows]
    places = np.arange(len(rows))
    bottom = np.zeros(len(rows))
    drawn, labels = [], []
    names = ("0 cards", "1 card", "2 cards", "3 or more")
    for count in reversed(range(FLAT_GROUPS)):
        part = shares[:, count]
        bars = ax.bar(
            places,
            part,
            0.86,
            bottom,
            color=SHARES[count],
            edgecolor=PAPER,
            linewidth=0 if len(rows) > 30 else 0.8,
        )
        if len(rows) <= MOST_NUMBERS:
            texts = [f"{100 * share:.0f}" if share >= SMALLEST_NUMBERED else "" for share in part]
            ax.bar_label(bars, texts, label_type="center", fontsize=SMALL_SIZE, color=ON_SHARES[count])
        if part.max() > 0:
            labels.append(Label(float(bottom[-1] + part[-1] / 2), names[count], INK, SHARES[count]))
        bottom += part
        drawn.append(bars)
    percent_axis(ax, "share of games")
    beside = 0.5 if len(rows) > 1 else 1.5
    ax.set(xlim=(-beside, len(rows) - 1 + beside), ylim=(0, 1))
    ax.grid(visible=False)
    direct_labels(ax, labels, gap=0.1)
    _write_means(ax, means)
    _name_columns(ax, [row.basics for row in rows])
    set_title(ax, bonus_finding(results, side) if title is None else title, pad=18)
    return drawn


def joint_table(ax: Axes, joint: JointMulligans, *, title: str | None = None) -> QuadMesh:
    """Draw the joint table of two players' mulligans, with a frame around those that cancel.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    joint : JointMulligans
        The table.
    title : str, optional
        By default the finding.
    """
    shares = np.array(joint.shares)
    size = len(shares)
    # Most of the games are in a few cells: the root keeps the others apart.
    norm = PowerNorm(0.4, vmin=0, vmax=max(float(shares.max()), 1e-9))
    mesh = ax.pcolormesh(shares, cmap=HEAT, norm=norm, edgecolors=PAPER, linewidth=1)
    for (own, theirs), share in np.ndenumerate(shares):
        color = "white" if norm(share) > 0.8 else "black"
        ax.text(
            theirs + 0.5, own + 0.5, percent(share), ha="center", va="center", fontsize=TEXT_SIZE, color=color
        )
    # The last cell of the diagonal holds games with unequal mulligans too.
    for count in range(size - 1):
        ax.plot(
            count + np.array([0.04, 0.96, 0.96, 0.04, 0.04]),
            count + np.array([0.04, 0.04, 0.96, 0.96, 0.04]),
            color=VERMILLION,
            linewidth=2,
        )
    percent_axis(ax, "your mulligans")
    ax.grid(visible=False)
    ticks = np.arange(size) + 0.5
    ax.set_xticks(ticks, joint.labels)
    ax.set_yticks(ticks, joint.labels)
    ax.set(xlim=(0, size), ylim=(size, 0))
    set_key(ax, JOINT_KEY)
    ax.spines["bottom"].set_visible(False)
    set_title(ax, joint_finding(joint) if title is None else title)
    return mesh


def convergence(
    ax: Axes, exact: float, estimates: Sequence[tuple[int, Value]], *, title: str | None = None
) -> LineAndPoints:
    """Draw how estimates of a probability come closer to its exact value with more games.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    exact : float
        The exact probability.
    estimates : sequence of (int, Value)
        Numbers of games, at least one, each with its estimate and interval.
    title : str, optional
        By default the finding.

    Notes
    -----
    The band is ± 1.96 standard errors around the exact value: 95 % of runs end in it.
    """
    games = np.array([number for number, _ in estimates])
    values = [value for _, value in estimates]
    reach = np.geomspace(games.min() / 1.5, games.max() * 1.5, 200)
    error = 1.96 * np.sqrt(exact * (1 - exact) / reach)
    ax.fill_between(reach, exact - error, exact + error, color=FAINT, linewidth=0)
    line = ax.axhline(exact, color=BLUE, linewidth=2)
    simulated = points_with_intervals(ax, list(map(float, games)), values)
    ax.set_xscale("log")
    percent_axis(ax, "estimate", decimals=1)
    ax.xaxis.set_major_formatter(FuncFormatter(lambda number, _: _short(number)))
    ax.set(xlim=(reach[0], reach[-1]), xlabel="games (each step ten times as many)")
    ax.minorticks_off()
    label = f"exact {percent(exact)} %"
    ax.annotate(
        label,
        (reach[-1], exact),
        (6, 0),
        textcoords="offset points",
        va="center",
        color=BLUE,
        fontsize=TEXT_SIZE,
    )
    key(ax, "simulated, with 95 % intervals", VERMILLION, 0)
    key(ax, "grey: where 95 % of runs end", MUTED, 1)
    last_games, last = estimates[int(games.argmax())]
    set_title(ax, convergence_finding(exact, last_games, last) if title is None else title)
    return LineAndPoints(line, simulated)


def _say_what_is_what(ax: Axes, *, simulated: bool) -> None:
    key(ax, "line: exact", BLUE, 0)
    if simulated:
        key(ax, "points: simulated, with 95 % intervals", VERMILLION, 1)


def _write_means(ax: Axes, means: Sequence[float | None]) -> None:
    """Write the mean above each column, or above some where there are many."""
    for place in _shown_columns(ax, len(means), 5):
        ax.annotate(
            three_digits(means[place]),
            (place, 1),
            (0, 2),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=SMALL_SIZE,
            color=MUTED,
        )
    ax.annotate(
        "mean",
        (1.01, 1),
        (10, 2),
        xycoords="axes fraction",
        textcoords="offset points",
        va="bottom",
        fontsize=SMALL_SIZE,
        color=MUTED,
    )


def _name_columns(ax: Axes, counts: Sequence[int]) -> None:
    """Write the Basics below each column, or below some where there are many."""
    places = _shown_columns(ax, len(counts), 2)
    ax.set_xticks(places, [str(counts[place]) for place in places])
    ax.set_xlabel("Basics in the deck")


def _shown_columns(ax: Axes, columns: int, letters: int) -> list[int]:
    """Columns, the first and the last among them, with room for so many letters above or below each."""
    needed = text_width("0" * (letters + 1), SMALL_SIZE)
    step = max(ceil(needed * columns / axes_width(ax)), 1)
    shown = list(range(0, columns, step))
    if shown[-1] != columns - 1:
        shown[-1:] = [columns - 1] if len(shown) > 1 else [0, columns - 1]
    return shown


def _short(number: float) -> str:
    """Write a round number of games in few letters.

    Examples
    --------
    >>> _short(1000), _short(10_000_000), _short(100)
    ('1k', '10M', '100')
    """
    for suffix, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:g}{suffix}"
    return f"{number:g}"
