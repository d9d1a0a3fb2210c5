"""What happened in sample set-ups: cards by name, and the steps in the order of the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mulliganlab import __version__
from mulliganlab.opponent import Opponent
from mulliganlab.rules import Rules

__all__ = ["PLAYERS", "PlayedSetUp", "Seat", "SetUps", "Step", "counted", "steps"]

PLAYERS = ("you", "opponent")
"""The two seats, as outputs name them."""

Names = tuple[str, ...]

BENCH = 5
"""Places for Pokémon on the Bench."""


@dataclass(frozen=True)
class Seat:
    """One player's set-up, every card by its name.

    Attributes
    ----------
    failed : tuple of tuple of str
        Hands without a card that can start, in their order, each revealed.
    kept : tuple of str
        The kept hand.
    can_start : tuple of str
        Those of its cards that can be the Active Pokémon.
    made : bool
        Whether the mulligan limit made the hand.
    prizes : tuple of str
        The Prize cards, which nobody sees.
    bonus : tuple of str
        Bonus cards in the order in which they came, all drawn.
    bonus_basics : tuple of str
        Basics among them.
    draws : tuple of str
        Cards of the first turns.
    """

    failed: tuple[Names, ...]
    kept: Names
    can_start: Names
    made: bool
    prizes: Names
    bonus: Names
    bonus_basics: Names
    draws: Names

    def to_json(self) -> dict[str, object]:
        """Give the seat as the JSON output has it."""
        return {
            "mulligans": len(self.failed),
            "revealed_hands": [list(hand) for hand in self.failed],
            "kept_hand": list(self.kept),
            "can_start": list(self.can_start),
            "made_at_mulligan_limit": self.made,
            "prizes": list(self.prizes),
            "bonus_cards": list(self.bonus),
            "bonus_basics": list(self.bonus_basics),
            "first_draws": list(self.draws),
        }


@dataclass(frozen=True)
class PlayedSetUp:
    """A set-up of two players: the first ones of their failed hands are shared mulligans."""

    shared: int
    seats: tuple[Seat, Seat]

    def to_json(self) -> dict[str, object]:
        """Give the set-up as the JSON output has it."""
        told = [
            {"player": player, "text": step.text, "cards": list(step.cards)} for player, step in steps(self)
        ]
        seats = {name: seat.to_json() for name, seat in zip(PLAYERS, self.seats, strict=True)}
        return {"shared_mulligans": self.shared, **seats, "steps": told}


@dataclass(frozen=True)
class SetUps:
    """Sample set-ups, and what repeats them.

    Attributes
    ----------
    deck : str
        Name of my deck.
    opponent : Opponent
        Who is met.
    rules : Rules
        The rules played.
    seed : int
        Repeats them.
    set_ups : tuple of PlayedSetUp
        One after the other.
    warnings : tuple of str
        What should be known, one sentence each.
    """

    deck: str
    opponent: Opponent
    rules: Rules
    seed: int
    set_ups: tuple[PlayedSetUp, ...]
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Give the set-ups as the JSON output has them."""
        return {
            "mulliganlab": __version__,
            "command": "deal",
            "rules": self.rules.to_json(),
            "opponent": self.opponent.to_json(),
            "simulation": {"games": len(self.set_ups), "seed": self.seed},
            "deck": self.deck,
            "rows": [set_up.to_json() for set_up in self.set_ups],
            "warnings": list(self.warnings),
        }

    def records(self) -> list[dict[str, object]]:
        """One flat dictionary a step, as ``pandas.DataFrame`` takes them."""
        return [
            {
                "set_up": number,
                "step": at,
                "player": player,
                "text": step.text,
                "cards": step.told,
                "deck": self.deck,
                "rules": self.rules.describe(),
                "opponent": self.opponent.name,
                "seed": self.seed,
            }
            for number, set_up in enumerate(self.set_ups, 1)
            for at, (player, step) in enumerate(steps(set_up), 1)
        ]

    def __str__(self) -> str:
        from mulliganlab.set_up_tables import set_ups_text  # tables show results: to the right of here

        return set_ups_text(self)


@dataclass(frozen=True)
class Step:
    """Something that happens, and the cards that it is about, perhaps in their order."""

    text: str
    cards: Names = ()
    ordered: bool = False

    @property
    def told(self) -> str:
        """The cards in words: equal ones together unless their order matters."""
        return ", ".join(self.cards) if self.ordered else counted(self.cards)

    def __str__(self) -> str:
        return f"{self.text}: {self.told}" if self.cards else self.text


def steps(set_up: PlayedSetUp) -> Iterator[tuple[str, Step]]:
    """Tell a set-up step by step in the order of the rules, each with the player who acts."""
    you, other = set_up.seats
    for number in range(set_up.shared):
        for player, seat in zip(PLAYERS, set_up.seats, strict=True):
            yield player, Step(f"shared mulligan {number + 1}, reveals", seat.failed[number])
    extra = [len(seat.failed) - set_up.shared for seat in set_up.seats]
    first = 1 if extra[0] else 0  # who has a hand first sets up first
    for at in (first, 1 - first):
        player, seat = PLAYERS[at], set_up.seats[at]
        if extra[at]:
            yield player, Step("no card that can start: says so, and waits until the other has set up")
        for number in range(extra[at]):
            yield player, Step(f"extra mulligan {number + 1}, reveals", seat.failed[set_up.shared + number])
        yield from ((player, step) for step in _sets_up(seat))
    for at in (0, 1):
        if extra[1 - at]:
            yield from ((PLAYERS[at], step) for step in _draws_bonus(set_up.seats[at]))
    for player, seat in zip(PLAYERS, (you, other), strict=True):
        if seat.draws:
            yield player, Step(f"draws of turns 1 to {len(seat.draws)}", seat.draws, ordered=True)


def counted(cards: Iterable[str]) -> str:
    """Name cards, equal ones once with their number.

    Examples
    --------
    >>> counted(["Pidgey", "Iono", "Iono"])
    'Pidgey, 2 Iono'
    """
    names = Counter(cards)
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in names.items())


def _sets_up(seat: Seat) -> Iterator[Step]:
    yield Step("hand made at the mulligan limit, keeps" if seat.made else "keeps", seat.kept)
    yield Step("can start", seat.can_start)
    yield Step("sets Prizes aside, unseen", seat.prizes)


def _draws_bonus(seat: Seat) -> Iterator[Step]:
    number = len(seat.bonus)
    yield Step(
        f"may draw up to {number} bonus card{'' if number == 1 else 's'}, draws", seat.bonus, ordered=True
    )
    if seat.bonus_basics:
        yield Step(f"may put on the Bench ({BENCH} places)", seat.bonus_basics)
