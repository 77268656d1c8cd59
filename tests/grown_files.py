"""Samples that are cut at line ends, and grow: what a lake then holds, without where it is from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from material import ROOT

from handlab import _handlab
from handlab.archive.text import HEAD, encoding
from handlab.schema import HAND_TABLES
from handlab.tournaments import SEATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from handlab.lake import Lake

SAMPLES = ROOT / "tests/corpus"
TABLES = (*HAND_TABLES, "tournaments", "tournament_reports", "rejects")
PLACES = ("source_file", "source_offset", "source_line", "source_digest", "source_length", "text")


def samples(*dialects: str) -> dict[str, bytes]:
    """The samples of some dialects, or of all, by name, but one of those that hold a hand."""
    found, known = {}, set()
    for path in sorted(SAMPLES.glob("*/*.txt")):
        data = path.read_bytes()
        keys = set(hands(data).select("site", "hand_id").iter_rows())
        if known.isdisjoint(keys) and path.parent.name in (dialects or (path.parent.name,)):
            known |= keys
            found[f"{path.parent.name}-{path.name}"] = data
    return found


def hands(data: bytes) -> pl.DataFrame:
    """The hands of a text."""
    parsed = _handlab.parse_batch(
        data,
        byte_offset=0,
        line_offset=0,
        encoding=encoding(data[:HEAD]),
        is_last=True,
        source_file=None,
        source_member=None,
        source_digest=None,
        account=None,
        timezone=None,
        keep_text=False,
    )
    return parsed["tables"]["hands"]


def line_ends(data: bytes) -> Iterator[int]:
    """Each byte after a line end, without the end of the text."""
    line_end = "\n".encode(encoding(data[:HEAD]))
    end = data.find(line_end) + len(line_end)
    while len(line_end) <= end < len(data):
        if end % len(line_end) == 0:
            yield end
        end = data.find(line_end, end) + len(line_end)


def write(folder: Path, texts: Mapping[str, bytes]) -> None:
    """Write each text to its file."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_bytes(text)


def everything(lake: Lake) -> dict[str, pl.DataFrame]:
    """
    All tables but `files`, without the places of their rows.

    A cut text may name the tournament of a seat otherwise, which only states that it exists.
    """
    found = {}
    with lake.connect() as connection:
        for name in TABLES:
            table = pl.DataFrame(connection.sql(f"select * from {name}")).drop(
                *PLACES, "file_digest", "path", strict=False
            )
            if name == "tournament_reports":
                table = table.filter(~pl.col("report").str.starts_with(SEATED))
            found[name] = table.sort(table.columns[:6], nulls_last=True)
    return found
