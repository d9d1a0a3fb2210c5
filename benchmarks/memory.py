"""Peak memory of short and long runs: it does not grow with the number of games.

Usage: python benchmarks/memory.py [--games N …] [--json] [--rounds N] [--smoke]

Each number of games is one run of a program of its own. The longest takes about two minutes on
two cores; ``--games 1000000 1000000000`` says nearly the same in a tenth of the time.
"""

from functools import partial

from measuring import Usage, at_least_one, by_turns, machine, medians, options, run_program, show

GAMES = (1_000_000, 10_000_000_000)
SMOKE_GAMES = (1_000_000, 4_000_000)

MEBIBYTE = 2**20


def play(games: int) -> Usage:
    """Run so many games of 8 Basics against 12."""
    arguments = ["basics", "8", "--vs", "12", "--games", str(games), "--seed", "1", "--quiet"]
    return run_program(["-m", "mulliganlab", *arguments])


def main() -> None:
    """Measure and print."""
    parser = options("Peak memory of short and long runs.", rounds=1)
    parser.add_argument("--games", type=at_least_one, nargs="+", default=GAMES, help="games of each run")
    asked = parser.parse_args()
    games = SMOKE_GAMES if asked.smoke else tuple(asked.games)
    rounds = 1 if asked.smoke else asked.rounds
    play(1000)  # compiles the kernel if nobody has before
    used = by_turns({str(number): (partial(play, number), rounds) for number in games})
    peaks = medians({name: [usage.peak_bytes for usage in usages] for name, usages in used.items()})
    ratios = {name: peak / peaks[str(games[0])] for name, peak in peaks.items()}
    seconds = medians({name: [usage.seconds for usage in usages] for name, usages in used.items()})
    result = {"peak_bytes": peaks, "ratio_to_first": ratios, "seconds": seconds, "machine": machine()}
    cells = [
        [f"{int(name):,}", f"{peaks[name] / MEBIBYTE:.1f}", f"{ratios[name]:.3f}", f"{seconds[name]:.1f}"]
        for name in peaks
    ]
    show(result, [("Peak memory of a run", ["games", "MiB", "ratio", "seconds"], cells)], asked.json)


if __name__ == "__main__":
    main()
