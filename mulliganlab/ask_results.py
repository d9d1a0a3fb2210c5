"""What is told of questions: the rows of their odds, and the deck they are about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mulliganlab.deck import Deck, NamedCard
from mulliganlab.errors import InputError
from mulliganlab.question import Place, Question
from mulliganlab.question_layout import places_of
from mulliganlab.results import Results, Value
from mulliganlab.rules import Rules
from mulliganlab.showing import ShownAsText

__all__ = ["AskResults", "AskRow", "BonusCards", "cards_seen"]

BonusCards = Literal["all", "none"]
"""Whether all bonus cards are drawn, or none."""

MOST_CURVES = 8
"""Questions that can be told apart in one picture."""


@dataclass(frozen=True)
class AskRow:
    """The odds of one question.

    Attributes
    ----------
    question : str
        As it was asked.
    place : Place
        Where cards are looked for, where the question does not say it.
    bonus : {"all", "none"} or None
        Whether bonus cards are among those seen; None where no turn is asked for.
    cards_seen : int
        Cards that the question looks at, bonus cards aside.
    probability : Value
        Given the kept hand.
    probability_any_hand : Value
        For any hand: as many cards, the mulligan ignored.
    games : int
        Games simulated for it.
    asked : tuple of Place
        Where cards are looked for, all places.
    placed : bool
        Whether the question says all places itself: `place` has no part in it then.
    """

    question: str
    place: Place
    bonus: BonusCards | None
    cards_seen: int
    probability: Value
    probability_any_hand: Value
    games: int = 0
    asked: tuple[Place, ...] = ()
    placed: bool = False

    @property
    def where(self) -> str:
        """The places in words."""
        return ", ".join(map(str, self.asked or (self.place,)))

    def to_json(self) -> dict[str, object]:
        """Give the row as the JSON output has it."""
        return {
            **self._asked(),
            "probability": self.probability.to_json(),
            "probability_any_hand": self.probability_any_hand.to_json(),
        }

    def record(self) -> dict[str, object]:
        """Flatten the row: one number a key, for CSV files and data frames."""
        flat = self._asked() | self.probability.record("probability")
        return flat | self.probability_any_hand.record("probability_any_hand")

    def _asked(self) -> dict[str, object]:
        return {
            "question": self.question,
            "place": self.where,
            "cards_seen": self.cards_seen,
            "bonus_cards": self.bonus,
        }


@dataclass(frozen=True)
class AskResults(ShownAsText):
    """Everything that was found about some questions.

    Attributes
    ----------
    run : Results
        Rules, opponent, simulation, check and warnings.
    deck : Deck
        The deck as it was read.
    cards : tuple of NamedCard
        Its cards that the questions name.
    rows : tuple of AskRow
        A row for each question and place, the places of a question one after the other.
    mean_bonus : float
        Bonus cards on average.
    """

    run: Results
    deck: Deck
    cards: tuple[NamedCard, ...]
    rows: tuple[AskRow, ...]
    mean_bonus: float

    @property
    def exit_status(self) -> int:
        """Status of a command with these results."""
        return self.run.exit_status

    def to_json(self) -> dict[str, object]:
        """Give the results as the JSON output has them."""
        shown = self.run.to_json()
        named = [{"name": card.name, "count": card.count, "kind": card.kind} for card in self.cards]
        return {
            **{name: shown[name] for name in ("mulliganlab", "command", "rules", "opponent", "simulation")},
            "deck": self.deck.to_json(),
            "cards": named,
            "rows": [row.to_json() for row in self.rows],
            "check": shown["check"],
            "warnings": shown["warnings"],
        }

    def records(self) -> list[dict[str, object]]:
        """One flat dictionary a row, as ``pandas.DataFrame`` takes them."""
        origin = {"deck": self.deck.name} | self.run.origin()
        return [row.record() | origin | {"games": row.games} for row in self.rows]

    def __str__(self) -> str:
        from mulliganlab.ask_tables import ask_text  # tables show results: they are to the right of here

        return ask_text(self)


def cards_seen(question: Question, rules: Rules) -> int:
    """Cards that a question looks at, bonus cards aside.

    Examples
    --------
    >>> from mulliganlab.question import HAND, PRIZES, no, turn
    >>> from mulliganlab.rules import STANDARD
    >>> cards_seen(no("Iono").at(turn(2)) & no("N").at(HAND), STANDARD)
    9
    >>> cards_seen(no("Iono").at(PRIZES), STANDARD)
    6
    """
    places = places_of(question)
    seen = [rules.hand_size + place.turn for place in places if place.where != "prizes"]
    prizes = rules.prizes if any(place.where == "prizes" for place in places) else 0
    return max(seen, default=0) + prizes


def asks_for_turns(question: Question) -> bool:
    """Whether a question looks at turns, and so at bonus cards."""
    return any(place.where == "turn" for place in places_of(question))


def places_in_order(rows: Sequence[AskRow]) -> list[Place]:
    """The places of the rows whose questions leave them open, each once; if there are none, of all."""
    return list(dict.fromkeys(row.place for row in open_rows(rows) or rows))


def open_rows(rows: Sequence[AskRow]) -> list[AskRow]:
    """Rows whose questions leave a place open."""
    return [row for row in rows if not row.placed]


def require_curves(questions: int, places: int) -> None:
    """Refuse a picture of too few turns or of too many questions."""
    if places < 2:
        raise InputError("a picture of questions is a curve over turns: give --turns such as 0-5")
    if questions > MOST_CURVES:
        raise InputError(f"a picture shows up to {MOST_CURVES} questions, not {questions}")
