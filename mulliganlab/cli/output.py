"""Where results go: standard output, or a file that is written whole or not at all."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

import click

from mulliganlab.errors import InputError, MulliganlabError

__all__ = ["note", "require_folder", "show", "write_output"]


def require_folder(path: Path | None, option: str = "--output") -> None:
    """Refuse what can be no output file, or is in a folder that does not exist, before any work is done."""
    if path is None:
        return
    if "\0" in str(path):
        raise InputError(f"{option}: {str(path)!r} cannot be the name of a file")
    if path.is_dir():
        raise InputError(f"{option}: {str(path)!r} is a directory")
    try:
        folder = path.resolve().parent if path.is_symlink() else path.parent
    except (OSError, RuntimeError):  # RuntimeError: links that lead to each other
        raise InputError(f"{option}: {str(path)!r} leads nowhere") from None
    if not folder.is_dir():
        raise InputError(f"{option}: the folder {str(folder)!r} does not exist")


def write_output(text: str, path: Path | None) -> None:
    """Write to standard output, or to a file that is never left half written."""
    if path is None or str(path) == "-":
        if sys.stdout is None:
            raise MulliganlabError("there is no standard output to write to")
        click.echo(text, nl=False)
    else:
        replace_file(path, text.encode("utf-8"))


def show(text: str, warnings: Sequence[str], format_: str, path: Path | None, *, quiet: bool) -> None:
    """Write results, and on standard error the warnings, unless a table there ends with them."""
    write_output(text, path)
    if path is not None or format_ in ("csv", "json"):
        for warning in warnings:
            note(warning, quiet=quiet)


def replace_file(path: Path, data: bytes) -> None:
    """Put a file in place once all of it is on disk.

    Raises
    ------
    MulliganlabError
        If it cannot be written; what was there before is still there.
    """
    temporary = None
    try:
        stream = _stream(path)
        if stream is not None or (path.exists() and not path.is_file()):  # a device or a pipe
            with open(path if stream is None else stream, "wb", closefd=stream is None) as file:
                file.write(data)
            return
        path = path.resolve()  # a link stays one
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = Path(file.name)
            file.write(data)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        temporary.chmod(mode)
        temporary.replace(path)
    except BrokenPipeError:
        raise
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise MulliganlabError(f"cannot write {str(path)!r}: {error.strerror or error}") from error


def _stream(path: Path) -> int | None:
    """The open stream that a path such as /dev/stdout stands for: a file behind it must not be replaced."""
    for stream in (sys.stdout, sys.stderr):
        try:
            number = stream.fileno()
            if os.path.samestat(path.stat(), os.fstat(number)):
                stream.flush()
                return number
        except (OSError, ValueError, AttributeError):  # no such file, or no stream of the system
            continue
    return None


def note(message: str, *, quiet: bool) -> None:
    """Say something on standard error that is no result."""
    if not quiet and sys.stderr is not None:
        with suppress(OSError):  # results do not fail because nobody takes a note
            click.echo(f"mulliganlab: {message}", err=True)


def _umask() -> int:
    """Read the mask of permissions, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
