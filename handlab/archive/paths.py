"""Which files paths name."""

from __future__ import annotations

import glob
import os
from pathlib import Path
from typing import TYPE_CHECKING

from handlab.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterable


def find(paths: Iterable[str | Path], *, exclude: Path | None = None) -> list[Path]:
    """
    List the files that paths name: themselves, all below a folder, or what a glob matches.

    A folder's files are sorted, and each file is listed once.

    Parameters
    ----------
    exclude
        Folder to leave out: a lake may lie among the files that it was filled from.

    Raises
    ------
    ArchiveError
        If a path names nothing.
    """
    found: dict[Path, None] = {}
    for path in paths:
        # Not `resolve`: a file is known by the path that its owner knows, links and all.
        absolute = Path(os.path.abspath(Path(path).expanduser()))  # noqa: PTH100
        for match in _matches(absolute):
            if exclude is None or not match.is_relative_to(exclude):
                found[match] = None
    return list(found)


def _matches(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(Path(folder, name) for folder, _, names in os.walk(path) for name in names)
    if path.exists():
        return [path]
    if glob.has_magic(str(path)):
        matches = sorted(glob.glob(str(path), recursive=True))  # noqa: PTH207 - absolute
        if matches:
            return [file for match in matches for file in _matches(Path(match))]
    message = f"expected a file, a folder or a glob, got a path to nothing: `{path}`"
    raise ArchiveError(message)
