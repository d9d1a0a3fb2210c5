"""Whole pictures: the plots of a run put together, and their files, the same for the same input."""

import io
import re
from textwrap import wrap
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mulliganlab.composition import Composition
from mulliganlab.deck_plots import basic_changes, distribution_bars, prize_odds, sorted_cards, start_odds
from mulliganlab.deck_results import DeckResults
from mulliganlab.drawing import (
    BLUE,
    FAINT,
    GREEN,
    GREY,
    INK,
    MUTED,
    PALE_BLUE,
    PALE_GREY,
    PAPER,
    SHARES,
    VERMILLION,
    add_caption,
    caption,
    plain,
)
from mulliganlab.fitting import DOTS, no_glyph_warnings, settle
from mulliganlab.joint import joint_mulligans
from mulliganlab.plots import bonus_shares, joint_table, mulligan_line
from mulliganlab.results import Results

__all__ = ["ENDINGS", "basics_figure", "deck_figure", "file_bytes", "inline_svg", "results_figure"]

ENDINGS = (".png", ".svg", ".pdf")
"""Endings of picture files."""

WIDTH = 8.0
"""Inches of a whole picture: 800 pixels at 100 dots an inch."""

METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}
"""Without dates and with fixed identifiers the same input gives the same bytes."""

LONGEST_LINE = 64
"""Letters of a deck's name on a line."""

PAGE_COLORS = {
    INK: "currentColor",
    PAPER: "var(--paper)",
    MUTED: "var(--muted)",
    FAINT: "var(--faint)",
    SHARES[0]: "var(--none)",
    BLUE: "var(--blue)",
    VERMILLION: "var(--vermillion)",
    GREEN: "var(--green)",
    GREY: "var(--grey)",
    PALE_BLUE: "var(--pale-blue)",
    PALE_GREY: "var(--pale-grey)",
}
"""Colours that a page sets for itself, lighter or darker with its ground."""

DISTRIBUTIONS = (
    ("mulligans", "Your mulligans"),
    ("bonus_given", "Opponent's bonus cards"),
    ("bonus_received", "Your bonus cards"),
)


def results_figure(results: Results | DeckResults) -> Figure:
    """Draw everything about a run of any kind."""
    return deck_figure(results) if isinstance(results, DeckResults) else basics_figure(results)


def basics_figure(results: Results) -> Figure:
    """Draw mulligans and bonus cards by the number of Basics.

    Examples
    --------
    >>> from mulliganlab.study import basics
    >>> figure = basics_figure(basics([8, 12], games=0))
    >>> [ax.get_xlabel() for ax in figure.axes]
    ['Basics in the deck', 'Basics in the deck', 'Basics in the deck']
    """
    figure = Figure(figsize=(WIDTH, 9.4), layout="constrained")
    upper, middle, lower = figure.subplots(3, height_ratios=(1.15, 1, 1))
    mulligan_line(upper, results)
    bonus_shares(middle, results, "given")
    bonus_shares(lower, results, "received")
    add_caption(figure, caption(results))
    settle(figure)
    return figure


def deck_figure(results: DeckResults) -> Figure:
    """Draw everything about a deck: distributions, cards one by one, other Basic counts, the joint table."""
    cards = results.cards
    card_height = 1.9 + 0.2 * len(cards)
    figure = Figure(figsize=(WIDTH, 3.2 + card_height + 4.1), layout="constrained")
    lines = wrap(results.deck.name, LONGEST_LINE)
    name = figure.suptitle("\n".join(lines[:3]), x=0.01, ha="left", fontsize=14, fontweight="bold", color=INK)
    plain(name)
    heights = (2.7, card_height, 4.1)
    upper, middle, lower = figure.subfigures(3, 1, squeeze=False, height_ratios=heights)[:, 0]
    for ax, (quantity, title) in zip(upper.subplots(1, 3, sharey=True), DISTRIBUTIONS, strict=True):
        draw_distribution(ax, results, quantity, title)
        if quantity != "mulligans":
            ax.set_ylabel("")
    starts, prizes = middle.subplots(1, 2)
    start_odds(starts, sorted_cards(cards, "in_kept_hand"))
    prize_odds(prizes, sorted_cards(cards, "any_prized"))
    changes, joint = lower.subplots(1, 2, width_ratios=(1.15, 1))
    basic_changes(changes, results)
    draw_joint(joint, results.deck.composition, results.set_up)
    add_caption(figure, caption(results.set_up, results.deck.composition.size))
    settle(figure)
    return figure


def draw_distribution(ax: Axes, results: DeckResults, quantity: str, title: str) -> None:
    """Draw one distribution of a deck, its title naming it before the finding."""
    from mulliganlab.findings import distribution_finding

    distribution_bars(
        ax, results.row, quantity, title=f"{title}: {distribution_finding(results.row, quantity)}"
    )


def draw_joint(ax: Axes, deck: Composition, results: Results) -> None:
    """Draw the joint table of a deck and its opponent."""
    joint_table(ax, joint_mulligans(deck, results.opponent, results.rules))


def file_bytes(figure: Figure, ending: str, *, transparent: bool = False) -> bytes:
    """Write a figure into the bytes of a file.

    Parameters
    ----------
    figure : Figure
        The picture.
    ending : {".png", ".svg", ".pdf"}
        The kind of file.
    transparent : bool
        Leave out the white ground.

    Examples
    --------
    >>> file_bytes(Figure(), ".svg") == file_bytes(Figure(), ".svg")
    True
    """
    data = io.BytesIO()
    # A salt in place of random identifiers can only be set so.
    with matplotlib.rc_context({"svg.hashsalt": "mulliganlab"}), no_glyph_warnings():
        kind, metadata = ending.removeprefix("."), METADATA[ending]
        figure.savefig(data, format=kind, dpi=DOTS, metadata=metadata, transparent=transparent)
    return data.getvalue()


def inline_svg(figure: Figure, prefix: str) -> str:
    """Write a figure as an SVG element of a page: of any width, in its colours, its identifiers unique.

    Parameters
    ----------
    figure : Figure
        The picture.
    prefix : str
        Begins each identifier.
    """
    text = file_bytes(figure, ".svg", transparent=True).decode("utf-8")
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|\n\s*(?=\n)", "", text, flags=re.DOTALL)
    for color, name in PAGE_COLORS.items():
        text = text.replace(color, name)
    text = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{prefix}-", text.replace("xlink:href", "href"))
    whole, view_box = re.match(r'<svg[^>]*viewBox="([^"]*)"[^>]*>', text).group(0, 1)  # type: ignore[union-attr]
    return f'<svg viewBox="{view_box}" aria-hidden="true">{text[len(whole) :]}'
