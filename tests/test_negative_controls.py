"""The check passes the set-up played by the book, and refuses each wrong way to play it."""

from fractions import Fraction

import pytest
from reference_game import Faults, play_by_the_book

from mulliganlab.checking import Check, check
from mulliganlab.composition import Composition
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import Opponent, mixture
from mulliganlab.rules import STANDARD, Rules, rule_set
from mulliganlab.scipy_laws import scipy_laws

GAMES = 1_000_000


def met(deck: Composition) -> Opponent:
    return mixture("one deck", [(deck, Fraction(1))])


def checked(
    own: Composition,
    other: Composition,
    rules: Rules = STANDARD,
    games: int = GAMES,
    faults: Faults | None = None,
) -> Check:
    tally = play_by_the_book(own, other, rules, games, seed=20260102, faults=faults)
    opponent = met(other)
    return check(set_up_law(own, opponent, rules), scipy_laws(own, opponent.against(own), rules), tally)


def refused(faults: Faults, games: int = GAMES) -> set[str]:
    """Quantities of which a faulty simulation is refused."""
    verdict = checked(Composition(60, 10), Composition(60, 12), games=games, faults=faults)
    assert not verdict.agrees
    assert not verdict.contradictions
    assert "DISAGREEMENT" in verdict.verdict()
    return {comparison.what for comparison in verdict.disagreements}


@pytest.mark.statistical
def test_set_up_by_the_book_passes() -> None:
    verdict = checked(Composition(60, 10), Composition(60, 12))
    assert verdict.agrees, verdict.verdict()


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("own", "other", "rules"),
    [
        (Composition(40, 6), Composition(40, 3), rule_set("prerelease")),
        (Composition(60, 4), Composition(60, 2), rule_set("wizards")),
        (Composition(60, 2, 4), Composition(60, 8, 1), STANDARD),
        (Composition(60, 4, 4), Composition(60, 8, 1), STANDARD.changed(starters="refuse")),
    ],
    ids=["prerelease", "wizards", "starters kept", "starters refused"],
)
def test_other_rules_by_the_book_pass(own: Composition, other: Composition, rules: Rules) -> None:
    verdict = checked(own, other, rules, games=200_000)
    assert verdict.agrees, verdict.verdict()


@pytest.mark.negative_control
def test_biased_shuffle_is_refused() -> None:
    assert "mulligan_probability" in refused(Faults(biased_shuffle=True), games=200_000)


@pytest.mark.negative_control
def test_skipped_redraw_is_refused() -> None:
    assert "expected_basics_kept" in refused(Faults(failed_hands_kept=1.0), games=200_000)


@pytest.mark.negative_control
def test_one_skipped_redraw_in_fifty_is_refused() -> None:
    assert "lone_basic_probability" in refused(Faults(failed_hands_kept=0.02))


@pytest.mark.negative_control
def test_shared_mulligans_paid_as_bonus_are_refused() -> None:
    wrong = refused(Faults(shared_mulligans_paid=True))
    assert {"expected_bonus_received", "bonus_received_probability", "expected_bonus_given"} <= wrong
    assert "mulligan_probability" not in wrong


@pytest.mark.negative_control
def test_bonus_from_the_whole_deck_is_refused() -> None:
    wrong = refused(Faults(bonus_from_whole_deck=True))
    assert wrong == {"bonus_basic_probability", "bonus_basic_probability_if_any"}
