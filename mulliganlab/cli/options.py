"""Options that mean the same in every command, and how their texts are read."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from mulliganlab.errors import InputError
from mulliganlab.rules import RULE_SETS, Rules, rule_set

__all__ = [
    "file_name",
    "output_options",
    "parse_counts",
    "parse_numbers",
    "plot_option",
    "read_rules",
    "rules_options",
    "seed_and_jobs_options",
    "seed_option",
    "simulation_options",
]

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_GAMES = 10**12
LARGEST_SEED = 2**128 - 1
MOST_JOBS = 1024

SUFFIXES = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9}


class Games(click.ParamType[int]):
    """A number of games such as 1000000, 10M or 1G."""

    name = "N"

    def __init__(self, low: int = 0) -> None:
        self.low = low

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number or refuse it."""
        match = re.fullmatch(r"([0-9]{1,18})([kKMG]?)", str(value))
        games = int(match[1]) * SUFFIXES[match[2]] if match else -1
        if not self.low <= games <= MOST_GAMES:
            self.fail(
                f"{value!r} is no number of games: give a whole number from {self.low} to {MOST_GAMES:,}, "
                "such as 1000000, 10M or 1G",
                param,
                ctx,
            )
        return games


def file_name(text: str) -> Path:
    """Read the name of a file; one that ends as a folder does is refused."""
    if not text or text.endswith(("/", os.sep)):
        raise click.BadParameter(f"{text!r} is not the name of a file")
    return Path(text)


class Whole(click.ParamType[int]):
    """A whole number within a range."""

    name = "N"

    def __init__(self, what: str, low: int, high: int) -> None:
        self.what, self.low, self.high = what, low, high

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number or refuse it."""
        text = str(value)
        number = int(text) if re.fullmatch(r"-?[0-9]{1,40}", text) else None
        if number is None or not self.low <= number <= self.high:
            self.fail(
                f"{text!r} is no {self.what}: give a whole number from {self.low} to {self.high}", param, ctx
            )
        return number


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Make one decorator of several, in the order in which help shows them."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


vs_option = click.option(
    "--vs",
    metavar="OPPONENT",
    help="The opponent's Basics: a count, a mixture such as 8:0.3,12:0.7, a deck list file, mirror or field. "
    "[default: field with 60 cards, else mirror]",
)

rules_options = together(
    click.option(
        "--rules",
        type=click.Choice(list(RULE_SETS)),
        default="standard",
        show_default=True,
        help="The rule set; the next four change one value of it.",
    ),
    click.option("--deck-size", type=Whole("deck size", 2, 64), help="Cards of a deck."),
    click.option("--hand-size", type=Whole("hand size", 1, 64), help="Cards of an opening hand."),
    click.option("--prizes", type=Whole("number of prizes", 0, 63), help="Prize cards."),
    click.option(
        "--mulligan-limit",
        type=Whole("mulligan limit", 1, 100),
        help="Mulligans of a player after which the hand is made with a Basic. [default: none]",
    ),
    click.option(
        "--starters",
        type=click.Choice(["keep", "refuse"]),
        default="keep",
        show_default=True,
        help="Keep or refuse a hand with an optional starter and no Basic.",
    ),
    click.option("--fossils-start", is_flag=True, help="Fossils and dolls count as Basics (2003 to 2011)."),
)

seed_option = click.option(
    "--seed",
    type=Whole("seed", 0, LARGEST_SEED),
    help="Repeat a run exactly. [default: a fresh one, always printed]",
)

seed_and_jobs_options = together(
    seed_option,
    click.option(
        "--jobs",
        type=Whole("number of jobs", 1, MOST_JOBS),
        help="Threads; counts never depend on it. [default: all cores]",
    ),
)

simulation_options = together(
    click.option(
        "--games",
        type=Games(),
        default="10M",
        show_default=True,
        help="Simulated games a row, such as 1000000, 10M or 1G; 0 for exact values alone.",
    ),
    seed_and_jobs_options,
)

output_options = together(
    click.option(
        "--format",
        "format_",
        type=click.Choice(["table", "markdown", "csv", "json"]),
        default="table",
        show_default=True,
        help="How the results are written.",
    ),
    click.option(
        "--output",
        "-o",
        type=file_name,
        metavar="FILE",
        help="Write there instead, complete or not at all.",
    ),
    click.option("--quiet", is_flag=True, help="No progress, no notes."),
)

plot_option = click.option(
    "--plot", type=file_name, metavar="FILE", help="Also draw it: a .png, .svg or .pdf file."
)


def read_rules(options: dict[str, Any]) -> Rules:
    """Take the options of `rules_options` out of the command's and make rules of them."""
    return rule_set(options.pop("rules")).changed(
        deck_size=options.pop("deck_size"),
        hand_size=options.pop("hand_size"),
        prizes=options.pop("prizes"),
        mulligan_limit=options.pop("mulligan_limit"),
        starters=options.pop("starters"),
        fossils_start=options.pop("fossils_start"),
    )


def parse_counts(text: str, highest: int) -> list[int]:
    """Read counts of Basics such as 8, 6-14 or 4,8,12; each once, in the order given.

    Examples
    --------
    >>> parse_counts("4,8-10", 60)
    [4, 8, 9, 10]
    """
    example = "give a count, a range or a list, such as 8, 6-14 or 4,8,12"
    return parse_numbers(text, 1, highest, "COUNTS", f"number of Basics from 1 to {highest}: {example}")


def parse_numbers(text: str, lowest: int, highest: int, option: str, what: str) -> list[int]:
    """Read numbers, ranges and lists of them; each once, in the order given.

    Parameters
    ----------
    text : str
        What the user gave.
    lowest, highest : int
        The range of each number.
    option, what : str
        Where it was given, and what it should have been, for the message.

    Raises
    ------
    InputError
        If there is anything else.
    """
    numbers: dict[int, None] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?\s*", part)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if not lowest <= low <= high <= highest:
            raise InputError(f"{option}: {part.strip()!r} is no {what}")
        numbers.update(dict.fromkeys(range(low, high + 1)))
    return list(numbers)
