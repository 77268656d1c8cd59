"""Scores are the same, whether the rows come at once or in a stream."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import polars as pl
import pytest
from builders import DECK
from polars.testing import assert_frame_equal

import handlab as hl

if TYPE_CHECKING:
    from pathlib import Path

ROWS = 40_000


@pytest.fixture(scope="module")
def deals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of many row groups: complete hands, and what is none."""
    shuffle = random.Random(20_261_120)
    rows = []
    for row in range(ROWS):
        cards = shuffle.sample(DECK, 9)
        if row % 97 == 0:
            cards[8] = cards[0]
        rows.append(("".join(cards[:2]), "".join(cards[:4]), "".join(cards[4:]), row))
    schema = ["hole", "omaha_hole", "board", "row"]
    frame = pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        pl.when(pl.col("row") % 101 == 0).then(None).otherwise("board").alias("board")
    )
    path = tmp_path_factory.mktemp("deals") / "deals.parquet"
    frame.write_parquet(path, row_group_size=1000)
    return path


EXPRESSIONS = {
    "strength": hl.strength("hole", "board"),
    "rank_class": hl.rank_class("hole", "board"),
    "category": hl.category("hole", "board"),
    "best_five": hl.best_five("hole", "board"),
    "omaha": hl.strength("omaha_hole", "board", game="omaha"),
    "low": hl.low("omaha_hole", "board"),
    "card_fault": hl.card_fault("hole", "board"),
    "mask": hl.cards("board"),
}


def test_a_stream_of_rows_scores_as_all_at_once(deals: Path) -> None:
    scored = pl.scan_parquet(deals).select("row", **EXPRESSIONS)
    at_once = scored.collect(engine="in-memory")

    assert_frame_equal(scored.collect(engine="streaming"), at_once)
    assert at_once["row"].to_list() == list(range(ROWS))
    lacking = [row for row in range(ROWS) if row % 97 == 0 or row % 101 == 0]
    assert at_once.filter(pl.col("strength").is_null())["row"].to_list() == lacking


def test_a_stream_to_a_file_holds_the_same(deals: Path, tmp_path: Path) -> None:
    path = tmp_path / "strengths.parquet"
    scored = pl.scan_parquet(deals).select("row", **EXPRESSIONS)

    scored.sink_parquet(path)

    assert_frame_equal(pl.read_parquet(path), scored.collect(engine="in-memory"))
