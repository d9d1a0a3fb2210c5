"""Compiled code that is kept from run to run: damaged, or on a disk without room."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mulliganlab.compiling import interrupts_later, jit
from mulliganlab.kernel import count_bits

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
    kept = list(tmp_path.rglob("*.nbc"))
    assert kept
    for file in kept:
        file.write_bytes(damage)
    again = deal_with_cache(tmp_path)
    assert (again.stdout, again.stderr, again.returncode) == ("dealt\n", "", 0)
    assert all(file.read_bytes() != damage for file in tmp_path.rglob("*.nbc"))


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
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")}
    assert deal_with_cache(tmp_path).stdout == "dealt\n"
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")} == before


def test_damage_within_a_file_is_noticed(tmp_path: Path) -> None:
    assert deal_with_cache(tmp_path).stdout == "dealt\n"
    for file in tmp_path.rglob("*.nbc"):
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 0xFF
        file.write_bytes(content)
    again = deal_with_cache(tmp_path)
    assert (again.stdout, again.stderr, again.returncode) == ("dealt\n", "", 0)


@pytest.fixture
def kept_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Give a small function anew, as another program would, that is kept in one folder."""
    monkeypatch.setattr("mulliganlab.keeping.CACHE_FOLDER", tmp_path)
    monkeypatch.setattr("mulliganlab.compiling.CACHE_FOLDER", tmp_path)
    return lambda: jit(one_more)


def one_more(number: float) -> float:
    return number + 1


def test_every_version_has_a_file_of_its_own(kept_one: Callable[[], Any], tmp_path: Path) -> None:
    # Two programs that save at once cannot spoil each other's: there is nothing that both write.
    assert (kept_one()(1), kept_one()(1.5)) == (2, 2.5)
    assert len(list(tmp_path.rglob("*.nbc"))) == 2
    assert not list(tmp_path.rglob("*.nbi"))
    again = kept_one()
    assert (again(2), again(2.5)) == (3, 3.5)
    assert sum(again.stats.cache_hits.values()) == 2


def test_code_under_the_name_of_another_version_is_not_used(
    kept_one: Callable[[], Any], tmp_path: Path
) -> None:
    kept_one()(1)
    (whole,) = tmp_path.rglob("*.nbc")
    kept_one()(1.5)
    (other,) = set(tmp_path.rglob("*.nbc")) - {whole}
    other.write_bytes(whole.read_bytes())
    assert kept_one()(1.5) == 2.5


def test_a_full_disk_keeps_nothing_and_the_code_works(
    kept_one: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(**arguments: object) -> None:
        raise OSError(28, "No space left on device")

    function = kept_one()
    monkeypatch.setattr("numba.core.caching.tempfile.TemporaryFile", no_room)
    assert (function(1), function(1.5)) == (2, 2.5)
    assert kept_one()(1) == 2
    monkeypatch.undo()
    assert not list(tmp_path.rglob("*.nbc"))


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


def test_ctrl_c_waits_for_the_end_of_compiling() -> None:
    steps: list[str] = []

    def compiled(*, part: bool) -> None:
        with interrupts_later():
            if part:
                compiled(part=False)
            else:
                signal.raise_signal(signal.SIGINT)
            steps.append("part" if not part else "whole")

    with pytest.raises(KeyboardInterrupt):
        compiled(part=False)
    with pytest.raises(KeyboardInterrupt):
        compiled(part=True)
    assert steps == ["part", "part"], "the part is finished, what it is a part of is not"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
