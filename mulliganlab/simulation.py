"""Seeds and batches: a simulation is the sum of batches that know nothing of each other."""

import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from hashlib import sha256
from operator import attrgetter

import numpy as np
from numpy.random import SFC64, Generator, SeedSequence

from mulliganlab.arguments import whole_number
from mulliganlab.composition import Composition
from mulliganlab.dealing import BLOCK, LANES, Masks, Numbers, empty_counts, lane_states, new_seat, side
from mulliganlab.executing import add_up
from mulliganlab.games import play, play_block
from mulliganlab.opponent import Mixture, Opponent, decks_met
from mulliganlab.rules import STANDARD, Rules
from mulliganlab.showing import ShownAsText
from mulliganlab.tally import Tally, tally

__all__ = [
    "BATCH_GAMES",
    "GENERATOR",
    "Batch",
    "Sample",
    "Simulation",
    "batches",
    "fresh_seed",
    "play_batch",
    "sample_batch",
    "simulate",
]

BATCH_GAMES = 1 << 20
"""Games of a batch. Together with LANES it decides which games a seed means."""

SAMPLED = 32 * BLOCK
"""Games whose cards are in memory at a time: NumPy is quick with so many, and few threads fill it."""

GENERATOR = f"SFC64, {LANES} lanes, SeedSequence children per batch of {BATCH_GAMES:,} games"
"""How outputs describe where the random numbers come from."""


@dataclass(frozen=True)
class Batch:
    """Some games of one set-up, with all that is needed to play them anywhere.

    Attributes
    ----------
    deck : Composition
        The player's deck.
    opponents : tuple of (Composition, Fraction)
        Decks of the opponent with their weights.
    rules : Rules
        The rules played.
    names : tuple of int
        Masks of the named cards to be counted.
    games, seed, index : int
        How many games, the root seed, and which batch of it.
    """

    deck: Composition
    opponents: Mixture
    rules: Rules
    names: tuple[int, ...]
    games: int
    seed: int
    index: int

    def seeds(self) -> SeedSequence:
        """Seed of this batch: the key names what is played, and which batch it is."""
        rules = self.rules
        numbers = (rules.hand_size, rules.prizes, rules.bonus_per_mulligan, rules.mulligan_limit)
        # The text decides which games a seed means: a golden test tells of every change.
        played = repr((self.deck, self.opponents, numbers, rules.starters)).encode()
        digest = np.frombuffer(sha256(played).digest()[:16], dtype="<u4")
        return SeedSequence(self.seed, spawn_key=(*digest.tolist(), self.index))


@dataclass(frozen=True)
class Simulation(ShownAsText):
    """What was played: the tally, the seed that repeats it, and whether it was stopped early."""

    tally: Tally
    seed: int
    stopped: bool = False

    def __str__(self) -> str:
        return f"{self.tally}\nseed {self.seed}{', stopped by Ctrl-C' if self.stopped else ''}"


def fresh_seed() -> int:
    """Return a seed that no one has used; 53 bits survive every JSON reader.

    Examples
    --------
    >>> fresh_seed() != fresh_seed()
    True
    """
    return secrets.randbits(53)


def play_batch(batch: Batch) -> Tally:
    """Play the games of a batch, the opponents drawn at random by their weights.

    Examples
    --------
    >>> from fractions import Fraction
    >>> deck = Composition(60, 8)
    >>> batch = Batch(deck, ((deck, Fraction(1)),), STANDARD, (), games=1000, seed=1, index=0)
    >>> play_batch(batch).mulligans.at_least(0)
    1000
    """
    states, games = _states_and_games(batch)
    names = np.array(batch.names, dtype=np.uint64)
    counts = empty_counts(names.size)
    own, step = side(batch.deck, batch.rules), batch.rules.bonus_per_mulligan
    one, two = new_seat(turns=min(names.size, 1)), new_seat()
    for (deck, _), number in zip(batch.opponents, games, strict=True):
        # Hands dealt ahead are of use to the next opponent too: all their decks have one size.
        theirs = side(deck, batch.rules)
        play(states, own, theirs, step, batch.rules.mulligan_limit, one, two, names, number, counts)
    return tally(counts, batch.games)


def _states_and_games(batch: Batch) -> tuple[Masks, list[int]]:
    """States of the batch's lanes, and how many games are against each of the opponent's decks."""
    seeds = batch.seeds()
    states = lane_states(seeds)
    weights = [float(weight) for _, weight in batch.opponents]
    (chooser,) = seeds.spawn(1)
    return states, Generator(SFC64(chooser)).multinomial(batch.games, weights).tolist()


@dataclass(frozen=True)
class Sample:
    """Cards of simulated set-ups, one game an element; bit i of a mask is card i of the deck.

    Attributes
    ----------
    kept, prizes, bonus : (games,) uint64 array
        Kept hand, Prizes, and all bonus cards of the player.
    draws : (turns, games) uint64 array
        The card drawn on each turn; no bit once the deck is empty.
    mulligans, opponent_mulligans : (games,) int64 array
        Failed hands of both players.
    """

    kept: Masks
    prizes: Masks
    bonus: Masks
    draws: Masks
    mulligans: Numbers
    opponent_mulligans: Numbers


def sample_batch(batch: Batch, turns: int) -> Iterator[Sample]:
    """Play the games of a batch as `play_batch` does with named cards, and give their cards.

    Parameters
    ----------
    batch : Batch
        What is played. Without games there is nothing to give, but the kernel is compiled.
    turns : int
        Turns of which the draw is wanted, at least 1.

    Yields
    ------
    Sample
        At most `SAMPLED` games each.

    Examples
    --------
    >>> from fractions import Fraction
    >>> deck = Composition(60, 8)
    >>> batch = Batch(deck, ((deck, Fraction(1)),), STANDARD, (), games=1000, seed=1, index=0)
    >>> (cards,) = sample_batch(batch, turns=1)
    >>> bool((np.bitwise_count(cards.kept) == 7).all())
    True
    """
    rules = batch.rules
    states, games = _states_and_games(batch)
    own, one, two = side(batch.deck, rules), new_seat(turns), new_seat()
    for (deck, _), number in zip(batch.opponents, games, strict=True):
        theirs, blocks = side(deck, rules), []
        for start in range(0, max(number, 1), BLOCK):
            size = min(number - start, BLOCK)
            play_block(states, own, theirs, rules.bonus_per_mulligan, rules.mulligan_limit, one, two, size)
            parts = (one.kept, one.prizes, one.drawn, one.turns, one.failed, two.failed)
            blocks.append([part[..., :size].copy() for part in parts])
            if len(blocks) * BLOCK == SAMPLED or start + size == number:
                yield Sample(*(np.concatenate(parts, axis=-1) for parts in zip(*blocks, strict=True)))
                blocks.clear()


def simulate(
    deck: Composition,
    opponent: Opponent | None = None,
    rules: Rules = STANDARD,
    *,
    games: int = 10_000_000,
    seed: int | None = None,
    names: tuple[int, ...] = (),
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play shuffled set-ups of a deck against an opponent and count what happens.

    Parameters
    ----------
    deck : Composition
        The player's deck.
    opponent : Opponent, optional
        The decks it meets; by default the field for 60 cards, else a mirror.
    rules : Rules
        The rules played.
    games : int
        Set-ups of two players, at least 1.
    seed : int, optional
        Same seed, same counts; a fresh one is drawn when absent.
    names : tuple of int
        Masks of named cards to be counted, bit i for card i of the deck. With any of them Prizes are
        set aside and a card is drawn in every game, so that a seed means other games than without.
    jobs : int, optional
        Threads, by default all processors; the counts do not depend on it.
    executor : concurrent.futures.Executor, optional
        Plays the batches instead of threads of our own.
    progress : callable, optional
        Called with the number of games each time some are finished.

    Returns
    -------
    Simulation
        After Ctrl-C it holds the finished games and says that it was stopped.

    Raises
    ------
    InputError
        If games, jobs or the seed are too small a number, or a deck has no room.

    Examples
    --------
    >>> once = simulate(Composition(60, 8), games=100_000, seed=1)
    >>> once.tally == simulate(Composition(60, 8), games=100_000, seed=1, jobs=1).tally
    True
    """
    games = whole_number("games", games, 1)
    seed = fresh_seed() if seed is None else whole_number("seed", seed, 0)
    opponents = decks_met(deck, opponent, rules)
    to_be_played = batches(deck, opponents, rules, names, games, seed)
    # Compiled here, if it must be, and not by several threads at once: Ctrl-C stops it then.
    nothing = play_batch(Batch(deck, opponents, rules, names, 0, seed, 0))
    played, stopped = add_up(
        play_batch,
        to_be_played,
        nothing,
        jobs=jobs,
        executor=executor,
        progress=progress,
        size=attrgetter("games"),
    )
    return Simulation(played, seed, stopped)


def batches(
    deck: Composition, opponents: Mixture, rules: Rules, names: tuple[int, ...], games: int, seed: int
) -> Iterator[Batch]:
    """Cut a simulation into batches; the last may be smaller.

    Parameters
    ----------
    deck, opponents, rules, names, seed
        See `Batch`.
    games : int
        Games of all batches.

    Examples
    --------
    >>> from mulliganlab.opponent import MIRROR
    >>> deck = Composition(60, 8)
    >>> [batch.games for batch in batches(deck, MIRROR.against(deck), STANDARD, (), 2_000_000, 1)]
    [1048576, 951424]
    """
    for index, start in enumerate(range(0, games, BATCH_GAMES)):
        yield Batch(deck, opponents, rules, names, min(BATCH_GAMES, games - start), seed, index)
