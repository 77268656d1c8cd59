"""Ctrl-C and a request to end, at any time of any command: one line, a status, nothing spoilt."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from handlab.ingest import ingest
from handlab.lake import Lake

ROOT = Path(__file__).parents[2]
ROUNDS = int(os.environ.get("HANDLAB_SIGNAL_ROUNDS", "12"))
"""Signals that are sent; more by hand."""

START = 0.15
"""Seconds that the interpreter takes by itself, in which no program can answer a signal."""

ENDLESS_QUERY = "select count(*) from range(1000000000000000) where range % 7 = 5"
"""Hours on any machine: a query of some seconds was done on a fast one before its signal came."""

KEPT = r"; committed data is kept(; (at least )?[\d,]+ hands? of this run (is|are) in the lake)?"
LINES = {
    signal.SIGINT: rf"interrupted({KEPT})?\n",
    signal.SIGTERM: rf"terminated({KEPT})?\n",
}


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "handlab.cli", *map(str, arguments)],
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        # As in a shell: what runs in the background of one ignores Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def stop(process: subprocess.Popen[str], number: signal.Signals, after: float) -> tuple[int, str]:
    """Send a signal after some seconds, and give the status and what stderr got."""
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.send_signal(number)
    _, errors = process.communicate(timeout=120)
    return process.returncode, errors


def assert_stopped_or_done(status: int, errors: str, number: signal.Signals) -> None:
    assert "Traceback" not in errors, errors
    assert "Exception ignored" not in errors, errors
    if status == 128 + number:
        assert re.fullmatch(LINES[number], errors), errors
    else:
        assert (status, errors) in {(0, ""), (-number, "")}, (status, errors)


@pytest.fixture(scope="session")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("signals") / "hands.txt"
    assert start("simulate", "--hands", "3000", "--out", path).wait() == 0
    return path


@pytest.fixture(scope="session")
def lake(hands: Path) -> Path:
    path = hands.parent / "lake"
    assert start("ingest", hands, "--lake", path).wait() == 0
    return path


@pytest.mark.slow
@pytest.mark.parametrize("command", ["help", "ingest", "report", "sql"])
def test_a_signal_at_a_random_time_ends_a_command_in_one_line(
    hands: Path, lake: Path, tmp_path: Path, command: str
) -> None:
    chance = random.Random(f"{command} of {ROUNDS}")
    page = tmp_path / "report.html"
    for round_ in range(-(-ROUNDS // 4)):
        number = signal.SIGTERM if round_ % 4 == 3 else signal.SIGINT
        own = tmp_path / f"lake{round_}"
        arguments: dict[str, tuple[str | Path, ...]] = {
            "help": ("--help",),
            "ingest": ("ingest", hands, "--lake", own),
            "report": ("report", "--lake", lake, "--out", page),
            "sql": ("sql", "from player_stats", "--lake", lake),
        }
        page.write_text("old")
        process = start(*arguments[command])
        status, errors = stop(process, number, START + chance.random() ** 2 * 4)
        # Before `handlab` is imported only the interpreter's own frames can be in a traceback.
        is_early = "Traceback" in errors and f"{ROOT}{os.sep}handlab" not in errors
        if not is_early:
            assert_stopped_or_done(status, re.sub(r"^wrote .*\n", "", errors), number)
        if command == "report":
            assert page.read_text()[:15] in {"old", "<!doctype html>"}
            assert [path for path in tmp_path.iterdir() if path.suffix == ".part"] == []
        if command == "ingest" and (own / "catalog.sqlite").exists():
            # Whatever stands there, the next run makes it whole.
            again = start("ingest", hands, "--lake", own)
            assert again.communicate()[1] == ""
            with Lake.open(own).connect() as connection:
                assert connection.execute("select count(*) from hands").fetchone() == (3000,)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_during_a_query_is_no_fault(lake: Path, number: signal.Signals) -> None:
    process = start("sql", ENDLESS_QUERY, "--lake", lake)

    status, errors = stop(process, number, 8.0)

    assert (status, errors) == (128 + number, {2: "interrupted\n", 15: "terminated\n"}[number])


def test_a_signal_that_is_to_be_ignored_is_ignored(lake: Path) -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "handlab.cli",
            "sql",
            "select 1 as a",
            "--lake",
            lake,
            "--format",
            "csv",
        ],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)

    assert process.communicate(timeout=120) == ("a\n1\n", "")
    assert process.returncode == 0


def test_a_watch_ends_though_a_library_lost_what_the_signal_raised(tmp_path: Path) -> None:
    program = """
import os, signal, time
from handlab import cli, process, watching

def ingest(*arguments, **options):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
    except KeyboardInterrupt:
        raise watching.LakeBusyError("as if nothing had happened") from None

process.catch_signals()
watching.ingest = ingest
cli.main()
"""
    command = [
        sys.executable,
        "-c",
        program,
        "watch",
        str(tmp_path),
        "--lake",
        str(tmp_path / "lake"),
    ]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert result.returncode == 128 + signal.SIGTERM, result.stderr
    assert result.stderr.endswith("terminated; committed data is kept\n")


def test_an_ingest_never_lets_duckdb_ask_for_frames(tmp_path: Path) -> None:
    sample = ROOT / "tests" / "corpus" / "pokerstars" / "nlhe_6max_ante.txt"
    ingest([sample], Lake.create(tmp_path / "lake"))
    (tmp_path / "copy.txt").write_bytes(b"\n" + sample.read_bytes())
    # To find a frame by its name, DuckDB asks for the caller's frame, and drops what a signal raises there.
    program = """
import inspect, sys
from handlab import cli

found, asked = inspect.currentframe, []

def currentframe():
    # The lock of a lake asks as well.
    if "filelock" not in sys._getframe(1).f_code.co_filename:
        asked.append(sys._getframe(1).f_code.co_filename)
    return found().f_back

inspect.currentframe = currentframe
try:
    cli.main()
finally:
    print(*asked, file=sys.stderr)
"""
    command = [sys.executable, "-c", program, "ingest", "copy.txt", "--lake", "lake"]
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path
    )

    assert "1 duplicates" in result.stdout
    assert result.stderr == "\n"
