"""``mulliganlab resolve``: from two mulligan counts to the bonus cards."""

from pathlib import Path
from typing import Any

import click

from mulliganlab import dispute
from mulliganlab.cli.options import Whole, output_options, read_rules, rules_options
from mulliganlab.cli.output import require_folder, write_output
from mulliganlab.tables import github_table, json_text, markdown_heading, records_csv, wrapped

__all__ = ["resolve"]


@click.command()
@click.argument("first", metavar="M1", type=Whole("number of mulligans", 0, dispute.MOST_MULLIGANS))
@click.argument("second", metavar="M2", type=Whole("number of mulligans", 0, dispute.MOST_MULLIGANS))
@rules_options
@output_options
def resolve(first: int, second: int, format_: str, output: Path | None, quiet: bool, **values: Any) -> None:
    r"""From the mulligans of both players to the bonus cards.

    M1 and M2 are how many hands of each player had no Basic.

    \b
    Examples:
      mulliganlab resolve 5 2
      mulliganlab resolve 5 2 --rules wizards
    """
    rules = read_rules(values)
    require_folder(output)
    write_output(_formatted(dispute.resolve(first, second, rules), format_), output)


def _formatted(resolution: dispute.Resolution, format_: str) -> str:
    if format_ == "json":
        return json_text(resolution.to_json())
    records = resolution.records()
    if format_ == "csv":
        return records_csv(records)
    rules = f"Rules     {resolution.rules.describe()}"
    if format_ == "markdown":
        titles = ["player", "mulligans", "extra_mulligans", "may_draw"]
        cells = [[str(record[title]) for title in titles] for record in records]
        table = github_table([title.replace("_", " ") for title in titles], cells)
        return f"{markdown_heading([rules])}\n\n{resolution}\n\n{table}\n"
    return wrapped(f"{rules}\n{resolution}") + "\n"
