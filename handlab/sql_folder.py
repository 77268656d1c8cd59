"""The folder of the SQL files: the checkout's `sql/`, or the copy inside the package."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def sql_folder() -> Traversable:
    """The checkout's `sql/` when the package is in one, else the copy inside the package."""
    checkout = Path(__file__).resolve().parent.parent
    if (checkout / "sql" / "facts").is_dir() and (checkout / "Cargo.toml").is_file():
        return checkout / "sql"
    return resources.files("handlab") / "_sql"
