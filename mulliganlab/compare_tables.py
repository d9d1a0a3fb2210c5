"""Two lists side by side as text for people, Markdown, CSV and JSON."""

from collections.abc import Callable

from mulliganlab.ask_tables import exactly_percent, text_table
from mulliganlab.compare_results import CompareResults, Difference
from mulliganlab.tables import (
    check_and_notes,
    github_table,
    heading,
    json_text,
    markdown_heading,
    records_csv,
    wrapped,
)

__all__ = ["COMPARE_FORMATS", "compare_formatted", "compare_text"]

TITLES = ("first", "second", "difference")
WIDTHS = (12, 12, 14)
FIRST_WIDTH = 44

QUANTITIES = {
    "basics": "Basics",
    "optional_starters": "optional starters",
    "mulligan_probability": "mulligan at least once, %",
    "mulligans_0": "no mulligan, %",
    "mulligans_1": "1 mulligan, %",
    "mulligans_2": "2 mulligans, %",
    "mulligans_3_or_more": "3 or more mulligans, %",
    "expected_mulligans": "mulligans, mean",
    "bonus_given_0": "no bonus card given, %",
    "bonus_given_1": "1 bonus card given, %",
    "bonus_given_2": "2 bonus cards given, %",
    "bonus_given_3_or_more": "3 or more bonus cards given, %",
    "expected_bonus_given": "bonus cards given, mean",
    "bonus_received_0": "no bonus card received, %",
    "bonus_received_1": "1 bonus card received, %",
    "bonus_received_2": "2 bonus cards received, %",
    "bonus_received_3_or_more": "3 or more bonus cards received, %",
    "expected_bonus_received": "bonus cards received, mean",
    "shared_mulligan_probability": "a shared mulligan, %",
    "lone_basic_probability": "one card that can start, %",
    "expected_basics_kept": "Basics in the kept hand, mean",
}
"""What quantities of a set-up are called, in the order in which they are shown."""

CARD_QUANTITIES = {"in_kept_hand": "in hand", "by_turn_1": "by turn 1", "only_starter": "only starter"}
"""What the odds of a card are called."""


def compare_formatted(results: CompareResults, name: str) -> str:
    """Write results in one of the formats of the command line."""
    return COMPARE_FORMATS[name](results)


def compare_text(results: CompareResults) -> str:
    """Write results as text for a terminal, not wider than 100 columns."""
    tables = [
        text_table(title, TITLES, WIDTHS, [(what, cells) for what, *cells in rows], least=FIRST_WIDTH)
        for title, rows in _tables(results)
    ]
    parts = [
        "\n".join(map(wrapped, compare_heading(results))),
        "\n".join(exchanged_lines(results)),
        *tables,
        *map(wrapped, check_and_notes(results.run)),
    ]
    return "\n\n".join(parts) + "\n"


def compare_markdown(results: CompareResults) -> str:
    """Write results as Markdown."""
    tables = [github_table([title, *TITLES], rows) for title, rows in _tables(results)]
    parts = [
        markdown_heading(compare_heading(results)),
        "\n".join(f"{line.strip()}  " for line in exchanged_lines(results)),
        *tables,
        *check_and_notes(results.run),
    ]
    return "\n\n".join(parts) + "\n"


COMPARE_FORMATS: dict[str, Callable[[CompareResults], str]] = {
    "table": compare_text,
    "markdown": compare_markdown,
    "csv": lambda results: records_csv(results.records()),
    "json": lambda results: json_text(results.to_json()),
}
"""How results are written, by the name of the format."""


def compare_heading(results: CompareResults) -> list[str]:
    """Name both lists, rules, opponent and games."""
    names = [part.deck.name for part in results.lists]
    return [f"First     {names[0]}", f"Second    {names[1]}", *heading(results.run).splitlines()]


def exchanged_lines(results: CompareResults) -> list[str]:
    """Say which cards the second list has more or fewer of."""
    if not results.exchanged:
        return ["Both lists have the same cards."]
    lines = ["From the first list to the second:"]
    for card in sorted(results.exchanged, key=lambda card: card.counts[1] - card.counts[0]):
        change = card.counts[1] - card.counts[0]
        lines.append(f"  {change:+3} {card.name} ({card.kind}), {card.counts[0]} -> {card.counts[1]}")
    return lines


def _tables(results: CompareResults) -> list[tuple[str, list[list[str]]]]:
    """Titles and rows of all tables."""
    differences = list(results.differences())
    set_up = {difference.what: difference for difference in differences if difference.group == "set-up"}
    tables = [("Set-up, exact", [_row(title, set_up[name]) for name, title in QUANTITIES.items()])]
    starts = [part for part in differences if part.group not in ("set-up", "questions")]
    cards = [_row(f"{part.group} {CARD_QUANTITIES[part.what]}", part) for part in starts]
    tables.append(("Cards that can start, % of games, exact", cards))
    questions = [part for part in differences if part.group == "questions"]
    if questions:
        rows = [_row(part.what, part) for part in questions]
        tables.append(("Questions, % of games, given the kept hand, exact", rows))
    return tables


def _row(title: str, difference: Difference) -> list[str]:
    values = [_shown(value, difference) for value in difference.values]
    return [title, *values, _marked(difference)]


def _shown(value: float | None, difference: Difference) -> str:
    if difference.share:
        return exactly_percent(value)
    return "-" if value is None else f"{value:g}" if value == int(value) else f"{value:.4f}"


def _marked(difference: Difference) -> str:
    """The difference with its sign; = where there is none."""
    change = difference.difference
    if change is None:
        return "-"
    if not change:
        return "="
    if difference.what in ("basics", "optional_starters"):
        return f"{change:+g}"
    return f"{100 * change if difference.share else change:+.4f}"
