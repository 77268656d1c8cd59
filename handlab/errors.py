"""
What can go wrong by use, under one root.

Bad input is data and lands in `rejects`; these are raised for bad use and for what the machine
denies. A message says what was expected, what came and where, in lower case; a hint is on a line
of its own.
"""

from __future__ import annotations


class HandlabError(Exception):
    """
    Root of everything that handlab raises by itself.

    Parameters
    ----------
    message
        What was expected, what came, where.
    hint
        What to do about it, if that is known.

    Examples
    --------
    >>> print(LakeError("expected a lake, got an empty folder: `/x`", hint="ingest something"))
    expected a lake, got an empty folder: `/x`
    hint: ingest something
    """

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """Give the message, and the hint on a line of its own."""
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"


class ArchiveError(HandlabError):
    """A file or an archive cannot be read, or is larger than the bounds allow."""


class LakeError(HandlabError):
    """A lake is missing, damaged, or not what was expected."""


class LakeBusyError(LakeError):
    """Another process is writing to the lake."""


class IngestError(HandlabError):
    """Ingestion was asked for something that it cannot do, or its counts do not add up."""


class EquityError(HandlabError):
    """A question about equity has no answer: its cards, ranges or bounds are impossible."""


class DealError(HandlabError):
    """Cards were asked for that cannot be dealt."""


class ViewError(HandlabError):
    """A view cannot be created or does not give what it should."""


class ReportError(HandlabError):
    """A report cannot be made from what the lake holds."""
