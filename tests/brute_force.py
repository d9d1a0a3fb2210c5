"""Set-ups of small decks by going through every hand, every round and every card: no formula at all.

Cards are numbers: Basics first, then optional starters, then the others. Two players are a Markov
chain of rounds, played as the rules tell them; its probabilities are fractions of counted hands.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from mulliganlab.composition import Composition
from mulliganlab.rules import Rules

Hand = tuple[int, ...]
Law = dict[int, Fraction]
State = tuple[bool, bool, int, int, int, int]
"""Who still waits for a hand, failures of both (only where a limit counts them), bonus of both."""


@dataclass(frozen=True)
class Player:
    """A deck of single cards under the rules."""

    deck: Composition
    rules: Rules

    def starting(self, hand: Hand) -> int:
        optional = self.deck.starters if self.rules.starters == "keep" else 0
        return sum(card < self.deck.basics + optional for card in hand)

    def basics(self, cards: Hand) -> int:
        return sum(card < self.deck.basics for card in cards)

    @cached_property
    def hands(self) -> list[Hand]:
        return list(combinations(range(self.deck.size), self.rules.hand_size))

    @cached_property
    def failing(self) -> Fraction:
        return Fraction(sum(not self.starting(hand) for hand in self.hands), len(self.hands))

    @cached_property
    def natural_hands(self) -> list[Hand]:
        return [hand for hand in self.hands if self.starting(hand)]

    @cached_property
    def made_hands(self) -> list[Hand]:
        """At the mulligan limit: one Basic is set aside, the others come from the rest."""
        everything = range(self.deck.size)
        return [
            (basic, *others)
            for basic in range(self.deck.basics)
            for others in combinations([c for c in everything if c != basic], self.rules.hand_size - 1)
        ]

    @property
    def most_bonus(self) -> int:
        return self.deck.size - self.rules.hand_size - self.rules.prizes

    def some_basic_drawn(self, hands: list[Hand], number: int) -> Fraction:
        """Share of all (hand, Prizes, bonus cards) with a Basic among the bonus cards."""
        with_basic = total = 0
        for hand in hands:
            rest = [card for card in range(self.deck.size) if card not in hand]
            for prizes in combinations(rest, self.rules.prizes):
                left = [card for card in rest if card not in prizes]
                for drawn in combinations(left, number):
                    total += 1
                    with_basic += self.basics(drawn) > 0
        return Fraction(with_basic, total)


@dataclass
class SetUp:
    """What happens when two players set up, as fractions."""

    own: Player
    other: Player
    ends: dict[State, Fraction] = field(default_factory=dict)
    expected_mulligans: Fraction = Fraction(0)
    expected_shared: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        self._play()

    @property
    def shared_at_all(self) -> Fraction:
        return self.own.failing * self.other.failing

    def received(self) -> Law:
        return self._law(4)

    def given(self) -> Law:
        return self._law(5)

    def mulligans_at_limit(self) -> Law:
        """Law of the failed hands; only with a mulligan limit are they counted."""
        return self._law(2)

    def basics_kept(self) -> Law:
        return self._kept(self.own.basics)

    def lone_start(self) -> Fraction:
        return self._kept(self.own.starting).get(1, Fraction(0))

    def bonus_basic(self) -> Fraction:
        chance: dict[tuple[bool, int], Fraction] = {}
        total = Fraction(0)
        for end, mass in self.ends.items():
            case = self._made(end), end[4]
            if case not in chance:
                chance[case] = self.own.some_basic_drawn(self._hands(end), end[4])
            total += mass * chance[case]
        return total

    def _law(self, place: int) -> Law:
        law: Law = {}
        for end, mass in self.ends.items():
            law[end[place]] = law.get(end[place], Fraction(0)) + mass
        return law

    def _kept(self, count: Callable[[Hand], int]) -> Law:
        law: Law = {}
        for end, mass in self.ends.items():
            hands = self._hands(end)
            for number, ways in Counter(map(count, hands)).items():
                law[number] = law.get(number, Fraction(0)) + mass * Fraction(ways, len(hands))
        return law

    def _made(self, end: State) -> bool:
        limit = self.own.rules.mulligan_limit
        return limit is not None and end[2] == limit

    def _hands(self, end: State) -> list[Hand]:
        return self.own.made_hands if self._made(end) else self.own.natural_hands

    def _play(self) -> None:
        """Go from state to state; the only way back is to the same state, a geometric series."""
        waiting: dict[State, Fraction] = {(True, True, 0, 0, 0, 0): Fraction(1)}
        while waiting:
            state = min(waiting, key=lambda s: (-s[0] - s[1], sum(s[2:])))
            mass = waiting.pop(state)
            moves = list(self._round(state))
            again = sum((p for _, _, p, after in moves if after == state), Fraction(0))
            visits = mass / (1 - again)
            for own_fails, other_fails, p, after in moves:
                self.expected_mulligans += visits * p * own_fails
                self.expected_shared += visits * p * (own_fails and other_fails)
                if after == state:
                    continue
                where = waiting if after[0] or after[1] else self.ends
                where[after] = where.get(after, Fraction(0)) + visits * p

    def _round(self, state: State) -> Iterator[tuple[bool, bool, Fraction, State]]:
        """Both who wait deal anew: who fails, how probable that is, and the state afterwards."""
        own_waits, other_waits, own_failures, other_failures, received, given = state
        rules = self.own.rules
        for own_fails in (False, True) if own_waits else (False,):
            for other_fails in (False, True) if other_waits else (False,):
                p = _chance(own_waits, own_fails, self.own.failing)
                p *= _chance(other_waits, other_fails, self.other.failing)
                if not p:
                    continue
                pays_other = rules.bonus_per_mulligan if own_fails and not other_fails else 0
                pays_own = rules.bonus_per_mulligan if other_fails and not own_fails else 0
                counted = rules.mulligan_limit is not None
                failures = own_failures + (counted and own_fails), other_failures + (counted and other_fails)
                after = (
                    own_fails and not (counted and failures[0] == rules.mulligan_limit),
                    other_fails and not (counted and failures[1] == rules.mulligan_limit),
                    *failures,
                    min(received + pays_own, self.own.most_bonus),
                    min(given + pays_other, self.other.most_bonus),
                )
                yield own_fails, other_fails, p, after


def _chance(waits: bool, fails: bool, failing: Fraction) -> Fraction:
    if not waits:
        return Fraction(1)
    return failing if fails else 1 - failing
