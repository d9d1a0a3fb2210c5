"""What happened in sample set-ups: cards by name, and the steps in the order of the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mulliganlab import __version__
from mulliganlab.deck import Deck
from mulliganlab.opponent import Opponent
from mulliganlab.results import SimulationInfo
from mulliganlab.rules import Rules
from mulliganlab.showing import ShownAsText

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
    basics : tuple of str
        Its Basics: all beside the Active may go to the Bench.
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
    basics: Names
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
            "basics_in_hand": list(self.basics),
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
class SetUps(ShownAsText):
    """Sample set-ups, and what repeats them.

    Attributes
    ----------
    deck : Deck
        My deck.
    opponent : Opponent
        Who is met.
    rules : Rules
        The rules played.
    simulation : SimulationInfo
        How many there are, the seed that repeats them, and the generator.
    set_ups : tuple of PlayedSetUp
        One after the other.
    warnings : tuple of str
        What should be known, one sentence each.
    """

    deck: Deck
    opponent: Opponent
    rules: Rules
    simulation: SimulationInfo
    set_ups: tuple[PlayedSetUp, ...]
    warnings: tuple[str, ...] = ()

    @property
    def seed(self) -> int:
        """Repeats them."""
        return self.simulation.seed

    def to_json(self) -> dict[str, object]:
        """Give the set-ups as the JSON output has them."""
        return {
            "mulliganlab": __version__,
            "command": "deal",
            "rules": self.rules.to_json(),
            "opponent": self.opponent.to_json(),
            "simulation": self.simulation.to_json(),
            "deck": self.deck.to_json(),
            "rows": [set_up.to_json() for set_up in self.set_ups],
            "check": None,
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
                "deck": self.deck.name,
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
    for number in range(set_up.shared):
        for player, seat in zip(PLAYERS, set_up.seats, strict=True):
            told = f"{_drawn(seat.failed[number])}, none can start: revealed, shared mulligan {number + 1}"
            yield player, Step(told, seat.failed[number])
    extra = [len(seat.failed) - set_up.shared for seat in set_up.seats]
    first = 1 if extra[0] else 0  # who has a hand first sets up first
    for at in (0, 1):
        yield from ((PLAYERS[at], step) for step in _first_draw(set_up.seats[at], set_up.shared))
    for at in (first, 1 - first):
        seat = set_up.seats[at]
        again = _draws_again(seat, set_up.shared)
        yield from ((PLAYERS[at], step) for step in (*again, *_sets_up(seat)))
    for at in (0, 1):
        if extra[1 - at] and set_up.seats[at].bonus:
            yield from ((PLAYERS[at], step) for step in _draws_bonus(set_up.seats[at]))
    for player, seat in zip(PLAYERS, set_up.seats, strict=True):
        turns = len(seat.draws)
        drawn = f"; drawn on turn{f's 1 to {turns}' if turns > 1 else ' 1'}" if turns else ""
        yield player, Step(f"Pokémon revealed{drawn}", seat.draws, ordered=True)


def counted(cards: Iterable[str]) -> str:
    """Name cards, equal ones once with their number.

    Examples
    --------
    >>> counted(["Pidgey", "Iono", "Iono"])
    'Pidgey, 2 Iono'
    """
    names = Counter(cards)
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in names.items())


def _drawn(hand: Names) -> str:
    return f"{len(hand)} drawn"


def _keeps(seat: Seat) -> Step:
    return Step(
        "hand made at the mulligan limit, kept" if seat.made else f"{_drawn(seat.kept)}, kept", seat.kept
    )


def _first_draw(seat: Seat, shared: int) -> Iterator[Step]:
    """The round in which somebody keeps a hand."""
    if len(seat.failed) == shared:
        yield _keeps(seat)
    else:
        yield Step(_drawn(seat.failed[shared]), seat.failed[shared])
        yield Step("no card that can start: told, waiting until the other has set up")


def _draws_again(seat: Seat, shared: int) -> Iterator[Step]:
    """The mulligans of who waited, one after the other: the hand that is revealed was told when drawn."""
    for number in range(shared, len(seat.failed)):
        yield Step(f"extra mulligan {number - shared + 1}: that hand revealed and shuffled back")
        if number + 1 < len(seat.failed):
            hand = seat.failed[number + 1]
            yield Step(f"{_drawn(hand)}, none can start", hand)
        else:
            yield _keeps(seat)


def _sets_up(seat: Seat) -> Iterator[Step]:
    if len(seat.can_start) == 1:
        yield Step("the Active, the only card that can start", seat.can_start)
    else:
        others = "the others" if seat.can_start == seat.basics else "the other Basics"
        bench = f", {others} may go to the Bench ({BENCH} places)" if seat.basics else ""
        yield Step(f"one of them is the Active{bench}", seat.can_start)
    if seat.prizes:
        yield Step("Prizes, set aside unseen", seat.prizes)


def _draws_bonus(seat: Seat) -> Iterator[Step]:
    number = len(seat.bonus)
    yield Step(f"up to {number} bonus card{'' if number == 1 else 's'}, drawn", seat.bonus, ordered=True)
    if seat.bonus_basics:
        yield Step(f"Basics among them, may go to the Bench ({BENCH} places in all)", seat.bonus_basics)
