"""What seeds mean, pinned: a change of these counts is a line in the changelog.

The counts are the same on any number of threads, in any executor and on any processor.
"""

from mulliganlab.composition import Composition
from mulliganlab.openings import deal_openings
from mulliganlab.opponent import opponent
from mulliganlab.rules import rule_set
from mulliganlab.simulation import simulate


def test_counts_over_more_than_one_batch() -> None:
    played = simulate(Composition(60, 8), opponent("12"), games=1_100_000, seed=1).tally
    assert played.mulligans.grouped(5) == [719565, 248557, 86098, 29957, 15823]
    assert played.shared_mulligans.grouped(4) == [1027358, 67949, 4408, 285]
    assert played.bonus_received.grouped(5) == [953354, 118760, 22460, 4398, 1028]
    assert played.bonus_given.grouped(5) == [770258, 215372, 74736, 25975, 13659]
    assert played.basics_kept.grouped(5) == [0, 708394, 317945, 66527, 7134]
    assert (played.lone_basic, played.bonus_basic) == (708394, 21752)


def test_counts_of_named_cards_against_the_field() -> None:
    # Two names: four Basics, and two cards that are none.
    played = simulate(Composition(60, 8), games=100_000, seed=2026, names=(0b1111, 0b11 << 8)).tally
    assert played.mulligans.grouped(5) == [65359, 22674, 7844, 2706, 1417]
    assert played.bonus_received.grouped(5) == [83127, 12183, 3229, 915, 546]
    assert played.cards.tolist() == [[61220, 64771, 38858, 33277, 0], [20574, 24354, 0, 19267, 859]]


def test_counts_with_starters_a_mixture_and_a_mulligan_limit() -> None:
    rules = rule_set("prerelease").changed(mulligan_limit=3)
    met = opponent("4:1,9:2", rules)
    played = simulate(Composition(40, 6, 2), met, rules, games=100_000, seed=3).tally
    assert played.mulligans.grouped(5) == [81796, 14899, 2688, 617, 0]
    assert played.bonus_received.grouped(5) == [78736, 14266, 4439, 2559, 0]
    assert played.basics_kept.grouped(5) == [13213, 52592, 27513, 6069, 613]
    assert (played.lone_basic, played.bonus_basic) == (47236, 4260)


def test_counts_of_openings() -> None:
    dealt = deal_openings(Composition(60, 8), openings=40_000_000, seed=1)
    assert dealt.tally.games.tolist() == [13860411, 16863896, 7538204, 1569743, 159885, 7706, 154, 1]
    dealt = deal_openings(Composition(30, 5), rule_set("half-deck"), openings=100_000, seed=1)
    assert dealt.tally.games.tolist() == [23524, 43628, 26031, 6197, 613, 7, 0, 0]
