"""Rows as outputs show them: the keys that are promised, intervals, distributions, flat records."""

import json
from math import fsum, sqrt
from typing import Any

import pytest
from scipy.stats import geom, hypergeom

from mulliganlab import __version__
from mulliganlab.checking import Check, Comparison
from mulliganlab.composition import Composition
from mulliganlab.exact import set_up_law
from mulliganlab.opponent import MIRROR, opponent
from mulliganlab.results import Results, SimulationInfo, Value, set_up_row
from mulliganlab.rules import STANDARD
from mulliganlab.study import basics

ROW = """
    basics, mulligan_probability, expected_mulligans, mulligans, shared_mulligan_probability,
    expected_shared_mulligans, bonus_received_probability, expected_bonus_received, bonus_received,
    bonus_given_probability, expected_bonus_given, bonus_given, lone_basic_probability,
    expected_basics_kept, basics_kept, bonus_basic_probability, bonus_basic_probability_if_any
"""
KEYS = [key.strip() for key in ROW.split(",")]
DISTRIBUTIONS = ["mulligans", "bonus_received", "bonus_given", "basics_kept"]
VALUES = [key for key in KEYS if key != "basics" and key not in DISTRIBUTIONS]
GAMES = 300_000


@pytest.fixture(scope="module")
def simulated() -> Results:
    return basics([1, 10, 60], "8:0.3,12:0.7", games=GAMES, seed=20260105)


@pytest.fixture(scope="module")
def exact_alone() -> Results:
    return basics([1, 10, 60], "8:0.3,12:0.7", games=0)


def rows(results: Results) -> list[dict[str, Any]]:
    """Rows as a reader of the JSON gets them."""
    read = json.loads(json.dumps(results.to_json(), allow_nan=False))
    found: list[dict[str, Any]] = read["rows"]
    return found


def test_row_has_the_promised_keys(simulated: Results, exact_alone: Results) -> None:
    for row in rows(simulated) + rows(exact_alone):
        assert sorted(row) == sorted(KEYS)


def test_values_have_an_interval_just_where_something_was_simulated(
    simulated: Results, exact_alone: Results
) -> None:
    for row in rows(simulated):
        for name in VALUES:
            expected = {"exact", "estimate", "low", "high"}
            if row[name]["exact"] is None:
                expected = {"exact"}
            assert set(row[name]) - {"fraction"} == expected, name
    for row in rows(exact_alone):
        for name in VALUES:
            assert set(row[name]) - {"fraction"} == {"exact"}, name
        for name in DISTRIBUTIONS:
            assert set(row[name]) <= {"exact", "tail_from"}


def test_mulligan_probability_has_its_fraction(exact_alone: Results) -> None:
    shown = [row["mulligan_probability"] for row in rows(exact_alone)]
    assert [value["fraction"] for value in shown] == ["53/60", "75670/292581", "0"]
    assert [value["exact"] for value in shown] == [53 / 60, 75670 / 292581, 0]


def test_estimates_lie_in_their_intervals(simulated: Results) -> None:
    for row in rows(simulated):
        for name in VALUES:
            value = row[name]
            if value["exact"] is not None:
                assert value["low"] <= value["estimate"] <= value["high"], name
                assert value["high"] - value["low"] < 0.1, name


def test_distributions_sum_to_one_and_end_in_a_rare_tail(simulated: Results, exact_alone: Results) -> None:
    for row in rows(simulated) + rows(exact_alone):
        for name in DISTRIBUTIONS:
            shown = row[name]
            assert fsum(shown["exact"]) == pytest.approx(1, abs=1e-12)
            if "tail_from" in shown:
                assert shown["tail_from"] == len(shown["exact"]) - 1
                assert shown["exact"][-1] < 1e-6
            if "estimate" in shown:
                assert len(shown["estimate"]) == len(shown["exact"])
                assert fsum(shown["estimate"]) == pytest.approx(1, abs=1e-12)


def test_distributions_are_those_of_the_law(exact_alone: Results) -> None:
    (row,) = [row for row in rows(exact_alone) if row["basics"] == 10]
    law = set_up_law(Composition(60, 10), opponent("8:0.3,12:0.7"))
    for name in DISTRIBUTIONS:
        shown = row[name]["exact"]
        assert shown[:-1] == pytest.approx([float(getattr(law, name).pmf(k)) for k in range(len(shown) - 1)])
        assert shown[-1] == pytest.approx(float(getattr(law, name).tail(len(shown) - 1)))
    (basics_alone,) = [row for row in rows(exact_alone) if row["basics"] == 60]
    assert basics_alone["basics_kept"] == {"exact": [0.0] * 7 + [1.0]}, "a hand of seven has its end"


def test_estimates_are_the_counted_shares(simulated: Results) -> None:
    (row,) = [row for row in rows(simulated) if row["basics"] == 10]
    mulligans = row["mulligans"]["estimate"]
    assert row["mulligan_probability"]["estimate"] == pytest.approx(1 - mulligans[0], abs=1e-12)
    assert row["bonus_received_probability"]["estimate"] == pytest.approx(
        1 - row["bonus_received"]["estimate"][0], abs=1e-12
    )
    kept = row["basics_kept"]["estimate"]
    assert row["expected_basics_kept"]["estimate"] == pytest.approx(fsum(k * p for k, p in enumerate(kept)))
    assert row["lone_basic_probability"]["estimate"] == pytest.approx(kept[1], abs=1e-12)
    assert all(share * GAMES == pytest.approx(round(share * GAMES), abs=1e-6) for share in kept)


def test_quantity_without_a_meaning_is_null() -> None:
    (row,) = rows(basics(8, "60", games=1000, seed=1))
    assert row["bonus_basic_probability_if_any"] == {"exact": None}
    assert row["bonus_basic_probability"]["exact"] == 0


def test_object_has_the_promised_keys(simulated: Results, exact_alone: Results) -> None:
    shown = json.loads(json.dumps(simulated.to_json()))
    assert list(shown) == [
        "mulliganlab",
        "command",
        "rules",
        "opponent",
        "simulation",
        "rows",
        "check",
        "warnings",
    ]
    assert shown["mulliganlab"] == __version__
    assert shown["command"] == "basics"
    assert shown["rules"]["name"] == "standard"
    assert shown["opponent"] == [
        {"basics": 8, "starters": 0, "weight": 0.3},
        {"basics": 12, "starters": 0, "weight": 0.7},
    ]
    assert {"games", "seed", "generator"} <= set(shown["simulation"])
    assert (shown["simulation"]["games"], shown["simulation"]["seed"]) == (GAMES, 20260105)
    assert shown["check"]["agrees"] is True
    assert 0 < shown["check"]["largest_z"] < shown["check"]["largest_z_allowed"]
    exact = json.loads(json.dumps(exact_alone.to_json()))
    assert (exact["simulation"], exact["check"]) == (None, None)


def test_records_are_flat_rows_of_one_shape(simulated: Results, exact_alone: Results) -> None:
    for results in (simulated, exact_alone):
        records = results.records()
        assert [record["basics"] for record in records] == [1, 10, 60]
        assert all(isinstance(value, (int, float, str, type(None))) for r in records for value in r.values())
        assert all("standard" in str(record["rules"]) for record in records)
        assert all(record["opponent"] == "8:0.3,12:0.7" for record in records)
    first, second, _ = simulated.records()
    assert list(first) == list(second)
    assert (first["seed"], first["games"]) == (20260105, GAMES)
    assert second["mulligan_probability_fraction"] == "75670/292581"
    groups = [second[f"mulligans_{label}"] for label in ("0", "1", "2", "3_or_more")]
    p = 75670 / 292581
    assert groups == pytest.approx([1 - p, p * (1 - p), p**2 * (1 - p), p**3])
    counted = [second[f"mulligans_{label}_estimate"] for label in ("0", "1", "2", "3_or_more")]
    assert sum(counted) == pytest.approx(1)  # type: ignore[arg-type]


def test_exit_status() -> None:
    wrong = Check((Comparison("a coin", 0.5, 0.9, 1e-30),))
    done, stopped = SimulationInfo(1, 1, ""), SimulationInfo(1, 1, "", stopped=True)
    assert Results("basics", STANDARD, MIRROR, ()).exit_status == 0
    assert Results("basics", STANDARD, MIRROR, (), done, Check()).exit_status == 0
    assert Results("basics", STANDARD, MIRROR, (), done, wrong).exit_status == 1
    assert Results("basics", STANDARD, MIRROR, (), stopped, Check()).exit_status == 130


def test_row_knows_values_from_distributions() -> None:
    row = set_up_row(set_up_law(Composition(60, 10), MIRROR))
    assert isinstance(row.value("mulligan_probability"), Value)
    assert row.distribution("mulligans").exact[0] == pytest.approx(1 - 75670 / 292581)
    with pytest.raises(AssertionError):
        row.value("mulligans")
    with pytest.raises(AssertionError):
        row.distribution("mulligan_probability")


@pytest.mark.parametrize("games", [1, 2, 3])
def test_means_of_few_games_scatter_as_the_law_says(games: int) -> None:
    (row,) = basics(8, games=games, seed=1).rows
    mean = row.value("expected_mulligans")
    assert mean.low is not None
    assert mean.high is not None
    assert mean.estimate is not None
    fails = hypergeom(60, 8, 7).pmf(0)
    reach = 1.959964 * geom(1 - fails).std() / sqrt(games)
    assert mean.high - mean.estimate == pytest.approx(reach, rel=1e-6)
    assert mean.low == pytest.approx(max(mean.estimate - reach, 0), rel=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_intervals_of_means_stay_where_counts_can_be(seed: int) -> None:
    rules = STANDARD.changed(mulligan_limit=2)
    for row in basics([1, 8, 40, 60], "1", rules, games=2, seed=seed).rows:
        bounds = {
            "expected_mulligans": (0, 2),
            "expected_shared_mulligans": (0, 2),
            "expected_bonus_received": (0, 2),
            "expected_bonus_given": (0, 2),
            "expected_basics_kept": (1, 7),
        }
        for name, (least, most) in bounds.items():
            value = row.value(name)
            assert value.low is not None
            assert value.high is not None
            assert least <= value.low <= value.high <= most, name


def test_means_that_cannot_scatter_do_not() -> None:
    (row,) = basics(60, games=3, seed=1).rows
    mean = row.value("expected_mulligans")
    assert (mean.exact, mean.estimate, mean.low, mean.high) == (0, 0, 0, 0)
