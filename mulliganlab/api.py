"""The same from Python in a few names, which take decks, opponents and rules in any handy form."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from mulliganlab import ask_study, compare_study, copies_study
from mulliganlab.ask_results import AskResults, BonusCards
from mulliganlab.compare_results import CompareResults
from mulliganlab.copies_study import CopiesResults
from mulliganlab.deck import Deck, read_deck
from mulliganlab.deck_results import DeckResults
from mulliganlab.deck_study import deck_results
from mulliganlab.errors import InputError
from mulliganlab.exact import SetUpLaw, set_up_law
from mulliganlab.question import HAND, Place, Question
from mulliganlab.results import Results
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.study import AnyDeck, AnyOpponent, AnyRules, as_composition, as_opponent, as_rules, basics

if TYPE_CHECKING:  # exact laws alone do not wait for the compiler to load
    from mulliganlab.set_up_results import SetUps
    from mulliganlab.simulation import Simulation

__all__ = ["AnyList", "Play", "ask", "check", "compare", "copies", "deal", "law", "simulate", "study_deck"]

AnyList = Deck | str | Path
"""A deck, the text of a list in any export, or the path of its file."""


class Play(TypedDict, total=False):
    """How games are played: the keyword arguments of everything that simulates.

    Attributes
    ----------
    games : int
        Set-ups for each deck, 10 million by default; 0, where there are exact results, for those alone.
    seed : int
        Same seed, same counts; a fresh one is drawn, and told, when absent.
    jobs : int
        Threads, by default all processors; the counts do not depend on it.
    executor : concurrent.futures.Executor
        Plays the games instead of threads of our own.
    progress : callable
        Called with the number of games each time some are finished.
    """

    games: int
    seed: int | None
    jobs: int | None
    executor: Executor | None
    progress: Callable[[int], None] | None


def law(deck: AnyDeck, opponent: AnyOpponent = None, rules: AnyRules = STANDARD) -> SetUpLaw:
    """Exact laws of a set-up, as fractions.

    Parameters
    ----------
    deck : int, Composition or Deck
        The player's deck, or the number of its Basics.
    opponent : Opponent, Deck, str or int, optional
        Who is met: a count of Basics, ``"8:0.3,12:0.7"``, ``"mirror"``, ``"field"`` or a deck.
        By default the field for 60 cards, else a mirror.
    rules : Rules or str
        The rules played, or the name of a rule set.

    Raises
    ------
    InputError
        If a number is out of range or a text cannot be read.

    Examples
    --------
    >>> from mulliganlab.api import law
    >>> law(10).mulligan_probability
    Fraction(75670, 292581)
    >>> float(law(12, opponent=8).bonus_received.tail(1))
    0.30019011...
    """
    played = as_rules(rules)
    return set_up_law(as_composition(deck, played), as_opponent(opponent, played), played)


def simulate(
    deck: AnyDeck, opponent: AnyOpponent = None, rules: AnyRules = STANDARD, **play: Unpack[Play]
) -> "Simulation":
    """Play shuffled set-ups of a deck and count what happens.

    Parameters
    ----------
    deck, opponent, rules
        See `law`.
    **play
        See `Play`.

    Returns
    -------
    Simulation
        The tally, and the seed that repeats it.

    Examples
    --------
    >>> from mulliganlab.api import simulate
    >>> played = simulate(8, games=100_000, seed=1)
    >>> played.tally.games, played.seed
    (100000, 1)
    """
    from mulliganlab.simulation import simulate as simulate_set_up

    played = as_rules(rules)
    return simulate_set_up(as_composition(deck, played), as_opponent(opponent, played), played, **play)


def check(
    deck: AnyDeck, opponent: AnyOpponent = None, rules: AnyRules = STANDARD, **play: Unpack[Play]
) -> Results:
    """Simulate a set-up and check it against the exact laws and SciPy.

    Parameters
    ----------
    deck, opponent, rules
        See `law`.
    **play
        See `Play`; at least one game.

    Returns
    -------
    Results
        One row, with the verdict in ``check``.

    Examples
    --------
    >>> from mulliganlab.api import check
    >>> check(8, games=100_000, seed=1).check.agrees
    True
    """
    if play.get("games") == 0:
        raise InputError("games must be at least 1, not 0: without any there is nothing to check")
    return basics([deck], opponent, rules, **play)


def study_deck(
    deck: AnyList, opponent: AnyOpponent = None, rules: AnyRules = STANDARD, **play: Unpack[Play]
) -> DeckResults:
    r"""Study a deck list: its distributions, and its cards one by one.

    Parameters
    ----------
    deck : Deck, str or Path
        A deck, the text of a list in any export, or the path of its file.
    opponent, rules
        See `law`.
    **play
        See `Play`.

    Examples
    --------
    >>> from mulliganlab.api import study_deck
    >>> results = study_deck("4 Pidgey OBF 162\n56 Fire Energy SVE 2", games=0)
    >>> [card.card.name for card in results.cards]
    ['Pidgey', 'Fire Energy']
    """
    played = as_rules(rules)
    return deck_results(_as_deck(deck, played), as_opponent(opponent, played), played, **play)


def ask(
    deck: AnyList,
    questions: Question | str | Sequence[Question | str],
    opponent: AnyOpponent = None,
    rules: AnyRules = STANDARD,
    *,
    places: Place | Sequence[Place] = HAND,
    bonus: BonusCards = "all",
    **play: Unpack[Play],
) -> AskResults:
    r"""Odds of conditions on the cards of a deck.

    Parameters
    ----------
    deck : Deck, str or Path
        See `study_deck`.
    questions : Question, str, or sequence of them
        What is asked.
    opponent, rules
        See `law`.
    places, bonus
        See `mulliganlab.ask_study.ask`.
    **play
        See `Play`.

    Examples
    --------
    >>> from mulliganlab.api import ask
    >>> results = ask("10 Pidgey OBF 162\n4 Iono PAL 185\n46 Fire Energy SVE 2", "Iono", games=0)
    >>> round(100 * results.rows[0].probability.exact, 2)
    37.7
    """
    played = as_rules(rules)
    met = as_opponent(opponent, played)
    return ask_study.ask(_as_deck(deck, played), questions, met, played, places=places, bonus=bonus, **play)


def copies(
    deck: AnyList,
    card: str,
    question: Question | str,
    opponent: AnyOpponent = None,
    rules: AnyRules = STANDARD,
    **options: Any,
) -> CopiesResults:
    r"""Ask a question of decks with 0, 1, 2 … copies of a card.

    Parameters
    ----------
    deck : Deck, str or Path
        See `study_deck`.
    card : str
        The card.
    question : Question or str
        What is asked.
    opponent, rules
        See `law`.
    **options
        ``exchange``, ``place``, ``bonus`` and how games are played: see `mulliganlab.copies_study.copies`.

    Examples
    --------
    >>> from mulliganlab.api import copies
    >>> results = copies("10 Pidgey OBF 162\n2 Iono PAL 185\n48 Fire Energy SVE 2", "Iono", "Iono", games=0)
    >>> [row.copies for row in results.rows]
    [0, 1, 2, 3, 4]
    """
    played = as_rules(rules)
    met = as_opponent(opponent, played)
    return copies_study.copies(_as_deck(deck, played), card, question, met, played, **options)


def compare(
    first: AnyList,
    second: AnyList,
    questions: Sequence[Question | str] = (),
    opponent: AnyOpponent = None,
    rules: AnyRules = STANDARD,
    **play: Unpack[Play],
) -> CompareResults:
    r"""Put two lists side by side.

    Parameters
    ----------
    first, second : Deck, str or Path
        See `study_deck`.
    questions : sequence of Question or str
        Asked of both.
    opponent, rules
        See `law`.
    **play
        See `Play`.

    Examples
    --------
    >>> from mulliganlab.api import compare
    >>> old, new = "8 Pidgey OBF 162\n52 Fire Energy", "9 Pidgey OBF 162\n51 Fire Energy"
    >>> [card.counts for card in compare(old, new, games=0).exchanged]
    [(8, 9), (52, 51)]
    """
    played = as_rules(rules)
    lists = _as_deck(first, played), _as_deck(second, played)
    return compare_study.compare(*lists, questions, as_opponent(opponent, played), played, **play)


def deal(
    deck: AnyList,
    opponent: AnyOpponent = None,
    rules: AnyRules = STANDARD,
    *,
    number: int = 5,
    seed: int | None = None,
) -> "SetUps":
    r"""Deal sample set-ups, step by step as at the table.

    Parameters
    ----------
    deck : Deck, str or Path
        See `study_deck`.
    opponent, rules
        See `law`; the cards of a deck are named.
    number : int
        How many.
    seed : int, optional
        Same seed, same set-ups.

    Examples
    --------
    >>> from mulliganlab.api import deal
    >>> len(deal("12 Pidgey OBF 162\n48 Fire Energy SVE 2", number=2, seed=1).set_ups)
    2
    """
    from mulliganlab.set_ups import sample_set_ups

    played = as_rules(rules)
    met = opponent if isinstance(opponent, Deck) else as_opponent(opponent, played)
    return sample_set_ups(_as_deck(deck, played), met, played, number=number, seed=seed)


def _as_deck(deck: AnyList, rules: Rules) -> Deck:
    """Read a list where a deck is given by its text or its file."""
    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, str):
        return read_deck(deck, rules=rules)
    if not isinstance(deck, Path):
        raise InputError(
            f"a deck list is a Deck, its text or the Path of its file, not {type(deck).__name__}"
        )
    try:
        return read_deck(deck.read_bytes(), name=deck.name, rules=rules)
    except OSError as error:
        raise InputError(f"cannot read the deck list '{deck}': {error.strerror or error}") from None
