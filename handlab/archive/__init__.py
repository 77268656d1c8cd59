"""
Paths in, documents out: files, folders, globs and archives become texts with a digest, in pieces.

Nothing is unpacked to disk, member names are labels only, and what may come out of an archive is
bounded. What is not read is reported with its reason, never passed over in silence, and never ends
the run: whatever a codec raises stays within `broken`, and codecs in native code that can crash run
in a process of their own. Whether a document is new is for the caller to say.
"""

from __future__ import annotations

from handlab.archive.limits import Limits
from handlab.archive.paths import Found, Skipped, find
from handlab.archive.pieces import Cut, Piece
from handlab.archive.reading import Archive, Document, Known, documents

__all__ = [
    "Archive",
    "Cut",
    "Document",
    "Found",
    "Known",
    "Limits",
    "Piece",
    "Skipped",
    "documents",
    "find",
]
