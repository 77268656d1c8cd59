"""
Whether a lake's catalog is the one that its Parquet belongs to, before anyone reads or writes.

A catalog may be lost, emptied, or restored from a backup. Its Parquet is then all that there is of
the hands, so nothing is deleted that an unfinished run of this very lake did not write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.errors import LakeError
from handlab.lake import catalog as catalogs
from handlab.lake import files
from handlab.lake.journal import Journal

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

REPAIR_HINT = "`handlab lake repair --lake {}` mends it, and deletes nothing"


def refuse_older(connection: duckdb.DuckDBPyConnection, journal: Journal | None) -> None:
    """
    Refuse a catalog that lacks the last commit of its lake.

    Raises
    ------
    LakeError
        If it is empty, older, or another lake's.
    """
    if journal is None or catalogs.continues(connection, journal.snapshot):
        return
    folder = journal.path.parent
    now = catalogs.snapshot(connection).number
    message = (
        f"expected the catalog of `{folder}` as of commit {journal.snapshot.number},"
        f" got one that does not know it and ends with commit {now}"
    )
    raise LakeError(message, hint=REPAIR_HINT.format(folder))


def refuse_without_catalog(folder: Path, data: Path) -> None:
    """
    Refuse a folder with Parquet but without a catalog that names it.

    Raises
    ------
    LakeError
        If there is any.
    """
    found = len(files.on_disk(data))
    if found:
        message = f"expected a lake, got {found:,} Parquet files without their catalog: `{folder}`"
        raise LakeError(message, hint=REPAIR_HINT.format(folder))


def ready_to_write(connection: duckdb.DuckDBPyConnection, folder: Path, data: Path) -> Journal:
    """
    Delete what an unfinished run left behind, and return the journal of the next.

    Raises
    ------
    LakeError
        If there is Parquet that nothing names, or some that the catalog names is missing.
    """
    journal = Journal.read(folder)
    refuse_older(connection, journal)
    on_disk = files.on_disk(data)
    unknown = on_disk.keys() - files.known_names(connection)
    strange = sorted(name for name in unknown if journal is None or not journal.wrote(name))
    if strange:
        message = (
            f"expected a catalog that names all Parquet of `{folder}`,"
            f" got one without {len(strange):,} files, such as `{on_disk[strange[0]]}`"
        )
        raise LakeError(message, hint=REPAIR_HINT.format(folder))
    missing = [file for file in files.in_catalog(connection, data) if not file.path.is_file()]
    if missing:
        message = (
            f"expected all Parquet that the catalog of `{folder}` names,"
            f" but {len(missing):,} files are missing, such as `{missing[0].path}`"
        )
        raise LakeError(message, hint=REPAIR_HINT.format(folder))
    for name in unknown:
        on_disk[name].unlink(missing_ok=True)
    files.record_retired(connection, data)
    catalogs.until_unlocked(lambda: files.record_digests(connection, data))
    now = catalogs.snapshot(connection)
    return Journal.begin(folder, now, lake=None if journal is None else journal.lake)
