"""`handlab demo`: ingest the sample hands, and report on them."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

import handlab
from handlab import process
from handlab.cli.ingest import run
from handlab.cli.output import UsageError, emit
from handlab.cli.runtime import open_lake
from handlab.counted import count_law


def demo(
    lake: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the demo's lake.")] = Path(
        "data/lake"
    ),
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The page; next to the lake if not given.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Read the sample hands into a lake, and write a report on them."""
    import handlab.report as reports

    process.set_stop_note("committed data is kept")
    page = out or lake.parent / "report.html"
    emit(f"reading the sample hands from `{samples()}`\n")
    run([str(samples())], lake)
    opened = open_lake(lake)
    found = reports.build(opened)
    (counts,) = found["counts"]
    emit(f"the lake `{lake}` holds {count_law(counts)}\n")
    emit(reports.render(found), page)
    emit(f"the report is `{page.resolve()}`\n")
    emit(f'next: handlab sql "from player_stats" --lake {quote(str(lake))}\n')


def samples() -> Path:
    """
    The folder of the sample hands: of the checkout if the package is in one, else of the wheel.

    Raises
    ------
    UsageError
        If neither exists.
    """
    checkout = Path(handlab.__file__).resolve().parent.parent
    if (checkout / "Cargo.toml").is_file() and (checkout / "data" / "samples").is_dir():
        return checkout / "data" / "samples"
    packaged = Path(str(resources.files("handlab"))) / "_data" / "samples"
    if packaged.is_dir():
        return packaged
    message = f"expected sample hands in `{packaged}`, found no such folder"
    raise UsageError(message, hint="reinstall handlab; the wheel should contain them")
