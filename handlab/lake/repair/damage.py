"""
Remove the hands of bad files from all tables, and their sources from `files`.

The hands are found in the siblings, the files of other tables from the same flush. Their sources
are found by counting: a source is complete if as many hands are stored as `files` records. Copies
of a hand may come from other sources, and what was merged from those is lost with the hand, so
every source with copies is read again as well.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

import polars as pl

from handlab.lake import files
from handlab.schema import HAND_TABLES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    import duckdb

    from handlab.lake.files import CatalogFile

KEY_SCHEMA = {"site": pl.String, "hand_id": pl.String}
PLACE_SCHEMA = {"path": pl.String, "member": pl.String}
PLACE = list(PLACE_SCHEMA)


@dataclass(frozen=True, slots=True)
class Lost:
    """Tables with lost files, and the flushes whose hands lack rows as a result."""

    tables: frozenset[str]
    flushes: frozenset[str]

    @classmethod
    def of(cls, dropped: Sequence[CatalogFile], incomplete: Mapping[str, Collection[str]]) -> Lost:
        """
        Find what is lost with some files.

        Parameters
        ----------
        dropped
            Files that the catalog named.
        incomplete
            Tables that are missing from flushes that the catalog did not name.
        """
        pairs = [(file.table, file.flush) for file in dropped if not file.deletes]
        pairs += [(table, flush) for flush, tables in incomplete.items() for table in tables]
        return cls(
            frozenset(table for table, _ in pairs),
            frozenset(flush for table, flush in pairs if table in HAND_TABLES),
        )


def with_their_deletes(named: Sequence[CatalogFile], bad: Collection[Path]) -> list[CatalogFile]:
    """
    The files that must be removed from the catalog with the bad ones.

    Without its delete file it is unknown which rows of a data file have been deleted.
    """
    numbers = {file.number for file in named if file.path in bad}
    return [file for file in named if file.number in numbers]


def drop(work: Path, dropped: Sequence[CatalogFile]) -> None:
    """Remove files from a catalog that is not open, without reading the files."""
    numbers = {(file.number,) for file in dropped}
    if not numbers:
        return
    with closing(sqlite3.connect(work)) as connection:
        for table in ("data_file", "delete_file", "file_column_stats"):
            statement = f"delete from ducklake_{table} where data_file_id = ?"
            connection.executemany(statement, numbers)
        connection.commit()


def reinstate(work: Path, names: Collection[str]) -> None:
    """Let files that a catalog has ended count again, with their delete files, if it has them."""
    with closing(sqlite3.connect(work)) as connection:
        rows = connection.execute(
            "select data_file_id, end_snapshot, path from ducklake_data_file"
            " where end_snapshot is not null"
        ).fetchall()
        ended = [(number, end) for number, end, path in rows if PurePath(path).name in names]
        for number, end in ended:
            for table in ("data_file", "delete_file"):
                connection.execute(
                    f"update ducklake_{table} set end_snapshot = null"
                    " where data_file_id = ? and end_snapshot = ?",
                    (number, end),
                )
        # They would be deleted with the next snapshots that expire.
        rows = connection.execute(
            "select rowid, path from ducklake_files_scheduled_for_deletion"
        ).fetchall()
        scheduled = [(row,) for row, path in rows if PurePath(path).name in names]
        connection.executemany(
            "delete from ducklake_files_scheduled_for_deletion where rowid = ?", scheduled
        )
        connection.commit()


def take_out(connection: duckdb.DuckDBPyConnection, data: Path, lost: Lost) -> pl.DataFrame:
    """Delete the hands of incomplete flushes, and return their keys."""
    siblings = [
        file
        for file in files.in_catalog(connection, data)
        if not file.deletes and file.table in HAND_TABLES and file.flush in lost.flushes
    ]
    found = [pl.DataFrame(schema=KEY_SCHEMA)]
    for file in siblings:
        statement = f"select distinct site, hand_id from {file.table} where filename = ?"
        rows = connection.execute(statement, [str(file.path)]).pl()
        found.append(rows.select(pl.col(name).cast(pl.String) for name in KEY_SCHEMA))
    if "seats" in lost.tables:
        # Seats whose statistics were filled again are in files without siblings.
        rows = connection.execute(
            "select site, hand_id from hands anti join seats using (site, hand_id)"
        ).pl()
        found.append(rows.select(pl.col(name).cast(pl.String) for name in KEY_SCHEMA))
    keys = pl.concat(found).unique().sort("site", "hand_id")
    if keys.height:
        connection.register("taken_out", keys)
        connection.execute("BEGIN")
        for table in HAND_TABLES:
            connection.execute(
                f"delete from {table} t where exists (select 1 from taken_out k"
                f" where k.site = t.site and k.hand_id = t.hand_id)"
            )
        connection.execute("COMMIT")
    return keys


def forget_sources(connection: duckdb.DuckDBPyConnection, lost: Lost) -> tuple[pl.DataFrame, int]:
    """
    Delete the sources that must be read again from `files` and `rejects`.

    Returns
    -------
    tuple
        `path` and `member` of each, and the number of rows deleted from `rejects`.
    """
    rows = connection.execute("from files").pl()
    reread = [pl.DataFrame(schema=PLACE_SCHEMA)]
    if lost.tables & set(HAND_TABLES):
        stored = _counted(connection, "select source_digest, count(*) from hands group by 1")
        reread.append(_incomplete_places(rows, stored, ("hands", "cancelled")))
        reread.append(rows.filter(pl.col("duplicates") > 0))
    if "rejects" in lost.tables:
        stored = _counted(connection, "select file_digest, count(*) from rejects group by 1")
        reread.append(_incomplete_places(rows, stored, ("rejected", "partial")))
    if "tournaments" in lost.tables:
        played = _counted(
            connection,
            "select source_digest, count(*) from hands where tournament_id is not null group by 1",
        )
        reread.append(rows.filter(pl.col("file_digest").is_in(list(played))))
        reread.append(rows.filter(pl.col("headers") == 0))
    if "files" in lost.tables:
        reread.append(_with_gaps(rows))
        reread.append(rows.filter(pl.col("member").is_null() & (pl.col("headers") == 0)))
    places = pl.concat(
        frame.select(pl.col(name).cast(pl.String) for name in PLACE) for frame in reread
    )
    # An archive that is recorded as read would not be opened.
    archives = rows.filter(pl.col("member").is_null()).join(
        places.filter(pl.col("member").is_not_null()), on="path", how="semi"
    )
    places = pl.concat([places, archives.select(PLACE)]).unique().sort(PLACE)
    digests_to_forget = rows.join(places, on=PLACE, how="semi", nulls_equal=True).select(
        "file_digest"
    )
    if "files" in lost.tables:
        # A source without a row in `files` is read again as well, with the same rejects.
        rejects = connection.execute("select distinct file_digest from rejects").pl()
        digests_to_forget = pl.concat(
            [digests_to_forget, rejects.join(rows, on="file_digest", how="anti")]
        )
    connection.register("forgotten", places)
    connection.register("forgotten_digests", digests_to_forget.unique())
    connection.execute("BEGIN")
    connection.execute(
        "delete from files t where exists (select 1 from forgotten p where p.path is not distinct"
        " from t.path and p.member is not distinct from t.member)"
    )
    deleted = connection.execute(
        "delete from rejects t where exists"
        " (select 1 from forgotten_digests g where g.file_digest = t.file_digest)"
    ).fetchone()
    connection.execute("COMMIT")
    return places, deleted[0] if deleted is not None else 0


def _counted(connection: duckdb.DuckDBPyConnection, query: str) -> dict[str, int]:
    return dict(connection.execute(query).fetchall())


def _incomplete_places(
    rows: pl.DataFrame, stored: Mapping[str, int], counted: Sequence[str]
) -> pl.DataFrame:
    """Sources with fewer stored rows than were counted."""
    digests = rows.select(*PLACE, "file_digest").unique()
    there = digests.with_columns(
        there=pl.col("file_digest").replace_strict(stored, default=0, return_dtype=pl.Int64)
    )
    should = rows.group_by(PLACE).agg(
        pl.sum_horizontal(pl.col(name).fill_null(0) for name in counted).sum().alias("should")
    )
    return (
        should.join(there.group_by(PLACE).agg(pl.col("there").sum()), on=PLACE, nulls_equal=True)
        .filter(pl.col("there") < pl.col("should"))
        .select(PLACE)
    )


def _with_gaps(rows: pl.DataFrame) -> pl.DataFrame:
    """Sources whose rows do not cover every byte from the first on."""
    ends = rows.select(*PLACE, byte_from="byte_to")
    starts = rows.filter(pl.col("byte_from") > 0)
    return starts.join(ends, on=[*PLACE, "byte_from"], how="anti", nulls_equal=True)
