"""`handlab attach`: the SQL that opens a lake in any DuckDB client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.cli.options import LakePath  # noqa: TC001  Typer reads the types at run time
from handlab.cli.running import emit, open_lake

if TYPE_CHECKING:
    pass


def attach(lake: LakePath) -> None:
    """Print the SQL that opens the lake in the DuckDB command line, harlequin or another client."""
    emit(open_lake(lake).attach_sql())
