"""A smoke run of every benchmark: it ends well and says what it is asked for."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(FOLDER / name), "--smoke", *arguments]
    done = subprocess.run(command, capture_output=True, check=False, timeout=300, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def measured(name: str) -> dict[str, Any]:
    result = json.loads(run(name, "--json"))
    assert isinstance(result, dict)
    assert result.pop("machine")["cores"] >= 1
    return result


def test_openings_give_the_agreed_object() -> None:
    result = measured("openings.py")
    ways = result["openings_per_second"]
    assert set(ways) >= {
        "mulliganlab",
        "mulliganlab_all_cores",
        "random_sample",
        "numpy_permuted",
        "numpy_argpartition",
        "numpy_hypergeometric",
        "numba_shuffle",
    }
    rates = [*ways.values(), result["random_words_per_second"], result["games_per_second"]]
    assert all(rate > 0 for rate in rates)
    # Far below what is to be seen anywhere: a unit that is wrong shows, a busy machine does not.
    assert ways["mulliganlab"] > 10 * ways["numpy_argpartition"]
    assert ways["random_sample"] > 1000


def test_openings_are_a_table_too() -> None:
    text = run("openings.py")
    assert "| NumPy argpartition of random keys " in text
    assert "numpy " in text.splitlines()[0]


def test_startup_is_told_in_multiples_of_python() -> None:
    result = measured("startup.py")
    multiples = result["multiples_of_python"]
    assert multiples["python -c pass"] == 1
    assert all(multiples[name] > 1 for name in ("--help", "basics --games 0", "deck LIST --games 0"))
    assert set(result["seconds"]) == set(result["processor_seconds"]) == set(multiples)


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not tell a program's peak memory")
def test_memory_is_compared_with_that_of_the_shortest_run() -> None:
    result = measured("memory.py")
    assert result["ratio_to_first"]["1000000"] == 1
    # Python with NumPy and the compiler takes more than 20 megabytes, and less than 2 gigabytes.
    assert all(20e6 < peak < 2e9 for peak in result["peak_bytes"].values())


def test_growth_has_all_its_tables() -> None:
    result = measured("growth.py")
    assert list(result) == ["games", "basics", "cards", "hand", "names", "cores"]
    assert result["games"]["seconds"]["100000"] > 0
    assert result["names"]["games_per_second"].keys() == {"0", "5"}
    assert "1" in result["cores"]["openings_per_second"]


def counts(way: str, openings: int) -> list[int]:
    """Basics of openings as one of the other ways deals them."""
    program = f"import baselines; print([int(n) for n in baselines.{way}({openings})])"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=FOLDER, capture_output=True, check=True, encoding="utf-8"
    )
    found: list[int] = json.loads(done.stdout)
    return found


@pytest.mark.statistical
@pytest.mark.parametrize(
    "way",
    [
        "random_sample",
        "numpy_permuted",
        "numpy_argpartition",
        "numpy_hypergeometric",
        "numba_shuffle",
        "numba_partial_shuffle",
    ],
)
def test_other_ways_deal_openings_too(way: str) -> None:
    openings = 20_000
    found = counts(way, openings)
    assert len(found) == 8
    assert sum(found) == openings
    # C(52, 7) / C(60, 7); seven standard deviations, since these draw a fresh seed each time.
    assert abs(found[0] / openings - 0.346406) < 7 * (0.3464 * 0.6536 / openings) ** 0.5
