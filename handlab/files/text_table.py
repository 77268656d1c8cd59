"""Write an answer as a table of text, as DuckDB draws it."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from handlab.errors import ViewError
from handlab.files.query_files import replaced
from handlab.printable import printable

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

MOST_ROWS = 10_000
"""The rows that DuckDB reads to draw a table; it does not count further ones."""

WIDEST = 1_000_000
MONEY_DECIMALS = 2

_DECIMAL = re.compile(r"DECIMAL\((\d+),(\d+)\)")


def write(answer: duckdb.DuckDBPyRelation, path: Path) -> None:
    """
    Write all rows and columns, with whole values.

    Raises
    ------
    ViewError
        If there are more rows than DuckDB draws.
    """
    if len(answer.limit(MOST_ROWS + 1)) > MOST_ROWS:
        message = f"expected at most {MOST_ROWS:,} rows for a table of text, got more"
        raise ViewError(message, hint="use csv or parquet, or add a `limit`")
    text = drawn(shortened(answer), WIDEST, MOST_ROWS)
    path.write_text(text, encoding="utf-8", errors="replace")


def shortened(answer: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """Decimals without the zeros that all rows end with, beyond the two of most currencies."""
    kinds = {
        place: (int(found[1]), int(found[2]))
        for place, kind in enumerate(answer.types, start=1)
        if (found := _DECIMAL.fullmatch(str(kind))) and int(found[2]) > MONEY_DECIMALS
    }
    if not kinds:
        return answer
    digits = "coalesce(max(length(rtrim(split_part(cast(#{} as varchar), '.', 2), '0'))), 0)"
    needed = answer.aggregate(", ".join(digits.format(place) for place in kinds)).fetchone() or ()
    cells = {
        place: f"cast(#{place} as decimal({width}, {max(MONEY_DECIMALS, scale)}))"
        for (place, (width, _)), scale in zip(kinds.items(), needed, strict=True)
    }
    return replaced(answer, cells)


def drawn(answer: duckdb.DuckDBPyRelation, width: int, rows: int) -> str:
    """DuckDB's table; DuckDB itself escapes line ends within cells."""
    text = io.StringIO()
    with redirect_stdout(text):
        answer.show(max_width=width, max_rows=rows)
    return printable(text.getvalue().rstrip("\n") + "\n", keep="\n")
