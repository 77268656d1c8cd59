"""What a program uses: `hl.ingest`, `hl.report`, `hl.scan_table`, and types that mypy knows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import handlab as hl
from handlab import scanning
from handlab.errors import ArchiveError, LakeError, ReportError
from handlab.lake import Lake
from handlab.lake.compact import compact
from handlab.schema import TABLES

ROOT = Path(__file__).parents[2]

PROGRAM = """
import polars as pl

import handlab as hl

summary = hl.ingest(["logs"], "lake", account="Ann")
hands: int = summary.hands
found = hl.report("lake", "Ann", out="ann.html")
rows = found["totals"]
frame: pl.LazyFrame = hl.scan_table("lake", "seats")
named: pl.Expr = hl.poker(pl.col("hole")).hand_name("board")
strength = frame.select(hl.poker("hole").strength("board", game="omaha"))
answers: pl.DataFrame = hl.stats("lake", "Ann", by=["position"])
"""


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    hl.ingest(ROOT / "data" / "samples", tmp_path / "lake")
    return tmp_path / "lake"


def rows(lake: Path, table: str) -> pl.DataFrame:
    columns = TABLES[table].polars_schema
    with hl.connect(lake) as connection:
        return connection.execute(f"from {table} order by all").pl().cast(dict(columns))


def test_a_program_reads_reports_and_scans(tmp_path: Path) -> None:
    summary = hl.ingest(str(ROOT / "data" / "samples"), tmp_path / "lake", workers=1)
    again = hl.ingest([ROOT / "data" / "samples"], tmp_path / "lake")
    found = hl.report(tmp_path / "lake", out=tmp_path / "r.json")

    assert summary.hands == summary.headers > 1_000
    assert again.hands == 0
    assert found.subject.player == "riverbend88"
    assert (tmp_path / "r.json").read_text().startswith("{")
    with pytest.raises(ReportError, match="got the ending"):
        hl.report(tmp_path / "lake", out=tmp_path / "r.doc")
    with pytest.raises(ReportError, match="expected `out` with `format`, got none"):
        hl.report(tmp_path / "lake", format="csv")
    with pytest.raises(ArchiveError):
        hl.ingest(tmp_path / "missing", tmp_path / "other")
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hl.report("nolake", 5), "expected a text as `player`, got `5`"),
        (lambda: hl.report("nolake", timezone=1), "expected a text as `timezone`, got `1`"),
        (lambda: hl.fairness("nolake", site=5), "expected a text as `site`, got `5`"),
        (lambda: hl.ingest(None, "nolake"), "expected a path or several as `paths`, got `None`"),  # type: ignore[arg-type]
        (lambda: hl.ingest([None], "nolake"), "expected a path or several as `paths`, got `None`"),  # type: ignore[list-item]
        (
            lambda: hl.ingest(b"logs", "nolake"),
            "expected a path or several as `paths`, got `b'logs'`",
        ),  # type: ignore[arg-type]
        (lambda: hl.fairness("nolake", min_hands="9"), "a whole number as `min_hands`, got `'9'`"),
    ],
)
def test_an_argument_of_another_type_is_named(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        call()


@pytest.mark.parametrize("table", list(TABLES))
def test_a_scan_has_the_rows_of_the_table(lake: Path, table: str) -> None:
    scanned = hl.scan_table(lake, table)

    assert scanned.collect_schema() == TABLES[table].polars_schema
    expected = rows(lake, table)
    found = scanned.collect()
    assert found.height == expected.height
    assert_frame_equal(found, expected, check_row_order=False, check_exact=True)


def test_deleted_rows_are_left_out_before_and_after_compaction(lake: Path, tmp_path: Path) -> None:
    before = hl.scan_table(lake, "seats").collect().height
    with Lake.open(lake)._connected(read_only=False, create=False) as connection:
        connection.execute("delete from seats where hash(hand_id) % 5 = 1")
    expected = rows(lake, "seats")
    files = list((lake / "data").rglob("*-delete.parquet"))

    assert files
    assert 0 < expected.height < before
    assert_frame_equal(
        hl.scan_table(lake, "seats").collect(), expected, check_row_order=False, check_exact=True
    )
    player = hl.scan_table(lake, "seats").filter(pl.col("player") == "riverbend88")
    assert player.select(pl.len()).collect().item() == expected["player"].eq("riverbend88").sum()

    compact(Lake.open(lake, memory="100MB"))
    assert_frame_equal(
        hl.scan_table(lake, "seats").collect(), expected, check_row_order=False, check_exact=True
    )


def test_an_earlier_version_is_scanned_as_it_was(lake: Path) -> None:
    before = hl.scan_table(lake, "seats").collect()
    with Lake.open(lake)._connected(read_only=False, create=False) as connection:
        (version,) = connection.execute("select max(snapshot_id) from lake.snapshots()").fetchone()
        connection.execute("delete from seats where hash(hand_id) % 5 = 1")
        connection.execute("delete from seats where hash(hand_id) % 5 = 2")
        found = connection.execute(f"select * from seats at (version => {version + 1})").pl()
    compact(Lake.open(lake, memory="100MB"))

    assert hl.scan_table(lake, "seats", version=0).collect().is_empty()
    for number, expected in ((version, before), (version + 1, found)):
        scanned = hl.scan_table(lake, "seats", version=number).collect()
        assert_frame_equal(scanned, expected.cast(scanned.schema), check_row_order=False)
    assert 0 < hl.scan_table(lake, "seats").collect().height < found.height < before.height


def test_a_version_that_is_not_kept_is_refused(lake: Path) -> None:
    with pytest.raises(LakeError, match="expected a snapshot of the lake as `version`, got `999`"):
        hl.scan_table(lake, "seats", version=999)


def test_older_files_are_read_as_the_table_is_now(tmp_path: Path) -> None:
    """A column that a file lacks is null, and one that was a whole number is a fraction."""
    older = tmp_path / "older.parquet"
    pl.DataFrame({"site": ["a"], "ev_net": [3], "gone": [1]}).write_parquet(older)
    found = scanning._scan([older], TABLES["seats"].polars_schema).collect()

    assert found.schema == TABLES["seats"].polars_schema
    assert found["ev_net"].to_list() == [3.0]
    assert found["verdict"].to_list() == [None]


def test_a_view_or_an_unknown_name_is_not_scanned(lake: Path) -> None:
    with pytest.raises(LakeError, match="expected a table"):
        hl.scan_table(lake, "player_stats")


def test_programs_pass_mypy_strict(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    result = subprocess.run(
        [*command, "--config-file=", str(tmp_path / "program.py")],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "MYPYPATH": str(ROOT), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 0, result.stdout + result.stderr
