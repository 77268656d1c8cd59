"""
Read zip archives entry by entry, from the directory, or without one from the local headers.

The standard library's `zipfile` refuses a whole archive for one bad name or a missing directory,
holds the whole directory in memory, and does not read zstd and xz. The methods stored, deflate,
bzip2, LZMA, zstd and xz are read; members with another method or a password are reported and
skipped. Of an archive in several files only the given one is read.
"""

from __future__ import annotations

import io
import lzma
import struct
import zlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from handlab.archive.broken import Broken
from handlab.archive.codecs import DECODERS, WINDOW, Decompressed
from handlab.archive.names import label
from handlab.archive.streams import BLOCK, Stream, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.archive.codecs import Decoder

_END = struct.Struct("<4s4H2LH")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64 = struct.Struct("<4sLQL")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_LONGEST_COMMENT = 0xFFFF
_IN_ZIP64 = 0xFFFFFFFF
# Signatures that may follow an entry whose sizes are stored after its data.
_NEXT = (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x08")

STORED, DEFLATE, LZMA = 0, 8, 14
_DECODERS = {DEFLATE: "deflate", 12: "bz2", 93: "zst", 95: "xz"}
_OTHER_METHODS = {
    1: "shrink",
    6: "implode",
    9: "deflate64",
    10: "PKWARE's implode",
    18: "IBM TERSE",
    19: "IBM LZ77",
    20: "an old zstd",
    96: "JPEG",
    97: "WavPack",
    98: "PPMd",
}
_ENCRYPTED = 1 | 1 << 6 | 1 << 13
_SIZES_FOLLOW = 1 << 3
_AES = 99


@dataclass(frozen=True, slots=True)
class _Entry:
    """A member according to the directory, or to the header before its data."""

    name: bytes
    flags: int
    method: int
    checksum: int
    packed: int
    size: int
    at: int


@dataclass(frozen=True, slots=True)
class _Directory:
    """Where the directory is; `shift` bytes of other data precede the archive."""

    start: int
    size: int
    shift: int


def members(file: Stream, *, is_cut: bool = True) -> Iterator[tuple[str, Stream | Broken]]:
    """
    Each member's name and bytes, or why it is not read; a stream is valid until the next one.

    Parameters
    ----------
    is_cut
        Whether an archive without a directory counts as cut off, so that the start of its last
        member is correct; else it counts as damaged.
    """
    reached = 0
    try:
        for entry in _entries(file, _find_directory(file)):
            if entry.name.endswith(b"/") and entry.size == 0:
                continue
            try:
                local, start = _local_entry(file, entry.at) or _nothing_there()
                reached = max(reached, start + entry.packed)
                is_locked = (entry.flags | local.flags) & _ENCRYPTED
                yield label(entry.name), _open(file, entry, start, bool(is_locked), is_cut=False)
            except Broken as broken:
                yield label(entry.name), broken
    except Broken as broken:
        # The directory is at the end of the file, so an incomplete download lacks it.
        yield from _without_directory(file, reached, is_cut=is_cut)
        raise broken from None


def _find_directory(file: Stream) -> _Directory:
    size = file.seek(0, io.SEEK_END)
    start = max(0, size - _END.size - _LONGEST_COMMENT)
    tail = _at(file, start, size - start)
    found = tail.rfind(b"PK\x05\x06")
    if found < 0 or len(tail) - found < _END.size:
        message = "it has no directory at its end; it may be cut off"
        raise Broken(message)
    _, disk, first_disk, _, _, length, offset, _ = _END.unpack_from(tail, found)
    end = start + found
    locator = _at(file, end - _LOCATOR_64.size, _LOCATOR_64.size) if end > _LOCATOR_64.size else b""
    if len(locator) == _LOCATOR_64.size and locator.startswith(b"PK\x06\x07"):
        end -= _LOCATOR_64.size + _END_64.size
        fields = _at(file, max(end, 0), _END_64.size)
        if end < 0 or len(fields) < _END_64.size or not fields.startswith(b"PK\x06\x06"):
            message = "the end of its directory is damaged"
            raise Broken(message)
        _, _, _, _, disk, first_disk, _, _, length, offset = _END_64.unpack(fields)
    if disk or first_disk:
        message = "it is one part of an archive; join the parts"
        raise Broken(message)
    shift = end - length - offset
    if shift < 0:
        message = "its directory is damaged"
        raise Broken(message)
    return _Directory(end - length, length, shift)


def _entries(file: Stream, directory: _Directory) -> Iterator[_Entry]:
    """Read the directory in parts: it may be larger than memory."""
    at, end = directory.start, directory.start + directory.size
    buffer, done = b"", 0
    while at < end or done < len(buffer):
        # A name, an extra field and a comment have at most 64 KB each.
        if len(buffer) - done < _ENTRY.size + 3 * 0xFFFF and at < end:
            more = _at(file, at, min(BLOCK, end - at))
            at = at + len(more) if more else end
            buffer, done = buffer[done:] + more, 0
        entry, done = _entry(buffer, done, directory.shift)
        yield entry


def _entry(data: bytes, start: int, shift: int) -> tuple[_Entry, int]:
    """The directory entry at this position, and where the next one starts."""
    if len(data) - start < _ENTRY.size or not data.startswith(b"PK\x01\x02", start):
        message = "its directory is damaged"
        raise Broken(message)
    fields = _ENTRY.unpack_from(data, start)
    _, _, _, flags, method, _, _, checksum, packed, size, *lengths, _, _, _, at = fields
    name_start = start + _ENTRY.size
    name_end = name_start + lengths[0]
    extra_end = name_end + lengths[1]
    packed, size, at = _zip64(data[name_end:extra_end], packed, size, at)
    name = data[name_start:name_end]
    entry = _Entry(name, flags, method, checksum, packed, size, at + shift)
    return entry, extra_end + lengths[2]


def _zip64(extra: bytes, packed: int, size: int, at: int = 0) -> tuple[int, int, int]:
    """Sizes and offset; values that need 64 bits come from the extra field."""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        if kind == 1:
            fields = extra[4 : 4 + length]
            longs = (int.from_bytes(fields[n : n + 8], "little") for n in range(0, length - 7, 8))
            size = next(longs, size) if size == _IN_ZIP64 else size
            packed = next(longs, packed) if packed == _IN_ZIP64 else packed
            at = next(longs, at) if at == _IN_ZIP64 else at
            break
        extra = extra[4 + length :]
    return packed, size, at


def _nothing_there() -> NoReturn:
    message = "its position in the archive is invalid"
    raise Broken(message)


def _open(file: Stream, entry: _Entry, start: int, is_locked: bool, *, is_cut: bool) -> _Checked:
    if is_locked or entry.method == _AES:
        message = "encrypted; unpack it with its password"
        raise Broken(message)
    unpacked = _unpacked(file, entry, start)
    return _Checked(unpacked, entry.size, entry.checksum, is_cut=is_cut)


def _unpacked(file: Stream, entry: _Entry, start: int) -> Stream:
    window = Window(file, start, entry.packed)
    if entry.method == STORED:
        return window
    if entry.method == LZMA:
        return Decompressed(window, partial(_lzma, window))
    if entry.method not in _DECODERS:
        name = _OTHER_METHODS.get(entry.method, f"method {entry.method}")
        message = f"compressed with {name}, which handlab cannot read; unpack it yourself"
        raise Broken(message)
    return Decompressed(window, DECODERS[_DECODERS[entry.method]])


def _lzma(window: Window) -> Decoder:
    """A decoder with the properties stored before the data."""
    header = window.read(9)
    if len(header) < 9 or header[2:4] != b"\x05\x00":
        message = "its LZMA properties are damaged"
        raise ValueError(message)
    size = int.from_bytes(header[5:9], "little")
    if size > WINDOW:
        message = f"it requires a window of {size:,} bytes"
        raise ValueError(message)
    powers, literal_bits = divmod(header[4], 9)
    position_bits, literal_position_bits = divmod(powers, 5)
    properties = {
        "id": lzma.FILTER_LZMA1,
        "dict_size": max(size, 4096),
        "lc": literal_bits,
        "lp": literal_position_bits,
        "pb": position_bits,
    }
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[properties])


class _Checked(io.RawIOBase):
    """A member's bytes, whose number and checksum must match the archive's."""

    def __init__(
        self, stream: Stream, size: int | None, checksum: int | None, *, is_cut: bool
    ) -> None:
        self._stream = stream
        self._size = size
        self._checksum = checksum
        self._is_cut = is_cut
        self._read = 0
        self._found = 0

    def readable(self) -> bool:
        """Return true."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes."""
        if size < 0:
            return b"".join(iter(lambda: self.read(BLOCK), b""))
        if self._size is not None and self._read == self._size:
            # An LZMA stream in a zip need not have an end mark: its size ends it.
            return b""
        try:
            data = self._stream.read(size)
        except Broken as broken:
            if broken.is_cut_off and not self._is_cut:
                raise Broken(broken.message) from broken
            raise
        self._read += len(data)
        self._found = zlib.crc32(data, self._found)
        self._check(is_end=not data and size > 0)
        return data

    def _check(self, *, is_end: bool) -> None:
        if self._size is None:
            return
        if self._read > self._size:
            message = f"it holds more than the {self._size:,} bytes that the archive records"
            raise Broken(message)
        if is_end and self._read < self._size:
            message = f"it ends after {self._read:,} of {self._size:,} bytes"
            raise Broken(message, is_cut_off=self._is_cut)
        if self._read == self._size:
            self.check_sum(self._checksum)

    def check_sum(self, checksum: int | None) -> None:
        """Compare the checksum of the bytes read."""
        if checksum is not None and self._found != checksum:
            message = "its checksum is wrong"
            raise Broken(message)


def _without_directory(
    file: Stream, at: int, *, is_cut: bool
) -> Iterator[tuple[str, Stream | Broken]]:
    """Read consecutive members from an offset on."""
    while (found := _local_entry(file, at)) is not None:
        entry, start = found
        name = label(entry.name)
        if not entry.flags & _SIZES_FOLLOW or entry.packed:
            if not entry.name.endswith(b"/"):
                try:
                    is_locked = bool(entry.flags & _ENCRYPTED)
                    yield name, _open(file, entry, start, is_locked, is_cut=is_cut)
                except Broken as broken:
                    yield name, broken
            at = start + entry.packed
        elif entry.method == DEFLATE and not entry.flags & _ENCRYPTED:
            # Only the end of the compressed data shows how long the member is.
            unpacked = Decompressed(Window(file, start, 1 << 62), DECODERS["deflate"])
            member = _Following(unpacked, file, start, is_cut=is_cut)
            yield name, member
            if (after := member.end()) is None:
                return
            at = after
        else:
            yield name, Broken("its length is only in the missing directory")
            return


def _local_entry(file: Stream, at: int) -> tuple[_Entry, int] | None:
    """The member whose header is at this offset, and where its data starts."""
    header = _at(file, at, _LOCAL.size)
    if len(header) < _LOCAL.size or not header.startswith(b"PK\x03\x04"):
        return None
    _, _, flags, method, _, _, checksum, packed, size, name_length, extra_length = _LOCAL.unpack(
        header
    )
    rest = _at(file, at + _LOCAL.size, name_length + extra_length)
    packed, size, _ = _zip64(rest[name_length:], packed, size)
    entry = _Entry(rest[:name_length], flags, method, checksum, packed, size, at)
    return entry, at + _LOCAL.size + name_length + extra_length


class _Following(io.RawIOBase):
    """A member whose checksum and size follow its data."""

    def __init__(self, unpacked: Decompressed, file: Stream, start: int, *, is_cut: bool) -> None:
        self._unpacked = unpacked
        self._member = _Checked(unpacked, None, None, is_cut=is_cut)
        self._file = file
        self._start = start
        self._end: int | None = None

    def readable(self) -> bool:
        """Return true."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes."""
        if size < 0:
            return b"".join(iter(lambda: self.read(BLOCK), b""))
        data = self._member.read(size)
        if not data and size and self._end is None:
            start = self._start + self._unpacked.consumed
            after = _at(self._file, start, 28)
            marked = 4 if after.startswith(b"PK\x07\x08") else 0
            ends = [marked + length for length in (12, 20) if after[marked + length :][:4] in _NEXT]
            ends = ends or [marked + 12]
            self._end = start + ends[0]
            if len(after) >= marked + 4:
                self._member.check_sum(int.from_bytes(after[marked : marked + 4], "little"))
        return data

    def end(self) -> int | None:
        """Where the member ends; `None` if it is damaged."""
        try:
            while self._end is None and self.read(BLOCK):
                pass
        except Broken:
            return self._end
        return self._end


def _at(file: Stream, start: int, size: int) -> bytes:
    file.seek(start)
    parts = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
