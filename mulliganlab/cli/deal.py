"""``mulliganlab deal``: sample set-ups, step by step as at the table."""

from pathlib import Path
from typing import Any

import click

from mulliganlab.cli.lists import kind_options, read_list, read_opponent, read_overrules
from mulliganlab.cli.options import Whole, output_options, read_rules, rules_options, seed_option, vs_option
from mulliganlab.cli.output import require_folder, show
from mulliganlab.set_up_tables import set_ups_formatted

__all__ = ["deal"]

MOST_SET_UPS = 1000


@click.command()
@click.argument("file")
@click.option(
    "-n",
    "number",
    type=Whole("number of set-ups", 1, MOST_SET_UPS),
    default="5",
    show_default=True,
    help="How many set-ups.",
)
@vs_option
@kind_options
@rules_options
@seed_option
@output_options
def deal(
    file: str,
    number: int,
    vs: str | None,
    seed: int | None,
    format_: str,
    output: Path | None,
    quiet: bool,
    **values: Any,
) -> None:
    r"""Sample set-ups, step by step as at the table.

    FILE is a deck list in any export, or - for standard input. With a list for --vs the opponent's
    cards are named too.

    \b
    Examples:
      mulliganlab deal list.txt
      mulliganlab deal list.txt --vs other.txt -n 1 --seed 7
    """
    from mulliganlab.set_ups import sample_set_ups  # loads the compiler

    rules = read_rules(values)
    overrules = read_overrules(values)
    require_folder(output)
    own = read_list(file, rules, overrules)
    opponent, other_lists = read_opponent(vs, rules, overrules)
    overrules.require_known([own, *other_lists])
    other = other_lists[0] if other_lists else opponent
    results = sample_set_ups(own, other, rules, number=number, seed=seed)
    show(set_ups_formatted(results, format_), results.warnings, format_, output, quiet=quiet)
