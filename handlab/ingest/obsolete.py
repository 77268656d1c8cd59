"""Delete the rows of `files` and `rejects` that later readings make obsolete."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.schema import REJECTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from handlab.ingest.file_log import FileLog, Source
    from handlab.lake.writer import Writer


def delete_replaced(sources: Iterable[Source], writer: Writer) -> None:
    """Delete the rows of `files` and `rejects` that new readings replace."""
    digests: set[str] = set()
    for source in sources:
        if not source.has_deleted_older:
            source.has_deleted_older = True
            digests.update(source.replaced)
    if digests:
        keys = pl.DataFrame({"file_digest": sorted(digests)})
        writer.delete("files", keys)
        writer.delete("rejects", keys)


def delete_completed(file_log: FileLog, writer: Writer) -> None:
    """Delete the rejects of last hands that are complete now in a file that was known."""
    if file_log.completed:
        ends = pl.DataFrame(
            file_log.completed, schema={"file_digest": pl.String, "end": pl.Int64}, orient="row"
        )
        file_log.completed.clear()
        rejects = writer.find("rejects", ends.select("file_digest").unique())
        is_last = pl.col("byte_offset") >= pl.col("end")
        cut_off = rejects.join(ends, on="file_digest").filter(is_last)
        writer.delete("rejects", cut_off.select(REJECTS.key).unique())
