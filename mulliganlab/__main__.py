"""The installed program, and ``python -m mulliganlab``."""

import atexit
import gc
import sys
from typing import NoReturn

from mulliganlab.errors import STOPPED

__all__ = ["program"]

COLLECT_AFTER = 100_000
"""New objects between two searches for garbage: at Python's default they take 0.1 s of a short run."""


def program() -> NoReturn:
    """Run the command line in a process of its own, and exit.

    What lives to the end is left to the system: taking modules apart one by one took 0.25 s.
    """
    gc.set_threshold(COLLECT_AFTER)
    atexit.register(gc.freeze)
    try:
        from mulliganlab.cli import main  # Ctrl-C may come while it is loaded
    except KeyboardInterrupt:
        sys.stderr.write("mulliganlab: stopped\n")
        sys.exit(STOPPED)
    main()


if __name__ == "__main__":
    program()
