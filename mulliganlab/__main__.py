"""The installed program, and ``python -m mulliganlab``."""

import atexit
import gc
from typing import NoReturn

from mulliganlab.cli import main

__all__ = ["program"]

COLLECT_AFTER = 100_000
"""New objects between two searches for garbage: at Python's default they take 0.1 s of a short run."""


def program() -> NoReturn:
    """Run the command line in a process of its own, and exit.

    What lives to the end is left to the system: taking modules apart one by one took 0.25 s.
    """
    gc.set_threshold(COLLECT_AFTER)
    atexit.register(gc.freeze)
    main()


if __name__ == "__main__":
    program()
