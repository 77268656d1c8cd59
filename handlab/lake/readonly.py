"""
Read a lake in a folder that is not writable: on a CD, a read-only mount, or of another user.

SQLite must write next to a catalog in write-ahead mode even to read it, so a temporary copy of the
catalog and its log is read instead. Views of this version can be created in the copy.
"""

from __future__ import annotations

import errno
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
DENIED = {errno.EROFS, errno.EACCES, errno.EPERM}


def cannot_write(folder: Path, catalog: Path) -> bool:
    """Whether the lake's folder or its catalog is not writable."""
    return not (os.access(folder, os.W_OK) and os.access(catalog, os.W_OK))


def refusal(folder: Path) -> LakeError:
    """The error of who wants to write to such a lake."""
    message = f"expected a writable lake, got a read-only one: `{folder}`"
    return LakeError(
        message,
        hint="ask the folder's owner for write permission, or name another lake with `--lake`",
    )


class Copied:
    """
    A copy of a catalog in a temporary folder, removed when this object is no longer used.

    Parameters
    ----------
    catalog
        The catalog.

    Raises
    ------
    LakeError
        If the catalog cannot be read.
    LakeBusyError
        If a writer keeps changing it.
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
            raise LakeError(
                message, hint="ask the file's owner for permission to read it"
            ) from error
        message = f"expected an idle lake, but its catalog keeps changing: `{catalog}`"
        raise LakeBusyError(message, hint="wait until the process that writes to it is done")


def _parts(catalog: Path) -> Iterator[Path]:
    """The catalog, and its log if there is one."""
    yield catalog
    log = catalog.with_name(f"{catalog.name}-wal")
    if log.exists():
        yield log


def _state(catalog: Path) -> Iterator[tuple[str, int, int]]:
    """A state that changes with every write to the catalog or its log."""
    for part in _parts(catalog):
        found = part.stat()
        yield part.name, found.st_size, found.st_mtime_ns
