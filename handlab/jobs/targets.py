"""The files that reports are written to: a report never overwrites another one of the same run."""

from __future__ import annotations

import os
from datetime import datetime
from itertools import combinations
from typing import TYPE_CHECKING

from handlab.files.home import expanded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

STDOUT = "-"

# Every field of a date differs between these, and no field is equal to another one.
_MOMENTS = (datetime(2031, 2, 17, 5, 41, 36), datetime(2028, 11, 9, 22, 8, 53))


def target(folder: Path, to: str, now: datetime) -> Path:
    """The file that a report of a run at some time is written to."""
    return folder / expanded(now.strftime(to))


def place(path: Path) -> str:
    """What is equal for two ways to write the path of one file."""
    return os.path.normcase(os.path.realpath(path))


def twice(folder: Path, to: Sequence[str | None]) -> tuple[int, int] | None:
    """
    The first two reports, from 0, that are written to the same file in every run.

    Parameters
    ----------
    to
        What each report has as `to`.
    """
    places = [
        None if text in (None, STDOUT) else [place(target(folder, text, at)) for at in _MOMENTS]
        for text in to
    ]
    for first, second in combinations(range(len(places)), 2):
        if places[first] is not None and places[first] == places[second]:
            return first, second
    return None
