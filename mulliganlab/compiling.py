"""How the kernel is compiled, and what is said of it."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, NoReturn

import numba
from numba.core import event
from numba.core.registry import CPUDispatcher

from mulliganlab.keeping import CACHE_FOLDER, KernelCache

__all__ = ["compiling_told", "jit", "jit_inline", "jit_part"]

config: Any = numba.config
DISABLED = bool(config.DISABLE_JIT)
"""Whether Python is to run the kernel itself, as a debugger may want: slow, with the same counts."""


class _Function(CPUDispatcher):
    """Lets Ctrl-C wait while a function is compiled, read or kept: within LLVM it would be lost."""

    def compile(self, signature: Any) -> Any:
        with interrupts_later():
            return super().compile(signature)


class _Later:
    """Handles a signal by remembering that it came."""

    came = False

    def __call__(self, *signal: object) -> None:
        self.came = True


@contextmanager
def interrupts_later() -> Iterator[None]:
    """While this context lasts Ctrl-C waits for its end. Only the main thread is told of any."""
    before, later = signal.getsignal(signal.SIGINT), _Later()
    if isinstance(before, _Later):  # it is a part of what is compiled
        yield
        if before.came:
            raise KeyboardInterrupt
    elif callable(before) and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, later)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        if later.came:
            before(signal.SIGINT, None)
    else:
        yield


class _Part(_Function):
    """Refuses a call from Python, which would go nowhere and end the interpreter."""

    def __call__(self, *arguments: object) -> NoReturn:
        raise TypeError(f"{self.py_func.__name__} is a part of compiled functions: Python cannot call it")


def jit(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first used, without the lock of the interpreter."""
    return _compiled(function, _Function)


def jit_part(function: Callable[..., Any]) -> Any:
    """Compile a function that Python never calls: without the way in it takes a quarter less for all."""
    return _compiled(function, _Part, no_cpython_wrapper=True)


def jit_inline(function: Callable[..., Any]) -> Any:
    """Compile a function as a part of those that call it: saves a fifth of compiling all."""
    return _compiled(function, _Function, inline="always")


def _compiled(function: Callable[..., Any], kind: type[_Function], **options: Any) -> Any:
    njit: Any = numba.njit
    compiled: Any = njit(function, nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)
    if DISABLED:
        return compiled
    compiled.__class__ = kind
    if CACHE_FOLDER is not None:
        with suppress(RuntimeError):  # a disk so full that nothing can be kept
            compiled._cache = KernelCache(function)
    return compiled


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
