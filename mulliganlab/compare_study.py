"""Two lists side by side: exact, simulated with their real cards, and checked."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace

from mulliganlab.ask_study import Answers, Play, answer, joint_results
from mulliganlab.compare_results import CompareResults, exchanged_cards
from mulliganlab.deck import Deck
from mulliganlab.deck_results import DeckResults
from mulliganlab.deck_study import deck_results
from mulliganlab.opponent import Opponent
from mulliganlab.question import HAND, Question
from mulliganlab.question_names import asked
from mulliganlab.results import Results, SimulationInfo
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.study import DEFAULT_GAMES, as_opponent, simulation_info

__all__ = ["compare"]


def compare(
    first: Deck,
    second: Deck,
    questions: Sequence[Question | str] = (),
    opponent: Opponent | str | int | None = None,
    rules: Rules = STANDARD,
    *,
    games: int = DEFAULT_GAMES,
    seed: int | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> CompareResults:
    """Put two lists side by side.

    Parameters
    ----------
    first, second : Deck
        The lists.
    questions : sequence of Question or str
        Asked of both; a name must be a card of one of them.
    opponent : Opponent, str or int, optional
        Whom both meet; by default the field for 60 cards, else a mirror.
    rules : Rules
        The rules played.
    games : int
        Simulated games for each list; 0 gives exact values alone.
    seed, jobs, executor, progress
        See `mulliganlab.simulate`.

    Examples
    --------
    >>> from mulliganlab.deck import read_deck
    >>> a = read_deck(b"8 Pidgey OBF 162, 4 Iono PAL 185, 48 Fire Energy SVE 2", name="a")
    >>> b = read_deck(b"9 Pidgey OBF 162, 3 Iono PAL 185, 48 Fire Energy SVE 2", name="b")
    >>> results = compare(a, b, ["Iono"], games=0)
    >>> [(card.name, card.counts) for card in results.exchanged]
    [('Pidgey', (8, 9)), ('Iono', (4, 3))]
    """
    met = as_opponent(opponent, rules)
    info = simulation_info(games, seed) if games else None
    play = Play(met, rules, "all", info, jobs, executor, progress)
    wanted = [(asked(question, [first, second], HAND, rules), HAND) for question in questions]

    def found(deck: Deck, games: int) -> DeckResults:
        same = None if info is None else info.seed
        return deck_results(
            deck, met, rules, games=games, seed=same, jobs=jobs, executor=executor, progress=progress
        )

    one = found(first, games)
    two = found(second, 0 if _stopped(one.set_up) else games)
    if _stopped(one.set_up) or _stopped(two.set_up):
        play = replace(play, simulation=None)
    answers: list[Answers] = []
    for deck in (first, second) if wanted else ():
        stopped = any(part.stopped for part in answers)
        answers.append(answer(deck, wanted, replace(play, simulation=None) if stopped else play))
    lists = one, two
    questions_found = (answers[0].rows, answers[1].rows) if answers else ((), ())
    run = _joint([part.set_up for part in lists], joint_results("compare", answers, play), info)
    exchanged = exchanged_cards(first.named_cards, second.named_cards)
    return CompareResults(run, lists, exchanged, questions_found)


def _stopped(run: Results) -> bool:
    return run.simulation is not None and run.simulation.stopped


def _joint(set_ups: Sequence[Results], answered: Results, info: SimulationInfo | None) -> Results:
    """One run of several: all rows, checks and warnings."""
    check, stopped = answered.check, any(map(_stopped, (*set_ups, answered)))
    for part in set_ups:
        if part.check is not None:
            check = part.check if check is None else check + part.check
    warnings = dict.fromkeys(warning for part in (*set_ups, answered) for warning in part.warnings)
    return replace(
        answered,
        rows=tuple(row for part in set_ups for row in part.rows),
        simulation=info and replace(info, stopped=stopped),
        check=check,
        warnings=tuple(warnings),
    )
