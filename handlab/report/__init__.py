"""
Reports on a player or on the table, as a page, text, CSV or JSON.

[`build`] queries the lake, [`render`] writes the result in a format. Statistics are defined in SQL;
this package defines wording, order and rounding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.calling import make_callable
from handlab.errors import ReportError
from handlab.report import public
from handlab.report.build import build
from handlab.report.model import Report, Subject
from handlab.report.sections import SECTIONS

if TYPE_CHECKING:
    from typing import Final

__all__ = ["FILES", "FORMATS", "SECTIONS", "Report", "Subject", "build", "render", "render_bytes"]

FORMATS: Final = ("html", "text", "csv", "json")
"""The formats of a report that are text."""

FILES: Final = ("pdf", "xlsx", "parquet")
"""The formats of a report that are not."""


def render(
    report: Report, format: str = "html", *, section: str | None = None, is_csv_safe: bool = False
) -> str:
    """
    Write a report.

    Parameters
    ----------
    report
        The result of [`build`].
    format
        One of `html`, `text`, `csv` and `json`.
    section
        A single section, in CSV and JSON; all by default.
    is_csv_safe
        Whether to protect CSV texts that a spreadsheet would treat as formulas.

    Raises
    ------
    ReportError
        If the format or section is unknown.
    """
    # The page and the text import large packages, which the other formats do not need.
    if format == "html":
        from handlab.report.html import page

        return page(report)
    if format == "text":
        from handlab.report.text import plain

        return plain(report)
    if format in {"csv", "json"}:
        from handlab.report.serialize import as_csv, as_json

        if format == "csv":
            return as_csv(report, section, is_safe=is_csv_safe)
        return as_json(report, section)
    message = f"expected a format of the report, got `{format}`"
    raise ReportError(message, hint=f"one of {', '.join(FORMATS)}")


def render_bytes(
    report: Report, format: str, *, section: str | None = None, is_csv_safe: bool = False
) -> bytes:
    """
    Write a report in a format of `FORMATS` or `FILES`.

    Parameters
    ----------
    section
        A single section, in all formats but html, pdf and text; Parquet needs one.

    Raises
    ------
    ReportError
        If the format or section is unknown, there is no browser for the PDF, or no rows for
        Parquet.
    """
    if format not in FILES:
        text = render(report, format, section=section, is_csv_safe=is_csv_safe)
        return text.encode("utf-8", "replace")
    from handlab.report import files

    if section is not None and section not in SECTIONS:
        message = f"expected a section of the report, got `{section}`"
        raise ReportError(message, hint=f"one of {', '.join(SECTIONS)}")
    if format == "pdf":
        return files.pdf(render(report, "html"))
    if format == "xlsx":
        return files.report_workbook(report, SECTIONS if section is None else [section])
    if section is None:
        message = "expected a section of the report for parquet, which holds one table, got none"
        raise ReportError(message, hint=f"one of {', '.join(SECTIONS)}")
    return files.parquet(report[section], section)


make_callable(__name__, public.report)
