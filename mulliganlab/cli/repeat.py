"""The command line that repeats a run."""

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
from click.core import ParameterSource

from mulliganlab.cli.lists import is_file
from mulliganlab.errors import InputError
from mulliganlab.opponent import opponent

__all__ = ["repeat_line"]

NOT_REPEATED = {"jobs", "quiet"}
"""Options that change nothing about results."""

FILES = {"file", "first", "second"}
"""Arguments that name deck lists."""


def repeat_line(context: click.Context, seed: int | None) -> str:
    """Write the command line of a run so that it repeats it, the seed with it.

    Parameters
    ----------
    context : click.Context
        Of the command that runs.
    seed : int or None
        The seed that was used; None where nothing was simulated.

    Notes
    -----
    Files are named without their folders: a page is shown to others.
    """
    words = ["mulliganlab", context.command.name or ""]
    for parameter in context.command.params:
        words += _words(parameter, context, seed)
    return shlex.join(words)


def _words(parameter: click.Parameter, context: click.Context, seed: int | None) -> Iterator[str]:
    name = parameter.name or ""
    value = context.params.get(name)
    if name == "seed":
        value = seed
    elif context.get_parameter_source(name) != ParameterSource.COMMANDLINE or name in NOT_REPEATED:
        return
    for one in value if isinstance(value, tuple) else (value,):
        if one is None or one is False:
            continue
        if isinstance(parameter, click.Option):
            yield max(parameter.opts, key=len)
        if one is not True:
            yield _without_folder(one) if _names_a_file(name, one) else str(one)


def _names_a_file(name: str, value: object) -> bool:
    """Whether a value names a file: no other values are, whatever is in them."""
    if name == "vs":
        return not _is_opponent(str(value)) and is_file(str(value))
    return isinstance(value, Path) or (name in FILES and value != "-")


def _without_folder(value: object) -> str:
    """Name a file in the folder that one is in, so that it is no option and no opponent."""
    name = os.fsencode(Path(str(value)).name).decode("utf-8", "replace")
    return f"./{name}" if name.startswith("-") or _is_opponent(name) else name


def _is_opponent(text: str) -> bool:
    try:
        opponent(text)
    except InputError:
        return False
    return True
