"""How long commands take to start, as multiples of ``python -c pass`` in the same run.

Usage: python benchmarks/startup.py [--json] [--rounds N] [--smoke]

Whole programs are timed by turns, from their start to what they print first, the exact values in
a simulation, and to their end; medians.
"""

import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from measuring import Usage, by_turns, machine, medians, options, run_program, show, spread

LIST = Path(__file__).parent.parent / "examples" / "decks" / "live-english-8-basics.txt"

COMPILED_ROUNDS = 3
"""Rounds of the run that compiles everything: it is long enough to be measured well."""

PYTHON = "python -c pass"
FIRST = "basics 8 --games 1000 --seed 1, first run: compiles"
LATER = "basics 8 --games 1000 --seed 1, later run"
COMMANDS = {
    "--help": ["--help"],
    "--version": ["--version"],
    "basics --games 0": ["basics", "--games", "0"],
    "deck LIST --games 0": ["deck", str(LIST), "--games", "0"],
    LATER: ["basics", "8", "--games", "1000", "--seed", "1"],
}


def first_run() -> Usage:
    """The same run as the later one with an empty folder for compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        start = f"import os; os.environ['NUMBA_CACHE_DIR'] = {folder!r}"
        program = f"{start}; from mulliganlab.__main__ import program; program()"
        return run_program(["-c", program, *COMMANDS[LATER]])


def measured(rounds: int, smoke: bool) -> dict[str, list[Usage]]:
    """What each program takes in each round, once everything has been read and compiled."""
    programs = {PYTHON: ["-c", "pass"]}
    programs |= {name: ["-m", "mulliganlab", *arguments] for name, arguments in COMMANDS.items()}
    runs = {name: (partial(run_program, arguments), rounds) for name, arguments in programs.items()}
    if smoke:
        return by_turns(runs)
    by_turns({name: (once, 1) for name, (once, _) in runs.items()})
    return by_turns(runs | {FIRST: (first_run, min(rounds, COMPILED_ROUNDS))})


def as_result(used: Mapping[str, Sequence[Usage]]) -> dict[str, Any]:
    """The object that is printed as JSON."""
    seconds = {name: [usage.seconds for usage in usages] for name, usages in used.items()}
    first = {name: [usage.first_output_seconds for usage in usages] for name, usages in used.items()}
    processor = {name: [usage.processor_seconds for usage in usages] for name, usages in used.items()}
    median = medians(seconds)
    return {
        "seconds": median,
        "first_output_seconds": medians(first),
        "processor_seconds": medians(processor),
        "multiples_of_python": {name: value / median[PYTHON] for name, value in median.items()},
        "spread": {name: spread(values) for name, values in seconds.items()},
        "machine": machine(),
    }


def main() -> None:
    """Measure and print."""
    asked = options("Time to start, as multiples of python -c pass.", rounds=15).parse_args()
    result = as_result(measured(1 if asked.smoke else asked.rounds, asked.smoke))
    cells = [
        [
            name,
            f"{result['first_output_seconds'][name]:.3f}",
            f"{seconds:.3f}",
            f"{result['processor_seconds'][name]:.3f}",
            f"{result['multiples_of_python'][name]:.1f}",
            f"{100 * result['spread'][name]:.0f} %",
        ]
        for name, seconds in result["seconds"].items()
    ]
    headers = ["program", "first output, s", "end, s", "of processors, s", "x python -c pass", "spread"]
    show(result, [("Whole programs, from their start", headers, cells)], asked.json)


if __name__ == "__main__":
    main()
