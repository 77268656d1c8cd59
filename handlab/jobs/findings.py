"""What the ingestion of a job found: its log line, and what is wrong with the archive."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from handlab.counted import counted
from handlab.printable import document, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from handlab.ingest import IngestSummary

NAMED = 5
"""The number of unreadable files to name: a mail of a timer is read by people."""


def line(summary: IngestSummary) -> str:
    """
    The log line.

    It names a file without hands, since a client may write in a new way from today, and the paths
    without files, since a disk may not be mounted.
    """
    found = (
        f"{counted(summary.hands, 'new hands')}, {counted(summary.duplicates, 'duplicates')},"
        f" {summary.rejected:,} rejected; {counted(summary.files, 'files')} read,"
        f" {summary.known_files:,} known before, {len(summary.damaged):,} unreadable"
    )
    if summary.unrecognised:
        files = counted(len(summary.unrecognised), "files")
        first = summary.unrecognised[0]
        found += f"; no hand or summary in {files}, such as `{document(first.path, first.member)}`"
    if summary.of_other_zones:
        files = counted(summary.of_other_zones, "known files")
        found += f"; the times of {files} stay those of another zone"
    empty = summary.paths_without_files
    return f"{found}; no files in {_listed(empty)}" if empty else found


def no_files(empty: Sequence[str]) -> str:
    """What is wrong if there is nothing to read at all."""
    return (
        f"no files to read in {_listed(empty)}\n"
        "hint: check the paths, and that their disks are mounted; `allow_empty = true` in"
        " [ingest] accepts empty folders"
    )


def _listed(paths: Sequence[str]) -> str:
    return ", ".join(f"`{one_line(path)}`" for path in paths)


def wrong(summary: IngestSummary, lake: Path, max_rejects: int) -> Iterator[str]:
    """What is wrong with the archive: some lines of text for each fault."""
    unreadable = summary.rejected + len(summary.damaged)
    if unreadable > max_rejects:
        lines = [f"hands or files that cannot be read: {unreadable:,}"]
        for item in summary.damaged[:NAMED]:
            lines.append(f"  `{document(item.path, item.member)}`: {one_line(item.reason)}")
        if (more := len(summary.damaged) - NAMED) > 0:
            lines.append(f"  and {counted(more, 'more files')}")
        if summary.rejected:
            query = "select path, line, message from rejects"
            lines.append(
                f'hint: `handlab sql "{query}" --lake {quote(one_line(str(lake)))}` lists the hands'
            )
        yield "\n".join(lines)
    if summary.is_none_recognised:
        files = counted(len(summary.unrecognised) + summary.known_unrecognised, "files")
        yield (
            f"no hand and no tournament summary that handlab can read in any of {files}\n"
            "hint: run `handlab doctor` on the files to see why"
        )
