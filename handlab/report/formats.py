"""The format of a report's file by its ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.errors import ReportError

if TYPE_CHECKING:
    from pathlib import Path

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


def by_ending(path: Path) -> str:
    """
    The format of a file.

    Raises
    ------
    ReportError
        If no format has its ending.

    Examples
    --------
    >>> from pathlib import Path
    >>> by_ending(Path("report.PDF"))
    'pdf'
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        message = f"expected a format of the report, got the ending `{ending}`: `{path}`"
        raise ReportError(message, hint=f"one of {', '.join(filter(None, ENDINGS))}")
    return ENDINGS[ending]
