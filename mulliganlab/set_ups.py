"""Sample set-ups, step by step in the order of the rules, dealt by the kernel."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.random import SFC64, Generator, SeedSequence

from mulliganlab.arguments import whole_number
from mulliganlab.composition import Composition
from mulliganlab.dealing import LANES, Masks, Side, lane_states, side
from mulliganlab.deck import Deck
from mulliganlab.errors import InputError
from mulliganlab.kernel import deal, random_words
from mulliganlab.opponent import Opponent, decks_met
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.set_up_results import PlayedSetUp, Seat, SetUps
from mulliganlab.simulation import fresh_seed
from mulliganlab.study import as_opponent, simulation_info

__all__ = ["MOST_SET_UPS", "sample_set_ups"]

MOST_SET_UPS = 1000
"""Set-ups of one run: they are to be read."""

FIRST_DRAWS = 3
"""Turns whose draws are shown."""


def sample_set_ups(
    deck: Deck,
    opponent: Deck | Opponent | str | int | None = None,
    rules: Rules = STANDARD,
    *,
    number: int = 5,
    seed: int | None = None,
) -> SetUps:
    """Deal sample set-ups of two players.

    Parameters
    ----------
    deck : Deck
        My deck.
    opponent : Deck, Opponent, str or int, optional
        The other deck, or what is known of it: its cards have no names then.
    rules : Rules
        The rules played.
    number : int
        How many set-ups, 1 to 1000.
    seed : int, optional
        Same seed, same set-ups; a fresh one is drawn when absent.

    Raises
    ------
    InputError
        If the number is out of range, or a deck has no room for hand and Prizes.

    Examples
    --------
    >>> from mulliganlab.deck import read_deck
    >>> deck = read_deck(b"12 Pidgey OBF 162, 48 Fire Energy SVE 2")
    >>> one = sample_set_ups(deck, "12", number=1, seed=1).set_ups[0]
    >>> len(one.seats[0].kept), len(one.seats[0].prizes)
    (7, 6)
    """
    if not 1 <= whole_number("number", number, 0) <= MOST_SET_UPS:
        raise InputError(f"the number of set-ups must be from 1 to {MOST_SET_UPS}, not {number}")
    other = opponent if isinstance(opponent, Deck) else None
    met = as_opponent(opponent, rules)
    choices = decks_met(deck.composition, met, rules)
    seed = fresh_seed() if seed is None else whole_number("seed", seed, 0)
    weights = [float(weight) for _, weight in choices]
    played = []
    for index in range(number):
        seeds = SeedSequence(seed, spawn_key=(index,))
        chosen = int(Generator(SFC64(seeds.spawn(1)[0])).choice(len(choices), p=weights))
        table = _Table(seeds, rules)
        seats = _Player(deck.composition, rules, deck), _Player(choices[chosen][0], rules, other)
        played.append(table.play(seats))
    met = replace(met, name=met.name.replace("the row has", "this deck has"))
    info = simulation_info(number, seed)
    return SetUps(deck, met, rules, info, tuple(played), deck.warnings + met.notes)


@dataclass
class _Player:
    """A player at the table: the deck, and what has happened so far."""

    composition: Composition
    rules: Rules
    deck: Deck | None
    kept: int = 0
    made: bool = False
    failed: list[int] = field(default_factory=list)
    prizes: int = 0
    bonus: list[int] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)

    @property
    def side(self) -> Side:
        return side(self.composition, self.rules)

    @property
    def gone(self) -> int:
        """Cards that are not in the deck any more."""
        return self.kept | self.prizes | sum(self.bonus) | sum(self.draws)

    def names(self, cards: int) -> tuple[str, ...]:
        """Cards of a mask by name, Basics first."""
        return tuple(self.name(card) for card in range(self.composition.size) if cards >> card & 1)

    def name(self, card: int) -> str:
        if self.deck is not None:
            return next(named.name for named in self.deck.named_cards if named.mask >> card & 1)
        if card < self.composition.basics:
            return "Basic"
        return "optional starter" if card < self.composition.basics + self.composition.starters else "other"

    def seat(self) -> Seat:
        basics, starts = int(self.side.basics), int(self.side.starts)
        drawn = sum(self.bonus)
        return Seat(
            failed=tuple(map(self.names, self.failed)),
            kept=self.names(self.kept),
            can_start=self.names(self.kept & starts),
            basics=self.names(self.kept & basics),
            made=self.made,
            prizes=self.names(self.prizes),
            bonus=tuple(name for card in self.bonus for name in self.names(card)),
            bonus_basics=self.names(drawn & basics),
            draws=tuple(name for card in self.draws for name in self.names(card)),
        )


class _Table:
    """Deals with the kernel: whole hands, and single cards from what is left of a deck."""

    def __init__(self, seeds: SeedSequence, rules: Rules) -> None:
        self.rules = rules
        self.state = lane_states(seeds)
        self.words = self.card_numbers()

    def play(self, players: tuple[_Player, _Player]) -> PlayedSetUp:
        """Set up in the order of the rules."""
        hands = [self.hands(player) for player in players]
        shared = 0
        while not self.round(players, hands):
            shared += 1
        for player, dealt in zip(players, hands, strict=True):
            while not player.kept:  # the other has set up and waits
                self.take(player, dealt)
        for player in players:
            player.prizes = self.cards(player, self.rules.prizes)
        for player, other in (players, players[::-1]):
            extra = len(other.failed) - shared
            most = self.rules.most_bonus_cards(player.composition.size)
            for _ in range(min(self.rules.bonus_per_mulligan * extra, most)):
                player.bonus.append(self.cards(player, 1))
        for player in players:
            left = player.composition.size - player.gone.bit_count()
            player.draws = []
            for _ in range(min(FIRST_DRAWS, left)):
                player.draws.append(self.cards(player, 1))
        return PlayedSetUp(shared, (players[0].seat(), players[1].seat()))

    def round(self, players: Sequence[_Player], hands: Sequence[Iterator[int]]) -> bool:
        """Both draw an opening hand; whether anybody kept it."""
        kept = [self.take(player, dealt) for player, dealt in zip(players, hands, strict=True)]
        return any(kept)

    def take(self, player: _Player, hands: Iterator[int]) -> bool:
        """Draw an opening hand: kept, or one more that failed."""
        if len(player.failed) == self.rules.mulligan_limit:
            player.made = True
            outside = int(player.side.basics) ^ _ALL
            basic = self.drawn(outside, 1)
            player.kept = basic | self.drawn(int(player.side.outside) | basic, self.rules.hand_size - 1)
            return True
        hand = next(hands)
        if hand & int(player.side.starts):
            player.kept = hand
            return True
        player.failed.append(hand)
        return False

    def hands(self, player: _Player) -> Iterator[int]:
        """Random hands of a player, for ever."""
        first, more = player.side.hand
        buffer: Masks = np.empty(LANES, np.uint64)
        while True:
            deal(self.state, first, more, buffer)
            yield from (int(hand) for hand in buffer if hand)

    def cards(self, player: _Player, number: int) -> int:
        """Draw from what is left of a player's deck."""
        return self.drawn(player.gone | int(player.side.outside), number)

    def drawn(self, gone: int, number: int) -> int:
        """Draw single cards that are not gone: six bits of a random word name a card."""
        cards = 0
        while cards.bit_count() < number:
            card = 1 << next(self.words)
            if not (gone | cards) & card:
                cards |= card
        return cards

    def card_numbers(self) -> Iterator[int]:
        """Random numbers from 0 to 63, for ever."""
        words: Masks = np.empty(LANES, np.uint64)
        while True:
            random_words(self.state, words)
            yield from (words >> np.uint64(58)).tolist()


_ALL = 0xFFFF_FFFF_FFFF_FFFF
"""A mask of all the cards that there can be."""
