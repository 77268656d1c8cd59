"""Write a file completely before it replaces an existing one."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """
    Yield a temporary path whose file replaces `path` on success.

    Links are followed; anything but a regular file, such as a pipe, is written to directly. Missing
    folders are created.

    Raises
    ------
    OSError
        If the file cannot be written; the error names `path`.
    """
    target = _target(path)
    if target.exists() and not target.is_file():
        yield target
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = _aside(target.parent)
    try:
        yield aside
        if not aside.exists():
            return
        if target.exists():
            shutil.copymode(target, aside)
        _sync(aside)
        aside.replace(target)
    except OSError as error:
        if error.filename == str(aside) or error.filename is None:
            raise type(error)(error.errno, error.strerror, str(path)) from error
        raise
    finally:
        with suppress(OSError):
            aside.unlink()


def check_writable(path: Path) -> None:
    """
    Try whether `atomic_path` can write, before an answer is computed for minutes.

    Raises
    ------
    OSError
        If it cannot; the error names `path`.
    """
    target = _target(path)
    if target.exists() and not target.is_file():
        return
    # Missing folders are made only when there is something to write.
    folder = next(parent for parent in target.parents if parent.exists())
    aside = _aside(folder)
    try:
        aside.touch()
        aside.unlink()
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from error


def _target(path: Path) -> Path:
    """The file that is replaced."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return target


def _aside(folder: Path) -> Path:
    return folder / f".handlab-{secrets.token_hex(8)}.part"


def _sync(path: Path) -> None:
    """Flush to the disk, so that a full disk is noticed now."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
