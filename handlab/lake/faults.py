"""
Convert errors of DuckDB, Polars and the system to errors that state what to do.

On Ctrl-C DuckDB ends its statement, even a commit, and raises `RuntimeError: Query interrupted`;
this is converted back to `KeyboardInterrupt`.
"""

from __future__ import annotations

import errno
import sys
from contextlib import contextmanager
from shlex import quote
from typing import TYPE_CHECKING

import duckdb

from handlab.errors import HandlabError, LakeBusyError, LakeError
from handlab.lake import elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REPAIR = "see what is wrong with `handlab lake verify`, and fix it with `handlab lake repair`"
DATABASE = "see whether the database of the catalog runs, and whether `catalog` names it rightly"
RUN_AGAIN = "nothing that was committed is lost; run it again, and it resumes from there"
_FULL_NUMBERS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FULL_WORDS = ("no space left", "disk is full", "quota exceeded", "file too large", "disk full")


def repair(path: Path) -> str:
    """How to mend a lake that cannot be opened."""
    return DATABASE if elsewhere.is_marked(path) else REPAIR


def described(path: Path) -> str:
    """What is at a path that holds no lake, and the path: it may be misspelt."""
    if path.is_dir():
        return f"a folder without one: `{path}`"
    return f"{'a file' if path.exists() else 'a path that does not exist'}: `{path}`"


def hint_to_make(path: Path, given: str | Path) -> str:
    """How to make a lake at a path that holds none; a file would be in its place."""
    if path.is_file():
        return "name the folder that `handlab ingest` made"
    return f"make one with `handlab ingest PATH --lake {quote(str(given))}`"


@contextmanager
def as_lake_errors(path: Path, aim: str, *, hint: str = RUN_AGAIN) -> Iterator[None]:
    """
    Raise failures of the lake at `path` as `LakeError`.

    Parameters
    ----------
    path
        The lake's folder.
    aim
        The operation, such as `write to`.
    hint
        What to do if the cause is unknown.

    Raises
    ------
    LakeError
        If the disk is full, a file is missing, or another operation fails.
    LakeBusyError
        If another program has locked the catalog.
    KeyboardInterrupt
        If DuckDB was interrupted.
    """
    try:
        yield
    except (HandlabError, BrokenPipeError):
        raise
    except _fault_classes() as error:
        if isinstance(error, duckdb.InterruptException):
            raise KeyboardInterrupt from error
        raise _fault(error, path, aim, hint) from error
    except RuntimeError as error:
        if not is_interrupt(error):
            raise
        raise KeyboardInterrupt from error


@contextmanager
def environment_errors(path: Path, aim: str) -> Iterator[None]:
    """Raise a full disk, a lock and Ctrl-C as [`as_lake_errors`] does; let the rest pass."""
    try:
        yield
    except (duckdb.Error, RuntimeError) as error:
        if not (is_full(error) or is_locked(error) or is_interrupt(error)):
            raise
        with as_lake_errors(path, aim):
            raise


def _fault_classes() -> tuple[type[Exception], ...]:
    """The errors of DuckDB, the system, and of Polars if it is imported at all."""
    polars = sys.modules.get("polars.exceptions")
    own = (duckdb.Error, OSError)
    return own if polars is None else (*own, polars.PolarsError)


def is_interrupt(error: BaseException) -> bool:
    """Whether a signal interrupted DuckDB."""
    return "interrupted" in str(error).lower() and not isinstance(error, OSError)


def is_full(error: BaseException) -> bool:
    """Whether the disk, a quota or the largest file size is exhausted."""
    if isinstance(error, OSError) and error.errno in _FULL_NUMBERS:
        return True
    text = str(error).lower()
    return any(words in text for words in _FULL_WORDS)


def is_locked(error: BaseException) -> bool:
    """Whether another program has locked the catalog."""
    return "database is locked" in str(error).lower()


def _fault(error: BaseException, path: Path, aim: str, hint: str) -> LakeError:
    if is_full(error):
        message = f"cannot {aim} the lake `{path}`: its disk is full"
        return LakeError(message, hint=f"free space on the disk; {RUN_AGAIN}")
    if is_locked(error):
        message = f"cannot {aim} the lake `{path}`: another program locks its catalog"
        return LakeBusyError(
            message, hint=f"close the program that has `catalog.sqlite` open; {RUN_AGAIN}"
        )
    message = f"cannot {aim} the lake `{path}`: {one_line(error)}"
    if isinstance(error, duckdb.OutOfMemoryException):
        return LakeError(message, hint="give it more with `--memory 2GB`, or `HANDLAB_MEMORY=2GB`")
    if aim == "make" and isinstance(error, OSError):
        message = f"cannot {aim} the lake `{path}`: {(error.strerror or '').lower()}"
        return LakeError(message, hint="name a writable folder with `--lake`")
    return LakeError(message, hint=repair(path) if _is_damage(error) else hint)


def _is_damage(error: BaseException) -> bool:
    """Whether a file of the lake is missing or unreadable."""
    # Errors of libraries below DuckDB, such as for an invalid footer, have no class of their own.
    if type(error) is duckdb.Error:
        return True
    return isinstance(error, duckdb.IOException | duckdb.InvalidInputException) or any(
        words in str(error).lower() for words in ("malformed", "not a database", "parquet")
    )


def one_line(error: BaseException) -> str:
    """The first line of an error message."""
    return " ".join(str(error).strip().partition("\n")[0].split())
