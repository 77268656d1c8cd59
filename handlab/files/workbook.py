"""Tables as a workbook, in which texts stay texts."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from handlab.errors import ViewError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SHEET_NAME = 31
"""The most letters that a sheet's name may have."""
CELL_LETTERS = 32_767
"""The most letters that a cell may have: a longer text would be left out without a word."""


def workbook(sheets: Mapping[str, tuple[Sequence[str], Iterable[Sequence[object]]]]) -> bytes:
    """
    Write tables as a workbook, one sheet per table, each with its columns and rows.

    Texts stay texts: no name from a log becomes a formula or a link.

    Raises
    ------
    ViewError
        If a text is too long for a cell.
    """
    import xlsxwriter

    content = io.BytesIO()
    options = {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    options |= {"remove_timezone": True, "nan_inf_to_errors": True}
    book = xlsxwriter.Workbook(content, options)
    heading = book.add_format({"bold": True, "bottom": 1})
    time = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    for name, (columns, rows) in sheets.items():
        sheet = book.add_worksheet(name[:SHEET_NAME])
        sheet.freeze_panes(1, 0)
        for place, column in enumerate(columns):
            sheet.write_string(0, place, column, heading)
            sheet.set_column(place, place, min(max(len(column) + 2, 9), 40))
        number = 0
        for number, row in enumerate(rows, 1):
            for place, cell in enumerate(row):
                if isinstance(cell, datetime):
                    # One without a zone would be taken for the time of this computer.
                    at = cell if cell.tzinfo is None else cell.astimezone(UTC)
                    sheet.write_datetime(number, place, at, time)
                elif hasattr(cell, "isoformat"):
                    sheet.write(number, place, cell, day)
                else:
                    sheet.write(number, place, _cell(cell))
        if columns:
            sheet.autofilter(0, 0, number, len(columns) - 1)
    book.close()
    return content.getvalue()


def _cell(value: Any) -> Any:  # noqa: ANN401 - what a cell can hold
    """A value as a spreadsheet can hold it: integers with more than 15 digits become texts."""
    if isinstance(value, str) and len(value) > CELL_LETTERS:
        message = f"expected at most {CELL_LETTERS:,} letters in a cell, got {len(value):,}"
        raise ViewError(message, hint="use csv, json or parquet")
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, int):
        return value if abs(value) < 10**15 else str(value)
    if isinstance(value, Decimal):
        return float(value) if len(value.as_tuple().digits) <= 15 else str(value)
    return value if isinstance(value, float) else str(value)
