"""Results of one deck on the axes of a picture: its distributions, its cards, and other Basic counts.

As in `mulliganlab.plots`, each function draws on the Axes it is given and returns what it drew.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from mulliganlab.deck_results import CardRow, DeckResults
from mulliganlab.drawing import (
    BLUE,
    FAINT,
    GREEN,
    GREY,
    INK,
    MUTED,
    PALE_BLUE,
    PALE_GREY,
    SMALL_SIZE,
    TEXT_SIZE,
    VERMILLION,
    Label,
    direct_labels,
    haloed,
    percent_axis,
    plain,
    points_with_intervals,
    set_key,
    set_title,
)
from mulliganlab.findings import (
    change_finding,
    distribution_finding,
    odds_of,
    prize_finding,
    start_finding,
)
from mulliganlab.fitting import shortened
from mulliganlab.opponent import field_opponent
from mulliganlab.results import Distribution, Row, Value
from mulliganlab.rules import STANDARD
from mulliganlab.tables import percent

__all__ = [
    "BarsAndPoints",
    "ChangeDrawing",
    "basic_changes",
    "distribution_bars",
    "prize_odds",
    "sorted_cards",
    "start_odds",
]

NAME_ROOM = 135.0
"""Points for a card name; tables show all of it."""

RARE = 0.005
"""Bars end where all that follows is rarer."""

MOST_BARS = 8

NO_FIELD = "not beside published lists: those have 60 cards"
"""Said where the histogram of the field is missing."""

Numbers = npt.NDArray[np.float64]

CHANGED = (
    ("mulligan_probability", "mulligan", BLUE),
    ("bonus_given_probability", "opponent draws", VERMILLION),
    ("bonus_received_probability", "you draw", GREEN),
)
"""Quantity, label and colour of each line of `basic_changes`."""


@dataclass(frozen=True)
class BarsAndPoints:
    """Exact shares as bars, and the simulated ones with their intervals, if there are any."""

    exact: BarContainer
    simulated: ErrorbarContainer | None


@dataclass(frozen=True)
class ChangeDrawing:
    """Lines by quantity, and the bars of the field, where there is one of such decks."""

    lines: dict[str, Line2D]
    field: BarContainer | None


def distribution_bars(ax: Axes, row: Row, name: str, *, title: str | None = None) -> BarsAndPoints:
    """Draw the distribution of a count of one row.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    row : Row
        The row.
    name : str
        ``"mulligans"``, ``"bonus_given"``, ``"bonus_received"`` or ``"basics_kept"``.
    title : str, optional
        By default the finding.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from mulliganlab.study import basics
    >>> drawn = distribution_bars(Figure().add_subplot(), basics(8, 12, games=0).rows[0], "mulligans")
    >>> [round(float(bar.get_height()), 3) for bar in drawn.exact][:2]
    [0.654, 0.226]
    """
    distribution = row.distribution(name)
    shares, estimates = _shown_shares(distribution)
    places = range(len(shares))
    bars = ax.bar(places, shares, 0.8, color=PALE_BLUE, edgecolor=BLUE, linewidth=1)
    values = [_with_interval(share, row.games) for share in estimates] or [Value(None)] * len(shares)
    simulated = points_with_intervals(ax, places, values)
    # Beside the points, which stand on the ends of the bars.
    texts = [percent(share) for share in shares]
    labels = ax.bar_label(bars, texts, padding=6, fontsize=SMALL_SIZE, color=INK)
    plain(*labels)
    last = len(shares) - 1
    whole = distribution.law.largest is not None and distribution.law.largest <= last
    ax.set_xticks(list(places), [*map(str, range(last)), str(last) if whole else f"{last}+"])
    percent_axis(ax, "share of games")
    top = max(1.14 * max(shares), ax.get_ylim()[1])  # other axes may share it
    ax.set(ylim=(0, top), xlim=(-0.6, max(last, 2) + 0.6))
    set_title(ax, distribution_finding(row, name) if title is None else title)
    return BarsAndPoints(bars, simulated)


def start_odds(
    ax: Axes, cards: Sequence[CardRow], *, names: bool = True, title: str | None = None
) -> tuple[BarContainer, BarContainer]:
    """Draw how often each card is in the kept hand and seen by the first turn, in the order given.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    cards : sequence of CardRow
        At least one; `sorted_cards` puts them in order.
    names : bool
        Whether to write the names beside the bars.
    title : str, optional
        By default the finding.

    Returns
    -------
    tuple of BarContainer
        The bars of the kept hand, and what the first turn adds to them. A diamond shows how
        often nothing else can start.
    """
    hand = np.array([odds_of(card, "in_kept_hand") for card in cards])
    turn = np.array([odds_of(card, "by_turn_1") for card in cards])
    starts = np.array([card.odds["only_starter"] is not None for card in cards])
    drawn = _nested_bars(ax, hand, turn, starts)
    alone = [(odds_of(card, "only_starter"), place) for place, card in enumerate(cards) if starts[place]]
    ax.plot(
        *zip(*alone, strict=True),
        linestyle="",
        marker="D",
        markersize=4.5,
        color=VERMILLION,
        markeredgecolor="white",
    )
    texts = [f"{percent(one)} → {percent(other)}" for one, other in zip(hand, turn, strict=True)]
    what = "bar: in the kept hand; pale: by turn 1; diamond: nothing else can start"
    _finish_cards(ax, cards, turn.tolist(), texts, what, names=names)
    set_title(ax, start_finding(cards) if title is None else title)
    return drawn


def prize_odds(
    ax: Axes, cards: Sequence[CardRow], *, names: bool = True, title: str | None = None
) -> tuple[BarContainer, BarContainer]:
    """Draw how often every copy of each card, and any copy, is among the Prizes, in the order given.

    Parameters
    ----------
    ax, cards, names, title
        As for `start_odds`.

    Returns
    -------
    tuple of BarContainer
        The bars of every copy, and what they lack to those of any copy.
    """
    every = np.array([odds_of(card, "all_prized") for card in cards])
    some = np.array([odds_of(card, "any_prized") for card in cards])
    starts = np.array([card.odds["only_starter"] is not None for card in cards])
    drawn = _nested_bars(ax, every, some, starts)
    texts = [
        f"{percent(most)}" if card.card.count == 1 else f"{percent(most)}, all {percent(all_)}"
        for card, most, all_ in zip(cards, some, every, strict=True)
    ]
    what = "bar: every copy is a Prize; pale: at least one is"
    _finish_cards(ax, cards, some.tolist(), texts, what, names=names)
    set_title(ax, prize_finding(cards) if title is None else title)
    return drawn


def sorted_cards(cards: Sequence[CardRow], name: str) -> list[CardRow]:
    """Put cards in the order of one of their odds, largest first, equal ones as they were."""
    return sorted(cards, key=lambda card: -odds_of(card, name))


def basic_changes(ax: Axes, results: DeckResults, *, title: str | None = None) -> ChangeDrawing:
    """Draw what a few Basics more or fewer change, above the Basic counts of the field.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    results : DeckResults
        The deck.
    title : str, optional
        By default the finding.

    Notes
    -----
    The field holds decks of 60 cards: for other decks there are only the lines, and that is said.
    """
    counts = [row.basics for row in results.changes]
    most = max(27, counts[-1] + (9 if counts[-1] < 24 else 1))
    sixty = results.deck.composition.size == STANDARD.deck_size
    field = _field_bars(ax, most, label_left=12 < results.row.basics < 30) if sixty else None
    lines: dict[str, Line2D] = {}
    labels = []
    for name, label, color in CHANGED:
        shares = [_exact(row, name) for row in results.changes]
        (lines[name],) = ax.plot(counts, shares, color=color, linewidth=2, marker="o", markersize=4)
        # Where the deck's own numbers are at the end of the lines, they stand in the labels.
        number = f" {percent(shares[-1])} %" if counts[-1] == results.row.basics else ""
        labels.append(Label(shares[-1], label + number, color))
    heights = [float(np.max(line.get_ydata())) for line in lines.values()]
    top = 1.15 * max(*heights, *(bar.get_height() for bar in field or ()))
    percent_axis(ax, "share of games, share of lists" if sixty else "share of games")
    ax.set(
        ylim=(0, top),
        xlim=(0.2 if counts[0] > 1 else -1.6, most) if sixty else (counts[0] - 0.5, counts[-1] + 4),
    )
    ax.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    ax.set_xlabel("Basics in the deck" if sixty else f"Basics in the deck\n{NO_FIELD}")
    if results.row.basics < counts[-1]:
        _write_own_numbers(ax, results.row, top)
    direct_labels(ax, labels, 0.1 * top, x=counts[-1], indent=6)
    ax.axvline(results.row.basics, color=MUTED, linewidth=1, linestyle=":")
    ax.annotate(
        "this deck",
        (results.row.basics, top),
        (3, -10),
        textcoords="offset points",
        fontsize=SMALL_SIZE,
        color=MUTED,
    )
    set_title(ax, change_finding(results) if title is None else title)
    return ChangeDrawing(lines, field)


def _write_own_numbers(ax: Axes, row: Row, top: float) -> None:
    """Write the deck's numbers where they are clear of the lines: two go down, the last goes up."""
    given = _exact(row, "bonus_given_probability")
    for name, _, _ in CHANGED:
        share = _exact(row, name)
        if name == "bonus_received_probability" and abs(share - given) < 0.04 * top:
            continue  # as against a mirror: one number for both
        left = name == "bonus_given_probability"
        below = name != "mulligan_probability" and share > 0.08 * top
        number = ax.annotate(
            percent(share),
            (row.basics, share),
            (-5 if left else 5, -12 if below else 3),
            textcoords="offset points",
            ha="right" if left else "left",
            fontsize=SMALL_SIZE,
            color=INK,
        )
        haloed(number)


def _shown_shares(distribution: Distribution) -> tuple[list[float], list[float]]:
    """Exact shares and, if there are any, estimates: up to a last bar for all that is rare."""
    law = distribution.law
    groups = 2
    while groups < MOST_BARS and float(law.tail(groups)) > RARE:
        groups += 1
    shares = law.grouped(groups + 1)
    if float(law.tail(groups)) <= 0:
        shares.pop()
    estimate = distribution.estimate or ()
    last = len(shares) - 1
    grouped = [*estimate[:last], sum(estimate[last:])] if estimate else []
    return shares, grouped


def _exact(row: Row, name: str) -> float:
    return float(row.value(name).exact or 0)


def _with_interval(share: float, games: int) -> Value:
    from mulliganlab.intervals import rate_interval  # loads SciPy, which exact results do not need

    return Value(None, share, *rate_interval(round(share * games), games))


def _nested_bars(
    ax: Axes, inner: Numbers, outer: Numbers, starts: npt.NDArray[np.bool_]
) -> tuple[BarContainer, BarContainer]:
    """Bars of a part, with pale ends up to the whole; blue for cards that can start."""
    places = np.arange(len(inner))
    strong = ax.barh(places, inner, 0.72, color=np.where(starts, BLUE, GREY).tolist())
    pale = ax.barh(places, outer - inner, 0.72, inner, color=np.where(starts, PALE_BLUE, PALE_GREY).tolist())
    return strong, pale


def _finish_cards(
    ax: Axes, cards: Sequence[CardRow], ends: Sequence[float], texts: Sequence[str], what: str, *, names: bool
) -> None:
    """Numbers behind the bars, names before them, and below what the bars mean."""
    for place, (end, text) in enumerate(zip(ends, texts, strict=True)):
        ax.annotate(
            text,
            (end, place),
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize=SMALL_SIZE,
            color=INK,
        )
    percent_axis(ax, "", along="x")
    set_key(ax, what)
    shown = [shortened(f"{card.card.count} {card.card.name}", NAME_ROOM, TEXT_SIZE) for card in cards]
    ax.set_yticks(range(len(cards)), shown if names else [])
    plain(*ax.get_yticklabels())
    # There is room for the numbers beyond 100 %, but no such share.
    ax.set_xticks(
        [tick for tick in MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(0, max(*ends, 0.05)) if tick <= 1.0]
    )
    ax.set(ylim=(len(cards) - 0.4, -0.6), xlim=(0, 1.02 * max(max(ends), 0.01)))


def _field_bars(ax: Axes, most: int, *, label_left: bool) -> BarContainer:
    """The share of the field's lists by their Basics."""
    lists: dict[int, float] = {}
    for deck, weight in field_opponent().decks:
        lists[deck.basics] = lists.get(deck.basics, 0.0) + float(weight)
    counts = [count for count in sorted(lists) if count <= most]
    bars = ax.bar(counts, [lists[count] for count in counts], 0.86, color=FAINT)
    beside = 7 if label_left else 15
    ax.annotate(
        "published lists",
        (beside, lists[beside]),
        (0, 4),
        textcoords="offset points",
        ha="right" if label_left else "left",
        fontsize=SMALL_SIZE,
        color=MUTED,
    )
    return bars
