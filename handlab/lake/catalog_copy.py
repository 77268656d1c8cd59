"""
Copy the catalog after each commit, to `<lake>/catalog.copy.sqlite` next to it.

The copy is written to a temporary file and renamed, so that there is a complete one at any time.
SQLite copies in a child process: opening and closing the file in this process would release the
locks that DuckDB holds on it. The child works while the next batch is parsed; the next commit waits
for it.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from handlab.errors import LakeError
from handlab.lake.journal import sync

if TYPE_CHECKING:
    from pathlib import Path

COPY = "catalog.copy.sqlite"
SECONDS = 120
# Not in write-ahead mode: then the copy is a single file, and readable on a read-only disk.
_PROGRAM = """
import contextlib, sqlite3, sys
source, target = sys.argv[1:]
source = "file:" + source + "?mode=ro"
with contextlib.closing(sqlite3.connect(source, uri=True, timeout=60)) as old:
    with contextlib.closing(sqlite3.connect(target)) as new:
        try:
            old.backup(new)
            new.execute("pragma journal_mode = delete")
        except sqlite3.Error as error:
            sys.exit(str(error))
"""


class CatalogCopier:
    """
    Copies the catalog of a lake after each commit.

    Parameters
    ----------
    catalog
        The SQLite file; `None` for a catalog elsewhere, which is not copied.
    copy
        Where the copy goes.
    """

    def __init__(self, catalog: Path | None, copy: Path) -> None:
        self._catalog = catalog
        self._copy = copy
        self._aside = copy.with_suffix(".new")
        self._child: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start to copy the current commit."""
        self.finish()
        # A program that embeds the interpreter, or is frozen with it, has no interpreter to start.
        if self._catalog is None or not sys.executable or hasattr(sys, "frozen"):
            return
        self._aside.unlink(missing_ok=True)
        self._child = start_copy(self._catalog, self._aside)

    def finish(self) -> None:
        """
        Wait until the copy is complete.

        Raises
        ------
        LakeError
            If the copy fails.
        """
        child, self._child = self._child, None
        if child is None:
            return
        wait_for_copy(child)
        sync(self._aside)
        self._aside.replace(self._copy)
        sync(self._copy.parent)

    def abandon(self) -> None:
        """Stop without a copy of the last commit; the next writer makes one."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.communicate()
        self._aside.unlink(missing_ok=True)


def start_copy(source: Path, target: Path) -> subprocess.Popen[str]:
    """Start a child process that copies a SQLite file over another; Ctrl-C does not reach it."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _PROGRAM, _quoted(source), str(target)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_copy(child: subprocess.Popen[str]) -> None:
    """
    Wait for the child process that copies.

    Raises
    ------
    LakeError
        If it fails or does not end in time.
    """
    try:
        _, output = child.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        output = f"no answer in {SECONDS} seconds"
    except BaseException:
        child.kill()
        child.communicate()
        raise
    if child.returncode:
        reason = output.strip().rpartition("\n")[2]
        message = f"cannot copy the lake's catalog: {reason or 'the process was killed'}"
        full = "full" in reason or "I/O" in reason
        raise LakeError(
            message,
            hint="free space on the disk; committed data is kept" if full else "run it again",
        )


def _quoted(path: Path) -> str:
    """The path part of a file URI."""
    return path.as_uri().removeprefix("file://")
