"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from handlab.cli.output import UsageError
from handlab.files.atomic import check_writable


def in_utf8(text: str | None) -> str | None:
    """Refuse an argument that is not valid text; only paths may be arbitrary bytes."""
    if text is not None and not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            message = "expected text in UTF-8, got other bytes"
            raise typer.BadParameter(message) from error
    return text


def to_write(path: Path | None) -> Path | None:
    """The file to write, which must be writable; none for `-`, which is stdout."""
    if path is None or str(path) == "-":
        return None
    check_writable(path)
    return path


def lake_folder(text: str) -> Path:
    """The folder of a lake; an empty text, as of a variable that is not set, names none."""
    if not text:
        message = "expected the folder of a lake, got an empty text"
        raise UsageError(message, hint="`.` is the working folder")
    return Path(text)


LAKE = typer.Option(
    "--lake",
    metavar="DIR",
    envvar="HANDLAB_LAKE",
    help="Folder of the lake.",
    parser=lake_folder,
)
LakeOption = Annotated[Path, LAKE]
MemoryOption = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="AMOUNT",
        envvar="HANDLAB_MEMORY",
        help="Memory limit of DuckDB, such as `2GB`; 1 GB if not given. The rest goes to disk.",
        show_default=False,
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE",
        help="File to write instead of stdout.",
        callback=to_write,
    ),
]
CsvSafeOption = Annotated[
    bool,
    typer.Option(
        "--csv-safe",
        help="Put ' before csv texts that a spreadsheet would treat as formulas.",
    ),
]
