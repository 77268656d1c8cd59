"""Byte streams over byte streams: looked into, counted, cut short."""

# ruff: noqa: D102 - what `readable`, `seek` and the rest do is known from `io`

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from handlab.archive.limits import Budget

BLOCK = 1 << 20


class Stream(Protocol):
    """What is asked of a stream; only some can seek."""

    def read(self, size: int = -1, /) -> bytes:
        """Give up to `size` bytes, none at the end."""
        ...

    def seekable(self) -> bool:
        """Whether it can seek."""
        ...

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a place."""
        ...

    def tell(self) -> int:
        """Give the place."""
        ...


class Metered(io.RawIOBase):
    """A stream whose bytes count against a budget."""

    def __init__(self, stream: Stream, budget: Budget) -> None:
        self._stream = stream
        self._budget = budget

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
    """A stream whose first bytes were looked at; it seeks if the stream below does."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._ahead = b""

    def peek(self, size: int) -> bytes:
        """Give the first bytes, which will be read again."""
        while len(self._ahead) < size and (more := self._stream.read(size - len(self._ahead))):
            self._ahead += more
        if not self._stream.seekable():
            return self._ahead
        self._stream.seek(0)
        ahead, self._ahead = self._ahead, b""
        return ahead

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._stream.seekable()

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def read(self, size: int = -1, /) -> bytes:
        if size < 0:
            ahead, self._ahead = self._ahead, b""
            return ahead + self._stream.read()
        if self._ahead:
            ahead, self._ahead = self._ahead[:size], self._ahead[size:]
            return ahead
        return self._stream.read(size)


class Limited(io.RawIOBase):
    """The first bytes of a stream."""

    def __init__(self, stream: Stream, size: int) -> None:
        self._stream = stream
        self._left = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(data)
        return data


def skip(stream: Stream, count: int) -> None:
    """Go `count` bytes into a stream that stands at its start."""
    if stream.seekable():
        stream.seek(count)
        return
    while count > 0 and (block := stream.read(min(count, BLOCK))):
        count -= len(block)
