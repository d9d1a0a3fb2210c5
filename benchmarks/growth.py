"""How time grows: with games, Basics, sizes of deck and hand, named cards, and cores.

Usage: python benchmarks/growth.py [--json] [--rounds N] [--seconds S] [--smoke] [--tables NAME …]

Rates of one thread, but for the cores; medians of rounds by turns. Each table has its own rounds.
"""

import os
import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from measuring import Way, machine, measured_rates, medians, options, seconds_of, show
from numpy.random import SeedSequence

from mulliganlab.composition import Composition
from mulliganlab.dealing import Draw, empty_counts, lane_states, new_seat, side
from mulliganlab.games import play
from mulliganlab.kernel import openings_counter
from mulliganlab.openings import deal_openings
from mulliganlab.opponent import opponent
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.simulation import simulate

BASICS, OPPONENT, CARDS, HAND = 8, 12, 60, 7

GAMES = (1000, 100_000, 1_000_000, 10_000_000, 100_000_000)
SMOKE_GAMES = (1000, 100_000)

CORES = tuple(range(1, (os.cpu_count() or 1) + 1))


TextTable = tuple[str, list[str], list[list[str]]]
"""Title, head and cells."""


@dataclass(frozen=True)
class Table:
    """What is varied: its values, those of a smoke run, and ways to time for one value, by what they do."""

    title: str
    values: tuple[int, ...]
    smoke: tuple[int, ...]
    ways: Callable[[int], dict[str, Way]]


def openings_way(cards: int = CARDS, hand: int = HAND, basics: int = BASICS) -> Way:
    """Deal openings and count their Basics."""
    count, state, found = (
        openings_counter(cards, hand),
        lane_states(SeedSequence(1)),
        np.zeros(hand + 1, np.int64),
    )
    return lambda openings: count(state, Draw(basics), openings, found)


def games_way(
    basics: int = BASICS, theirs: int = OPPONENT, rules: Rules = STANDARD, names: Iterable[int] = ()
) -> Way:
    """Play games and count them."""
    first, second = (side(Composition(rules.deck_size, number), rules) for number in (basics, theirs))
    masks = np.array(list(names), dtype=np.uint64)
    state, counts = lane_states(SeedSequence(1)), empty_counts(masks.size)
    one, two = new_seat(turns=min(masks.size, 1)), new_seat()
    return lambda games: play(state, first, second, 1, None, one, two, masks, games, counts)


def with_basics(basics: int) -> dict[str, Way]:
    """A deck with so many Basics against one with 12."""
    return {"openings": openings_way(basics=basics), "games": games_way(basics)}


def with_cards(cards: int) -> dict[str, Way]:
    """Two decks of so many cards, 4 in 30 of them Basics and 6 in 30."""
    basics, theirs = cards * BASICS // CARDS, cards * OPPONENT // CARDS
    rules = STANDARD.changed(deck_size=cards)
    return {"openings": openings_way(cards, basics=basics), "games": games_way(basics, theirs, rules)}


def with_hand(hand: int) -> dict[str, Way]:
    """Hands of so many cards."""
    return {
        "openings": openings_way(hand=hand),
        "games": games_way(rules=STANDARD.changed(hand_size=hand)),
    }


def with_names(names: int) -> dict[str, Way]:
    """So many named cards, two copies of each, are counted in each game, and a card is drawn."""
    return {"games": games_way(names=[0b11 << 2 * name for name in range(names)])}


def with_cores(cores: int) -> dict[str, Way]:
    """So many threads."""
    deck, met = Composition(CARDS, BASICS), opponent(str(OPPONENT))
    return {
        "openings": lambda openings: deal_openings(deck, openings=openings, seed=1, jobs=cores),
        "games": lambda games: simulate(deck, met, games=games, seed=1, jobs=cores),
    }


TABLES = {
    "basics": Table("Basics of the deck", (1, 2, 4, 8, 12, 16, 24, 32, 60), (8,), with_basics),
    "cards": Table("Cards of the deck", (20, 30, 40, 50, 60, 64), (60,), with_cards),
    "hand": Table("Cards of a hand", (1, 3, 5, 7, 8, 10, 14, 20), (7,), with_hand),
    "names": Table("Named cards", (0, 1, 5, 10, 15, 20, 25, 30), (0, 5), with_names),
    "cores": Table("Threads", CORES, CORES, with_cores),
}


def measured(table: Table, rounds: int, seconds: float, smoke: bool) -> dict[str, dict[int, float]]:
    """Rates by what is done and by the value that is varied."""
    values = table.smoke if smoke else table.values
    ways = {(kind, value): way for value in values for kind, way in table.ways(value).items()}
    rates = medians(
        measured_rates({f"{kind} {value}": way for (kind, value), way in ways.items()}, rounds, seconds)
    )
    kinds = dict.fromkeys(kind for kind, _ in ways)
    return {kind: {value: rates[f"{kind} {value}"] for value in values} for kind in kinds}


def measured_games(numbers: tuple[int, ...], rounds: int) -> dict[int, float]:
    """Seconds for each number of games on all cores, what it takes to begin included."""
    deck, met = Composition(CARDS, BASICS), opponent(str(OPPONENT))

    def run(games: int) -> object:
        return simulate(deck, met, games=games, seed=1)

    run(numbers[0])
    return {number: statistics.median(seconds_of(run, number) for _ in range(rounds)) for number in numbers}


def rate_table(name: str, rounds: int, seconds: float, smoke: bool) -> tuple[dict[str, Any], TextTable]:
    """One of the tables, for JSON and for people."""
    table = TABLES[name]
    rates = measured(table, rounds, seconds, smoke)
    cells = [
        [str(value), *(f"{rates[kind][value] / 1e6:,.1f}" for kind in rates)]
        for value in (table.smoke if smoke else table.values)
    ]
    headers = [table.title, *(f"million {kind}/s" for kind in rates)]
    return {f"{kind}_per_second": by_value for kind, by_value in rates.items()}, (table.title, headers, cells)


def games_table(rounds: int, smoke: bool) -> tuple[dict[str, Any], TextTable]:
    """The table of the numbers of games."""
    seconds = measured_games(SMOKE_GAMES if smoke else GAMES, rounds)
    cells = [[f"{number:,}", f"{took:.4f}", f"{1e9 * took / number:.2f}"] for number, took in seconds.items()]
    return {"seconds": seconds}, ("Games", ["games", "seconds, all cores", "ns a game"], cells)


def main() -> None:
    """Measure and print."""
    parser = options("How time grows.", rounds=5, seconds=0.2)
    names = ("games", *TABLES)
    parser.add_argument("--tables", nargs="+", choices=names, default=names, help="only some of them")
    asked = parser.parse_args()
    rounds, seconds = (1, 0.002) if asked.smoke else (asked.rounds, asked.seconds)
    made = {
        name: games_table(rounds, asked.smoke)
        if name == "games"
        else rate_table(name, rounds, seconds, asked.smoke)
        for name in asked.tables
    }
    result = {"machine": machine()} | {name: values for name, (values, _) in made.items()}
    show(result, [table for _, table in made.values()], asked.json)


if __name__ == "__main__":
    main()
