"""
The Parquet files of a lake: those on disk, those in the catalog, and their digests.

A file that handlab wrote is named `<flush>-<digest>.parquet`: the files of all tables of one flush
share its id, so that the siblings of a bad file show which hands were in it, and the digest is
committed with the name, whatever the catalog. DuckLake's delete files have their digests in the
catalog's table `handlab_digests`. Files of the first version have none; only their size is checked.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

import duckdb

from handlab.lake.catalog import METADATA
from handlab.lake.journal import sync

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

DIGITS = 32
DIGESTS = "handlab_digests"
RETIRED = "retired.names"
DELETES = "-delete.parquet"
"""The end of the names of DuckLake's delete files."""
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_NAME = re.compile(rf"(?P<flush>{_UUID})-(?P<digest>[0-9a-f]{{{DIGITS}}})\.parquet")
# Files with other names are not handlab's: they are left alone.
_OURS = re.compile(rf"(ducklake-)?{_UUID}(-delete|-[0-9a-f]{{{DIGITS}}}|(\.[0-9a-z_]+)+)?\.parquet")


@dataclass(frozen=True, slots=True)
class CatalogFile:
    """
    A file that the catalog names and readers read.

    Attributes
    ----------
    path
        Path of the file.
    table
        Its table.
    size
        Its size according to the catalog.
    digest
        Its digest, if one was recorded.
    rows
        The number of rows that it holds, or deletes.
    number
        Its number in the catalog; for a delete file, the number of the file whose rows it deletes.
    snapshot
        The commit that added it.
    deletes
        Whether it is a delete file.
    """

    path: Path
    table: str
    size: int
    digest: str | None
    rows: int
    number: int
    snapshot: int
    deletes: bool

    @property
    def flush(self) -> str:
        """The id shared with its siblings: the flush, or the commit if the name has no flush."""
        return flush_of(self.path.name) or f"commit {self.snapshot}"


def on_disk(data: Path) -> dict[str, Path]:
    """The Parquet files of handlab and DuckLake below the data folder, by name."""
    return {path.name: path for path in data.rglob("*.parquet") if _OURS.fullmatch(path.name)}


def in_catalog(
    connection: duckdb.DuckDBPyConnection, data: Path, *, version: int | None = None
) -> list[CatalogFile]:
    """The files of a snapshot, including delete files; of the current one without a `version`."""
    digests = _recorded_digests(connection)
    found = []
    for kind, rows in (("data_file", "record_count"), ("delete_file", "delete_count")):
        for row in connection.execute(
            f"select s.path, s.path_is_relative, t.path, t.path_is_relative, f.path,"
            f" f.path_is_relative, t.table_name, f.file_size_bytes, f.{rows}, f.data_file_id,"
            f" f.begin_snapshot"
            f" from {METADATA}.ducklake_{kind} f"
            f" join {METADATA}.ducklake_table t"
            f" on t.table_id = f.table_id and {_is_in('t', version)}"
            f" join {METADATA}.ducklake_schema s on s.schema_id = t.schema_id"
            # A delete file is not ended itself when all rows of its data file are deleted.
            f" join {METADATA}.ducklake_data_file d"
            f" on d.data_file_id = f.data_file_id and {_is_in('d', version)}"
            f" where {_is_in('f', version)} order by f.{kind}_id"
        ).fetchall():
            path = _path(data, row[:6])
            table, size, rows_in_it, file_number, snapshot = row[6:]
            found.append(
                CatalogFile(
                    path,
                    table=table,
                    size=size,
                    digest=digest_of(path.name) or digests.get(path.name),
                    rows=rows_in_it,
                    number=file_number,
                    snapshot=snapshot,
                    deletes=kind == "delete_file",
                )
            )
    return found


def _is_in(row: str, version: int | None) -> str:
    """Whether a row of the catalog belongs to a snapshot."""
    if version is None:
        return f"{row}.end_snapshot is null"
    is_kept = f"({row}.end_snapshot is null or {row}.end_snapshot > {version})"
    return f"{row}.begin_snapshot <= {version} and {is_kept}"


def known_names(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """The names of all files that the catalog has or had, including those of earlier snapshots."""
    return _recorded_deletes(connection) | _named(connection)


def superseded(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """
    The names of delete files that DuckLake forgot, and that nothing reads any more.

    A delete file is replaced by one that holds its rows as well, and then listed for deletion. If
    one transaction deletes rows of a file twice, DuckLake lists its own first file of the two,
    which is gone already, instead of the committed one. That its digest was recorded shows that the
    catalog once named it.
    """
    return _recorded_deletes(connection) - _named(connection)


def _recorded_deletes(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """The names of the delete files that the catalog has or had."""
    return {name for name in _recorded_digests(connection) if name.endswith(DELETES)}


def _named(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """The names in the catalog."""
    return {
        PurePath(path).name
        for (path,) in connection.execute(
            f"select path from {METADATA}.ducklake_data_file"
            f" union all select path from {METADATA}.ducklake_delete_file"
            f" union all select path from {METADATA}.ducklake_files_scheduled_for_deletion"
        ).fetchall()
    }


def record_digests(connection: duckdb.DuckDBPyConnection, data: Path) -> None:
    """Record the digests of the files that DuckLake itself has written since the last call."""
    connection.execute(
        f"create table if not exists {METADATA}.{DIGESTS} (path varchar, digest varchar)"
    )
    kept = _recorded_digests(connection)
    for file in in_catalog(connection, data):
        name = file.path.name
        if name.startswith("ducklake-") and name not in kept and file.path.is_file():
            connection.execute(
                f"insert into {METADATA}.{DIGESTS} values (?, ?)", [name, digest(file.path)]
            )


def record_retired(connection: duckdb.DuckDBPyConnection, data: Path) -> None:
    """
    Record in the data folder which files have had all their rows deleted.

    DuckLake writes no delete file in that case, so only the catalog would show it.
    """
    ended = {
        PurePath(path).name: table
        for table, path in connection.execute(
            f"select t.table_name, f.path from {METADATA}.ducklake_data_file f"
            f" join {METADATA}.ducklake_table t on t.table_id = f.table_id"
            f" where f.end_snapshot is not null"
        ).fetchall()
    }
    known = retired(data)
    if not ended.keys() <= known.keys():
        _write_retired(data, known | ended)


def forget_retired(data: Path, names: Collection[str]) -> None:
    """Record in the data folder that some retired files count again."""
    known = retired(data)
    if not known.keys().isdisjoint(names):
        _write_retired(data, {name: table for name, table in known.items() if name not in names})


def _write_retired(data: Path, names: Mapping[str, str]) -> None:
    text = "".join(f"{table}/{name}\n" for name, table in names.items())
    new = data / f"{RETIRED}.new"
    new.write_text(text, encoding="utf-8")
    sync(new)
    new.replace(data / RETIRED)


def retired(data: Path) -> dict[str, str]:
    """The table of each file whose rows have all been deleted, by the file's name."""
    try:
        lines = (data / RETIRED).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    pairs = (line.partition("/") for line in lines)
    return {name: table for table, _, name in pairs}


def digest(path: Path) -> str:
    """The digest of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:DIGITS]


def digest_of(name: str) -> str | None:
    """The digest in a file's name."""
    found = _NAME.fullmatch(name)
    return found and found["digest"]


def flush_of(name: str) -> str | None:
    """The flush id in a file's name."""
    found = _NAME.fullmatch(name)
    return found and found["flush"]


def _recorded_digests(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    try:
        rows = connection.execute(f"select path, digest from {METADATA}.{DIGESTS}").fetchall()
    except duckdb.CatalogException:
        # A lake of the first version that has not been written to since.
        return {}
    return dict(rows)


def _path(data: Path, parts: tuple[object, ...]) -> Path:
    """A file's path from those of its schema, its table and itself; each may be absolute."""
    place = data
    for path, is_relative in zip(parts[::2], parts[1::2], strict=True):
        place = place / str(path) if is_relative else data.__class__(str(path))
    return place
