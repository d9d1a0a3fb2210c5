"""How the kernel is compiled, and whether the result can be kept for the next run."""

from collections.abc import Callable
from typing import Any

from numba import njit

__all__ = ["CACHED", "jit"]


def _compiled(function: Callable[..., Any], *, cache: bool) -> Any:
    return njit(function, cache=cache, nogil=True, error_model="numpy")


def _can_cache() -> bool:
    """Whether Numba finds a folder to write to, beside the package or the user's own."""
    try:
        _compiled(_can_cache, cache=True)
    except RuntimeError:
        return False
    return True


CACHED = _can_cache()
"""False where compiled code cannot be kept: each run compiles anew."""


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first used, without the lock of the interpreter."""
    return _compiled(function, cache=CACHED)
