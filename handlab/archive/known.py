"""
Recognise the files that were read before, before they are opened as archives or texts.

Most files of a second run are such. Their digests are computed a few hundred files ahead, by two
threads: reading and hashing need the interpreter only between them.
"""

from __future__ import annotations

import hashlib
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from stat import S_ISREG
from typing import TYPE_CHECKING, NamedTuple, Protocol

from handlab.archive.text import HEAD, container

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future
    from pathlib import Path

WORKERS = 2
FILES = 256
MOST_BYTES = 1 << 20


class Known(Protocol):
    """What the lake has recorded about files."""

    def is_done(self, digest: str) -> bool:
        """Whether a file or archive with that digest has been read completely."""
        ...

    def is_size_known(self, size: int) -> bool:
        """Whether a file of that size has been read."""
        ...

    def was_cut_off(self, path: str, digest: str) -> bool:
        """Whether a file at that path ended within a hand when it had another digest."""
        ...

    def sizes(self, path: str, member: str | None) -> Sequence[int]:
        """Sizes of the file when it was read before."""
        ...


class _Nothing:
    def is_done(self, _digest: str) -> bool:
        return False

    def is_size_known(self, _size: int) -> bool:
        return False

    def was_cut_off(self, _path: str, _digest: str) -> bool:
        return False

    def sizes(self, _path: str, _member: str | None) -> Sequence[int]:
        return ()


NOTHING: Known = _Nothing()
"""No file has been read before."""


class Whole(NamedTuple):
    """A file as a whole: SHA-256 in hex, and bytes."""

    digest: str
    size: int


def wholes(paths: Sequence[Path], is_size_known: Callable[[int], bool]) -> Iterator[Whole | None]:
    """
    Yield what each file is, if a file of its size is known, else `None`.

    It is also `None` for archives, for files of more than `MOST_BYTES`, and for what cannot be
    read: these are opened in any case.
    """

    def of_some(some: Sequence[Path]) -> list[Whole | None]:
        return [_whole(path, is_size_known) for path in some]

    under_way: deque[Future[list[Whole | None]]] = deque()
    with ThreadPoolExecutor(WORKERS, thread_name_prefix="known") as pool:
        try:
            for first in range(0, len(paths), FILES):
                under_way.append(pool.submit(of_some, paths[first : first + FILES]))
                if len(under_way) > WORKERS:
                    yield from under_way.popleft().result()
            while under_way:
                yield from under_way.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _whole(path: Path, is_size_known: Callable[[int], bool]) -> Whole | None:
    try:
        status = path.stat()
        size = status.st_size
        # Opening a pipe would wait for its other end.
        if not S_ISREG(status.st_mode) or not 0 < size <= MOST_BYTES or not is_size_known(size):
            return None
        with path.open("rb", buffering=0) as file:
            text = file.read(size + 1)
    except OSError:
        return None
    if len(text) != size or container(text[:HEAD]) is not None:
        return None
    return Whole(hashlib.sha256(text).hexdigest(), size)
