"""Compute a long file's digest in a thread, while the file before is parsed or a lake created."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from stat import S_ISREG
from typing import TYPE_CHECKING

from handlab.archive import digests
from handlab.archive.streams import OnDisk
from handlab.archive.text import HEAD, container

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future
    from pathlib import Path
    from typing import IO

    from handlab.archive.digests import Digest


class Ahead:
    """The digest of one file whose turn has not come; to be closed, which ends its thread."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="digest")
        self._started: tuple[Path, list[int]] | None = None
        self._digest: Future[Digest | None] | None = None
        self._is_stopped = False

    def close(self) -> None:
        """End the thread: a long file on a slow disk would hold up an interrupted run."""
        self._is_stopped = True
        self._executor.shutdown(cancel_futures=True)

    def start(self, path: Path, sizes: Sequence[int]) -> None:
        """
        Start with a file, if it is long; if it changes before its turn, its reader finds out.

        `sizes` are those that it had before, see [`digest_of`](handlab.archive.digests.digest_of).
        """
        try:
            status = path.stat()
        except OSError:
            return
        if S_ISREG(status.st_mode) and status.st_size > digests.HELD:
            self._started = path, list(sizes)
            self._digest = self._executor.submit(self._of, path, status.st_size, sizes)

    def take(self, path: Path, sizes: Sequence[int]) -> Digest | None:
        """Return the digest of a text that was started with these sizes, else `None`."""
        if self._digest is None or (path, list(sizes)) != self._started:
            return None
        digest, self._digest = self._digest, None
        return digest.result()

    def _of(self, path: Path, size: int, sizes: Sequence[int]) -> Digest | None:
        try:
            with path.open("rb", buffering=0) as file:
                if container(file.read(HEAD)) is not None:
                    return None
                file.seek(0)
                return digests.digest_of(_Stoppable(file, size, lambda: self._is_stopped), sizes)
        except OSError:
            # It is opened once more in its turn, and reported then.
            return None


class _Stoppable(OnDisk):
    """A file that seems to end when nobody wants its digest any more."""

    def __init__(self, file: IO[bytes], size: int, is_stopped: Callable[[], bool]) -> None:
        super().__init__(file, size)
        self._is_stopped = is_stopped

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes, none when stopped."""
        return b"" if self._is_stopped() else super().read(size)
