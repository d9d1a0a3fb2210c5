"""Results of a deck as text for people, Markdown, CSV and JSON."""

from collections.abc import Callable

from mulliganlab.deck import Deck
from mulliganlab.deck_results import CardRow, DeckResults
from mulliganlab.stage import UNKNOWN_NAME, Kind
from mulliganlab.tables import (
    check_and_notes,
    distribution_markdown,
    distribution_table,
    github_table,
    heading,
    json_text,
    markdown_heading,
    padded,
    percent,
    records_csv,
    simulated_markdown,
    simulated_table,
    wrapped,
)

__all__ = ["DECK_FORMATS", "deck_formatted", "deck_text"]

CARD_TITLES = ("in hand", "by turn 1", "only starter", "any prized", "all prized")
"""Titles of the odds in the order of `mulliganlab.card_odds.CARD_ODDS`."""

NAME_WIDTH = 33
"""Columns for a card name: with the numbers, a line of 100."""

KINDS: tuple[tuple[Kind, str], ...] = (
    ("basic", "Basic Pokémon"),
    ("starter", "optional starters"),
    ("evolution", "other Pokémon"),
    ("trainer", "Trainers"),
    ("energy", "Energies"),
)
"""What the kinds are called in a summary."""


def deck_formatted(results: DeckResults, name: str) -> str:
    """Write results in one of the formats of the command line."""
    return DECK_FORMATS[name](results)


def deck_text(results: DeckResults) -> str:
    """Write results as text for a terminal, not wider than 100 columns."""
    parts = [
        wrapped(f"Deck      {results.deck.name}\n{heading(results.set_up)}"),
        *map(wrapped, what_was_read(results.deck)),
        distribution_table(results.set_up.rows),
        *simulated_table(results.set_up.rows),
        card_table(results.cards),
        "With more or fewer Basics, exchanged with other cards (exact):\n\n"
        + distribution_table(results.changes),
        *(wrapped(line) for line in check_and_notes(results.set_up)),
    ]
    return "\n\n".join(parts) + "\n"


def deck_markdown(results: DeckResults) -> str:
    """Write results as Markdown."""
    lines = f"Deck      {results.deck.name}\n{heading(results.set_up)}".splitlines()
    parts = [
        markdown_heading(lines),
        markdown_heading(what_was_read(results.deck)),
        distribution_markdown(results.set_up.rows),
        *simulated_markdown(results.set_up.rows),
        github_table(["card", "copies", "kind", *CARD_TITLES], [_card_cells(row) for row in results.cards]),
        "With more or fewer Basics, exchanged with other cards (exact):",
        distribution_markdown(results.changes),
        *check_and_notes(results.set_up),
    ]
    return "\n\n".join(parts) + "\n"


DECK_FORMATS: dict[str, Callable[[DeckResults], str]] = {
    "table": deck_text,
    "markdown": deck_markdown,
    "csv": lambda results: records_csv(results.records()),
    "json": lambda results: json_text(results.to_json()),
}
"""How results are written, by the name of the format."""


def what_was_read(deck: Deck) -> list[str]:
    """Sum up a list: cards of each kind, the Basics by name, what may start, what was assumed."""
    size = deck.composition.size
    counts = [f"{deck.count(kind)} {title}" for kind, title in KINDS if deck.count(kind)]
    lines = [f"Read      {size} cards: {', '.join(counts)}.", f"Basics    {_names(deck, 'basic')}."]
    if deck.count("starter"):
        lines.append(f"Starters  {_names(deck, 'starter')}.")
    unknown = dict.fromkeys(card.name for card in deck.cards if card.why == UNKNOWN_NAME)
    if unknown:
        lines.append(f"Taken as Trainers, since no species is known by their names: {', '.join(unknown)}.")
    return lines


def card_table(cards: tuple[CardRow, ...]) -> str:
    """Tabulate the odds of each card name, in percent of the games."""
    titles = "".join(f"{title:>13}" for title in CARD_TITLES)
    lines = [f"{'Card, % of games':{NAME_WIDTH}}{titles}"]
    for row in cards:
        name, copies, kind, *odds = _card_cells(row)
        lines.append(f"{_fitted(f'{copies} {name}', kind)}{''.join(f'{share:>13}' for share in odds)}")
    return "\n".join(lines)


def _card_cells(row: CardRow) -> list[str]:
    odds = ["" if value is None else percent(value.exact) for value in row.odds.values()]
    return [row.card.name, str(row.card.count), row.card.kind, *odds]


def _names(deck: Deck, kind: Kind) -> str:
    return ", ".join(f"{card.count} {card.name}" for card in deck.named_cards if card.kind == kind)


def _fitted(name: str, kind: str) -> str:
    """Fit a name and its kind into the first column."""
    room = NAME_WIDTH - len(kind) - 2
    return f"{padded(name, room)} {kind} "
