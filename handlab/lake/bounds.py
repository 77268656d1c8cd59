"""
The least and the greatest value that the catalog holds for each column of a table.

DuckDB trusts them: it leaves out rows that a filter or a join cannot match, and sorts numbers in as
few bytes as they need. DuckLake derives them from the files of each commit, and gets them wrong: it
takes a column without bounds for one of nulls alone, and the bounds of the next file for those of
all. A column has none after a commit whose first file had only nulls, or no bounds: long texts have
none in our files. So they are derived again after each commit, before the next one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handlab.lake.catalog import METADATA

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import duckdb

VERSION = 1
"""Raised where the bounds of existing lakes must be set again, with their views."""

GREATEST_TEXT = "\U0010ffff" * 4

_WITHOUT_BOUNDS = f"""
    select g.table_id, g.column_id
    from {METADATA}.ducklake_table_column_stats g
    join {METADATA}.ducklake_file_column_stats f using (table_id, column_id)
    where (g.min_value is null or g.max_value is null)
        and coalesce(f.value_count, 1) > 0
        and f.data_file_id in (
            select data_file_id from {METADATA}.ducklake_data_file where begin_snapshot = (
                select max(begin_snapshot) from {METADATA}.ducklake_data_file
            )
        )
    group by all
"""
_ALL = f"select table_id, column_id from {METADATA}.ducklake_table_column_stats"


def mend(connection: duckdb.DuckDBPyConnection) -> None:
    """
    Set the bounds that the last commit lost.

    To be called after each commit of rows, and by a writer before its first one: the process that
    made the last commit may have been killed since.
    """
    _mend(connection, _WITHOUT_BOUNDS)


def mend_all(connection: duckdb.DuckDBPyConnection) -> None:
    """Set all bounds that do not hold the values of the files, for lakes of older versions."""
    _mend(connection, _ALL)


def _mend(connection: duckdb.DuckDBPyConnection, asked: str) -> None:
    """Set the bounds of some columns (`table_id`, `column_id`) that do not hold their values."""
    columns = connection.execute(asked).fetchall()
    # Mostly there are none, and the rows of all files need not be read.
    if not columns:
        return
    query = f"""
        select
            g.table_id, g.column_id, c.column_type, g.min_value, g.max_value,
            bool_or(f.value_count is null or (f.value_count > 0 and f.min_value is null)),
            list(distinct f.min_value) filter (f.min_value is not null),
            list(distinct f.max_value) filter (f.max_value is not null)
        from (select unnest(?::bigint[]) as table_id, unnest(?::bigint[]) as column_id)
        join {METADATA}.ducklake_table_column_stats g using (table_id, column_id)
        join {METADATA}.ducklake_column c using (table_id, column_id)
        join {METADATA}.ducklake_file_column_stats f using (table_id, column_id)
        where c.end_snapshot is null
        group by all
    """
    ids = [list(numbers) for numbers in zip(*columns, strict=True)]
    wrong = []
    for table, column, kind, *now, is_unknown, least, greatest in connection.execute(
        query, ids
    ).fetchall():
        bounds = _range(kind) if is_unknown else _bounds(kind, least or (), greatest or ())
        if bounds is not None and not _holds(kind, now, bounds):
            wrong.append((table, column, *bounds))
    if wrong:
        connection.execute(
            f"""
            update {METADATA}.ducklake_table_column_stats
            set min_value = b.least, max_value = b.greatest
            from (select
                unnest(?::bigint[]) as table_id, unnest(?::bigint[]) as column_id,
                unnest(?::varchar[]) as least, unnest(?::varchar[]) as greatest
            ) b
            where ducklake_table_column_stats.table_id = b.table_id
                and ducklake_table_column_stats.column_id = b.column_id
            """,
            [list(values) for values in zip(*wrong, strict=True)],
        )


def _range(kind: str) -> tuple[str, str] | None:
    """The bounds of all values of a type; `None` for types whose columns have them in all files."""
    if kind == "boolean":
        return "false", "true"
    if kind == "varchar":
        return "", GREATEST_TEXT
    bits = kind.removeprefix("u").removeprefix("int")
    if not bits.isdigit():
        return None
    values = 1 << int(bits)
    least = 0 if kind.startswith("u") else -values // 2
    return str(least), str(least + values - 1)


def _bounds(kind: str, least: Sequence[str], greatest: Sequence[str]) -> tuple[str, str] | None:
    """The bounds of all files; `None` if they have only nulls."""
    if not least or not greatest:
        return None
    return min(least, key=_order(kind)), max(greatest, key=_order(kind))


def _holds(kind: str, now: Sequence[str | None], bounds: tuple[str, str]) -> bool:
    """Whether the bounds in the catalog hold others."""
    least, greatest = now
    if least is None or greatest is None:
        return False
    order = _order(kind)
    return bool(order(least) <= order(bounds[0]) and order(bounds[1]) <= order(greatest))


def _order(kind: str) -> Callable[[str], Any]:
    """How bounds are compared: numbers by value, other types as their texts."""
    if kind.startswith("float"):
        return float
    return int if kind.removeprefix("u").startswith("int") else str
