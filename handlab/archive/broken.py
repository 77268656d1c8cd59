"""
The border around codecs: whatever one of them raises becomes one kind of error with its reason.

Only the calls of a codec stand within the border, so that a fault of our own is not taken for a
damaged file.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from handlab.archive.names import label
from handlab.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_REASON = 200


class Broken(ArchiveError):
    """
    A file, an archive or a member that cannot be read to its end.

    Parameters
    ----------
    is_cut_off
        Whether it only ends too early, so that what came before is right all the same.
    """

    def __init__(self, reason: str, *, is_cut_off: bool = False) -> None:
        super().__init__(reason)
        self.is_cut_off = is_cut_off


@contextmanager
def codec() -> Iterator[None]:
    """Turn whatever a codec raises into [`Broken`]; what our own streams raise stays what it is."""
    try:
        yield
    except ArchiveError:
        raise
    except Exception as error:
        message = f"cannot be read: {reason(error)}"
        raise Broken(message) from error


def reason(error: Exception) -> str:
    r"""
    Say on one line why a codec or the system failed.

    Examples
    --------
    >>> reason(MemoryError()), reason(KeyError("a\nb"))
    ('it needs more memory than is allowed', "KeyError: 'a\\nb'")
    """
    if isinstance(error, MemoryError):
        return "it needs more memory than is allowed"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    text = " ".join(str(error).split())
    if not text or isinstance(error, LookupError):
        text = f"{type(error).__name__}: {text}".removesuffix(": ")
    return label(text.encode("utf-8", "replace"))[:LONGEST_REASON]
