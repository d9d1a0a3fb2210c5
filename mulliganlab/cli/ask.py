"""``mulliganlab ask``: odds of conditions on named cards."""

from pathlib import Path
from typing import Any

import click

from mulliganlab import ask_study
from mulliganlab.ask_results import BonusCards, require_curves
from mulliganlab.ask_tables import ask_formatted
from mulliganlab.cli.lists import kind_options, read_bytes, read_list, read_opponent, read_overrules, typed
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
from mulliganlab.cli.places import PlaceCommand, place_options, read_places
from mulliganlab.cli.progress import Progress
from mulliganlab.deck import Deck
from mulliganlab.decklist import decode
from mulliganlab.errors import InputError
from mulliganlab.question_names import asked
from mulliganlab.rules import Rules

__all__ = ["ask"]


@click.command(cls=PlaceCommand)
@click.argument("file")
@click.argument("question", nargs=-1)
@click.option(
    "--questions",
    metavar="FILE",
    help="Questions, one a line; lines that begin with # are comments. - is standard input.",
)
@place_options
@vs_option
@kind_options
@rules_options
@simulation_options
@plot_option
@output_options
def ask(
    file: str,
    question: tuple[str, ...],
    questions: str | None,
    bonus: BonusCards,
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
    r"""Odds of conditions on named cards, given the kept hand and for any hand.

    FILE is a deck list in any export, or - for standard input. A QUESTION has conditions such as
    Charmander, 2 Charmander (at least), exactly 1 Iono, at most 1 Iono, 1-2 Iono, no Iono, and sums
    such as 2 Nest Ball + Ultra Ball, joined with and, or, not and parentheses. The beginning of a
    name will do. Names with such words stand in double quotes.

    basic, optional, starter, pokemon, trainer and energy are all cards of a kind: optional are
    optional starters, starter is every card that can start: Basics, and optional starters as long
    as --starters keeps a hand with one of them alone.

    hand:, turn 2: and prizes: say where the cards behind them are, up to the next of these words.

    \b
    Examples:
      mulliganlab ask list.txt "Charmander and energy"
      mulliganlab ask list.txt "2 Nest Ball + Ultra Ball" Iono --turns 0-5
      mulliganlab ask list.txt "hand: Charmander and prizes: no Charizard ex"
    """
    rules = read_rules(values)
    overrules = read_overrules(values)
    require_folder(output)
    require_picture(plot, output)
    if file == "-" == questions:
        raise InputError("the deck list and the questions cannot both be standard input")
    own = read_list(file, rules, overrules)
    places = read_places(values, own, rules)
    wanted = [*map(typed, question), *_from_file(questions, own, rules)]
    if not wanted:
        raise InputError(
            'there is no question: ask one such as "2 Charmander and no Iono", or give --questions'
        )
    if plot is not None:
        require_curves(len(set(wanted)), len(places))
    opponent, other_lists = read_opponent(vs, rules, overrules)
    overrules.require_known([own, *other_lists])
    with Progress(games, quiet=quiet) as progress:
        results = ask_study.ask(
            own,
            wanted,
            opponent,
            rules,
            places=places,
            bonus=bonus,
            games=games,
            seed=seed,
            jobs=jobs,
            progress=progress,
        )
    show(ask_formatted(results, format_), results.run.warnings, format_, output, quiet=quiet)
    write_picture(plot, results, quiet=quiet)
    return results.exit_status


def _from_file(file: str | None, deck: Deck, rules: Rules) -> list[str]:
    """Read questions from a file, one a line; a wrong one is named with its line."""
    if file is None:
        return []
    name, data = read_bytes(file, "file of questions")
    text = decode(data)
    if "\0" in text or "\N{REPLACEMENT CHARACTER}" in text:
        raise InputError(f"{name}: this is no text in UTF-8, so it is no file of questions")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    found = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if len(found) > ask_study.MOST_QUESTIONS:
        raise InputError(f"{name}: {len(found):,} questions, up to {ask_study.MOST_QUESTIONS} can be asked")
    questions = []
    for number, line in found:
        try:
            asked(line, [deck], rules=rules)
        except InputError as error:
            raise InputError(f"{name}, line {number}: {error}") from None
        questions.append(line)
    if not questions:
        raise InputError(f"{name}: there is no question in it")
    return questions
