"""The command line as tests run it: in this process, or as the installed program."""

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mulliganlab.cli import main

LIST = """
Pokémon: 4
4 Charmander OBF 26
3 Charizard ex OBF 125
4 Pidgey MEW 16
1 Mew CEL 11
Trainer: 3
4 Rare Candy SVI 191
4 Iono PAL 185
4 Ultra Ball SVI 196
Energy: 1
36 Fire Energy SVE 2
"""
"""A legal deck with 9 Basics."""

SCRIPT = Path(sys.executable).with_name("mulliganlab")


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    status: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Outcome:
    """Run a command in this process; anything but an exit is an error of the test."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    streams = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return Outcome(ended.value.code, streams.out, _without_waiting(streams.err))


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that has nothing to complain of."""
    outcome = run(capsys, *arguments)
    assert (outcome.status, outcome.err) == (0, ""), outcome
    return outcome.out


def standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Give a command something to read."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def start(*arguments: str, module: bool = False, **options: Any) -> subprocess.Popen[str]:
    """Start the installed program with its streams piped."""
    program = [sys.executable, "-m", "mulliganlab"] if module else [str(SCRIPT)]
    pipes: dict[str, Any] = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "stdin": subprocess.DEVNULL,
    }
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    return subprocess.Popen(
        [*program, *arguments], **{**pipes, "text": True, "encoding": "utf-8", "env": environment, **options}
    )


def finished(process: subprocess.Popen[str], timeout: float = 120) -> Outcome:
    """Wait for a program to end."""
    out, err = process.communicate(timeout=timeout)
    return Outcome(process.returncode, out or "", _without_waiting(err or ""))


def _without_waiting(err: str) -> str:
    """Leave out the note on the compiler, which a slow machine shows and a fast one does not."""
    return "".join(line for line in err.splitlines(keepends=True) if "compiling the kernel" not in line)


def widest(text: str) -> int:
    """Columns of the widest line."""
    return max(map(len, text.splitlines()))


def markdown_tables(text: str) -> list[list[list[str]]]:
    """Rows and cells of every Markdown table."""
    tables: list[list[list[str]]] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("|"):
            if not inside:
                tables.append([])
            # An escaped bar is text of a cell.
            cells = line.replace("\\|", "\0").strip("|").split("|")
            tables[-1].append([cell.replace("\0", "|").strip() for cell in cells])
        inside = line.startswith("|")
    return tables
