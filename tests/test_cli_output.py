"""Where output goes: streams, files whole or not at all, closed pipes, Ctrl-C, help; what is loaded."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
from command_line import LIST, SCRIPT, Outcome, finished, output, run, standard_input, start, widest

from mulliganlab import __version__
from mulliganlab.cli import COMMANDS

EXACT = ("basics", "8", "--games", "0")
FORMATS = ["table", "markdown", "csv", "json"]

Capsys = pytest.CaptureFixture[str]


@pytest.mark.parametrize("format_", FORMATS)
def test_file_holds_what_standard_output_would(capsys: Capsys, tmp_path: Path, format_: str) -> None:
    options = (*EXACT, "--format", format_)
    file = tmp_path / "ö out"
    assert output(capsys, *options, "-o", str(file)) == ""
    assert file.read_text(encoding="utf-8") == output(capsys, *options)
    assert file.read_bytes().endswith(b"\n")


def test_notes_of_a_file_go_to_standard_error_unless_quiet(capsys: Capsys, tmp_path: Path) -> None:
    options = (*EXACT, "--vs", "8:1,9:1", "-o", str(tmp_path / "out"))
    noted = run(capsys, *options)
    assert (noted.status, noted.out) == (0, "")
    assert "normalised" in noted.err
    assert "normalised" in (tmp_path / "out").read_text(encoding="utf-8")
    assert run(capsys, *options, "--quiet") == Outcome(0, "", "")


def test_existing_file_is_replaced_and_keeps_its_permissions(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.write_text("before", encoding="utf-8")
    file.chmod(0o640)
    output(capsys, *EXACT, "-o", str(file))
    assert file.read_text(encoding="utf-8") == output(capsys, *EXACT)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_new_file_has_the_usual_permissions(capsys: Capsys, tmp_path: Path) -> None:
    output(capsys, *EXACT, "-o", str(tmp_path / "out"))
    (tmp_path / "usual").touch()
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("fails", ["write", "replace"])
def test_file_is_kept_when_writing_fails(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    file = tmp_path / "out"
    file.write_text("before", encoding="utf-8")

    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    if fails == "write":
        monkeypatch.setattr("mulliganlab.cli.output.NamedTemporaryFile", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    outcome = run(capsys, *EXACT, "-o", str(file))
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == f"mulliganlab: cannot write {str(file)!r}: No space left on device\n"
    assert file.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file], "nothing half written is left"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_forbidden_folder(capsys: Capsys, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    outcome = run(capsys, *EXACT, "-o", str(tmp_path / "out"))
    tmp_path.chmod(0o700)
    assert (outcome.status, outcome.out) == (1, "")
    assert "Permission denied" in outcome.err


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
def test_full_disk(capsys: Capsys) -> None:
    outcome = run(capsys, *EXACT, "-o", str(FULL))
    assert (outcome.status, outcome.out) == (1, "")
    assert len(outcome.err.splitlines()) == 1
    assert "No space left on device" in outcome.err
    with FULL.open("w") as full:
        written = finished(start(*EXACT, stdout=full))
    assert written.status == 1
    assert written.err == "mulliganlab: cannot write the output: No space left on device\n"


def test_device_as_output(capsys: Capsys) -> None:
    assert output(capsys, *EXACT, "-o", os.devnull) == ""
    assert not Path(os.devnull).is_file()


def test_script_and_module_are_one_program(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(LIST, encoding="utf-8")
    options = ("deck", str(file), "--games", "0", "--format", "json")
    expected = Outcome(0, output(capsys, *options), "")
    assert finished(start(*options)) == expected
    with file.open(encoding="utf-8") as piped:
        found = finished(start("deck", "-", *options[2:], module=True, stdin=piped))
    assert (found.status, found.err) == (0, "")
    assert json.loads(found.out)["deck"] == json.loads(expected.out)["deck"]
    wrong = finished(start("basics", "0", module=True))
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.startswith("mulliganlab: COUNTS: '0'")
    assert finished(start("--version", module=True)) == Outcome(0, f"mulliganlab {__version__}\n", "")


@pytest.fixture(scope="module")
def closed_pipe() -> Outcome:
    """Leave behind what a command does whose reader is gone."""
    process = start("basics", "1-60", "--games", "0", "--format", "json")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    with process.stderr:
        err = process.stderr.read()
    return Outcome(process.wait(timeout=60), "", err)


def test_closed_pipe_is_nothing_to_speak_of(closed_pipe: Outcome) -> None:
    assert closed_pipe.err == ""


def test_closed_pipe_is_no_failure(closed_pipe: Outcome) -> None:
    assert closed_pipe.status == 0


def test_no_standard_output_at_all() -> None:
    command = f'"{SCRIPT}" {" ".join(EXACT)} >&-'
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert "Traceback" not in done.stderr


def read_terminal(master: int, until: bytes) -> bytes:
    """Read what a program shows on a terminal, until a text or its end."""
    shown = b""
    while until not in shown:
        try:
            shown += os.read(master, 4096)
        except OSError:  # how a terminal ends on Linux
            break
    return shown


def test_ctrl_c_shows_the_finished_games(capsys: Capsys, tmp_path: Path) -> None:
    run(capsys, "basics", "8", "--games", "1000")  # the kernel is compiled, so that the bar tells of games
    out = tmp_path / "out"
    master, terminal = os.openpty()
    asked = ("basics", "8,9", "--games", "100G", "--vs", "12", "--jobs", "1", "-o", str(out))
    process = start(*asked, stderr=terminal)
    os.close(terminal)
    assert b"simulating" in read_terminal(master, b"simulating")
    begin = monotonic()
    process.send_signal(signal.SIGINT)
    shown = read_terminal(master, b"exact alone")
    assert process.wait(timeout=60) == 130
    assert monotonic() - begin < 3, "it takes a second at most, on an idle machine"
    os.close(master)
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.read() == ""
    assert re.search(rb"mulliganlab: stopped after [0-9,]+ of 200,000,000,000 games; rows without", shown)
    written = out.read_text(encoding="utf-8")
    assert "34.6406" in written, "the exact value beside the simulated one"
    assert "Check: simulation, exact laws and SciPy agree" in written
    assert "Note: stopped after " in written


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help(capsys: Capsys, command: str | None, option: str) -> None:
    text = output(capsys, *([command] if command else []), option)
    assert text.startswith(f"Usage: mulliganlab {f'{command} ' if command else ''}[OPTIONS]")
    assert widest(text) <= 100
    assert "\\b" not in text
    if command is None:
        assert all(f"\n  {name} " in text for name in COMMANDS)
    else:
        assert "--output" in text or command == "resolve"
        assert "--help" in text


def test_version(capsys: Capsys) -> None:
    assert output(capsys, "--version") == f"mulliganlab {__version__}\n"


def test_without_a_command_there_is_help(capsys: Capsys) -> None:
    outcome = run(capsys)
    assert (outcome.status, outcome.out) == (2, "")
    assert "Usage: mulliganlab" in outcome.err


def test_without_a_terminal_there_is_no_progress(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mulliganlab.cli.progress.PATIENCE", 0.0)
    assert run(capsys, "basics", "8", "--games", "50k", "--seed", "5").err == ""


def test_progress_is_shown_on_a_terminal_unless_quiet(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mulliganlab.cli.progress.PATIENCE", 0.0)
    played = ("basics", "8", "--games", "50k", "--seed", "5")
    silent = run(capsys, *played)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    shown = run(capsys, *played)
    assert "simulating" in shown.err
    assert shown.out == silent.out
    assert run(capsys, *played, "--quiet") == Outcome(0, silent.out, "")


@pytest.mark.parametrize(("columns", "bar"), [(200, 40), (80, 40), (60, 25), (36, 1), (35, 23), (20, 8)])
def test_progress_fits_into_the_terminal(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, columns: int, bar: int
) -> None:
    monkeypatch.setattr("mulliganlab.cli.progress.PATIENCE", 0.0)
    monkeypatch.setenv("COLUMNS", str(columns))
    capsys.readouterr()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    shown = run(capsys, "basics", "8", "--games", "50k", "--seed", "5").err
    bars = re.findall(r"\[([#-]*)\]", shown)
    assert {len(one) for one in bars} == {bar}
    lines = re.split(r"[\r\n]", re.sub(r"\x1b\[[0-9?]*[A-Za-z]", "", shown))
    assert max(map(len, lines)) <= columns


HEAVY = {"numpy", "numba", "scipy", "matplotlib"}
LOADED = """
import sys
from mulliganlab.cli import main
try:
    main(sys.argv[1:])
except SystemExit as ended:
    assert not ended.code, ended.code
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def loaded(*arguments: str, stdin: str = "") -> set[str]:
    """Name the heavy packages that a command loads."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], input=stdin, capture_output=True, text=True, check=True
    )
    return HEAVY & set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", ["--help", "--version", "basics --help", "deck --help"])
def test_help_starts_at_once(arguments: str) -> None:
    assert loaded(*arguments.split()) == set()


@pytest.mark.parametrize("arguments", ["basics --games 0", "deck - --games 0"])
def test_exact_values_alone_start_at_once(arguments: str) -> None:
    assert not {"numba", "scipy", "matplotlib"} & loaded(*arguments.split(), stdin=LIST)


def test_a_simulation_loads_no_pictures() -> None:
    assert loaded("basics", "8", "--games", "1000") == {"numpy", "numba", "scipy"}


def test_standard_input_is_read_to_its_end_once(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, LIST.encode())
    outcome = run(capsys, "deck", "-", "--vs", "12", "--games", "0", "--format", "csv")
    assert len(outcome.out.splitlines()) == 1 + 8
    assert sys.stdin.buffer.read() == b""


@pytest.mark.parametrize("redirection", [">", ">>"])
@pytest.mark.parametrize(("stream", "number"), [("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/1", 1)])
def test_a_stream_behind_which_is_a_file_is_written_to(
    tmp_path: Path, stream: str, number: int, redirection: str
) -> None:
    file = tmp_path / "log"
    file.write_text("before\n", encoding="utf-8")
    program = (
        f"echo header >&{number}; '{SCRIPT}' resolve 5 2 --format csv -o {stream}; echo footer >&{number}"
    )
    subprocess.run(["sh", "-c", f"({program}) {number}{redirection} '{file}'"], check=True)
    lines = file.read_text(encoding="utf-8").splitlines()
    if redirection == ">>":
        assert lines.pop(0) == "before"
    assert (lines[0], lines[1][:7], lines[-1], len(lines)) == ("header", "player,", "footer", 5)


@pytest.mark.parametrize("option", ["-o", "--plot"])
def test_links_that_lead_nowhere_are_refused_before_any_work(
    capsys: Capsys, tmp_path: Path, option: str
) -> None:
    one, other, dangling = (tmp_path / name for name in ("one.png", "other.png", "dangling.png"))
    one.symlink_to(other)
    other.symlink_to(one)
    dangling.symlink_to(tmp_path / "nowhere" / "file.png")
    for path in (one, dangling):
        outcome = run(capsys, "basics", "8", "--games", "100G", option, str(path))
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith(f"mulliganlab: {'--output' if option == '-o' else option}: ")


@pytest.mark.parametrize("name", ["", "absent/"])
def test_what_is_no_name_of_a_file_is_refused(capsys: Capsys, tmp_path: Path, name: str) -> None:
    outcome = run(capsys, *EXACT, "-o", name and f"{tmp_path}/{name}")
    assert outcome.status == 2
    assert "is not the name of a file" in outcome.err
    assert list(tmp_path.iterdir()) == []
