"""The audit of a lake as text: verdicts, how headers were counted, and what was not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from handlab.counted import count_law, counted
from handlab.printable import one_line
from handlab.report import formatting, labels
from handlab.report.text_table import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from handlab.report.model import Row


def audit(sections: Mapping[str, Sequence[Row]]) -> Iterator[RenderableType]:
    """The audit of a lake: verdicts, how headers were counted, and what was not read."""
    if sections["verdicts"]:
        yield verdicts(sections["verdicts"])
    for row in sections["counts"]:
        yield Text(count_law(row) + ("" if row["adds_up"] else "  THESE DO NOT ADD UP"))
        if row["unrecognised_files"]:
            yield from _unrecognised(row, sections["unrecognised"])
    if sections["reject_codes"]:
        yield table(
            ["cause", "spans"],
            ([row["code"], formatting.count(row["spans"])] for row in sections["reject_codes"]),
        )


def _unrecognised(counts: Row, files: Sequence[Row]) -> Iterator[RenderableType]:
    """Describe the number of unrecognised files, and name the first ones, each in its own line."""
    number = formatting.count(counts["unrecognised_files"])
    of = formatting.count(counts["files"])
    hold = "holds" if counts["unrecognised_files"] == 1 else "hold"
    yield Text(f"{number} of {of} files {hold} no hand or summary that handlab can read, such as")
    for file in files[:3]:
        name = f"`{one_line(labels.file(file))}` ({counted(file['size'], 'bytes')})"
        yield Text(f"  {name}", no_wrap=True, overflow="ignore")


def verdicts(rows: Iterable[Row]) -> RenderableType:
    """List the verdicts of a lake with their meanings."""
    return table(
        ["verdict", "hands", "share", "meaning"],
        (
            [
                row["verdict"] or "none",
                formatting.count(row["hands"]),
                formatting.share(row["hands_rate"]),
                labels.VERDICTS[row["verdict"]].meaning
                if row["verdict"] in labels.VERDICTS
                else "",
            ]
            for row in rows
        ),
        left=["meaning"],
    )
