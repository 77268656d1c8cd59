"""
Check that a lake's catalog matches its Parquet, before anything is read or written.

A catalog may be lost, emptied, or restored from a backup. The Parquet is then the only copy of the
hands, so only files that an unfinished run of this lake wrote are ever deleted.
"""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from handlab.counted import counted
from handlab.errors import LakeError
from handlab.lake import bounds, elsewhere, files
from handlab.lake import catalog as catalogs
from handlab.lake import memory as memories
from handlab.lake.journal import JOURNAL, Journal

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

LOCK = "writer.lock"
ASIDE = "aside"
OWN = {LOCK, JOURNAL, "writer.new", ASIDE, "data", "aliases.toml"}
OWN_PREFIXES = ("catalog.", memories.SPILL)
OF_SYSTEMS = {"lost+found", "desktop.ini"}
"""What systems create in folders besides hidden files, without the user."""


def _repair_hint(folder: Path) -> str:
    if elsewhere.is_marked(folder):
        return "name the folder that was made with this catalog; its database restores a catalog"
    return f"`handlab lake repair --lake {quote(str(folder))}` repairs it, and deletes nothing"


def refuse_older(connection: duckdb.DuckDBPyConnection, journal: Journal | None) -> None:
    """
    Refuse a catalog that lacks the last commit of its lake.

    Raises
    ------
    LakeError
        If it is empty, older, or belongs to another lake.
    """
    if journal is None or catalogs.continues(connection, journal.snapshot):
        return
    folder = journal.path.parent
    now = catalogs.snapshot(connection).number
    message = (
        f"expected the catalog of `{folder}` as of commit {journal.snapshot.number},"
        f" got one without it that ends with commit {now}"
    )
    raise LakeError(message, hint=_repair_hint(folder))


def refuse_other_things(folder: Path, data: Path) -> None:
    """
    Refuse to make a lake in a folder of something else.

    A folder with Parquet passes: it is a lake, perhaps one that has lost its catalog.

    Raises
    ------
    LakeError
        If there is anything else than a user may put into a lake's folder.
    """
    if not folder.exists() or files.on_disk(data):
        return
    names = sorted(entry.name for entry in folder.iterdir())
    other = [
        name
        for name in names
        if name not in OWN | OF_SYSTEMS and not name.startswith((*OWN_PREFIXES, "."))
    ]
    if other:
        message = (
            "expected a lake or an empty folder,"
            f" got a folder with other files, such as `{other[0]}`: `{folder}`"
        )
        raise LakeError(message, hint="name another folder with `--lake`")


def refuse_without_catalog(folder: Path, data: Path) -> None:
    """
    Refuse a folder with Parquet that has no catalog.

    Raises
    ------
    LakeError
        If there is such Parquet.
    """
    found = len(files.on_disk(data))
    if found:
        parquet = counted(found, "Parquet files")
        message = f"expected a lake, got {parquet} without a catalog: `{folder}`"
        raise LakeError(message, hint=_repair_hint(folder))


def ready_to_write(connection: duckdb.DuckDBPyConnection, folder: Path, data: Path) -> Journal:
    """
    Delete the files of an unfinished run, and return the journal of the next.

    Raises
    ------
    LakeError
        If there is Parquet that the catalog does not name, or the catalog names missing files.
    """
    journal = Journal.read(folder)
    refuse_older(connection, journal)
    on_disk = files.on_disk(data)
    unknown = on_disk.keys() - files.known_names(connection)
    unexplained = sorted(name for name in unknown if journal is None or not journal.wrote(name))
    if unexplained:
        message = (
            f"expected a catalog that names all Parquet of `{folder}`,"
            f" got one without {counted(len(unexplained), 'files')},"
            f" such as `{on_disk[unexplained[0]]}`"
        )
        raise LakeError(message, hint=_repair_hint(folder))
    missing = [file for file in files.in_catalog(connection, data) if not file.path.is_file()]
    if missing:
        message = (
            f"expected all Parquet that the catalog of `{folder}` names,"
            f" got none of {counted(len(missing), 'files')}, such as `{missing[0].path}`"
        )
        raise LakeError(message, hint=_repair_hint(folder))
    for name in unknown:
        on_disk[name].unlink(missing_ok=True)
    files.record_retired(connection, data)
    catalogs.until_unlocked(lambda: files.record_digests(connection, data))
    catalogs.until_unlocked(lambda: bounds.mend(connection))
    now = catalogs.snapshot(connection)
    return Journal.begin(folder, now, lake=None if journal is None else journal.lake)
