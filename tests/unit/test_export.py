"""An export is what the catalog says, in files that any tool may glob."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from filelock import FileLock
from typer.testing import CliRunner

import handlab as hl
from handlab._handlab import Simulation
from handlab.cli import app
from handlab.errors import ExportError
from handlab.lake import Lake
from handlab.schema import TABLES

exports = sys.modules["handlab.export"]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with deleted rows."""
    folder = tmp_path_factory.mktemp("export")
    hl.ingest(ROOT / "data" / "samples", folder / "lake")
    with Lake.open(folder / "lake")._connected(read_only=False, create=False) as connection:
        for table in ("hands", "seats", "actions"):
            connection.execute(f"delete from {table} where hash(hand_id) % 4 = 0")
    return folder / "lake"


@pytest.fixture
def lake(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "lake")
    return tmp_path / "lake"


def count(query: str) -> int:
    found = duckdb.sql(f"select count(*) from {query}").fetchone()
    assert found is not None
    return int(found[0])


def test_a_glob_of_an_export_counts_what_the_lake_has(lake: Path, tmp_path: Path) -> None:
    exported = hl.export(lake, tmp_path / "out")

    assert [found.name for found in exported] == list(TABLES)
    with hl.connect(lake) as connection:
        for table in TABLES:
            expected = connection.execute(f"from {table} order by all").pl()
            found = pl.read_parquet(tmp_path / "out" / f"{table}.parquet")
            assert found.height == expected.height
            assert found.columns == expected.columns
    # What a glob of the lake's own files counts, which an export is for.
    files = [path for path in (lake / "data").rglob("*.parquet") if "delete" not in path.name]
    stored = sum(pl.scan_parquet(path).select(pl.len()).collect().item() for path in files)
    clean = sum(found.rows for found in exported)
    assert stored > clean


def test_partitions_are_folders_of_values(lake: Path, tmp_path: Path) -> None:
    hl.export(lake, tmp_path / "out", ["hands", "seats"], partition_by=["month", "game"])
    hands = pl.scan_parquet(tmp_path / "out" / "hands" / "**" / "*.parquet", hive_partitioning=True)

    with hl.connect(lake) as connection:
        expected = dict(
            connection.execute(
                "select strftime(started_at, '%Y-%m') || game, count(*) from hands group by all"
            ).fetchall()
        )
    found = hands.group_by(pl.concat_str("month", "game")).len().collect()
    assert dict(found.iter_rows()) == expected
    assert len(expected) > 3


def test_one_name_needs_no_list(lake: Path, tmp_path: Path) -> None:
    (exported,) = hl.export(lake, tmp_path / "out", "hands", partition_by="site")

    assert (exported.name, exported.path) == ("hands", tmp_path / "out" / "hands")


def test_an_export_replaces_its_own_files_in_any_form(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    hl.export(lake, out, ["hands"])
    hl.export(lake, out, ["hands"], partition_by=["site"])
    assert not (out / "hands.parquet").exists()
    hl.export(lake, out, ["hands", "player_stats"], format="csv")

    assert {path.name for path in out.iterdir()} - {exports.LOCK} == {
        "_handlab.json",
        "hands.csv",
        "player_stats.csv",
    }
    said = json.loads((out / "_handlab.json").read_text())["exported"]
    assert said["hands"]["rows"] == count(f"'{out}/hands.csv'")


def test_a_name_that_is_a_formula_is_marked_on_request(tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_text(Simulation(1, hero="=1+1").text(20))
    hl.ingest(tmp_path / "hands.txt", tmp_path / "lake")

    def heroes(**options: Any) -> list[str]:
        options = {"format": "csv", "partition_by": "currency", **options}
        hl.export(tmp_path / "lake", tmp_path / "out", "seats", **options)
        seats = pl.read_csv(tmp_path / "out" / "seats" / "currency=USD" / "*.csv")
        return seats.filter("is_hero")["player"].unique().to_list()

    assert heroes() == ["=1+1"]
    assert heroes(is_csv_safe=True) == ["'=1+1"]
    with pytest.raises(ExportError, match="expected the format csv with `is_csv_safe`"):
        heroes(is_csv_safe=True, format="parquet")


def test_what_no_export_wrote_is_not_replaced(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "hands").mkdir(parents=True)
    (out / "hands" / "mine.txt").write_text("mine")
    with pytest.raises(ExportError, match="got other files"):
        hl.export(lake, out, ["hands"])
    assert (out / "hands" / "mine.txt").read_text() == "mine"

    shutil.rmtree(out / "hands")
    (out / "_handlab.json").write_text('{"exported": {"hands": {"path": "../lake"}}}')
    with pytest.raises(ExportError, match="expected the manifest of an export"):
        hl.export(lake, out, ["hands"])
    assert lake.is_dir()


def test_what_a_killed_export_left_is_removed_and_two_exclude_each_other(
    lake: Path, tmp_path: Path
) -> None:
    left = tmp_path / "out" / ".handlab-0123.part"
    left.mkdir(parents=True)
    (left / "half.parquet").write_bytes(b"PAR1")
    with (
        FileLock(tmp_path / "out" / exports.LOCK),
        pytest.raises(ExportError, match="no other export"),
    ):
        hl.export(lake, tmp_path / "out", ["pots"])
    hl.export(lake, tmp_path / "out", ["pots"])

    assert not left.exists()


def test_a_failure_leaves_the_earlier_export(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    hl.export(lake, out, ["hands"])
    before = (out / "hands.parquet").read_bytes()
    monkeypatch.setattr(exports, "_copy", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        hl.export(lake, out, ["hands"])

    assert (out / "hands.parquet").read_bytes() == before
    assert not list(out.glob("*.part"))


def test_a_full_disk_is_named_with_what_to_do(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        message = 'IO Error: Could not write file "x": No space left on device'
        raise duckdb.IOException(message)

    monkeypatch.setattr(exports, "_copy", fail)
    result = CliRunner().invoke(app, ["export", str(tmp_path / "out"), "--lake", str(lake)])

    assert (result.exit_code, "hint: free space on that disk" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "expected a table or view of the lake, got `nonsense`"),
        (["hands", "--partition-by", "colour"], "to partition by, got `colour`"),
        (["player_stats", "--partition-by", "month"], "to partition by, got `month`"),
        (["--partition-by", "moth"], "to partition by, got `moth`"),
    ],
)
def test_bad_use_is_refused_before_anything_is_written(
    lake: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    command = ["export", str(tmp_path / "out"), *arguments, "--lake", str(lake)]
    result = CliRunner().invoke(app, command)

    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "out").exists()


def test_the_lake_itself_is_no_place_for_an_export(lake: Path) -> None:
    with pytest.raises(ExportError, match="outside of the lake"):
        hl.export(lake, lake / "data" / "copy")
