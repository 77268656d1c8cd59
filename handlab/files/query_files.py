"""Write the answer of a query to a file: CSV, JSON, Parquet, a workbook."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from handlab.errors import ViewError
from handlab.files import iso_times
from handlab.sql_text import identifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import duckdb

BATCH = 10_000
SHEET_ROWS = 1_048_575
"""The most rows that a sheet may have, without its heading."""

FLOAT_DIGITS = 12
"""The digits of a fraction that do not depend on which of DuckDB's threads adds first."""

FORMULA = r"^[=+\-@\t\r\n＝＋－＠]"  # noqa: RUF001 - spreadsheets read the wide forms as well
"""The start of a text that a spreadsheet treats as a formula."""

# Every such number contains this; nearly all rows do not, and are not searched further.
_PARTS_OF_NO_NUMBER = ("NaN", "nan", "nf")
# Strings are skipped; outside of them these words are numbers that JSON does not have.
_NO_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity|nan|inf|infinity)\b')


def write(
    answer: duckdb.DuckDBPyRelation, format: str, path: Path, *, is_csv_safe: bool = False
) -> None:
    """
    Write an answer as csv, json, parquet or xlsx.

    Raises
    ------
    ViewError
        If a sheet cannot hold as many rows, or as long a text.
    """
    if format == "json":
        with path.open("w", encoding="utf-8", errors="replace") as file:
            file.writelines(json_parts(answer))
    elif format == "parquet":
        answer.write_parquet(str(path), compression="zstd")
    elif format == "xlsx":
        _write_workbook(answer, path)
    else:
        answer = without_formulas(answer) if is_csv_safe else answer
        with_iso_times(_without_zeros(answer)).write_csv(str(path), header=True)


def _write_workbook(answer: duckdb.DuckDBPyRelation, path: Path) -> None:
    from handlab.files.workbook import workbook

    # Python would write what is in a list as it writes its own values.
    nested = {
        place: f"cast({iso_times.cell(f'#{place}', kind)} as varchar)"
        for place, kind in enumerate(answer.types, start=1)
        if str(kind).endswith("]") or str(kind).startswith(("STRUCT", "MAP", "UNION"))
    }
    answer = replaced(answer, nested)
    rows = answer.fetchmany(SHEET_ROWS + 1)
    if len(rows) > SHEET_ROWS:
        message = f"expected at most {SHEET_ROWS:,} rows for a sheet, got more"
        raise ViewError(message, hint="use csv or parquet, or add a `limit`")
    path.write_bytes(workbook({"answer": (answer.columns, rows)}))


def json_line(text: str) -> str:
    """
    Replace numbers that JSON does not have with null.

    Examples
    --------
    >>> json_line('{"a":NaN,"b":-Infinity,"c":"NaN","d":[1.50]}')
    '{"a":null,"b":null,"c":"NaN","d":[1.50]}'
    """
    if not any(part in text for part in _PARTS_OF_NO_NUMBER):
        return text
    return _NO_NUMBER.sub(lambda found: found[0] if found[0][0] == '"' else "null", text)


def json_parts(answer: duckdb.DuckDBPyRelation) -> Iterator[str]:
    """An array of objects, one row per line; DuckDB writes the numbers without rounding."""
    answer = with_iso_times(answer)
    rows = answer.set_alias("answer").project("cast(to_json(answer) as varchar)")
    separator = "[\n"
    while found := rows.fetchmany(BATCH):
        yield separator + ",\n".join(json_line(row[0]) for row in found)
        separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def stable(answer: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """Round fractions to the digits that are the same each time, as far as they go."""
    return with_fractions(answer, f"cast(printf('%.{FLOAT_DIGITS}g', #{{0}}) as double)")


def with_fractions(answer: duckdb.DuckDBPyRelation, cell: str) -> duckdb.DuckDBPyRelation:
    """The answer with another expression for its fractions, in which `#{0}` is the column."""
    cells = {
        place: cell.format(place)
        for place, kind in enumerate(answer.types, start=1)
        if str(kind) in {"DOUBLE", "FLOAT"}
    }
    return replaced(answer, cells)


def replaced(
    answer: duckdb.DuckDBPyRelation, cells: Mapping[int, str], names: Sequence[str] = ()
) -> duckdb.DuckDBPyRelation:
    """The answer with other expressions in some columns, under the same names or under others."""
    if not cells and not names:
        return answer
    named = enumerate(names or answer.columns, start=1)
    return answer.project(
        ", ".join(f"{cells.get(place, f'#{place}')} as {identifier(name)}" for place, name in named)
    )


def with_iso_times(answer: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """
    The answer with its times as texts, also those within lists, structs and maps.

    Examples
    --------
    >>> import duckdb
    >>> found = duckdb.sql("select timestamp '2024-05-31 18:30:00' as at, 1 as hands")
    >>> with_iso_times(found).fetchall()
    [('2024-05-31T18:30:00', 1)]
    """
    cells = {
        place: iso_times.cell(f"#{place}", kind)
        for place, kind in enumerate(answer.types, start=1)
        if iso_times.has_times(kind)
    }
    return replaced(answer, cells)


def without_formulas(answer: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """Put an apostrophe before texts and headings that a spreadsheet would treat as formulas."""
    text = "cast(#{0} as varchar)"
    cell = f"case when regexp_matches({text}, '{FORMULA}') then '''' || {text} else {text} end"
    cells = {
        place: cell.format(place)
        for place, kind in enumerate(answer.types, start=1)
        if _holds_text(str(kind))
    }
    headings = [f"'{name}" if re.match(FORMULA, name) else name for name in answer.columns]
    return replaced(answer, cells, headings)


def as_text(place: int, kind: object) -> str:
    """The column in this place as text: a decimal as `_without_zeros` has it."""
    text = f"cast(#{place} as varchar)"
    return rf"regexp_replace({text}, '(\.\d\d\d*?)0+$', '\1')" if _has_zeros(kind) else text


def _has_zeros(kind: object) -> bool:
    """Whether it is a decimal with more digits than those of most currencies."""
    return re.fullmatch(r"DECIMAL\(\d+,([3-9]|\d\d)\)", str(kind)) is not None


def _without_zeros(answer: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """Decimals as text without the zeros at their end, except the two digits of most currencies."""
    kinds = enumerate(answer.types, start=1)
    cells = {place: as_text(place, kind) for place, kind in kinds if _has_zeros(kind)}
    return replaced(answer, cells)


def _holds_text(kind: str) -> bool:
    return any(
        word in kind for word in ("VARCHAR", "ENUM", "JSON", "BLOB", "STRUCT", "MAP", "UNION")
    )
