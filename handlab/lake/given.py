"""Frames that a statement is given: DuckDB reads them from a file."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from handlab.lake.catalog import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl


@contextmanager
def as_table(frame: pl.DataFrame) -> Iterator[str]:
    """
    Yield what a statement writes after `from` to read a frame.

    To read a frame from memory DuckDB imports pyarrow, which takes 50 MB.
    """
    with tempfile.TemporaryDirectory(prefix="handlab-") as folder:
        path = Path(folder) / "rows.parquet"
        frame.write_parquet(path, compression="uncompressed", statistics=False)
        yield f"read_parquet({quote(str(path))})"
