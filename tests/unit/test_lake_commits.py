"""Commits that a thread makes while the writer is given more rows."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest
from lake_hands import hands

from handlab._handlab import parse_parts
from handlab.errors import LakeError
from handlab.lake import Lake, bounds
from handlab.lake import writer as writers
from handlab.lake.journal import Journal
from handlab.lake.verify import verify
from handlab.lake.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from handlab._handlab import Batch

SAMPLES = sorted(Path("data/samples").rglob("*.txt"))


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


@pytest.fixture(autouse=True)
def each_batch_is_flushed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "FLUSH_BYTES", 1)


def batch(number: int) -> Batch:
    text = SAMPLES[number].read_bytes()
    return parse_parts([(text, 0, 0, "utf-8", True, str(number), None, str(number), None)])


def held(monkeypatch: pytest.MonkeyPatch, *, fails: bool = False) -> threading.Event:
    """No commit from here on ends, or fails, before this is set."""
    released = threading.Event()
    real = bounds.mend

    def mend(connection: Any) -> None:
        assert released.wait(10)
        if fails:
            message = "no disk"
            raise duckdb.IOException(message)
        real(connection)

    monkeypatch.setattr(bounds, "mend", mend)
    return released


def flushes(lake: Lake) -> list[str]:
    journal = Journal.read(lake.path)
    assert journal is not None
    return journal.flushes


def stored(lake: Lake) -> int:
    with lake.connect() as connection:
        row = connection.execute("select count(*) from hands").fetchone()
    assert row is not None
    return int(row[0])


def test_batches_are_written_while_a_commit_is_made(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = batch(0).hands, batch(1).hands
    seen: list[int] = []
    with lake.writer() as writer:
        released = held(monkeypatch)
        writer.add_batch(batch(0))
        writer.start_commit(lambda: seen.append(stored(lake)))
        writer.add_batch(batch(1))
        _, of_second = flushes(lake)
        assert not seen
        released.set()
        writer.settle()
        assert seen == [first]
        # If the process is killed from here on, the next writer deletes only this flush.
        assert flushes(lake) == [of_second]
        writer.commit()
        assert flushes(lake) == []
    assert stored(lake) == first + second
    assert not verify(lake.path).faults


ASKED: dict[str, Callable[[Writer], object]] = {
    "connection": lambda writer: writer.connection,
    "delete": lambda writer: writer.delete("hands", hands("1")),
    "delete_hands": lambda writer: writer.delete_hands(hands("1")),
    "find": lambda writer: writer.find("hands", hands("2")),
    "find_stored": lambda writer: writer.find_stored("hands", hands("1")),
    "flush": Writer.flush,
    "stored": lambda writer: writer.stored,
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_needs_the_connection_waits_for_the_commit(
    lake: Lake, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    with lake.writer() as writer:
        released = held(monkeypatch)
        writer.add_batch(batch(0))
        writer.add({"hands": hands("1")})
        writer.start_commit()
        threading.Timer(0.2, released.set).start()
        ASKED[asked](writer)
        # The journal is written at the end of a commit.
        assert flushes(lake) == []


def test_a_writer_that_ends_during_a_commit_waits_for_it(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = batch(0).hands
    with lake.writer() as writer:
        released = held(monkeypatch)
        writer.add_batch(batch(0))
        writer.start_commit()
        threading.Timer(0.2, released.set).start()
    assert stored(lake) == first
    assert not verify(lake.path).faults


def test_a_run_that_is_stopped_during_a_commit_waits_for_it_and_drops_the_rest(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = batch(0).hands

    def stop() -> None:
        with lake.writer() as writer:
            released = held(monkeypatch)
            writer.add_batch(batch(0))
            writer.start_commit()
            writer.add_batch(batch(1))
            threading.Timer(0.2, released.set).start()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()

    assert stored(lake) == first
    assert len(list((lake.data / "main" / "hands").iterdir())) == 1
    assert not verify(lake.path).faults


def test_a_commit_that_failed_is_reported_with_the_next_rows(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = batch(0).hands
    with lake.writer() as writer:
        released = held(monkeypatch, fails=True)
        writer.add_batch(batch(0))
        writer.start_commit()
        released.set()
        while not writer._committer.has_ended:
            threading.Event().wait(0.01)
        with pytest.raises(LakeError, match=r"cannot commit to the lake .*: no disk"):
            writer.add_batch(batch(1))
    monkeypatch.undo()
    # It had happened: only the bounds were still to be set, which the next writer does.
    with lake.writer():
        assert flushes(lake) == []
    assert stored(lake) == first
    assert not verify(lake.path).faults


def test_a_change_is_committed_with_the_next_rows(lake: Lake) -> None:
    with lake.writer() as writer:
        writer.start_change(lambda connection: connection.execute("create view one as select 1"))
        writer.add_batch(batch(0))
        with lake.connect() as other, pytest.raises(duckdb.CatalogException):
            other.execute("from one")
        writer.commit()
    with lake.connect() as connection:
        assert connection.execute("from one").fetchall() == [(1,)]


def test_a_change_that_fails_is_reported(lake: Lake) -> None:
    with lake.writer() as writer:
        writer.start_change(lambda connection: connection.execute("select no_such_thing"))
        with pytest.raises(duckdb.BinderException):
            writer.settle()


def test_ctrl_c_ends_a_long_change(lake: Lake) -> None:
    ended: list[type[BaseException]] = []

    def change(connection: duckdb.DuckDBPyConnection) -> None:
        try:
            connection.execute("select count(*) from range(1e12::bigint) where range % 7 = 8")
        except duckdb.Error as error:
            ended.append(type(error))
            raise

    def stop() -> None:
        with lake.writer() as writer:
            writer.start_change(change)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()
    assert ended == [duckdb.InterruptException]
