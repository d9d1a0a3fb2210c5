"""``mulliganlab report``: a page with every table and picture of a run."""

from pathlib import Path
from typing import Any

import click

from mulliganlab import deck_study, study
from mulliganlab.cli.lists import kind_options, read_list, read_opponent, read_overrules
from mulliganlab.cli.options import (
    file_name,
    parse_counts,
    read_rules,
    rules_options,
    simulation_options,
    vs_option,
)
from mulliganlab.cli.output import note, require_folder, write_output
from mulliganlab.cli.pictures import note_boxes
from mulliganlab.cli.progress import Progress
from mulliganlab.cli.repeat import repeat_line
from mulliganlab.deck_results import DeckResults
from mulliganlab.results import Results

__all__ = ["report"]


@click.command()
@click.argument("file", required=False)
@click.option("--basics", metavar="COUNTS", help="Numbers of Basics such as 6-14, in place of a deck list.")
@vs_option
@kind_options
@rules_options
@simulation_options
@click.option(
    "--output",
    "-o",
    type=file_name,
    metavar="FILE",
    help="Write the page there, complete or not at all. [default: standard output]",
)
@click.option("--quiet", is_flag=True, help="No progress, no notes.")
@click.pass_context
def report(
    context: click.Context,
    /,
    file: str | None,
    basics: str | None,
    output: Path | None,
    quiet: bool,
    **values: Any,
) -> int:
    r"""Write one HTML page with every table and picture of a deck, to look at, share or print.

    FILE is a list in any export, or - for standard input.

    \b
    Examples:
      mulliganlab report list.txt -o list.html
      mulliganlab report list.txt --vs mirror --seed 1 -o list.html
      mulliganlab report --basics 6-14 -o basics.html
    """
    if (file is None) == (basics is None):
        raise click.UsageError("give either a deck list or --basics COUNTS")
    require_folder(output)
    results = _results(file, basics, values, quiet=quiet)
    set_up = results.set_up if isinstance(results, DeckResults) else results
    seed = None if set_up.simulation is None else set_up.simulation.seed
    command = repeat_line(context, seed)
    # Loads matplotlib and jinja2, after everything that can be wrong with the input.
    from mulliganlab.page import report as page_of

    write_output(page_of(results, command=command), output)
    if isinstance(results, DeckResults):
        note_boxes([card.name for card in results.deck.cards], quiet=quiet)
    for warning in set_up.warnings:
        note(warning, quiet=quiet)
    return set_up.exit_status


def _results(
    file: str | None, basics: str | None, values: dict[str, Any], *, quiet: bool
) -> Results | DeckResults:
    """Read what the page shall be about, and study it."""
    rules = read_rules(values)
    overrules = read_overrules(values)
    games, options = values["games"], {"seed": values["seed"], "jobs": values["jobs"]}
    if basics is None:
        own = read_list(str(file), rules, overrules)
        opponent, lists = read_opponent(values["vs"], rules, overrules)
        overrules.require_known([own, *lists])
        with Progress(games, quiet=quiet) as progress:
            return deck_study.deck_results(own, opponent, rules, games=games, progress=progress, **options)
    numbers = parse_counts(basics, rules.deck_size)
    opponent, lists = read_opponent(values["vs"], rules, overrules)
    overrules.require_known(lists)
    with Progress(games * len(numbers), quiet=quiet) as progress:
        return study.basics(numbers, opponent, rules, games=games, progress=progress, **options)
