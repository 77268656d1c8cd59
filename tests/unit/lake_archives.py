"""Lakes of several commits, to be compacted: their files, and all that they hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import handlab as hl
from handlab._handlab import Simulation
from handlab.ingest import ingest
from handlab.lake import Lake, files
from handlab.lake.compact import writing
from handlab.schema import TABLES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def stored(lake: Lake) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    with lake.connect() as connection:
        return {name: connection.execute(f"from {name} order by all").fetchall() for name in TABLES}


def parquet(lake: Lake, *, current: bool = True) -> list[Path]:
    """The data files that the current snapshot names, or all that exist."""
    if not current:
        return sorted(files.on_disk(lake.data).values())
    with lake.connect() as connection:
        named = files.in_catalog(connection, lake.data)
    return sorted(file.path for file in named)


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def without_catalog(lake: Lake, *more: str) -> None:
    for name in ("catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm", *more):
        (lake.path / name).unlink(missing_ok=True)


def make_archive(folder: Path) -> list[Path]:
    """Hands of two games, copies that add their hero's cards, and a hand that cannot be read."""
    holdem = Simulation(0).text(60)
    omaha = Simulation(1, game="omaha", betting="pot_limit").text(60)
    texts = [
        re.sub(r"^Dealt to .*\n", "", holdem, flags=re.MULTILINE),
        omaha,
        Simulation(0).text(30),
        Simulation(2).text(20),
        "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - what is this\n\n\n",
    ]
    paths = [folder / f"{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


def make_lake(archive: list[Path], folder: Path) -> Path:
    """A lake of several commits, some of which delete rows of others."""
    lake = Lake.create(folder / "lake")
    for path in archive:
        ingest([path], lake, workers=1)
    hl.connect(lake.path).close()
    return lake.path


def let_runs_have_several_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let compaction write large tables to several files, with as many groups."""
    monkeypatch.setattr(writing, "GROUP_BYTES", 200_000)
    monkeypatch.setattr(writing, "MOST_CHUNKS", 1)
