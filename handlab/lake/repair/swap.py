"""Replace the catalog with the working copy, and move other files aside."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from handlab.lake.catalog_copy import wait_for_copy
from handlab.lake.journal import sync

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# Readers may have the catalog open, so it is overwritten in one transaction, not replaced. A file
# that SQLite cannot read is open nowhere: it is moved, with the files next to it.
_PROGRAM = """
import contextlib, os, sqlite3, sys
work, catalog, aside = sys.argv[1:]


def copy(source, target):
    with contextlib.closing(sqlite3.connect(source, timeout=30)) as old:
        with contextlib.closing(sqlite3.connect(target, timeout=30)) as new:
            new.execute("pragma synchronous = full")
            old.backup(new)


try:
    is_whole = False
    if os.path.exists(catalog) and os.path.getsize(catalog):
        try:
            copy(catalog, aside)
            is_whole = True
        except sqlite3.DatabaseError as error:
            if "locked" in str(error) or "full" in str(error):
                raise
    if is_whole:
        copy(work, catalog)
    else:
        for ending in ("", "-wal", "-shm"):
            if os.path.exists(catalog + ending):
                os.replace(catalog + ending, aside + ending)
        os.replace(work, catalog)
except (sqlite3.Error, OSError) as error:
    sys.exit(str(error))
"""


def replace(work: Path, folder: Path, aside: Path) -> None:
    """
    Make the working copy the catalog of the lake in a folder; the old one is moved aside.

    Raises
    ------
    LakeError
        If the catalog is locked or the disk is full; the catalog is then unchanged.
    """
    aside.mkdir(parents=True, exist_ok=True)
    catalog = folder / "catalog.sqlite"
    arguments = [str(work), str(catalog), str(aside / catalog.name)]
    child = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for_copy(child)
    for ending in ("", "-wal", "-shm", "-journal"):
        work.with_name(work.name + ending).unlink(missing_ok=True)
    sync(catalog)
    sync(folder)


def move_aside(paths: Sequence[Path], folder: Path, aside: Path) -> int:
    """Move files of a lake aside, under the same folders, and return their number."""
    moved = 0
    for path in paths:
        if path.is_file():
            place = aside / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            path.replace(place)
            moved += 1
    return moved
