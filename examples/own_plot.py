"""A picture of one's own: the same deck in three formats, and how a simulation comes to the exact value.

Usage: python own_plot.py [FILE.png]
"""

import sys
from pathlib import Path

from matplotlib.figure import Figure

from mulliganlab.figures import file_bytes
from mulliganlab.plots import convergence, mulligan_line
from mulliganlab.results import Value
from mulliganlab.rules import rule_set
from mulliganlab.study import basics

GAMES = (1_000, 10_000, 100_000, 1_000_000)


def main(file: str = "own_plot.png") -> None:
    """Draw two plots of the package into axes of a figure, and add lines of one's own."""
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    left, right = figure.subplots(1, 2)
    title = "Half the deck, half the Basics: mulligans are about as rare"
    mulligan_line(left, basics(range(4, 17), "mirror", games=0), title=title)
    for name, color in (("prerelease", "#007a58"), ("half-deck", "#bf4f00")):
        rules = rule_set(name)
        rows = basics(range(4, 17), "mirror", rules, games=0).rows
        shares = [row.value("mulligan_probability").exact for row in rows]
        left.plot([row.basics for row in rows], shares, color=color)
        place = (5, shares[1])
        left.annotate(
            f"{rules.deck_size} cards", place, (-4, -10), textcoords="offset points", ha="right", color=color
        )
    convergence(right, *estimates())
    Path(file).write_bytes(file_bytes(figure, ".png"))
    print(f"wrote {file}")


def estimates() -> tuple[float, list[tuple[int, Value]]]:
    """Exact mulligan probability with 10 Basics, and estimates from more and more games."""
    values = [basics(10, games=games, seed=1).rows[0].value("mulligan_probability") for games in GAMES]
    assert values[0].exact is not None
    return values[0].exact, list(zip(GAMES, values, strict=True))


if __name__ == "__main__":
    main(*sys.argv[1:2])
