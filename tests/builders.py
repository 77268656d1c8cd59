"""Texts, cards and what comes of them: what tests arrange with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import polars as pl

from handlab import _handlab
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)

HOLE_CARDS = {
    "holdem": 2,
    "short_deck": 2,
    "omaha": 4,
    "omaha5": 5,
    "omaha6": 6,
    "courchevel": 5,
    "irish": 2,
    "drawmaha": 5,
    "drawmaha_27": 5,
    "drawmaha_a5": 5,
    "drawmaha_49": 5,
    "drawmaha_0": 5,
    "drawmaha_badugi": 5,
    "stud": 7,
    "razz": 7,
    "razz_27": 7,
    "five_card_stud": 5,
    "five_card_draw": 5,
    "single_draw_27": 5,
    "triple_draw_27": 5,
    "single_draw_a5": 5,
    "triple_draw_a5": 5,
    "badugi": 4,
    "badacey": 5,
    "badeucy": 5,
}
"""Cards of its own that a hand has in each game when it is complete."""

DRAWMAHA = (
    "drawmaha",
    "drawmaha_27",
    "drawmaha_a5",
    "drawmaha_49",
    "drawmaha_0",
    "drawmaha_badugi",
)
BOARD_GAMES = (
    "holdem",
    "short_deck",
    "omaha",
    "omaha5",
    "omaha6",
    "courchevel",
    "irish",
    *DRAWMAHA,
)

START = re.compile(rb"(?:^|(?<=\n))(?:\xef\xbb\xbf)?(?=PokerStars )")


def mask(cards: Iterable[str]) -> int:
    """A `UInt64` mask: a 16-bit lane a suit, clubs lowest; bit 0 of a lane is the deuce."""
    bits = (16 * SUITS.index(suit) + RANKS.index(rank) for rank, suit in cards)
    return sum(1 << bit for bit in bits)


def simulated(seed: int, hands: int, **config: Any) -> str:
    """Hands as PokerStars writes them."""
    return _handlab.Simulation(seed, **config).text(hands)


def parsed(text: str | bytes, *, is_last: bool = True, **options: Any) -> Any:
    """All that comes of a text."""
    data = text.encode() if isinstance(text, str) else text
    options = {"byte_offset": 0, "line_offset": 0, "encoding": "utf-8", **options}
    return _handlab.parse_batch(data, is_last=is_last, **options)


def tables(text: str | bytes, **options: Any) -> dict[str, pl.DataFrame]:
    """The tables that come of a text."""
    found: dict[str, pl.DataFrame] = parsed(text, **options)["tables"]
    return found


def texts_of_hands(text: str) -> list[str]:
    """The hands of a text, each by itself."""
    data = text.encode()
    starts = [match.start() for match in START.finditer(data)]
    ends = [*starts[1:], len(data)]
    return [data[start:end].decode() for start, end in zip(starts, ends, strict=True)]


def unnested(parsed: pl.DataFrame, column: str = "hand") -> dict[str, pl.DataFrame]:
    """
    The tables of hands out of a column of `parse_hand`, with the columns that its structs have.

    Texts that could not be read have no rows.
    """
    hands = parsed.select(pl.col(column)).unnest(column).filter(pl.col("hand_id").is_not_null())
    nested = [name for name in HAND_TABLES if name != "hands"]
    found = {"hands": hands.drop(*nested, "error_code", "error")}
    for name in nested:
        rows = hands.select("site", "hand_id", name).filter(pl.col(name).list.len() > 0)
        found[name] = rows.explode(name).unnest(name)
    return found


def with_columns_of(like: dict[str, pl.DataFrame], frames: dict[str, pl.DataFrame]) -> Any:
    """The frames with no other columns than the frames of the same names in `like`."""
    return {name: frames[name].select(frame.columns) for name, frame in like.items()}


def concatenated(batches: Sequence[dict[str, pl.DataFrame]]) -> dict[str, pl.DataFrame]:
    """Tables of several batches, one below the other."""
    return {name: pl.concat([batch[name] for batch in batches]) for name in batches[0]}


def as_stored(table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """A native table with the types of the schema, without the columns that Python adds."""
    schema = TABLES[table].polars_schema
    types = {name: schema[name] for name in frame.columns}
    zoned = [name for name, dtype in types.items() if dtype == pl.Datetime("us", "UTC")]
    return frame.with_columns(pl.col(name).dt.replace_time_zone("UTC") for name in zoned)
