"""
Archives as streams of their members, in stored order; nothing is unpacked to disk.

A member's stream is good until the next member is asked for. Names within an archive are labels,
never paths: nothing is ever written under them. Archives within archives are opened too, down to a
bound.
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
    """A file within an archive, or the file itself where `name` is `None`."""

    name: str | None
    stream: Stream


@dataclass(frozen=True, slots=True)
class Unread:
    """A member, or what is left of it, that is not read; `is_failure` if hands may be in it."""

    name: str | None
    why: Broken
    is_failure: bool = True


def members(
    name: str | None, title: str, stream: Stream, budget: Budget, depth: int = 0
) -> Iterator[Member | Unread]:
    """
    Give the files in a stream: itself, or what it holds if it is an archive.

    Parameters
    ----------
    name
        Name of the stream within the outermost file; `None` for that file itself.
    title
        File name that names what a compressed file holds.
    stream
        The bytes; need not be seekable.
    budget
        Bounds on what may come out.

    Raises
    ------
    ArchiveError
        If more comes out than the budget allows.
    """
    head = Peeked(stream)
    kind = container(head.peek(HEAD))
    if kind is None:
        yield Member(name, head)
    elif kind == "rar":
        yield Unread(name, Broken("rar archives are not read; unpack it"))
    elif depth >= budget.limits.depth:
        why = Broken(f"archives within archives are read {budget.limits.depth} deep")
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
        why = Broken(f"{content.zeros:,} zero bytes stand after the end of its {kind} data")
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
        # What broke off below is the reason; a missing directory only follows from it.
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
    """Name what a compressed file holds."""
    path = PurePosixPath(title)
    return f"{path.stem}.tar" if path.suffix in {".tgz", ".txz", ".tzst", ".tbz2"} else path.stem


def _seekable(stream: Stream, budget: Budget) -> tuple[Stream, Broken | None]:
    """
    Give the stream itself if it can seek, else all of it in memory, within the bounds.

    With it comes why it breaks off, if it does.
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
