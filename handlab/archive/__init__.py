"""
Paths in, documents out: files, folders, globs and archives become texts with a digest, in pieces.

Nothing is unpacked to disk, member names are labels only, and what may come out of an archive is
bounded. What is not read is told with its reason, never passed over in silence. Whether a document
is new is for the caller to say.
"""

from __future__ import annotations

from handlab.archive.limits import Limits
from handlab.archive.paths import find
from handlab.archive.pieces import Cut, Piece
from handlab.archive.reading import Archive, Document, Known, Skipped, documents

__all__ = [
    "Archive",
    "Cut",
    "Document",
    "Known",
    "Limits",
    "Piece",
    "Skipped",
    "documents",
    "find",
]
