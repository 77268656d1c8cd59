"""List the files that paths name, and those that cannot be read."""

from __future__ import annotations

import glob
import os
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from handlab.archive.broken import reason
from handlab.archive.names import path_label
from handlab.archive.transfers import is_under_way
from handlab.errors import ArchiveError
from handlab.files.home import expanded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Files are read more than once, by their digests first.
STDIN = "stdin is not read: write the hands to a file first"


@dataclass(frozen=True, slots=True)
class Skipped:
    """
    A file, folder or member that is not read, or not to its end, and why.

    Attributes
    ----------
    path, member
        Their names as text, see `names`.
    is_failure
        Whether the part that was not read may hold hands, so that another attempt makes sense.
    """

    path: str
    member: str | None
    reason: str
    is_failure: bool = False


@dataclass(slots=True)
class Found:
    """
    The files that paths name, in order and each once, and what was skipped.

    Attributes
    ----------
    without_files
        The paths at which there is nothing to read, such as an empty folder or a disk not mounted.
        A path whose files cannot be read is not among them: `skipped` says why.
    """

    files: list[Path] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    without_files: list[str] = field(default_factory=list)

    def size(self) -> int:
        """Total bytes of the files that still exist."""
        return sum(map(_size, self.files))


def find(paths: Iterable[str | Path], *, exclude: Path | None = None) -> Found:
    """
    List the files that paths name: themselves, all below a folder, or what a glob matches.

    A folder's files are sorted, and each file is listed once; those that are still arriving are
    skipped. Links to folders are followed, each folder once. A glob that matches nothing in a
    folder that exists is a path without files.

    Parameters
    ----------
    exclude
        Folder to leave out, under whatever link: a lake may be in the folder of its own source
        files.

    Raises
    ------
    ArchiveError
        If a path, or the folder of a glob, does not exist.
    """
    found = Found()
    files: dict[Path, None] = {}
    # All are matched before one is walked: a path that does not exist is refused at once.
    for path, matched in [(path, _matches(path)) for path in paths]:
        of_path: dict[Path, None] = {}
        skipped_before = len(found.skipped)
        for match in matched:
            walk = _Walk(exclude, of_path, found.skipped)
            if matched == [match] and _is_stream(match):
                walk.skip(match, "a pipe or a device: write what it gives to a file first")
            else:
                walk.walk(match)
        if not of_path and len(found.skipped) == skipped_before:
            found.without_files.append(path_label(Path(path)))
        files.update(of_path)
    found.files.extend(files)
    return found


def _matches(given: str | Path) -> list[Path]:
    """Return the path itself, or what a glob matches, without a look into folders."""
    if given == "":
        # `Path` takes it for the working folder, which a variable that is not set does not mean.
        message = "expected a file, a folder or a glob, got an empty text"
        raise ArchiveError(message, hint="`.` is the working folder")
    # Not `resolve`: a file is recorded under the path that its owner uses, with its links.
    path = Path(os.path.abspath(expanded(given)))  # noqa: PTH100
    if os.path.lexists(path):
        return [path]
    if glob.has_magic(str(path)):
        matches = sorted(glob.glob(str(path), recursive=True))  # noqa: PTH207 - absolute
        # A nightly `inbox/*.zip` may match nothing today; a mistyped folder never does.
        if matches or _folder_of(path).is_dir():
            return [Path(match) for match in matches]
    try:
        os.lstat(path)
    except PermissionError:
        # It may exist: the walk reports why it cannot be read.
        return [path]
    except OSError:
        pass
    message = (
        f"expected a file, a folder or a glob, got a path that does not exist: `{path_label(path)}`"
    )
    raise ArchiveError(message, hint=STDIN if str(given) == "-" else None)


def _is_stream(path: Path) -> bool:
    """Whether a path leads to something that is neither a file nor a folder, such as a pipe."""
    return path.exists() and not (path.is_file() or path.is_dir())


def _folder_of(pattern: Path) -> Path:
    """The folder that a glob looks into, which has no magic itself."""
    return next(folder for folder in pattern.parents if not glob.has_magic(str(folder)))


class _Walk:
    """Walks a folder, then the folders that links within it lead to."""

    def __init__(
        self, exclude: Path | None, files: dict[Path, None], skipped: list[Skipped]
    ) -> None:
        self._exclude = None if exclude is None else os.path.realpath(exclude)
        self._files = files
        self._skipped = skipped
        self._visited: dict[tuple[int, int], Path] = {}
        self._links: list[Path] = []

    def walk(self, path: Path) -> None:
        """List the files of a path."""
        if self._is_excluded(path):
            return
        try:
            is_folder = path.is_dir()
            if not is_folder:
                path.stat()
        except OSError as error:
            self.skip(path, f"cannot be read: {reason(error)}")
            return
        if not is_folder:
            self._files[path] = None
            return
        self._folder(path)
        # Files are listed under their own path first, and only then under a link's.
        while self._links:
            self._links.sort()
            self._link(self._links.pop(0))

    def _folder(self, top: Path) -> None:
        found: list[Path] = []
        for folder in self._folders(top):
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        # `/` does not split the folder's path again, as `Path(folder, name)` does.
                        self._take(folder / entry.name, entry, found)
            except OSError as error:
                self.skip(folder, f"the folder cannot be read: {reason(error)}")
        # By their parts, as paths are ordered, but without a call for each comparison.
        found.sort(key=attrgetter("parts"))
        self._files.update(dict.fromkeys(found))

    def _folders(self, top: Path) -> Iterator[Path]:
        """A folder and all folders below it."""
        self._below = [top]
        while self._below:
            folder = self._below.pop()
            try:
                status = folder.stat()
            except OSError as error:
                self.skip(folder, f"the folder cannot be read: {reason(error)}")
                continue
            key = (status.st_dev, status.st_ino)
            if key not in self._visited and not self._is_excluded(folder):
                self._visited[key] = folder
                yield folder

    def _take(self, path: Path, entry: os.DirEntry[str], found: list[Path]) -> None:
        if entry.is_dir(follow_symlinks=False):
            self._below.append(path)
        elif entry.is_symlink() and path.is_dir():
            self._links.append(path)
        elif is_under_way(entry.name):
            self.skip(path, "a file that is still arriving", is_failure=False)
        else:
            found.append(path)

    def _link(self, link: Path) -> None:
        """Follow a link to a folder, unless that has been read or contains the link itself."""
        target = Path(os.path.realpath(link))
        try:
            status = target.stat()
        except OSError as error:
            self.skip(link, f"the folder cannot be read: {reason(error)}")
            return
        same = self._visited.get((status.st_dev, status.st_ino))
        if self._is_excluded(target):
            return
        if same is not None:
            message = f"a link to `{path_label(same)}`, which has been read already"
            self.skip(link, message, is_failure=False)
        elif Path(os.path.realpath(link.parent)).is_relative_to(target):
            message = f"a link to `{path_label(target)}`, which contains the link; not followed"
            self.skip(link, message, is_failure=False)
        else:
            self._folder(link)

    def _is_excluded(self, path: Path) -> bool:
        return self._exclude is not None and leads_into(path, self._exclude)

    def skip(self, path: Path, why: str, *, is_failure: bool = True) -> None:
        """Report why a file or a folder is not read."""
        self._skipped.append(Skipped(path_label(path), None, why, is_failure))


def leads_into(path: str | Path, folder: str) -> bool:
    """Whether a path leads to a folder whose real path is given, or into it, by whatever link."""
    real = os.path.realpath(path)
    return real == folder or real.startswith(f"{folder}{os.sep}")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
