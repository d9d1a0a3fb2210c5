"""Compiled code that is kept from run to run: damaged, or on a disk without room."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
