"""`handlab stats --list`: the catalogue of statistics, and the slices."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from handlab.cli import answers
from handlab.cli.answers import Format
from handlab.cli.output import emit, emit_rich

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table as Shown


def print_catalogue(format: Format, out: Path | None, *, is_csv_safe: bool) -> None:
    """Print the catalogue: for people with the slices, in other formats as rows."""
    from handlab.sql_text import quoted
    from handlab.statistics.catalogue import catalogue_rows
    from handlab.statistics.slices import DIMENSIONS, KEY

    rows = catalogue_rows()
    if format is Format.TABLE and out is None:
        emit_rich(_as_table(rows))
        emit(f"\nEvery row is of one {', '.join(KEY)}. --by slices it by:\n")
        for name, sliced in DIMENSIONS.items():
            emit(f"  {name:<16} {sliced.meaning}\n")
        return
    import duckdb

    values = ", ".join(f"({', '.join(quoted(text) for text in row.values())})" for row in rows)
    columns = ", ".join(f'"{name}"' for name in rows[0])
    with ExitStack() as stack:
        path = answers.destination(stack, format, out)
        connection = stack.enter_context(duckdb.connect())
        answer = connection.sql(f"select * from (values {values}) as catalogue ({columns})")
        answers.write(answer, format, out, path, is_csv_safe=is_csv_safe)


def _as_table(rows: list[dict[str, str]]) -> Shown:
    from rich.table import Table as Shown
    from rich.text import Text

    shown = Shown(box=None, pad_edge=False, header_style="dim")
    for heading in ("statistic", "group", "made"):
        shown.add_column(heading, overflow="fold", no_wrap=heading != "made")
    for row in rows:
        shown.add_row(Text(row["name"]), Text(row["group"]), Text(row["meaning"]))
    return shown
