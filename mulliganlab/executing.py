"""Batches on any executor: their results added up, a bounded number in flight, stopped by Ctrl-C."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from typing import Protocol, Self, TypeVar

from mulliganlab.arguments import whole_number
from mulliganlab.errors import InputError

__all__ = ["Summable", "add_up"]

WINDOW = 64
"""Batches handed to an executor ahead of the results: memory does not grow with their number."""


class Summable(Protocol):
    """What batches give: results that add."""

    def __add__(self, other: Self, /) -> Self:
        """Return the sum of both."""
        ...


Work = TypeVar("Work")
Result = TypeVar("Result", bound=Summable)


def add_up(
    work: Callable[[Work], Result],
    batches: Iterable[Work],
    total: Result,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
    size: Callable[[Result], int] = lambda _: 1,
) -> tuple[Result, bool]:
    """Do the work of all batches and add up what they give, in their order.

    Parameters
    ----------
    work : callable
        What gives the result of a batch; a function that can be sent to other processes.
    batches : iterable
        The batches, made as they are needed.
    total : Result
        What to begin with.
    jobs : int, optional
        Threads of our own, by default one for each processor.
    executor : concurrent.futures.Executor, optional
        Does the work instead.
    progress : callable, optional
        Called with the size of each result.
    size : callable
        How much a result is about; each is 1 by default.

    Returns
    -------
    Result
        The sum.
    bool
        Whether Ctrl-C stopped it; the sum is that of the finished batches then.

    Raises
    ------
    InputError
        If the executor is of another kind, or jobs is no number from 1 on.

    Examples
    --------
    >>> add_up(abs, [-1, -2], 0, jobs=1)
    (3, False)
    """
    if not (executor is None or isinstance(executor, Executor)):
        raise InputError(f"executor must be a concurrent.futures.Executor, not {executor!r}")
    threads = os.cpu_count() if jobs is None else whole_number("jobs", jobs, 1)
    pool = ThreadPoolExecutor(threads) if executor is None else nullcontext(executor)
    with pool as workers:
        try:
            for result in _in_order(workers, work, batches):
                total = total + result
                if progress is not None:
                    progress(size(result))
        except KeyboardInterrupt:
            return total, True
    return total, False


def _in_order(pool: Executor, work: Callable[[Work], Result], batches: Iterable[Work]) -> Iterator[Result]:
    waiting: deque[Future[Result]] = deque()
    try:
        for batch in batches:
            waiting.append(pool.submit(work, batch))
            if len(waiting) == WINDOW:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
