"""Choose the catalog that a repair starts from: the one that names most of the existing Parquet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from handlab.errors import LakeError
from handlab.lake import catalog as catalogs
from handlab.lake import files
from handlab.lake import memory as memories
from handlab.lake.catalog_copy import COPY, start_copy, wait_for_copy

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from handlab.lake import Lake
    from handlab.lake.journal import Journal


def prepare(
    lake: Lake, work: Path, journal: Journal | None, on_disk: Iterable[str]
) -> tuple[str, bool]:
    """
    Make the working copy, and return its origin: `own`, `copy`, or `new` for an empty one.

    The second value is whether that catalog has the journal's last commit. A catalog without it is
    older, or belongs to another lake; it is better than none. Of two catalogs with it, the one that
    leaves less Parquet unnamed is better, then the lake's own.
    """
    remove(work)
    # Files of the unfinished run are in neither catalog.
    wanted = {name for name in on_disk if journal is None or not journal.wrote(name)}
    candidates = {"own": lake.path / "catalog.sqlite", "copy": lake.path / COPY}
    worth: dict[str, tuple[bool, int]] = {}
    for kind, path in candidates.items():
        known = _known(lake, path, journal)
        if known is not None:
            continues_journal, names = known
            worth[kind] = continues_journal, -len(wanted - names)
    for kind in sorted(worth, key=lambda kind: (worth[kind], kind == "own"), reverse=True):
        try:
            wait_for_copy(start_copy(candidates[kind], work))
        except LakeError:
            remove(work)
        else:
            return kind, worth[kind][0]
    return "new", False


def remove(work: Path) -> None:
    """Remove a working copy, with SQLite's files next to it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        work.with_name(work.name + ending).unlink(missing_ok=True)


def _known(lake: Lake, path: Path, journal: Journal | None) -> tuple[bool, set[str]] | None:
    """Whether a catalog continues the journal, and the names in it; `None` if it is invalid."""
    if not catalogs.is_made(path):
        return None
    connection = memories.connect(lake.memory, lake.path)
    try:
        catalogs.attach(connection, f"sqlite:{path}", lake.data, read_only=True)
        continues_journal = journal is None or catalogs.continues(connection, journal.snapshot)
        files.in_catalog(connection, lake.data)
        return continues_journal, files.known_names(connection)
    except duckdb.Error:
        return None
    finally:
        connection.close()
