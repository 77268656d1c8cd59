"""What kind of bytes a file starts with: an archive, text in some encoding, or neither."""

from __future__ import annotations

HEAD = 4096

_MAGIC = (
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\x1f\x8b", "gz"),
    (b"\x28\xb5\x2f\xfd", "zst"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"BZh", "bz2"),
    (b"Rar!\x1a\x07", "rar"),
)
_ODD_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b"))


def container(head: bytes) -> str | None:
    """The kind of archive that starts so: `zip`, `7z`, `gz`, `zst`, `xz`, `bz2`, `tar`, `rar`."""
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    return "tar" if head[257:262] == b"ustar" else None


def encoding(head: bytes) -> str:
    """
    `utf-16-le` or `utf-16-be` by byte order mark or by where the zero bytes are, else `utf-8`.

    A file that is not valid UTF-8 throughout is called so as well: which bytes are cp1252 shows
    only hand by hand.

    Examples
    --------
    >>> [encoding("PokerStars".encode(name)) for name in ("utf-16", "utf-16-be", "cp1252")]
    ['utf-16-le', 'utf-16-be', 'utf-8']
    """
    if head.startswith(b"\xff\xfe"):
        return "utf-16-le"
    if head.startswith(b"\xfe\xff"):
        return "utf-16-be"
    if _is_wide(head[0::2], head[1::2]):
        return "utf-16-le"
    if _is_wide(head[1::2], head[0::2]):
        return "utf-16-be"
    return "utf-8"


def _is_wide(low: bytes, high: bytes) -> bool:
    """Whether bytes are the lower and upper halves of mostly Latin characters."""
    return (
        len(high) >= 4 and high.count(0) > 0.7 * len(high) and _odd_controls(low) < 0.1 * len(low)
    )


def is_text(head: bytes) -> bool:
    """Whether bytes may be text: real logs hold a stray control character, but not many."""
    if encoding(head) != "utf-8":
        return True
    return _odd_controls(head) <= len(head) // 50


def _odd_controls(data: bytes) -> int:
    return len(data) - len(data.translate(None, _ODD_CONTROLS))
