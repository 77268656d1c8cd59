"""`handlab check`: check that a lake is consistent."""

from __future__ import annotations

from typing import Annotated

import typer

from handlab.cli.faults import Status
from handlab.cli.options import (  # noqa: TC001  Typer reads the types at run time
    LakeOption,
    MemoryOption,
)
from handlab.cli.output import emit, say
from handlab.cli.runtime import connect
from handlab.printable import printable

OUTCOMES = {"error": "wrong", "warning": "warning"}
"""The outcome of a check that found rows, by its severity."""


def check(
    lake: LakeOption,
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="Rows to print per check.")] = 5,
    memory: MemoryOption = None,
) -> None:
    """
    Run every check of sql/checks.

    An error is a row that a good lake cannot have; a warning is a fact about the logs, such as
    missing hands. The exit status is 1 if there are errors.
    """
    from handlab import views

    connection = connect(lake, memory)
    wrong: list[str] = []
    try:
        for name, file in views.checks().items():
            found = views.run_check(connection, name, limit=limit)
            if found.count and file.severity == "error":
                wrong.append(name)
            outcome = OUTCOMES[file.severity] if found.count else "ok"
            emit(f"{outcome:<8} {name:<24} {found.count:>8,} rows\n")
            for row in found.rows:
                cells = ", ".join(f"{column}={value}" for column, value in row.items())
                emit(f"         {printable(cells)}\n")
    finally:
        connection.close()
    if wrong:
        say(
            f"error: expected no wrong rows, got some in {len(wrong)} checks: {', '.join(wrong)}\n"
            "hint: `--limit N` prints more of them; `sql/checks` describes each check"
        )
        raise typer.Exit(Status.FOUND_WRONG)
