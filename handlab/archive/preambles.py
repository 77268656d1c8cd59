"""What a file says once for all its hands goes with every piece that comes after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from handlab.archive.pieces import Piece


class FindPreamble(Protocol):
    """How the last preamble of a piece is found."""

    def __call__(self, data: bytes, encoding: str) -> tuple[int, int, int] | None:
        """Give the offsets of its start and end and the number of lines before it, or `None`."""
        ...


class Preamble(NamedTuple):
    """The text of a preamble, as it stands in the file, and its place there."""

    data: bytes
    byte_offset: int
    line_offset: int


def with_preambles(
    pieces: Iterable[Piece], find: FindPreamble
) -> Iterator[tuple[Piece, Preamble | None]]:
    """Each piece of a file, in order, with the last preamble of the pieces before it."""
    preamble = None
    for piece in pieces:
        yield piece, preamble
        if not piece.is_last:
            preamble = last_preamble(piece, find) or preamble


def last_preamble(piece: Piece, find: FindPreamble) -> Preamble | None:
    """Return the last preamble of a piece, with its place in the file."""
    found = find(piece.data, piece.encoding)
    if found is None:
        return None
    start, end, lines = found
    return Preamble(piece.data[start:end], piece.byte_offset + start, piece.line_offset + lines)
