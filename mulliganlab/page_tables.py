"""The tables of a page, as texts: what each cell shows is decided here, how it looks in the template."""

from collections.abc import Sequence
from dataclasses import dataclass

from mulliganlab.deck import Deck
from mulliganlab.deck_results import CardRow
from mulliganlab.deck_tables import CARD_TITLES
from mulliganlab.results import FLAT_GROUPS, Results, Row, Value
from mulliganlab.rules import Rules
from mulliganlab.tables import percent, three_digits, with_interval

__all__ = [
    "Table",
    "card_table",
    "count_tables",
    "distribution_table",
    "list_table",
    "rules_table",
    "simulated_tables",
    "value_table",
]

GROUPS = (*(str(count) for count in range(FLAT_GROUPS - 1)), f"{FLAT_GROUPS - 1}+")

COUNTS = (
    ("Mulligans", "mulligans"),
    ("Opponent's bonus cards", "bonus_given"),
    ("Your bonus cards", "bonus_received"),
    ("Basics in the kept hand", "basics_kept"),
)
"""Title and name of each distribution."""

VALUES = (
    ("An opening hand is a mulligan", "mulligan_probability"),
    ("Mulligans a game", "expected_mulligans"),
    ("Both mulligan at once", "shared_mulligan_probability"),
    ("Shared mulligans a game", "expected_shared_mulligans"),
    ("The opponent may draw bonus cards", "bonus_given_probability"),
    ("Opponent's bonus cards a game", "expected_bonus_given"),
    ("You may draw bonus cards", "bonus_received_probability"),
    ("Your bonus cards a game", "expected_bonus_received"),
    ("Just one card of the kept hand can start", "lone_basic_probability"),
    ("Basics in the kept hand", "expected_basics_kept"),
    ("A Basic is among your bonus cards", "bonus_basic_probability"),
    ("The same, of the games with bonus cards", "bonus_basic_probability_if_any"),
)
"""Title and name of each rate and mean."""

RULES = (
    ("Rule set", "name"),
    ("Where it is from", "rulebook"),
    ("Cards of a deck", "deck_size"),
    ("Cards of an opening hand", "hand_size"),
    ("Prize cards", "prizes"),
    ("Bonus cards for each extra mulligan", "bonus_per_mulligan"),
    ("Mulligans at most", "mulligan_limit"),
    ("Copies of a name at most", "copy_limit"),
    ("A hand with an optional starter and no Basic", "starters"),
    ("Fossils and dolls count as Basics", "fossils_start"),
)
"""Title and name of each number of the rules."""


@dataclass(frozen=True)
class Table:
    """A table of texts.

    Attributes
    ----------
    caption : str
        What it shows, with the unit.
    headers : tuple of str
        One a column.
    rows : tuple of tuple of str
        Cells; the first of each is the header of its row.
    words : int
        So many columns hold words, the others numbers.
    """

    caption: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1


def distribution_table(row: Row) -> Table:
    """Tabulate the distributions of one row, a line each."""
    lines = [(title, *_distribution(row, name)) for title, name in COUNTS]
    return Table("Exact, % of games", ("Count", *GROUPS, "mean"), tuple(lines))


def count_tables(rows: Sequence[Row]) -> list[Table]:
    """Tabulate each distribution by the number of Basics, and what else changes with it."""
    headers = ("Basics", *GROUPS, "mean")
    tables = [
        Table(
            f"{title}, % of games",
            headers,
            tuple((str(row.basics), *_distribution(row, name)) for row in rows),
        )
        for title, name in COUNTS[:3]
    ]
    others = ("lone_basic_probability", "shared_mulligan_probability", "bonus_basic_probability")
    lines = ((str(row.basics), *(percent(row.value(name).exact) for name in others)) for row in rows)
    titles = ("Basics", "just one can start", "both mulligan", "Basic in your bonus")
    return [*tables, Table("Also, % of games", titles, tuple(lines))]


def value_table(row: Row) -> Table:
    """Tabulate all rates and means of one row, exact and, if they were simulated, estimated."""
    simulated = bool(row.games)
    lines = []
    for title, name in VALUES:
        value = row.value(name)
        cells = _exact_and_simulated(value, mean=name.startswith("expected"))
        lines.append((title, *cells) if simulated else (title, cells[0]))
    headers = ("", "exact", "simulated") if simulated else ("", "exact")
    return Table("Rates and means", headers, tuple(lines))


def simulated_tables(rows: Sequence[Row]) -> list[Table]:
    """Tabulate exact values beside simulated ones by the number of Basics, where there are any."""
    played = [row for row in rows if row.games]
    if not played:
        return []
    tables = []
    for title, name in (VALUES[0], VALUES[5], VALUES[7]):
        lines = [
            (str(row.basics), *_exact_and_simulated(row.value(name), mean=name.startswith("expected")))
            for row in played
        ]
        tables.append(Table(title, ("Basics", "exact", "simulated"), tuple(lines)))
    deviations = tuple((str(row.basics), f"{row.games:,}", f"{row.largest_z or 0:.1f}") for row in played)
    return [*tables, Table("Games, largest deviation", ("Basics", "games", "largest z"), deviations)]


def list_table(deck: Deck) -> Table:
    """Tabulate the lines of a list, with the kind of each card and how it is known."""
    lines = (
        (f"{card.count} {card.name}", f"{card.set_code} {card.number}".strip(), card.kind, card.why)
        for card in deck.cards
    )
    return Table("The list as it was read", ("Card", "set", "kind", "known from"), tuple(lines), 4)


def card_table(cards: Sequence[CardRow]) -> Table:
    """Tabulate the odds of each card name, in percent of the games."""
    lines = tuple(
        (
            f"{row.card.count} {row.card.name}",
            *("" if value is None else percent(value.exact) for value in row.odds.values()),
        )
        for row in cards
    )
    return Table("Odds card by card, % of games", ("Card", *CARD_TITLES), lines)


def rules_table(results: Results) -> Table:
    """Tabulate the rules and the opponent."""
    lines = [(title, _rule(results.rules, name)) for title, name in RULES]
    return Table("Rules", ("Rule", "value"), (*lines, ("Opponent", results.opponent.name)), 2)


def _rule(rules: Rules, name: str) -> str:
    value = getattr(rules, name)
    if value is None:
        return "no limit"
    if name == "starters":
        return {"keep": "is kept", "refuse": "is refused"}[value]
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _distribution(row: Row, name: str) -> tuple[str, ...]:
    shares = row.distribution(name).law.grouped(FLAT_GROUPS)
    mean = row.value(f"expected_{name}").exact
    return (*map(percent, shares), three_digits(mean))


def _exact_and_simulated(value: Value, *, mean: bool) -> tuple[str, str]:
    """Write an exact value, and the estimate with half the width of its interval."""
    factor, unit = (1, "") if mean else (100, "\N{NO-BREAK SPACE}%")
    exact = "-" if value.exact is None else f"{factor * value.exact:.4f}{unit}"
    if value.estimate is None or value.low is None or value.high is None:
        return exact, "-"
    most = None if mean else 100.0
    return exact, with_interval(value.estimate, value.low, value.high, 4, factor=factor, most=most) + unit
