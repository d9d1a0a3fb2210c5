"""Odds of questions on the axes of a picture, over the turns.

As in `mulliganlab.plots`, each function draws on the Axes it is given and returns what it drew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import shorten, wrap

from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from mulliganlab.ask_results import AskResults, AskRow, open_rows, require_curves
from mulliganlab.drawing import (
    BLUE,
    GREEN,
    GREY,
    INK,
    VERMILLION,
    Label,
    add_caption,
    direct_labels,
    key,
    percent_axis,
    plain,
    points_with_intervals,
    set_title,
)
from mulliganlab.fitting import settle
from mulliganlab.tables import percent

__all__ = ["TurnLines", "ask_figure", "turn_lines"]

COLORS = (BLUE, GREEN, GREY, INK)

STYLES = ("-", "--")
"""With the colours they tell `mulliganlab.ask_results.MOST_CURVES` lines apart."""

LONGEST_LABEL = 34
"""Letters of a question that stand beside its line."""


@dataclass(frozen=True)
class TurnLines:
    """A line of exact odds for each question, and the simulated ones with their intervals, if any."""

    lines: dict[str, Line2D]
    simulated: dict[str, ErrorbarContainer | None]


def turn_lines(ax: Axes, results: AskResults, *, title: str | None = None) -> TurnLines:
    """Draw the odds of questions by the draw of each turn, given the kept hand.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    results : AskResults
        At least two turns, and not more than `mulliganlab.ask_results.MOST_CURVES` questions.
    title : str, optional
        By default the finding.

    Raises
    ------
    InputError
        If there are too few turns or too many questions.

    Examples
    --------
    >>> from mulliganlab.ask_study import ask
    >>> from mulliganlab.deck import read_deck
    >>> from mulliganlab.question import turn
    >>> deck = read_deck(b"8 Pidgey OBF 162, 4 Iono PAL 185, 48 Fire Energy SVE 2")
    >>> results = ask(deck, "Iono", places=[turn(0), turn(1)], games=0)
    >>> turn_lines(Figure().add_subplot(), results).lines["Iono"].get_xdata().tolist()
    [0, 1]
    """
    shown = open_rows(results.rows)
    require_curves(len({row.question for row in shown}), len({row.place for row in shown}))
    curves: dict[str, list[AskRow]] = {}
    for row in shown:
        curves.setdefault(row.question, []).append(row)
    drawn = TurnLines({}, {})
    labels = []
    for number, (question, rows) in enumerate(curves.items()):
        rows.sort(key=lambda row: row.place.turn)
        color, style = COLORS[number % len(COLORS)], STYLES[number // len(COLORS)]
        turns = [row.place.turn for row in rows]
        shares = [_share(row) for row in rows]
        (line,) = ax.plot(turns, shares, color=color, linestyle=style, linewidth=2)
        drawn.lines[question] = line
        drawn.simulated[question] = points_with_intervals(ax, turns, [row.probability for row in rows])
        text = "\n".join(wrap(shorten(question, 2 * LONGEST_LABEL, placeholder="…"), LONGEST_LABEL))
        labels.append(Label(shares[-1], f"{text}\n{_percent(rows[-1])} %", color))
    percent_axis(ax, "share of games")
    ax.set(ylim=(0, 1), xlabel="seen by the draw of turn")
    ax.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    lines = max(label.text.count("\n") for label in labels) + 1
    direct_labels(ax, labels, 0.05 * lines)
    if any(row.games for row in results.rows):
        key(ax, "points: simulated, with 95 % intervals", VERMILLION, 0)
    set_title(ax, ask_finding(list(curves.values())) if title is None else title)
    return drawn


def ask_figure(results: AskResults) -> Figure:
    """Draw the curves of a run, with its deck, rules and opponent below."""
    figure = Figure(figsize=(8.0, 4.8), layout="constrained")
    ax = figure.add_subplot()
    turn_lines(ax, results)
    plain(*ax.texts)
    texts = [results.deck.name, _caption(results)]
    add_caption(figure, " · ".join(texts))
    settle(figure)
    return figure


def ask_finding(curves: Sequence[Sequence[AskRow]]) -> str:
    """Say how the odds of the first question rise."""
    rows = curves[0]
    question = shorten(rows[0].question, 60, placeholder="…")
    first, last = _percent(rows[0]), _percent(rows[-1])
    return f"{question}: {first} % by turn {rows[0].place.turn}, {last} % by turn {rows[-1].place.turn}"


def _share(row: AskRow) -> float:
    """The exact value, or where there is none the simulated one."""
    share = row.probability.estimate if row.probability.exact is None else row.probability.exact
    return float("nan") if share is None else share


def _percent(row: AskRow) -> str:
    return f"{'≈ ' if row.probability.exact is None else ''}{percent(_share(row))}"


def _caption(results: AskResults) -> str:
    run, rows = results.run, results.rows
    rules = replace(run.rules, deck_size=results.deck.composition.size)
    parts = [rules.describe(), f"opponent: {run.opponent.name}"]
    if run.simulation is None:
        return " · ".join([*parts, "exact values, nothing simulated"])
    return " · ".join([*parts, f"{max(row.games for row in rows):,} games, seed {run.simulation.seed}"])
