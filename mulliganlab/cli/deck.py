"""``mulliganlab deck``: everything about one deck list."""

from pathlib import Path
from typing import Any

import click

from mulliganlab import deck_study
from mulliganlab.cli.lists import kind_options, read_list, read_opponent, read_overrules
from mulliganlab.cli.options import (
    output_options,
    plot_option,
    read_rules,
    rules_options,
    simulation_options,
    vs_option,
)
from mulliganlab.cli.output import require_folder, show
from mulliganlab.cli.pictures import require_picture, write_picture
from mulliganlab.cli.progress import Progress
from mulliganlab.deck_tables import deck_formatted

__all__ = ["deck"]


@click.command()
@click.argument("file")
@vs_option
@kind_options
@rules_options
@simulation_options
@plot_option
@output_options
def deck(
    file: str,
    vs: str | None,
    games: int,
    seed: int | None,
    jobs: int | None,
    plot: Path | None,
    format_: str,
    output: Path | None,
    quiet: bool,
    **values: Any,
) -> int:
    r"""Report on a deck list: its Basics, distributions, and odds card by card.

    FILE is a list in any export, or - for standard input.

    \b
    Examples:
      mulliganlab deck list.txt
      mulliganlab deck list.txt --vs other.txt --games 0
      mulliganlab deck - --basic "Newmon" < list.txt
    """
    rules = read_rules(values)
    overrules = read_overrules(values)
    require_folder(output)
    require_picture(plot, output)
    own = read_list(file, rules, overrules)
    opponent, other_lists = read_opponent(vs, rules, overrules)
    overrules.require_known([own, *other_lists])
    with Progress(games, quiet=quiet) as progress:
        results = deck_study.deck_results(
            own, opponent, rules, games=games, seed=seed, jobs=jobs, progress=progress
        )
    show(deck_formatted(results, format_), results.set_up.warnings, format_, output, quiet=quiet)
    write_picture(plot, results, quiet=quiet)
    return results.set_up.exit_status
