"""The numbers that a set-up is played with: the named rule sets and single values changed on top."""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from mulliganlab.errors import InputError

__all__ = ["MAX_DECK_SIZE", "RULE_SETS", "STANDARD", "Rules", "StarterPolicy", "counted", "rule_set"]

StarterPolicy = Literal["keep", "refuse"]

MAX_DECK_SIZE = 64
"""A hand is a mask of 64 bits, one a card of the deck."""

FROM_RULEBOOK = ("deck_size", "hand_size", "prizes", "bonus_per_mulligan")
"""Values that no rulebook has once they are changed."""

MAX_MULLIGAN_LIMIT = 100
"""Beyond it a limit changes nothing that could be seen, and laws would be sums of very many terms."""


def _require_range(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise InputError(f"the {what} must be from {low} to {high}, not {value}")


def counted(number: int, noun: str) -> str:
    """Write a number with its noun, in the plural where there is not just one.

    Examples
    --------
    >>> counted(1, "Basic"), counted(2, "Basic")
    ('1 Basic', '2 Basics')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@dataclass(frozen=True)
class Rules:
    """Everything about a set-up that is not a card.

    Attributes
    ----------
    name : str
        The rule set, as outputs name it.
    deck_size : int
        Cards of a legal deck, 2 to 64. A given list keeps the cards it has.
    hand_size : int
        Cards of an opening hand, at least 1.
    prizes : int
        Prize cards each player sets aside, 0 or more.
    bonus_per_mulligan : int
        Cards that one extra mulligan of the opponent allows.
    mulligan_limit : int or None
        After that many mulligans a player's hand is made: one random Basic and
        ``hand_size - 1`` cards of the rest. None plays on without a limit.
    copy_limit : int or None
        Cards of one name that a legal deck may have, basic Energy aside.
    starters : {"keep", "refuse"}
        Whether a hand with an optional starter and no Basic is kept.
    fossils_start : bool
        Whether fossils and dolls count as Basics, as they did from 2003 to 2011.
    rulebook : str
        Where the numbers come from.

    Raises
    ------
    InputError
        If a value is out of range or the values do not fit together.

    Examples
    --------
    >>> STANDARD.deck_size, STANDARD.hand_size, STANDARD.prizes
    (60, 7, 6)
    >>> rule_set("prerelease").changed(mulligan_limit=8).describe()
    'prerelease: deck 40, hand 7, 4 prizes, mulligan limit 8'
    """

    name: str = "standard"
    deck_size: int = 60
    hand_size: int = 7
    prizes: int = 6
    bonus_per_mulligan: int = 1
    mulligan_limit: int | None = None
    copy_limit: int | None = 4
    starters: StarterPolicy = "keep"
    fossils_start: bool = False
    rulebook: str = "Scarlet & Violet and Mega Evolution rulebooks (Standard, Expanded, GLC)"

    def __post_init__(self) -> None:
        _require_range("deck size", self.deck_size, 2, MAX_DECK_SIZE)
        _require_range("hand size", self.hand_size, 1, MAX_DECK_SIZE)
        _require_range("number of prizes", self.prizes, 0, MAX_DECK_SIZE)
        _require_range("bonus cards per mulligan", self.bonus_per_mulligan, 1, MAX_DECK_SIZE)
        if self.mulligan_limit is not None:
            _require_range("mulligan limit", self.mulligan_limit, 1, MAX_MULLIGAN_LIMIT)
        if self.starters not in ("keep", "refuse"):
            raise InputError(f"the starter policy must be keep or refuse, not {self.starters!r}")
        self.require_room(self.deck_size)

    def require_room(self, deck_size: int) -> None:
        """Refuse a deck that cannot hold the opening hand and the Prize cards.

        Parameters
        ----------
        deck_size : int
            Cards of the deck to be played.

        Raises
        ------
        InputError
            If the deck has more than 64 cards or too few.
        """
        _require_range("deck size", deck_size, 2, MAX_DECK_SIZE)
        if self.hand_size > deck_size:
            raise InputError(
                f"the hand size is {self.hand_size}, more than the {deck_size} cards of the deck: "
                f"it must be from 1 to {deck_size}"
            )
        room = deck_size - self.hand_size
        if self.prizes > room:
            raise InputError(
                f"no room for {self.prizes} prizes: a deck of {deck_size} has {room} cards left "
                f"after a hand of {self.hand_size}, so the number of prizes must be from 0 to {room}"
            )

    def most_bonus_cards(self, deck_size: int) -> int:
        """Cards left in a deck once hand and Prizes are taken: no player can draw more.

        Examples
        --------
        >>> STANDARD.most_bonus_cards(60)
        47
        """
        return deck_size - self.hand_size - self.prizes

    def changed(self, **values: Any) -> "Rules":
        """Return these rules with single values replaced; None keeps a value.

        Examples
        --------
        >>> STANDARD.changed(hand_size=5, prizes=None).hand_size
        5
        """
        new = {name: value for name, value in values.items() if value is not None}
        if any(new.get(name, getattr(self, name)) != getattr(self, name) for name in FROM_RULEBOOK):
            new["rulebook"] = f"{self.name} with changed values: no rulebook"
        return replace(self, **new)

    def describe(self) -> str:
        """Name the rule set with its numbers on one line.

        Examples
        --------
        >>> STANDARD.describe()
        'standard: deck 60, hand 7, 6 prizes'
        """
        parts = [f"deck {self.deck_size}", f"hand {self.hand_size}", counted(self.prizes, "prize")]
        if self.bonus_per_mulligan != 1:
            parts.append(f"{counted(self.bonus_per_mulligan, 'bonus card')} per mulligan")
        if self.mulligan_limit is not None:
            parts.append(f"mulligan limit {self.mulligan_limit}")
        if self.starters == "refuse":
            parts.append("optional starters refused")
        if self.fossils_start:
            parts.append("fossils and dolls start")
        return f"{self.name}: {', '.join(parts)}"

    def to_json(self) -> dict[str, object]:
        """All parameters by name, for the JSON output.

        Examples
        --------
        >>> STANDARD.to_json()["mulligan_limit"] is None
        True
        """
        return {field.name: getattr(self, field.name) for field in fields(self)}


STANDARD = Rules()
"""60 cards, a hand of 7, 6 Prizes: Standard, Expanded, GLC."""

RULE_SETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        STANDARD,
        Rules(
            "prerelease", deck_size=40, prizes=4, copy_limit=None, rulebook="Prerelease: 40 cards, 4 Prizes"
        ),
        Rules(
            "half-deck",
            deck_size=30,
            prizes=3,
            copy_limit=2,
            rulebook="Half Deck: 30 cards, 3 Prizes (fan wiki)",
        ),
        Rules(
            "wizards",
            bonus_per_mulligan=2,
            rulebook="before 2003, two bonus cards per extra mulligan (fan pages; netting assumed)",
        ),
    )
}
"""The rule sets by name."""


def rule_set(name: str) -> Rules:
    """Look up a rule set by its name.

    Raises
    ------
    InputError
        If there is no such rule set.

    Examples
    --------
    >>> rule_set("half-deck").deck_size
    30
    """
    try:
        return RULE_SETS[name]
    except KeyError:
        raise InputError(f"no rule set is called {name!r}: choose {', '.join(RULE_SETS)}") from None
