"""
Files and archives as documents: each text with its digest, found again when it has grown.

A document of up to `HELD` bytes is read once and held; a longer one is read twice, first for its
digest. The long members of an archive come after its short ones, so that it is walked through at
most twice.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from handlab.archive import containers
from handlab.archive.limits import Budget, Limits
from handlab.archive.pieces import pieces
from handlab.archive.streams import BLOCK, Limited, Stream, skip
from handlab.archive.text import HEAD, container, encoding, is_text
from handlab.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from handlab.archive.pieces import Cut, Piece

HELD = 16 << 20


class Known(Protocol):
    """What the lake knows of files."""

    def is_done(self, digest: str) -> bool:
        """Whether nothing is left to read in a file or archive of that digest."""
        ...

    def sizes(self, path: str, member: str | None) -> Sequence[int]:
        """Sizes that the file had when it was read before."""
        ...


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or member that is not read, and why; `is_damaged` if another try may end otherwise."""

    path: str
    member: str | None
    reason: str
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive whose members have all been told of, or are known from an earlier run."""

    path: str
    digest: str
    size: int
    is_known: bool


@dataclass(frozen=True, slots=True)
class Document:
    """
    A file or member that may hold hands.

    Attributes
    ----------
    digest
        SHA-256 of all its bytes, in hex.
    prefixes
        SHA-256 of its first `n` bytes, for the sizes that it had before.
    position
        Bytes on disk, of all that was found, that lie before it.
    """

    path: str
    member: str | None
    digest: str
    size: int
    encoding: str
    position: int
    prefixes: dict[int, str] = field(repr=False)
    _open: Callable[[], Stream] = field(repr=False)

    def without_text(self) -> Document:
        """Give what is known of the document, and let go of its text."""
        return replace(self, _open=io.BytesIO)

    def pieces(self, cut: Cut, *, byte_from: int = 0, line_from: int = 0) -> Iterator[Piece]:
        """The text from a byte on; ask before the next document is asked for."""
        stream = self._open()
        skip(stream, byte_from)
        yield from pieces(stream, self.encoding, cut, byte_from=byte_from, line_from=line_from)


def documents(
    files: Sequence[Path], known: Known, *, limits: Limits | None = None
) -> Iterator[Document | Archive | Skipped]:
    """The documents in files and archives, in order; an archive is told after its members."""
    position = 0
    for file in files:
        try:
            size = file.stat().st_size
            yield from _file(file, size, known, limits or Limits(), position)
            position += size
        except ArchiveError as error:
            yield Skipped(str(file), None, error.message, is_damaged=True)
        except containers.DAMAGE as error:
            yield Skipped(str(file), None, f"cannot be read: {error}", is_damaged=True)


def _file(
    file: Path, size: int, known: Known, limits: Limits, position: int
) -> Iterator[Document | Archive | Skipped]:
    if not file.is_file():
        yield Skipped(str(file), None, "not a regular file")
        return
    with file.open("rb") as stream:
        kind = container(stream.read(HEAD))
        stream.seek(0)
        if kind is None or kind == "rar":
            yield from _walk(file, stream, size, known, limits, position)
            return
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
        stream.seek(0)
        is_known = known.is_done(digest)
        if not is_known:
            is_damaged = False
            for item in _walk(file, stream, size, known, limits, position):
                is_damaged = is_damaged or (isinstance(item, Skipped) and item.is_damaged)
                yield item
            if is_damaged:
                return
    yield Archive(str(file), digest, size, is_known)


def _walk(
    file: Path, stream: Stream, size: int, known: Known, limits: Limits, position: int
) -> Iterator[Document | Skipped]:
    """Tell of every member; the long ones in a second walk, when all digests are known."""
    long: dict[int, _Digest] = {}
    members = containers.members(None, file.name, stream, Budget(limits, size))
    for number, member in enumerate(members):
        if isinstance(member, containers.Unread):
            yield Skipped(str(file), member.name, member.reason, member.is_damaged)
            continue
        try:
            digest = _digest(member.stream, known.sizes(str(file), member.name))
        except containers.DAMAGE as error:
            yield Skipped(str(file), member.name, f"cannot be read: {error}", is_damaged=True)
            continue
        if isinstance(digest, str):
            yield Skipped(str(file), member.name, digest)
        elif digest.held is not None or known.is_done(digest.hex):
            text = partial(io.BytesIO, digest.held or b"")
            place = position if member.name is None else position + stream.tell()
            yield digest.document(file, member, place, text)
        else:
            long[number] = digest
    if long:
        yield from _walk_long(file, size, limits, position, long)


def _walk_long(
    file: Path, size: int, limits: Limits, position: int, long: dict[int, _Digest]
) -> Iterator[Document]:
    with file.open("rb") as stream:
        members = containers.members(None, file.name, stream, Budget(limits, size))
        for number, member in enumerate(members):
            if number in long and isinstance(member, containers.Member):
                # What was written to a file after its digest was taken is left to the next run.
                text = partial(Limited, member.stream, long[number].size)
                yield long[number].document(file, member, position, text)


@dataclass(frozen=True, slots=True)
class _Digest:
    """What reading a document once tells; `held` is the text unless that is too long."""

    hex: str
    size: int
    prefixes: dict[int, str]
    head: bytes
    held: bytes | None

    def document(
        self,
        file: Path,
        member: containers.Member,
        position: int,
        open_text: Callable[[], Stream],
    ) -> Document:
        return Document(
            str(file),
            member.name,
            self.hex,
            self.size,
            encoding(self.head),
            position,
            self.prefixes,
            open_text,
        )


def _digest(stream: Stream, sizes: Sequence[int]) -> _Digest | str:
    """Read to the end; a reason where that is not worth while."""
    whole = hashlib.sha256()
    marks = sorted(set(sizes))
    prefixes: dict[int, str] = {}
    parts: list[bytes] = []
    size = 0
    while block := stream.read(BLOCK):
        if size == 0 and not is_text(block[:HEAD]):
            return "not text"
        if size == 0:
            head = block[:HEAD]
        done = 0
        while marks and marks[0] <= size + len(block):
            mark = marks.pop(0)
            whole.update(block[done : mark - size])
            done = mark - size
            prefixes[mark] = whole.hexdigest()
        whole.update(block[done:])
        size += len(block)
        if size <= HELD:
            parts.append(block)
        else:
            parts.clear()
    if size == 0:
        return "empty"
    held = b"".join(parts) if size <= HELD else None
    return _Digest(whole.hexdigest(), size, prefixes, head, held)
