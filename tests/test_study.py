"""One call per question: what is asked reaches the laws and the simulation, and wrong input is refused."""

import json
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from mulliganlab.composition import Composition
from mulliganlab.errors import InputError
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import MIRROR, field_opponent, opponent
from mulliganlab.results import SimulationInfo
from mulliganlab.rules import STANDARD, rule_set
from mulliganlab.study import basics, check_set_up, simulation_info

PRERELEASE = rule_set("prerelease")


def test_default_rows_and_opponent() -> None:
    results = basics(games=0)
    assert [row.basics for row in results.rows] == list(range(4, 17))
    assert results.opponent is field_opponent()
    assert results.simulation is None
    assert results.check is None
    assert all(row.games == 0 for row in results.rows)


@pytest.mark.parametrize("met", ["12", 12, opponent("12")])
def test_opponent_as_text_count_or_object(met: Any) -> None:
    (row,) = basics(8, met, games=0).rows
    law = set_up_law(Composition(60, 8), opponent("12"))
    assert row.value("expected_bonus_received").exact == float(law.bonus_received.mean)
    assert row.value("expected_bonus_given").exact == float(law.bonus_given.mean)


def test_rules_reach_the_decks() -> None:
    results = basics([6], rules=PRERELEASE, games=0)
    law = set_up_law(Composition(40, 6), MIRROR, PRERELEASE)
    assert results.opponent is MIRROR
    assert results.rows[0].value("mulligan_probability").fraction == law.mulligan_probability


def test_normalised_weights_are_told() -> None:
    for games in (0, 1000):
        (warning,) = basics(8, "8:1,9:3", games=games, seed=1).warnings
        assert "normalised" in warning


def test_every_row_is_simulated_and_checked() -> None:
    results = basics([8, 12], "10", games=20_000, seed=6)
    assert [row.games for row in results.rows] == [20_000, 20_000]
    assert results.check is not None
    assert results.check.agrees, results.check.verdict()
    assert results.simulation is not None
    assert (results.simulation.seed, results.simulation.stopped) == (6, False)
    what = " ".join(comparison.what for comparison in results.check.comparisons)
    assert "8 Basics" in what
    assert "12 Basics" in what
    assert results.check.largest_z == max(row.largest_z or 0 for row in results.rows)


def test_fresh_seed_is_told_and_repeats_the_run() -> None:
    first = basics(8, "10", games=2000)
    assert first.simulation is not None
    again = basics(8, "10", games=2000, seed=first.simulation.seed)
    assert again.rows == first.rows


def test_interrupt_tells_the_finished_games_and_leaves_the_other_rows_exact(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(import_module("mulliganlab.simulation"), "BATCH_GAMES", 1000)
    told: list[int] = []

    def interrupt(games: int) -> None:
        told.append(games)
        if len(told) == 7:
            raise KeyboardInterrupt

    results = basics([8, 10, 12], "10", games=5000, seed=1, progress=interrupt)
    assert [row.games for row in results.rows] == [5000, 2000, 0]
    assert results.rows[2].value("mulligan_probability").estimate is None
    assert results.simulation is not None
    assert results.simulation.stopped
    assert results.exit_status == 130
    (warning,) = results.warnings
    assert "7,000 of 15,000 games" in warning


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((0,), {}, "from 1 to 60 .* not 0"),
        (([8, 61],), {}, "from 1 to 60 .* not 61"),
        ((41,), {"rules": PRERELEASE}, "from 1 to 40 .* not 41"),
        ((8, "0"), {}, "from 1 to 60 .* not 0"),
        ((8, 61), {}, "from 1 to 60 .* not 61"),
        ((8, "nobody"), {}, "'nobody' is no opponent"),
        ((8, "field"), {"rules": PRERELEASE}, "decks of 60 cards, not of 40"),
        ((8,), {"games": -3}, "not -3"),
        ((8,), {"games": 1000, "jobs": 0}, "0"),
    ],
)
def test_wrong_input_is_refused(arguments: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        basics(*arguments, **{"games": 0, **options})


def test_checked_set_up_holds_law_and_games() -> None:
    deck = Composition(60, 8)
    played = check_set_up(deck, MIRROR, STANDARD, SimulationInfo(3000, 1, ""))
    assert played.law == set_up_law(deck, MIRROR)
    assert played.tally.games == 3000
    assert played.check.agrees
    assert not played.stopped


def test_simulation_is_described() -> None:
    info = simulation_info(1000, 5)
    assert (info.games, info.seed, info.stopped) == (1000, 5, False)
    assert "SFC64" in info.generator
    assert simulation_info(1000, None).seed != simulation_info(1000, None).seed


@pytest.mark.parametrize("deck", ["8", 8.0, None, ["8"]])
def test_what_is_no_deck_is_refused(deck: Any) -> None:
    with pytest.raises(InputError, match="a deck is a number of Basics"):
        basics(deck, games=0)


@pytest.mark.parametrize(
    "numbers", [{"games": 1e6}, {"games": "10M"}, {"seed": 1.5}, {"jobs": 2.0}, {"seed": True}]
)
def test_numbers_are_whole(numbers: Any) -> None:
    with pytest.raises(InputError, match="must be a whole number"):
        basics(8, **({"games": 10} | numbers))


def test_whole_numbers_of_numpy_are_taken() -> None:
    found = basics(8, games=np.int64(1000), seed=np.uint8(1), jobs=np.int32(2))  # type: ignore[arg-type]
    same = basics(8, games=1000, seed=1)
    assert json.dumps(found.to_json()) == json.dumps(same.to_json())
