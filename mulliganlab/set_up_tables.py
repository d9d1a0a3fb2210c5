"""Sample set-ups as text for people, Markdown, CSV and JSON."""

from collections.abc import Callable
from itertools import groupby
from textwrap import fill

from mulliganlab.set_up_results import PlayedSetUp, SetUps, steps
from mulliganlab.tables import WIDTH, json_text, markdown_heading, records_csv, wrapped

__all__ = ["SET_UP_FORMATS", "set_ups_formatted", "set_ups_text"]

PLAYER_WIDTH = 11


def set_ups_formatted(results: SetUps, name: str) -> str:
    """Write set-ups in one of the formats of the command line."""
    return SET_UP_FORMATS[name](results)


def set_ups_text(results: SetUps) -> str:
    """Write set-ups as text for a terminal, not wider than 100 columns."""
    parts = ["\n".join(map(wrapped, set_ups_heading(results)))]
    for number, set_up in enumerate(results.set_ups, 1):
        parts.append(f"Set-up {number}: {summary(set_up)}\n{_told(set_up)}")
    parts += [wrapped(f"Note: {warning}.") for warning in results.warnings]
    return "\n\n".join(parts) + "\n"


def set_ups_markdown(results: SetUps) -> str:
    """Write set-ups as Markdown."""
    parts = [markdown_heading(set_ups_heading(results))]
    for number, set_up in enumerate(results.set_ups, 1):
        lines = [f"- {player}: {step}" for player, step in steps(set_up)]
        parts += [f"## Set-up {number}", summary(set_up), "\n".join(lines)]
    parts += [f"Note: {warning}." for warning in results.warnings]
    return "\n\n".join(parts) + "\n"


SET_UP_FORMATS: dict[str, Callable[[SetUps], str]] = {
    "table": set_ups_text,
    "markdown": set_ups_markdown,
    "csv": lambda results: records_csv(results.records()),
    "json": lambda results: json_text(results.to_json()),
}
"""How set-ups are written, by the name of the format."""


def set_ups_heading(results: SetUps) -> list[str]:
    """Name deck, rules, opponent and seed."""
    return [
        f"Deck      {results.deck.name}",
        f"Rules     {results.rules.describe()}",
        f"Opponent  {results.opponent.name}",
        f"Seed      {results.seed}",
    ]


def summary(set_up: PlayedSetUp) -> str:
    """Sum up the mulligans of a set-up and what follows from them."""
    you, other = (len(seat.failed) for seat in set_up.seats)
    if not you and not other:
        return "no mulligans."
    bonus = [len(seat.bonus) for seat in set_up.seats]
    told = (
        f"{you} mulligan{'' if you == 1 else 's'} of yours, {other} of the opponent, {set_up.shared} shared; "
    )
    if any(bonus):
        who = "you" if bonus[0] else "the opponent"
        return f"{told}{who} may draw up to {max(bonus)}."
    return f"{told}nobody draws a bonus card."


def _told(set_up: PlayedSetUp) -> str:
    """Steps line by line, the player's name where it changes."""
    lines = []
    for player, some in groupby(steps(set_up), key=lambda step: step[0]):
        for at, (_, step) in enumerate(some):
            name = "" if at else player.capitalize()
            indent = f"  {name:{PLAYER_WIDTH}}"
            lines.append(
                fill(
                    str(step),
                    WIDTH,
                    initial_indent=indent,
                    subsequent_indent=" " * (len(indent) + 2),
                    break_on_hyphens=False,
                )
            )
    return "\n".join(lines)
