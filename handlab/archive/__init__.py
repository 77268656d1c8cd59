"""
Paths in, documents out: files, folders, globs and archives become texts with a digest, in pieces.

Nothing is unpacked to disk, member names are only labels, and the output of an archive is limited.
What is not read is reported with the reason, and never ends the run: `broken` converts whatever a
codec raises, and codecs in native code that can crash run in a separate process. The caller decides
whether a document is new.
"""

from __future__ import annotations

from handlab.archive.ahead import Ahead
from handlab.archive.known import Known
from handlab.archive.limits import Limits
from handlab.archive.paths import Found, Skipped, find, leads_into
from handlab.archive.pieces import Cut, Piece
from handlab.archive.preambles import Preamble, with_preambles
from handlab.archive.reading import Archive, Document, documents
from handlab.archive.transfers import is_under_way

__all__ = [
    "Ahead",
    "Archive",
    "Cut",
    "Document",
    "Found",
    "Known",
    "Limits",
    "Piece",
    "Preamble",
    "Skipped",
    "documents",
    "find",
    "is_under_way",
    "leads_into",
    "with_preambles",
]
