"""The pictures of a page: one plot each, as SVG in its colours, with words for those who cannot see."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mulliganlab import findings
from mulliganlab.deck_plots import basic_changes, distribution_bars, prize_odds, sorted_cards, start_odds
from mulliganlab.deck_results import DeckResults
from mulliganlab.figures import DISTRIBUTIONS, inline_svg
from mulliganlab.fitting import settle
from mulliganlab.joint import joint_mulligans
from mulliganlab.plots import bonus_shares, joint_table, mulligan_line
from mulliganlab.results import Results

__all__ = ["Picture", "basics_pictures", "card_pictures", "change_picture", "set_up_pictures"]

WIDTH = 4.8
"""Inches: a phone shows it at about its own size, so that its text can be read."""


@dataclass(frozen=True)
class Picture:
    """A picture of a page.

    Attributes
    ----------
    finding : str
        What it says, in a sentence.
    description : str
        What is drawn, for those who cannot see it.
    svg : str
        The element.
    """

    finding: str
    description: str
    svg: str


def basics_pictures(results: Results) -> Iterator[Picture]:
    """Draw the pictures of a table by Basic count."""
    yield _picture(
        "line",
        findings.mulligan_finding(results),
        "Line of the mulligan probability by the number of Basics, with simulated points.",
        lambda ax: mulligan_line(ax, results, title=""),
    )
    for side, who in (("given", "the opponent draws"), ("received", "you draw")):

        def draw(ax: Axes, side: str = side) -> object:
            return bonus_shares(ax, results, side, title="")

        yield _picture(
            side,
            findings.bonus_finding(results, side),
            f"Stacked bars by the number of Basics: shares of games in which {who} 0, 1, 2, or 3 and more "
            "bonus cards.",
            draw,
        )


def set_up_pictures(results: DeckResults) -> Iterator[Picture]:
    """Draw the distributions of a deck, and the joint table of both players' mulligans."""
    for quantity, title in DISTRIBUTIONS:

        def draw(ax: Axes, quantity: str = quantity) -> object:
            return distribution_bars(ax, results.row, quantity, title="")

        yield _picture(
            quantity,
            f"{title}: {findings.distribution_finding(results.row, quantity)}",
            f"{title}: bars of the shares of games by how many there are.",
            draw,
            height=2.7,
        )
    met = results.set_up
    joint = joint_mulligans(results.deck.composition, met.opponent, met.rules)
    yield _picture(
        "joint",
        findings.joint_finding(joint),
        "Table of the shares of games by your mulligans and the opponent's; those that cancel are framed.",
        lambda ax: joint_table(ax, joint, title=""),
        height=4.0,
    )


def card_pictures(results: DeckResults) -> Iterator[Picture]:
    """Draw the odds of a deck's cards, one by one."""
    height = 0.9 + 0.21 * len(results.cards)
    hand = sorted_cards(results.cards, "in_kept_hand")
    yield _picture(
        "start",
        findings.start_finding(hand),
        "Bars by card: how often it is in the kept hand, and seen by the first turn.",
        lambda ax: start_odds(ax, hand, title=""),
        height=height,
    )
    prized = sorted_cards(results.cards, "any_prized")
    yield _picture(
        "prizes",
        findings.prize_finding(prized),
        "Bars by card: how often every copy, and any copy, is among the Prizes.",
        lambda ax: prize_odds(ax, prized, title=""),
        height=height,
    )


def change_picture(results: DeckResults) -> Picture:
    """Draw what a few Basics more or fewer change."""
    return _picture(
        "changes",
        findings.change_finding(results),
        "Lines by the number of Basics: mulligans, and games in which the opponent, or you, may draw bonus "
        "cards; behind them how many published lists have so many Basics.",
        lambda ax: basic_changes(ax, results, title=""),
        height=3.6,
    )


def _picture(
    name: str, finding: str, description: str, draw: Callable[[Axes], object], *, height: float = 3.2
) -> Picture:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    draw(figure.add_subplot())
    settle(figure)
    # A number and its percent sign stay on one line.
    return Picture(finding.replace(" %", "\N{NO-BREAK SPACE}%"), description, inline_svg(figure, name))
