"""
Read-only queries: what `handlab sql` accepts, and how it restricts the connection.

A query is checked with DuckDB's own parser: one statement, a query, no function that reads files,
writes or sets anything. In addition the lake is attached read-only, only the lake's own files can
be opened, and the configuration is locked, so that a statement that passes the check fails there.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from handlab.cli.output import UsageError
from handlab.statistics.table_macros import TABLE_MACROS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb

UNSAFE_HINT = "`--unsafe` allows any statement"

ALLOWED_FUNCTIONS = frozenset(
    {
        # Rows from no input, or from a value.
        *("generate_series", "json_each", "json_tree", "range", "repeat", "repeat_row", "unnest"),
        # Tables of the lake, and its files, which are the only ones that can be opened.
        *("query_table", "summary", "histogram", "histogram_values", "parquet_scan"),
        *("read_parquet", "parquet_metadata", "parquet_schema", "parquet_file_metadata"),
        *("parquet_kv_metadata", "glob"),
        # Metadata.
        *("duckdb_columns", "duckdb_constraints", "duckdb_databases", "duckdb_functions"),
        *("duckdb_keywords", "duckdb_memory", "duckdb_schemas", "duckdb_settings"),
        *("duckdb_tables", "duckdb_types", "duckdb_views", "pragma_show", "pragma_table_info"),
        *("pragma_version", "show", "show_tables", "table_info", "icu_calendar_names"),
        "pg_timezone_names",
        # The lake's history.
        *("ducklake_current_snapshot", "ducklake_last_committed_snapshot"),
        *("ducklake_list_files", "ducklake_options", "ducklake_settings", "ducklake_snapshots"),
        *("ducklake_table_changes", "ducklake_table_deletions", "ducklake_table_info"),
        *("ducklake_table_insertions", "snapshots", "current_snapshot", "last_committed_snapshot"),
        *TABLE_MACROS,
        *("table_changes", "table_deletions", "table_info", "table_insertions", "options"),
    }
)
"""Table functions that read the lake or nothing; all others are refused."""

_EXPLAIN = re.compile(r"\s*explain\s+(analyze\s+)?(\([^()]*\)\s*)?", re.IGNORECASE)
_WORD = re.compile(r"\w+")


def check_query(text: str) -> None:
    """
    Accept a query, or refuse it.

    Raises
    ------
    UsageError
        If it is not a single query, or calls a function that is not allowed.
    duckdb.Error
        If it is not valid SQL.
    """
    with _bare() as connection:
        _check_query(connection, text)


def _check_query(connection: duckdb.DuckDBPyConnection, text: str) -> None:
    statements = connection.extract_statements(text)
    kinds = [statement.type.name for statement in statements]
    if not kinds:
        message = "expected a query, got none"
        raise UsageError(message, hint='such as `handlab sql "from player_stats" --lake DIR`')
    if kinds == ["EXPLAIN"]:
        _check_query(connection, _EXPLAIN.sub("", text, count=1))
        return
    if kinds[-1] == "SELECT" and set(kinds[:-1]) == {"CREATE"} and _is_one_pivot(statements):
        _refuse_words(connection, text)
        return
    if len(kinds) > 1:
        names = ", ".join(kind.lower().replace("_", " ") for kind in kinds)
        message = f"expected one query, got several statements: {names}"
        raise UsageError(message, hint=f"run one query at a time; {UNSAFE_HINT}")
    if kinds != ["SELECT"]:
        name = kinds[0].lower().replace("_", " ").replace("???", "another kind")
        message = f"expected a query, got a statement that may change something: {name}"
        raise UsageError(message, hint=f"use `select` or `from`; {UNSAFE_HINT}")
    for name in _functions(connection, text):
        _refuse(name)


def restrict(connection: duckdb.DuckDBPyConnection, files: Path, out: Path | None) -> None:
    """
    Restrict a connection to the lake's own files, irreversibly.

    Parameters
    ----------
    files
        Folder of the lake's Parquet.
    out
        File that the result is written to, if any.
    """
    connection.execute(f"set allowed_directories = [{_quoted(f'{files}/')}]")
    if out is not None:
        connection.execute(f"set allowed_paths = [{_quoted(str(out))}]")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")


def _is_one_pivot(statements: list[Any]) -> bool:
    """Whether DuckDB split a single pivot, which has to find its columns first."""
    return all(statement.query == "" for statement in statements)


def _bare() -> duckdb.DuckDBPyConnection:
    """A connection without a lake and without files: parsing `import database` would open one."""
    import duckdb

    return duckdb.connect(config={"enable_external_access": "false"})


def _functions(connection: duckdb.DuckDBPyConnection, text: str) -> Iterator[str]:
    """The table functions of a query, according to DuckDB's parser."""
    row = connection.execute("select json_serialize_sql(?)", [text]).fetchone()
    parsed = json.loads(row[0] if row else "{}")
    if parsed.get("error", True):
        reason = parsed.get("error_message", "a statement of another kind")
        message = f"expected a query, got another statement: {reason}"
        raise UsageError(message, hint=f"use `select` or `from`; {UNSAFE_HINT}")
    found: list[Any] = [parsed]
    while found:
        node = found.pop()
        if isinstance(node, dict):
            if node.get("type") == "TABLE_FUNCTION":
                yield str(node["function"]["function_name"]).lower()
            found += node.values()
        elif isinstance(node, list):
            found += node


def _refuse_words(connection: duckdb.DuckDBPyConnection, text: str) -> None:
    """Check a pivot, which has no syntax tree: none of its words may be a refused function."""
    rows = connection.execute(
        "select distinct lower(function_name) from duckdb_functions()"
        " where function_type in ('table', 'table_macro', 'pragma')"
    ).fetchall()
    # A bare connection does not have the functions of extensions.
    known = {name for (name,) in rows} | {"sqlite_scan", "sqlite_query", "sqlite_attach"}
    for word in _WORD.findall(text.lower()):
        if word in known or word.startswith("ducklake_"):
            _refuse(word)


def _refuse(name: str) -> None:
    if name not in ALLOWED_FUNCTIONS:
        message = f"expected a query of the lake, got one that calls `{name}`"
        hint = f"files, settings and other databases are not available; {UNSAFE_HINT}"
        raise UsageError(message, hint=hint)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
