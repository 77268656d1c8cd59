"""`handlab doctor`: say why files do not parse, and what to send us."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path  # noqa: TC003  Typer reads the types at run time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from handlab.cli.faults import Status
from handlab.cli.output import emit, say
from handlab.counted import counted
from handlab.printable import document, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from handlab.doctor import Cause, Diagnosis, Line

SEND = "https://github.com/handlab/handlab/issues"

TITLES = {
    "rejected": "hands that cannot be read",
    "truncated": "hands whose end is missing",
    "unrecognised": "files in which no hand was found",
    "skipped": "files or members that cannot be read",
    "passed over": "files or members passed over",
}


class Format(StrEnum):
    """The output formats."""

    TEXT = "text"
    JSON = "json"


def doctor(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...", help="Files, folders, globs and archives.", show_default=False
        ),
    ],
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="Causes to explain.")] = 10,
    format: Annotated[Format, typer.Option(help="Output format.")] = Format.TEXT,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write what to send us: longer, and without file names."),
    ] = None,
) -> None:
    """
    Explain why files do not parse: the guessed dialect, the line that failed, and what to send us.

    Reads what `handlab ingest` reads, and stores nothing. Files with the same cause are explained
    once. In the lines shown, every word is masked that is not a known poker word, a number or a
    card, so that they can be sent without players' names. The exit status is 1 if a hand cannot be
    read, or if a file has no hand or summary that handlab can read.
    """
    from handlab.doctor import diagnose

    found = diagnose(paths)
    if report is not None:
        emit("\n".join(_report(found)) + "\n", report)
    if format is Format.JSON:
        emit(json.dumps(_as_json(found, limit), ensure_ascii=False) + "\n")
    else:
        emit("\n".join(_lines(found, limit, is_sent=False)) + "\n")
    if report is not None:
        say(f"wrote `{report}`: look it through, then send it with {SEND}")
    if not found.files and found.is_healthy:
        read = ", ".join(f"`{one_line(path)}`" for path in paths)
        say(f"error: expected files to look at, got no text in {read}")
        raise typer.Exit(Status.FOUND_WRONG)
    if not found.is_healthy:
        wrong = sum(cause.hands for cause in found.causes if cause.kind == "rejected")
        unread, passed = (
            sum(cause.files for cause in found.causes if cause.kind == kind)
            for kind in ("skipped", "passed over")
        )
        parts = {
            f"{counted(found.without_hands, 'files')} without a hand or summary": (
                found.without_hands
            ),
            f"{counted(wrong, 'hands')} that cannot be read": wrong,
            f"{_files(unread)} that cannot be opened": unread,
            f"{_files(passed)} passed over": passed,
            f"{counted(found.more, 'files')} with further causes": found.more,
        }
        got = ", ".join(part for part, number in parts.items() if number)
        say(f"error: expected files that handlab can read, got {got}")
        # What to do about a password or a damaged archive is in its line; we cannot help there.
        if report is None and (found.without_hands or wrong):
            say(f"hint: `--report FILE` writes what to send with {SEND}; names are masked")
        raise typer.Exit(Status.FOUND_WRONG)


def _files(number: int) -> str:
    return "1 file or member" if number == 1 else f"{number:,} files or members"


def _lines(found: Diagnosis, limit: int, *, is_sent: bool) -> Iterator[str]:
    yield (
        f"texts: {found.files:,}, {found.bytes:,} bytes; hands read: {found.hands:,};"
        f" tournament summaries: {found.summaries:,}; texts without any: {found.without_hands:,}"
    )
    for number, cause in enumerate(found.causes[:limit], 1):
        yield ""
        yield from _explained(number, cause, is_sent=is_sent)
    more = len(found.causes) - limit
    if more > 0 or found.more:
        yield ""
        rest = f"; {found.more:,} files with still others" if found.more else ""
        yield f"{max(more, 0):,} more causes; --limit N explains more{rest}"


def _explained(number: int, cause: Cause, *, is_sent: bool) -> Iterator[str]:
    count = (
        f"{cause.hands:,} in {counted(cause.files, 'files')}" if cause.hands else f"{cause.files:,}"
    )
    yield f"{number}. {TITLES[cause.kind]}: {count}"
    if not is_sent:
        line = "" if cause.line is None else f", line {cause.line:,}"
        yield f"   first in {document(cause.path, cause.member)}{line}"
    is_file = cause.kind in ("skipped", "passed over")
    if not is_file:
        yield f"   dialect: {cause.dialect or 'none'}; {cause.reason}"
    code = f"{cause.code}: " if cause.code else ""
    message = one_line(cause.message)
    if is_sent and is_file:
        message = _without_paths(message)
    yield f"   cause: {code}{message}"
    yield from _shown(cause.lines if is_sent else cause.context)


def _shown(lines: Sequence[Line]) -> Iterator[str]:
    """Lines with their numbers, the one that failed marked, and gaps."""
    last: int | None = None
    for line in lines:
        if last is not None and line.number > last + 1:
            yield "           ..."
        yield f"   {'>' if line.is_failed else ' '} {line.number:>6} | {line.text}".rstrip()
        last = line.number


def _report(found: Diagnosis) -> Iterator[str]:
    """What to send: everything but names and paths."""
    from handlab._handlab import __version__

    yield f"handlab {__version__}, Python {platform.python_version()}, {platform.system()}"
    yield "Names of players, files and folders are masked; numbers of more than 8 digits are zeros."
    yield from _lines(found, len(found.causes), is_sent=True)


def _without_paths(message: str) -> str:
    """A message whose quoted parts, which may be paths, are left out."""
    parts = message.split("`")
    parts[1::2] = ["..."] * len(parts[1::2])
    return "`".join(parts)


def _as_json(found: Diagnosis, limit: int) -> dict[str, Any]:
    causes = [
        {name: value for name, value in asdict(cause).items() if name != "lines"}
        | {"context": [asdict(line) for line in cause.context]}
        for cause in found.causes[:limit]
    ]
    return {
        "files": found.files,
        "bytes": found.bytes,
        "hands": found.hands,
        "summaries": found.summaries,
        "without_hands": found.without_hands,
        "is_healthy": found.is_healthy,
        "causes": causes,
        "more_causes": max(len(found.causes) - limit, 0),
        "more_files": found.more,
    }
