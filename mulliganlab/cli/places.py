"""Options that say where the cards of a question are."""

import re
from typing import Any

import click

from mulliganlab.cli.options import Whole, parse_numbers, together
from mulliganlab.deck import Deck
from mulliganlab.errors import InputError
from mulliganlab.question import HAND, PRIZES, Place, turn
from mulliganlab.rules import MAX_DECK_SIZE, Rules

__all__ = ["PlaceCommand", "one_place_options", "place_options", "read_places"]

bonus_option = click.option(
    "--bonus",
    type=click.Choice(["all", "none"]),
    default="all",
    show_default=True,
    help="With all bonus cards of the opponent's extra mulligans among those seen by a turn, or none.",
)

turn_option = click.option(
    "--turn",
    metavar="T",
    type=Whole("turn", 0, MAX_DECK_SIZE),
    help="All cards seen by the draw of my turn T. [default: the kept hand]",
)

prizes_option = click.option(
    "--in-prizes",
    is_flag=True,
    help="The question is about my Prizes; --prizes without a number means the same.",
)

one_place_options = together(turn_option, prizes_option, bonus_option)

place_options = together(
    turn_option,
    click.option("--turns", metavar="T-T", help="Turns beside each other, such as 0-5."),
    prizes_option,
    bonus_option,
)


class PlaceCommand(click.Command):
    """A command in which ``--prizes`` without a number asks about the Prizes."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Tell the two options apart by what follows."""
        told = []
        for place, argument in enumerate(args):
            following = args[place + 1] if place + 1 < len(args) else ""
            number = re.fullmatch(r"-?[0-9]+", following)
            told.append("--in-prizes" if argument == "--prizes" and not number else argument)
            if argument == "--":
                told += args[place + 1 :]
                break
        return super().parse_args(ctx, told)


def read_places(options: dict[str, Any], deck: Deck, rules: Rules) -> list[Place]:
    """Take the options of `place_options` or `one_place_options` out of the command's, all but the bonus."""
    one, several, prizes = options.pop("turn"), options.pop("turns", None), options.pop("in_prizes")
    if (one is not None) + (several is not None) + prizes > 1:
        raise InputError("--turn, --turns and --prizes say different places: give one of them")
    if prizes:
        return [PRIZES]
    if one is not None:
        return [turn(one)]
    if several is None:
        return [HAND]
    last = rules.most_bonus_cards(deck.composition.size)
    numbers = parse_numbers(
        several, 0, last, "--turns", f"turn from 0 to {last}: give a range or a list, such as 0-5 or 1,2,4"
    )
    return [turn(number) for number in numbers]
