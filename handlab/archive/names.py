r"""
Names of files and members as text that is safe to store and to print, and back again.

A name is bytes that someone else chose. What is valid UTF-8 stays as it is. Other bytes, and
characters that would steer a terminal or hide in a line, become `\xHH`, one for each byte. A
backslash stays too, unless the name itself holds something that looks like `\xHH`: then it is
`\x5c`. So two different names never become one, and [`raw`] gives the name back.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

# Written as ranges, not asked of `unicodedata`: a name must not change with the version of Python.
_ODD = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\udc80-\udcff]"
    r"|\\(?=x[0-9a-f]{2})"
)
_ESCAPED = re.compile(r"\\x([0-9a-f]{2})")


def label(name: bytes) -> str:
    r"""
    Give a name as text.

    Examples
    --------
    >>> label(b"caf\xc3\xa9.txt"), label(b"caf\xe9\n.txt"), label(rb"a\b\x41")
    ('café.txt', 'caf\\xe9\\x0a.txt', 'a\\b\\x5cx41')
    """
    return _ODD.sub(_escaped, name.decode("utf-8", "surrogateescape"))


def raw(text: str) -> bytes:
    r"""
    Give back the name that [`label`] made a text of.

    Examples
    --------
    >>> raw(r"caf\xe9\x0a.txt")
    b'caf\xe9\n.txt'
    """
    return _ESCAPED.sub(_unescaped, text).encode("utf-8", "surrogateescape")


def path_label(path: Path) -> str:
    """Give a path as text that is safe to store and to print."""
    return label(os.fsencode(path))


def path(text: str) -> Path:
    """Give the path that [`path_label`] made a text of."""
    return Path(os.fsdecode(raw(text)))


def _escaped(odd: re.Match[str]) -> str:
    return "".join(f"\\x{byte:02x}" for byte in odd[0].encode("utf-8", "surrogateescape"))


def _unescaped(escape: re.Match[str]) -> str:
    byte = int(escape[1], 16)
    # A byte above ASCII becomes the surrogate that stands for it when the text is encoded.
    return chr(byte) if byte < 0x80 else chr(0xDC00 + byte)
