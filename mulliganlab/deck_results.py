"""What is told of one deck: its set-up, its cards one by one, and what other Basic counts would change."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mulliganlab.card_odds import CARD_ODDS, CardOdds
from mulliganlab.deck import Deck, NamedCard
from mulliganlab.results import Results, Row, Value, rate_value
from mulliganlab.showing import ShownAsText

if TYPE_CHECKING:  # exact results alone are shown without loading NumPy
    from mulliganlab.tally import Tally

__all__ = ["CardRow", "DeckResults", "card_rows"]


@dataclass(frozen=True)
class CardRow:
    """Odds of one card name.

    Attributes
    ----------
    card : NamedCard
        The name with its kind and copies.
    odds : dict
        `Value` by the names of `mulliganlab.card_odds`; None for what the card cannot do.
    """

    card: NamedCard
    odds: dict[str, Value | None]

    def to_json(self) -> dict[str, object]:
        """Give the row as the JSON output has it."""
        odds = {name: value and value.to_json() for name, value in self.odds.items()}
        return {"name": self.card.name, "count": self.card.count, "kind": self.card.kind} | odds

    def record(self) -> dict[str, object]:
        """Flatten the row: one number a key, for CSV files and data frames."""
        flat: dict[str, object] = {
            "name": self.card.name,
            "count": self.card.count,
            "kind": self.card.kind,
        }
        for name, value in self.odds.items():
            flat |= value.record(name) if value else {name: None}
        return flat


@dataclass(frozen=True)
class DeckResults(ShownAsText):
    """Everything that was found about a deck.

    Attributes
    ----------
    set_up : Results
        Rules, opponent, simulation, check, warnings, and the one row of its distributions.
    deck : Deck
        The deck as it was read.
    cards : tuple of CardRow
        One for each name and kind, Basics first.
    changes : tuple of Row
        Exact rows for fewer and more Basics, exchanged with cards that cannot start.
    """

    set_up: Results
    deck: Deck
    cards: tuple[CardRow, ...]
    changes: tuple[Row, ...]

    @property
    def row(self) -> Row:
        """The distributions of the deck."""
        return self.set_up.rows[0]

    def to_json(self) -> dict[str, object]:
        """Give the results as the JSON output has them."""
        shown = self.set_up.to_json()
        return {
            **{name: shown[name] for name in ("mulliganlab", "command", "rules", "opponent", "simulation")},
            "deck": self.deck.to_json(),
            "rows": shown["rows"],
            "cards": [card.to_json() for card in self.cards],
            "changes": [row.to_json() for row in self.changes],
            "check": shown["check"],
            "warnings": shown["warnings"],
        }

    def records(self) -> list[dict[str, object]]:
        """One flat dictionary a card name, as ``pandas.DataFrame`` takes them."""
        return [card.record() | self.set_up.origin() | {"games": self.row.games} for card in self.cards]

    def __str__(self) -> str:
        from mulliganlab.deck_tables import deck_text  # tables show results: they are to the right of here

        return deck_text(self)


def card_rows(
    cards: Sequence[NamedCard], odds: Sequence[CardOdds], tally: "Tally | None" = None
) -> tuple[CardRow, ...]:
    """Put exact odds and what was counted side by side.

    Parameters
    ----------
    cards : sequence of NamedCard
        The names.
    odds : sequence of CardOdds
        Exact odds of each.
    tally : Tally, optional
        Simulated games that counted these names in this order.
    """
    rows = []
    games = tally.games if tally is not None else 0
    for index, (card, exact) in enumerate(zip(cards, odds, strict=True)):
        values: dict[str, Value | None] = {}
        for column, name in enumerate(CARD_ODDS):
            probability = getattr(exact, name)
            events = int(tally.cards[index, column]) if tally is not None else 0
            values[name] = None if probability is None else rate_value(probability, events, games)
        rows.append(CardRow(card, values))
    return tuple(rows)
