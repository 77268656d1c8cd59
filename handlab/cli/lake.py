"""`handlab lake verify` and `repair`: verify the files of a lake, and repair it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from handlab.cli.faults import Status
from handlab.cli.once import OnceCommand
from handlab.cli.options import (  # noqa: TC001  Typer reads the types at run time
    LakeOption,
    MemoryOption,
)
from handlab.cli.output import emit, say
from handlab.cli.runtime import Group
from handlab.counted import counted
from handlab.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.lake.repair import Repaired

SHOWN = 20

lake = typer.Typer(
    name="lake",
    cls=Group,
    rich_markup_mode=None,
    help="Verify the files of a lake, and repair it.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@lake.command(cls=OnceCommand)
def verify(
    lake: LakeOption,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    memory: MemoryOption = None,
) -> None:
    """
    Check that every file of the lake exists and has the right size and digest.

    Nothing is changed. The exit status is 0 without faults, else 1, with one line per fault.
    """
    from handlab.lake.verify import verify

    found = verify(lake, memory=memory)
    if as_json:
        from handlab.report.serialize import json_text

        emit(json_text(asdict(found)))
    else:
        for fault in found.faults:
            emit(f"{fault.kind:<10} {printable(fault.path)}: {printable(fault.words)}\n")
        for note in found.notes:
            emit(f"note: {printable(note)}\n")
        emit(
            f"{counted(found.files, 'files')}, {found.bytes / 1e6:,.1f} MB:"
            f" {counted(len(found.faults), 'faults')}{_advice(len(found.faults))}\n"
        )
    if found.faults:
        say(
            f"error: expected no faults, got {len(found.faults):,}\n"
            f"hint: `handlab lake repair` repairs {'it' if len(found.faults) == 1 else 'them'}"
        )
        raise typer.Exit(Status.FOUND_WRONG)


@lake.command(cls=OnceCommand)
def repair(
    lake: LakeOption,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, with every hand's number.")
    ] = False,
    memory: MemoryOption = None,
) -> None:
    """
    Repair a damaged lake: a lost catalog, missing or bad files.

    The hands of a bad file are removed from all tables, and the next `handlab ingest` reads them
    again from their sources. Nothing is deleted: other files are moved to `aside/` in the lake.
    """
    from handlab.lake.repair import repair

    found = repair(lake, memory=memory)
    if as_json:
        from handlab.report.serialize import json_text

        emit(json_text(_as_json(found)))
        return
    for line in _report_lines(found):
        emit(f"{printable(line)}\n")


def _advice(faults: int) -> str:
    return f"; `handlab lake repair` repairs {'it' if faults == 1 else 'them'}" if faults else ""


def _as_json(found: Repaired) -> dict[str, object]:
    return {
        "catalog": found.catalog,
        "faults": [asdict(fault) for fault in found.faults],
        "adopted": found.adopted,
        "restored": found.restored,
        "moved": found.moved,
        "aside": None if found.aside is None else str(found.aside),
        "hands": found.hands.to_dicts(),
        "doubled": found.doubled,
        "sources": found.sources.to_dicts(),
        "rejects": found.rejects,
    }


def _report_lines(found: Repaired) -> Iterator[str]:
    if found.did_nothing:
        yield "nothing is wrong; nothing was changed"
        return
    yield {
        "own": "catalog: the lake's own",
        "copy": "catalog: restored from the copy",
        "new": "catalog: rebuilt",
    }[found.catalog]
    for fault in found.faults:
        yield f"{fault.kind}: {fault.path}: {fault.words}"
    if found.adopted:
        yield f"{counted(found.adopted, 'files')} added that were missing from the catalog"
    if found.restored:
        yield f"{counted(found.restored, 'files')} restored in place of a bad compacted file"
    if found.doubled:
        yield f"{counted(found.doubled, 'hands')} stored twice: one copy of each was removed"
    if found.moved:
        yield f"{counted(found.moved, 'files')} moved to `{found.aside}`"
    yield from _some("hands", "removed", [f"{a} {b}" for a, b in found.hands.iter_rows()])
    sources = [a if b is None else f"{a} ({b})" for a, b in found.sources.iter_rows()]
    yield from _some("sources", "to be read again", sources)
    if found.sources.height:
        yield "run `handlab ingest` over these sources to restore their hands"


def _some(things: str, rest: str, items: list[str]) -> Iterator[str]:
    if not items:
        return
    yield f"{counted(len(items), things, rest)}:"
    yield from (f"  {item}" for item in items[:SHOWN])
    if len(items) > SHOWN:
        yield f"  and {len(items) - SHOWN:,} more; --json lists all"
