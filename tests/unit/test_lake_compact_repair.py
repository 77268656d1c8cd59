"""What repair makes of a compacted lake whose catalog or files are lost or damaged."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import TYPE_CHECKING

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

from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.lake.catalog_copy import COPY
from handlab.lake.compact import compact
from handlab.lake.journal import JOURNAL
from handlab.lake.repair import repair
from handlab.lake.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

NOW = timedelta(0)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return make_archive(tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def many(archive: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_lake(archive, tmp_path_factory.mktemp("many"))


@pytest.fixture
def lake(many: Path, tmp_path: Path) -> Lake:
    return Lake.open(shutil.copytree(many, tmp_path / "lake"))


@pytest.fixture(params=["one file", "several files"])
def of_a_table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """How much a run has of each table: whether large tables have several files."""
    is_several: bool = request.param == "several files"
    if is_several:
        let_runs_have_several_files(monkeypatch)
    return is_several


@pytest.mark.parametrize(
    ("lost", "is_expired"),
    [
        ("catalog", True),
        ("catalog and copy", False),
        ("everything", False),
        ("everything", True),
        ("older", False),
        ("older", True),
    ],
)
def test_a_catalog_that_is_lost_after_a_compaction_is_made_again(
    lake: Lake, of_a_table: bool, lost: str, is_expired: bool
) -> None:
    shutil.copy(lake.path / COPY, lake.path.parent / "older")
    before = stored(lake)
    compact(lake, expire_older_than=NOW if is_expired else None)
    named = parquet(lake)
    more = {"catalog": [], "everything": [COPY, JOURNAL, "data/retired.names"]}.get(lost, [COPY])
    without_catalog(lake, *more)
    if lost == "older":
        shutil.copy(lake.path.parent / "older", lake.path / "catalog.sqlite")

    found = repair(lake.path)

    assert found.hands.height == found.doubled == found.restored == 0
    assert parquet(lake) == named
    assert stored(lake) == before
    assert not verify(lake.path).faults
    add(lake, "1")
    assert compact(lake, expire_older_than=NOW).runs == 1
    assert len(stored(lake)["hands"]) == len(before["hands"]) + 1


@pytest.mark.parametrize(
    ("lost", "harm"),
    [
        ("nothing", "missing"),
        ("nothing", "flip"),
        ("catalog and copy", "cut"),
        ("everything", "flip"),
        ("older", "missing"),
    ],
)
def test_the_old_files_count_again_if_a_compacted_one_is_bad(
    lake: Lake, of_a_table: bool, lost: str, harm: str
) -> None:
    shutil.copy(lake.path / COPY, lake.path.parent / "older")
    before, named = stored(lake), parquet(lake)
    compact(lake)
    bad = next(path for path in parquet(lake) if path.parent.name == "seats")
    if harm == "flip":
        flip(bad)
    elif harm == "cut":
        bad.write_bytes(bad.read_bytes()[:-20])
    else:
        bad.unlink()
    if lost != "nothing":
        without_catalog(lake, COPY, *([JOURNAL, "data/retired.names"] * (lost == "everything")))
    if lost == "older":
        shutil.copy(lake.path.parent / "older", lake.path / "catalog.sqlite")

    found = repair(lake.path)

    assert found.restored > 0
    assert found.hands.height == found.doubled == 0
    assert stored(lake) == before
    data_files = {path for path in named if not path.name.endswith("-delete.parquet")}
    assert data_files <= set(parquet(lake))
    assert not verify(lake.path).faults
    assert repair(lake.path).did_nothing
    # Files that count again are not deleted with earlier snapshots.
    add(lake, "1")
    compact(lake, expire_older_than=NOW)
    assert len(stored(lake)["hands"]) == len(before["hands"]) + 1
    assert not verify(lake.path).faults


def test_the_hands_of_a_bad_run_are_read_again_if_the_old_files_are_gone(
    lake: Lake, of_a_table: bool, archive: list[Path]
) -> None:
    before = stored(lake)["hands"]
    compact(lake, expire_older_than=NOW)
    flip(next(path for path in parquet(lake) if path.parent.name == "seats"))

    found = repair(lake.path)
    assert found.hands.height == len(before)
    assert ids(lake) == []
    ingest(archive, lake, workers=1)

    assert len(stored(lake)["hands"]) == len(before)
    assert not verify(lake.path).faults


def test_what_was_deleted_after_a_compaction_does_not_come_back(
    lake: Lake, of_a_table: bool
) -> None:
    compact(lake)
    gone = ids(lake)[0]
    keys = pl.DataFrame({"hand_id": [gone]})
    with lake.writer() as writer:
        for table in ("hands", "seats", "actions"):
            writer.delete(table, keys)
        writer.commit()
    flip(next(path for path in parquet(lake) if path.parent.name == "pots"))

    found = repair(lake.path)

    assert found.restored == 0
    assert gone not in ids(lake)


def test_the_catalog_may_be_lost_after_compactions_of_compactions(tmp_path: Path) -> None:
    lake = Lake.open(make_template(tmp_path))
    compact(lake)
    add(lake, "6")
    compact(lake)
    with lake.writer() as writer:
        for table in ("hands", "seats"):
            writer.delete(table, hands("6"))
        writer.add({"hands": hands("7"), "seats": hands("7").with_columns(seat=1)})
        writer.commit()
    # The second run alone names what the first replaced.
    without_catalog(lake, COPY, JOURNAL, "data/retired.names")

    assert repair(lake.path).doubled == 0

    assert ids(lake) == ["2", "3", "4", "5", "7"]
    with lake.connect() as connection:
        seats = connection.execute("select hand_id from seats order by 1").fetchall()
        sources = connection.execute("select count(*) from files").fetchall()
    assert [row[0] for row in seats] == ids(lake)
    assert sources == [(3,)]


def test_a_run_of_several_files_is_restored_from_the_run_that_replaced_it(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_runs_have_several_files(monkeypatch)
    compact(lake)
    add(lake, "1")
    before, first = stored(lake), parquet(lake)
    compact(lake)
    bad, *_ = (path for path in parquet(lake) if path.parent.name == "seats")
    without_catalog(lake, COPY)
    bad.unlink()

    found = repair(lake.path)

    assert found.restored == len(first)
    assert parquet(lake) == first
    assert stored(lake) == before
    assert not verify(lake.path).faults


def test_a_bad_run_of_runs_is_given_up_for_the_runs_that_it_replaced(tmp_path: Path) -> None:
    lake = Lake.open(make_template(tmp_path))
    compact(lake)
    first = parquet(lake)
    add(lake, "6")
    before = stored(lake)
    compact(lake)
    flip(next(path for path in parquet(lake) if path.parent.name == "hands"))
    without_catalog(lake, COPY)

    # The files that the first run replaced exist as well, and still count no more.
    assert repair(lake.path).restored == 6

    assert set(first) < set(parquet(lake))
    assert stored(lake) == before
    assert not verify(lake.path).faults
