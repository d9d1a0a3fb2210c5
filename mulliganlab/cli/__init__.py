"""The command line: a file per command, which parses, calls the library once and formats."""

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from mulliganlab import __version__
from mulliganlab.errors import STOPPED, InputError, MulliganlabError

__all__ = ["main"]

COMMANDS = {
    "basics": "Mulligan and bonus-draw distributions by the number of Basics.",
    "deck": "Report on a deck list: its Basics, distributions, odds card by card.",
    "ask": "Odds of conditions on named cards, given the kept hand.",
    "copies": "What each copy of a card is worth.",
    "deal": "Sample set-ups, step by step as at the table.",
    "resolve": "From two mulligan counts to the bonus cards.",
    "compare": "Two deck lists side by side.",
    "report": "One self-contained page with every table and picture.",
    "check": "Check the simulation against SciPy and the exact laws.",
}
"""Each is a module of this package that holds a command of its name; what it does, in short."""


class LazyGroup(click.Group):
    """Imports a command's module when the command is used, so that help starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"mulliganlab.cli.{cmd_name}"), cmd_name)
        # Click keeps the lines of a paragraph behind a backspace, which docstrings write as \b.
        command.help = (command.help or "").replace("\\b\n", "\b\n")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List what the commands do without loading any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="mulliganlab", message="%(prog)s %(version)s")
def mulliganlab() -> None:
    """Mulligans, bonus cards, opening hands and Prizes of Pokémon TCG decks.

    Exact laws, and a simulation of shuffled set-ups that is checked against them in every run.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit.

    Parameters
    ----------
    arguments : list of str, optional
        What stands behind the program's name; by default what the shell gave.
    """
    sys.exit(_run(arguments))


def _run(arguments: list[str] | None) -> int:
    """Run a command: its exit status, and any error in one sentence on standard error."""
    stream = sys.stdout
    try:
        status = mulliganlab(arguments, prog_name="mulliganlab", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code)
    except InputError as error:
        return _fail(str(error), 2)
    except MulliganlabError as error:
        return _fail(str(error), 1)
    except (click.Abort, KeyboardInterrupt):
        return _fail("stopped", STOPPED)
    except BrokenPipeError:
        # The reader of a pipe, such as head, has seen enough: nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit as end:
        # Click ends the program itself when the pipe is closed, and puts another stream in its place.
        return 0 if sys.stdout is not stream else int(end.code or 0)
    except OSError as error:
        return _fail(f"cannot write the output: {error.strerror or error}", 1)


def _fail(message: str, status: int) -> int:
    click.echo(f"mulliganlab: {message}", err=True)
    return status
