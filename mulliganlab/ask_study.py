"""Questions about a deck: exact, simulated with its real cards, and checked."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mulliganlab.ask_results import AskResults, AskRow, BonusCards, asks_for_turns, cards_seen
from mulliganlab.deck import Deck, NamedCard
from mulliganlab.errors import InputError
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import Opponent
from mulliganlab.pmf import Pmf
from mulliganlab.question import HAND, Place, Question
from mulliganlab.question_layout import places_of, require_places
from mulliganlab.question_names import AskedQuestion, asked
from mulliganlab.question_odds import NO_BONUS, QuestionOdds, question_odds
from mulliganlab.results import Results, SimulationInfo, Value
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.study import DEFAULT_GAMES, as_opponent, simulation_info, stopped_note

if TYPE_CHECKING:  # exact results alone do not wait for NumPy, SciPy and the compiler to load
    from mulliganlab.checking import Check

__all__ = ["Answers", "Asked", "Play", "answer", "ask", "joint_results", "named_cards"]

MOST_QUESTIONS = 1000
"""Questions of one run."""

Asked = tuple[AskedQuestion, Place]
"""A question, and where cards are looked for unless it says so."""


@dataclass(frozen=True)
class Play:
    """What is played when a question is answered.

    Attributes
    ----------
    opponent : Opponent
        Who is met.
    rules : Rules
        The rules.
    bonus : {"all", "none"}
        Whether bonus cards are all drawn, or none.
    simulation : SimulationInfo or None
        Games and seed; None for exact values alone.
    jobs : int or None
        Threads, by default all processors.
    executor : Executor or None
        Plays the games instead.
    progress : callable or None
        Called with the number of games each time some are finished.
    """

    opponent: Opponent
    rules: Rules = STANDARD
    bonus: BonusCards = "all"
    simulation: SimulationInfo | None = None
    jobs: int | None = None
    executor: Executor | None = None
    progress: Callable[[int], None] | None = None

    def bonus_law(self, deck: Deck) -> Pmf:
        """Law of the bonus cards that a deck's player draws."""
        if self.bonus == "none":
            return NO_BONUS
        return set_up_law(deck.composition, self.opponent, self.rules).bonus_received


@dataclass(frozen=True)
class Answers:
    """Answers to questions about one deck.

    Attributes
    ----------
    rows : tuple of AskRow
        A row for each question.
    warnings : tuple of str
        What should be known, one sentence each.
    check : Check or None
        The verdict on the simulation, if there was one.
    stopped : bool
        Whether Ctrl-C ended the simulation.
    """

    rows: tuple[AskRow, ...]
    warnings: tuple[str, ...]
    check: "Check | None" = None
    stopped: bool = False


def ask(
    deck: Deck,
    questions: Question | str | Sequence[Question | str],
    opponent: Opponent | str | int | None = None,
    rules: Rules = STANDARD,
    *,
    places: Place | Sequence[Place] = HAND,
    bonus: BonusCards = "all",
    games: int = DEFAULT_GAMES,
    seed: int | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> AskResults:
    """Odds of conditions on the cards of a deck.

    Parameters
    ----------
    deck : Deck
        The deck.
    questions : Question, str, or sequence of them
        What is asked.
    opponent : Opponent, str or int, optional
        Who is met; by default the field for 60 cards, else a mirror.
    rules : Rules
        The rules played.
    places : Place or sequence of Place
        Where cards are looked for, where a question does not say it: each gives a row.
    bonus : {"all", "none"}
        Whether the bonus cards for the opponent's mulligans are all drawn, or none.
    games : int
        Simulated games; 0 gives exact values alone.
    seed, jobs, executor, progress
        See `mulliganlab.simulate`.

    Raises
    ------
    InputError
        If a question cannot be read, or names no card of the deck.

    Examples
    --------
    >>> from mulliganlab.deck import read_deck
    >>> deck = read_deck(b"4 Charmander OBF 26, 6 Pidgey OBF 162, 3 Iono PAL 185, 47 Fire Energy SVE 2")
    >>> results = ask(deck, "Charmander and Iono", games=0)
    >>> round(100 * results.rows[0].probability.exact, 4)
    15.3836
    """
    wanted = [questions] if isinstance(questions, Question | str) else list(questions)
    if not 1 <= len(wanted) <= MOST_QUESTIONS:
        raise InputError(f"ask from 1 to {MOST_QUESTIONS} questions at a time, not {len(wanted)}")
    spots = [places] if isinstance(places, Place) else list(places)
    if not all(isinstance(place, Place) for place in spots) or not spots:
        raise InputError("a place is HAND, PRIZES or turn(number)")
    asking = list(_each_place(wanted, deck, spots, rules))
    info = simulation_info(games, seed) if games else None
    play = Play(as_opponent(opponent, rules), rules, bonus, info, jobs, executor, progress)
    answers = answer(deck, asking, play)
    run = joint_results("ask", [answers], play, deck.warnings)
    cards = named_cards([question for question, _ in asking], deck)
    return AskResults(run, deck, cards, answers.rows, float(play.bonus_law(deck).mean))


def _each_place(
    questions: Iterable[Question | str], deck: Deck, places: Sequence[Place], rules: Rules
) -> Iterator[Asked]:
    """Each question in each place, once if it says its places itself."""
    for question in questions:
        for place in places:
            found = asked(question, [deck], place, rules)
            yield found, place
            if found.placed:
                break


def answer(deck: Deck, asking: Sequence[Asked], play: Play) -> Answers:
    """Answer questions about one deck: exact, and simulated in the same games.

    Parameters
    ----------
    deck : Deck
        The deck.
    asking : sequence of (AskedQuestion, Place)
        The questions with their places.
    play : Play
        What is played.
    """
    rules, law = play.rules, play.bonus_law(deck)
    for question, _ in asking:
        require_places(places_of(question.question), deck.composition.size, rules)
    odds = [question_odds(q.question, q.masks(deck), deck.composition, rules, law) for q, _ in asking]
    rows = tuple(_row(*question, play, exact) for question, exact in zip(asking, odds, strict=True))
    answers = Answers(rows, tuple(_warnings(deck, asking, odds, play)))
    return answers if play.simulation is None else _simulated(answers, deck, asking, odds, play)


def joint_results(
    command: str, answers: Sequence[Answers], play: Play, warnings: tuple[str, ...] = ()
) -> Results:
    """Rules, opponent, simulation, check and warnings of several answers.

    Parameters
    ----------
    command : str
        The command, as on the command line.
    answers : sequence of Answers
        What was answered.
    play : Play
        What was played.
    warnings : tuple of str
        What else should be known.
    """
    stopped = any(part.stopped for part in answers)
    simulation = play.simulation and replace(play.simulation, stopped=stopped)
    warnings += play.opponent.notes + tuple(warning for part in answers for warning in part.warnings)
    if stopped and simulation is not None:
        done = sum(max((row.games for row in part.rows), default=0) for part in answers)
        warnings += (stopped_note(done, simulation.games * len(answers)),)
    checks = [part.check for part in answers if part.check is not None]
    verdict = sum(checks[1:], checks[0]) if checks else None
    unique = tuple(dict.fromkeys(warnings))
    return Results(command, play.rules, play.opponent, (), simulation, verdict, unique)


def named_cards(questions: Iterable[AskedQuestion], deck: Deck) -> tuple[NamedCard, ...]:
    """Cards of a deck that questions name, not as members of a group."""
    named = {card for question in questions for card in question.named(deck)}
    return tuple(card for card in deck.named_cards if card in named)


def _row(question: AskedQuestion, place: Place, play: Play, odds: QuestionOdds | None) -> AskRow:
    return AskRow(
        question.text,
        place,
        play.bonus if asks_for_turns(question.question) else None,
        cards_seen(question.question, play.rules),
        Value(None if odds is None else float(odds.kept)),
        Value(None if odds is None else float(odds.any_hand)),
        asked=tuple(places_of(question.question)),
        placed=question.placed,
    )


def _warnings(
    deck: Deck, asking: Sequence[Asked], odds: Sequence[QuestionOdds | None], play: Play
) -> Iterator[str]:
    for (question, _), exact in zip(asking, odds, strict=True):
        for name, meaning in question.meanings.items():
            if name.group and not any(card in meaning for card in deck.named_cards):
                yield f"{deck.name} has no card of the group {name.group!r}"
        if exact is None:
            instead = "simulated alone" if play.simulation else "and without games there is no answer"
            yield f"too many combinations to count, {instead}: {question.text}"


def _simulated(
    answers: Answers,
    deck: Deck,
    asking: Sequence[Asked],
    odds: Sequence[QuestionOdds | None],
    play: Play,
) -> Answers:
    """Put simulated values beside the exact ones, and check them."""
    from mulliganlab.checking import Check, compare_rate
    from mulliganlab.question_sample import MOST_SHUFFLES, BoundQuestion, kept_hands, shuffled_decks

    assert play.simulation is not None
    games, seed = play.simulation.games, play.simulation.seed
    bound = [BoundQuestion(question.question, question.masks(deck)) for question, _ in asking]
    kept = kept_hands(
        bound,
        deck.composition,
        play.opponent,
        play.rules,
        games=games,
        seed=seed,
        with_bonus=play.bonus == "all",
        jobs=play.jobs,
        executor=play.executor,
        progress=play.progress,
    )
    if not kept.games:
        return replace(answers, stopped=kept.stopped, check=Check())
    unknown = [question for question, exact in zip(bound, odds, strict=True) if exact is None]
    shuffled = shuffled_decks(
        unknown,
        deck.composition,
        play.bonus_law(deck),
        play.rules,
        games=min(games, MOST_SHUFFLES),
        seed=seed,
    )
    any_hand = iter(shuffled.events)  # of those that have no exact odds
    rows, comparisons = [], []
    for row, events in zip(answers.rows, kept.events, strict=True):
        exact = row.probability.exact
        row = replace(row, probability=_estimated(exact, events, kept.games), games=kept.games)
        if exact is None:
            row = replace(row, probability_any_hand=_estimated(None, next(any_hand), shuffled.games))
        else:
            comparisons.append(compare_rate(f"{row.question} ({row.where})", exact, events, kept.games))
        rows.append(row)
    return replace(answers, rows=tuple(rows), check=Check(tuple(comparisons)), stopped=kept.stopped)


def _estimated(exact: float | None, events: int, games: int) -> Value:
    from mulliganlab.intervals import rate_interval  # loads SciPy

    return Value(exact, events / games, *rate_interval(events, games))
