"""
Detect the kind of a file from its first bytes, and where its text changes its encoding.

Programs append to the files of other programs, so one file may mix UTF-8 and UTF-16.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from handlab.archive.codecs import MAGIC
from handlab.archive.tars import is_header

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = 4096

_MAGIC = (
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"PK\x07\x08", "zip"),
    (b"PK00PK\x03\x04", "zip"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    *((magic, kind) for kind, magics in MAGIC.items() for magic in magics),
)
_FIRST_BYTES = frozenset(magic[:2] for magic, _ in _MAGIC)
_ODD_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b"))
_MARKS = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
# Eight Latin characters in a row, and 32 bytes of ASCII, which as UTF-16 would be 16 characters
# that no poker site writes in a row.
_WIDE = {
    "utf-16-le": re.compile(rb"(?:[\t\n\r\x20-\x7e\xa0-\xff]\0){8}"),
    "utf-16-be": re.compile(rb"(?:\0[\t\n\r\x20-\x7e\xa0-\xff]){8}"),
}
# The same with the two bytes of each character swapped, at a whole number of characters.
_SWAPPED = {
    "utf-16-le": ("utf-16-be", re.compile(rb"(?s)(?:..)*?((?:\0[\t\n\r\x20-\x7e\xa0-\xff]){8})")),
    "utf-16-be": ("utf-16-le", re.compile(rb"(?s)(?:..)*?((?:[\t\n\r\x20-\x7e\xa0-\xff]\0){8})")),
}
_ZEROS = re.compile(rb"\0+")
_NARROW = re.compile(rb"[\t\n\r\x20-\x7e]{32}")
_NO_ZEROS = re.compile(rb"[^\0]{15}")
# How far before Latin characters a byte order mark or other characters may be.
_BEFORE = 256
_STRETCH = 1 << 16
_WIDER = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"+/v8": "UTF-7",
    b"+/v9": "UTF-7",
    b"+/v+": "UTF-7",
    b"+/v/": "UTF-7",
}
_FIRST_OF_WIDER = frozenset(mark[:1] for mark in _WIDER)
_WIDEST = re.compile(rb"(?:[\t\n\r\x20-\x7e]\0\0\0){4}|(?:\0\0\0[\t\n\r\x20-\x7e]){4}")


def container(head: bytes) -> str | None:
    """The kind of archive: `zip`, `7z`, `gz`, `zst`, `xz`, `bz2`, `tar`, `rar`, or `None`."""
    if head[:2] in _FIRST_BYTES:
        for magic, kind in _MAGIC:
            if head.startswith(magic):
                return kind
    # A header has zero bytes, which text does not have.
    is_tar = head[257:262] == b"ustar" or (0 in head[:512] and is_header(head))
    return "tar" if is_tar else None


def encoding(head: bytes) -> str:
    """
    `utf-16-le` or `utf-16-be` by byte order mark or by where the zero bytes are, else `utf-8`.

    Files that are not entirely valid UTF-8 are `utf-8` as well: whether bytes are cp1252 is decided
    hand by hand.

    Examples
    --------
    >>> [encoding("PokerStars".encode(name)) for name in ("utf-16", "utf-16-be", "cp1252")]
    ['utf-16-le', 'utf-16-be', 'utf-8']
    """
    for name, mark in _MARKS.items():
        if head.startswith(mark):
            return name
    if 0 not in head:
        return "utf-8"
    name = _wide_name(head[:128]) or _wide_name(head) or "utf-8"
    if name != "utf-8" and (found := change(head, "utf-8")):
        # The UTF-16 may start a few lines later.
        is_wide_at_once = found[0] == 0 or _odd_controls(head[: found[0]])
        return (found[1] if found[0] == 0 else name) if is_wide_at_once else "utf-8"
    return name


def changes(data: bytes, name: str) -> Iterator[tuple[int, str]]:
    """Where a text that starts in one encoding changes to others, and to which."""
    start = at = 0
    # In limited ranges: otherwise each change would scan the whole rest of the text.
    while at < len(data):
        if name == "utf-8" and (at := data.find(0, at)) < 0:
            return
        at = max(start, at - _BEFORE) if name == "utf-8" else at
        found = change(data[at : at + _STRETCH], name)
        if found is None:
            at += _STRETCH - 2 * _BEFORE
            continue
        start = at = at + found[0]
        name = found[1]
        yield start, name


def change(data: bytes, name: str) -> tuple[int, str] | None:
    r"""
    Where a text changes its encoding, and to which; `None` if it does not.

    Examples
    --------
    >>> change(b"one hand\n" + "another hand".encode("utf-16"), "utf-8")
    (9, 'utf-16-le')
    >>> change("one".encode("utf-16-le") + b"another hand, which is long enough\n", "utf-16-le")
    (6, 'utf-8')
    """
    if name != "utf-8":
        starts = [*_narrow(data, name), *_swapped(data, name)]
        return min(starts, default=None)
    # UTF-8 text has no zero bytes except stray ones.
    if 0 not in data:
        return None
    for zeros in _ZEROS.finditer(data):
        for wide, before in (("utf-16-le", 1), ("utf-16-be", 0)):
            latin = zeros.start() - before
            if latin >= 0 and _WIDE[wide].match(data, latin):
                start = _wide_start(data, latin, wide)
                if start is not None:
                    return start, wide
    return None


def _wide_start(data: bytes, latin: int, name: str) -> int | None:
    """Where UTF-16 text starts, given its first Latin characters."""
    before = max(0, latin - _BEFORE)
    mark = data.rfind(_MARKS[name], before, latin)
    if mark >= 0 and (latin - mark) % 2 == 0 and b"\n" not in data[mark:latin]:
        return mark
    # A line end before big-endian text looks like its first character.
    is_line_end = name == "utf-16-le" and latin > 0 and data[latin] == ord("\n")
    if is_line_end and _WIDE["utf-16-be"].match(data, latin + 1):
        return None
    return latin


def _swapped(data: bytes, name: str) -> list[tuple[int, str]]:
    """Where the other byte order starts in UTF-16 text, if it does."""
    lower = data[name == "utf-16-be" :: 2]
    if bytes(8) not in lower:
        return []
    other, pattern = _SWAPPED[name]
    found = pattern.match(data)
    if found is None:
        return []
    start = found.start(1)
    return [(start - 2 * data.endswith(_MARKS[other], 0, start), other)]


def _narrow(data: bytes, name: str) -> list[tuple[int, str]]:
    """Where UTF-8 starts in UTF-16 text, if it does."""
    upper = data[name == "utf-16-le" :: 2]
    found = _NARROW.search(data) if _NO_ZEROS.search(upper) else None
    return [(_narrow_start(data, found.start(), name), "utf-8")] if found else []


def _narrow_start(data: bytes, ascii_from: int, name: str) -> int:
    """Where UTF-8 text starts, given its first ASCII characters."""
    mark = b"\xef\xbb\xbf"
    if data.endswith(mark, 0, ascii_from):
        return ascii_from - len(mark)
    # The low byte of the last big-endian character is ASCII as well.
    is_half = name == "utf-16-be" and ascii_from % 2 and data[ascii_from - 1] == 0
    return ascii_from + bool(is_half)


def unread_encoding(head: bytes) -> str | None:
    """The name of an encoding that handlab does not read, or `None`."""
    if head[:1] in _FIRST_OF_WIDER:
        for mark, name in _WIDER.items():
            if head.startswith(mark):
                return name
    return "UTF-32" if 0 in head[:4] and _WIDEST.match(head) else None


def _wide_name(head: bytes) -> str | None:
    if _is_wide(head[0::2], head[1::2]):
        return "utf-16-le"
    return "utf-16-be" if _is_wide(head[1::2], head[0::2]) else None


def _is_wide(low: bytes, high: bytes) -> bool:
    """Whether bytes are the low and high bytes of mostly Latin characters."""
    return (
        len(high) >= 4 and high.count(0) > 0.7 * len(high) and _odd_controls(low) < 0.1 * len(low)
    )


def is_text(head: bytes) -> bool:
    """Whether bytes may be text: real logs have stray control characters, but few."""
    if 0 not in head:
        return _odd_controls(head) <= len(head) // 50
    if encoding(head) != "utf-8":
        return True
    wide = change(head, "utf-8")
    if wide is not None:
        head = head[: wide[0]]
    return _odd_controls(head) <= len(head) // 50


def _odd_controls(data: bytes) -> int:
    return len(data) - len(data.translate(None, _ODD_CONTROLS))
