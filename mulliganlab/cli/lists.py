"""Deck lists on the command line: files, standard input, and what overrules their cards' kinds."""

import re
import sys
from pathlib import Path
from typing import Any

import click

from mulliganlab.cli.options import together
from mulliganlab.deck import Deck, Overrules, read_deck
from mulliganlab.errors import InputError
from mulliganlab.opponent import Opponent, default_opponent
from mulliganlab.opponent import opponent as parse_opponent
from mulliganlab.rules import Rules

__all__ = ["is_file", "kind_options", "read_bytes", "read_list", "read_opponent", "read_overrules", "typed"]

LARGEST_LIST = 4_000_000
"""Bytes: no deck list is longer, and a wrong file shall not fill the memory."""

kind_options = together(
    click.option("--basic", multiple=True, metavar="NAME", help="This card is a Basic, in any list read."),
    click.option(
        "--not-basic", multiple=True, metavar="NAME", help="This card is no Basic, in any list read."
    ),
)


def read_overrules(values: dict[str, Any]) -> Overrules:
    """Take the options of `kind_options` out of the command's."""
    return Overrules(*(tuple(map(typed, values.pop(name))) for name in ("basic", "not_basic")))


def typed(text: str) -> str:
    """Read a text of the command line as UTF-8 where the locale knew no more than ASCII."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def read_list(file: str, rules: Rules, overrules: Overrules) -> Deck:
    """Read a deck list from a file, or from standard input for ``-``.

    Raises
    ------
    InputError
        If it cannot be read, or is no deck that can be played.
    """
    name, data = read_bytes(file, "deck list")
    return read_deck(data, name=name, rules=rules, overrules=overrules)


def read_bytes(file: str, what: str) -> tuple[str, bytes]:
    """Read a file, or standard input for ``-``: its name without folders, and what is in it.

    Raises
    ------
    InputError
        If it cannot be read, or is far too long to be what it should be.
    """
    try:
        if file == "-":
            if sys.stdin is None:
                raise InputError(f"there is no standard input to read the {what} from")
            name, data = "standard input", sys.stdin.buffer.read(LARGEST_LIST + 1)
        else:
            with Path(file).open("rb") as stream:
                name, data = printable(Path(file).name), stream.read(LARGEST_LIST + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"cannot read the {what} '{printable(file)}': {reason}") from None
    if len(data) > LARGEST_LIST:
        raise InputError(f"{name}: more than {LARGEST_LIST:,} bytes, this is no {what}")
    return name, data


def read_opponent(text: str | None, rules: Rules, overrules: Overrules) -> tuple[Opponent, tuple[Deck, ...]]:
    """Read the option ``--vs``: the opponent, and the deck list if it names one."""
    if text is None:
        return default_opponent(rules), ()
    try:
        return parse_opponent(text, rules), ()
    except InputError as error:
        if not is_file(text):
            missing = re.search(r"[/\\]|\.[A-Za-z]", text)
            reason = f"there is no file '{printable(text)}'" if missing else error
            raise InputError(f"--vs: {reason}") from None
    try:
        deck = read_list(text, rules, overrules)
    except InputError as error:
        raise InputError(f"--vs: {error}") from None
    return deck.as_opponent(), (deck,)


def printable(name: str) -> str:
    r"""Write what cannot be printed, such as an end of line in the name of a file, as an escape.

    Examples
    --------
    >>> print(printable("two\nlines.txt"))
    two\nlines.txt
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)


def is_file(text: str) -> bool:
    """Whether a text names what there is in the file system."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # a name that no file system takes
        return False
