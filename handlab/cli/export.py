"""`handlab export`: clean copies of tables and views, as files that any tool reads."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path  # noqa: TC003  Typer reads the types at run time
from typing import TYPE_CHECKING, Annotated

import typer

from handlab import process
from handlab.cli.options import CsvSafeOption, LakeOption, MemoryOption, in_utf8
from handlab.cli.output import emit
from handlab.counted import counted

if TYPE_CHECKING:
    from handlab.export import Exported


class Format(StrEnum):
    """The formats of an export."""

    PARQUET = "parquet"
    CSV = "csv"


def export(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder to write to.", show_default=False)
    ],
    lake: LakeOption,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Tables and views; all tables if not given."),
    ] = None,
    format: Annotated[Format, typer.Option(help="Format of the files.")] = Format.PARQUET,
    partition_by: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMNS",
            help="Separate files by columns, or by year, month or day of `started_at`; several are"
            " separated by commas.",
            callback=in_utf8,
            show_default=False,
        ),
    ] = None,
    csv_safe: CsvSafeOption = False,
    memory: MemoryOption = None,
) -> None:
    """
    Write clean copies of tables and views, without deleted rows.

    The lake's own Parquet files also contain deleted rows, which only DuckDB with the lake attached
    and `hl.scan_table` leave out. Any tool can read the copies, which are all of the same commit.
    An export replaces only files that an earlier one wrote, each as a whole.
    """
    from handlab.export import export as run

    process.set_stop_note("files with their final names are complete")
    columns = [column.strip() for column in (partition_by or "").split(",") if column.strip()]
    run(
        lake,
        folder,
        names or (),
        format=format,
        partition_by=columns,
        is_csv_safe=csv_safe,
        memory=memory,
        done=lambda found: emit(_line(found)),
    )


def _line(found: Exported) -> str:
    files = f" in {found.files:,} files" if found.files != 1 else ""
    return f"{found.name}: {counted(found.rows, 'rows')}{files}: {found.path}\n"
