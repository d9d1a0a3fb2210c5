"""Compiled code that is kept from run to run: damaged, or on a disk without room."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

from mulliganlab.compiling import MOST_FUNCTIONS, run
from mulliganlab.kernel import count_bits, random_words

PROGRAM = """
from mulliganlab.composition import Composition
from mulliganlab.openings import deal_openings
deal_openings(Composition(60, 8), openings=1000, seed=1)
print("dealt")
"""


def deal_with_cache(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("damage", [b"", b"garbage\n"])
def test_damaged_files_are_compiled_anew(tmp_path: Path, damage: bytes) -> None:
    assert deal_with_cache(tmp_path).stdout == "dealt\n"
    kept = list(tmp_path.rglob("*.nb?"))
    assert kept
    for file in kept:
        file.write_bytes(damage)
    again = deal_with_cache(tmp_path)
    assert (again.stdout, again.stderr, again.returncode) == ("dealt\n", "", 0)
    assert all(file.read_bytes() != damage for file in tmp_path.rglob("*.nb?"))


def test_without_a_folder_to_write_it_still_works(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder can be here", encoding="utf-8")
    assert deal_with_cache(blocked / "cache").stdout == "dealt\n"


def basics_with_cache(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-m", "mulliganlab", "basics", "8", "--games", "1000", "--seed", "1"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True)


def test_the_first_run_says_that_it_compiles_and_later_ones_do_not_compile(tmp_path: Path) -> None:
    first, later = basics_with_cache(tmp_path), basics_with_cache(tmp_path)
    assert first.stderr == "mulliganlab: compiling the kernel for these rules, once\n"
    assert (later.stderr, later.stdout) == ("", first.stdout)


def test_without_a_folder_to_write_it_says_so_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder can be here", encoding="utf-8")
    told = basics_with_cache(blocked / "cache").stderr
    assert told == (
        "mulliganlab: compiling the kernel for these rules, in each run, "
        "since no folder can be written to keep it\n"
    )


def test_openings_of_a_later_run_are_not_compiled(tmp_path: Path) -> None:
    deal_with_cache(tmp_path)
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")}
    assert deal_with_cache(tmp_path).stdout == "dealt\n"
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")} == before


@pytest.mark.parametrize("failures", [1, 2, 5])
def test_what_no_disk_has_room_for_is_compiled_in_memory(failures: int) -> None:
    left = [OSError("no space left on device")] * failures

    def function(number: int) -> int:
        if left:
            raise left.pop()
        return number

    assert run(function, 7) == 7


def test_errors_that_stay_are_not_tried_for_ever() -> None:
    calls: list[int] = []

    def function(error: Exception) -> None:
        calls.append(1)
        raise error

    with pytest.raises(OSError, match="no disk"):
        run(function, OSError("no disk"))
    assert len(calls) == MOST_FUNCTIONS + 1
    calls.clear()
    with pytest.raises(RuntimeError, match="broken"):
        run(function, RuntimeError("broken"))
    assert len(calls) == 2, "once more, should what was kept be damaged"


def test_a_mistake_of_the_caller_leaves_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mulliganlab.compiling.CACHE_FOLDER", tmp_path)
    kept = tmp_path / "kernel.nbi"
    kept.touch()
    with pytest.raises(TypingError):
        run(random_words, "no state", None)
    assert kept.exists()


def test_python_cannot_call_a_part_of_compiled_functions() -> None:
    with pytest.raises(TypeError, match="count_bits is a part of compiled functions"):
        count_bits(np.uint64(7))


PLAYED = """
from mulliganlab.composition import Composition
from mulliganlab.openings import deal_openings
from mulliganlab.opponent import opponent
from mulliganlab.rules import STANDARD
from mulliganlab.simulation import simulate
rules = STANDARD.changed(mulligan_limit=2)
played = simulate(Composition(60, 6, 2), opponent("5"), rules, games=300, seed=1, names=(7, 56)).tally
print(played, played.cards.tolist(), played.lone_basic, played.bonus_basic)
print(deal_openings(Composition(60, 8), openings=300, seed=1).tally)
"""


def test_the_kernel_is_plain_python_that_plays_the_same_games() -> None:
    # Run by Python itself the same text gives the same counts: nothing hangs on the compiler.
    command = [sys.executable, "-W", "ignore", "-c", PLAYED]
    compiled, plain = (
        subprocess.run(
            command,
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in "01"
    )
    assert compiled == plain
    assert "300 games" in plain
