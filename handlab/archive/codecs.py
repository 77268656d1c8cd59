"""
Decompress streams: gz, bz2, xz, zst, and the methods of zip.

Several streams in a row are read as one. A stream that ends too early is reported with the place,
and bytes after the end are counted. Memory is limited: a stream that needs a larger window is
refused.
"""

# ruff: noqa: D102 - `readable` and `read` are as in `io`

from __future__ import annotations

import bz2
import io
import lzma
import sys
import zlib
from typing import TYPE_CHECKING, Protocol

from handlab.archive.broken import Broken, codec
from handlab.archive.streams import BLOCK

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from collections.abc import Callable

    from handlab.archive.streams import Stream

# A zstd or LZMA stream may ask for a window of gigabytes; 128 MB is what `zstd --long` writes.
WINDOW_LOG = 27
WINDOW = 1 << WINDOW_LOG
# What liblzma needs in addition to its dictionary.
LZMA_MEMORY = WINDOW + (16 << 20)
CHUNK = 1 << 16
# Each stream starts with a small input: a file may hold a million tiny streams, and what a decoder
# does not use of its input is copied.
FIRST_FEED = 512

MAGIC = {
    "gz": (b"\x1f\x8b",),
    "bz2": (b"BZh",),
    "xz": (b"\xfd7zXZ\x00",),
    # In addition to frames there are skippable frames, which `pzstd` writes first.
    "zst": (b"\x28\xb5\x2f\xfd", *(bytes([0x50 + n]) + b"\x2a\x4d\x18" for n in range(16))),
}
_LONGEST_MAGIC = 6


class Decoder(Protocol):
    """The common interface of the standard library's decompressors."""

    @property
    def eof(self) -> bool:
        """Whether the end of the stream was reached."""
        ...

    @property
    def needs_input(self) -> bool:
        """Whether more input is needed to go on."""
        ...

    @property
    def unused_data(self) -> bytes:
        """Input after the end of the stream."""
        ...

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """Return up to `max_length` bytes."""
        ...


class _Zlib:
    """A zlib decompressor with the interface of the others."""

    def __init__(self, window_bits: int) -> None:
        self._decoder = zlib.decompressobj(window_bits)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._decoder.eof

    @property
    def unused_data(self) -> bytes:
        return self._decoder.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        found = self._decoder.decompress(self._decoder.unconsumed_tail + data, max_length)
        # An empty tail does not show it: a long match may be written in two parts.
        self.needs_input = len(found) < max_length
        return found


def _zstd() -> Decoder:
    options: dict[int, int] = {zstd.DecompressionParameter.window_log_max: WINDOW_LOG}
    return zstd.ZstdDecompressor(options=options)


def _xz() -> Decoder:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=LZMA_MEMORY)


DECODERS: dict[str, Callable[[], Decoder]] = {
    "gz": lambda: _Zlib(31),
    "bz2": bz2.BZ2Decompressor,
    "xz": _xz,
    "zst": _zstd,
    "deflate": lambda: _Zlib(-15),
}


class Decompressed(io.RawIOBase):
    """
    The content of a compressed stream.

    Attributes
    ----------
    verified
        Number of bytes at the start of the output whose checksum was correct.
    zeros
        Number of zero bytes after the end.
    trailing
        Number of other bytes after the end, with all that follows them.
    consumed
        Size of the compressed stream, once it has been read to its end.
    """

    def __init__(
        self,
        stream: Stream,
        make_decoder: Callable[[], Decoder],
        magic: tuple[bytes, ...] = (),
    ) -> None:
        self._stream = stream
        self._make_decoder = make_decoder
        self._magic = magic
        with codec():
            self._decoder = make_decoder()
        self._input = b""
        self._at = 0
        self._feed = FIRST_FEED if magic else CHUNK
        self._size = 0
        self._read = 0
        self._is_done = False
        self._broken: Broken | None = None
        self.verified = self.zeros = self.trailing = 0

    @property
    def consumed(self) -> int:
        return self._read - (len(self._input) - self._at)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        if size < 0:
            return b"".join(iter(lambda: self.read(BLOCK), b""))
        if self._broken is not None:
            raise self._broken
        try:
            while not self._is_done and size:
                if data := self._step(size):
                    self._size += len(data)
                    return data
        except Broken as broken:
            self._broken = broken
            raise
        return b""

    def _step(self, size: int) -> bytes:
        """Call the decoder once, which may return nothing."""
        if self._decoder.eof:
            self._end_stream()
            return b""
        fed = b""
        if self._decoder.needs_input:
            if not self._fill(1):
                message = f"it is cut off at byte {self.consumed:,}"
                raise Broken(message, is_cut_off=True)
            fed = self._input[self._at : self._at + self._feed]
            self._at += len(fed)
            self._feed = min(2 * self._feed, CHUNK)
        with codec():
            data = self._decoder.decompress(fed, size)
        if self._decoder.eof:
            self._at -= len(self._decoder.unused_data)
        return data

    def _end_stream(self) -> None:
        """Continue with the next stream, or count the bytes that are not one."""
        self.verified = self._size
        if not self._magic:
            self._is_done = True
            return
        while self._fill(1) and not (rest := self._input[self._at :].lstrip(b"\0")):
            self._skip(len(self._input) - self._at)
        if self._fill(1):
            self._skip(len(self._input) - self._at - len(rest))
        self._fill(_LONGEST_MAGIC)
        if self._input.startswith(self._magic, self._at):
            self.zeros = 0
            self._feed = FIRST_FEED
            with codec():
                self._decoder = self._make_decoder()
            return
        while self._fill(1):
            self.trailing += len(self._input) - self._at
            self._at = len(self._input)
        self._is_done = True

    def _skip(self, zeros: int) -> None:
        self.zeros += zeros
        self._at += zeros

    def _fill(self, least: int) -> bool:
        """Read until `least` bytes of input are buffered, or the end; whether there are any."""
        while len(self._input) - self._at < least:
            more = self._stream.read(CHUNK)
            if not more:
                break
            self._read += len(more)
            self._input = self._input[self._at :] + more
            self._at = 0
        return len(self._input) > self._at
