"""
Write a report as CSV and JSON for programs, without labels.

Money is a decimal number in whole units of `currency`, times are in ISO 8601 and in the zone of the
report, rates are 0 to 1, and unknown values are empty or null. Nothing is rounded but fractions
that are not money, to twelve digits: so two reports on the same hands are the same text.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING

from handlab.errors import ReportError
from handlab.files.query_files import FLOAT_DIGITS
from handlab.report.sections import SECTIONS

if TYPE_CHECKING:
    from handlab.report.model import Report

EXACT_DIGITS = 15
"""Up to this number of digits, a float is written with the digits of its decimal."""

_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")


def as_json(report: Report, section: str | None = None) -> str:
    """Write all sections, or one, as a JSON object."""
    content = {
        "player": report.subject.player,
        "chosen": report.subject.how,
        "only": report.chosen or None,
        "sites": list(report.subject.sites),
        "made_at": report.made_at.isoformat().replace("+00:00", "Z"),
        "timezone": report.timezone,
        "version": report.version,
        "sections": {name: _rows(report, name) for name in _names(section)},
    }
    return json_text(content)


def as_csv(report: Report, section: str | None = None, *, is_safe: bool = False) -> str:
    """
    Write one section as CSV, or all with the union of their columns and a column `section`.

    If `is_safe`, texts that a spreadsheet would treat as formulas get an apostrophe.
    """
    names = _names(section)
    rows = [{"section": name, **row} for name in names for row in _rows(report, name)]
    columns = list(dict.fromkeys(column for row in rows for column in row))
    if section is not None:
        columns = [column for column in columns if column != "section"]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    cell_of = _safe_cell if is_safe else _cell
    writer.writerows({key: cell_of(cell) for key, cell in row.items()} for row in rows)
    return text.getvalue()


def value(cell: object) -> object:
    """
    Convert a value to one that JSON has.

    Examples
    --------
    >>> value(Decimal("-67.45")), value(Decimal("12345678901234567.89"))
    (-67.45, '12345678901234567.89')
    """
    if isinstance(cell, Decimal):
        if cell == cell.to_integral_value() and cell.as_tuple().exponent == 0:
            return int(cell)
        return float(cell) if len(cell.as_tuple().digits) <= EXACT_DIGITS else str(cell)
    if isinstance(cell, float) and not math.isfinite(cell):
        return None
    return cell


def json_text(content: object) -> str:
    """
    Write data as JSON, with null for numbers that JSON does not have.

    Examples
    --------
    >>> json_text([float("nan"), {"won": Decimal("1.50")}]).split()
    ['[', 'null,', '{', '"won":', '1.5', '}', ']']
    """
    return json.dumps(_plain(content), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _rows(report: Report, section: str) -> list[dict[str, object]]:
    return [{key: rounded(cell) for key, cell in row.items()} for row in report[section]]


def rounded(cell: object) -> object:
    """
    Round floats to the digits that do not depend on the order of sums.

    Examples
    --------
    >>> rounded(-10 / 3), rounded([{"hands": 5}]), rounded(Decimal("1.10"))
    (-3.33333333333, [{'hands': 5}], Decimal('1.10'))
    """
    if isinstance(cell, dict):
        return {key: rounded(part) for key, part in cell.items()}
    if isinstance(cell, (list, tuple)):
        return [rounded(part) for part in cell]
    return float(f"{cell:.{FLOAT_DIGITS}g}") if isinstance(cell, float) else cell


def _plain(content: object) -> object:
    if isinstance(content, dict):
        return {key: _plain(cell) for key, cell in content.items()}
    if isinstance(content, (list, tuple)):
        return [_plain(cell) for cell in content]
    return value(content)


def _cell(cell: object) -> object:
    """Convert a value for CSV: true and false as in SQL."""
    return str(cell).lower() if isinstance(cell, bool) else cell


def _safe_cell(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else _cell(cell)


def _names(section: str | None) -> list[str]:
    if section is None:
        return list(SECTIONS)
    if section not in SECTIONS:
        message = f"expected a section of the report, got `{section}`"
        raise ReportError(message, hint=f"one of {', '.join(SECTIONS)}")
    return [section]
