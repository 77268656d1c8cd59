"""
Read archives as streams of their members, in stored order, without unpacking to disk.

A member's stream is valid until the next member is requested. Names within an archive are labels,
never paths: nothing is ever written under them. Archives within archives are read as well, down to
a limit.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from handlab.archive import sevenzip, tars, zips
from handlab.archive.broken import Broken
from handlab.archive.codecs import DECODERS, MAGIC, Decompressed
from handlab.archive.streams import BLOCK, Metered, Peeked
from handlab.archive.text import HEAD, container

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from handlab.archive.limits import Budget
    from handlab.archive.streams import Stream


@dataclass(frozen=True, slots=True)
class Member:
    """A file within an archive, or the file itself if `name` is `None`."""

    name: str | None
    stream: Stream


@dataclass(frozen=True, slots=True)
class Unread:
    """A member, or the rest of one, that is not read; `is_failure` if it may hold hands."""

    name: str | None
    why: Broken
    is_failure: bool = True


def members(
    name: str | None, title: str, stream: Stream, budget: Budget, depth: int = 0
) -> Iterator[Member | Unread]:
    """
    Yield the files in a stream: the stream itself, or its members if it is an archive.

    Parameters
    ----------
    name
        Name of the stream within the outermost file; `None` for that file itself.
    title
        File name from which the content of a compressed file is named.
    stream
        The bytes; it need not be seekable.
    budget
        Limits on what may be unpacked.

    Raises
    ------
    ArchiveError
        If it unpacks to more than the budget allows.
    """
    head = Peeked(stream)
    kind = container(head.peek(HEAD))
    if kind is None:
        yield Member(name, head)
    elif kind == "rar":
        yield Unread(name, Broken("rar archives are not read; unpack it"))
    elif depth >= budget.limits.depth:
        why = Broken(f"archives within archives are read {budget.limits.depth} levels deep")
        yield Unread(name, why)
    else:
        try:
            if kind in MAGIC:
                yield from _compressed(kind, name, title, head, budget, depth)
            else:
                yield from _listed(_LIST[kind](head, budget), name, budget, depth)
        except Broken as broken:
            yield Unread(name, broken)


def _compressed(
    kind: str, name: str | None, title: str, stream: Stream, budget: Budget, depth: int
) -> Iterator[Member | Unread]:
    content = Decompressed(stream, DECODERS[kind], MAGIC[kind])
    yield from _listed(iter([(_stem(title), content)]), name, budget, depth)
    if content.trailing:
        why = Broken(f"{content.trailing:,} bytes after the end of its {kind} data are not read")
        yield Unread(name, why)
    elif content.zeros:
        why = Broken(f"{content.zeros:,} zero bytes follow the end of its {kind} data")
        yield Unread(name, why, is_failure=False)


def _listed(
    found: Iterator[tuple[str, Stream | Broken]], name: str | None, budget: Budget, depth: int
) -> Iterator[Member | Unread]:
    for inner, opened in found:
        budget.spend_member()
        full = inner if name is None else f"{name}/{inner}"
        if isinstance(opened, Broken):
            yield Unread(full, opened)
        else:
            metered = Metered(opened, budget)
            yield from members(full, PurePosixPath(inner).name, metered, budget, depth + 1)


def _zip(stream: Stream, budget: Budget) -> Iterator[tuple[str, Stream | Broken]]:
    held, broken = _seekable(stream, budget)
    try:
        yield from zips.members(held, is_cut=broken is None or broken.is_cut_off)
    except Broken:
        if broken is None:
            raise
    if broken is not None:
        # The fault of the outer stream is the reason; a missing directory only follows from it.
        raise broken


def _sevenzip(stream: Stream, budget: Budget) -> Iterator[tuple[str, Stream | Broken]]:
    held, broken = _seekable(stream, budget)
    if broken is not None:
        raise broken
    yield from sevenzip.members(held)


def _tar(stream: Stream, budget: Budget) -> Iterator[tuple[str, Stream | Broken]]:
    del budget
    yield from tars.members(stream)


_LIST: dict[str, Callable[[Stream, Budget], Iterator[tuple[str, Stream | Broken]]]] = {
    "zip": _zip,
    "7z": _sevenzip,
    "tar": _tar,
}


def _stem(title: str) -> str:
    """Name the content of a compressed file."""
    path = PurePosixPath(title)
    return f"{path.stem}.tar" if path.suffix in {".tgz", ".txz", ".tzst", ".tbz2"} else path.stem


def _seekable(stream: Stream, budget: Budget) -> tuple[Stream, Broken | None]:
    """
    Return the stream itself if it can seek, else its content in memory, within the limits.

    The second value is the reason if the stream could not be read to its end.
    """
    if stream.seekable():
        return stream, None
    most = budget.limits.nested
    data = bytearray()
    broken = None
    try:
        while len(data) <= most and (more := stream.read(BLOCK)):
            data += more
    except Broken as error:
        broken = error
    if len(data) > most:
        message = f"expected an archive within an archive of at most {most:,} bytes, got more"
        raise Broken(message)
    return io.BytesIO(data), broken
