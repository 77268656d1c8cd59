"""
7z archives as streams: py7zr pushes the members' bytes, a bounded queue turns that into reading.

Members come in stored order, so that a solid archive is decompressed once and never held in memory.
"""

from __future__ import annotations

import io
import queue
import threading
from contextlib import suppress
from typing import IO, TYPE_CHECKING

import py7zr
from py7zr.exceptions import ArchiveError as SevenZipError
from py7zr.io import Py7zIO, WriterFactory

if TYPE_CHECKING:
    from collections.abc import Iterator

DAMAGE = (SevenZipError,)
BLOCK = 1 << 20
BLOCKS_AHEAD = 8


def members(stream: IO[bytes]) -> Iterator[tuple[str, _Reader]]:
    """Each member's name and bytes; a stream is good until the next one is asked for."""
    pipe = _Pipe()
    thread = threading.Thread(target=pipe.fill, args=(stream,), name="7z", daemon=True)
    thread.start()
    try:
        while (name := pipe.next_member()) is not None:
            yield name, _Reader(pipe)
    finally:
        pipe.stop()
        thread.join()


class _Stopped(Exception):
    """The reader went away."""


class _Pipe(WriterFactory):
    """
    Blocks from the decompressing thread.

    A text opens a member, bytes belong to it, an error or `None` ends all.
    """

    def __init__(self) -> None:
        self._blocks: queue.Queue[str | bytes | BaseException | None] = queue.Queue(BLOCKS_AHEAD)
        self._is_stopped = threading.Event()
        self._ahead: str | BaseException | None = None
        self._has_ahead = False

    def fill(self, stream: IO[bytes]) -> None:
        try:
            # A file object, not a path: with a path py7zr would extract several members at the same
            # time.
            with py7zr.SevenZipFile(stream) as archive:
                archive.extractall(factory=self)
            self.put(None)
        except _Stopped:
            return
        except BaseException as error:
            with suppress(_Stopped):
                self.put(error)

    def create(self, filename: str) -> Py7zIO:
        self.put(filename)
        return _Sink(self)

    def put(self, block: str | bytes | BaseException | None) -> None:
        while not self._is_stopped.is_set():
            try:
                self._blocks.put(block, timeout=0.1)
            except queue.Full:
                continue
            return
        raise _Stopped

    def stop(self) -> None:
        self._is_stopped.set()

    def next_member(self) -> str | None:
        """Pass over what is left of this member; the next one's name."""
        while self.read() is not None:
            pass
        self._has_ahead = False
        if isinstance(self._ahead, BaseException):
            raise self._ahead
        return self._ahead

    def read(self) -> bytes | None:
        """The member's next block, or `None` at its end."""
        if self._has_ahead:
            return None
        block = self._blocks.get()
        if isinstance(block, bytes):
            return block
        self._ahead, self._has_ahead = block, True
        if isinstance(block, BaseException):
            raise block
        return None


class _Sink(Py7zIO):
    """Takes one member's bytes from py7zr."""

    def __init__(self, pipe: _Pipe) -> None:
        self._pipe = pipe
        self._size = 0

    def write(self, s: bytes | bytearray) -> int:
        for start in range(0, len(s), BLOCK):
            self._pipe.put(bytes(s[start : start + BLOCK]))
        self._size += len(s)
        return len(s)

    def read(self, size: int | None = None) -> bytes:
        return b""

    def seek(self, offset: int, whence: int = 0) -> int:
        return 0

    def flush(self) -> None:
        """Nothing is kept."""

    def size(self) -> int:
        return self._size


class _Reader(io.RawIOBase):
    """One member's bytes as a stream."""

    def __init__(self, pipe: _Pipe) -> None:
        self._pipe = pipe
        self._rest = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        if not self._rest:
            self._rest = self._pipe.read() or b""
        if size < 0:
            parts = [self._rest]
            while (block := self._pipe.read()) is not None:
                parts.append(block)
            self._rest = b""
            return b"".join(parts)
        data, self._rest = self._rest[:size], self._rest[size:]
        return data
