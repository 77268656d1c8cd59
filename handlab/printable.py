"""Replace characters that would control a terminal: names come from logs, which may be hostile."""

from __future__ import annotations

import re
import unicodedata

# Control characters, invisible ones (bidirectional marks, joiners), surrogates, and the two
# separators that some terminals treat as line ends.
_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_PLAIN = re.compile(r"[ -~]*")


def printable(text: str, *, keep: str = "") -> str:
    r"""
    Replace every character that would control a terminal.

    Parameters
    ----------
    keep
        Characters to keep, such as line ends.

    Examples
    --------
    >>> printable("Ann\x1b[2J")
    'Ann\ufffd[2J'
    """
    if _PLAIN.fullmatch(text):
        return text
    return "".join(
        "\ufffd" if letter not in keep and unicodedata.category(letter) in _STEERING else letter
        for letter in text
    )


def one_line(text: str) -> str:
    r"""
    Return a message on one line, without characters that would control a terminal.

    Examples
    --------
    >>> one_line("Ann\n  folds\x07")
    'Ann folds\ufffd'
    """
    return printable(" ".join(text.split()))


def document(path: str, member: str | None) -> str:
    """
    Return the name of a file, or of a member of an archive, on one line.

    Examples
    --------
    >>> document("a.zip", "b.txt"), document("a.zip", ""), document("c.txt", None)
    ('a.zip (b.txt)', 'a.zip (a member without a name)', 'c.txt')
    """
    inner = "" if member is None else f" ({member or 'a member without a name'})"
    return one_line(path + inner)
