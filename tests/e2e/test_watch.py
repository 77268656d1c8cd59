"""`handlab watch` reads files that a client writes line by line, and goes on after it was killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from handlab import views, watching
from handlab.ingest import ingest
from handlab.lake import Lake

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from handlab.ingest import IngestSummary

pytest.importorskip("watchfiles")

ROOT = Path(__file__).parents[2]
SECONDS = 90


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


@pytest.fixture
def start(tmp_path: Path, logs: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def run() -> subprocess.Popen[str]:
        log = (tmp_path / "log.txt").open("a")
        command = [sys.executable, "-m", "handlab.cli", "watch", str(logs), "--lake"]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            [*command, str(logs / "lake")], env=environment, stderr=log, text=True
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.wait()


def simulated(hands: int, seed: int) -> str:
    from handlab._handlab import Simulation

    return Simulation(seed).text(hands)


def hands(lake: Path) -> int:
    try:
        with views.connect(lake) as connection:
            found = connection.execute("select count(*) from hands").fetchone()
            return found[0] if found else 0
    except Exception:
        return 0


def wait_for(lake: Path, count: int) -> None:
    deadline = time.monotonic() + SECONDS
    while (found := hands(lake)) < count:
        assert time.monotonic() < deadline, f"expected {count} hands, got {found}"
        time.sleep(0.5)


def wait_for_reports(log: Path, count: int) -> None:
    """Wait until the last watch has said that it read so many hands: they are in the lake before that."""
    deadline = time.monotonic() + SECONDS
    while True:
        text = log.read_text().rpartition(" watching ")[2]
        if sum(int(number) for number in re.findall(r"(\d+) new hands?", text)) >= count:
            return
        assert time.monotonic() < deadline, f"expected {count} hands in {text}"
        time.sleep(0.1)


def content(lake: Path) -> list[tuple[object, ...]]:
    query = (
        "select hand_id, verdict, total_pot, rake, started_at, n_players from hands order by all"
    )
    with views.connect(lake) as connection:
        return connection.execute(query).fetchall()


def test_hands_are_read_while_they_are_written_line_by_line(
    logs: Path, tmp_path: Path, start: Callable[[], subprocess.Popen[str]]
) -> None:
    lake = logs / "lake"
    (logs / "old.txt").write_text(simulated(20, seed=1), encoding="utf-8")
    process = start()
    wait_for(lake, 20)

    text = simulated(30, seed=2).splitlines(keepends=True)
    with (logs / "new.txt").open("w", encoding="utf-8") as file:
        for number, line in enumerate(text):
            file.write(line)
            file.flush()
            # Now and then a pause within a hand, long enough for it to be read half written.
            time.sleep(2.5 if number in {7, len(text) // 2} else 0.002)
    wait_for(lake, 50)

    # Killed while a file is written: the next start catches up.
    process.send_signal(signal.SIGKILL)
    process.wait()
    (logs / "sub").mkdir()
    (logs / "sub" / "third.txt").write_text(simulated(10, seed=3), encoding="utf-8")
    process = start()
    wait_for(lake, 60)
    with (logs / "sub" / "third.txt").open("a", encoding="utf-8") as file:
        file.write(simulated(5, seed=4))
    wait_for(lake, 65)
    wait_for_reports(tmp_path / "log.txt", 15)

    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    log = (tmp_path / "log.txt").read_text()
    assert "20 new hands from 1 file" in log
    assert log.endswith("interrupted; committed data is kept\n")
    assert "error" not in log

    at_once = Lake.create(tmp_path / "at_once")
    ingest([logs], at_once, compact_after=False)
    # The lake of the watch is below the folder; its Parquet was never read as a log.
    assert content(lake) == content(at_once.path)


def test_changes_before_the_system_reports_them_are_read_while_the_lake_is_asked(
    logs: Path,
) -> None:
    lake = Lake.create(logs / "lake")
    log = logs / "log.txt"
    log.write_text(simulated(3, seed=1), encoding="utf-8")
    stop = threading.Event()
    read: list[int] = []

    def done(summary: IngestSummary) -> None:
        read.append(summary.hands)
        if len(read) == 1:
            with log.open("a", encoding="utf-8") as file:
                file.write(simulated(2, seed=2))
        else:
            stop.set()

    def ask() -> None:
        # As the locks and journals of a reader do.
        while not stop.wait(0.2):
            (lake.path / "journal").touch()

    asking = threading.Thread(target=ask)
    asking.start()
    watch = threading.Thread(
        target=watching.watch,
        args=([logs], lake, done),
        kwargs={"waiting": read.clear, "quiet_ms": 300, "stop": stop},
        daemon=True,
    )
    watch.start()
    watch.join(SECONDS)
    stop.set()
    asking.join()

    assert read == [3, 2]


def test_a_folder_that_is_made_again_is_watched_again(logs: Path, tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    (logs / "first.txt").write_text(simulated(3, seed=1), encoding="utf-8")
    stop = threading.Event()
    read: list[int] = []
    said: list[str] = []

    def done(summary: IngestSummary) -> None:
        read.append(summary.hands)
        if len(read) == 1:
            shutil.rmtree(logs)
        else:
            stop.set()

    def waiting(reason: str) -> None:
        said.append(reason)
        logs.mkdir()
        (logs / "second.txt").write_text(simulated(2, seed=2), encoding="utf-8")

    watch = threading.Thread(
        target=watching.watch,
        args=([logs], lake, done),
        kwargs={"waiting": waiting, "quiet_ms": 300, "stop": stop},
        daemon=True,
    )
    watch.start()
    watch.join(SECONDS)
    stop.set()

    assert read == [3, 2]
    assert said == [f"expected a folder to watch, got none: `{logs}`"]


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "handlab.cli", "watch", str(tmp_path / "no"), "--lake", "lake"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 2
    assert "expected a folder to watch" in result.stderr
    assert not (tmp_path / "lake").exists()
