"""
Convert whatever a codec raises to one kind of error with its reason.

Only the calls of a codec are wrapped, so that a bug of handlab is not reported as a damaged file.
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
        Whether it only ends too early, so that everything before is correct.
    """

    def __init__(self, reason: str, *, is_cut_off: bool = False) -> None:
        super().__init__(reason)
        self.is_cut_off = is_cut_off


@contextmanager
def codec() -> Iterator[None]:
    """Convert whatever a codec raises to [`Broken`]; errors of our own streams pass unchanged."""
    try:
        yield
    except ArchiveError:
        raise
    except Exception as error:
        message = f"cannot be read: {reason(error)}"
        raise Broken(message) from error


def reason(error: Exception) -> str:
    r"""
    Describe on one line why a codec or the system failed.

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
