"""Results as text for people, Markdown, CSV and JSON."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import cycle
from textwrap import fill
from unicodedata import combining, east_asian_width

from mulliganlab.exact import fewest_basics
from mulliganlab.results import FLAT_GROUPS, Results, Row

__all__ = [
    "FORMATS",
    "columns",
    "exact_text",
    "fewest_line",
    "formatted",
    "github_table",
    "json_text",
    "markdown_heading",
    "padded",
    "records_csv",
    "results_text",
    "simulated_text",
    "with_interval",
]

WIDTH = 100
"""Columns of the terminal that every table fits in."""

FEWEST_FOR = (25, 20, 15, 10, 5)
"""Percentages of mulligans for which the fewest Basics are told."""

COUNTED = (
    ("mulligans", "mulligans", "expected_mulligans"),
    ("bonus given", "bonus_given", "expected_bonus_given"),
    ("bonus received", "bonus_received", "expected_bonus_received"),
)
"""Title, distribution and mean of each group of columns."""

SIMULATED = (
    ("mulligan", "mulligan_probability", 100, "%"),
    ("bonus given", "expected_bonus_given", 1, "mean"),
    ("bonus received", "expected_bonus_received", 1, "mean"),
)
"""Title, quantity, factor and unit of what is shown beside its simulation."""


def formatted(results: Results, name: str) -> str:
    """Write results in one of the formats of the command line.

    Parameters
    ----------
    results : Results
        What to show.
    name : {"table", "markdown", "csv", "json"}
        The format.

    Examples
    --------
    >>> from mulliganlab.study import basics
    >>> formatted(basics(8, 12, games=0), "csv").splitlines()[1].split(",")[2]
    '3344614/9655173'
    """
    return FORMATS[name](results)


def results_text(results: Results) -> str:
    """Write results as text for a terminal, not wider than 100 columns."""
    return f"{exact_text(results)}\n{simulated_text(results)}"


def exact_text(results: Results) -> str:
    """The first part of the text, which is known before anything is simulated."""
    return f"{wrapped(heading(results))}\n\n{distribution_table(results.rows)}\n"


def simulated_text(results: Results) -> str:
    """The rest of the text: the simulation, what follows, and the verdict."""
    ends = [fewest_line(results), *check_and_notes(results)]
    parts = [*simulated_table(results.rows), "\n".join(wrapped(line) for line in ends)]
    return "\n\n".join(parts) + "\n"


def results_markdown(results: Results) -> str:
    """Write results as Markdown."""
    parts = [
        markdown_heading(heading(results).splitlines()),
        distribution_markdown(results.rows),
        *simulated_markdown(results.rows),
        fewest_line(results),
        *check_and_notes(results),
    ]
    return "\n\n".join(parts) + "\n"


def records_csv(records: list[dict[str, object]]) -> str:
    """Write flat records as CSV, a line each, with a line of names above."""
    text = io.StringIO()
    # Rows without a simulation, after Ctrl-C, have fewer fields than the others.
    names = dict.fromkeys(name for record in records for name in record)
    writer = csv.DictWriter(text, fieldnames=list(names), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def json_text(value: dict[str, object]) -> str:
    """Write one JSON object."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


FORMATS: dict[str, Callable[[Results], str]] = {
    "table": results_text,
    "markdown": results_markdown,
    "csv": lambda results: records_csv(results.records()),
    "json": lambda results: json_text(results.to_json()),
}
"""How results are written, by the name of the format."""


def heading(results: Results) -> str:
    """Name what the results are about: rules, opponent, games and seed."""
    lines = [f"Rules     {results.rules.describe()}", f"Opponent  {results.opponent.name}"]
    info = results.simulation
    if info is None:
        return "\n".join([*lines, "Games     none simulated: exact values alone"])
    stopped = f", stopped after {info.played:,} in all" if info.stopped else ""
    each = " a row" if len(results.rows) > 1 else ""
    return "\n".join([*lines, f"Games     {info.games:,}{each}, seed {info.seed}{stopped}"])


def markdown_heading(lines: Iterable[str]) -> str:
    r"""Write lines of a heading in Markdown, their labels in bold.

    Examples
    --------
    >>> markdown_heading(["Rules     standard", "And so on."])
    '**Rules** standard  \nAnd so on.  '
    """
    return "\n".join(re.sub(r"^(\S+) {2,}", r"**\1** ", line.strip()) + "  " for line in lines)


def distribution_table(rows: Sequence[Row]) -> str:
    """Tabulate the exact distributions: percent of games, means in cards."""
    # Two lines of titles over groups of columns, which no table library aligns.
    widths = [6] + [5] * (FLAT_GROUPS - 1) + [6]
    groups = "".join(f"  {title + ', % of games':^{sum(widths) - 2}}" for title, _, _ in COUNTED)
    titles = zip([*_group_names(), "mean"], widths, strict=True)
    counts = "".join(f"{title:>{width}}" for title, width in titles)
    lines = [f"{'':6}{groups}", f"Basics{counts * len(COUNTED)}  lone shared"]
    for row in rows:
        first, *numbers, lone, shared = _distribution_cells(row)
        cells = (f"{number:>{width}}" for number, width in zip(numbers, cycle(widths), strict=False))
        lines.append(f"{first:>6}" + "".join(cells) + f"{lone:>6}{shared:>7}")
    return "\n".join(line.rstrip() for line in lines)


def distribution_markdown(rows: Sequence[Row]) -> str:
    """Tabulate the exact distributions in Markdown."""
    groups = [*(f"{count}, %" for count in _group_names()), "mean"]
    titles = [f"{title} {group}" for title, _, _ in COUNTED for group in groups]
    headers = ["Basics", *titles, "lone Basic, %", "shared mulligan, %"]
    return github_table(headers, [_distribution_cells(row) for row in rows])


def _group_names() -> list[str]:
    return [*(str(count) for count in range(FLAT_GROUPS - 1)), f"{FLAT_GROUPS - 1}+"]


def _distribution_cells(row: Row) -> list[str]:
    cells = [str(row.basics)]
    for _, distribution, mean in COUNTED:
        cells += [percent(share) for share in row.distribution(distribution).law.grouped(FLAT_GROUPS)]
        cells.append(three_digits(row.value(mean).exact))
    lone = row.value("lone_basic_probability").exact
    shared = row.value("shared_mulligan_probability").exact
    return [*cells, percent(lone), percent(shared)]


def percent(share: float | None) -> str:
    """Write a share in percent, with a place after the point below 100.

    Examples
    --------
    >>> percent(0.2586), percent(1.0), percent(0.99999), percent(0.00001), percent(0.0), percent(None)
    ('25.9', '100', '~100', '<0.1', '0', '-')
    """
    if share is None:
        return "-"
    if share in (0, 1):
        return str(int(100 * share))
    shown = f"{100 * share:.1f}"
    if shown == "0.0":
        return "<0.1"
    return "~100" if shown == "100.0" else shown


def three_digits(mean: float | None) -> str:
    """Write a mean with three digits.

    Examples
    --------
    >>> three_digits(7.5714), three_digits(0.34883), three_digits(12.3456)
    ('7.57', '0.349', '12.3')
    """
    if mean is None:
        return "-"
    if 0 < mean < 0.0005:
        return "<.001"
    return f"{mean:.{3 if mean < 0.9995 else 2 if mean < 9.995 else 1}f}"


def simulated_table(rows: Sequence[Row]) -> list[str]:
    """Tabulate exact values beside the simulated ones, where something was simulated."""
    cells = [_simulated_cells(row) for row in rows if row.games]
    if not cells:
        return []
    groups = "".join(f"  {f'{title}, {unit}':^26}" for title, _, _, unit in SIMULATED)
    titles = f"{'exact':>9}{'simulated':>19}" * len(SIMULATED)
    lines = [f"{'':6}{groups} largest", f"Basics{titles}       z"]
    for first, *values, z in cells:
        pairs = zip(values[::2], values[1::2], strict=True)
        lines.append(f"{first:>6}" + "".join(f"{e:>9}{s:>19}" for e, s in pairs) + f"{z:>8}")
    return ["\n".join(lines)]


def simulated_markdown(rows: Sequence[Row]) -> list[str]:
    """Tabulate exact values beside the simulated ones in Markdown."""
    cells = [_simulated_cells(row) for row in rows if row.games]
    if not cells:
        return []
    titles = [
        f"{title}, {unit}, {which}" for title, _, _, unit in SIMULATED for which in ("exact", "simulated")
    ]
    return [github_table(["Basics", *titles, "largest z"], cells)]


def _simulated_cells(row: Row) -> list[str]:
    cells = [str(row.basics)]
    for _, name, factor, _ in SIMULATED:
        value = row.value(name)
        assert value.exact is not None
        assert value.estimate is not None
        assert value.high is not None
        assert value.low is not None
        most = 100.0 if factor == 100 else None
        shown = with_interval(value.estimate, value.low, value.high, 4, factor=factor, most=most)
        cells += [f"{factor * value.exact:.4f}", shown]
    return [*cells, f"{row.largest_z:.1f}"]


def columns(text: str) -> int:
    """Columns of a terminal that a text takes: letters of East Asian scripts take two.

    Examples
    --------
    >>> columns("Mew"), columns("ミュウ")
    (3, 6)
    """
    return sum(2 if east_asian_width(c) in "WF" else 0 if combining(c) else 1 for c in text)


def padded(text: str, room: int) -> str:
    """Fill a text with spaces up to so many columns; the end of a wider one is left out.

    Examples
    --------
    >>> padded("ミュウ", 8), padded("ミュウ", 5)
    ('ミュウ  ', 'ミュ…')
    """
    if columns(text) > room:
        while columns(text) > room - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (room - columns(text))


def with_interval(
    estimate: float, low: float, high: float, digits: int, *, factor: float = 1, most: float | None = None
) -> str:
    """Write an estimate with its interval: with ± where it reaches as far to both sides.

    Parameters
    ----------
    estimate, low, high : float
        The estimate and the ends of its interval.
    digits : int
        Digits behind the point.
    factor : float
        100 for percentages.
    most : float, optional
        The largest value there is; the least is 0.

    Examples
    --------
    >>> with_interval(0.25, 0.24, 0.26, 2, factor=100, most=100)
    '25.00 ± 1.00'
    >>> with_interval(0.0, 0.0, 0.0003, 2, factor=100, most=100)
    '0.00 – 0.03'
    """
    value, least, largest = factor * estimate, factor * low, factor * high
    reach = max(largest - value, value - least)
    if value - reach < 0 or (most is not None and value + reach > most):
        return f"{max(least, 0):.{digits}f} – {largest:.{digits}f}"
    return f"{value:.{digits}f} ± {reach:.{digits}f}"


def github_table(headers: list[str], cells: list[list[str]]) -> str:
    """Write a Markdown table, its numbers to the right; a bar in a cell does not end it."""
    from tabulate import tabulate  # no other format waits for it to load

    cells = [[cell.replace("|", "\\|") for cell in row] for row in cells]
    return tabulate(cells, headers, tablefmt="github", disable_numparse=True, stralign="right")


def wrapped(text: str) -> str:
    """Break each line of a text before it is wider than a table."""
    lines = text.splitlines()
    return "\n".join(fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in lines)


def fewest_line(results: Results) -> str:
    """Say how few Basics keep mulligans rare."""
    (first, fewest), *others = ((p, fewest_basics(Fraction(p, 100), results.rules)) for p in FEWEST_FOR)
    rest = "".join(f"; {percent} %: {number}" for percent, number in others)
    return f"Fewest Basics to mulligan in at most {first} % of games: {fewest}{rest}."


def check_and_notes(results: Results) -> list[str]:
    """The verdict of the check, if something was simulated, and what should be known."""
    verdict = [] if results.check is None else [results.check.verdict()]
    return verdict + [f"Note: {warning}." for warning in results.warnings]
