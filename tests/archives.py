"""Small archives of every container, and what damage does to bytes: for tests of hostile input."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import sys
import tarfile
import zipfile
import zlib
from typing import TYPE_CHECKING

import py7zr

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping, Sequence

Members = "Mapping[str, bytes]"


def zipped(members: Members, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def streamed_zip(members: Members) -> bytes:
    """A zip as programs write it that cannot seek: sizes and checksums follow the data."""

    class Unseekable(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: int) -> int:
            raise io.UnsupportedOperation

        def tell(self) -> int:
            raise io.UnsupportedOperation

    buffer = Unseekable()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[arg-type]
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def rawzip(
    members: Mapping[bytes, bytes],
    *,
    method: int = 0,
    pack: Callable[[bytes], bytes] = bytes,
    flags: int = 0,
) -> bytes:
    """A zip byte by byte: any name, any method."""
    body, directory = b"", b""
    for name, data in members.items():
        packed, checksum = pack(data), zlib.crc32(data)
        fields = (20, flags, method, 0, 0, checksum, len(packed), len(data), len(name), 0)
        at = len(body)
        body += struct.pack("<4s5H3L2H", b"PK\x03\x04", *fields) + name + packed
        directory += struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, *fields, 0, 0, 0, 0, at) + name
    count = len(members)
    end = (0, 0, count, count, len(directory), len(body), 0)
    return body + directory + struct.pack("<4s4H2LH", b"PK\x05\x06", *end)


def lzma_in_zip(data: bytes) -> bytes:
    filters = [{"id": lzma.FILTER_LZMA1, "dict_size": 1 << 16, "lc": 3, "lp": 0, "pb": 2}]
    packed = lzma.compress(data, lzma.FORMAT_RAW, filters=filters)
    return b"\x09\x04\x05\x00" + bytes([93]) + struct.pack("<L", 1 << 16) + packed


def tarred(members: Members, format: int = tarfile.GNU_FORMAT) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=format, errors="surrogateescape") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def sevenzipped(
    members: Members,
    filters: Sequence[Mapping[str, int]] | None = None,
    password: str | None = None,
    *,
    is_encoded: bool = True,
) -> bytes:
    buffer = io.BytesIO()
    with py7zr.SevenZipFile(buffer, "w", filters=filters, password=password) as archive:
        # Readable, so that damage to it is damage to the header, not to its compression.
        archive.set_encoded_header_mode(is_encoded)
        for name, data in members.items():
            archive.writestr(data, name)
    return buffer.getvalue()


SEVENZIP_FILTERS: dict[str, list[dict[str, int]]] = {
    "lzma2": [{"id": py7zr.FILTER_LZMA2, "preset": 1}],
    "lzma": [{"id": py7zr.FILTER_LZMA, "preset": 1}],
    "bcj": [{"id": py7zr.FILTER_X86}, {"id": py7zr.FILTER_LZMA2, "preset": 1}],
    "delta": [{"id": py7zr.FILTER_DELTA}, {"id": py7zr.FILTER_LZMA2, "preset": 1}],
    "bzip2": [{"id": py7zr.FILTER_BZIP2}],
    "deflate": [{"id": py7zr.FILTER_DEFLATE}],
    "ppmd": [{"id": py7zr.FILTER_PPMD, "order": 6, "mem": 16}],
    "zstd": [{"id": py7zr.FILTER_ZSTD, "level": 3}],
    "brotli": [{"id": py7zr.FILTER_BROTLI, "level": 3}],
    "copy": [{"id": py7zr.FILTER_COPY}],
}


def small_archives(members: Members) -> dict[str, bytes]:
    """An archive of every container but 7z, by a name with its suffix."""
    raw = {name.encode(): data for name, data in members.items()}
    text = b"".join(members.values())
    tar = tarred(members)
    return {
        "stored.zip": zipped(members, zipfile.ZIP_STORED),
        "deflate.zip": zipped(members),
        "bzip2.zip": zipped(members, zipfile.ZIP_BZIP2),
        "lzma.zip": zipped(members, zipfile.ZIP_LZMA),
        "zstd.zip": rawzip(raw, method=93, pack=zstd.compress),
        "xz.zip": rawzip(raw, method=95, pack=lzma.compress),
        "streamed.zip": streamed_zip(members),
        "nested.zip": zipped({"in.zip": zipped(members), "in.tar.gz": gzip.compress(tar)}),
        "gnu.tar": tarred({"long" * 40 + name: data for name, data in members.items()}),
        "pax.tar": tarred({"é" * 60 + name: data for name, data in members.items()}, 2),
        "ustar.tar": tarred({"dir/" * 20 + name: data for name, data in members.items()}, 0),
        "a.tar.gz": gzip.compress(tar),
        "a.tar.bz2": bz2.compress(tar),
        "a.tar.xz": lzma.compress(tar),
        "a.tar.zst": zstd.compress(tar),
        "a.txt.gz": gzip.compress(text),
        "two.txt.gz": gzip.compress(text) + gzip.compress(text),
        "a.txt.bz2": bz2.compress(text),
        "a.txt.xz": lzma.compress(text),
        "a.txt.zst": zstd.compress(text),
        "wide.txt": text.decode().encode("utf-16") + text,
    }


def small_sevenzips(members: Members) -> dict[str, bytes]:
    """A 7z archive of every codec."""
    found = {
        f"{name}.7z": sevenzipped(members, filters, is_encoded=name == "lzma2")
        for name, filters in SEVENZIP_FILTERS.items()
    }
    return {**found, "locked.7z": sevenzipped(members, password="x")}


_ODD_NUMBERS = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]


def mutated(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Damage an archive in one to three ways."""
    found = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = _place(len(found), chance)
        match chance.randrange(8):
            case 0 | 1 | 2:
                for _ in range(chance.choice([1, 1, 2, 8])):
                    if found:
                        found[_place(len(found), chance)] ^= 1 << chance.randrange(8)
            case 3:
                del found[at:]
            case 4:
                width = chance.choice([1, 2, 4, 8])
                number = chance.choice(_ODD_NUMBERS) & ((1 << 8 * width) - 1)
                found[at : at + width] = number.to_bytes(width, "little")
            case 5:
                start = chance.randrange(len(other))
                length = chance.randrange(1, 200)
                found[at : at + chance.choice([0, length])] = other[start : start + length]
            case 6:
                length = chance.randrange(1, 300)
                found[at:at] = found[at : at + length] * chance.choice([1, 1, 50])
            case _:
                length = chance.randrange(1, 64)
                fill = chance.choice([b"\0" * length, b"\xff" * length, chance.randbytes(length)])
                found[at : at + chance.choice([0, length])] = fill
    return bytes(found)


def mutated_sevenzip(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """
    Damage a 7z archive: its compressed bytes, or its header with the checksums mended.

    Without that a reader would stop at the header's checksum, and no codec would see the damage.
    """
    start, size = struct.unpack_from("<2Q", data, 12)
    packed, header = data[32 : 32 + start], data[32 + start : 32 + start + size]
    if chance.random() < 0.2:
        return mutated(data, other, chance)
    if chance.random() < 0.7:
        packed = mutated(packed, other[32:], chance)
    else:
        header = mutated(header, other[-200:], chance)
    return sevenzip_of(packed, header)


def sevenzip_of(packed: bytes, header: bytes) -> bytes:
    """A 7z archive of compressed bytes and a header, with the checksums of both."""
    fields = struct.pack("<2QL", len(packed), len(header), zlib.crc32(header))
    start = b"7z\xbc\xaf\x27\x1c\0\4" + struct.pack("<L", zlib.crc32(fields)) + fields
    return start + packed + header


def _place(size: int, chance: random.Random) -> int:
    """A place in an archive, often near its ends, where the headers are."""
    if size == 0:
        return 0
    near = min(size, 128)
    return chance.choice(
        [chance.randrange(size), chance.randrange(near), size - 1 - chance.randrange(near)]
    )
