"""Results of questions as text for people, Markdown, CSV and JSON."""

from collections.abc import Callable, Sequence
from itertools import compress
from textwrap import wrap

from mulliganlab.ask_results import AskResults, AskRow, open_rows, places_in_order
from mulliganlab.question import Place
from mulliganlab.question_names import counted_names
from mulliganlab.results import Results, Value
from mulliganlab.rules import Rules
from mulliganlab.tables import (
    WIDTH,
    columns,
    github_table,
    heading,
    json_text,
    markdown_heading,
    records_csv,
    with_interval,
    wrapped,
)

__all__ = [
    "ASK_FORMATS",
    "ask_formatted",
    "ask_text",
    "check_lines",
    "exactly_percent",
    "odds_cells",
    "odds_columns",
    "text_table",
]

ODDS_TITLES = ("kept hand", "simulated", "any hand")

ODDS_WIDTHS = (11, 22, 18)
"""Columns of the exact odds, the simulated ones with their interval, those of any hand."""

MOST_PLACES = 6
"""Turns beside each other in a table of 100 columns."""

PLACE_WIDTH = 9


def ask_formatted(results: AskResults, name: str) -> str:
    """Write results in one of the formats of the command line."""
    return ASK_FORMATS[name](results)


def ask_text(results: AskResults) -> str:
    """Write results as text for a terminal, not wider than 100 columns."""
    places = places_in_order(results.rows)
    tables = [odds_table(results.rows)] if len(places) == 1 else _all_tables(results.rows, places)
    lines = [wrapped(line) for line in ask_heading(results)]
    ends = [wrapped(line) for line in check_lines(results.run)]
    return "\n\n".join(["\n".join(lines), *tables, "\n".join([ANY_HAND, *ends])]) + "\n"


def ask_markdown(results: AskResults) -> str:
    """Write results as Markdown."""
    heads = markdown_heading(ask_heading(results))
    places, rows = places_in_order(results.rows), results.rows
    tables = []
    if len(places) > 1:
        for title, value in turn_values(rows):
            headers, lines = _in_columns(title, open_rows(rows), places, value)
            tables.append(github_table(headers, [[question, *cells] for question, cells in lines]))
        rows = tuple(row for row in rows if row.placed)
    if rows:
        titles, _ = odds_columns(rows)
        cells = [[row.question, row.where, *odds_cells(row, titles)] for row in rows]
        tables.append(github_table(["question", "where", *(f"{title}, %" for title in titles)], cells))
    return "\n\n".join([heads, *tables, ANY_HAND, *check_lines(results.run)]) + "\n"


ASK_FORMATS: dict[str, Callable[[AskResults], str]] = {
    "table": ask_text,
    "markdown": ask_markdown,
    "csv": lambda results: records_csv(results.records()),
    "json": lambda results: json_text(results.to_json()),
}
"""How results are written, by the name of the format."""

ANY_HAND = "Kept hand: given that the hand was kept. Any hand: as many cards, the mulligan ignored."


def ask_heading(results: AskResults) -> list[str]:
    """Name deck, rules, opponent, games, where cards are looked for, and the cards that were named."""
    places = places_in_order(results.rows)
    lines = [f"Deck      {results.deck.name}", *heading(results.run).splitlines()]
    lines.append(f"Where     {where(places, results.run.rules)}, unless a question says otherwise")
    if any(row.bonus for row in results.rows):
        drawn = f"all drawn, {results.mean_bonus:.3f} on average" if results.mean_bonus else "none drawn"
        lines.append(f"Bonus     cards for the opponent's extra mulligans: {drawn}")
    if results.cards:
        lines.append(f"Cards     {counted_names(results.cards)}")
    return lines


def where(places: Sequence[Place], rules: Rules) -> str:
    """Say in words where cards are looked for.

    Examples
    --------
    >>> from mulliganlab.question import HAND, turn
    >>> from mulliganlab.rules import STANDARD
    >>> where([HAND], STANDARD)
    'the kept hand, 7 cards'
    >>> where([turn(1), turn(2)], STANDARD)
    'all cards seen by the draw of my turn: 7 and one each turn'
    """
    first = places[0]
    if first.where == "prizes":
        return f"my Prizes, {rules.prizes} cards"
    if first.where == "hand":
        return f"the kept hand, {rules.hand_size} cards"
    if len(places) > 1:
        return f"all cards seen by the draw of my turn: {rules.hand_size} and one each turn"
    return f"all cards seen by the draw of my turn {first.turn}: {rules.hand_size + first.turn} cards"


def odds_table(rows: Sequence[AskRow], title: str = "Question, % of games") -> str:
    """Tabulate the odds of questions in one place."""
    titles, widths = odds_columns(rows)
    return text_table(title, titles, widths, [(row.question, odds_cells(row, titles)) for row in rows])


def odds_columns(rows: Sequence[AskRow]) -> tuple[Sequence[str], Sequence[int]]:
    """Titles and widths of the columns of odds, the simulated ones only where there are games."""
    shown = [title != "simulated" or any(row.games for row in rows) for title in ODDS_TITLES]
    return list(compress(ODDS_TITLES, shown)), list(compress(ODDS_WIDTHS, shown))


def _all_tables(rows: Sequence[AskRow], places: Sequence[Place]) -> list[str]:
    """Tables of the turns, and one of the questions that say their places themselves."""
    placed = [row for row in rows if row.placed]
    title = "Questions that say where, % of games"
    return [*turn_tables(open_rows(rows), places), *([odds_table(placed, title)] if placed else [])]


def turn_values(rows: Sequence[AskRow]) -> list[tuple[str, Callable[[AskRow], str]]]:
    """Titles of the tables with a column for each turn, and what is in them."""
    values: list[tuple[str, Callable[[AskRow], str]]] = [
        ("Given the kept hand, exact, %", lambda row: percent_of(row.probability.exact)),
        ("Given the kept hand, simulated, %", lambda row: _about(row.probability.estimate)),
        ("Any hand, %", lambda row: _short_any_hand(row.probability_any_hand)),
    ]
    return values if any(row.games for row in rows) else [values[0], values[2]]


def turn_tables(rows: Sequence[AskRow], places: Sequence[Place]) -> list[str]:
    """Tabulate the odds of questions with a column for each turn."""
    tables = []
    for start in range(0, len(places), MOST_PLACES):
        some = places[start : start + MOST_PLACES]
        for title, value in turn_values(rows):
            (_, *titles), lines = _in_columns(title, rows, some, value)
            tables.append(text_table(title, titles, [PLACE_WIDTH] * len(some), lines))
    return tables


def text_table(
    title: str,
    titles: Sequence[str],
    widths: Sequence[int],
    rows: Sequence[tuple[str, Sequence[str]]],
    *,
    least: int = 0,
) -> str:
    """Tabulate questions, which are broken where they are too long, with their numbers to the right.

    Parameters
    ----------
    title, titles : str, sequence of str
        Titles of the texts, and of the columns of numbers.
    widths : sequence of int
        Widths of those columns.
    rows : sequence of (str, sequence of str)
        A text and its numbers for each line.
    least : int
        Width of the first column, unless the texts need more.
    """
    longest = max([len(title), *(columns(text) for text, _ in rows)])
    room = min(WIDTH - sum(widths), max(longest + 2, least))
    lines = [f"{title:{room}}" + _right(titles, widths)]
    for text, cells in rows:
        first, *more = wrap(text, room - 2, subsequent_indent="  ", break_on_hyphens=False) or [""]
        lines += [first + " " * (room - columns(first)) + _right(cells, widths), *more]
    return "\n".join(lines)


def odds_cells(row: AskRow, titles: Sequence[str] = ODDS_TITLES) -> list[str]:
    """Odds in percent, in the columns with these titles."""
    values = (
        exactly_percent(row.probability.exact),
        _simulated(row.probability),
        _any_hand(row.probability_any_hand),
    )
    cells = dict(zip(ODDS_TITLES, values, strict=True))
    return [cells[title] for title in titles]


def exactly_percent(share: float | None) -> str:
    """Write a share as a percentage with four decimals; 0 and 100 are certain.

    Examples
    --------
    >>> exactly_percent(0.15383618), exactly_percent(1.0), exactly_percent(1e-9), exactly_percent(None)
    ('15.3836', '100', '<0.0001', '-')
    """
    return _percent(share, 4)


def percent_of(share: float | None) -> str:
    """Write a share as a percentage with two decimals."""
    return _percent(share, 2)


def check_lines(run: Results) -> list[str]:
    """The verdict of the check, if something was simulated, and what should be known."""
    lines = [f"Note: {warning}." for warning in run.warnings]
    if run.check is None:
        return lines
    if not run.check.comparisons:
        return ["Check: there are no exact odds to compare the simulation with.", *lines]
    return [run.check.verdict("simulation and exact odds"), *lines]


def _in_columns(
    title: str, rows: Sequence[AskRow], places: Sequence[Place], value: Callable[[AskRow], str]
) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Titles and lines of a table of questions with a column for each place."""
    questions = list(dict.fromkeys(row.question for row in rows))
    cells = {(row.question, row.place): value(row) for row in rows}
    lines = [(question, [cells[question, place] for place in places]) for question in questions]
    return [title, *map(str, places)], lines


def _right(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _simulated(value: Value) -> str:
    if value.estimate is None or value.high is None or value.low is None:
        return "-"
    return with_interval(value.estimate, value.low, value.high, 4, factor=100, most=100)


def _any_hand(value: Value) -> str:
    """The exact value, or where there is none the simulated one, which is told from it."""
    if value.exact is not None or value.estimate is None or value.low is None or value.high is None:
        return exactly_percent(value.exact)
    return f"≈ {with_interval(value.estimate, value.low, value.high, 2, factor=100, most=100)}"


def _short_any_hand(value: Value) -> str:
    return percent_of(value.exact) if value.exact is not None else _about(value.estimate)


def _about(estimate: float | None) -> str:
    return "-" if estimate is None else f"≈ {percent_of(estimate)}"


def _percent(share: float | None, digits: int) -> str:
    if share is None:
        return "-"
    if share in (0, 1):
        return str(int(100 * share))
    least = 10.0**-digits
    shown = f"{100 * share:.{digits}f}"
    if float(shown) == 0:
        return f"<{least:.{digits}f}"
    return f">{100 - least:.{digits}f}" if float(shown) == 100 else shown
