"""Compiled code that is kept from run to run: in which folder, and a file for each version of a function."""

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from pickle import loads
from typing import Any

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile

__all__ = ["CACHE_FOLDER", "KernelCache"]

COMPILED = ("compiling.py", "dealing.py", "kernel.py", "games.py")
"""Modules whose text decides what the compiled code does."""

config: Any = numba.config


def _cache_folder() -> Path | None:
    """The first folder that can be written; its name is made from the text of all compiled modules.

    Numba itself looks at the one file that holds a function, and not at what that one calls.
    """
    package = Path(__file__).parent
    text = b"".join((package / name).read_bytes() for name in COMPILED)
    digest = sha256(text + numba.__version__.encode()).hexdigest()[:16]
    home = Path(os.environ.get("XDG_CACHE_HOME", ""))
    home = home if home.is_absolute() else Path("~/.cache")
    wanted = [Path(config.CACHE_DIR)] if config.CACHE_DIR else [package / "__pycache__", home / "mulliganlab"]
    for parent in wanted:
        try:
            folder = parent.expanduser() / f"kernel-{digest}"
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK):
                return folder
        except (OSError, RuntimeError):  # RuntimeError: there is no home
            continue
    return None


CACHE_FOLDER = _cache_folder()
"""Where compiled code is kept; None where no folder can be written: each run compiles anew."""


class _Files(IndexDataCacheFile):
    """A file for each version of a function, named by a digest of what the version is for.

    Numba's own files share an index without a lock: two programs that compile at once could leave
    the code of one version under the name of another. And nothing there tells damaged code, which
    would end the interpreter.
    """

    def save(self, key: object, data: object) -> None:
        kept = self._dump((repr(key), data))
        with self._open_for_write(self._path(key)) as file:
            file.write(sha256(kept).digest() + kept)

    def load(self, key: object) -> Any:
        """What was kept, or None: nothing, something damaged, or what no one asked for."""
        try:
            content = Path(self._path(key)).read_bytes()
        except OSError:
            return None
        digest, kept = content[:32], content[32:]
        if sha256(kept).digest() != digest:
            return None
        known, data = loads(kept)
        return data if known == repr(key) else None

    def _path(self, key: object) -> str:
        digest = sha256(repr(key).encode()).hexdigest()[:32]
        path: str = self._data_path(f"{Path(self._index_name).stem}.{digest}.nbc")
        return path


class KernelCache(FunctionCache):
    """Keeps the versions of a function in `CACHE_FOLDER`; where a disk is full, in memory alone.

    Parameters
    ----------
    function : callable
        The Python function that is compiled.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE_FOLDER)
        try:
            super().__init__(function)
        finally:
            config.CACHE_DIR = before
        self._cache_file.__class__ = _Files

    def save_overload(self, sig: object, data: object) -> None:
        """Keep a version if it can be."""
        with suppress(OSError):
            super().save_overload(sig, data)
