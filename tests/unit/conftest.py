"""The lakes of several tests: an empty one in memory, and one of the samples."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "sql"))

from rows import Lake, lake_in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = Path(__file__).parents[2] / "data" / "samples"


@pytest.fixture(scope="module")
def lake_of_the_module() -> Iterator[Lake]:
    with lake_in_memory() as lake:
        yield lake


@pytest.fixture
def lake(lake_of_the_module: Lake) -> Lake:
    """An empty lake."""
    lake_of_the_module.empty()
    return lake_of_the_module


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with logs and the lake of their hands."""
    from handlab.ingest import ingest
    from handlab.lake import Lake

    folder = tmp_path_factory.mktemp("made")
    shutil.copytree(SAMPLES, folder / "logs")
    ingest([folder / "logs"], Lake.create(folder / "lake"))
    return folder
