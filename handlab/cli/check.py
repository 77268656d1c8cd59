"""`handlab check`: whether what must hold in a lake holds."""

from __future__ import annotations

from typing import Annotated

import typer

from handlab import views
from handlab.cli.options import LakeOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.running import Status, connect, emit
from handlab.report.text import printable


def check(
    lake: LakeOption,
    limit: Annotated[
        int, typer.Option(min=0, metavar="N", help="Wrong rows to print of each check.")
    ] = 5,
) -> None:
    """
    Run every check of sql/checks; each looks for rows that cannot be.

    The exit status is 0 if none finds any, else 1.
    """
    connection = connect(lake)
    wrong = 0
    try:
        for name in views.checks():
            rows = views.run_check(connection, name)
            wrong += bool(rows)
            emit(f"{'ok' if not rows else 'wrong':<6} {name:<22} {len(rows):>8,} rows\n")
            for row in rows[:limit]:
                cells = ", ".join(f"{column}={value}" for column, value in row.items())
                emit(f"       {printable(cells)}\n")
    finally:
        connection.close()
    if wrong:
        raise typer.Exit(Status.FOUND_WRONG)
