from collections.abc import Sequence
from typing import TypedDict

import polars as pl

__version__: str
PARSER_VERSION: int

class Parsed(TypedDict):
    """
    The content of a piece: the rows of each table, and counts.

    For tables with several rows per hand, `row_ends` holds where the rows of each hand end.
    """

    tables: dict[str, pl.DataFrame]
    row_ends: dict[str, pl.Series]
    headers: int
    partial: int
    rejected: int
    cancelled: int
    summaries: int
    tail: int | None
    lines: int
    dialect: str | None

def cut(data: bytes, encoding: str) -> tuple[int, int]:
    """Byte offset of the last hand header in `data`, and the lines before it; `(0, 0)` if none."""

def last_preamble(data: bytes, encoding: str) -> tuple[int, int, int] | None:
    """Byte offsets of the start and end of the last preamble, and the lines before it."""

def parse_batch(
    data: bytes,
    *,
    byte_offset: int,
    line_offset: int,
    encoding: str,
    is_last: bool,
    source_file: str | None = None,
    source_member: str | None = None,
    account: str | None = None,
    timezone: str | None = None,
    keep_text: bool = False,
    overlays: pl.DataFrame | None = None,
    only: Sequence[int] | None = None,
    preamble: tuple[bytes, int, int] | None = None,
) -> Parsed:
    """
    Parse, replay and audit the hands of a piece of a file, without the GIL.

    `tables` are those of `schema.py` except `files`; `rejects` lacks the columns about the file,
    and timestamps lack their zone, UTC. `encoding` is `utf-8`, `utf-16-le` or `utf-16-be`. If
    `is_last`, the file ends here, so the last hand may be unfinished: `tail` is then its byte
    offset. `preamble` is what an earlier piece of the file says for all its hands, with its byte
    offset and the lines before it. For tables with several rows per hand, `row_ends` holds where
    the rows of each hand end.
    """

def is_zone(zone: str) -> bool:
    """Whether a name, abbreviation or offset is a known time zone."""

def key_hash(site: pl.Series, hand_id: pl.Series) -> pl.Series:
    """A `UInt64` hash of each key."""

class Simulation:
    """An endless series of simulated hands in PokerStars' format. Money is in minor units."""

    def __init__(
        self,
        seed: int,
        *,
        game: str = "holdem",
        betting: str = "no_limit",
        is_hi_lo: bool = False,
        chairs: int = 6,
        small_blind: int = 5,
        big_blind: int = 10,
        ante: int = 0,
        hero: str = "riverbend88",
        is_blind_play: bool = False,
    ) -> None: ...
    def text(self, hands: int) -> str:
        """The text of the next hands."""

def odds(
    holdings: list[str],
    *,
    board: str,
    dead: str,
    game: str,
    hi_lo: bool,
    pots: list[int] | None,
    max_work: int,
    draws: int,
    seed: int,
) -> tuple[str, int, list[float], list[float], list[float], list[float]]:
    """
    Method, runouts, equity (pot by pot), win, tie, standard error (as equity, empty if exact).

    `pots` are bit sets of players. Raises `ValueError` for impossible arguments.
    """

class Description(TypedDict):
    """A full description of a hand."""

    game: str
    strength: int
    rank_class: int | None
    category: int
    category_name: str
    name: str
    best_five: str | None
    low_strength: int | None
    low_name: str | None
    best_low: str | None

def describe_hand(hole_cards: str, board: str, game: str) -> Description:
    """Describe a hand; raises `ValueError` if it is not a complete hand."""

def deal(deals: int, players: int, game: str, board: int | None, seed: int) -> pl.DataFrame:
    """Columns `holes` and `board`."""

def draw_categories(
    game: str, cards: int | None, draws: int, seed: int
) -> list[tuple[str, int, int | None]]:
    """Each category, how often it was drawn, and the number of its hands, if known."""

def sample_texts() -> list[tuple[str, str]]:
    """File names and texts of `data/samples/pokerstars`."""
