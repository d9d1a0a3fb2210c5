"""``mulliganlab copies``: what each copy of a card is worth."""

from pathlib import Path
from typing import Any

import click

from mulliganlab import copies_study
from mulliganlab.ask_results import BonusCards
from mulliganlab.cli.lists import kind_options, read_list, read_opponent, read_overrules, typed
from mulliganlab.cli.options import output_options, read_rules, rules_options, simulation_options, vs_option
from mulliganlab.cli.output import require_folder, show
from mulliganlab.cli.places import PlaceCommand, one_place_options, read_places
from mulliganlab.cli.progress import Progress
from mulliganlab.copies_tables import copies_formatted

__all__ = ["copies"]

USUAL_ROWS = 5


@click.command(cls=PlaceCommand)
@click.argument("file")
@click.argument("card")
@click.argument("question")
@click.option(
    "--for",
    "exchange",
    metavar="OTHER",
    help="Exchange copies with this card. [default: cards that the question does not name]",
)
@one_place_options
@vs_option
@kind_options
@rules_options
@simulation_options
@output_options
def copies(
    file: str,
    card: str,
    question: str,
    exchange: str | None,
    bonus: BonusCards,
    vs: str | None,
    games: int,
    seed: int | None,
    jobs: int | None,
    format_: str,
    output: Path | None,
    quiet: bool,
    **values: Any,
) -> int:
    r"""What each copy of a card is worth: a question for 0 to 4 copies of it.

    FILE is a deck list, CARD one of its cards, QUESTION as in ask. Basics are exchanged with other
    Basics, so that the deck mulligans as often, and other cards with others.

    \b
    Examples:
      mulliganlab copies list.txt Charmander "Charmander and energy"
      mulliganlab copies list.txt Iono Iono --turn 2 --for "Boss's Orders"
    """
    rules = read_rules(values)
    overrules = read_overrules(values)
    require_folder(output)
    own = read_list(file, rules, overrules)
    (place,) = read_places(values, own, rules)
    opponent, other_lists = read_opponent(vs, rules, overrules)
    overrules.require_known([own, *other_lists])
    with Progress(games * USUAL_ROWS, quiet=quiet) as progress:
        results = copies_study.copies(
            own,
            typed(card),
            typed(question),
            opponent,
            rules,
            exchange=exchange and typed(exchange),
            place=place,
            bonus=bonus,
            games=games,
            seed=seed,
            jobs=jobs,
            progress=progress,
        )
    show(copies_formatted(results, format_), results.run.warnings, format_, output, quiet=quiet)
    return results.exit_status
