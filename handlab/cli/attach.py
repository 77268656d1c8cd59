"""`handlab attach`: the SQL that opens a lake in any DuckDB client."""

from __future__ import annotations

from handlab.cli.options import LakeOption  # noqa: TC001  Typer reads the types at run time
from handlab.cli.output import emit
from handlab.cli.runtime import open_lake


def attach(lake: LakeOption) -> None:
    """Print SQL that opens the lake in the DuckDB command line, harlequin or another client."""
    emit(open_lake(lake).attach_sql())
