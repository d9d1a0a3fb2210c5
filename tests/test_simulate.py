"""A simulation depends on its seed alone: not on threads, processes, or what else is asked."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import fields
from fractions import Fraction
from importlib import import_module
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from statistics_helper import require_rate

from mulliganlab.composition import Composition
from mulliganlab.errors import InputError
from mulliganlab.executing import WINDOW
from mulliganlab.opponent import MIRROR, mixture, opponent
from mulliganlab.rules import STANDARD, rule_set
from mulliganlab.simulation import (
    BATCH_GAMES,
    SAMPLED,
    Batch,
    Sample,
    fresh_seed,
    play_batch,
    sample_batch,
    simulate,
)
from mulliganlab.study import basics
from mulliganlab.tally import Tally

DECK = Composition(60, 8)
MET = opponent("12:0.75,9:0.25")
GAMES = 2 * BATCH_GAMES + 12_345
"""Two whole batches and a part of one."""

SIMULATE = import_module("mulliganlab.simulation")


def played(**options: Any) -> Tally:
    return simulate(DECK, MET, **{"games": GAMES, "seed": 20260103, **options}).tally


@pytest.fixture(scope="module")
def with_one_thread() -> Tally:
    return played(jobs=1)


@pytest.mark.parametrize("jobs", [2, 5, None])
def test_counts_do_not_depend_on_threads(jobs: int | None, with_one_thread: Tally) -> None:
    assert played(jobs=jobs) == with_one_thread


def test_counts_are_the_same_with_a_given_thread_pool(with_one_thread: Tally) -> None:
    with ThreadPoolExecutor(3) as executor:
        assert played(executor=executor) == with_one_thread
        assert played(executor=executor) == with_one_thread, "the pool is left open"


def test_counts_are_the_same_with_processes(with_one_thread: Tally) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert played(executor=executor) == with_one_thread


def test_part_of_a_batch_is_played_as_such(with_one_thread: Tally) -> None:
    sizes = [BATCH_GAMES, BATCH_GAMES, 12_345]
    batches = [
        Batch(DECK, MET.against(DECK), STANDARD, (), games, 20260103, index)
        for index, games in enumerate(sizes)
    ]
    first, second, last = (play_batch(batch) for batch in batches)
    assert [first.games, second.games, last.games] == sizes
    assert first + second + last == with_one_thread
    assert with_one_thread.games == with_one_thread.mulligans.at_least(0) == GAMES
    assert first != second


def test_row_of_one_count_is_the_row_among_others() -> None:
    alone = basics(8, MET, games=50_000, seed=9)
    among = basics(range(6, 11), MET, games=50_000, seed=9)
    assert alone.rows == tuple(row for row in among.rows if row.basics == 8)


def test_nothing_that_is_played_shares_its_random_numbers() -> None:
    games = 50_000
    limited = STANDARD.changed(mulligan_limit=99)
    variants = [
        simulate(DECK, MET, games=games, seed=1),
        simulate(DECK, MET, games=games, seed=2),
        simulate(DECK, opponent("12:0.5,9:0.5"), games=games, seed=1),
        simulate(DECK, opponent("12"), games=games, seed=1),
        simulate(DECK, MET, STANDARD.changed(prizes=4), games=games, seed=1),
        simulate(DECK, MET, rule_set("wizards"), games=games, seed=1),
        simulate(DECK, MET, limited, games=games, seed=1),
        simulate(Composition(60, 4, 4), MET, games=games, seed=1),
    ]
    # The same hands would fail in each of them, were they dealt by the same numbers.
    failures = {tuple(run.tally.mulligans.games.tolist()) for run in variants}
    assert len(failures) == len(variants)


@pytest.mark.statistical
def test_opponents_of_a_mixture_come_as_often_as_their_weights_say() -> None:
    # A player of Basics alone gets bonus cards just where the opponent's first hand fails,
    # 53 times in 60 with one Basic, and never with Basics alone.
    weak, strong = Composition(60, 1), Composition(60, 60)
    met = mixture("both", [(weak, Fraction(1, 4)), (strong, Fraction(3, 4))])
    tally = simulate(strong, met, games=BATCH_GAMES, seed=5).tally
    events = tally.bonus_received.at_least(1)
    require_rate("bonus from a mixture", events, tally.games, 53 / 240, detectable=0.004)


def test_seed_is_told_and_repeats_the_run() -> None:
    first = simulate(DECK, MIRROR, games=1000)
    again = simulate(DECK, MIRROR, games=1000, seed=first.seed)
    assert first.tally == again.tally
    assert again.seed == first.seed
    assert not first.stopped


def test_fresh_seeds_are_distinct() -> None:
    seeds = {fresh_seed() for _ in range(1000)}
    assert len(seeds) == 1000
    assert all(0 <= seed < 2**53 for seed in seeds)


class Lazy(Executor):
    """Plays a batch when its result is asked for, and remembers how many were on their way."""

    def __init__(self) -> None:
        self.open = self.most_open = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        outer = self

        class OnDemand(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                outer.open -= 1
                return fn(*args, **kwargs)

        return OnDemand()


def test_batches_on_their_way_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SIMULATE, "BATCH_GAMES", 10)
    executor = Lazy()
    run = simulate(DECK, MIRROR, games=10 * 4 * WINDOW, seed=1, executor=executor)
    assert run.tally.games == 10 * 4 * WINDOW
    assert executor.most_open <= WINDOW
    assert executor.open == 0


def test_progress_tells_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SIMULATE, "BATCH_GAMES", 1000)
    told: list[int] = []
    simulate(DECK, MIRROR, games=5500, seed=1, progress=told.append)
    assert told == [1000] * 5 + [500]


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupt_keeps_the_finished_games(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(SIMULATE, "BATCH_GAMES", 1000)
    told: list[int] = []

    def interrupt(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            raise KeyboardInterrupt

    run = simulate(DECK, MIRROR, games=10_000_000, seed=1, jobs=jobs, progress=interrupt)
    assert run.stopped
    assert run.tally == simulate(DECK, MIRROR, games=3000, seed=1).tally


def test_interrupt_before_the_first_batch_keeps_nothing() -> None:
    def interrupt(games: int) -> None:
        raise AssertionError("no batch was finished")

    class Interrupted(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise KeyboardInterrupt

    run = simulate(DECK, MIRROR, games=1000, seed=1, executor=Interrupted(), progress=interrupt)
    assert run.stopped
    assert run.tally.games == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games.* at least 1, not 0"),
        ({"games": -3}, "games.* at least 1, not -3"),
        ({"jobs": 0}, "jobs.* at least 1.* 0"),
        ({"jobs": -1}, "jobs.* at least 1.* -1"),
    ],
)
def test_wrong_numbers_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        simulate(DECK, MIRROR, **{"games": 1000, "seed": 1, **options})


def test_decks_without_room_are_refused() -> None:
    with pytest.raises(InputError, match="12 has 5 cards left"):
        simulate(Composition(12, 4), MIRROR, games=1000, seed=1)
    with pytest.raises(InputError, match="12 has 5 cards left"):
        simulate(DECK, mixture("small", [(Composition(12, 4), Fraction(1))]), games=1000, seed=1)


def test_cards_are_those_of_the_games_that_are_counted() -> None:
    names = (0b1111, 0b11 << 30)
    batch = Batch(DECK, MET.against(DECK), STANDARD, names, games=100_000, seed=7, index=0)
    counted, parts = play_batch(batch), list(sample_batch(batch, turns=1))
    assert [part.kept.size for part in parts if part.kept.size > SAMPLED] == []
    kept, prizes, bonus, draws, failed, theirs = (
        np.concatenate([getattr(part, field.name) for part in parts], axis=-1) for field in fields(Sample)
    )
    assert counted.mulligans.games.tolist() == np.bincount(failed, minlength=1024).tolist()
    shared = np.minimum(failed, theirs)
    assert counted.shared_mulligans.games.tolist() == np.bincount(shared, minlength=1024).tolist()
    for row, name in enumerate(np.array(names, np.uint64)):
        seen = ((kept | bonus | draws[0]) & name) != 0
        prized = np.bitwise_count(prizes & name)
        in_hand = ((kept & name) != 0).sum()
        assert counted.cards[row, [0, 1, 3]].tolist() == [in_hand, seen.sum(), (prized > 0).sum()]
        assert counted.cards[row, 4] == (prized == np.bitwise_count(name)).sum()
