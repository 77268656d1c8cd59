"""`hl.ingest`: read hand histories into the lake of a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from handlab.lake import Lake

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from handlab.ingest.summary import IngestSummary, Progress


def ingest(
    paths: str | Path | Iterable[str | Path],
    lake: str | Path,
    *,
    account: str | None = None,
    timezone: str | None = None,
    reparse: bool = False,
    keep_text: bool = False,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    memory: str | None = None,
    catalog: str | None = None,
) -> IngestSummary:
    """
    Read hand histories into a lake, each hand exactly once; the lake is created if there is none.

    Parameters
    ----------
    paths
        Files, folders, globs and archives.
    lake
        Folder of the lake.
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
        Called after each batch.
    memory
        Memory limit of DuckDB, such as `"2GB"`.
    catalog
        A catalog elsewhere, as in `"postgres:dbname=poker host=..."`; name it for `hl.connect`
        as well.

    Returns
    -------
    IngestSummary
        What was read: `headers` is the sum of `hands`, `duplicates`, `partial`, `cancelled` and
        `rejected`. Nothing is raised for unreadable hands, which are in the table `rejects`.

    Raises
    ------
    TypeError
        If `paths` are neither a path nor several.
    ArchiveError
        If a path does not exist.
    LakeBusyError
        If another process writes to the lake.
    IngestError
        If the time zone is unknown, or the counts do not add up.

    Examples
    --------
    >>> summary = hl.ingest("data/samples", "lake")  # doctest: +SKIP
    >>> summary.hands, summary.rejected  # doctest: +SKIP
    (6920, 0)
    """
    from handlab.ingest import ingest as into_lake

    return into_lake(
        _listed(paths),
        Lake.at(lake, catalog=catalog, memory=memory),
        account=account,
        timezone=timezone,
        reparse=reparse,
        keep_text=keep_text,
        workers=workers,
        progress=progress,
        make=lambda: Lake.create(lake, catalog=catalog, memory=memory),
    )


def _listed(paths: object) -> list[str | Path]:
    """One path, or several, as a list: neither `None` nor bytes are a path."""
    listed: list[Any] = [paths]
    # Bytes are iterable as well, and `b"logs"` would be a list of numbers.
    if isinstance(paths, Iterable) and not isinstance(paths, str | bytes | os.PathLike):
        listed = list(paths)
    for path in listed:
        if not isinstance(path, str | os.PathLike):
            message = f"expected a path or several as `paths`, got `{path!r}`\n"
            message += 'hint: such as `hl.ingest("logs", "lake")`, or `["logs", "more.zip"]`'
            raise TypeError(message)
    return listed
