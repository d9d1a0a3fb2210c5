"""Every example runs and writes what it says."""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "examples"


def run_script(path: Path, *arguments: str) -> str:
    shell = shutil.which("sh")
    if shell is None:
        pytest.skip("there is no sh here to run the example")
    # The program that is tested comes first, wherever the tests are started from.
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [shell, str(path), *arguments],
        env={**os.environ, "PATH": places},
        capture_output=True,
        check=False,
        timeout=300,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_program(name: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(FOLDER / name), run_name="__main__")


def test_typical_runs_write_their_files(tmp_path: Path) -> None:
    shown = run_script(FOLDER / "typical_runs.sh", str(tmp_path / "out"), "20k")
    files = {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    assert sorted(files) == [
        "against-8.csv",
        "basics.html",
        "basics.png",
        "deck.html",
        "deck.json",
        "deck.svg",
    ]
    assert files["basics.png"].startswith(b"\x89PNG")
    assert files["deck.svg"].startswith(b"<?xml")
    assert files["deck.html"].startswith(b"<!DOCTYPE html>")
    assert len([line for line in shown.splitlines() if line.startswith("== ")]) == 7
    assert "DISAGREEMENT" not in shown


def test_pictures_of_the_readme_are_there_and_can_be_drawn_again(tmp_path: Path) -> None:
    run_script(FOLDER / "pictures.sh", str(tmp_path), "20k")
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(
        file.name for file in (FOLDER / "pictures").iterdir()
    )


def test_sweep_meets_the_mirror_in_the_middle(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_program("sweep_opponents.py", monkeypatch, "9")
    lines = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    differences = {line[0].strip(): line[3].strip() for line in lines[2:]}
    assert differences["9"] == "+0.0"
    assert differences["4"].startswith("+")
    assert differences["16"].startswith("-")


def test_own_plot_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run_program("own_plot.py", monkeypatch, str(tmp_path / "mine.png"))
    assert (tmp_path / "mine.png").read_bytes().startswith(b"\x89PNG")


def test_data_frame_selects_rows(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pandas")
    run_program("data_frame.py", monkeypatch)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["11", "12", "13", "14", "15", "16"]


def test_the_readme_of_the_folder_names_every_file() -> None:
    text = (FOLDER / "README.md").read_text("utf-8")
    for file in FOLDER.iterdir():
        if file.suffix in (".py", ".sh"):
            assert f"({file.name})" in text
