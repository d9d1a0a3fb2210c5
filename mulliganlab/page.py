"""A page that holds everything about a run: tables, pictures, rules, and how to repeat it.

The page is one file that loads nothing, runs nothing, and can be printed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from mulliganlab import __version__
from mulliganlab.deck_results import DeckResults
from mulliganlab.deck_tables import what_was_read
from mulliganlab.errors import InputError
from mulliganlab.findings import sorted_rows
from mulliganlab.page_pictures import (
    Picture,
    basics_pictures,
    card_pictures,
    change_picture,
    set_up_pictures,
)
from mulliganlab.page_tables import (
    Table,
    card_table,
    count_tables,
    distribution_table,
    list_table,
    rules_table,
    simulated_tables,
    value_table,
)
from mulliganlab.results import Results, Row
from mulliganlab.tables import fewest_line, percent, three_digits

__all__ = ["basics_page", "deck_page", "report"]

ASSUMPTIONS = (
    "A hand without a card that can start is a mulligan: it is shuffled back and drawn anew. All that is "
    "told of a hand is about the one that is kept.",
    "Mulligans that both players take in the same round cancel. Each one more than the opponent's gives the "
    "opponent the choice of bonus cards; here every bonus card is drawn.",
    "“By turn 1” is the kept hand, all bonus cards and the draw of the first turn. “Only starter” is that "
    "nothing else in the kept hand can start.",
    "Exact values are ratios of numbers of hands, counted in whole numbers. Simulated ones come from games "
    "with shuffled cards; ± reaches to the ends of a 95 % interval.",
)
"""What the numbers rest on, in sentences."""


@dataclass(frozen=True)
class Section:
    """A part of a page: a title, and paragraphs, tables and pictures in this order."""

    title: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = ()
    code: str = ""


@dataclass(frozen=True)
class Page:
    """What the template shows: a title, facts below it, key numbers, notes, and sections."""

    title: str
    facts: tuple[str, ...]
    numbers: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...]
    sections: tuple[Section, ...]


def report(results: Results | DeckResults, *, command: str = "") -> str:
    """Write the page of a run: one HTML document with every table and picture.

    Parameters
    ----------
    results : Results or DeckResults
        Of `mulliganlab.basics` or `mulliganlab.study_deck`.
    command : str
        The command line that repeats it, if there is one.

    Raises
    ------
    InputError
        If it is something else.

    Examples
    --------
    >>> import mulliganlab as ml
    >>> "<h1>Decks with 8 Basics</h1>" in ml.report(ml.basics(8, games=0))
    True
    """
    if isinstance(results, DeckResults):
        return deck_page(results, command=command)
    if not isinstance(results, Results):
        raise InputError("a page shows what basics or study_deck found")
    return basics_page(results, command=command)


def deck_page(results: DeckResults, *, command: str = "") -> str:
    """Write the page of a deck.

    Parameters
    ----------
    results : DeckResults
        What was found.
    command : str
        The command line that repeats it, if there is one.

    Returns
    -------
    str
        The HTML document.

    Examples
    --------
    >>> from mulliganlab.deck import read_deck
    >>> from mulliganlab.deck_study import deck_results
    >>> deck = read_deck(b"4 Charmander OBF 26, 4 Pidgey OBF 162, 52 Fire Energy SVE 2")
    >>> "<h1>deck list</h1>" in deck_page(deck_results(deck, "12", games=0))
    True
    """
    set_up, row = results.set_up, results.row
    read = tuple(" ".join(line.split()) for line in what_was_read(results.deck))
    sections = (
        Section(
            "Mulligans and bonus cards",
            tables=(distribution_table(row), value_table(row)),
            pictures=tuple(set_up_pictures(results)),
        ),
        Section("Card by card", tables=(card_table(results.cards),), pictures=tuple(card_pictures(results))),
        Section(
            "A few Basics more or fewer",
            ("Exchanged with cards that cannot start; exact values.",),
            tuple(count_tables(results.changes)),
            (change_picture(results),),
        ),
        Section("What was read", read, (list_table(results.deck),)),
        *_last_sections(set_up, command),
    )
    return _rendered(Page(results.deck.name, _facts(set_up), tuple(_numbers(row)), set_up.warnings, sections))


def basics_page(results: Results, *, command: str = "") -> str:
    """Write the page of a table by the number of Basics.

    Parameters
    ----------
    results : Results
        What was found, at least one row.
    command : str
        The command line that repeats it, if there is one.

    Examples
    --------
    >>> from mulliganlab.study import basics
    >>> "<h1>Decks with 8 to 10 Basics</h1>" in basics_page(basics([8, 10], games=0))
    True
    """
    rows = sorted_rows(results.rows)
    first, last = rows[0].basics, rows[-1].basics
    title = f"Decks with {first} to {last} Basics" if len(rows) > 1 else f"Decks with {first} Basics"
    if last == 1:
        title = "Decks with 1 Basic"
    numbers = tuple(_numbers(rows[0])) if len(rows) == 1 else ()
    details = (value_table(rows[0]),) if len(rows) == 1 else tuple(simulated_tables(rows))
    sections = (
        Section("In pictures", pictures=tuple(basics_pictures(results))),
        Section(
            "By the number of Basics", (fewest_line(results), "Exact values."), tuple(count_tables(rows))
        ),
        *([Section("Exact and simulated", tables=details)] if details else []),
        *_last_sections(results, command),
    )
    return _rendered(Page(title, _facts(results), numbers, results.warnings, sections))


def _facts(results: Results) -> tuple[str, ...]:
    info = results.simulation
    games = (
        "Exact values alone, nothing simulated"
        if info is None
        else f"{info.games:,} simulated games{' a row' if len(results.rows) > 1 else ''}, seed {info.seed}"
    )
    return f"Rules: {results.rules.describe()}", f"Opponent: {results.opponent.name}", games


def _numbers(row: Row) -> Iterable[tuple[str, str, str]]:
    """Key numbers: title, number, and what else to say of it."""
    mulligan = row.value("mulligan_probability").exact
    often = f"1 opening hand in {1 / mulligan:.1f}" if mulligan else "never"
    yield "Mulligan", f"{percent(mulligan)}\N{NO-BREAK SPACE}%", often
    for title, side in (("The opponent may draw", "given"), ("You may draw", "received")):
        share = row.value(f"bonus_{side}_probability").exact
        mean = row.value(f"expected_bonus_{side}").exact
        yield (
            title,
            f"{percent(share)}\N{NO-BREAK SPACE}%",
            f"of games; {three_digits(mean)} bonus cards a game",
        )
    lone = row.value("lone_basic_probability").exact
    yield "Just one card can start", f"{percent(lone)}\N{NO-BREAK SPACE}%", "of kept hands"


def _last_sections(results: Results, command: str) -> Iterable[Section]:
    verdict = "Nothing was simulated." if results.check is None else results.check.verdict()
    yield Section("Rules and assumptions", ASSUMPTIONS, (rules_table(results),))
    again = [verdict, f"Made with mulliganlab {__version__}."]
    if results.simulation is not None:
        again.append(f"Random numbers: {results.simulation.generator}. The same seed gives the same counts.")
    yield Section("Check, and how to repeat it", tuple(again), code=command)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("mulliganlab"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _rendered(page: Page) -> str:
    # Pictures are our own markup; whatever else stands on the page is escaped.
    return _environment().get_template("report.html").render(page=page, markup=Markup)
