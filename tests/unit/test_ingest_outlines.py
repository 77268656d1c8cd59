"""The digests of the core and the outlines of stored rows are one rule."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from material import shared

from handlab import _handlab
from handlab.ingest import outlines
from handlab.ingest.rows import row_counts
from handlab.lake.parquet import conform
from handlab.schema import TABLES

SAMPLES = Path(__file__).parents[2] / "data" / "samples" / "pokerstars"


def outlined(path: Path) -> pl.DataFrame:
    """Each hand of a file with its digests, its line, and the cards that are known of it."""
    parsed = _handlab.parse_batch(
        path.read_bytes(), byte_offset=0, line_offset=0, encoding="utf-8", is_last=True
    )
    numbers = pl.Series("copy", range(parsed["headers"]), dtype=pl.Int64)
    hands = conform(parsed["tables"]["hands"], TABLES["hands"])
    hands = hands.with_columns(numbers.head(hands.height))
    seats, actions, boards = (
        conform(parsed["tables"][name], TABLES[name]).with_columns(
            pl.Series("copy", hands["copy"].to_numpy().repeat(row_counts(parsed, name)))
        )
        for name in ("seats", "actions", "boards")
    )
    known = (
        outlines.known_cards(hands, seats, boards)
        .sort("copy", "place")
        .group_by("copy")
        .agg(pl.format("{}={}", "place", "cards").str.join(" ").alias("cards"))
    )
    return (
        hands.select("copy", "content_digest", "deal_digest", "game_family")
        .join(outlines.lines(hands, seats, actions), on="copy")
        .join(known, on="copy", how="left")
        .with_columns(pl.col("cards").fill_null(""), file=pl.lit(path.name))
    )


def assert_one_to_one(hands: pl.DataFrame) -> None:
    pairs = hands.select("content_digest", "line").unique()
    assert pairs["content_digest"].is_unique().all()
    assert pairs["line"].is_unique().all()
    # Cards of draw games are in the digest, and are not compared.
    others = hands.filter(pl.col("game_family") != "draw")
    pairs = others.select("deal_digest", "line", "cards").unique()
    assert pairs["deal_digest"].is_unique().all()
    assert not pairs.select("line", "cards").is_duplicated().any()


def test_digests_and_outlines_agree_on_every_sample() -> None:
    hands = pl.concat([outlined(path) for path in sorted(SAMPLES.glob("*.txt"))])

    assert hands.height > 1000
    assert_one_to_one(hands)


def test_digests_and_outlines_agree_on_real_hands() -> None:
    folder = shared("corpus/pokerstars")
    files = [path for path in sorted(folder.rglob("*.txt")) if path.is_file()]
    hands = pl.concat([outlined(path) for path in files])

    assert hands.height > 10_000
    assert hands["line"].n_unique() > 10_000
    assert_one_to_one(hands)


@pytest.mark.parametrize(("text", "count"), [("", 0), ("AhKd", 2), ("AhAh", 1), ("A", 0)])
def test_a_card_counts_once(text: str, count: int) -> None:
    assert outlines.card_set(text).bit_count() == count
