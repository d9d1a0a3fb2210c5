"""``mulliganlab basics``: the distributions by the number of Basics."""

import sys
from pathlib import Path
from typing import Any

import click

from mulliganlab import study
from mulliganlab.cli.lists import kind_options, read_opponent, read_overrules
from mulliganlab.cli.options import (
    output_options,
    parse_counts,
    plot_option,
    read_rules,
    rules_options,
    simulation_options,
    vs_option,
)
from mulliganlab.cli.output import require_folder, show, write_output
from mulliganlab.cli.pictures import require_picture, write_picture
from mulliganlab.cli.progress import Progress
from mulliganlab.results import Results
from mulliganlab.tables import exact_text, formatted, simulated_text

__all__ = ["basics"]


def show_exact(exact: Results) -> None:
    """Show what is known before the simulation."""
    write_output(exact_text(exact), None)
    sys.stdout.flush()


@click.command()
@click.argument("counts", default="4-16")
@vs_option
@kind_options
@rules_options
@simulation_options
@plot_option
@output_options
def basics(
    counts: str,
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
    r"""Mulligan and bonus-draw distributions by the number of Basic Pokémon.

    COUNTS are the numbers of Basics to show: 8, 6-14 or 4,8,12; by default 4-16.

    \b
    Examples:
      mulliganlab basics
      mulliganlab basics 6-14 --vs 12 --seed 1
      mulliganlab basics 8 --rules prerelease --format json
    """
    rules = read_rules(values)
    overrules = read_overrules(values)
    numbers = parse_counts(counts, rules.deck_size)
    require_folder(output)
    require_picture(plot, output)
    opponent, lists = read_opponent(vs, rules, overrules)
    overrules.require_known(lists)
    # On a terminal the exact values do not wait for the simulation.
    parts = games > 0 and format_ == "table" and output is None
    with Progress(games * len(numbers), quiet=quiet) as progress:
        results = study.basics(
            numbers,
            opponent,
            rules,
            games=games,
            seed=seed,
            jobs=jobs,
            progress=progress,
            begin=show_exact if parts else None,
        )
    text = f"\n{simulated_text(results)}" if parts else formatted(results, format_)
    show(text, results.warnings, format_, output, quiet=quiet)
    write_picture(plot, results, quiet=quiet)
    return results.exit_status
