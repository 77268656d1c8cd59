"""
Expire the snapshots of a lake, and delete the files that no snapshot needs any more.

The catalog forgets the snapshots first, and lists the files that only they needed. Then the files
are deleted, and last the list is cleared. If a process is killed in between, the next one that
expires snapshots deletes the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from handlab.errors import LakeError
from handlab.lake import files
from handlab.lake.catalog import METADATA, until_unlocked
from handlab.lake.journal import sync

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

_UNITS = {"h": "hours", "d": "days", "w": "weeks"}
_AGE = re.compile(r"(\d{1,6})([hdw])")


@dataclass(frozen=True, slots=True)
class Expired:
    """How many snapshots were expired, and which files were deleted."""

    snapshots: int = 0
    files: int = 0
    bytes: int = 0


def age(text: str) -> timedelta:
    """
    Read an age.

    Raises
    ------
    LakeError
        If it is not one.

    Examples
    --------
    >>> age("30d")
    datetime.timedelta(days=30)
    """
    found = _AGE.fullmatch(text.strip())
    if found is None:
        message = f"expected an age, got `{text}`"
        raise LakeError(message, hint="an age is written as in `12h`, `30d` or `8w`; `0d` is now")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def expire(connection: duckdb.DuckDBPyConnection, data: Path, older_than: timedelta) -> Expired:
    """
    Expire all snapshots but the last that are older than an age, and delete what only they needed.

    Parameters
    ----------
    connection
        A connection outside of a transaction.
    data
        The lake's data folder.
    older_than
        The age.
    """
    limit = datetime.now(UTC) - older_than
    gone = 0

    def forget() -> None:
        nonlocal gone
        rows = connection.execute(
            "call ducklake_expire_snapshots('lake', older_than => ?::timestamptz)", [limit]
        ).fetchall()
        gone = len(rows)

    until_unlocked(forget)
    count, size = _delete_scheduled(connection, data)
    return Expired(gone, count, size)


def _delete_scheduled(connection: duckdb.DuckDBPyConnection, data: Path) -> tuple[int, int]:
    """Delete the files that the catalog lists, or forgot; return their number and size."""
    rows = connection.execute(
        f"select path, path_is_relative from {METADATA}.ducklake_files_scheduled_for_deletion"
    ).fetchall()
    paths = [data / path if is_relative else data.__class__(path) for path, is_relative in rows]
    forgotten = files.superseded(connection)
    paths += [path for name, path in files.on_disk(data).items() if name in forgotten]
    count = size = 0
    # A data file without its delete file would look as if none of its rows had been deleted.
    for path in sorted(paths, key=lambda path: path.name.endswith(files.DELETES)):
        try:
            length = path.stat().st_size
            path.unlink()
        except FileNotFoundError:
            # An earlier attempt deleted it.
            continue
        count, size = count + 1, size + length
    for folder in {path.parent for path in paths if path.parent.is_dir()}:
        sync(folder)

    def clear() -> None:
        connection.execute("call ducklake_cleanup_old_files('lake', cleanup_all => true)")

    if rows:
        until_unlocked(clear)
    return count, size
