"""``mulliganlab compare``: two lists side by side."""

from pathlib import Path
from typing import Any

import click

from mulliganlab import compare_study
from mulliganlab.cli.lists import kind_options, read_list, read_opponent, read_overrules, typed
from mulliganlab.cli.options import output_options, read_rules, rules_options, simulation_options, vs_option
from mulliganlab.cli.output import require_folder, show
from mulliganlab.cli.progress import Progress
from mulliganlab.compare_tables import compare_formatted
from mulliganlab.errors import InputError

__all__ = ["compare"]


@click.command()
@click.argument("first", metavar="FILE")
@click.argument("second", metavar="FILE")
@click.option(
    "--ask",
    "questions",
    multiple=True,
    metavar="QUESTION",
    help="Ask this of both lists, as in ask; may be given several times.",
)
@vs_option
@kind_options
@rules_options
@simulation_options
@output_options
def compare(
    first: str,
    second: str,
    questions: tuple[str, ...],
    vs: str | None,
    games: int,
    seed: int | None,
    jobs: int | None,
    format_: str,
    output: Path | None,
    quiet: bool,
    **values: Any,
) -> int:
    r"""Two deck lists side by side: cards exchanged, distributions, starting odds.

    Each FILE is a list in any export, one of them may be - for standard input.

    \b
    Examples:
      mulliganlab compare old.txt new.txt
      mulliganlab compare old.txt new.txt --ask "Charmander and energy" --ask "turn 2: Iono"
    """
    rules = read_rules(values)
    overrules = read_overrules(values)
    require_folder(output)
    if first == second == "-":
        raise InputError("only one of the lists can be standard input")
    one, two = read_list(first, rules, overrules), read_list(second, rules, overrules)
    opponent, other_lists = read_opponent(vs, rules, overrules)
    overrules.require_known([one, two, *other_lists])
    wanted = list(map(typed, questions))
    runs = 4 if wanted else 2
    with Progress(games * runs, quiet=quiet) as progress:
        results = compare_study.compare(
            one,
            two,
            wanted,
            opponent,
            rules,
            games=games,
            seed=seed,
            jobs=jobs,
            progress=progress,
        )
    show(compare_formatted(results, format_), results.run.warnings, format_, output, quiet=quiet)
    return results.exit_status
