"""What results say in one sentence with its numbers: the titles of pictures."""

from collections.abc import Iterable

from mulliganlab.card_odds import CARD_ODDS
from mulliganlab.deck_results import CardRow, DeckResults
from mulliganlab.joint import JointMulligans
from mulliganlab.results import Results, Row, Value
from mulliganlab.tables import percent, three_digits

__all__ = [
    "bonus_finding",
    "change_finding",
    "convergence_finding",
    "distribution_finding",
    "joint_finding",
    "mulligan_finding",
    "prize_finding",
    "sorted_rows",
    "start_finding",
]


def mulligan_finding(results: Results) -> str:
    """Say how often opening hands are mulligans.

    Examples
    --------
    >>> from mulliganlab.study import basics
    >>> mulligan_finding(basics([8, 12], games=0))
    'From 8 to 12 Basics, mulligans go from 34.6 to 19.1 % of opening hands'
    """
    rows = sorted_rows(results.rows)
    few, many = (_percent(row, "mulligan_probability") for row in (rows[0], rows[-1]))
    if len(rows) == 1:
        return f"With {counted_basics(rows[0])}, {few} % of opening hands are a mulligan"
    return (
        f"From {rows[0].basics} to {rows[-1].basics} Basics, mulligans go from {few} to {many} % "
        "of opening hands"
    )


def bonus_finding(results: Results, side: str) -> str:
    """Say how often bonus cards are drawn by one side.

    Parameters
    ----------
    results : Results
        What was found.
    side : {"given", "received"}
        What the opponent draws, or what the player draws.

    Examples
    --------
    >>> from mulliganlab.study import basics
    >>> bonus_finding(basics(8, "12", games=0), "received")
    'You may draw bonus cards in 13.3 % of games with 8 Basics'
    """
    rows = sorted_rows(results.rows)
    who, against = {
        "given": ("The opponent may draw", "against"),
        "received": ("You may draw", "with"),
    }[side]
    name = f"bonus_{side}_probability"
    first = f"{who} bonus cards in {_percent(rows[0], name)} % of games {against} {counted_basics(rows[0])}"
    if len(rows) == 1:
        return first
    return f"{first}, in {_percent(rows[-1], name)} % {against} {rows[-1].basics}"


def joint_finding(joint: JointMulligans) -> str:
    """Say how often the mulligans cancel, and who has fewer.

    Examples
    --------
    >>> joint_finding(JointMulligans(((0.5, 0.1), (0.2, 0.2)), 0.7, 0.1, 0.2))
    'In 70.0 % of games the mulligans cancel; the opponent has more in 10.0 %, you in 20.0 %'
    """
    return (
        f"In {percent(joint.equal)} % of games the mulligans cancel; "
        f"the opponent has more in {percent(joint.fewer)} %, you in {percent(joint.more)} %"
    )


def distribution_finding(row: Row, name: str) -> str:
    """Say what a count is on average, and how often it is 0.

    Examples
    --------
    >>> from mulliganlab.study import basics
    >>> distribution_finding(basics(8, 12, games=0).rows[0], "mulligans")
    '0.530 a game, none in 65.4 %'
    """
    none = row.distribution(name).law.grouped(2)[0]
    mean = row.value(f"expected_{name}").exact
    return f"{three_digits(mean)} a game, none in {percent(none)} %"


def start_finding(cards: Iterable[CardRow]) -> str:
    """Name the card with which a deck starts most often."""
    starting = [card for card in cards if card.odds["only_starter"] is not None]
    best = max(starting, key=lambda card: odds_of(card, "in_kept_hand"))
    return (
        f"{best.card.name} is in {percent(odds_of(best, 'in_kept_hand'))} % of kept hands, "
        f"and nothing else can start in {percent(odds_of(best, 'only_starter'))} %"
    )


def prize_finding(cards: Iterable[CardRow]) -> str:
    """Say how often cards are Prizes, and which is lost to them most often."""
    known = list(cards)
    lost = max(odds_of(card, "all_prized") for card in known)
    if not lost:
        likely = max(known, key=lambda card: odds_of(card, "any_prized"))
        share = percent(odds_of(likely, "any_prized"))
        if share == "0":
            return "There are no Prizes, so no card can be one"
        return f"No card has every copy among the Prizes; some {likely.card.name} is a Prize in {share} %"
    worst = [card for card in known if percent(odds_of(card, "all_prized")) == percent(lost)]
    others = {1: "", 2: " (1 other alike)"}.get(len(worst), f" ({len(worst) - 1} others alike)")
    return f"Every copy of {worst[0].card.name}{others} is a Prize in {percent(lost)} % of games"


def change_finding(results: DeckResults) -> str:
    """Say what one Basic more and one fewer do to the mulligans."""
    own = results.row
    mulligans = {row.basics - own.basics: _percent(row, "mulligan_probability") for row in results.changes}
    starters = results.deck.composition.starters if results.set_up.rules.starters == "keep" else 0
    beside = f" and {starters} optional starter{'' if starters == 1 else 's'}" if starters else ""
    parts = [f"{mulligans[0]} % mulligans with {counted_basics(own)}{beside}"]
    parts += [f"{mulligans[1]} % with one Basic more"] if 1 in mulligans else []
    parts += [f"{mulligans[-1]} % with one fewer"] if -1 in mulligans else []
    return ", ".join(parts)


def convergence_finding(exact: float, games: int, value: Value) -> str:
    """Say how far the last estimate is from the exact value.

    Examples
    --------
    >>> convergence_finding(0.25, 1000, Value(0.25, 0.26, 0.24, 0.28))
    'After 1,000 games the estimate is 1.000 points from the exact 25.0 %'
    """
    assert value.estimate is not None
    points = 100 * abs(value.estimate - exact)
    return f"After {games:,} games the estimate is {points:.3f} points from the exact {percent(exact)} %"


def sorted_rows(rows: Iterable[Row]) -> list[Row]:
    """Put rows in the order of their Basics."""
    return sorted(rows, key=lambda row: row.basics)


def counted_basics(row: Row) -> str:
    """Say how many Basics a row has."""
    return f"{row.basics} Basic{'' if row.basics == 1 else 's'}"


def odds_of(card: CardRow, name: str) -> float:
    """Exact odds of a card by their name; 0 for what it cannot do."""
    assert name in CARD_ODDS
    value = card.odds[name]
    return 0.0 if value is None or value.exact is None else value.exact


def _percent(row: Row, name: str) -> str:
    return percent(row.value(name).exact)
