"""`handlab convert`: write hands in another format."""

from __future__ import annotations

import itertools
import json
import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handlab import process
from handlab.cli.faults import Status
from handlab.cli.output import UsageError, emit, emit_bytes, say
from handlab.counted import counted
from handlab.files.atomic import atomic_path
from handlab.printable import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.conversion import Conversion, FileNames, Text

SHOWN = 20
LONGEST_KEY = 4096


class Format(StrEnum):
    """The formats that hands are written in."""

    POKERSTARS = "pokerstars"
    PHH = "phh"
    OHH = "ohh"


class Named(StrEnum):
    """What an anonymized hand may keep."""

    HAND_ID = "hand_id"
    TOURNAMENT_ID = "tournament_id"
    TABLE_NAME = "table_name"


def convert(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...", help="Files, folders, globs and archives.", show_default=False
        ),
    ],
    to: Annotated[Format, typer.Option("--to", help="Format.", show_default=False)],
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="DIR|FILE|-",
            help="A file for all hands, or a folder with a file for each text read.",
        ),
    ] = "-",
    anonymize: Annotated[
        Path | None,
        typer.Option(
            metavar="KEYFILE", help="Give players, hands and tables pseudonyms made with this key."
        ),
    ] = None,
    keep: Annotated[
        list[Named] | None,
        typer.Option(
            metavar="NAME",
            help="Keep this in anonymized hands: hand_id, tournament_id or table_name; may be"
            " repeated.",
        ),
    ] = None,
    timezone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Time zone of hands that print none.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the counts as one JSON object.")
    ] = False,
) -> None:
    """
    Write hands as PokerStars' text, PHH or Open Hand History; on request with pseudonyms.

    Each hand is read again from the written text and compared. Facts that the format cannot hold
    are counted as lost. A hand that would be read as a different one is refused. A hand that is in
    several files is written several times. A folder is one that exists, or a path that ends with a
    slash. The exit status is 1 if a hand was refused or cannot be read, or if no file holds a hand.
    See docs/convert.md.
    """
    from handlab import conversion

    target = None if out == "-" else Path(out)
    if as_json and target is None:
        message = "expected a file for the hands, got stdout, which `--json` prints to"
        raise UsageError(message, hint="add `--out FILE`")
    if keep and anonymize is None:
        message = "expected `--anonymize KEYFILE` with `--keep`"
        raise UsageError(message)
    process.set_stop_note("unfinished files were not kept")
    converter = conversion.Converter(
        to.value,
        key=None if anonymize is None else _key(anonymize),
        keep=[name.value for name in keep or ()],
        timezone=timezone,
    )
    is_folder = target is not None and (target.is_dir() or out.endswith(("/", os.sep)))
    found = conversion.find(paths, target, is_folder=is_folder)
    texts = converter.texts(found, is_one_file=not is_folder)
    if target is None:
        for text in texts:
            emit_bytes(text.data)
    elif is_folder:
        # The name of a log may hold that of its owner.
        names = conversion.FileNames(to.value, is_numbered=anonymize is not None)
        _write_folder(target, texts, names)
    else:
        with atomic_path(target) as path, path.open("wb") as file:
            for text in texts:
                file.write(text.data)
    _report(converter.result, as_json=as_json)


def _key(path: Path) -> bytes:
    """The key of a file, without the line end that editors add."""
    with path.open("rb") as file:
        return file.read(LONGEST_KEY).strip()


def _write_folder(folder: Path, texts: Iterator[Text], names: FileNames) -> None:
    """One file for each document that has hands."""
    for _, of_document in itertools.groupby(texts, key=lambda text: text.document):
        first = next(of_document)
        with (
            atomic_path(folder / names.name(first.name)) as path,
            path.open("wb") as file,
        ):
            for text in itertools.chain([first], of_document):
                file.write(text.data)


def _report(result: Conversion, *, as_json: bool) -> None:
    """Print the counts, and exit with 1 if a hand is missing, or there is none."""
    if as_json:
        emit(json.dumps(_as_json(result), ensure_ascii=False) + "\n")
    else:
        for line in _lines(result):
            say(line)
    for skipped in result.skipped[:SHOWN]:
        say(f"error: {one_line(skipped)}")
    more = len(result.skipped) - SHOWN + result.more_skipped
    if more > 0:
        say(f"error: {more:,} more files or members cannot be read")
    if result.rejected:
        say("hint: run `handlab doctor` on the files to see why hands in them cannot be read")
    is_nothing = result.headers == 0
    if is_nothing and result.files:
        say(
            f"error: expected hands to convert, got none in any of {counted(result.files, 'files')}"
        )
        say("hint: run `handlab doctor` on the files to see why handlab reads no hand in them")
    elif is_nothing and result.is_complete:
        say("error: expected hands to convert, got no files")
        say("hint: name files, folders that hold some, or archives")
    if is_nothing or not result.is_complete:
        raise typer.Exit(Status.FOUND_WRONG)


def _lines(result: Conversion) -> Iterator[str]:
    from handlab._handlab import conversion_outcomes

    refused = sum(result.refused.values())
    yield (
        f"hands: {result.written:,} written, {result.lossless:,} of them without a loss;"
        f" {refused:,} refused, {result.rejected:,} that cannot be read, {result.partial:,} cut off"
    )
    losses, refusals = map(dict, conversion_outcomes())
    for title, counts, sentences in (
        ("refused", result.refused, refusals),
        ("lost", result.lost, losses),
    ):
        for code, count in counts.most_common():
            yield f"{title}: {count:,} {code}: {sentences[code]}"
    for name, hand_id, code in result.refused_hands[:SHOWN]:
        yield f"refused: hand {one_line(hand_id)} in {one_line(name)}: {code}"
    more = refused - len(result.refused_hands[:SHOWN])
    if more > 0:
        yield f"refused: {counted(more, 'more hands')}"


def _as_json(result: Conversion) -> dict[str, object]:
    return {
        "files": result.files,
        "headers": result.headers,
        "written": result.written,
        "lossless": result.lossless,
        "refused": dict(result.refused.most_common()),
        "refused_hands": [
            {"file": name, "hand_id": hand_id, "reason": code}
            for name, hand_id, code in result.refused_hands
        ],
        "lost": dict(result.lost.most_common()),
        "rejected": result.rejected,
        "partial": result.partial,
        "skipped": len(result.skipped) + result.more_skipped,
        "is_complete": result.is_complete,
    }
