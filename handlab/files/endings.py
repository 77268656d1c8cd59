"""The format of a file by its extension: of a report, a job's delivery, an answer, a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from handlab.errors import HandlabError

ENDINGS = {
    "": "text",
    ".csv": "csv",
    ".htm": "html",
    ".html": "html",
    ".json": "json",
    ".parquet": "parquet",
    ".pdf": "pdf",
    ".text": "text",
    ".txt": "text",
    ".xlsx": "xlsx",
}


def by_ending(
    path: Path,
    formats: Collection[str],
    what: str,
    error: type[HandlabError],
    *,
    otherwise: str | None = None,
) -> str:
    """
    The format of a file.

    Parameters
    ----------
    formats
        The available formats.
    what
        What is written to the file, for the error message.
    error
        The exception to raise if none of the formats has its extension.
    otherwise
        The alternative, for the hint.

    Examples
    --------
    >>> from pathlib import Path
    >>> from handlab.errors import ReportError
    >>> by_ending(Path("report.PDF"), {"html", "pdf"}, "the report", ReportError)
    'pdf'
    """
    ending = path.suffix.lower()
    format = ENDINGS.get(ending)
    if format is not None and format in formats:
        return format
    known = ", ".join(name for name, of in ENDINGS.items() if name and of in formats)
    message = f"expected a format of {what}, got the ending `{ending}`: `{path}`"
    raise error(message, hint=f"one of {known}" + (f"; {otherwise}" if otherwise else ""))
