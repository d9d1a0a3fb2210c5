"""What each copy of a card is worth, as text for people, Markdown, CSV and JSON."""

from collections.abc import Callable
from itertools import pairwise

from mulliganlab.ask_tables import ANY_HAND, check_lines, exactly_percent, odds_cells, odds_columns, where
from mulliganlab.copies_study import CopiesResults
from mulliganlab.question_names import counted_names, listed
from mulliganlab.tables import github_table, heading, json_text, markdown_heading, records_csv, wrapped

__all__ = ["COPIES_FORMATS", "copies_formatted", "copies_text"]


def copies_formatted(results: CopiesResults, name: str) -> str:
    """Write results in one of the formats of the command line."""
    return COPIES_FORMATS[name](results)


def copies_text(results: CopiesResults) -> str:
    """Write results as text for a terminal, not wider than 100 columns."""
    titles, cells = _cells(results)
    widths = [max(len(cell) for cell in column) + 3 for column in zip(titles, *cells, strict=True)]
    table = "\n".join(
        "".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in (titles, *cells)
    )
    heads = "\n".join(map(wrapped, copies_heading(results)))
    return "\n\n".join([heads, table, "\n".join(map(wrapped, _ends(results)))]) + "\n"


def copies_markdown(results: CopiesResults) -> str:
    """Write results as Markdown."""
    heads = markdown_heading(copies_heading(results))
    return "\n\n".join([heads, github_table(*_cells(results)), *_ends(results)]) + "\n"


COPIES_FORMATS: dict[str, Callable[[CopiesResults], str]] = {
    "table": copies_text,
    "markdown": copies_markdown,
    "csv": lambda results: records_csv(results.records()),
    "json": lambda results: json_text(results.to_json()),
}
"""How results are written, by the name of the format."""


def copies_heading(results: CopiesResults) -> list[str]:
    """Name deck, rules, opponent, games, the question, the card and what it is exchanged with."""
    first = results.rows[0].row
    return [
        f"Deck      {results.deck.name}",
        *heading(results.run).splitlines(),
        f"Question  {first.question}",
        f"Where     {where([first.place], results.run.rules)}, unless the question says otherwise",
        f"Card      {counted_names([results.card])}, exchanged with {listed(results.exchanged)}",
    ]


def _cells(results: CopiesResults) -> tuple[list[str], list[list[str]]]:
    rows = [row.row for row in results.rows]
    titles, _ = odds_columns(rows)
    shares = [row.probability.exact for row in rows]
    gains = [""] + ["-" if a is None or b is None else f"{100 * (b - a):+.4f}" for a, b in pairwise(shares)]
    cells = [
        [
            str(row.copies),
            *odds_cells(row.row, titles),
            gain,
            exactly_percent(row.mulligan_probability),
            "the list" if row.in_list else "",
        ]
        for row, gain in zip(results.rows, gains, strict=True)
    ]
    return ["copies", *(f"{title}, %" for title in titles), "worth", "mulligan, %", ""], cells


def _ends(results: CopiesResults) -> list[str]:
    return [f"{ANY_HAND} Worth: what this copy adds, in points of a percent.", *check_lines(results.run)]
