"""What goes wrong with a lake is refused, waited for or mended, in a line with a hint."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pytest
from lake_hands import add, hands, ids, make_template

from handlab.errors import LakeError
from handlab.lake import Lake, faults
from handlab.lake import catalog as catalogs
from handlab.lake.catalog_copy import COPY
from handlab.lake.journal import JOURNAL, Journal, Snapshot
from handlab.lake.repair import repair
from handlab.lake.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

KEY = ["site", "hand_id"]


def sources(lake: Lake) -> list[str]:
    with lake.connect() as connection:
        return [
            row[0] for row in connection.execute("select path from files order by 1").fetchall()
        ]


def parquet(lake: Lake, table: str, hand_id: str) -> Path:
    """The file of a table that holds a hand's rows."""
    for path in (lake.data / "main" / table).glob("*.parquet"):
        frame = pl.read_parquet(path)
        if "hand_id" in frame.columns and hand_id in frame["hand_id"]:
            return path
    raise AssertionError(hand_id)


def flip(path: Path) -> None:
    """Turn one bit over."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("template"))


@pytest.fixture
def lake(template: Path, tmp_path: Path) -> Lake:
    """A lake to be harmed."""
    return Lake.open(shutil.copytree(template, tmp_path / "lake"))


def without_catalog(lake: Lake, *more: str) -> None:
    for name in ("catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm", *more):
        (lake.path / name).unlink(missing_ok=True)


def test_parquet_without_its_catalog_is_refused_by_all_and_stays(lake: Lake) -> None:
    before = sorted(lake.data.rglob("*.parquet"))
    without_catalog(lake)
    (lake.path / "notes.txt").write_text("mine")
    for content in (None, b""):
        if content is not None:
            (lake.path / "catalog.sqlite").write_bytes(content)
        for refuses in (Lake.create, Lake.open):
            with pytest.raises(LakeError, match="Parquet files without a catalog") as raised:
                refuses(lake.path)
            assert "handlab lake repair" in str(raised.value.hint)
    assert sorted(lake.data.rglob("*.parquet")) == before


@pytest.mark.parametrize("name", ["aliases.toml", ".DS_Store", "lost+found"])
def test_a_lake_may_be_made_beside_what_users_and_systems_put_there(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / name).touch()
    assert Lake.create(tmp_path).path == tmp_path


def test_an_older_catalog_is_refused_by_readers_and_writers(lake: Lake) -> None:
    shutil.copy(lake.path / COPY, lake.path.parent / "older")
    add(lake, "6")
    before = sorted(lake.data.rglob("*.parquet"))
    without_catalog(lake)
    shutil.copy(lake.path.parent / "older", lake.path / "catalog.sqlite")

    with pytest.raises(LakeError, match="got one without it that ends with commit"):
        lake.connect()
    with pytest.raises(LakeError, match="got one without it"), lake.writer():
        pass

    assert sorted(lake.data.rglob("*.parquet")) == before
    assert repair(lake.path).catalog == "copy"
    assert ids(lake) == ["2", "3", "4", "5", "6"]
    add(lake, "7")


def test_an_older_catalog_does_not_bring_back_a_file_whose_rows_all_went(lake: Lake) -> None:
    shutil.copy(lake.path / COPY, lake.path.parent / "older")
    for kept in ("6", "7"):
        # The second commit notes that the file of 3 and 4 counts no more.
        with lake.writer() as writer:
            for table in ("hands", "seats"):
                writer.delete(table, hands("3", "4"))
            writer.add({"hands": hands(kept), "seats": hands(kept).with_columns(seat=1)})
            writer.commit()
    without_catalog(lake, COPY)
    shutil.copy(lake.path.parent / "older", lake.path / "catalog.sqlite")

    assert repair(lake.path).catalog == "own"

    assert ids(lake) == ["2", "5", "6", "7"]
    assert not verify(lake.path).faults
    add(lake, "8")


def test_a_catalog_of_another_lake_is_refused(lake: Lake, tmp_path: Path) -> None:
    other = Lake.create(tmp_path / "other")
    for number in range(9):
        add(other, f"x{number}")
    without_catalog(lake)
    shutil.copy(other.path / COPY, lake.path / "catalog.sqlite")

    with pytest.raises(LakeError, match="got one without it"):
        lake.connect()

    assert repair(lake.path).catalog == "copy"
    assert ids(lake) == ["2", "3", "4", "5"]


def test_a_catalog_is_made_again_from_the_footers(lake: Lake) -> None:
    without_catalog(lake, COPY, JOURNAL)

    found = repair(lake.path)

    assert found.catalog == "new"
    assert ids(lake) == ["2", "3", "4", "5"]
    assert not verify(lake.path).faults
    assert repair(lake.path).did_nothing
    add(lake, "6")
    assert ids(lake) == ["2", "3", "4", "5", "6"]


def test_what_was_never_committed_is_left_out_when_a_catalog_is_made_again(lake: Lake) -> None:
    with lake.writer() as writer:
        writer.add({"hands": hands("never"), "seats": hands("never").with_columns(seat=1)})
        writer.flush()
        # The copy of the catalog may be renamed meanwhile; the copied lake loses its own below.
        ignore = shutil.ignore_patterns("catalog.copy*")
        shutil.copytree(lake.path, lake.path.parent / "copied", ignore=ignore)
    copied = Lake.at(lake.path.parent / "copied")
    without_catalog(copied, COPY, JOURNAL)

    repair(copied.path)

    assert ids(copied) == ["2", "3", "4", "5"]


@pytest.mark.parametrize("harm", ["flip", "missing", "cut"])
@pytest.mark.parametrize("table", ["hands", "seats"])
def test_the_hands_of_a_bad_file_are_taken_out_and_read_again(
    lake: Lake, table: str, harm: str
) -> None:
    path = parquet(lake, table, "3")
    if harm == "flip":
        flip(path)
    elif harm == "missing":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-20])

    kinds = [fault.kind for fault in verify(lake.path).faults]
    found = repair(lake.path)

    assert kinds == [{"flip": "digest", "missing": "missing", "cut": "size"}[harm]]
    assert found.hands["hand_id"].to_list() == ["3", "4"]
    assert "3" in found.sources["path"]
    assert ids(lake) == ["2", "5"]
    assert "3" not in sources(lake)
    add(lake, "3", "4")
    assert ids(lake) == ["2", "3", "4", "5"]
    assert not verify(lake.path).faults
    if harm != "missing":
        # Nothing is destroyed.
        assert found.aside is not None
        assert (found.aside / path.relative_to(lake.path)).is_file()


def test_whatever_bit_of_a_footer_is_turned_the_hint_is_to_look_at_the_files(lake: Lake) -> None:
    path = parquet(lake, "hands", "3")
    whole = path.read_bytes()
    length = int.from_bytes(whole[-8:-4], "little")
    hints = set()
    for at in range(len(whole) - 8 - length, len(whole), 400):
        data = bytearray(whole)
        data[at] ^= 0x80
        path.write_bytes(data)
        with lake.connect() as connection, suppress(duckdb.Error):
            connection.execute("select * from hands").fetchall()
            continue
        with pytest.raises(LakeError) as raised, lake.writer() as writer:
            writer.stored.all("hands")
        hints.add(str(raised.value.hint))
    assert hints == {faults.REPAIR}


def test_a_lake_whose_catalog_is_elsewhere_is_not_given_another(tmp_path: Path) -> None:
    elsewhere = f"sqlite:{tmp_path / 'elsewhere.sqlite'}"
    lake = Lake.create(tmp_path / "lake", catalog=elsewhere)
    add(lake, "1", "2")
    for use in (repair, Lake.open, Lake.create):
        with pytest.raises(LakeError, match="a database elsewhere") as raised:
            use(lake.path)
        assert "catalog=" in str(raised.value.hint)
    assert ids(Lake.open(lake.path, catalog=elsewhere)) == ["1", "2"]


def test_a_bad_file_of_deleted_rows_does_not_bring_a_hand_back(lake: Lake) -> None:
    (deleted,) = (lake.data / "main" / "hands").glob("ducklake-*-delete.parquet")
    flip(deleted)

    assert [fault.kind for fault in verify(lake.path).faults] == ["digest"]
    repair(lake.path)

    assert ids(lake) == ["3", "4", "5"]
    with lake.connect() as connection:
        seats = connection.execute("select hand_id from seats order by 1").fetchall()
    assert seats == [("3",), ("4",), ("5",)]


def test_a_missing_file_is_refused_before_anything_is_written(lake: Lake) -> None:
    parquet(lake, "seats", "3").unlink()

    with pytest.raises(LakeError, match="got none of 1 file, such as"), lake.writer():
        pass


def test_a_journal_that_was_cut_off_is_read_up_to_there(lake: Lake) -> None:
    journal = Journal.read(lake.path)
    assert journal is not None
    flush = journal.flush()
    with (lake.path / JOURNAL).open("ab") as file:
        file.write(b'{"flush": "0b6f')

    again = Journal.read(lake.path)

    assert again is not None
    assert again.flushes == [flush]
    add(lake, "6")
    assert ids(lake)[-1] == "6"


def test_files_of_deleted_rows_are_a_runs_by_their_time(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, Snapshot(1, 1))
    journal.deletes.append(1_700_000_000_000)

    def name(milliseconds: int) -> str:
        digits = f"{milliseconds:012x}"
        return f"ducklake-{digits[:8]}-{digits[8:]}-7000-8000-000000000000-delete.parquet"

    assert journal.wrote(name(1_700_000_000_000))
    assert journal.wrote(name(1_700_000_900_000))
    assert not journal.wrote(name(1_699_999_000_000))
    assert not journal.wrote(name(1_700_900_000_000))


def test_garbage_instead_of_a_catalog_is_reported_in_a_line(lake: Lake) -> None:
    without_catalog(lake)
    (lake.path / "catalog.sqlite").write_bytes(b"what is this" * 9000)

    with pytest.raises(LakeError) as raised:
        lake.connect()

    assert "\n" not in raised.value.message
    assert "handlab lake repair" in str(raised.value.hint)
    assert repair(lake.path).catalog == "copy"
    assert ids(lake) == ["2", "3", "4", "5"]


def test_the_copy_of_the_catalog_is_whole_and_as_of_the_last_commit(lake: Lake) -> None:
    with sqlite3.connect(lake.path / COPY) as copy:
        assert copy.execute("pragma integrity_check").fetchone() == ("ok",)
        (last,) = copy.execute("select max(snapshot_id) from ducklake_snapshot").fetchone()
    with lake.connect() as connection:
        assert catalogs.snapshot(connection).number == last


def test_two_histories_of_one_lake_are_put_together(lake: Lake, tmp_path: Path) -> None:
    other = Lake.at(shutil.copytree(lake.path, tmp_path / "other"))
    add(lake, "6", "7")
    add(other, "7", "8")
    # What a folder does that is kept in step between two machines.
    shutil.copytree(other.data, lake.data, dirs_exist_ok=True)

    with pytest.raises(LakeError, match="without 3 files"), lake.writer():
        pass
    found = repair(lake.path)

    assert (found.adopted, found.doubled) == (3, 1)
    assert ids(lake) == ["2", "3", "4", "5", "6", "7", "8"]
    with lake.connect() as connection:
        seats = connection.execute("select count(*) from seats").fetchone()
    assert seats == (7,)
