"""The lake in memory that tests of reports and replays fill with hands that a person can count."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "sql"))

from rows import Lake, lake_in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def lake_of_the_module() -> Iterator[Lake]:
    with lake_in_memory() as lake:
        yield lake


@pytest.fixture
def lake(lake_of_the_module: Lake) -> Lake:
    """An empty lake."""
    lake_of_the_module.empty()
    return lake_of_the_module
