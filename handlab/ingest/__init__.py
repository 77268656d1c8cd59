"""
From paths to a lake: find documents, parse them, compare them with known hands, commit.

The order of the flow
---------------------
1. `archive` finds documents and cuts them into pieces; the [`FileLog`] finds what is new in each.
2. Workers parse pieces natively, a few tasks ahead; results are stored in the order of the
   pieces.
3. Of files that are read again, or have grown, what was stored in another form is deleted, see
   `replacing` and `growing`. The [`Resolver`] distinguishes new hands from copies, and merges
   what the copies add; where a batch has few of them, they wait for those of other batches.
4. The lake's writer stores the rows, and commits while the next ones are read. Rows of `files`
   are committed with the hands that they account for: if a run is killed, the next one resumes at
   its last commit.
5. If many small files are left, `handlab.lake.compact` merges them.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

from handlab import archive
from handlab._handlab import free_kept_tables, is_zone
from handlab.calling import make_callable
from handlab.errors import IngestError
from handlab.ingest import native as natives
from handlab.ingest import public
from handlab.ingest.summary import Counts, IngestSummary, Progress, Unrecognised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from handlab.ingest.native import Native
    from handlab.lake import Lake
    from handlab.lake.writer import Change

__all__ = ["Counts", "IngestSummary", "Progress", "Unrecognised", "ingest"]


def ingest(
    paths: Iterable[str | Path],
    lake: Lake,
    *,
    account: str | None = None,
    timezone: str | None = None,
    reparse: bool = False,
    keep_text: bool = False,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    limits: archive.Limits | None = None,
    wait: float = 10.0,
    native: Native | None = None,
    compact_after: bool = True,
    make: Callable[[], object] | None = None,
    create_views: Change | None = None,
) -> IngestSummary:
    """
    Read hand histories into a lake, each hand exactly once.

    Parameters
    ----------
    paths
        Files, folders, globs and archives.
    lake
        Where to store.
    account
        The hero's screen name, for files that do not name the hero.
    timezone
        Time zone of hands that print none; files that were read without one are read again.
    reparse
        Read files again that an older parser read, and replace what it stored.
    keep_text
        Store each hand's text.
    workers
        Number of parsing threads; one per core by default.
    progress
        Called before the first batch, with the total, and after each one.
    limits
        Limits on what an archive may unpack to.
    wait
        Seconds to wait for another writer of the lake.
    native
        Replacement for the native module, for tests.
    compact_after
        Whether to compact the lake if many small files are left, see
        [`compact.choice`](handlab.lake.compact.choice).
    make
        Creates the lake if there is none, once all paths are known to exist.
    create_views
        Creates the views of a lake that has none, given the writer's connection.

    Raises
    ------
    ArchiveError
        If a path does not exist.
    LakeBusyError
        If another process writes to the lake.
    IngestError
        If the time zone is unknown, or the counts do not add up.
    """
    started_at = time.monotonic()
    if timezone is not None and not is_zone(timezone):
        message = f"expected a time zone, got `{timezone}`"
        raise IngestError(message, hint="a zone is named as in `Europe/Berlin`")
    found = archive.find(paths, exclude=lake.path)
    native = native or natives.load()
    with closing(archive.Ahead()) as ahead:
        # Making a lake takes half as long as the digest of a gigabyte. Digests for a lake that has
        # read files may need their earlier sizes.
        if found.files and not lake.data.exists():
            ahead.start(found.files[0], sizes=())
        with ThreadPoolExecutor(1, "make") as pool:
            made = pool.submit(make or (lambda: None))
            # Importing Polars takes a fifth of a second, in which the lake is made.
            from handlab.ingest.batch import Options
            from handlab.ingest.run import Run
            from handlab.lake import compact
            from handlab.lake.compact.refilling import refill_statistics
        made.result()
        options = Options(account, timezone, keep_text)
        with lake.writer(timeout=wait) as writer:
            refill_statistics(lake, writer)
            # The run, with all known hands, is gone before a compaction needs the memory.
            summary = Run(
                writer,
                native,
                options,
                found,
                started_at,
                reparse=reparse,
                create_views=create_views,
            ).execute(workers or os.cpu_count() or 1, limits, progress, ahead)
            free_kept_tables()
            if compact_after and summary.files:
                compact.after_ingest(lake, writer)
    return summary


make_callable(__name__, public.ingest)
