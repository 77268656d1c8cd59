"""The mark in the folder of a lake whose catalog is a database elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MARK = "catalog.elsewhere"


def mark(folder: Path) -> None:
    """Leave the mark."""
    (folder / MARK).touch()


def is_marked(folder: Path) -> bool:
    """Whether the catalog of the lake in a folder is elsewhere."""
    return (folder / MARK).exists()
