"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

LakeOption = Annotated[
    Path,
    typer.Option("--lake", metavar="DIR", envvar="HANDLAB_LAKE", help="Folder of the lake."),
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="FILE", help="File to write instead of stdout."),
]
