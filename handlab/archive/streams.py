"""Streams over streams: peek ahead, count bytes, read a part, compare with an earlier reading."""

# ruff: noqa: D102 - `readable`, `seek` and the others are as in `io`

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Protocol

from xxhash import xxh3_64

from handlab.archive.broken import Broken, reason

if TYPE_CHECKING:
    from typing import IO

    from handlab.archive.limits import Budget

BLOCK = 1 << 20
LEAST = 1 << 12


class Stream(Protocol):
    """What handlab needs of a stream; only some can seek."""

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes, none at the end."""
        ...

    def seekable(self) -> bool:
        """Whether it can seek."""
        ...

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Move to a position."""
        ...

    def tell(self) -> int:
        """Return the position."""
        ...


class OnDisk(io.RawIOBase):
    """A file that may become shorter or unreadable while it is read."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file = file
        self._size = size
        self._read = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._file.seekable()

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self._read = self._file.seek(offset, whence)
        return self._read

    def tell(self) -> int:
        return self._file.tell()

    def fileno(self) -> int:
        return self._file.fileno()

    def read(self, size: int = -1, /) -> bytes:
        if self._size and size > LEAST:
            # A read reserves as much memory as it asks for, even at the end of a small file.
            size = min(size, max(self._size - self._read, LEAST))
        try:
            data = self._file.read(size)
        except OSError as error:
            message = f"cannot be read from byte {self._read:,} on: {reason(error)}"
            raise Broken(message, is_cut_off=True) from error
        self._read += len(data)
        if not data and size and self._read < self._size:
            message = (
                f"it was cut off at byte {self._read:,} of {self._size:,} while it was being read"
            )
            raise Broken(message, is_cut_off=True)
        return data


class Metered(io.RawIOBase):
    """A stream that counts its bytes against a budget."""

    def __init__(self, stream: Stream, budget: Budget) -> None:
        self._stream = stream
        self._budget = budget

    @property
    def verified(self) -> int:
        return getattr(self._stream, "verified", 0)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        # Never all at once: a bomb would be in memory before it is counted.
        if size < 0:
            return b"".join(iter(lambda: self.read(BLOCK), b""))
        data = self._stream.read(size)
        self._budget.spend(len(data))
        return data


class Peeked(io.RawIOBase):
    """A stream with a look at its first bytes; it can seek if the stream below can."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._ahead = b""
        self._broken: Broken | None = None

    @property
    def verified(self) -> int:
        return getattr(self._stream, "verified", 0)

    def peek(self, size: int) -> bytes:
        """Return the first bytes without consuming them; an error after them is raised later."""
        try:
            while len(self._ahead) < size and (more := self._stream.read(size - len(self._ahead))):
                self._ahead += more
        except Broken as broken:
            self._broken = broken
        if not self._stream.seekable() or self._broken is not None:
            return self._ahead
        self._stream.seek(0)
        ahead, self._ahead = self._ahead, b""
        return ahead

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._broken is None and self._stream.seekable()

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def fileno(self) -> int:
        if isinstance(self._stream, io.IOBase):
            return self._stream.fileno()
        raise io.UnsupportedOperation

    def read(self, size: int = -1, /) -> bytes:
        if size < 0:
            return b"".join(iter(lambda: self.read(BLOCK), b""))
        if self._ahead:
            ahead, self._ahead = self._ahead[:size], self._ahead[size:]
            return ahead
        if self._broken is not None:
            raise self._broken
        return self._stream.read(size)


class Window(io.RawIOBase):
    """A range of a file that other streams read as well."""

    def __init__(self, file: Stream, start: int, size: int) -> None:
        self._file = file
        self._at = start
        self._left = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        size = self._left if size < 0 else min(size, self._left)
        self._file.seek(self._at)
        data = self._file.read(size)
        self._at += len(data)
        self._left -= len(data)
        return data


class Expected(io.RawIOBase):
    """The first bytes of a stream that was read before, which must not have changed."""

    def __init__(self, stream: Stream, size: int, checksum: int) -> None:
        self._stream = stream
        self._left = size
        self._checksum = checksum
        self._found = xxh3_64()

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        size = self._left if size < 0 else min(size, self._left)
        if size == 0:
            return b""
        data = self._stream.read(size)
        self._left -= len(data)
        self._found.update(data)
        # Before the last bytes are returned, so that a changed file never counts as read.
        if not data or (self._left == 0 and self._found.intdigest() != self._checksum):
            message = "it was changed while it was being read"
            raise Broken(message)
        return data


class Beginning(io.RawIOBase):
    """The next bytes of a stream, up to a number of them; the stream can be read on afterwards."""

    def __init__(self, stream: Stream, size: int) -> None:
        self._stream = stream
        self._left = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        size = self._left if size < 0 else min(size, self._left)
        data = self._stream.read(size) if size else b""
        self._left -= len(data)
        return data


def skip(stream: Stream, count: int) -> None:
    """Skip `count` bytes of a stream that is at its start."""
    if stream.seekable():
        stream.seek(count)
        return
    while count > 0 and (block := stream.read(min(count, BLOCK))):
        count -= len(block)
