"""Why a whole document is skipped: by how it starts, and by its name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from handlab.archive.text import is_text, unread_encoding

_SQLITE = b"SQLite format 3\0"
_ARCHIVES = frozenset({".zip", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst"})


@dataclass(frozen=True, slots=True)
class SkipReason:
    """Why a whole document is skipped; a failure if it may hold hands."""

    reason: str
    is_failure: bool = False


_NOT_TEXT = SkipReason("not text")


def skip_reason(head: bytes, encoding: str) -> SkipReason | None:
    """Why a document with this start is skipped, if it is."""
    if other := unread_encoding(head):
        return SkipReason(f"{other} text is not read; save it as UTF-8", is_failure=True)
    if head.startswith(_SQLITE):
        return SkipReason(
            "a SQLite database, which handlab cannot read; if it is the log of PokerTH (.pdb),"
            " export it as text in that program"
        )
    return None if encoding != "utf-8" or is_text(head) else _NOT_TEXT


def in_view_of(title: str, why: SkipReason) -> SkipReason:
    """
    Why a document of this name is skipped: one that is called an archive may have held hands.

    Its start is damaged, or a download that broke off left zeros. What macOS keeps beside a file,
    under a name such as `._logs.zip`, is not an archive.

    Examples
    --------
    >>> in_view_of("logs.zip", skip_reason(bytes(64), "utf-8"))
    SkipReason(reason='damaged, or not an archive as `.zip` says', is_failure=True)
    """
    path = PurePosixPath(title)
    if why is not _NOT_TEXT or path.suffix.lower() not in _ARCHIVES or path.name.startswith("._"):
        return why
    return SkipReason(f"damaged, or not an archive as `{path.suffix}` says", is_failure=True)
