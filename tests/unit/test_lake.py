"""A lake is made, moved, written by one, and left whole by whatever fails."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import handlab as hl
from handlab.errors import LakeBusyError, LakeError
from handlab.lake import Lake, bounds, catalog
from handlab.lake.catalog import METADATA, is_made
from handlab.lake.compact import compact
from handlab.lake.journal import Journal
from handlab.lake.parquet import unpublished
from handlab.lake.verify import verify
from handlab.lake.writer import Writer
from handlab.schema import HAND_TABLES, SCHEMA_VERSION, TABLES
from handlab.statistics.catalogue import catalogue

if TYPE_CHECKING:
    from pathlib import Path

VALUES: dict[str, Any] = {
    "VARCHAR": "a 'ü' b",
    "BIGINT": 1 << 40,
    "INTEGER": -7,
    "SMALLINT": 300,
    "TINYINT": 9,
    "DOUBLE": 0.5,
    "BOOLEAN": True,
    "TIMESTAMPTZ": datetime(2024, 2, 29, 23, 59, 59, 123456, tzinfo=UTC),
    "TINYINT[]": [1, 2],
}


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def filled(table: str, **columns: Any) -> pl.DataFrame:
    """Two rows of a table, one full and one of nulls but for the columns that are given."""
    types = TABLES[table].columns
    full = {column.name: VALUES[column.duckdb_type] for column in types}
    empty = dict.fromkeys(full)
    return pl.DataFrame([{**full, **columns}, {**empty, **columns}], TABLES[table].polars_schema)


def hands(*ids: str, started_at: datetime | None = None) -> pl.DataFrame:
    return pl.DataFrame(
        {"site": "toy", "hand_id": list(ids), "started_at": started_at},
        schema_overrides={"started_at": pl.Datetime("us", "UTC")},
    )


def file(digest: str) -> pl.DataFrame:
    return pl.DataFrame(
        {"file_digest": [digest], "byte_from": [0], "parser_version": [1], "path": ["a"]}
    )


def ids(lake: Lake) -> list[str]:
    with lake.connect() as connection:
        return [
            row[0] for row in connection.execute("select hand_id from hands order by 1").fetchall()
        ]


def parquet(lake: Lake) -> set[str]:
    return {path.name for path in lake.data.rglob("*.parquet")}


def named(lake: Lake) -> set[str]:
    with lake.connect() as connection:
        found = connection.execute(f"select path from {METADATA}.ducklake_data_file").fetchall()
        return {path for (path,) in found}


@pytest.mark.parametrize("table", TABLES)
def test_every_type_comes_back_as_it_was_written(lake: Lake, table: str) -> None:
    rows = filled(table, **({"hand_id": "1"} if "hand_id" in TABLES[table].names else {}))
    with lake.writer() as writer:
        writer.add({table: rows})
        writer.commit()

    with lake.connect() as connection:
        found = connection.sql(f"from {table}").pl()
        types = {row[0]: row[1] for row in connection.execute(f"describe {table}").fetchall()}

    # The statistics are computed from the other columns when they are written.
    given = [name for name in rows.columns if name not in catalogue().column_names]
    found_as_given = found.cast(rows.schema).select(given)
    assert_frame_equal(found_as_given, rows.select(given), check_row_order=False)
    spelled = {"TIMESTAMPTZ": "TIMESTAMP WITH TIME ZONE"}
    for column in TABLES[table].columns:
        assert types[column.name] == spelled.get(column.duckdb_type, column.duckdb_type)


def test_a_new_lake_has_every_table_and_no_rows(lake: Lake) -> None:
    with lake.connect() as connection:
        for table in TABLES:
            assert connection.execute(f"select count(*) from {table}").fetchone() == (0,)


def test_a_moved_lake_opens_and_is_written_on(lake: Lake, tmp_path: Path) -> None:
    with lake.writer() as writer:
        writer.add({"hands": hands("1")})
        writer.commit()
    lake.ensure_views("1", lambda connection: connection.execute("create view v as from hands"))
    (tmp_path / "it's elsewhere").mkdir()
    moved = tmp_path / "it's elsewhere" / "new name"
    lake.path.rename(moved)

    lake = Lake.open(moved)

    assert ids(lake) == ["1"]
    with lake.writer() as writer:
        writer.add({"hands": hands("2")})
        writer.delete("hands", hands("1").select("site", "hand_id"))
        writer.commit()
    assert ids(lake) == ["2"]
    # Any other client finds it too, with no word of where the data is.
    with duckdb.connect() as connection:
        for extension in catalog.extensions(lake.catalog):
            catalog.load(connection, extension)
        path = str(moved / "catalog.sqlite").replace("'", "''")
        connection.execute(f"attach 'ducklake:sqlite:{path}' as other (read_only)")
        assert connection.execute("select hand_id from other.v").fetchall() == [("2",)]


def test_a_folder_of_other_things_is_not_a_lake(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")

    with pytest.raises(LakeError, match=r"other files, such as `notes\.txt`"):
        Lake.create(tmp_path)
    with pytest.raises(LakeError, match="folder without one"):
        Lake.open(tmp_path)
    with pytest.raises(LakeError, match="path that does not exist"):
        Lake.open(tmp_path / "missing")


def test_a_lake_that_was_half_made_is_made_again(lake: Lake, tmp_path: Path) -> None:
    assert is_made(lake.path / "catalog.sqlite")
    half = tmp_path / "half"
    (half / "data").mkdir(parents=True)
    (half / "catalog.sqlite").touch()

    assert ids(Lake.create(half)) == []


def test_creating_a_lake_again_opens_it(lake: Lake) -> None:
    with lake.writer() as writer:
        writer.add({"hands": hands("1")})
        writer.commit()

    assert ids(Lake.create(lake.path)) == ["1"]


def test_a_column_of_a_newer_schema_is_added_and_reads_as_null(lake: Lake) -> None:
    with lake.writer() as writer:
        writer.add({"hands": hands("1")})
        writer.commit()
    with lake.connect(read_only=False) as connection:
        connection.execute("alter table hands drop column content_digest")

    with lake.writer() as writer:
        writer.add({"hands": hands("2").with_columns(content_digest=pl.lit(5))})
        writer.commit()

    with lake.connect() as connection:
        found = connection.execute(
            "select hand_id, content_digest from hands order by 1"
        ).fetchall()
    assert found == [("1", None), ("2", 5)]


def test_what_is_not_committed_is_undone(lake: Lake) -> None:
    with lake.writer() as writer:
        writer.add({"hands": hands("1")})
        writer.commit()
        kept = parquet(lake)
        writer.add({"hands": hands("2")})
        writer.flush()
        writer.delete("hands", hands("1").select("site", "hand_id"))
        assert parquet(lake) > kept

    assert ids(lake) == ["1"]
    assert parquet(lake) == kept


def test_an_error_within_a_run_leaves_the_lake_as_it_was(lake: Lake) -> None:
    def fail() -> None:
        with lake.writer() as writer:
            writer.add({"hands": hands("1")})
            writer.flush()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()

    assert ids(lake) == []
    assert parquet(lake) == set()


def test_a_commit_that_fails_changes_nothing(lake: Lake) -> None:
    with lake.writer() as writer:
        writer.add({"hands": hands("1")})
        writer.flush()
        with lake.connect(read_only=False) as other:
            other.execute("alter table hands add column mine integer")

        with pytest.raises(LakeError, match="cannot commit"):
            writer.commit()

    assert ids(lake) == []
    # Only the catalog knows whether a commit that failed has happened: the next writer asks it.
    with lake.writer():
        assert parquet(lake) == set()


def test_the_same_file_is_refused_before_and_after_a_commit(lake: Lake) -> None:
    with lake.writer() as writer:
        writer.add({"files": file("x")})
        with pytest.raises(LakeError, match="not in the lake, got `a` again"):
            writer.add({"files": file("x")})
        writer.commit()
    with lake.writer() as writer, pytest.raises(LakeError, match="again"):
        writer.add({"files": file("x")})


def test_what_a_killed_run_left_is_deleted_and_nothing_else(lake: Lake) -> None:
    with lake.writer() as writer:
        writer.add({"hands": hands("1", "2")})
        writer.commit()
        writer.delete("hands", hands("1").select("site", "hand_id"))
        writer.commit()
    kept = parquet(lake)
    journal = Journal.read(lake.path)
    assert journal is not None
    flush = journal.flush()
    journal.delete()
    folder = lake.data / "main" / "hands"
    for name in (f"{flush}-{'a' * 32}", f"ducklake-{later()}-delete", "mine"):
        (folder / f"{name}.parquet").write_bytes(b"half")
    for table in HAND_TABLES:
        unpublished(lake.data / "main" / table, flush).write_bytes(b"half")

    with lake.writer():
        pass

    assert parquet(lake) == {*kept, "mine.parquet"}
    assert ids(lake) == ["2"]
    assert named(lake) <= parquet(lake)


def later() -> str:
    """A time-ordered UUID of now, as DuckLake names its files."""
    now = f"{time.time_ns() // 1_000_000:012x}"
    return f"{now[:8]}-{now[8:]}-7000-8000-000000000000"


@pytest.mark.parametrize(
    "name",
    [
        "0b6f7f3e-9d1c-4b3c-8f7e-0123456789ab.parquet",
        f"0b6f7f3e-9d1c-4b3c-8f7e-0123456789ab-{'a' * 32}.parquet",
        f"ducklake-{later()}-delete.parquet",
        "ducklake-01a20147-ed29-7604-9d3e-00c30a19ae2e.parquet",
    ],
    ids=["first_version", "with_digest", "deleted_rows", "ducklake"],
)
def test_parquet_that_no_catalog_names_stays_and_is_refused(lake: Lake, name: str) -> None:
    with lake.writer() as writer:
        writer.add({"hands": hands("1")})
        writer.commit()
    unknown = lake.data / "main" / "hands" / name
    unknown.write_bytes(b"perhaps good")

    with pytest.raises(LakeError, match="without 1 file, such as") as raised, lake.writer():
        pass

    assert "handlab lake repair" in str(raised.value)
    assert unknown.read_bytes() == b"perhaps good"
    assert ids(lake) == ["1"]


def test_rows_are_found_and_deleted_wherever_they_are(lake: Lake) -> None:
    keys = hands("1", "2", "3", "4").select("site", "hand_id")
    with lake.writer() as writer:
        writer.add({"hands": hands("1", "1b")})
        writer.commit()
        writer.add({"hands": hands("2", "2b")})
        writer.flush()
        writer.add({"hands": hands("3", "3b")})

        assert sorted(writer.find("hands", keys)["hand_id"]) == ["1", "2", "3"]
        writer.delete("hands", keys)
        assert writer.find("hands", keys).height == 0
        writer.add({"hands": hands("4")})
        assert writer.find("hands", keys, ["hand_id"]).rows() == [("4",)]
        writer.commit()

    assert ids(lake) == ["1b", "2b", "3b", "4"]


def test_rows_of_a_file_can_be_deleted_twice_in_each_of_several_commits(lake: Lake) -> None:
    # DuckLake forgets the delete file of the first commit then.
    with lake.writer() as writer:
        writer.add({"hands": hands(*"123456")})
        writer.commit()
    for first, second in ("12", "34"):
        with lake.writer() as writer:
            for hand_id in (first, second):
                writer.delete("hands", hands(hand_id).select("site", "hand_id"))
            writer.commit()

    with lake.writer() as writer:
        writer.add({"hands": hands("7")})
        writer.commit()
    assert ids(lake) == ["5", "6", "7"]
    assert verify(lake.path).faults == []
    assert sum(name.endswith("-delete.parquet") for name in parquet(lake)) == 2

    compact(lake, expire_older_than=timedelta(0))
    assert ids(lake) == ["5", "6", "7"]
    assert sum(name.endswith("-delete.parquet") for name in parquet(lake)) <= 1
    assert verify(lake.path).faults == []


def test_nulls_in_keys_are_equal(lake: Lake) -> None:
    started_at = datetime(2024, 1, 1, tzinfo=UTC)
    with lake.writer() as writer:
        writer.add({"hands": hands("1")})
        writer.flush()
        writer.add({"hands": hands("2", started_at=started_at)})
        writer.add({"hands": hands("2")})

        assert writer.find("hands", pl.concat([hands("1"), hands("2")])).height == 2
        assert writer.find("hands", hands("2", started_at=started_at)).height == 1


def test_rows_lie_in_the_order_in_which_they_came(lake: Lake) -> None:
    def at(hour: int) -> datetime:
        return datetime(2024, 1, 1, hour, tzinfo=UTC)

    def actions(hand_id: str) -> pl.DataFrame:
        return pl.DataFrame({"site": "toy", "hand_id": hand_id, "action_no": [0, 1]})

    with lake.writer() as writer:
        for hand_id, hour in (("b", 2), ("c", 1), ("a", 2)):
            writer.add({"hands": hands(hand_id, started_at=at(hour)), "actions": actions(hand_id)})
        writer.commit()

    def stored(table: str) -> list[Any]:
        (path,) = (lake.data / "main" / table).glob("*.parquet")
        return pl.read_parquet(path)["hand_id"].to_list()

    assert stored("hands") == ["b", "c", "a"]
    assert stored("actions") == ["b", "b", "c", "c", "a", "a"]


def test_a_second_writer_waits_and_then_gives_up(lake: Lake) -> None:
    program = (
        "import sys\nfrom handlab.lake import Lake\n"
        "with Lake.open(sys.argv[1]).writer():\n    print('in', flush=True)\n    sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(lake.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == "in\n"
        with pytest.raises(LakeBusyError, match="another process writes"), lake.writer(timeout=0.2):
            pass
        # Readers do not wait.
        assert ids(lake) == []
        other.stdin.close()
        with lake.writer(timeout=30):
            pass


def test_views_are_created_once_for_each_version(lake: Lake) -> None:
    made: list[str] = []

    def create(connection: duckdb.DuckDBPyConnection) -> None:
        made.append("again")
        connection.execute("create or replace view one as select 1 as one")

    created = [lake.ensure_views(version, create) for version in ("1", "1", "2")]

    assert created == [True, False, True]
    assert len(made) == 2
    with lake.connect() as connection:
        assert connection.execute("from lake_version").fetchall() == [
            (f"2.{bounds.VERSION}", SCHEMA_VERSION)
        ]
        assert connection.execute("from one").fetchall() == [(1,)]


def test_views_that_fail_leave_the_old_ones(lake: Lake) -> None:
    lake.ensure_views("1", lambda connection: connection.execute("create view one as select 1"))

    def fail(connection: duckdb.DuckDBPyConnection) -> None:
        connection.execute("drop view one")
        connection.execute("create view two as from nowhere")

    with pytest.raises(duckdb.Error):
        lake.ensure_views("2", fail)

    assert not lake.ensure_views("1", fail)


def test_an_extension_that_is_nowhere_is_reported_with_its_package() -> None:
    with (
        duckdb.connect(config={"custom_extension_repository": "/nowhere"}) as connection,
        pytest.raises(LakeError, match="pip install duckdb-extension-no-such-thing=="),
    ):
        catalog.load(connection, "no_such_thing")


def test_a_commit_is_due_by_hands(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handlab.lake.writer.COMMIT_HANDS", 2)
    with lake.writer() as writer:
        assert isinstance(writer, Writer)
        writer.add({"hands": hands("1")})
        assert not writer.is_due
        writer.add({"hands": hands("2")})
        assert writer.is_due
        writer.commit()
        assert not writer.is_due


def test_buffers_are_flushed_by_size(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handlab.lake.writer.FLUSH_BYTES", 1)
    with lake.writer() as writer:
        writer.add({"hands": hands("1")})
        assert len(parquet(lake)) == 1
        writer.commit()
    assert ids(lake) == ["1"]


def test_only_the_packaged_extensions_are_loaded_without_their_signatures(lake: Lake) -> None:
    with lake.connect() as connection:
        setting = "select current_setting('allow_unsigned_extensions')"
        assert connection.execute(setting).fetchone() == (False,)
        with pytest.raises(duckdb.Error):
            connection.execute("set allow_unsigned_extensions = true")


def test_a_variable_is_a_table_for_callers_alone(lake: Lake) -> None:
    mine = pl.DataFrame({"one": [1]})
    with lake.connect() as connection, pytest.raises(duckdb.CatalogException):
        connection.sql("from mine")
    with hl.connect(lake.path) as connection:
        assert connection.sql("from mine").fetchall() == mine.rows()
