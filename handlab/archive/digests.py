"""
Read a document once: its digest, encoding and damage, and its text if that is short enough to hold.

The digest of a document is known only after reading it to its end, or as far as its bytes are
certainly correct.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from xxhash import xxh3_64

from handlab.archive.broken import Broken
from handlab.archive.skipping import SkipReason, skip_reason
from handlab.archive.streams import BLOCK
from handlab.archive.text import HEAD, encoding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.archive.streams import Stream

HELD = 16 << 20
"""Bytes of the longest text that is kept in memory; longer ones are read twice."""


@dataclass(slots=True)
class Digest:
    """
    The result of reading a document once.

    Attributes
    ----------
    held
        The text, unless it is too long.
    checksum
        XXH3 of a text that is too long, by which it is recognised when it is read again: ten times
        as fast as its digest.
    broken
        Why it was not read to its end; `hex` and `size` then describe the correct part.
    skip_reason
        Why it is skipped.
    """

    hex: str = ""
    size: int = 0
    prefixes: dict[int, str] = field(default_factory=dict)
    encoding: str = "utf-8"
    held: bytes | None = None
    checksum: int = 0
    broken: Broken | None = None
    skip_reason: SkipReason | None = None


def digest_of(stream: Stream, sizes: Sequence[int]) -> Digest:
    """
    Read a document to its end, or as far as possible.

    `sizes` are the sizes that it had before: the digests of these prefixes are computed as well.
    """
    found = Digest()
    whole, checksum = hashlib.sha256(), xxh3_64()
    marks = sorted(set(sizes))
    parts: list[bytes] = []
    verified = Digest()
    try:
        while block := stream.read(BLOCK):
            if found.size == 0:
                found.encoding = encoding(block[:HEAD])
                found.skip_reason = skip_reason(block[:HEAD], found.encoding)
                if found.skip_reason is not None:
                    return found
            done = 0
            while marks and marks[0] <= found.size + len(block):
                mark = marks.pop(0)
                whole.update(block[done : mark - found.size])
                done = mark - found.size
                found.prefixes[mark] = whole.hexdigest()
            whole.update(block[done:])
            found.size += len(block)
            if found.size <= HELD:
                parts.append(block)
            else:
                for part in (*parts, block):
                    checksum.update(part)
                parts.clear()
            if found.size > HELD and getattr(stream, "verified", 0) == found.size:
                verified = replace(found, hex=whole.hexdigest(), checksum=checksum.intdigest())
    except Broken as broken:
        if not broken.is_cut_off:
            right = getattr(stream, "verified", 0)
            return _right_part(found, b"".join(parts), verified, right, broken)
        found.broken = broken
    if found.size == 0 and found.broken is None:
        found.skip_reason = SkipReason("empty")
    found.hex, found.checksum = whole.hexdigest(), checksum.intdigest()
    if found.size and found.size <= HELD:
        found.held = b"".join(parts)
    return found


def _right_part(found: Digest, held: bytes, verified: Digest, right: int, broken: Broken) -> Digest:
    """The part of a damaged text whose checksum was correct."""
    if 0 < found.size <= HELD and 0 < right <= found.size:
        return replace(
            found,
            hex=hashlib.sha256(held[:right]).hexdigest(),
            size=right,
            held=held[:right],
            broken=broken,
        )
    return replace(verified, broken=broken)
