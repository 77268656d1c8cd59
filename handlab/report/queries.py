"""
The queries of a report: the files of `sql/reports/queries`, which read the lake's views.

What a statistic means is decided by the views and macros of `sql/`; a query chooses rows and their
order. It reads its subject from the variable `player` of the connection, so that each file runs as
it is in any DuckDB client after `set variable player = 'Ann'`. Money leaves as a decimal, with its
`scale` as another column, and times as text in UTC, which is read here as the time of a zone.
"""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from handlab.sql_folder import sql_folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo

    import duckdb

    from handlab.report.model import Row


@cache
def sql(name: str) -> str:
    """The text of a query."""
    file = sql_folder() / "reports" / "queries" / f"{name}.sql"
    return file.read_text(encoding="utf-8")


def ask(
    connection: duckdb.DuckDBPyConnection, name: str, zone: tzinfo = UTC, **variables: object
) -> tuple[Row, ...]:
    """Run a query with the given variables of the connection; its rows have times of the zone."""
    for variable, value in variables.items():
        connection.execute(f"set variable {variable} = ?", [value])
    return tuple(_tidy(row, zone) for row in rows(connection, sql(name)))


def rows(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    values: Sequence[object] | Mapping[str, object] = (),
) -> list[dict[str, Any]]:
    """Run any query with its parameters; each row is a dictionary."""
    result = connection.execute(query, values)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def _tidy(row: dict[str, Any], zone: tzinfo) -> Row:
    """
    Round decimals to the scale of their money, and move times to the zone.

    SQL's decimals have eight places, and a signed zero.
    """
    places = Decimal(1).scaleb(-(row.pop("scale", None) or 0))
    for name, value in row.items():
        if isinstance(value, Decimal):
            row[name] = value.quantize(places) + 0
        elif zone is not UTC and name.endswith("_at") and isinstance(value, str):
            row[name] = datetime.fromisoformat(value).astimezone(zone).isoformat()
    return row
