"""
Archives as streams of their members, in stored order; nothing is unpacked to disk.

A member's stream is good until the next member is asked for. Names within an archive are labels,
never paths: nothing is ever written under them. Archives within archives are opened too, down to a
bound.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, cast

import zstandard

from handlab.archive import sevenzip
from handlab.archive.streams import BLOCK, Metered, Peeked
from handlab.archive.text import HEAD, container

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from handlab.archive.limits import Budget
    from handlab.archive.streams import Stream

# What the standard library and the packages raise on damaged or foreign input.
DAMAGE = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
    NotImplementedError,
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    zstandard.ZstdError,
    *sevenzip.DAMAGE,
)
# A zstd frame may ask for a window of gigabytes; 128 MB is what `zstd --long` writes.
ZSTD_WINDOW = 1 << 27


@dataclass(frozen=True, slots=True)
class Member:
    """A file within an archive, or the file itself where `name` is `None`."""

    name: str | None
    stream: Stream


@dataclass(frozen=True, slots=True)
class Unread:
    """A member that is not read, and why; `is_damaged` if it should have been."""

    name: str | None
    reason: str
    is_damaged: bool = False


def members(
    name: str | None, label: str, stream: Stream, budget: Budget, depth: int = 0
) -> Iterator[Member | Unread]:
    """
    Give the files in a stream: itself, or what it holds if it is an archive.

    Parameters
    ----------
    name
        Name of the stream within the outermost file; `None` for that file itself.
    label
        File name that names what a compressed file holds.
    stream
        The bytes; need not be seekable.
    budget
        Bounds on what may come out.
    """
    try:
        head = Peeked(stream)
        kind = container(head.peek(HEAD))
        if kind is None:
            yield Member(name, head)
        elif kind == "rar":
            yield Unread(name, "rar archives are not read; unpack it")
        elif depth >= budget.limits.depth:
            yield Unread(name, f"archives within archives are read {budget.limits.depth} deep")
        else:
            yield from _inside(kind, name, label, head, budget, depth)
    except DAMAGE as error:
        yield Unread(name, f"cannot be read: {error}", is_damaged=True)


def _inside(
    kind: str, name: str | None, label: str, stream: Stream, budget: Budget, depth: int
) -> Iterator[Member | Unread]:
    if kind in _DECOMPRESS:
        found: Iterator[tuple[str, Stream | Unread]]
        found = iter([(_stem(label), _DECOMPRESS[kind](stream))])
    else:
        found = _LIST[kind](stream, budget)
    for inner, opened in found:
        budget.spend_member()
        full = inner if name is None else f"{name}/{inner}"
        if isinstance(opened, Unread):
            yield Unread(full, opened.reason, opened.is_damaged)
        else:
            metered = Metered(opened, budget)
            yield from members(full, PurePosixPath(inner).name, metered, budget, depth + 1)


def _zip(stream: Stream, budget: Budget) -> Iterator[tuple[str, Stream | Unread]]:
    with zipfile.ZipFile(_seekable(stream, budget)) as archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            if info.flag_bits & 1:
                yield info.filename, Unread(None, "encrypted")
                continue
            try:
                opened = archive.open(info)
            except DAMAGE as error:
                yield info.filename, Unread(None, f"cannot be read: {error}", is_damaged=True)
                continue
            with opened:
                yield info.filename, opened


def _tar(stream: Stream, budget: Budget) -> Iterator[tuple[str, Stream | Unread]]:
    del budget
    with tarfile.open(fileobj=cast("IO[bytes]", stream), mode="r|") as archive:
        for info in archive:
            opened = archive.extractfile(info) if info.isfile() else None
            if opened is not None:
                yield info.name, opened


def _sevenzip(stream: Stream, budget: Budget) -> Iterator[tuple[str, Stream | Unread]]:
    yield from sevenzip.members(_seekable(stream, budget))


_LIST: dict[str, Callable[[Stream, Budget], Iterator[tuple[str, Stream | Unread]]]] = {
    "zip": _zip,
    "7z": _sevenzip,
    "tar": _tar,
}
_DECOMPRESS: dict[str, Callable[[Stream], Stream]] = {
    "gz": lambda stream: cast("Stream", gzip.GzipFile(fileobj=cast("IO[bytes]", stream))),
    "bz2": lambda stream: cast("Stream", bz2.BZ2File(cast("IO[bytes]", stream))),
    "xz": lambda stream: cast("Stream", lzma.LZMAFile(cast("IO[bytes]", stream))),  # noqa: SIM115
    "zst": lambda stream: cast(
        "Stream",
        zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW).stream_reader(
            cast("IO[bytes]", stream), read_across_frames=True
        ),
    ),
}


def _stem(label: str) -> str:
    """Name what a compressed file holds."""
    path = PurePosixPath(label)
    return f"{path.stem}.tar" if path.suffix in {".tgz", ".txz", ".tzst", ".tbz2"} else path.stem


def _seekable(stream: Stream, budget: Budget) -> IO[bytes]:
    """Give the stream itself if it can seek, else all of it in memory, within the bounds."""
    if stream.seekable():
        return cast("IO[bytes]", stream)
    most = budget.limits.nested
    data = bytearray()
    while len(data) <= most and (more := stream.read(BLOCK)):
        data += more
    if len(data) > most:
        message = f"expected an archive within an archive of at most {most:,} bytes, got more"
        raise ValueError(message)
    return io.BytesIO(data)
