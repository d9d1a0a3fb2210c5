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
    assert played.mulligans.grouped(5) == [719961, 248315, 85849, 29975, 15900]
    assert played.shared_mulligans.grouped(4) == [1027256, 68009, 4400, 335]
    assert played.bonus_received.grouped(5) == [952725, 119159, 22723, 4348, 1045]
    assert played.bonus_given.grouped(5) == [770942, 214822, 74526, 25854, 13856]
    assert played.basics_kept.grouped(5) == [0, 709393, 317330, 66281, 6996]
    assert (played.lone_basic, played.bonus_basic) == (709393, 22091)


def test_counts_of_named_cards_against_the_field() -> None:
    # Two names: four Basics, and two cards that are none.
    played = simulate(Composition(60, 8), games=100_000, seed=2026, names=(0b1111, 0b11 << 8)).tally
    assert played.mulligans.grouped(5) == [65199, 22871, 7859, 2654, 1417]
    assert played.bonus_received.grouped(5) == [83101, 12295, 3158, 910, 536]
    assert played.cards.tolist() == [[61103, 64720, 38947, 32848, 2], [20291, 24068, 0, 19446, 904]]


def test_counts_with_starters_a_mixture_and_a_mulligan_limit() -> None:
    rules = rule_set("prerelease").changed(mulligan_limit=3)
    met = opponent("4:1,9:2", rules)
    played = simulate(Composition(40, 6, 2), met, rules, games=100_000, seed=3).tally
    assert played.mulligans.grouped(5) == [82029, 14727, 2630, 614, 0]
    assert played.bonus_received.grouped(5) == [78788, 14200, 4463, 2549, 0]
    assert played.basics_kept.grouped(5) == [13048, 52714, 27479, 6154, 605]
    assert (played.lone_basic, played.bonus_basic) == (47317, 4196)


def test_counts_of_openings() -> None:
    dealt = deal_openings(Composition(60, 8), openings=40_000_000, seed=1)
    assert dealt.tally.games.tolist() == [13860411, 16863896, 7538204, 1569743, 159885, 7706, 154, 1]
    dealt = deal_openings(Composition(30, 5), rule_set("half-deck"), openings=100_000, seed=1)
    assert dealt.tally.games.tolist() == [23524, 43628, 26031, 6197, 613, 7, 0, 0]
