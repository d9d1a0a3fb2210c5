"""One call per question: exact laws, the simulation beside them, and the check of both."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from mulliganlab.arguments import whole_number
from mulliganlab.composition import Composition
from mulliganlab.deck import Deck
from mulliganlab.errors import InputError
from mulliganlab.exact import SetUpLaw, set_up_law
from mulliganlab.opponent import Opponent, default_opponent
from mulliganlab.opponent import opponent as read_opponent
from mulliganlab.results import Results, Row, SimulationInfo, set_up_row
from mulliganlab.rules import STANDARD, Rules, rule_set

if TYPE_CHECKING:  # exact results alone do not wait for NumPy, SciPy and the compiler to load
    from mulliganlab.checking import Check
    from mulliganlab.scipy_laws import ScipyLaws
    from mulliganlab.tally import Tally

AnyDeck = int | Composition | Deck
AnyOpponent = Opponent | Deck | str | int | None
AnyRules = Rules | str

__all__ = ["DEFAULT_GAMES", "CheckedSetUp", "basics", "check_set_up", "simulation_info"]

DEFAULT_GAMES = 10_000_000
"""Games for each row, where no number is given."""


@dataclass(frozen=True)
class CheckedSetUp:
    """A set-up's exact law, SciPy's, its simulation, and the verdict on all."""

    law: SetUpLaw
    scipy: "ScipyLaws"
    tally: "Tally"
    check: "Check"
    stopped: bool


def basics(
    counts: AnyDeck | Iterable[AnyDeck] = range(4, 17),
    opponent: AnyOpponent = None,
    rules: AnyRules = STANDARD,
    *,
    games: int = DEFAULT_GAMES,
    seed: int | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
    begin: Callable[[Results], None] | None = None,
) -> Results:
    """Mulligan and bonus-draw distributions by the number of Basics.

    Parameters
    ----------
    counts : int, Composition or Deck, or iterable of those
        The decks, a row each, or the numbers of their Basics.
    opponent : Opponent, Deck, str or int, optional
        Who is met: an opponent, its text as on the command line, a count of Basics, or a deck.
        By default the field for 60 cards, else a mirror.
    rules : Rules or str
        The rules played, or the name of a rule set.
    games : int
        Simulated games for each row; 0 gives exact values alone.
    seed, jobs, executor, progress
        See `mulliganlab.simulate`.
    begin : callable, optional
        Called with the exact results before a simulation begins.

    Returns
    -------
    Results
        Prints as a table; `Results.records` gives rows for a data frame.

    Raises
    ------
    InputError
        If a count or another value is out of range.

    Examples
    --------
    >>> results = basics([8, 10], "12", games=0)
    >>> [round(row.value("mulligan_probability").exact, 4) for row in results.rows]
    [0.3464, 0.2586]
    """
    rules = as_rules(rules)
    given: Any = counts  # nobody checks types in a notebook
    every = given if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    decks = [as_composition(count, rules) for count in every]
    met = as_opponent(opponent, rules)
    rows = tuple(set_up_row(set_up_law(deck, met, rules)) for deck in decks)
    exact = Results("basics", rules, met, rows, warnings=met.notes)
    if not games:
        return exact
    info = simulation_info(games, seed)
    if begin is not None:
        begin(replace(exact, simulation=info))
    play = partial(check_set_up, jobs=jobs, executor=executor, progress=progress)
    return _simulated(exact, decks, info, play)


def simulation_info(games: int, seed: int | None) -> SimulationInfo:
    """Describe a simulation that is about to be run, with a fresh seed where none is given."""
    from mulliganlab.simulation import GENERATOR, fresh_seed

    seed = fresh_seed() if seed is None else whole_number("seed", seed, 0)
    return SimulationInfo(whole_number("games", games, 1), seed, GENERATOR)


def check_set_up(
    deck: Composition,
    opponent: Opponent,
    rules: Rules,
    info: SimulationInfo,
    *,
    names: tuple[int, ...] = (),
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> CheckedSetUp:
    """Simulate one set-up and check it against the exact laws and SciPy.

    Parameters
    ----------
    deck : Composition
        The player's deck.
    opponent : Opponent
        The decks it meets.
    rules : Rules
        The rules played.
    info : SimulationInfo
        Games and seed.
    names, jobs, executor, progress
        See `mulliganlab.simulate`.

    Examples
    --------
    >>> from mulliganlab.opponent import MIRROR
    >>> check_set_up(Composition(60, 8), MIRROR, STANDARD, simulation_info(1000, 1)).check.agrees
    True
    """
    from mulliganlab.checking import check
    from mulliganlab.scipy_laws import scipy_laws
    from mulliganlab.simulation import simulate

    run = simulate(
        deck,
        opponent,
        rules,
        games=info.games,
        seed=info.seed,
        names=names,
        jobs=jobs,
        executor=executor,
        progress=progress,
    )
    law = set_up_law(deck, opponent, rules)
    scipy = scipy_laws(deck, opponent.against(deck), rules)
    verdict = check(law, scipy, run.tally, row=f"{deck.basics} Basics, {rules.name}")
    return CheckedSetUp(law, scipy, run.tally, verdict, run.stopped)


def _simulated(
    exact: Results,
    decks: list[Composition],
    info: SimulationInfo,
    play: "Callable[..., CheckedSetUp]",
) -> Results:
    """Simulate and check each row until all are done or Ctrl-C stops them."""
    from mulliganlab.checking import Check

    rows: list[Row] = []
    verdict = Check()
    stopped = False
    for deck, row in zip(decks, exact.rows, strict=True):
        if stopped:
            rows.append(row)
            continue
        played = play(deck, exact.opponent, exact.rules, info)
        stopped = played.stopped
        verdict += played.check
        rows.append(set_up_row(played.law, played.tally, played.check.largest_z))
    warnings = exact.warnings
    done = sum(row.games for row in rows)
    if stopped:
        warnings += (stopped_note(done, info.games * len(rows)) + "; rows without games are exact alone",)
    info = replace(info, stopped=stopped, played=done)
    return replace(exact, rows=tuple(rows), simulation=info, check=verdict, warnings=warnings)


def stopped_note(done: int, asked: int) -> str:
    """What to say of a simulation that Ctrl-C ended."""
    return f"stopped after {done:,} of {asked:,} games"


def as_rules(rules: AnyRules) -> Rules:
    """Look rules up where they are given by the name of a rule set."""
    if not isinstance(rules, Rules | str):
        raise InputError(f"rules are Rules or the name of a rule set, not {rules!r}")
    return rule_set(rules) if isinstance(rules, str) else rules


def as_composition(deck: AnyDeck, rules: Rules) -> Composition:
    """The counts of a deck, or of one with so many Basics and as many cards as the rules say.

    Raises
    ------
    InputError
        If it is nothing of the kind.
    """
    if isinstance(deck, Deck):
        return deck.composition
    if isinstance(deck, Composition):
        return deck
    try:
        return Composition(rules.deck_size, index(deck))
    except TypeError:
        raise InputError(f"a deck is a number of Basics, a Composition or a Deck, not {deck!r}") from None


def as_opponent(opponent: AnyOpponent, rules: Rules) -> Opponent:
    """Read an opponent where it is given by a deck, a text, a count, or not at all."""
    if opponent is None:
        return default_opponent(rules)
    if isinstance(opponent, Deck):
        return opponent.as_opponent()
    if isinstance(opponent, Opponent):
        return opponent
    given: Any = opponent  # nobody checks types in a notebook
    if not isinstance(given, str | SupportsIndex):
        kind = type(given).__name__
        raise InputError(f"an opponent is an Opponent, a Deck, a text or a number of Basics, not a {kind}")
    return read_opponent(str(opponent), rules)
