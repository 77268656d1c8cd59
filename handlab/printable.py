"""Text without what would steer a terminal: names come from logs, and logs are hostile."""

from __future__ import annotations

import re
import unicodedata

# Controls, what has no shape of its own (bidirectional marks, joiners), half characters, and the
# two separators that some terminals take for the end of a line.
_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_PLAIN = re.compile(r"[ -~]*")


def printable(text: str, *, keep: str = "") -> str:
    r"""
    Replace every character that would steer a terminal.

    Parameters
    ----------
    keep
        Characters to leave as they are, such as line ends.

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
    Give a message on one line, printable.

    Examples
    --------
    >>> one_line("Ann\n  folds\x07")
    'Ann folds\ufffd'
    """
    return printable(" ".join(text.split()))
