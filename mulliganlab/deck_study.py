"""Everything about one deck: exact, simulated with its real cards, and checked."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import replace

from mulliganlab.card_odds import CardOdds, NameCount, card_odds
from mulliganlab.composition import Composition
from mulliganlab.deck import Deck, NamedCard
from mulliganlab.deck_results import DeckResults, card_rows
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import Opponent
from mulliganlab.results import Results, Row, SimulationInfo, set_up_row
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.study import (
    DEFAULT_GAMES,
    CheckedSetUp,
    as_opponent,
    check_set_up,
    simulation_info,
    stopped_note,
)

__all__ = ["CHANGES", "deck_results"]

CHANGES = range(-3, 4)
"""Numbers of Basics by which a deck is changed."""


def deck_results(
    deck: Deck,
    opponent: Opponent | str | int | None = None,
    rules: Rules = STANDARD,
    *,
    games: int = DEFAULT_GAMES,
    seed: int | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> DeckResults:
    """Study a deck: its distributions, its cards one by one, a few Basics more or less.

    Parameters
    ----------
    deck : Deck
        The deck.
    opponent : Opponent, str or int, optional
        Who is met; by default the field for 60 cards, else a mirror.
    rules : Rules
        The rules played.
    games : int
        Simulated games; 0 gives exact values alone.
    seed, jobs, executor, progress
        See `mulliganlab.simulate`.

    Examples
    --------
    >>> from mulliganlab.deck import read_deck
    >>> deck = read_deck(b"4 Charmander OBF 26, 4 Pidgey OBF 162, 52 Fire Energy SVE 2")
    >>> results = deck_results(deck, "12", games=0)
    >>> round(results.row.value("mulligan_probability").exact, 4)
    0.3464
    """
    met = as_opponent(opponent, rules)
    law = set_up_law(deck.composition, met, rules)
    # Most names of a list have as many copies as another one that is the same at set-up.
    names = [name_count(card, rules) for card in deck.named_cards]
    by_count = {name: card_odds(law.deck, name, law.bonus_received, rules) for name in set(names)}
    odds = [by_count[name] for name in names]
    changes = tuple(_changes(deck.composition, met, rules))
    exact = Results("deck", rules, met, (set_up_row(law),), warnings=deck.warnings + met.notes)
    results = DeckResults(exact, deck, card_rows(deck.named_cards, odds), changes)
    if not games:
        return results
    info = simulation_info(games, seed)
    masks = tuple(card.mask for card in deck.named_cards)
    played = check_set_up(
        deck.composition,
        met,
        rules,
        info,
        names=masks,
        jobs=jobs,
        executor=executor,
        progress=progress,
    )
    return _with_simulation(results, odds, played, info)


def name_count(card: NamedCard, rules: Rules) -> NameCount:
    """What a card name is at set-up under the rules."""
    basic = card.kind == "basic"
    return NameCount(card.count, basic, basic or (card.kind == "starter" and rules.starters == "keep"))


def _with_simulation(
    exact: DeckResults, odds: list[CardOdds], played: CheckedSetUp, info: SimulationInfo
) -> DeckResults:
    """Check the games that were played and put them beside the exact results."""
    from mulliganlab.checking import check_cards
    from mulliganlab.scipy_card_odds import scipy_card_odds

    cards, rules, deck = exact.deck.named_cards, exact.set_up.rules, exact.deck.composition
    bonus = played.scipy.counts["bonus_received"]
    scipy = [scipy_card_odds(deck, name_count(card, rules), bonus, rules) for card in cards]
    verdict = played.check + check_cards([card.name for card in cards], odds, scipy, played.tally)
    stopped = (stopped_note(played.tally.games, info.games),) if played.stopped else ()
    set_up = replace(
        exact.set_up,
        rows=(set_up_row(played.law, played.tally, verdict.largest_z),),
        simulation=replace(info, stopped=played.stopped, played=played.tally.games),
        check=verdict,
        warnings=exact.set_up.warnings + stopped,
    )
    return replace(exact, set_up=set_up, cards=card_rows(cards, odds, played.tally))


def _changes(deck: Composition, opponent: Opponent, rules: Rules) -> Iterator[Row]:
    """Exact rows with some Basics exchanged for cards that cannot start, or the other way round."""
    for change in CHANGES:
        basics = deck.basics + change
        if 1 <= basics <= deck.size - deck.starters:
            changed = Composition(deck.size, basics, deck.starters)
            yield set_up_row(set_up_law(changed, opponent, rules))
