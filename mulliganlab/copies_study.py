"""What each copy of a card is worth: one question for decks with 0, 1, 2 … of it."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from mulliganlab.ask_results import AskRow, BonusCards
from mulliganlab.ask_study import Answers, Play, answer, joint_results
from mulliganlab.deck import Card, Deck, NamedCard
from mulliganlab.errors import InputError
from mulliganlab.exact import mulligan_probability
from mulliganlab.names import fold_name
from mulliganlab.opponent import Opponent
from mulliganlab.question import HAND, Name, Place, Question
from mulliganlab.question_names import AskedQuestion, CardNames, asked, listed
from mulliganlab.results import Results
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.showing import ShownAsText
from mulliganlab.study import DEFAULT_GAMES, as_opponent, simulation_info

__all__ = ["CopiesResults", "CopiesRow", "copies", "numbers_of_copies"]

USUAL_LIMIT = 4
"""Copies up to which decks are compared where the rules have no limit."""


@dataclass(frozen=True)
class CopiesRow:
    """The question for a deck with so many copies.

    Attributes
    ----------
    copies : int
        How many.
    in_list : bool
        Whether it is the list as it was read.
    mulligan_probability : float
        Of this deck, exact.
    row : AskRow
        The odds.
    """

    copies: int
    in_list: bool
    mulligan_probability: float
    row: AskRow

    def to_json(self) -> dict[str, object]:
        """Give the row as the JSON output has it."""
        return {
            "copies": self.copies,
            "in_list": self.in_list,
            "mulligan_probability": {"exact": self.mulligan_probability},
            **self.row.to_json(),
        }

    def record(self) -> dict[str, object]:
        """Flatten the row: one number a key, for CSV files and data frames."""
        flat = {"copies": self.copies, "in_list": self.in_list}
        return flat | {"mulligan_probability": self.mulligan_probability} | self.row.record()


@dataclass(frozen=True)
class CopiesResults(ShownAsText):
    """What each copy of a card is worth.

    Attributes
    ----------
    run : Results
        Rules, opponent, simulation, check and warnings.
    deck : Deck
        The deck as it was read.
    card : NamedCard
        The card.
    exchanged : tuple of str
        Names of the cards that make room, or take it.
    rows : tuple of CopiesRow
        A row for each number of copies.
    """

    run: Results
    deck: Deck
    card: NamedCard
    exchanged: tuple[str, ...]
    rows: tuple[CopiesRow, ...]

    @property
    def exit_status(self) -> int:
        """Status of a command with these results."""
        return self.run.exit_status

    def to_json(self) -> dict[str, object]:
        """Give the results as the JSON output has them."""
        shown = self.run.to_json()
        return {
            **{name: shown[name] for name in ("mulliganlab", "command", "rules", "opponent", "simulation")},
            "deck": self.deck.to_json(),
            "card": {"name": self.card.name, "count": self.card.count, "kind": self.card.kind},
            "exchanged_with": list(self.exchanged),
            "rows": [row.to_json() for row in self.rows],
            "check": shown["check"],
            "warnings": shown["warnings"],
        }

    def records(self) -> list[dict[str, object]]:
        """One flat dictionary a row, as ``pandas.DataFrame`` takes them."""
        origin = {"deck": self.deck.name, "card": self.card.name} | self.run.origin()
        return [row.record() | origin | {"games": row.row.games} for row in self.rows]

    def __str__(self) -> str:
        from mulliganlab.copies_tables import copies_text  # tables show results: to the right of here

        return copies_text(self)


def copies(
    deck: Deck,
    card: str,
    question: Question | str,
    opponent: Opponent | str | int | None = None,
    rules: Rules = STANDARD,
    *,
    exchange: str | None = None,
    place: Place = HAND,
    bonus: BonusCards = "all",
    games: int = DEFAULT_GAMES,
    seed: int | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> CopiesResults:
    """Ask a question of decks with 0, 1, 2 … copies of a card.

    Parameters
    ----------
    deck : Deck
        The deck.
    card : str
        Its card whose copies are counted.
    question : Question or str
        What is asked.
    opponent, rules
        What is played.
    exchange : str, optional
        The card that copies are exchanged with. By default cards that the question does not
        name: Basics for a Basic, so that the deck mulligans as often, other cards for others.
    place, bonus, games, seed, jobs, executor, progress
        See `mulliganlab.ask_study.ask`.

    Raises
    ------
    InputError
        If a name is unknown, or there is no card to exchange with.

    Examples
    --------
    >>> from mulliganlab.deck import read_deck
    >>> deck = read_deck(b"10 Pidgey OBF 162, 2 Iono PAL 185, 48 Fire Energy SVE 2")
    >>> results = copies(deck, "Iono", "Iono", games=0)
    >>> [round(100 * row.row.probability.exact, 2) for row in results.rows]
    [0.0, 10.85, 20.7, 29.63, 37.7]
    """
    names = CardNames([deck])
    counted = _only(names, deck, card)
    wanted = asked(question, [deck], place, rules)
    partners = [_only(names, deck, exchange)] if exchange else _partners(deck, counted, wanted)
    if not partners:
        raise InputError(f"there is no card that {counted.name} could be exchanged with: name one with --for")
    if partners[0] == counted:
        raise InputError(f"{counted.name} cannot be exchanged with itself")
    numbers = numbers_of_copies(counted, rules)
    info = simulation_info(games, seed) if games else None
    play = Play(as_opponent(opponent, rules), rules, bonus, info, jobs, executor, progress)
    rows: list[CopiesRow] = []
    answers: list[Answers] = []
    touched: dict[str, None] = {}
    missing: list[str] = []
    without_basics: list[str] = []
    for number in numbers:
        changed = _with_copies(deck, counted, number, partners)
        if changed is None:
            missing.append(str(number))
            continue
        if not changed.count("basic"):
            without_basics.append(str(number))
            continue
        stopped = any(part.stopped for part in answers)
        found = answer(changed, [(wanted, place)], replace(play, simulation=None) if stopped else play)
        failing = float(mulligan_probability(changed.composition, rules))
        answers.append(found)
        rows.append(CopiesRow(number, number == counted.count, failing, found.rows[0]))
        touched |= dict.fromkeys(_changed_names(deck, changed, counted))
    warnings = deck.warnings + tuple(_gaps(missing, without_basics))
    run = joint_results("copies", answers, play, warnings)
    return CopiesResults(run, deck, counted, tuple(touched), tuple(rows))


def _gaps(missing: Sequence[str], without_basics: Sequence[str]) -> Iterator[str]:
    """Why some numbers of copies have no row."""
    if missing:
        yield f"not enough cards to exchange for {listed(missing)} copies"
    if without_basics:
        yield f"with {listed(without_basics)} copies the deck would have no Basic"


def numbers_of_copies(card: NamedCard, rules: Rules) -> range:
    """Numbers of copies to compare: up to what a legal deck may have, or the list has."""
    return range(max(rules.copy_limit or USUAL_LIMIT, card.count) + 1)


def _only(names: CardNames, deck: Deck, name: str) -> NamedCard:
    """The card of a name, which must be of one kind."""
    meaning = names.find(Name(name, card=True))
    found = [card for card in deck.named_cards if card in meaning]
    if len(found) > 1:
        kinds = listed(card.kind for card in found)
        raise InputError(f"{deck.name} has {found[0].name} as {kinds}: copies need cards of one kind")
    return found[0]


def _partners(deck: Deck, card: NamedCard, question: AskedQuestion) -> list[NamedCard]:
    """Cards that the question does not name and that matter for a start as the card does."""
    kinds = [card.kind] if card.kind in ("basic", "starter") else ["evolution", "trainer", "energy"]
    free = [
        other
        for other in deck.named_cards
        if other.kind in kinds and other != card and not question.means(other)
    ]
    return sorted(free, key=lambda other: (other.kind != card.kind, -other.count))


def _with_copies(deck: Deck, card: NamedCard, number: int, partners: Sequence[NamedCard]) -> Deck | None:
    """The deck with so many copies of a card; None where the others are too few."""
    changes = {card: number - card.count}
    missing = number - card.count
    for partner in partners:
        taken = min(missing, partner.count)  # below 0 the first partner takes all the room
        changes[partner] = -taken
        missing -= taken
    if missing > 0:
        return None
    return replace(deck, cards=tuple(_changed(deck, changes)))


def _changed(deck: Deck, changes: dict[NamedCard, int]) -> Iterator[Card]:
    """The lines of a deck with copies of some cards more or fewer."""
    left = {(card.kind, fold_name(card.name)): change for card, change in changes.items()}
    for line in deck.cards:
        key = line.kind, fold_name(line.name)
        change = max(left.get(key, 0), -line.count)
        if change:
            left[key] -= change
        if line.count + change:
            yield replace(line, count=line.count + change)


def _changed_names(deck: Deck, changed: Deck, card: NamedCard) -> Iterator[str]:
    counts = {(other.kind, other.name): other.count for other in changed.named_cards}
    for other in deck.named_cards:
        if other.name != card.name and counts.get((other.kind, other.name), 0) != other.count:
            yield other.name
