"""A table of a report as text, for rich."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rich import box
from rich.table import Table
from rich.text import Text

from handlab.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, left: Sequence[str] = ()
) -> Table:
    """Format a table: the first column and those in `left` left-aligned, others right-aligned."""
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    for index, column in enumerate(columns):
        justify: Literal["left", "right"] = "left" if index == 0 or column in left else "right"
        found.add_column(Text(column), justify=justify, overflow="fold")
    for row in rows:
        # Not markup: text from a log is printed as it is.
        found.add_row(*(Text(printable(cell)) for cell in row))
    return found
