"""``mulliganlab check``: the kernel against SciPy and the exact laws."""

from dataclasses import replace
from pathlib import Path

import click

from mulliganlab import self_check, study
from mulliganlab.cli.options import Games, output_options, seed_and_jobs_options
from mulliganlab.cli.output import require_folder, write_output
from mulliganlab.cli.progress import Progress
from mulliganlab.errors import STOPPED
from mulliganlab.results import SimulationInfo
from mulliganlab.tables import github_table, json_text, markdown_heading, records_csv, wrapped

__all__ = ["check"]


@click.command()
@click.option(
    "--games",
    type=Games(low=1),
    default=str(self_check.DEFAULT_GAMES),
    show_default=True,
    help=f"Simulated games for each deck; openings are {self_check.OPENINGS_A_GAME} times as many.",
)
@seed_and_jobs_options
@output_options
def check(
    games: int, seed: int | None, jobs: int | None, format_: str, output: Path | None, quiet: bool
) -> int:
    """Check the simulation against SciPy and the exact laws over all Basic counts.

    Exit status 0: all agree; 1: there is a disagreement.
    """
    require_folder(output)
    info = study.simulation_info(games, seed)
    live = format_ == "table" and output is None
    decks = sum(len(group.decks) for group in self_check.GROUPS)
    groups: list[self_check.CheckedGroup] = []
    if live:
        click.echo(_heading(info))
    with Progress(games * decks, quiet=quiet) as progress:
        for checked in self_check.checked_groups(info, jobs=jobs, progress=progress):
            groups.append(checked)
            if live:
                progress.clear()
                click.echo(_line(checked))
    stopped = groups[-1].stopped
    result = self_check.SelfCheck(replace(info, stopped=stopped), tuple(groups))
    if live:
        click.echo("\n" + wrapped(_verdict(result)))
    else:
        write_output(_formatted(result, format_), output)
    return STOPPED if stopped else 0 if result.check.agrees else 1


def _formatted(result: self_check.SelfCheck, format_: str) -> str:
    if format_ == "json":
        return json_text(result.to_json())
    if format_ == "csv":
        return records_csv(result.records())
    if format_ == "markdown":
        records = result.records()
        cells = [
            [f"{value:.2f}" if isinstance(value, float) else str(value) for value in record.values()]
            for record in records
        ]
        heading = markdown_heading([_heading(result.simulation).strip()])
        return f"{heading}\n\n{github_table(list(records[0]), cells)}\n\n{_verdict(result)}\n"
    lines = [_heading(result.simulation), *map(_line, result.groups), "", wrapped(_verdict(result))]
    return "\n".join(lines) + "\n"


def _verdict(result: self_check.SelfCheck) -> str:
    return "\n".join([result.check.verdict(), *(f"Note: {warning}." for warning in result.warnings())])


def _heading(info: SimulationInfo) -> str:
    openings = self_check.OPENINGS_A_GAME * info.games
    return f"Games     {info.games:,} for each deck, or {openings:,} openings, seed {info.seed}\n"


def _line(checked: self_check.CheckedGroup) -> str:
    count = len(checked.check.comparisons)
    verdict = ("agrees" if count else "nothing to compare") if checked.check.agrees else "DISAGREES"
    return (
        f"{checked.group.title:42}{len(checked.group.decks):4} decks{count:6} comparisons"
        f"   largest z {checked.check.largest_z:4.2f}   {verdict}{' (stopped)' if checked.stopped else ''}"
    )
