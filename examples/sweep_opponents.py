"""How many bonus cards a deck gives and receives, opponent by opponent, as a Markdown table.

Usage: python sweep_opponents.py [BASICS]
"""

import sys

from mulliganlab.study import basics
from mulliganlab.tables import github_table, percent


def main(count: int = 10) -> None:
    """Print a line for each number of Basics of the opponent."""
    lines = []
    for opponent in range(4, 17):
        row = basics(count, str(opponent), games=0).rows[0]
        given = row.value("bonus_given_probability").exact
        received = row.value("bonus_received_probability").exact
        assert given is not None
        assert received is not None
        lines.append([str(opponent), percent(given), percent(received), f"{100 * (received - given):+.1f}"])
    print(f"Bonus cards of a deck with {count} Basics, % of games:\n")
    print(github_table(["opponent's Basics", "opponent draws", "you draw", "difference"], lines))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
