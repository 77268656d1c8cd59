r"""
Names of files and members as text that is safe to store and to print, and back again.

A name is bytes that someone else chose. Valid UTF-8 stays as it is. Other bytes, and characters
that would control a terminal or be invisible, become `\xHH`, one per byte. A backslash stays as
well, unless the name itself contains text such as `\xHH`: then it becomes `\x5c`. So two different
names never become the same text, and [`raw`] restores the name.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

# Ranges rather than `unicodedata`: a label must not depend on the version of Python.
_ODD = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\udc80-\udcff]"
    r"|\\(?=x[0-9a-f]{2})"
)
_ESCAPED = re.compile(r"\\x([0-9a-f]{2})")


def label(name: bytes) -> str:
    r"""
    Convert a name to text.

    Examples
    --------
    >>> label(b"caf\xc3\xa9.txt"), label(b"caf\xe9\n.txt"), label(rb"a\b\x41")
    ('café.txt', 'caf\\xe9\\x0a.txt', 'a\\b\\x5cx41')
    """
    return _ODD.sub(_escaped, name.decode("utf-8", "surrogateescape"))


def raw(text: str) -> bytes:
    r"""
    Restore the name that [`label`] converted.

    Examples
    --------
    >>> raw(r"caf\xe9\x0a.txt")
    b'caf\xe9\n.txt'
    """
    return _ESCAPED.sub(_unescaped, text).encode("utf-8", "surrogateescape")


def path_label(path: Path) -> str:
    """Convert a path to text that is safe to store and to print."""
    return label(os.fsencode(path))


def path(text: str) -> Path:
    """Restore the path that [`path_label`] converted."""
    return Path(os.fsdecode(raw(text)))


def _escaped(odd: re.Match[str]) -> str:
    return "".join(f"\\x{byte:02x}" for byte in odd[0].encode("utf-8", "surrogateescape"))


def _unescaped(escape: re.Match[str]) -> str:
    byte = int(escape[1], 16)
    # A byte above ASCII becomes the surrogate that encodes back to it.
    return chr(byte) if byte < 0x80 else chr(0xDC00 + byte)
