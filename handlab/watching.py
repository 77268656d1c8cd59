"""
Read new and growing files into a lake as they appear.

What was read is in the lake, so a watch that was stopped, or missed a change, catches up in its
first pass over all files of the folders, of which only the new parts are parsed. After that only
changed files are opened. A hand that is half written is left for the next reading.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from handlab.archive import is_under_way, leads_into
from handlab.errors import ArchiveError, LakeBusyError
from handlab.files.home import expanded
from handlab.ingest import ingest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from watchfiles.main import AbstractEvent

    from handlab.ingest import IngestSummary
    from handlab.lake import Lake

LONGEST_MS = 10_000
"""A file that keeps changing is read after this time anyway."""

RETRY_MS = 5_000
"""How often files that could not be read yet are tried again."""


def watch(
    folders: Collection[str | Path],
    lake: Lake,
    done: Callable[[IngestSummary], None],
    *,
    waiting: Callable[[str], None],
    account: str | None = None,
    timezone: str | None = None,
    quiet_ms: int = 1_000,
    is_polling: bool = False,
    stop: AbstractEvent | None = None,
) -> None:
    """
    Read files until `stop` is set, or forever.

    Parameters
    ----------
    folders
        Folders that exist.
    lake
        Where to store.
    done
        Called after each reading that found a new file or a new hand.
    waiting
        Called with the reason if the lake is busy, or if a folder is gone; they are tried again.
    account, timezone
        As for [`ingest`](handlab.ingest.ingest).
    quiet_ms
        Time without a change after which files are read.
    is_polling
        Whether to look at all files at intervals, for folders that report no changes.
    stop
        Ends the watch when it is set: a `threading.Event`, or an object with its `is_set`.

    Raises
    ------
    ArchiveError
        If a folder does not exist.
    """
    roots = check(folders)
    pending: set[str] = set(roots)
    for changed in _changes(
        roots, lake.path, quiet_ms, waiting=waiting, is_polling=is_polling, stop=stop
    ):
        # A temporary file may be gone again; a folder stands for all its files.
        pending = {path for path in pending | changed if os.path.exists(path)}  # noqa: PTH110
        if not pending:
            continue
        try:
            summary = ingest(sorted(pending), lake, account=account, timezone=timezone)
        except LakeBusyError as error:
            waiting(error.message)
            continue
        except ArchiveError as error:
            # A file disappeared in between; the remaining ones are read now.
            waiting(error.message)
            continue
        pending = set()
        if summary.files or summary.headers or summary.summaries:
            done(summary)


def check(folders: Collection[str | Path]) -> list[str]:
    """
    The absolute paths of folders, with their links as their owner uses them.

    Raises
    ------
    ArchiveError
        If one is not a folder.
    """
    if "" in folders:
        message = "expected a folder to watch, got an empty text"
        raise ArchiveError(message, hint="`.` is the working folder")
    roots = [os.path.abspath(expanded(folder)) for folder in folders]  # noqa: PTH100
    for root in roots:
        if not Path(root).is_dir():
            message = f"expected a folder to watch, got `{root}`"
            raise ArchiveError(message, hint="`handlab ingest` reads single files")
    return roots


def _changes(
    roots: list[str],
    lake: Path,
    quiet_ms: int,
    *,
    waiting: Callable[[str], None],
    is_polling: bool,
    stop: AbstractEvent | None,
) -> Iterator[set[str]]:
    """
    Files that were added or changed: first none, then all folders, and none at intervals.

    The system watches a folder, not its path: one that is removed and made again, or mounted again,
    is watched anew.
    """
    while stop is None or not stop.is_set():
        watched = _identities(roots)
        for root in roots:
            if root not in watched:
                waiting(f"expected a folder to watch, got none: `{root}`")
        if watched:
            for changes in _changes_of(
                list(watched), lake, quiet_ms, is_polling=is_polling, stop=stop
            ):
                yield changes
                if _identities(roots) != watched:
                    break
        else:
            time.sleep(RETRY_MS / 1000)


def _identities(roots: list[str]) -> dict[str, tuple[int, int]]:
    """What tells a folder from another one at the same path; only of those that exist."""
    found = {}
    for root in roots:
        with suppress(OSError):
            status = Path(root).stat()
            found[root] = (status.st_dev, status.st_ino)
    return found


def _changes_of(
    roots: list[str], lake: Path, quiet_ms: int, *, is_polling: bool, stop: AbstractEvent | None
) -> Iterator[set[str]]:
    """The same for folders that stay what they are."""
    import watchfiles

    ours = os.path.realpath(lake)
    found = watchfiles.watch(
        *roots,
        watch_filter=None,
        debounce=max(LONGEST_MS, quiet_ms),
        step=quiet_ms,
        stop_event=stop,
        rust_timeout=RETRY_MS,
        yield_on_timeout=True,
        force_polling=is_polling or None,
    )
    yield set()
    # The system reports changes only from here on: another pass finds those since the first.
    missed = set(roots)
    # Intervals are for times without changes, but a lake in the folder changes whenever it is
    # queried.
    due = 0.0
    for changes in found:
        sources = {
            path
            for change, path in changes
            if change is not watchfiles.Change.deleted
            and not is_under_way(Path(path).name)
            and not leads_into(path, ours)
        }
        if sources or missed or time.monotonic() >= due:
            yield missed | sources
            missed.clear()
            due = time.monotonic() + RETRY_MS / 1000
