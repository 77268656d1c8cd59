"""
A lake in a folder that cannot be written: on a CD, a read-only mount, or someone else's.

SQLite must write next to a catalog in write-ahead mode even to read it, so a copy of the catalog is
read, together with what its log holds. The copy is ours: views of this version may be made in it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from handlab.errors import LakeBusyError, LakeError

if TYPE_CHECKING:
    from collections.abc import Iterator

TRIES = 50


def cannot_write(folder: Path, catalog: Path) -> bool:
    """Whether the lake's folder or its catalog is not ours to write."""
    return not (os.access(folder, os.W_OK) and os.access(catalog, os.W_OK))


class Copied:
    """
    A copy of a catalog in a temporary folder, which goes when nothing refers to this any more.

    Parameters
    ----------
    catalog
        The catalog.

    Raises
    ------
    LakeError
        If it cannot be read.
    LakeBusyError
        If a writer changes it all the time.
    """

    def __init__(self, catalog: Path) -> None:
        folder = Path(tempfile.mkdtemp(prefix="handlab-catalog-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.catalog = folder / catalog.name
        try:
            for _ in range(TRIES):
                before = list(_state(catalog))
                for part in _parts(catalog):
                    shutil.copyfile(part, folder / part.name)
                if before == list(_state(catalog)):
                    return
                time.sleep(0.1)
        except OSError as error:
            message = f"cannot read the lake's catalog `{catalog}`: {str(error.strerror).lower()}"
            raise LakeError(message, hint="ask its owner for the right to read it") from error
        message = f"expected a lake at rest, but its catalog changes all the time: `{catalog}`"
        raise LakeBusyError(message, hint="wait until its writer is done")


def _parts(catalog: Path) -> Iterator[Path]:
    """The catalog, and its log where it has one."""
    yield catalog
    log = catalog.with_name(f"{catalog.name}-wal")
    if log.exists():
        yield log


def _state(catalog: Path) -> Iterator[tuple[str, int, int]]:
    """What changes with any write to the catalog or its log."""
    for part in _parts(catalog):
        found = part.stat()
        yield part.name, found.st_size, found.st_mtime_ns
