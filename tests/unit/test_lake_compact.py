"""Compaction changes the files of a lake, and nothing that can be asked of it."""

from __future__ import annotations

import re
import shutil
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from lake_archives import (
    flip,
    let_runs_have_several_files,
    make_archive,
    make_lake,
    parquet,
    stored,
    without_catalog,
)
from lake_hands import add, hands, ids, make_template

import handlab as hl
from handlab import sql_files
from handlab._handlab import Simulation
from handlab.errors import HandlabError, LakeError
from handlab.ingest import ingest
from handlab.lake import Lake, files
from handlab.lake.catalog_copy import COPY
from handlab.lake.compact import choice, compact, expiry, writing
from handlab.lake.compact.order import sort_keys
from handlab.lake.journal import JOURNAL
from handlab.lake.repair import repair
from handlab.lake.verify import verify
from handlab.schema import TABLES

if TYPE_CHECKING:
    from pathlib import Path

NOW = timedelta(0)
VIEWS = "select view_name from duckdb_views() where database_name = 'lake' and not internal"


def answers(lake: Lake) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all views and checks; sums of floats depend on the order of the rows."""

    def rounded(value: object) -> object:
        return float(f"{value:.9g}") if isinstance(value, float) else value

    with hl.connect(lake.path) as connection:
        queries = {f"from {name}" for (name,) in connection.execute(VIEWS).fetchall()}
        queries |= {
            statement.query
            for file in sql_files.checks().values()
            for statement in connection.extract_statements(file.sql)
        }
        return {
            query: sorted(
                (tuple(map(rounded, row)) for row in connection.execute(query).fetchall()),
                key=repr,
            )
            for query in queries
        }


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return make_archive(tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def many(archive: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_lake(archive, tmp_path_factory.mktemp("many"))


@pytest.fixture
def lake(many: Path, tmp_path: Path) -> Lake:
    return Lake.open(shutil.copytree(many, tmp_path / "lake"))


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a few rows be more than fits into memory: a pass per column, or several."""
    monkeypatch.setattr(writing, "HELD_BYTES", 1_000)
    monkeypatch.setattr(writing, "GROUP_BYTES", 20_000)


@pytest.fixture(params=["one file", "several files"])
def of_a_table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """How much a run has of each table: whether large tables have several files."""
    is_several: bool = request.param == "several files"
    if is_several:
        let_runs_have_several_files(monkeypatch)
    return is_several


def test_the_answers_stay_the_same(lake: Lake, little_memory: None) -> None:
    rows, asked, files_before = stored(lake), answers(lake), len(parquet(lake))

    found = compact(lake)

    assert found.runs == 1
    assert found.dropped > 0
    assert found.before.files == files_before > 2 * found.after.files
    assert found.after.files == len(parquet(lake)) <= len(TABLES)
    assert not any(path.name.endswith("-delete.parquet") for path in parquet(lake))
    assert stored(lake) == rows
    after = answers(lake)
    for query, expected in asked.items():
        assert after[query] == expected, query
    assert not verify(lake.path).faults
    assert not list(lake.path.glob("temporary-*"))


def test_only_the_files_of_the_lake_are_merged_whatever_its_folder_is_called(
    lake: Lake, tmp_path: Path
) -> None:
    # DuckDB takes `[a]` for a letter and `*` for any: its name means the other folder, too.
    odd = Lake.open(shutil.copytree(lake.path, tmp_path / "l[a]*"))
    shutil.copytree(lake.path, tmp_path / "lake of another")
    rows = stored(odd)

    assert compact(odd).runs == 1

    assert stored(odd) == rows


@pytest.mark.parametrize(
    "changes",
    [
        ["drop column zone", "add column zone varchar"],
        [
            "rename column table_name to other",
            "rename column started_raw to table_name",
            "rename column other to started_raw",
        ],
    ],
    ids=["made anew", "renamed"],
)
def test_columns_are_merged_as_the_table_reads_them(lake: Lake, changes: list[str]) -> None:
    with lake.connect(read_only=False) as connection:
        for change in changes:
            connection.execute(f"alter table hands {change}")
    rows = stored(lake)

    assert compact(lake).runs == 1

    assert stored(lake) == rows


def test_a_large_table_has_several_files_of_other_players_each(
    lake: Lake, of_a_table: bool
) -> None:
    rows = stored(lake)

    compact(lake)

    seats = [path for path in parquet(lake) if path.parent.name == "seats"]
    assert (len(seats) > 2) is of_a_table
    groups = [pl.read_parquet_metadata(path)["handlab.parts"] for path in seats]
    assert groups == [str(len(seats))] * len(seats)
    assert stored(lake) == rows
    # The catalog knows which players each has: the others are not opened.
    with lake.connect() as connection:
        (one,) = connection.execute("select max(player) from seats").fetchone() or ()
        plan = connection.execute(
            "explain analyze select count(*) from seats where player = ?", [one]
        ).fetchall()
    (read,) = re.findall(r"Total Files Read: (\d+)", plan[0][1])
    assert int(read) == 1
    assert compact(lake).did_nothing
    assert not verify(lake.path).faults


@pytest.mark.parametrize("deletes", [False, True], ids=["rows", "deleted rows"])
def test_a_damaged_file_is_not_merged(lake: Lake, deletes: bool) -> None:
    before = parquet(lake)
    damaged = next(
        path
        for path in before
        if path.parent.name == "seats" and path.name.endswith(files.DELETES) is deletes
    )
    flip(damaged)

    with pytest.raises(LakeError, match=re.escape(f"{damaged}` is not: expected the digest")):
        compact(lake)

    assert parquet(lake) == before


def test_rows_are_sorted_by_player_or_time(lake: Lake, little_memory: None) -> None:
    compact(lake)

    for path in parquet(lake):
        table = TABLES[path.parent.name]
        keys = sort_keys(table)
        rows = pl.read_parquet(path)
        assert rows.select(keys).equals(rows.select(keys).sort(keys)), table.name
        assert rows.select(keys).is_unique().all(), table.name
        assert rows.schema == table.polars_schema


def test_a_compact_lake_is_left_alone_until_it_is_written_to(lake: Lake) -> None:
    assert compact(lake).runs == 1
    named = parquet(lake)

    assert compact(lake).did_nothing
    assert parquet(lake) == named

    add(lake, "1", "2")
    assert compact(lake).merged == 2
    assert ids(lake)[:2] == ["1", "2"]


def test_nothing_is_done_to_an_empty_lake(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")

    assert compact(lake).did_nothing
    assert compact(lake, expire_older_than=NOW).runs == 0


def test_ingestion_goes_on_in_a_compact_lake(
    lake: Lake, archive: list[Path], tmp_path: Path
) -> None:
    compact(lake, expire_older_than=NOW)
    before = stored(lake)

    known = ingest(archive, lake, workers=1)
    copies = tmp_path / "copies.txt"
    copies.write_text(Simulation(1, game="omaha", betting="pot_limit").text(70))
    more = ingest([copies], lake, workers=1)

    assert known.hands == 0
    assert (more.hands, more.duplicates) == (10, 60)
    compact(lake, expire_older_than=NOW)
    assert len(stored(lake)["hands"]) == len(before["hands"]) + 10
    assert not verify(lake.path).faults


def test_earlier_snapshots_can_be_read_until_they_expire(tmp_path: Path) -> None:
    lake = Lake.open(make_template(tmp_path))

    def at(version: int) -> list[str]:
        with lake.connect() as connection:
            rows = connection.execute(
                f"select hand_id from lake.hands at (version => {version}) order by 1"
            ).fetchall()
        return [row[0] for row in rows]

    with lake.connect() as connection:
        versions = [
            row[0] for row in connection.execute("from lake.snapshots() order by 1").fetchall()
        ]
    history = {version: at(version) for version in versions[1:]}
    compact(lake)
    assert {version: at(version) for version in history} == history

    kept = compact(lake, expire_older_than=timedelta(days=1))
    assert kept.did_nothing
    expired = compact(lake, expire_older_than=NOW).expired

    assert expired.snapshots == len(versions)
    # The data files of three flushes, and what was deleted from two of them.
    assert expired.files == 10
    assert parquet(lake, current=False) == parquet(lake)
    assert ids(lake) == ["2", "3", "4", "5"]
    assert not verify(lake.path).faults
    add(lake, "6")


def test_an_expiry_that_was_broken_off_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = Lake.open(make_template(tmp_path))
    compact(lake)
    with monkeypatch.context() as patch:
        patch.setattr(expiry, "_delete_scheduled", lambda *_: (0, 0))
        assert compact(lake, expire_older_than=NOW).expired.files == 0
    scheduled = set(parquet(lake, current=False)) - set(parquet(lake))
    next(path for path in scheduled if not path.name.endswith("-delete.parquet")).unlink()

    assert not verify(lake.path).faults
    assert compact(lake, expire_older_than=NOW).expired.files == len(scheduled) - 1

    assert parquet(lake, current=False) == parquet(lake)


def test_a_table_whose_rows_are_all_deleted_has_no_file(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    add(lake, "1", "2")
    add(lake, "3")
    with lake.writer() as writer:
        writer.delete("seats", hands("1", "2", "3"))
        writer.commit()

    compact(lake, expire_older_than=NOW)

    assert {path.parent.name for path in parquet(lake)} == {"hands", "files"}
    assert ids(lake) == ["1", "2", "3"]
    assert not verify(lake.path).faults


def test_large_runs_are_not_written_again_for_small_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "RUN_HANDS", 4)
    lake = Lake.create(tmp_path / "lake")
    for number in range(5):
        add(lake, f"{number}a", f"{number}b")

    first = compact(lake)
    settled = parquet(lake)
    add(lake, "5a")
    second = compact(lake)

    assert (first.runs, first.merged) == (3, 5)
    # The run of the fifth flush has half of what a run holds: it is settled as well.
    assert (second.runs, second.merged) == (1, 1)
    assert set(settled) < set(parquet(lake))
    with lake.writer() as writer:
        for table in ("hands", "seats"):
            writer.delete(table, hands("0a"))
        writer.commit()
    assert compact(lake).dropped == 2


def test_rejects_divide_runs_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each holds its text: a run of millions of them would take gigabytes."""
    monkeypatch.setattr(choice, "RUN_HANDS", 4 * choice.HANDS_PER_REJECT)
    lake = Lake.create(tmp_path / "lake")
    with lake.writer() as writer:
        for number in range(5):
            lines = pl.DataFrame({"line": [number, 10 + number], "text": ["one", "two"]})
            writer.add({"rejects": lines})
            writer.flush()
        writer.commit()

    first, second = compact(lake), compact(lake)

    assert (first.runs, first.merged, first.after.files) == (3, 5, 3)
    assert second.runs == 0
    with lake.connect() as connection:
        found = connection.execute("select line from rejects order by line").fetchall()
    assert found == [(number,) for number in (*range(5), *range(10, 15))]


def test_many_tiny_flushes_become_few_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "RUN_FLUSHES", 64)
    lake = Lake.create(tmp_path / "lake")
    with lake.writer() as writer:
        for number in range(100):
            rows = hands(f"{number:03}")
            writer.add({"hands": rows, "seats": rows.with_columns(seat=1)})
            writer.flush()
        writer.commit()

    first, second = compact(lake), compact(lake)

    assert (first.runs, first.merged, first.before.files, first.after.files) == (2, 100, 200, 4)
    assert (second.runs, second.after.files) == (1, 2)
    assert ids(lake) == [f"{number:03}" for number in range(100)]
    without_catalog(lake, COPY, JOURNAL, "data/retired.names")
    assert repair(lake.path).doubled == 0
    assert len(ids(lake)) == 100
    assert not verify(lake.path).faults


def test_an_ingest_that_has_left_many_flushes_compacts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = Lake.create(tmp_path / "lake")
    add(lake, *(f"{number}" for number in range(40)))
    compact(lake)
    large = parquet(lake)
    # A run of ingestion flushes its hands, and what it read of files.
    monkeypatch.setattr(choice, "SMALL_FLUSHES", 5)

    def ingested(number: int) -> list[Path]:
        path = tmp_path / f"{number}.txt"
        path.write_text(Simulation(number).text(10))
        ingest([path], lake, workers=1)
        return [path for path in parquet(lake) if path.parent.name == "hands"]

    # The run of 40 hands is larger than three flushes of 10, and stays; it is merged with six.
    assert [len(ingested(number)) for number in range(1, 4)] == [2, 3, 2]
    assert set(large) < set(parquet(lake))
    assert [len(ingested(number)) for number in range(4, 7)] == [3, 4, 1]
    assert len(ids(lake)) == 100
    # Nothing was deleted.
    assert set(large) < set(parquet(lake, current=False))
    assert not verify(lake.path).faults


@pytest.mark.parametrize("text", ["", "0", "5m", "-1d", "1.5d", "d", "9999999d"])
def test_what_is_no_age_is_refused(text: str) -> None:
    with pytest.raises(HandlabError, match="expected an age"):
        expiry.age(text)
