"""
Rounds of ingestion into one lake, each with a fault; what a test or a person runs by hand.

    python tests/e2e/faulty_rounds.py mixed FOLDER ROUNDS SEED [FAULT,...]
    python tests/e2e/faulty_rounds.py commits FOLDER ROUNDS SEED

Each mixed round adds files to the archive, some of whose hands are copies of earlier ones, ingests
them with something going wrong, mends the lake where it must be mended, and ingests again. Then no
hand may be missing or doubled. Every few rounds every file is verified, and the lake is held against
one that nothing ever happened to. In the rounds of `commits` a writer that adds and deletes rows is
sent SIGINT or SIGTERM at a random point of its commit. Each writer is a process of its own, forked
from this one, which never touches a lake itself.
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import polars as pl
from crash_hands import hand

import handlab.archive.digests
import handlab.archive.pieces
import handlab.ingest.batch
import handlab.lake.writer
from handlab.errors import LakeError
from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.lake.compact import compact
from handlab.lake.repair import repair
from handlab.lake.transaction import Transaction
from handlab.lake.verify import verify
from handlab.schema import HAND_TABLES, TABLES

COMMIT_SECONDS = float(os.environ.get("HANDLAB_COMMIT_SECONDS", "0.15"))
NEW_LAKE_EVERY = 25
SIGNALS = {"int": signal.SIGINT, "term": signal.SIGTERM, "kill": signal.SIGKILL}
IN_COMMITS = tuple(f"commit_{name}" for name in SIGNALS)
CATALOGS = ("lost", "emptied", "older", "lost_with_copy", "garbage")
FILES = ("flip", "missing", "cut")
FAULTS = (*IN_COMMITS, "any_kill", "any_int", "full", "compact_kill", *CATALOGS, *FILES)
COMPACTED = 0.4
"""The share of rounds with a compaction before their fault."""


def small_steps() -> None:
    """Let a few hands be many pieces, flushes and commits."""
    handlab.lake.writer.COMMIT_HANDS = 4
    handlab.lake.writer.FLUSH_BYTES = 8_000
    handlab.archive.pieces.PIECE = 2_000
    defaults: dict[str, Any] = handlab.archive.pieces.pieces.__kwdefaults__
    defaults["size"] = 2_000
    handlab.archive.digests.HELD = 4_000
    handlab.ingest.batch.TASK_BYTES = 3_000
    handlab.lake.compact.choice.SMALL_FLUSHES = 12


def forked(work: Any, *arguments: Any) -> int:
    """Do something in a child; its exit status, or less than 0 for the signal that ended it."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 70
    try:
        work(*arguments)
        status = 0
    except KeyboardInterrupt:
        status = 130
    except LakeError as error:
        Path(os.environ["ROUNDS_LAST_ERROR"]).write_text(str(error))
        status = 2
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def ingested(archive: Path, lake: Path) -> None:
    ingest([archive], Lake.create(lake), workers=1)


def interrupted(archive: Path, lake: Path, name: str, commit: int, share: float) -> None:
    """Ingest, and be sent a signal at a random point of one of the commits."""
    real = Transaction.commit
    took: list[float] = []

    def commit_under_fire(transaction: Transaction) -> None:
        if len(took) == commit:
            delay = share * (sum(took) / len(took) if took else 0.05)
            threading.Timer(delay, os.kill, (os.getpid(), SIGNALS[name])).start()
        started = time.perf_counter()
        real(transaction)
        took.append(time.perf_counter() - started)

    Transaction.commit = commit_under_fire  # type: ignore[method-assign]
    ingested(archive, lake)
    # A timer that is late must not come to an end that nobody disturbed.
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()


def interrupted_anywhere(archive: Path, lake: Path, name: str, delay: float) -> None:
    threading.Timer(delay, os.kill, (os.getpid(), SIGNALS[name])).start()
    ingested(archive, lake)


def compacted(lake: Path, is_expired: bool) -> None:
    compact(Lake.open(lake), expire_older_than=timedelta(0) if is_expired else None)


def killed_while_compacting(lake: Path, delay: float) -> None:
    threading.Timer(delay, os.kill, (os.getpid(), signal.SIGKILL)).start()
    compacted(lake, is_expired=True)


def with_small_files(archive: Path, lake: Path, most: int) -> None:
    """Ingest where no file may grow beyond a size, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    ingested(archive, lake)


def damaged(lake: Path, fault: str, chance: random.Random, older: Path) -> None:
    """Do to a lake at rest what users and disks do."""
    catalog = lake / "catalog.sqlite"
    if fault in CATALOGS:
        for ending in ("-wal", "-shm"):
            catalog.with_name(catalog.name + ending).unlink(missing_ok=True)
    if fault in ("lost", "lost_with_copy"):
        catalog.unlink()
        if fault == "lost_with_copy":
            (lake / "catalog.copy.sqlite").unlink(missing_ok=True)
    elif fault == "emptied":
        catalog.write_bytes(b"")
    elif fault == "garbage":
        catalog.write_bytes(chance.randbytes(100_000))
    elif fault == "older":
        if older.exists():
            shutil.copy(older, catalog)
        (lake / "catalog.copy.sqlite").unlink(missing_ok=True)
    else:
        path = chance.choice(sorted((lake / "data").rglob("*.parquet")))
        data = bytearray(path.read_bytes())
        if fault == "missing":
            path.unlink()
        elif fault == "cut":
            path.write_bytes(data[: chance.randrange(len(data))])
        else:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            path.write_bytes(data)


def content(lake: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows, but for how the hands of a source came to be counted."""
    with Lake.open(lake).connect() as connection:
        found = {
            name: connection.execute(f"from {name} order by all").fetchall()
            for name in TABLES
            if name != "files"
        }
        found["files"] = connection.execute(
            "select path, member, sum(headers), sum(rejected), max(byte_to), bool_or(is_last)"
            " from files group by all order by all"
        ).fetchall()
    return found


def checked(lake: Path, numbers: list[int], is_verified: bool) -> None:
    """Every hand is there once, with its rows; if wanted, every file is whole."""
    with Lake.open(lake).connect() as connection:
        ids = [row[0] for row in connection.execute("select hand_id from hands").fetchall()]
        assert sorted(map(int, ids)) == numbers, _difference(ids, numbers)
        for table in HAND_TABLES[1:3]:
            rows = connection.execute(f"select distinct hand_id from {table}").fetchall()
            assert sorted(int(row[0]) for row in rows) == numbers, table
        seats = connection.execute("select count(*) from seats").fetchone()
        assert seats == (2 * len(numbers),), seats
    if is_verified:
        whole(lake)


def _difference(ids: list[str], numbers: list[int]) -> str:
    there, wanted = Counter(map(int, ids)), Counter(numbers)
    return f"doubled {there - wanted}, lost {wanted - there}"


def compared(lake: Path, unbroken: Path) -> None:
    mended, expected = content(lake), content(unbroken)
    for name, rows in expected.items():
        assert mended[name] == rows, name


def grow(archive: Path, round_no: int) -> list[int]:
    """Two files more; the second has copies of the first one's hands, by another player."""
    first = 1000 + round_no * 20
    own = range(first, first + 9)
    copies = range(first + 5, first + 12)
    (archive / f"{round_no:04}a.txt").write_text("".join(hand(number) for number in own))
    text = "".join(hand(number, hero="bob") for number in copies)
    (archive / f"{round_no:04}b.txt").write_text(text)
    return list(range(first, first + 12))


def main(folder: Path, rounds: int, seed: int, faults: tuple[str, ...] = FAULTS) -> Counter[str]:
    """Run the rounds; an AssertionError ends them, and leaves the lake for a look at it."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["ROUNDS_LAST_ERROR"] = str(folder / "last_error")
    small_steps()
    chance = random.Random(seed)
    tally: Counter[str] = Counter()
    lake = archive = older = folder
    numbers: list[int] = []
    for round_no in range(rounds):
        if round_no % NEW_LAKE_EVERY == 0:
            place = folder / f"{seed}-{round_no}"
            lake, archive, older = place / "lake", place / "archive", place / "older.sqlite"
            archive.mkdir(parents=True)
            numbers = grow(archive, rounds + round_no)
            assert forked(ingested, archive, lake) == 0
            shutil.copy(lake / "catalog.copy.sqlite", older)
        if chance.random() < COMPACTED:
            tally["compacted"] += 1
            assert forked(compacted, lake, chance.random() < 0.5) == 0, f"round {round_no}"
        numbers += grow(archive, round_no)
        fault = chance.choice(faults)
        where = f"round {round_no} of seed {seed}: {fault} in {lake}"
        tally[fault] += 1
        tally[f"status {suffer(fault, archive, lake, older, chance)}"] += 1
        assert tally["status 70"] == 0, where
        status = forked(ingested, archive, lake)
        if status == 2:
            words = Path(os.environ["ROUNDS_LAST_ERROR"]).read_text()
            assert "handlab lake repair" in words, f"{where}: {words}"
        if status == 2 or fault in FILES:
            tally["repaired"] += 1
            # Bad files are not looked for by every ingest.
            assert forked(repair, lake) == 0, where
            status = forked(ingested, archive, lake)
        assert status == 0, where
        is_end = round_no % NEW_LAKE_EVERY == NEW_LAKE_EVERY - 1 or round_no == rounds - 1
        assert forked(checked, lake, sorted(numbers), is_end) == 0, where
        if chance.random() < 0.3:
            shutil.copy(lake / "catalog.copy.sqlite", older)
        if is_end:
            unbroken = lake.parent / "unbroken"
            assert forked(ingested, archive, unbroken) == 0, where
            assert forked(compared, lake, unbroken) == 0, where
            tally["compared"] += 1
            shutil.rmtree(lake.parent)
        print(json.dumps({"round": round_no, "fault": fault, **tally}), flush=True)
    return tally


def commits(folder: Path, rounds: int, seed: int) -> Counter[str]:
    """Send SIGINT and SIGTERM in turn at random points of commits."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(seed)
    tally: Counter[str] = Counter()
    lake, announced = folder / f"commits-{seed}", folder / f"announced-{seed}"
    shutil.rmtree(lake, ignore_errors=True)
    announced.write_text("")
    for round_no in range(rounds):
        name = ("int", "term")[round_no % 2]
        status = forked(one_commit, lake, announced, round_no, name, chance.uniform(0, 1.1))
        tally[f"{name} {status}"] += 1
        assert status in (130, -signal.SIGTERM, 0), f"round {round_no}: {status}"
        print(json.dumps({"round": round_no, **tally}), flush=True)
    assert forked(one_commit, lake, announced, rounds, "int", 1e6) == 0
    assert forked(whole, lake) == 0
    return tally


def one_commit(lake: Path, announced: Path, round_no: int, name: str, share: float) -> None:
    """
    Look at what the rounds before left, and commit once more under fire.

    Each commit brings a hand of its own, and writes another anew, so that rows are deleted too.
    """
    with Lake.create(lake).writer() as writer:
        stored = writer.stored.all("hands").select("hand_id", "max_seats")
        done = {int(line) for line in announced.read_text().split()}
        ids = [int(hand_id) for hand_id in stored["hand_id"]]
        assert len(ids) == len(set(ids)), "doubled"
        assert done - set(ids) == set(), "lost"
        seats = writer.stored.all("seats")["hand_id"].to_list()
        assert sorted(map(int, seats)) == sorted(ids), "torn"
        key = {"site": "x", "hand_id": str(round_no)}
        new = [pl.DataFrame(key)]
        if ids:
            again = pl.DataFrame({"site": ["x"], "hand_id": [str(ids[round_no % len(ids)])]})
            for table in ("hands", "seats"):
                writer.delete(table, again)
            new.append(again)
        rows = pl.concat(new)
        writer.add({"hands": rows, "seats": rows.with_columns(seat=1)})
        if round_no == 0:
            share = 1e6
        timer = threading.Timer(share * COMMIT_SECONDS, os.kill, (os.getpid(), SIGNALS[name]))
        timer.daemon = True
        real = writer._transaction.commit

        def under_fire() -> None:
            timer.start()
            real()

        writer._transaction.commit = under_fire  # type: ignore[method-assign]
        writer.commit()
        if share < 2:
            timer.join()
    with announced.open("a") as file:
        file.write(f"{round_no}\n")


def whole(lake: Path) -> None:
    found = verify(lake)
    assert not found.faults, found.faults


def suffer(fault: str, archive: Path, lake: Path, older: Path, chance: random.Random) -> int:
    """Let a fault happen, and say how the process ended that it happened to."""
    if fault in IN_COMMITS:
        name = fault.removeprefix("commit_")
        return forked(interrupted, archive, lake, name, chance.randrange(3), chance.uniform(0, 1.2))
    if fault.startswith("any_"):
        return forked(
            interrupted_anywhere, archive, lake, fault.removeprefix("any_"), chance.uniform(0, 1.5)
        )
    if fault == "compact_kill":
        return forked(killed_while_compacting, lake, chance.uniform(0, 0.6))
    if fault == "full":
        return forked(with_small_files, archive, lake, chance.randrange(1_000, 600_000))
    # Nothing has the lake open, and the parent may touch its files.
    damaged(lake, fault, chance, older)
    return 0


if __name__ == "__main__":
    kind, place, how_many, seed, *names = sys.argv[1:]
    if kind == "commits":
        result = commits(Path(place), int(how_many), int(seed))
    else:
        chosen = tuple(names[0].split(",")) if names else FAULTS
        result = main(Path(place), int(how_many), int(seed), chosen)
    print(json.dumps(result, indent=2))
