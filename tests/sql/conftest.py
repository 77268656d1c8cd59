"""A lake of hand-made hands for the tests of the views: in memory, and a real DuckLake."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from rows import Lake, lake_in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(scope="session")
def lake_of_the_session() -> Iterator[Lake]:
    with lake_in_memory() as lake:
        yield lake


@pytest.fixture
def lake(lake_of_the_session: Lake) -> Lake:
    """Tables and views without rows, in memory."""
    lake_of_the_session.empty()
    return lake_of_the_session


def extension_file(name: str) -> Path:
    """The signed extension that its package on PyPI carries."""
    package = importlib.import_module(f"duckdb_extension_{name}")
    folder = Path(str(package.__file__)).parent
    return next(folder.rglob(f"{name}.duckdb_extension"))


@pytest.fixture
def attach(tmp_path: Path) -> Iterator[Callable[..., duckdb.DuckDBPyConnection]]:
    """A function that opens one and the same DuckLake by a new connection, under any name."""
    pytest.importorskip("duckdb_extension_ducklake")
    pytest.importorskip("duckdb_extension_sqlite_scanner")
    connections = []

    def open_lake(name: str = "lake", *, use: bool = True) -> duckdb.DuckDBPyConnection:
        connection = duckdb.connect()
        connections.append(connection)
        for extension in ("sqlite_scanner", "ducklake"):
            connection.execute(f"load '{extension_file(extension)}'")
        catalog, data = tmp_path / "catalog.sqlite", tmp_path / "data"
        connection.execute(f"attach 'ducklake:sqlite:{catalog}' as {name} (data_path '{data}/')")
        if use:
            connection.execute(f"use {name}")
        return connection

    yield open_lake
    for connection in connections:
        connection.close()
