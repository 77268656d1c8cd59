"""
Clean copies of tables and views, for programs that read a folder of files.

The lake's own Parquet files are not suitable: they still contain rows that a later commit deleted.
An export is of one commit, has no deleted rows, and any tool may glob it.

A folder holds one file per table, such as `hands.parquet`, or with partitions
`hands/site=pokerstars/*.parquet`, and `_handlab.json`, which lists its contents. Each file is
written under a temporary name and renamed; an export replaces only files that an earlier export
wrote.
"""

from __future__ import annotations

import json
import secrets
import shutil
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handlab import sql_text, views
from handlab.errors import ExportError
from handlab.files.home import expanded
from handlab.files.query_files import with_iso_times, without_formulas
from handlab.lake import Lake
from handlab.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import duckdb

FORMATS = ("parquet", "csv")
MANIFEST = "_handlab.json"
LOCK = ".handlab.lock"
DERIVED = {
    "year": "strftime(started_at, '%Y')",
    "month": "strftime(started_at, '%Y-%m')",
    "day": "strftime(started_at, '%Y-%m-%d')",
}
"""Partitions besides columns, for tables and views with `started_at`, in UTC."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A table or view that was exported: its path, and its numbers of rows and files."""

    name: str
    path: Path
    rows: int
    files: int


def export(
    lake: str | Path,
    folder: str | Path,
    names: str | Sequence[str] = (),
    *,
    format: str = "parquet",
    partition_by: str | Sequence[str] = (),
    is_csv_safe: bool = False,
    memory: str | None = None,
    done: Callable[[Exported], None] | None = None,
) -> list[Exported]:
    """
    Write tables and views as files.

    Parameters
    ----------
    lake
        Folder of the lake.
    folder
        Where to write; created if needed.
    names
        Tables and views, one or several; all tables if not given.
    format
        `parquet` or `csv`.
    partition_by
        Columns by whose values files are separated, or `year`, `month`, `day` of `started_at`. A
        table without one of them is refused if it is named, and left whole otherwise; columns that
        no table has are refused.
    is_csv_safe
        Whether to put an apostrophe before csv texts that a spreadsheet would treat as formulas.
    memory
        Memory limit of DuckDB, such as `"2GB"`.
    done
        Called after each table.

    Returns
    -------
    list
        One entry per table or view: its name, its path, and its numbers of rows and files. Money
        is in minor units and times are in UTC, as in the lake.

    Raises
    ------
    ExportError
        If a name or a column is unknown, or the folder holds something else under a name.
    LakeError
        If there is no lake in the folder.

    Examples
    --------
    >>> hl.export("lake", "copies", ["hands", "seats"], partition_by=["month"])  # doctest: +SKIP
    """
    if format not in FORMATS:
        message = f"expected a format of an export, got `{format}`"
        raise ExportError(message, hint=f"one of {', '.join(FORMATS)}")
    if is_csv_safe and format != "csv":
        message = f"expected the format csv with `is_csv_safe`, got `{format}`"
        raise ExportError(message)
    opened = Lake.open(lake, memory=memory)
    target = expanded(folder).resolve()
    if target == opened.path or opened.path in target.parents:
        message = f"expected a folder outside of the lake, got `{target}`"
        raise ExportError(message, hint="a lake's folder may contain only the lake")
    exported = []
    with ExitStack() as alone, views.connect_lake(opened) as connection:
        # One transaction, so that all copies are of the same commit.
        connection.begin()
        chosen, plans = _chosen(connection, sql_text.names(names), sql_text.names(partition_by))
        target.mkdir(parents=True, exist_ok=True)
        alone.enter_context(_alone(target))
        manifest = _manifest(target)
        paths = {name: target / (name if plans[name] else f"{name}.{format}") for name in chosen}
        for name in chosen:
            _refuse_others(target, name, manifest)
        for name, columns in chosen.items():
            with _replacing(paths[name]) as aside:
                source = _source(connection, name, columns, plans[name])
                if is_csv_safe:
                    source = without_formulas(source)
                rows = _copy(connection, source, aside, format, plans[name])
            _remove_earlier(target, name, paths[name], manifest)
            files = sum(1 for _ in paths[name].rglob(f"*.{format}")) if plans[name] else 1
            found = Exported(name, paths[name], rows, files)
            exported.append(found)
            manifest[name] = {"path": paths[name].name, "rows": rows, "files": files}
            _write_manifest(target, manifest)
            if done is not None:
                done(found)
        connection.rollback()
    return exported


def _chosen(
    connection: duckdb.DuckDBPyConnection, named: Sequence[str], wanted: Sequence[str]
) -> tuple[dict[str, list[str]], dict[str, tuple[str, ...]]]:
    """The columns and the partition columns of each exported table; all tables if none is named."""
    chosen = {name: _columns(connection, name) for name in named or TABLES}
    plans = {
        name: _partitions(name, columns, wanted, is_named=bool(named))
        for name, columns in chosen.items()
    }
    if wanted and not any(plans.values()):
        message = f"expected columns of a table to partition by, got `{'`, `'.join(wanted)}`"
        raise ExportError(message, hint="`handlab tables` lists the columns")
    return chosen, plans


def _columns(connection: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    rows = connection.execute(
        "select column_name from duckdb_columns()"
        " where database_name = 'lake' and table_name = ? order by column_index",
        [name],
    ).fetchall()
    if not rows or name == "lake_version":
        message = f"expected a table or view of the lake, got `{name}`"
        raise ExportError(message, hint="`handlab tables` lists them")
    return [column for (column,) in rows]


def _partitions(
    name: str, columns: Sequence[str], wanted: Sequence[str], *, is_named: bool
) -> tuple[str, ...]:
    for column in wanted:
        if column not in columns and not (column in DERIVED and "started_at" in columns):
            if not is_named:
                return ()
            message = f"expected a column of `{name}` to partition by, got `{column}`"
            known = [*(DERIVED if "started_at" in columns else ()), *columns]
            raise ExportError(message, hint=f"one of {', '.join(known)}")
    return tuple(wanted)


def _source(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    columns: Sequence[str],
    partitions: Sequence[str],
) -> duckdb.DuckDBPyRelation:
    """The rows of a table or view, with the partition columns that it lacks."""
    derived = [
        f", {DERIVED[name]} as {sql_text.identifier(name)}"
        for name in partitions
        if name not in columns
    ]
    return connection.sql(f"select *{''.join(derived)} from lake.main.{sql_text.identifier(name)}")


def _copy(
    connection: duckdb.DuckDBPyConnection,
    source: duckdb.DuckDBPyRelation,
    aside: Path,
    format: str,
    partitions: Sequence[str],
) -> int:
    options = ["format csv", "header"]
    if format == "csv":
        source = with_iso_times(source)
    else:
        options = ["format parquet", "compression zstd"]
    if partitions:
        aside.mkdir()
        options.append(f"partition_by ({', '.join(map(sql_text.identifier, partitions))})")
        # As in Hive, the partition columns are left out of the files unless requested.
        options.append(f"write_partition_columns {str(format == 'csv').lower()}")
    path = str(aside).replace("'", "''")
    rows = connection.execute(
        f"copy ({source.sql_query()}) to '{path}' ({', '.join(options)})"
    ).fetchone()
    return int(rows[0]) if rows else 0


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path whose file or folder replaces `path` on success."""
    aside = path.with_name(f".handlab-{secrets.token_hex(8)}.part")
    old = path.with_name(f".handlab-{secrets.token_hex(8)}.old")
    try:
        yield aside
        if path.is_dir():
            path.rename(old)
        aside.rename(path) if aside.is_dir() else aside.replace(path)
    finally:
        for left in (aside, old):
            shutil.rmtree(left, ignore_errors=True)
            with suppress(OSError):
                left.unlink()


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    """Allow one export at a time, and remove files of a killed one: a glob may find them."""
    from filelock import FileLock, Timeout

    lock = FileLock(target / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        message = (
            f"expected no other export to this folder, but another process writes to `{target}`"
        )
        raise ExportError(message, hint="wait until it is done") from error
    try:
        for left in [*target.glob(".handlab-*.part"), *target.glob(".handlab-*.old")]:
            shutil.rmtree(left, ignore_errors=True)
            with suppress(OSError):
                left.unlink()
        yield
    finally:
        lock.release()


def _refuse_others(target: Path, name: str, manifest: dict[str, Any]) -> None:
    """Refuse to replace files that no export wrote."""
    for path in (target / name, *(target / f"{name}.{format}" for format in FORMATS)):
        if path.exists() and path.name != manifest.get(name, {}).get("path"):
            message = f"expected a new path or an earlier export, got other files: `{path}`"
            raise ExportError(message, hint="name another folder, or move these files")


def _remove_earlier(target: Path, name: str, path: Path, manifest: dict[str, Any]) -> None:
    """Remove files of an earlier export in another format: a glob must not find rows twice."""
    earlier = manifest.get(name, {}).get("path")
    if earlier is not None and earlier != path.name:
        shutil.rmtree(target / earlier, ignore_errors=True)
        with suppress(OSError):
            (target / earlier).unlink()


def _manifest(target: Path) -> dict[str, Any]:
    try:
        found = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (ValueError, OSError) as error:
        message = f"cannot read the manifest of an export: `{target / MANIFEST}`"
        raise ExportError(message, hint="name another folder") from error
    exported = found.get("exported") if isinstance(found, dict) else None
    if not isinstance(exported, dict) or any(
        not isinstance(entry, dict) or Path(str(entry.get("path"))).name != entry.get("path")
        for entry in exported.values()
    ):
        message = f"expected the manifest of an export, got something else: `{target / MANIFEST}`"
        raise ExportError(message, hint="name another folder")
    return exported


def _write_manifest(target: Path, exported: dict[str, Any]) -> None:
    aside = target / f".handlab-{secrets.token_hex(8)}.part"
    text = json.dumps({"by": "handlab export", "exported": exported}, indent=2) + "\n"
    aside.write_text(text, encoding="utf-8")
    aside.replace(target / MANIFEST)
