"""What the benchmarks share: rates by turns, programs by turns, the machine, tables and JSON."""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

from tabulate import tabulate

__all__ = [
    "Usage",
    "Way",
    "above_zero",
    "at_least_one",
    "by_turns",
    "machine",
    "measured_rates",
    "medians",
    "options",
    "run_program",
    "seconds_of",
    "show",
    "spread",
]

Way = Callable[[int], object]
"""Does something so many times."""

BYTES_OF_PEAK = 1 if sys.platform == "darwin" else 1024
"""What systems count peak memory in."""

PACKAGES = ("numpy", "numba", "scipy")


@dataclass(frozen=True)
class Usage:
    """What a program took.

    Attributes
    ----------
    seconds, first_output_seconds : float
        From its start to its end, and to what it prints first: to its end if it prints nothing.
    processor_seconds : float
        Seconds of processors.
    peak_bytes : int
        The most memory that it had.
    """

    seconds: float
    first_output_seconds: float
    processor_seconds: float
    peak_bytes: int


def at_least_one(text: str) -> int:
    """Read a whole number that is not too small."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def above_zero(text: str) -> float:
    """Read a number of seconds."""
    number = float(text)
    if not 0 < number < 1e6:
        raise ValueError
    return number


def options(description: str, rounds: int, seconds: float | None = None) -> argparse.ArgumentParser:
    """The options that all benchmarks have, with their defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--smoke", action="store_true", help="as little as shows that it works")
    parser.add_argument(
        "--rounds", type=at_least_one, default=rounds, help=f"rounds by turns (default {rounds})"
    )
    if seconds is not None:
        text = f"seconds for each way in a round (default {seconds})"
        parser.add_argument("--seconds", type=above_zero, default=seconds, help=text)
    return parser


def measured_rates(ways: Mapping[str, Way], rounds: int, seconds: float) -> dict[str, list[float]]:
    """How often a second each way does what it does, once for each round.

    All are warmed up first. In a round each has its turn, so that a machine that slows down or
    is busy for a while does so for all of them.
    """
    numbers = {name: _number_in(way, seconds) for name, way in ways.items()}
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            rates[name].append(numbers[name] / seconds_of(way, numbers[name]))
    return rates


def _number_in(way: Way, seconds: float) -> int:
    """How many times fit into so many seconds, after a first time that may compile."""
    way(1)
    number, elapsed = 1, seconds_of(way, 1)
    # What it takes to start threads must not be taken for what it takes to do something once.
    while elapsed < seconds / 4:
        number *= 4
        elapsed = seconds_of(way, number)
    return max(1, round(number * seconds / elapsed))


def seconds_of(way: Way, number: int) -> float:
    """Seconds that it takes."""
    start = perf_counter()
    way(number)
    return perf_counter() - start


def medians(measured: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """The median of each."""
    return {name: statistics.median(values) for name, values in measured.items()}


def spread(values: Sequence[float]) -> float:
    """How far apart the smallest and the largest are, as a share of the median."""
    return (max(values) - min(values)) / statistics.median(values)


def run_program(arguments: Sequence[str]) -> Usage:
    """Run Python with these arguments, as a user's, who has it keep the modules it has read."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *arguments]
    start = perf_counter()
    with subprocess.Popen(command, env=kept, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.read(1)
        first_output = perf_counter() - start
        program.stdout.read()
        _, status, usage = os.wait4(program.pid, 0)
        seconds = perf_counter() - start
        program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode:
        raise subprocess.CalledProcessError(program.returncode, command)
    return Usage(seconds, first_output, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * BYTES_OF_PEAK)


def by_turns(measure: Mapping[str, tuple[Callable[[], Usage], int]]) -> dict[str, list[Usage]]:
    """What each program takes, by turns, as many times as is said beside it."""
    values: dict[str, list[Usage]] = {name: [] for name in measure}
    for turn in range(max(times for _, times in measure.values())):
        for name, (once, times) in measure.items():
            if turn < times:
                values[name].append(once())
    return values


def machine() -> dict[str, str | int]:
    """What it was measured on."""
    versions = {name: version(name) for name in PACKAGES}
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": platform.system(),
        "python": platform.python_version(),
        **versions,
    }


def _processor() -> str:
    """Name of the processor where the system tells it, else of its kind."""
    description = Path("/proc/cpuinfo")
    if description.exists():
        for line in description.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def show(
    result: Mapping[str, Any], tables: Sequence[tuple[str, list[str], list[list[str]]]], as_json: bool
) -> None:
    """Print what was measured: as JSON, or the machine and tables with a title, a head and cells."""
    if as_json:
        print(json.dumps(result, indent=2))
        return
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    for title, headers, cells in tables:
        columns = ("left", *["right"] * (len(headers) - 1))
        table = tabulate(cells, headers, tablefmt="github", disable_numparse=True, colalign=columns)
        print(f"\n{title}\n\n{table}")
