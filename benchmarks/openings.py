"""Openings, games and random words a second, beside other ways to deal openings.

Usage: python benchmarks/openings.py [--json] [--rounds N] [--seconds S] [--smoke]

All are measured in one run, by turns, and are medians. One thread unless it says otherwise. Where a
machine does other things too, ratios and the fastest round say more than the median rate.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import baselines
import numpy as np
from baselines import BASICS, CARDS, HAND
from measuring import Way, machine, measured_rates, medians, options, show
from numpy.random import SeedSequence

from mulliganlab.compiling import jit
from mulliganlab.composition import Composition
from mulliganlab.dealing import LANES, Draw, Masks, empty_counts, lane_states, new_seat, plan, side
from mulliganlab.games import play
from mulliganlab.kernel import STEPS, deal, next_word, openings_counter
from mulliganlab.openings import deal_openings
from mulliganlab.rules import STANDARD

OPPONENT = 12
"""Basics of the opponent's deck in the games."""

NAMES = tuple(0b111 << start for start in range(0, CARDS, 3))
"""A deck of twenty named cards, three copies each."""

OPENINGS = {
    "mulliganlab": "mulliganlab, one thread",
    "mulliganlab_all_cores": "mulliganlab, all cores",
    "random_sample": "random.sample",
    "numpy_permuted": "NumPy permuted, a block of decks",
    "numpy_argpartition": "NumPy argpartition of random keys",
    "numpy_hypergeometric": "NumPy Generator.hypergeometric (no hand)",
    "numba_shuffle": "Numba, np.random.shuffle of the deck",
    "numba_partial_shuffle": "Numba, shuffle of the first 7 cards",
}
OTHERS = {
    "hands": "hands as masks",
    "random_words": "random words, one 64-bit word each added up",
    "games": "games, 8 against 12 Basics",
    "deck_games": "games with 20 named cards",
}


@jit
def add_words(state: Masks, words: int) -> Any:
    """Make so many random words in the lanes of the kernel and add them up.

    As fast as we know how: states and sums are arrays of its own, which the compiler knows do not overlap.
    """
    lanes_a, lanes_b, lanes_c, counter = state[0].copy(), state[1].copy(), state[2].copy(), state[3, 0]
    sums = np.zeros(LANES, np.uint64)
    for _ in range(0, words, LANES * STEPS):
        for lane in range(LANES):
            a, b, c = lanes_a[lane], lanes_b[lane], lanes_c[lane]
            for step in range(STEPS):
                a, b, c, word = next_word(a, b, c, counter + np.uint64(step))
                sums[lane] += word
            lanes_a[lane], lanes_b[lane], lanes_c[lane] = a, b, c
        counter += np.uint64(STEPS)
    return sums.sum()


def opening_ways() -> dict[str, Way]:
    """All ways to deal openings."""
    count, state, found = openings_counter(CARDS, HAND), new_state(), np.zeros(HAND + 1, np.int64)
    deck = Composition(CARDS, BASICS)
    ways: dict[str, Way] = {
        "mulliganlab": lambda openings: count(state, Draw(BASICS), openings, found),
        "mulliganlab_all_cores": lambda openings: deal_openings(deck, openings=openings, seed=1),
    }
    return ways | {name: getattr(baselines, name) for name in OPENINGS if name not in ways}


def other_ways() -> dict[str, Way]:
    """Words, hands and games."""
    state = new_state()
    return {
        "hands": hands_way(),
        "random_words": lambda words: add_words(state, words),
        "games": games_way(()),
        "deck_games": games_way(NAMES),
    }


def new_state() -> Masks:
    """A state of the kernel's generators."""
    return lane_states(SeedSequence(1))


MANY = 1 << 15
"""Hands dealt at a time: a call from Python costs as much as a thousand of them."""


def hands_way() -> Way:
    """Deal hands as masks into a block, again and again."""
    state, (first, more), hands = new_state(), plan(CARDS, HAND), np.empty(MANY, np.uint64)

    def deal_hands(number: int) -> None:
        for start in range(0, number, MANY):
            left = min(MANY, number - start)
            deal(state, first, more, hands[: -(-left // LANES) * LANES])

    return deal_hands


def games_way(names: Sequence[int]) -> Way:
    """Play games of two players and count them, with so many named cards."""
    own, theirs = (side(Composition(CARDS, basics), STANDARD) for basics in (BASICS, OPPONENT))
    state, counts = new_state(), empty_counts(len(names))
    one, two, masks = new_seat(turns=min(len(names), 1)), new_seat(), np.array(names, dtype=np.uint64)
    return lambda games: play(state, own, theirs, 1, None, one, two, masks, games, counts)


def as_result(rates: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """The object that is printed as JSON."""
    rate = medians(rates)
    return {
        "openings_per_second": {name: rate[name] for name in OPENINGS},
        **{f"{name}_per_second": rate[name] for name in OTHERS},
        "fastest_round": {name: max(values) for name, values in rates.items()},
        "machine": machine(),
    }


def ratio(value: float) -> str:
    """Three digits, and more only of large whole numbers."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def as_table(rates: Mapping[str, Sequence[float]]) -> list[list[str]]:
    """A line for each way, with its ratios to others."""
    rate = medians(rates)
    beside = ("numpy_argpartition", "numpy_hypergeometric", "random_words")
    return [
        [
            title,
            f"{rate[name] / 1e6:,.2f}",
            *(ratio(rate[name] / rate[other]) if name in OPENINGS else "" for other in beside),
            f"{max(rates[name]) / 1e6:,.2f}",
        ]
        for name, title in (OPENINGS | OTHERS).items()
    ]


def main() -> None:
    """Measure and print."""
    asked = options("Openings, games and random words a second.", rounds=7, seconds=0.5).parse_args()
    rounds, seconds = (2, 0.005) if asked.smoke else (asked.rounds, asked.seconds)
    rates = measured_rates(opening_ways() | other_ways(), rounds, seconds)
    result = as_result(rates)
    rate = medians(rates)
    scaling = rate["mulliganlab_all_cores"] / rate["mulliganlab"] / (os.cpu_count() or 1)
    headers = ["way", "million/s", "x argpartition", "x hypergeometric", "x words", "fastest round"]
    openings = f"Openings of {HAND} from {CARDS} cards with {BASICS} Basics"
    title = f"{openings}; with all cores each gives {scaling:.2f} of one alone"
    show(result, [(title, headers, as_table(rates))], asked.json)


if __name__ == "__main__":
    main()
