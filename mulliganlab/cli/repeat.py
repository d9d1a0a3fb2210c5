"""The command line that repeats a run."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
from click.core import ParameterSource

__all__ = ["repeat_line"]

NOT_REPEATED = {"jobs", "quiet"}
"""Options that change nothing about results."""


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
            yield _without_folder(one)


def _without_folder(value: object) -> str:
    text = str(value)
    is_file = isinstance(value, Path) or "/" in text or "\\" in text
    return Path(text.replace("\\", "/")).name if is_file else text
