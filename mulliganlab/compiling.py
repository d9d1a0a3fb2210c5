"""How the kernel is compiled, and where the result is kept for the next run."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

import numba
from numba.core import event
from numba.core.errors import NumbaError
from numba.core.registry import CPUDispatcher

__all__ = ["CACHE_FOLDER", "compiling_told", "jit", "jit_inline", "jit_part", "run"]

config: Any = numba.config

COMPILED = ("compiling.py", "dealing.py", "kernel.py", "games.py")
"""Modules whose text decides what the compiled code does."""


def _cache_folder() -> Path | None:
    """The first folder that can be written; its name is made from the text of all compiled modules.

    Numba itself looks at the one file that holds a function, and not at what that one calls.
    """
    package = Path(__file__).parent
    digest = sha256(b"".join((package / name).read_bytes() for name in COMPILED)).hexdigest()[:16]
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    wanted = (
        [Path(config.CACHE_DIR)] if config.CACHE_DIR else [package / "__pycache__", Path(home, "mulliganlab")]
    )
    for parent in wanted:
        try:
            folder = parent.expanduser() / f"kernel-{digest}"
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK):
                return folder
        except (OSError, RuntimeError):  # RuntimeError: there is no home
            continue
    return None


MOST_FUNCTIONS = 64
"""More than there are to compile."""

CACHE_FOLDER = _cache_folder()
"""Where compiled code is kept; None where no folder can be written: each run compiles anew."""


def run(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a compiled function; what was kept of it and is damaged is thrown away and compiled anew.

    A disk that is full lets no function be kept: each try compiles one more in memory alone.
    """
    damaged = False
    for _ in range(MOST_FUNCTIONS):
        try:
            return function(*arguments)
        except NumbaError:  # of the caller, not of what was kept
            raise
        except OSError:
            _forget_kept()
        except Exception:  # whatever the reading of a damaged file raises
            if damaged or CACHE_FOLDER is None:
                raise
            damaged = True
            _forget_kept()
    return function(*arguments)


def _forget_kept() -> None:
    if CACHE_FOLDER is not None:
        for file in CACHE_FOLDER.rglob("*.nb?"):
            with suppress(OSError):
                file.unlink()


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first used, without the lock of the interpreter."""
    return _compiled(function)


def jit_part(function: Callable[..., Any]) -> Any:
    """Compile a function that Python never calls: without the way in it takes a quarter less for all."""
    compiled = _compiled(function, no_cpython_wrapper=True)
    if isinstance(compiled, CPUDispatcher):  # not where NUMBA_DISABLE_JIT has nothing compiled
        compiled.__class__ = _Part
    return compiled


class _Part(CPUDispatcher):
    """Refuses a call from Python, which would go nowhere and end the interpreter."""

    def __call__(self, *arguments: object) -> NoReturn:
        raise TypeError(f"{self.py_func.__name__} is a part of compiled functions: Python cannot call it")


def jit_inline(function: Callable[..., Any]) -> Any:
    """Compile a function as a part of those that call it: saves a fifth of compiling all."""
    return _compiled(function, inline="always")


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    options |= {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    if CACHE_FOLDER is None:
        return numba.njit(function, **options)
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE_FOLDER)
    try:
        return numba.njit(function, cache=True, **options)
    finally:
        config.CACHE_DIR = before


class _Announcer(event.Listener):
    """Tells, once, that a function is being compiled and not loaded from the cache."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.told = False

    def on_start(self, event: object) -> None:
        if not self.told:
            self.told = True
            kept = "once" if CACHE_FOLDER else "in each run, since no folder can be written to keep it"
            self.tell(f"compiling the kernel for these rules, {kept}")

    def on_end(self, event: object) -> None:
        pass


def compiling_told(tell: Callable[[str], None]) -> AbstractContextManager[object]:
    """While this context lasts, a message is told when something must be compiled, which takes seconds.

    Parameters
    ----------
    tell : callable
        Takes the message.
    """
    announced: AbstractContextManager[object] = event.install_listener("numba:compile", _Announcer(tell))
    return announced
