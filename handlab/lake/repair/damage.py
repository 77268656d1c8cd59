"""
What bad files took with them: the hands that were in them leave all tables, their sources `files`.

Which hands these are follows from the siblings, the other tables' files of the same flush. Which
sources held them follows from counting: of a source that is whole, as many hands are stored as
`files` says. Copies of a hand may come from other sources, and what was merged from those is gone
with it, so every source with copies is read again as well.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
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
_COUNTS = ("hands", "cancelled", "duplicates", "rejected", "partial", "headers")


@dataclass(frozen=True, slots=True)
class Lost:
    """Tables of which files are lost, and the flushes whose hands lack rows as a result."""

    tables: frozenset[str]
    flushes: frozenset[str]

    @classmethod
    def of(cls, dropped: Sequence[CatalogFile], incomplete: Mapping[str, Collection[str]]) -> Lost:
        """
        What is lost with files.

        Parameters
        ----------
        dropped
            Files that the catalog named.
        incomplete
            Tables that are missing from flushes that it did not name.
        """
        pairs = [(file.table, file.flush) for file in dropped if not file.deletes]
        pairs += [(table, flush) for flush, tables in incomplete.items() for table in tables]
        return cls(
            frozenset(table for table, _ in pairs),
            frozenset(flush for table, flush in pairs if table in HAND_TABLES),
        )


def with_their_deletes(named: Sequence[CatalogFile], bad: Collection[Path]) -> list[CatalogFile]:
    """
    The files that must leave the catalog with the bad ones.

    Without its file of deleted rows it is unknown which rows of a file still count.
    """
    numbers = {file.number for file in named if file.path in bad}
    return [file for file in named if file.number in numbers]


def drop(work: Path, dropped: Sequence[CatalogFile]) -> None:
    """Take files out of a catalog that is not open, without looking into them."""
    numbers = {(file.number,) for file in dropped}
    if not numbers:
        return
    with closing(sqlite3.connect(work)) as connection:
        for table in ("data_file", "delete_file", "file_column_stats"):
            statement = f"delete from ducklake_{table} where data_file_id = ?"
            connection.executemany(statement, numbers)
        connection.commit()


def take_out(connection: duckdb.DuckDBPyConnection, data: Path, lost: Lost) -> pl.DataFrame:
    """Delete the hands of the flushes that lack rows, and return their keys."""
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
    Forget the sources that must be read again, with what `rejects` says of them.

    Returns
    -------
    tuple
        `path` and `member` of each, and how many rows of `rejects` went.
    """
    rows = connection.execute("from files").pl()
    wanted = [pl.DataFrame(schema=PLACE_SCHEMA)]
    if lost.tables & set(HAND_TABLES):
        stored = _counted(connection, "select source_digest, count(*) from hands group by 1")
        wanted.append(_incomplete_places(rows, stored, ("hands", "cancelled")))
        wanted.append(rows.filter(pl.col("duplicates") > 0))
    if "rejects" in lost.tables:
        stored = _counted(connection, "select file_digest, count(*) from rejects group by 1")
        wanted.append(_incomplete_places(rows, stored, ("rejected", "partial")))
    if "tournaments" in lost.tables:
        played = _counted(
            connection,
            "select source_digest, count(*) from hands where tournament_id is not null group by 1",
        )
        wanted.append(rows.filter(pl.col("file_digest").is_in(list(played))))
        wanted.append(rows.filter(pl.col("headers") == 0))
    if "files" in lost.tables:
        wanted.append(_with_gaps(rows))
        wanted.append(rows.filter(pl.col("member").is_null() & (pl.col("headers") == 0)))
    places = pl.concat(
        frame.select(pl.col(name).cast(pl.String) for name in PLACE) for frame in wanted
    )
    # An archive that is known is not opened.
    archives = rows.filter(pl.col("member").is_null()).join(
        places.filter(pl.col("member").is_not_null()), on="path", how="semi"
    )
    places = pl.concat([places, archives.select(PLACE)]).unique().sort(PLACE)
    gone = rows.join(places, on=PLACE, how="semi", nulls_equal=True).select("file_digest")
    if "files" in lost.tables:
        # A source without a row is read again as well, and rejects the same.
        rejects = connection.execute("select distinct file_digest from rejects").pl()
        gone = pl.concat([gone, rejects.join(rows, on="file_digest", how="anti")])
    connection.register("forgotten", places)
    connection.register("forgotten_digests", gone.unique())
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
    """Places of which fewer rows are stored than were counted."""
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
    """Places whose rows do not account for every byte from the first on."""
    ends = rows.select(*PLACE, byte_from="byte_to")
    starts = rows.filter(pl.col("byte_from") > 0)
    return starts.join(ends, on=[*PLACE, "byte_from"], how="anti", nulls_equal=True)
