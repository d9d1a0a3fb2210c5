"""The same seed gives the same counts on threads, on processes and on a Dask cluster.

Usage: python cluster.py [GAMES]

Here the cluster is two processes of this machine. For one of many machines, give ``Client`` the
address of its scheduler; nothing else changes.
"""

import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from time import perf_counter

from distributed import Client, LocalCluster

from mulliganlab.composition import Composition
from mulliganlab.opponent import opponent
from mulliganlab.simulation import simulate
from mulliganlab.tally import Tally

WORKERS = 2


def play(name: str, games: int, executor: Executor | None = None) -> Tally:
    """Play the games, on our own threads if there is no executor, and say how long it took."""
    begin = perf_counter()
    run = simulate(
        Composition(60, basics=8), opponent("12"), games=games, seed=1, jobs=WORKERS, executor=executor
    )
    mulligans = run.tally.mulligans
    print(
        f"{name:<10} {run.tally.games:,} games, {mulligans.at_least(1):,} of them with a mulligan, "
        f"in {perf_counter() - begin:.1f} s"
    )
    return run.tally


def play_on_cluster(games: int) -> Tally:
    """Play the games on a Dask cluster."""
    local = partial(LocalCluster, processes=True, threads_per_worker=1, dashboard_address=None)
    with local(n_workers=WORKERS) as cluster, Client(cluster) as client, client.get_executor() as executor:
        return play("Dask", games, executor)


def main(games: int = 50_000_000) -> int:
    """Play on each and compare: 0 if all counts are the same."""
    threads = play("threads", games)
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        processes = play("processes", games, pool)
    same = threads == processes == play_on_cluster(games)
    print("All counts are the same, bit for bit." if same else "COUNTS DIFFER")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
