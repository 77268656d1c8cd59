"""
Read tar archives as streams, once from front to back, past damage and past the end mark.

The standard library's `tarfile` silently stops at a damaged header, holds whatever a header asks
for in memory, and loops on some headers. Regular files are read, with the long names of ustar, pax
and GNU tar. Links, folders and devices are ignored; sparse files are reported and skipped.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handlab.archive.broken import Broken
from handlab.archive.names import label
from handlab.archive.streams import BLOCK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.archive.streams import Stream

RECORD = 512
# Records that hold long names and the like are read into memory.
LONGEST_EXTENSION = 1 << 20
# How far to look for the next header: the last block of a tape is padded, but not by more.
LONGEST_GAP = 64 << 20

_REGULAR = b"07\0"
_PAX, _PAX_FOR_ALL = b"xX", b"g"
_LONG_NAME, _LONG_LINK = b"L", b"K"
_SPARSE = b"S"
_WITHOUT_DATA = b"123456"


@dataclass(slots=True)
class _Header:
    name: bytes
    size: int
    kind: bytes
    has_more_map: bool


@dataclass(slots=True)
class _Extensions:
    """Values of the next header that are given in records before it."""

    name: bytes | None = None
    size: int | None = None
    is_sparse: bool = False


def members(stream: Stream) -> Iterator[tuple[str, Stream | Broken]]:
    """Each member's name and bytes; a stream is valid until the next one is requested."""
    extensions = _Extensions()
    gap = garbage = 0
    is_ended = False
    while record := _read(stream, RECORD):
        header = _header(record)
        if header is None:
            is_ended = is_ended or not any(record)
            garbage += len(record) if any(record) else 0
            gap += len(record)
            if gap > LONGEST_GAP:
                message = f"no member follows within {LONGEST_GAP:,} bytes; the rest is not read"
                raise Broken(message)
            continue
        gap, is_ended = 0, False
        if header.kind in _PAX + _PAX_FOR_ALL + _LONG_NAME + _LONG_LINK:
            data = _extension(stream, header)
            if header.kind in _PAX:
                _take_pax(data, extensions)
            elif header.kind in _LONG_NAME:
                extensions.name = data.rstrip(b"\0")
            continue
        size = header.size if extensions.size is None else extensions.size
        name = header.name if extensions.name is None else extensions.name
        is_sparse = extensions.is_sparse or header.kind in _SPARSE
        extensions = _Extensions()
        while header.has_more_map:
            header.has_more_map = _read(stream, RECORD)[504:505] not in (b"", b"\0")
        if header.kind in _WITHOUT_DATA:
            continue
        member = _Member(stream, size)
        if is_sparse:
            yield (
                label(name),
                Broken("a sparse file, which handlab cannot read; unpack it yourself"),
            )
        elif header.kind in _REGULAR and not (name.endswith(b"/") and size == 0):
            yield label(name), member
        member.finish()
    if garbage:
        message = f"{garbage:,} bytes between its members are damaged"
        raise Broken(message)
    if not is_ended:
        message = "it has no end marker; it may be cut off"
        raise Broken(message)


def is_header(record: bytes) -> bool:
    """Whether bytes start with a header whose checksum is correct."""
    return _header(record[:RECORD]) is not None


def _header(record: bytes) -> _Header | None:
    """The header in a record, if its checksum is correct."""
    if len(record) < RECORD:
        return None
    checksum = _number(record[148:156])
    # The checksum field counts as spaces; some old programs added signed bytes.
    total = sum(record) - sum(record[148:156]) + 8 * 0x20
    signed = total - 256 * sum(byte > 127 for byte in record[:148] + record[156:])
    size = _number(record[124:136])
    if checksum not in (total, signed) or size is None or size < 0:
        return None
    name = record[:100].split(b"\0", 1)[0]
    if record[257:263] == b"ustar\0" and (prefix := record[345:500].split(b"\0", 1)[0]):
        name = prefix + b"/" + name
    kind = record[156:157]
    return _Header(name, size, kind, has_more_map=kind in _SPARSE and record[482] != 0)


def _number(field: bytes) -> int | None:
    """A number in octal digits, or in binary if it is too large for them."""
    if field[0] in (0x80, 0xFF):
        value = int.from_bytes(field[1:], "big")
        return value - (1 << 8 * len(field) - 8) if field[0] == 0xFF else value
    digits = field.split(b"\0", 1)[0].strip()
    if not digits:
        return 0
    return int(digits, 8) if all(byte in b"01234567" for byte in digits) else None


def _extension(stream: Stream, header: _Header) -> bytes:
    if header.size > LONGEST_EXTENSION:
        message = f"a header claims {header.size:,} bytes"
        raise Broken(message)
    member = _Member(stream, header.size)
    data = _read(member, header.size)
    member.finish()
    return data


def _take_pax(data: bytes, extensions: _Extensions) -> None:
    """Take name and size from records `LENGTH KEY=VALUE`."""
    while data:
        length, _, rest = data[:20].partition(b" ")
        if not (length.isdigit() and rest and int(length) > len(length) + 1):
            return
        key, _, value = data[len(length) + 1 : int(length) - 1].partition(b"=")
        if key == b"path":
            extensions.name = value
        elif key == b"size" and value.isdigit():
            extensions.size = int(value[:20])
        elif key.startswith(b"GNU.sparse."):
            extensions.is_sparse = True
        data = data[int(length) :]


class _Member(io.RawIOBase):
    """A member's bytes, which fill whole records."""

    def __init__(self, stream: Stream, size: int) -> None:
        self._stream = stream
        self._left = size
        self._padding = -size % RECORD

    def readable(self) -> bool:
        """Return true."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes."""
        size = self._left if size < 0 else min(size, self._left)
        data = self._stream.read(size)
        if size and not data:
            message = f"the archive ends {self._left:,} bytes before the end of this member"
            raise Broken(message, is_cut_off=True)
        self._left -= len(data)
        return data

    def finish(self) -> None:
        """Skip to the next header."""
        while self.read(BLOCK):
            pass
        _read(self._stream, self._padding)


def _read(stream: Stream, size: int) -> bytes:
    """Up to `size` bytes, fewer only at the end."""
    data = stream.read(size)
    while 0 < len(data) < size and (more := stream.read(size - len(data))):
        data += more
    return data
