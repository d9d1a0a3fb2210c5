"""The README: its commands run and show what it shows, its Python runs, its links and options are there."""

import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import click
import pytest
from command_line import run

from mulliganlab.cli import COMMANDS, mulliganlab

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FEW_GAMES = ("--games", "20k")


@dataclass(frozen=True)
class Shown:
    """A command of the README and what it is said to print; nothing, if that is not shown."""

    command: str
    output: str

    @property
    def arguments(self) -> list[str]:
        return shlex.split(self.command)[1:]

    @property
    def repeats(self) -> bool:
        """Whether the command prints the same each time."""
        simulates = "--seed" in _options(self.arguments[0]) and "--games 0" not in self.command
        return "--seed" in self.arguments or not simulates


def _options(command: str) -> set[str]:
    """Options of a command, or of the program itself."""
    with click.Context(mulliganlab, help_option_names=["-h", "--help"]) as context:
        found = mulliganlab.get_command(context, command)
        assert found is not None
        return {option for parameter in found.get_params(context) for option in parameter.opts}


def blocks(language: str) -> list[str]:
    return [text for name, text in FENCE.findall(TEXT) if name == language]


def shown_commands() -> list[Shown]:
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append(Shown(command, output.rstrip("\n")))
    return [shown for shown in found if shown.command.startswith("mulliganlab ")]


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_there_is_something_to_run() -> None:
    assert len(shown_commands()) >= 2
    assert len(blocks("python")) >= 1


@pytest.mark.parametrize("shown", shown_commands(), ids=lambda shown: shown.command)
def test_commands_run_and_show_what_the_readme_shows(
    capsys: pytest.CaptureFixture[str], shown: Shown
) -> None:
    arguments = shown.arguments
    simulates = "--games" in _options(arguments[0])
    if simulates and not shown.output and "--games" not in arguments:
        arguments += FEW_GAMES
    outcome = run(capsys, *arguments)
    assert (outcome.status, outcome.err) == (0, ""), outcome
    if shown.output:
        assert shown.repeats, "output of a fresh seed is no output to show"
        lines = [line.rstrip() for line in outcome.out.rstrip("\n").splitlines()]
        _require_shown([line.rstrip() for line in shown.output.splitlines()], lines)


def _require_shown(shown: list[str], lines: list[str]) -> None:
    """Compare line by line; a line of dots stands for any number of lines."""
    pattern = "\n".join(
        "*" if line.strip() in ("...", "…") else re.sub(r"([*?[])", r"[\1]", line) for line in shown
    )
    assert fnmatchcase("\n".join(lines), pattern), "\n".join(lines)


@pytest.mark.parametrize("code", blocks("python"))
def test_python_runs(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_command_is_told() -> None:
    told = set(re.findall(r"`mulliganlab (\w+)", TEXT))
    assert told == set(COMMANDS)


def test_options_exist() -> None:
    told = set(re.findall(r"(?<=[` (|])--[a-z][a-z-]+", TEXT))
    known = set[str]().union(*map(_options, COMMANDS)) | {"--version"}
    # Options of pip and other programs stand in the blocks for a shell.
    others = set(re.findall(r"--[a-z][a-z-]+", "\n".join(blocks("bash"))))
    assert told - others <= known


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert links
    missing = [link for link in links if "://" not in link and not (ROOT / link).exists()]
    assert missing == []
