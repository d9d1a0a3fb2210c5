"""``mulliganlab basics``: the distributions by the number of Basics."""

from pathlib import Path
from typing import Any

import click

from mulliganlab import study
from mulliganlab.cli.options import (
    output_options,
    parse_counts,
    read_opponent,
    read_rules,
    rules_options,
    simulation_options,
    vs_option,
)
from mulliganlab.cli.output import note, require_folder, write_output
from mulliganlab.cli.progress import Progress
from mulliganlab.tables import formatted

__all__ = ["basics"]


@click.command()
@click.argument("counts", default="4-16")
@vs_option
@rules_options
@simulation_options
@output_options
def basics(
    counts: str,
    vs: str | None,
    games: int,
    seed: int | None,
    jobs: int | None,
    format_: str,
    output: Path | None,
    quiet: bool,
    **rules_values: Any,
) -> int:
    r"""Mulligan and bonus-draw distributions by the number of Basic Pokémon.

    COUNTS are the numbers of Basics to show: 8, 6-14 or 4,8,12; by default 4-16.

    \b
    Examples:
      mulliganlab basics
      mulliganlab basics 6-14 --vs 12 --seed 1
      mulliganlab basics 8 --rules prerelease --format json
    """
    rules = read_rules(rules_values)
    numbers = parse_counts(counts, rules.deck_size)
    opponent = read_opponent(vs, rules)
    require_folder(output)
    with Progress(games * len(numbers), quiet=quiet) as progress:
        results = study.basics(numbers, opponent, rules, games=games, seed=seed, jobs=jobs, progress=progress)
    write_output(formatted(results, format_), output)
    if output is not None or format_ in ("csv", "json"):  # tables end with the warnings themselves
        for warning in results.warnings:
            note(warning, quiet=quiet)
    return results.exit_status
