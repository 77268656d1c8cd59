"""What `handlab ingest` found: as lines, as JSON, and the reasons for exit status 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handlab.cli.output import say
from handlab.counted import count_law, counted, have
from handlab.printable import document, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from handlab.archive import Skipped
    from handlab.ingest import IngestSummary

JSON_FIELDS = (
    "files",
    "headers",
    "hands",
    "merged",
    "id_conflicts",
    "duplicates",
    "partial",
    "cancelled",
    "rejected",
    "bytes",
    "seconds",
    "verdicts",
    "reject_codes",
    "known_files",
    "summaries",
    "skipped",
    "without_hands",
    "unrecognised",
    "known_unrecognised",
    "without_start",
    "of_other_accounts",
    "of_other_zones",
    "skipped_files",
    "unrecognised_files",
    "paths_without_files",
)
NAMED_FILES = 20
NAMED_UNRECOGNISED = 3
NO_FILES = (
    "expected hand histories, got no files",
    "check the paths, and that their disks are mounted; --allow-empty accepts empty folders",
)
"""The fault that there is nothing to read: its message and its hint."""


def as_json(summary: IngestSummary) -> dict[str, Any]:
    """What was found as one JSON object; of long lists of files the first ones."""
    found = {name: getattr(summary, name, None) for name in JSON_FIELDS}
    return found | {
        "seconds": round(summary.seconds, 3),
        "verdicts": dict(summary.verdicts),
        "reject_codes": dict(summary.reject_codes),
        "skipped": len(summary.skipped),
        "unrecognised": len(summary.unrecognised),
        "skipped_files": [
            {"path": item.path, "member": item.member, "reason": item.reason}
            for item in _skipped(summary)[:NAMED_FILES]
        ],
        "unrecognised_files": [
            {"path": item.path, "member": item.member, "bytes": item.size}
            for item in summary.unrecognised[:NAMED_FILES]
        ],
    }


def lines(summary: IngestSummary) -> Iterator[str]:
    """Describe what the run did, the equation of counts first."""
    from handlab.ingest import Counts

    yield count_law({name: getattr(summary, name) for name in Counts.__slots__})
    of_these = []
    if merged := summary.merged:
        of_these.append(f"{counted(merged, 'duplicates')} added something to a stored hand")
    if others := summary.id_conflicts:
        of_these.append(f"{counted(others, 'hands', have(others))} the number of another hand")
    if of_these:
        yield f"of these, {', and '.join(of_these)}"
    if summary.verdicts:
        yield f"verdicts: {_counted(summary.verdicts)}"
    if summary.reject_codes:
        yield f"rejects: {_counted(summary.reject_codes)}"
    if summary.summaries:
        yield f"tournament summaries: {summary.summaries:,}"
    speed = summary.headers / summary.seconds if summary.seconds else 0
    known = f", {summary.known_files:,} known before" if summary.known_files else ""
    yield (
        f"files: {summary.files:,} read{known}; {summary.bytes / 1e6:,.1f} MB"
        f" in {summary.seconds:,.1f} s, {speed:,.0f} hands/s"
    )
    if summary.unrecognised:
        size = sum(item.size for item in summary.unrecognised)
        yield (
            f"unrecognised: {len(summary.unrecognised):,} of the files, {_size(size)}:"
            " no hand or summary that handlab can read"
        )


def name_paths_without_files(paths: Sequence[str]) -> None:
    """Name the paths with nothing to read: a disk that is not mounted is an empty folder."""
    if paths:
        say(f"no files: nothing to read in {', '.join(f'`{one_line(path)}`' for path in paths)}")


def name_files(summary: IngestSummary) -> None:
    """Name the files that were skipped or not recognised, and say where to find out more."""
    groups = _skipped_groups(summary)
    for items in groups[:NAMED_FILES]:
        first = items[0]
        if len(items) == 1:
            name = f"`{document(first.path, first.member)}`"
        else:
            number = counted(len(items), "members", "of")
            name = f"{number} `{one_line(first.path)}`, such as `{one_line(first.member or '')}`"
        say(f"skipped: {name}: {one_line(first.reason)}")
    more = sum(len(items) for items in groups[NAMED_FILES:])
    if more:
        say(f"skipped: {counted(more, 'more files')}")
    unrecognised = summary.unrecognised[:NAMED_UNRECOGNISED]
    if unrecognised:
        named = [
            f"`{document(item.path, item.member)}` ({_size(item.size)})" for item in unrecognised
        ]
        more = len(summary.unrecognised) - len(unrecognised)
        rest = f" and {more:,} more" if more else ""
        say(f"unrecognised: no hand or summary that handlab can read in {', '.join(named)}{rest}")
        say(f"hint: `handlab doctor {_quoted(unrecognised[0].path)}` says why")


def name_other_accounts(summary: IngestSummary) -> None:
    """Say that known files keep the account for which they were read."""
    if summary.of_other_accounts:
        known = counted(summary.of_other_accounts, "known files")
        say(f"note: the account of {known} stays another one, or none")
        say("hint: only a new lake gives them another `--account`")


def name_other_zones(summary: IngestSummary, zone: str | None) -> None:
    """Say that known files keep the zone in which their times were read."""
    if summary.of_other_zones:
        known = counted(summary.of_other_zones, "known files")
        say(f"note: the times of {known} stay those of another zone than `{zone}`")
        say("hint: only a new lake gives them another `--timezone`")


def name_missing_zone(summary: IngestSummary) -> None:
    """Say that hands have no start, and how they get one."""
    if summary.without_start:
        of_lake = counted(summary.without_start, "hands", "of the lake")
        say(
            f"note: {of_lake} {have(summary.without_start)} no start: their logs print no time zone"
        )
        say(
            "hint: `handlab ingest` again with `--timezone ZONE`, the zone of the clock in your"
            " client, such as `Europe/Berlin`, reads their files again"
        )


def faults(
    summary: IngestSummary, *, max_rejects: int, is_strict: bool
) -> Iterator[tuple[str, str]]:
    """The reasons for exit status 1, each with a hint in which `{lake}` is to be filled in."""
    damaged = len(summary.damaged)
    if summary.rejected + damaged > max_rejects:
        parts, hints = [], []
        if summary.rejected:
            parts.append(f"{counted(summary.rejected, 'hands')} that cannot be read")
            query = "select path, line, message from rejects"
            hints.append(f'see `handlab sql "{query}" --lake {{lake}}`')
        if damaged:
            files = "1 file or member" if damaged == 1 else f"{damaged:,} files or members"
            parts.append(f"{files} that cannot be read")
            hints.append("the lines `skipped` above give the reasons")
        yield (
            f"expected at most {max_rejects:,} unreadable, got {' and '.join(parts)}",
            f"{'; '.join(hints)}; run `handlab doctor` on the files for details; --max-rejects N"
            " accepts N",
        )
    unrecognised = len(summary.unrecognised) + summary.known_unrecognised
    if summary.is_none_recognised:
        yield (
            "expected hand histories, got no hand and no tournament summary that handlab can read"
            f" in any of {counted(unrecognised, 'files')}",
            f"handlab reads the hand histories and tournament summaries of {_sites()};"
            " run `handlab doctor` on the files to see why it does not read these",
        )
    elif unrecognised and is_strict:
        yield (
            "expected a hand or a tournament summary that handlab can read in every file,"
            f" got {counted(unrecognised, 'files')} without one",
            'see `handlab sql "from rpt_unrecognised_files" --lake {lake}`, or'
            " `handlab doctor` over the files; without --strict they are only named",
        )


def _skipped(summary: IngestSummary) -> list[Skipped]:
    """The skipped files, failures first: empty files must not take their places in the list."""
    return sorted(summary.skipped, key=lambda item: not item.is_failure)


def _skipped_groups(summary: IngestSummary) -> list[list[Skipped]]:
    """The same, with the members of an archive that share a reason, such as a password, as one."""
    groups: dict[tuple[str, bool, str], list[Skipped]] = {}
    for item in _skipped(summary):
        groups.setdefault((item.path, item.member is not None, item.reason), []).append(item)
    return list(groups.values())


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _size(size: int) -> str:
    return counted(size, "bytes") if size < 100_000 else f"{size / 1e6:,.1f} MB"


def _sites() -> str:
    from handlab.report.titles import SITES

    *names, last = SITES.values()
    return f"{', '.join(names)} and {last}"


def _quoted(path: str) -> str:
    r"""A path for a shell: bash and zsh read bytes that are no text as `$'\xff'`."""
    import re
    from shlex import quote

    text = one_line(path)
    if re.search(r"\\x[0-9a-f]{2}", text) is None:
        return quote(text)
    # What else a backslash or an apostrophe would begin or end there.
    inner = re.sub(r"\\(?!x[0-9a-f]{2})|'", r"\\\g<0>", text)
    return f"$'{inner}'"
