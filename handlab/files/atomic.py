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
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.exists() and not target.is_file():
        yield target
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = target.with_name(f".handlab-{secrets.token_hex(8)}.part")
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


def _sync(path: Path) -> None:
    """Flush to the disk, so that a full disk is noticed now."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
