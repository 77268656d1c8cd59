"""
The exceptions of handlab, under one root.

Unreadable input is data and goes to `rejects`; these are raised for bad use and for failures of the
system. A message states in lower case what was expected, what was found and where; a hint follows
on its own line.
"""

from __future__ import annotations


class HandlabError(Exception):
    """
    Base class of all exceptions that handlab raises.

    Parameters
    ----------
    message
        What was expected, what was found, and where.
    hint
        What to do about it, if known.

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
        """Return the message, and the hint on its own line."""
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"


class HandlabWarning(UserWarning):
    """An answer leaves out hands that the caller may have meant; a hint is on its own line."""


class ArchiveError(HandlabError):
    """A file or an archive cannot be read, or exceeds the limits."""


class LakeError(HandlabError):
    """A lake is missing, damaged, or not what was expected."""


class LakeBusyError(LakeError):
    """Another process is writing to the lake."""


class IngestError(HandlabError):
    """The arguments of an ingestion are invalid, or its counts do not add up."""


class ConversionError(HandlabError):
    """A format, a key or a file of a conversion is invalid."""


class EquityError(HandlabError):
    """The cards, ranges or limits of an equity question are impossible."""


class DealError(HandlabError):
    """The requested cards cannot be dealt."""


class ViewError(HandlabError):
    """A view cannot be created, or its result is wrong."""


class StatisticsError(HandlabError):
    """A query names a statistic, a slice or a player that does not exist."""


class ReportError(HandlabError):
    """A report cannot be made from this lake."""


class JobError(HandlabError):
    """A job's file is wrong, or one of its reports cannot be delivered."""


class JobBusyError(JobError):
    """Another process runs the same job."""


class ExportError(HandlabError):
    """A table or view cannot be exported as asked."""
