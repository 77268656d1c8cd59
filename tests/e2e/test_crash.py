"""
Processes are killed in the midst of ingestion; the next run leaves the lake of an unbroken one.

The child kills itself right before or after a chosen step (a statement to DuckDB, a Parquet file),
so that every step is a point of death once; other children are killed from outside at any time.
Sizes are small, so that a short run has many pieces, flushes and commits.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from crash_hands import hand

from handlab.lake import Lake
from handlab.lake.catalog import METADATA
from handlab.lake.repair import repair
from handlab.lake.verify import verify
from handlab.schema import TABLES

pytestmark = pytest.mark.slow

CHILD = """
import os, signal, sys

import handlab.archive.digests, handlab.archive.pieces, handlab.ingest.batch
import handlab.lake.memory, handlab.lake.parquet, handlab.lake.writer
from handlab.ingest import ingest
from handlab.lake import Lake

lake, archive, last_step = sys.argv[1], sys.argv[2], int(sys.argv[3])
steps = 0


def step():
    global steps
    if steps == last_step:
        os.kill(os.getpid(), signal.SIGKILL)
    steps += 1


class Watched:
    def __init__(self, connection):
        self._connection = connection

    def execute(self, *arguments):
        step()
        # DuckDB finds the frame `keys` among the local variables of its caller, which is now here.
        keys = sys._getframe(1).f_locals.get("keys")
        result = self._connection.execute(*arguments)
        step()
        return result

    def __getattr__(self, name):
        return getattr(self._connection, name)


def write(*arguments, real=handlab.lake.parquet.write):
    path = real(*arguments)
    step()
    return path


class Flush(handlab.lake.parquet.Flush):
    def append(self, *arguments):
        step()
        super().append(*arguments)
        step()

    def publish(self, *arguments):
        step()
        paths = super().publish(*arguments)
        step()
        return paths


def connect(*arguments, real=handlab.lake.memory.connect, **options):
    return Watched(real(*arguments, **options))


handlab.lake.parquet.write = write
handlab.lake.parquet.Flush = Flush
handlab.lake.memory.connect = connect
handlab.lake.writer.COMMIT_HANDS = 25
handlab.lake.writer.FLUSH_BYTES = 20_000
handlab.archive.pieces.PIECE = 4000
handlab.archive.pieces.pieces.__kwdefaults__["size"] = 4000
handlab.archive.digests.HELD = 9000
handlab.ingest.batch.TASK_BYTES = 9000
summary = ingest([archive], Lake.create(lake), workers=2, reparse="reparse" in sys.argv)
print(steps, summary.files)
"""

COMPACT = """
import os, pathlib, signal, sys
from datetime import timedelta

import handlab.lake.compact.writing, handlab.lake.memory
from handlab.lake import Lake
from handlab.lake.compact import compact

lake, last_step = sys.argv[1], int(sys.argv[2])
steps = 0


def step():
    global steps
    if steps == last_step:
        os.kill(os.getpid(), signal.SIGKILL)
    steps += 1


class Watched:
    def __init__(self, connection):
        self._connection = connection

    def execute(self, *arguments):
        step()
        result = self._connection.execute(*arguments)
        step()
        return result

    def close(self):
        self._connection.close()


def watched(real):
    def call(*arguments, **more):
        result = real(*arguments, **more)
        step()
        return result

    return call


def connect(*arguments, real=handlab.lake.memory.connect, **options):
    return Watched(real(*arguments, **options))


handlab.lake.compact.writing.write = watched(handlab.lake.compact.writing.write)
pathlib.Path.unlink = watched(pathlib.Path.unlink)
handlab.lake.memory.connect = connect
found = compact(Lake.open(lake), expire_older_than=timedelta(0))
print(steps, found.runs)
"""

COUNTS = "headers, hands, merged, id_conflicts, duplicates, partial, cancelled, rejected"


def fill(folder: Path) -> None:
    """Files with copies, other hands under one number, a cut-off hand, and an archive."""
    folder.mkdir()
    (folder / "a.txt").write_text("".join(hand(number) for number in range(1, 40)))
    (folder / "b.txt").write_text("".join(hand(number, hero="bob") for number in range(20, 60)))
    for index in range(6):
        numbers = range(100 + index * 5, 108 + index * 5)
        (folder / f"c{index}.txt").write_text("".join(hand(number) for number in numbers))
    (folder / "d.txt").write_text(
        "".join(hand(number, stack="3") for number in range(30, 36)) + hand(300, cut=True)
    )
    with zipfile.ZipFile(folder / "e.zip", "w") as archive:
        archive.writestr("x.txt", "".join(hand(number) for number in range(400, 430)))
        archive.writestr("y.txt", "".join(hand(number) for number in range(35, 45)))


def grow(folder: Path) -> None:
    """What happens to the folder between two runs: files come, and one grows."""
    (folder / "f.txt").write_text("".join(hand(number, hero="bob") for number in range(425, 440)))
    text = (folder / "d.txt").read_text()
    (folder / "d.txt").write_text(
        text[: text.index("PokerStars Hand #300")] + hand(300) + hand(301)
    )


def run(lake: Path, archive: Path, last_step: int = -1, *more: str) -> tuple[int, str]:
    """Ingest in a process of its own; its exit status and what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(lake), str(archive), str(last_step), *more],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode not in (0, -signal.SIGKILL):
        pytest.fail(done.stderr)
    return done.returncode, done.stdout


@dataclass
class Content:
    """All that a lake holds, and nothing of when it came in."""

    tables: dict[str, list[tuple[Any, ...]]]
    files: list[tuple[Any, ...]]


def content(path: Path) -> Content:
    lake = Lake.open(path)
    with lake.connect() as connection:
        tables = {
            name: connection.execute(f"from {name} order by all").fetchall()
            for name in TABLES
            if name != "files"
        }
        sums = ", ".join(f"sum({name})" for name in COUNTS.split(", "))
        files = connection.execute(
            f"select path, member, {sums}, max(byte_to) from files group by all order by all"
        ).fetchall()
        named = connection.execute(f"select path from {METADATA}.ducklake_data_file").fetchall()
    lying = {
        file.name for file in lake.data.rglob("*.parquet") if not file.stem.endswith("-delete")
    }
    assert lying == {name for (name,) in named}
    return Content(tables, files)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crash") / "archive"
    fill(folder)
    return folder


@pytest.fixture(scope="module")
def unbroken(archive: Path) -> tuple[Content, int, float]:
    """The content, number of steps and seconds of a run that nobody disturbs."""
    lake = archive.parent / "unbroken"
    started = time.monotonic()
    _, printed = run(lake, archive)
    return content(lake), int(printed.split()[0]), time.monotonic() - started


def points(steps: int) -> list[int]:
    """Steps to die at, always the same: twelve of them, or as many as are asked for."""
    wanted = int(os.environ.get("HANDLAB_CRASHES", "12"))
    return sorted(random.Random(7).sample(range(steps), min(wanted, steps)))


def test_an_unbroken_run_counts_every_case(unbroken: tuple[Content, int, float]) -> None:
    outcome, _, _ = unbroken
    sums = [sum(row[2 + index] for row in outcome.files) for index in range(8)]
    headers, hands, merged, id_conflicts, duplicates, partial, cancelled, rejected = sums
    assert headers == hands + duplicates + partial + cancelled + rejected
    assert min(merged, id_conflicts, duplicates, partial) > 0
    assert len(outcome.tables["hands"]) == hands + cancelled


def test_a_run_that_was_killed_at_a_step_is_gone_on_with(
    archive: Path, unbroken: tuple[Content, int, float], tmp_path: Path
) -> None:
    expected, steps, _ = unbroken
    for step in points(steps):
        lake = tmp_path / str(step)
        status, _ = run(lake, archive, step)
        assert status == -signal.SIGKILL
        run(lake, archive)
        assert content(lake) == expected, f"killed at step {step}"


def rounds(kind: str, folder: Path, how_many: int, *more: str) -> dict[str, int]:
    """Run `faulty_rounds.py`; what it counted."""
    program = Path(__file__).with_name("faulty_rounds.py")
    done = subprocess.run(
        [sys.executable, str(program), kind, str(folder), str(how_many), "3", *more],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    counted: dict[str, int] = json.loads(done.stdout[done.stdout.rindex("\n{") :])
    return counted


def test_signals_within_commits_break_nothing(tmp_path: Path) -> None:
    how_many = int(os.environ.get("HANDLAB_SIGNALS", "12"))
    counted = rounds("commits", tmp_path, how_many)
    assert counted.get("int 130", 0) > 0
    assert counted.get(f"term -{int(signal.SIGTERM)}", 0) > 0


@pytest.mark.parametrize(
    "faults",
    [
        "commit_int,commit_term,commit_kill,any_int,any_kill,full,compact_kill",
        "lost,emptied,older,lost_with_copy,garbage",
        "flip,missing,cut",
    ],
)
def test_no_hand_is_lost_or_doubled_whatever_happens_to_a_lake(tmp_path: Path, faults: str) -> None:
    how_many = int(os.environ.get("HANDLAB_ROUNDS", "5"))
    counted = rounds("mixed", tmp_path, how_many, faults)
    assert counted["compared"] > 0


def test_a_run_that_is_killed_again_and_again_ends_well(
    archive: Path, unbroken: tuple[Content, int, float], tmp_path: Path
) -> None:
    expected, steps, _ = unbroken
    lake = tmp_path / "lake"
    for step in range(steps // 9, steps, max(1, steps // 9)):
        run(lake, archive, step)
    run(lake, archive)
    assert content(lake) == expected


def test_a_run_that_is_killed_at_any_time_is_gone_on_with(
    archive: Path, unbroken: tuple[Content, int, float], tmp_path: Path
) -> None:
    expected, _, seconds = unbroken
    chance = random.Random(11)
    for attempt in range(6):
        lake = tmp_path / str(attempt)
        command = [sys.executable, "-c", CHILD, str(lake), str(archive), "-1"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as child:
            time.sleep(chance.uniform(0.3, 1.0) * seconds)
            child.kill()
        run(lake, archive)
        assert content(lake) == expected, f"attempt {attempt}"


def test_files_may_come_and_grow_after_a_run_was_killed(
    unbroken: tuple[Content, int, float], tmp_path: Path
) -> None:
    _, steps, _ = unbroken
    for step in points(steps)[::2]:
        folder = tmp_path / str(step)
        folder.mkdir()
        archive = folder / "archive"
        fill(archive)
        run(folder / "killed", archive, step)
        grow(archive)
        run(folder / "killed", archive)
        run(folder / "unbroken", archive)

        killed, expected = content(folder / "killed"), content(folder / "unbroken")

        assert killed.tables.keys() == expected.tables.keys()
        for name, rows in expected.tables.items():
            assert _placeless(killed.tables[name], name) == _placeless(rows, name), (step, name)


def _placeless(rows: list[tuple[Any, ...]], table: str) -> list[tuple[Any, ...]]:
    """Rows without the file's digest: a grown file was another when its first hands were read."""
    names = TABLES[table].names
    left_out = {names.index(name) for name in ("source_digest", "file_digest") if name in names}
    return sorted(
        (tuple(value for index, value in enumerate(row) if index not in left_out) for row in rows),
        key=repr,
    )


def test_a_reparse_that_was_killed_leaves_the_old_or_the_new(
    archive: Path, unbroken: tuple[Content, int, float], tmp_path: Path
) -> None:
    expected, _, _ = unbroken
    older = tmp_path / "older"
    run(older, archive)
    _age(older)
    program = CHILD.replace('"reparse" in sys.argv', "True")
    for step in (5, 20, 40, 60):
        lake = tmp_path / str(step)
        subprocess.run(["cp", "-r", str(older), str(lake)], check=True)
        command = [sys.executable, "-c", program, str(lake), str(archive)]
        subprocess.run([*command, str(step)], check=False, capture_output=True)
        subprocess.run([*command, "-1"], check=True, capture_output=True)
        again = content(lake)
        assert len(again.tables["hands"]) == len(expected.tables["hands"])
        assert again.tables["seats"] == expected.tables["seats"]


def test_a_compaction_that_was_killed_leaves_the_old_or_the_new(
    archive: Path, unbroken: tuple[Content, int, float], tmp_path: Path
) -> None:
    expected, _, _ = unbroken
    older = archive.parent / "unbroken"

    def compacted(lake: Path, step: int = -1) -> tuple[int, str]:
        command = [sys.executable, "-c", COMPACT, str(lake), str(step)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode in (0, -signal.SIGKILL), done.stderr
        return done.returncode, done.stdout

    def copied(name: str) -> Path:
        return Path(shutil.copytree(older, tmp_path / name))

    _, printed = compacted(copied("whole"))
    steps, runs = map(int, printed.split())
    assert runs == 1
    for index, step in enumerate(points(steps)):
        lake = copied(str(step))
        status, _ = compacted(lake, step)
        assert status == -signal.SIGKILL
        assert not verify(lake).faults, f"killed at step {step}"
        if index % 2:
            for path in lake.glob("catalog.*"):
                path.unlink()
            repair(lake)
        compacted(lake)
        assert content(lake) == expected, f"killed at step {step}"
        assert not verify(lake).faults
        run(lake, archive)
        assert content(lake) == expected, f"killed at step {step}"


def _age(path: Path) -> None:
    """Make a lake look as if an older parser had written it."""
    with Lake.open(path).connect(read_only=False) as connection:
        for table in ("hands", "files"):
            connection.execute(f"update {table} set parser_version = parser_version - 1")
