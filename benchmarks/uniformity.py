"""How evenly small decks are dealt: chi-square over hands, and over hands with Prizes and bonus cards."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import chain, combinations

import numpy as np
from measuring import at_least_one
from numpy.random import SeedSequence
from numpy.typing import NDArray
from scipy.stats import chi2

from mulliganlab.composition import Composition
from mulliganlab.dealing import lane_states, plan
from mulliganlab.kernel import deal
from mulliganlab.opponent import opponent
from mulliganlab.rules import Rules
from mulliganlab.simulation import batches, sample_batch

SETS_AT_A_TIME = 1 << 16


@dataclass(frozen=True)
class Evenness:
    """Chi-square over outcomes that are all equally likely.

    Attributes
    ----------
    what : str
        The outcomes.
    outcomes, deals : int
        How many there are, and how many were dealt.
    chi_square, p_value : float
        The statistic, and how often it is as large where all are equally likely.
    """

    what: str
    outcomes: int
    deals: int
    chi_square: float
    p_value: float


def evenness(what: str, found: NDArray[np.int64], possible: list[int]) -> Evenness:
    """Compare how often each possible outcome was found; any other one is an error."""
    deals = int(found.sum())
    counts = found[possible]
    if int(counts.sum()) != deals:
        raise SystemExit(f"{what}: {deals - int(counts.sum())} impossible outcomes")
    expected = deals / len(possible)
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return Evenness(what, len(possible), deals, statistic, float(chi2.sf(statistic, len(possible) - 1)))


def masks(cards: int, chosen: int, of: int = -1) -> list[int]:
    """All sets of so many cards, out of a mask of the deck."""
    there = [card for card in range(cards) if of >> card & 1]
    return [sum(1 << card for card in one) for one in combinations(there, chosen)]


def hands(cards: int, chosen: int, deals: int, seed: int) -> Evenness:
    """Every hand of a small deck."""
    state, out = lane_states(SeedSequence(seed)), np.empty(SETS_AT_A_TIME, np.uint64)
    found = np.zeros(1 << cards, np.int64)
    while found.sum() < deals:
        deal(state, *plan(cards, chosen), out)
        found += np.bincount(out.astype(np.intp), minlength=found.size)
        found[0] = 0  # words that are refused deal nothing
    return evenness(f"hands of {chosen} out of {cards} cards", found, masks(cards, chosen))


def set_ups(cards: int, hand: int, prizes: int, deals: int, seed: int) -> Iterator[Evenness]:
    """Every hand with its Prizes and bonus cards, by the number of bonus cards."""
    rules = Rules("small", deck_size=cards, hand_size=hand, prizes=prizes)
    # All cards are Basics, so that no hand fails; the opponent's hands fail often.
    own, met = Composition(cards, cards), opponent("1", rules)
    found = np.zeros(1 << 3 * cards, np.int64)
    to_be_played = batches(own, met.against(own), rules, (), deals, seed)
    for sample in chain.from_iterable(sample_batch(batch, turns=1) for batch in to_be_played):
        place = sample.kept | sample.prizes << np.uint64(cards) | sample.bonus << np.uint64(2 * cards)
        found += np.bincount(place.astype(np.intp), minlength=found.size)
    for bonus in range(1, cards - hand - prizes + 1):
        possible = [
            kept | aside << cards | drawn << 2 * cards
            for kept in masks(cards, hand)
            for aside in masks(cards, prizes, ~kept)
            for drawn in masks(cards, bonus, ~(kept | aside))
        ]
        some = np.zeros_like(found)
        bits = np.bitwise_count(np.arange(found.size) >> 2 * cards)
        some[bits == bonus] = found[bits == bonus]
        yield evenness(f"hand {hand}, {prizes} Prizes, {bonus} bonus cards of {cards} cards", some, possible)


def main() -> None:
    """Print the table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=at_least_one, default=10**9, help="deals of each kind of hand")
    parser.add_argument("--games", type=at_least_one, default=10**8, help="complete games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [hands(cards, chosen, given.deals, given.seed) for cards, chosen in ((9, 3), (12, 4), (8, 7))]
    rows += set_ups(6, 2, 1, given.games, given.seed)
    if given.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    for row in rows:
        print(
            f"{row.what:45} {row.deals:>14,} deals  chi-square {row.chi_square:8.1f} "
            f"of {row.outcomes - 1:4} degrees   p {row.p_value:.3f}"
        )


if __name__ == "__main__":
    main()
