"""The least and greatest values in the catalog, which DuckDB's answers rest on."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

import polars as pl
import pytest
from builders import simulated
from lake_hands import hands

from handlab import views
from handlab.ingest import ingest
from handlab.lake import Lake, bounds
from handlab.schema import TABLES

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from handlab.lake.writer import Writer

LOW, MIDDLE, HIGH = 759_653, 2_586_219, 7_130_248
STRENGTHS = "select hand_id, strength from seats where strength is not null order by hand_id"


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def put(writer: Writer, number: str, strength: int | None) -> None:
    strengths = pl.lit(strength, dtype=pl.UInt32)
    writer.add({"seats": hands(number).with_columns(seat=1, strength=strengths)})


def fill(lake: Lake) -> None:
    """Two commits, the first of which begins with a file that has no strength."""
    with lake.writer() as writer:
        put(writer, "1", None)
        writer.flush()
        put(writer, "2", LOW)
        put(writer, "3", HIGH)
        writer.commit()
    with lake.writer() as writer:
        put(writer, "4", MIDDLE)
        writer.commit()


def strengths(lake: Lake) -> list[tuple[str, int]]:
    with lake.connect() as connection:
        return connection.execute(STRENGTHS).fetchall()


def outside(connection: duckdb.DuckDBPyConnection, catalog: Path) -> list[tuple[str, str]]:
    """The columns with values outside the bounds in the catalog, or without bounds."""
    with sqlite3.connect(catalog) as metadata:
        known = metadata.execute(
            "select table_name, column_name, min_value, max_value from ducklake_table_column_stats"
            " join ducklake_column using (table_id, column_id) join ducklake_table using (table_id)"
            " where parent_column is null"
        ).fetchall()
    assert known
    found = []
    for table, name, least, greatest in known:
        kind = next(column.duckdb_type for column in TABLES[table].columns if column.name == name)
        # Arrays have bounds of their values, and numbers with fractions are not relied on.
        if kind.endswith("[]") or kind == "DOUBLE":
            continue
        # With an operation, so that DuckDB does not answer from the bounds.
        value = f"{name} || ''" if kind == "VARCHAR" else f"nullif({name}, null)"
        row = connection.execute(
            f"select count({value}), bool_and({value} between ?::{kind} and ?::{kind}) from {table}",
            [least, greatest],
        ).fetchone()
        assert row is not None
        if row[0] and not row[1]:
            found.append((table, name))
    return found


def test_numbers_are_sorted_as_they_are_after_a_file_without_any(lake: Lake) -> None:
    fill(lake)
    assert strengths(lake) == [("2", LOW), ("3", HIGH), ("4", MIDDLE)]


def test_a_lake_of_an_older_version_gets_its_bounds_with_its_views(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(bounds, "mend", lambda connection: None)
        fill(lake)
    # What DuckLake alone makes of it; if it does not any more, `bounds` has nothing to do.
    assert strengths(lake) != [("2", LOW), ("3", HIGH), ("4", MIDDLE)]
    views.ensure(lake)
    assert strengths(lake) == [("2", LOW), ("3", HIGH), ("4", MIDDLE)]


def test_the_next_writer_mends_what_a_killed_one_left(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(connection: duckdb.DuckDBPyConnection) -> None:
        raise KeyboardInterrupt

    with lake.writer() as writer:
        put(writer, "1", None)
        writer.flush()
        put(writer, "2", LOW)
        put(writer, "3", HIGH)
        monkeypatch.setattr(bounds, "mend", killed)
        with pytest.raises(KeyboardInterrupt):
            writer.commit()
        monkeypatch.undo()
    with lake.writer() as writer:
        put(writer, "4", MIDDLE)
        writer.commit()
    assert strengths(lake) == [("2", LOW), ("3", HIGH), ("4", MIDDLE)]


def test_bounds_hold_what_native_files_and_merged_hands_have(lake: Lake, tmp_path: Path) -> None:
    text = simulated(3, 60)
    (tmp_path / "bare.txt").write_text(re.sub(r"(?m)^Dealt to .*\n", "", text), encoding="utf-8")
    first = text[: text.index("PokerStars", 1)]
    (tmp_path / "known.txt").write_text(first, encoding="utf-8")
    # Texts of hands are too long for bounds.
    ingest([tmp_path / "bare.txt"], lake, keep_text=True)
    merged = ingest([tmp_path / "known.txt"], lake, keep_text=True)
    assert merged.merged == 1
    with lake.connect() as connection:
        assert outside(connection, lake.path / "catalog.sqlite") == []
        (joined,) = connection.execute(
            "select count(*) from seats join (select true as flag) on vpip_made = flag"
        ).fetchone() or (None,)
        (counted,) = connection.execute("select count_if(vpip_made) from seats").fetchone() or ()
        assert joined == counted > 1
