"""
Whether the statistics that a lake stores are those of this version, and a query for others.

Kept apart from `statistics`, which fills them: a lake that is only read needs no data frames.
"""

from __future__ import annotations

import duckdb

from handlab.lake.catalog import METADATA
from handlab.schema import SEATS
from handlab.statistics.catalogue import VERSION_COLUMN, catalogue
from handlab.statistics.fill_sql import StatisticsSql

REPEATED = ("verdict", "is_hi_lo", "bb_unit", "small_bet", "is_bomb_pot", "allin_street")
"""Columns that `seats` repeats from `hands` since statistics are stored; null in older rows."""
STORED = tuple(name for name in SEATS.names if name not in catalogue().column_names)
"""The columns of `seats` that the catalogue does not fill."""
OWN = tuple(name for name in STORED if name not in REPEATED)
"""Of these, the columns that older rows have as well."""


def is_outdated(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether there are seats whose statistics another version of the catalogue filled."""
    if _is_known_to_be_filled(connection):
        return False
    try:
        columns = connection.execute("select column_name from (describe seats)").fetchall()
    except duckdb.CatalogException:
        # A run that was killed while it created the lake left no tables.
        return False
    if (VERSION_COLUMN,) not in columns:
        return connection.execute("select 1 from seats limit 1").fetchone() is not None
    version = catalogue().version
    found = connection.execute(
        f"select 1 from seats where {VERSION_COLUMN} is distinct from {version} limit 1"
    ).fetchone()
    return found is not None


def _is_known_to_be_filled(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether the catalog's statistics show it, without a look into any file."""
    version = catalogue().version
    query = (
        f"select count(*) from {METADATA}.ducklake_data_file f"
        f" join {METADATA}.ducklake_table t"
        f" on t.table_id = f.table_id and t.end_snapshot is null and t.table_name = 'seats'"
        f" left join {METADATA}.ducklake_column c on c.table_id = t.table_id"
        f" and c.end_snapshot is null and c.column_name = '{VERSION_COLUMN}'"
        f" left join {METADATA}.ducklake_file_column_stats s"
        f" on s.data_file_id = f.data_file_id and s.column_id = c.column_id"
        f" where f.end_snapshot is null and (s.min_value is distinct from '{version}'"
        f" or s.max_value is distinct from '{version}' or s.null_count is distinct from 0)"
    )
    try:
        others = connection.execute(query).fetchone()
    except duckdb.CatalogException:
        # Tables that are in no lake have no such statistics.
        return False
    return others is not None and others[0] == 0


def computed_sql() -> str:
    """The query that gives `seats` as if its statistics were stored, for a view."""
    columns = [*(f"seats.{name}" for name in OWN), *(f"hands.{name}" for name in REPEATED)]
    return StatisticsSql(catalogue()).fill_sql(
        seats=(
            f"(select {', '.join(columns)} from seats"
            " left join hands on seats.site = hands.site and seats.hand_id = hands.hand_id)"
        ),
        kept=", ".join(STORED),
    )
