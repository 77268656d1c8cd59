"""A small lake for the tests of what goes wrong with one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path


def hands(*ids: str) -> pl.DataFrame:
    return pl.DataFrame({"site": "toy", "hand_id": list(ids)})


def add(lake: Lake, *ids: str) -> None:
    """One commit with hands, a seat each, and the row of a source."""
    source = {"file_digest": [ids[0]], "byte_from": [0], "parser_version": [1], "path": [ids[0]]}
    with lake.writer() as writer:
        rows = hands(*ids).with_columns(source_digest=pl.lit(ids[0]))
        seats = rows.with_columns(seat=1)
        files = pl.DataFrame(source).with_columns(hands=len(ids), headers=len(ids), duplicates=0)
        writer.add({"hands": rows, "seats": seats, "files": files})
        writer.commit()


def ids(lake: Lake) -> list[str]:
    with lake.connect() as connection:
        rows = connection.execute("select hand_id from hands order by 1").fetchall()
        return [row[0] for row in rows]


def make_template(folder: Path) -> Path:
    """A lake of three commits, the last of which deletes a hand and writes another anew."""
    lake = Lake.create(folder / "lake")
    add(lake, "1", "2")
    add(lake, "3", "4")
    with lake.writer() as writer:
        for table in ("hands", "seats"):
            writer.delete(table, hands("1"))
        writer.add({"hands": hands("5"), "seats": hands("5").with_columns(seat=1)})
        writer.commit()
    return lake.path
