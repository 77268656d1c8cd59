"""
Reports: what a lake says about a player, or about the table, as a page, text, CSV or JSON.

[`build`] asks the lake, [`render`] writes what was found in a format. No statistic is defined here;
wording, order and rounding are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.errors import ReportError
from handlab.report.build import build
from handlab.report.model import SECTIONS, Report, Subject

if TYPE_CHECKING:
    from typing import Final

__all__ = ["FORMATS", "SECTIONS", "Report", "Subject", "build", "render"]

FORMATS: Final = ("html", "text", "csv", "json")
"""What a report can be written as."""


def render(
    report: Report, format: str = "html", *, section: str | None = None, is_csv_safe: bool = False
) -> str:
    """
    Write a report.

    Parameters
    ----------
    report
        What [`build`] found.
    format
        One of `html`, `text`, `csv` and `json`.
    section
        The only section wanted, in CSV and JSON; all if not given.
    is_csv_safe
        Whether CSV keeps a spreadsheet from taking texts for formulas.

    Raises
    ------
    ReportError
        If there is no such format or section.
    """
    # The page and the text bring large packages with them; the other formats do without.
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
