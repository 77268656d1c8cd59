import builtins
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

import polars as pl

__version__: str
PARSER_VERSION: int

def shares_polars_memory() -> bool:
    """Whether memory comes from Polars' allocator: it does if Polars was imported first."""

class Counted(TypedDict):
    """What was counted in a piece; `hands` includes cancelled ones."""

    headers: int
    hands: int
    partial: int
    rejected: int
    cancelled: int
    summaries: int
    tail: int | None
    reread: int | None
    lines: int
    dialect: str | None

class Parsed(Counted):
    """
    The content of a piece: the rows of each table, and counts.

    For tables with several rows per hand, `row_ends` holds where the rows of each hand end;
    `report_hands` is the row in `hands` of each row of `tournament_reports`, -1 for summaries.
    """

    tables: dict[str, pl.DataFrame]
    row_ends: dict[str, pl.Series]
    report_hands: pl.Series

Part = tuple[
    bytes,
    int,
    int,
    str,
    bool,
    str | None,
    str | None,
    str | None,
    tuple[bytes, int, int] | None,
]
"""
A piece of a file: `data`, `byte_offset`, `line_offset`, `encoding`, `is_last`, `source_file`,
`source_member`, `source_digest` and `preamble`, as in `parse_batch`.
"""

class Batch:
    """
    The rows of several pieces, held natively; frames are made only of what is asked for.

    Hands are numbered from 0 in the order of the pieces. A dropped hand keeps its number, but is
    neither counted nor written.
    """

    @property
    def hands(self) -> int:
        """The number of hands that are not dropped."""
    @property
    def bytes(self) -> int:
        """Bytes of memory, about."""
    @property
    def parts(self) -> list[Counted]:
        """What was counted in each piece."""
    @property
    def variants(self) -> list[int]:
        """Hands whose number contains a tilde, as those have that share a number."""
    def key_hashes(self, *, is_kept: bool = False) -> builtins.bytes:
        """The `key_hash` of all hands, or of those that are not dropped, eight bytes each."""
    def find(self, keys: Sequence[tuple[str, str]]) -> list[int]:
        """Hands with one of the keys, each a site and a `hand_id`."""
    def drop(self, hands: Sequence[int]) -> None:
        """Drop some hands."""
    def verdicts(self) -> dict[str, int]:
        """How many hands have each verdict."""
    def rows(self, table: str) -> int:
        """The number of rows of a table."""
    def row_counts(self, table: str, hands: Sequence[int]) -> list[int]:
        """The number of rows that some hands have in a table."""
    def report_hands(self) -> builtins.bytes:
        """The hand of each row of `tournament_reports`, as 64-bit numbers; -1 for summaries."""
    def columns(self, table: str, names: Sequence[str]) -> pl.DataFrame:
        """
        Some columns of a table of hands, without the rows of dropped hands.

        `hand_no` is the number of each row's hand among those that are not dropped.
        """
    def frames(
        self, tables: Sequence[str], hands: Sequence[int] | None = None
    ) -> dict[str, pl.DataFrame]:
        """The rows of some tables, of all hands or of some, given in ascending order."""

def parse_parts(
    parts: list[Part],
    *,
    account: str | None = None,
    timezone: str | None = None,
    keep_text: bool = False,
) -> Batch:
    """Parse, replay and audit the hands of several pieces, without the GIL."""

def free_kept_tables() -> None:
    """Free the memory of earlier batches, which is kept for the next ones: 50 MB after a run."""

class SeatPredicates:
    """
    Predicates in SQL by name, read once and evaluated natively.

    Parameters
    ----------
    macros
        Statements that create the macros that predicates may call.
    acts
        Predicates over an action that `decisions` and `counts` may call by name.
    decisions
        Predicates over an action; what holds for one holds for its seat.
    counts
        Predicates over an action, of which those of a seat are counted.
    hand_facts
        Predicates over a seat, by the names of `decisions`; what holds for one holds for its hand.
    seats
        Predicates over a seat, by the names of `decisions` and `hand_facts`.

    Raises
    ------
    ValueError
        If a predicate is not in the part of SQL that is understood.
    """

    def __init__(
        self,
        macros: list[str],
        acts: list[tuple[str, str]],
        decisions: list[tuple[str, str]],
        counts: list[tuple[str, str]],
        hand_facts: list[tuple[str, str]],
        seats: list[tuple[str, str]],
    ) -> None: ...
    def evaluate(self, seats: pl.DataFrame, actions: pl.DataFrame) -> pl.DataFrame:
        """
        Evaluate the predicates over stored rows.

        Parameters
        ----------
        seats
            The columns that predicates read, and `hand_no`, the number of the row's hand as UInt32,
            in ascending order.
        actions
            The same, with the actions of those hands.

        Returns
        -------
        polars.DataFrame
            A row per seat: a flag for each predicate, and an Int16 for each count; no nulls.

        Raises
        ------
        ValueError
            If a column is missing or of another type, or the rows are in another order.
        """

class SeatStatistics:
    """
    The statistics of all seats of some batches.

    Parameters
    ----------
    batches
        The batches, without the hands that were dropped.
    predicates
        What to evaluate; columns are those of `actions` and `seats`: flags, words, small numbers,
        amounts.
    population_columns
        Columns of `seats` that are its population, all of them of the hand.

    Raises
    ------
    ValueError
        If there is no such column, or it is of another type than the predicate takes.
    """

    def __init__(
        self, batches: list[Batch], predicates: SeatPredicates, population_columns: list[str]
    ) -> None: ...

class ParquetFiles:
    """
    The Parquet files of one flush, one for each table that has rows.

    Parameters
    ----------
    paths
        For each table the file to write.
    threads
        Threads that encode columns.
    """

    def __new__(cls, paths: Mapping[str, Path], threads: int) -> ParquetFiles: ...
    def append(
        self,
        batches: list[Batch],
        statistics: tuple[SeatStatistics, int, list[tuple[str, str]]] | None = None,
    ) -> None:
        """
        Append the rows of batches as row groups of their own, without the GIL.

        Parameters
        ----------
        batches
            The batches, without the hands that were dropped.
        statistics
            Those of all rows of `seats`, the version of the catalogue, and for each column to store
            its name and that of the flag or count that it is; `population` is there where its flag
            holds.
        """

    def tables(self) -> list[str]:
        """The tables that have rows."""

    def close(self, about: Mapping[str, Mapping[str, str]]) -> None:
        """End the files; `about` has the metadata for the footer of each table's."""

class SortedParquet:
    """
    Parquet files of the rows of other files, in another order.

    Parameters
    ----------
    columns
        A frame without rows, with the columns of the files.
    files
        For each file its path, its delete files, and what columns are called in it if that is
        another name (`None` if it does not have them).
    keys
        The columns to sort by, the first one first, nulls before all; what is the same in all of
        them keeps its order.
    group_rows
        The number of rows of a row group, roughly.
    temporary
        A file to be made, for what is encoded.

    Raises
    ------
    OSError
        If a file cannot be read, or a key is not a column of whole numbers, times or texts.
    """

    def __new__(
        cls,
        columns: pl.DataFrame,
        files: Sequence[tuple[Path, Sequence[Path], Mapping[str, str | None]]],
        keys: Sequence[str],
        group_rows: int,
        temporary: Path,
    ) -> SortedParquet: ...
    def encode(self, held: int, threads: int) -> None:
        """
        Encode all rows in some threads, each of which holds up to so many bytes of values.

        Raises
        ------
        OSError
            If a file cannot be read or written, or has a column of another type.
        """

    def groups(self) -> int:
        """The number of row groups."""

    def close(self, paths: Sequence[Path], about: Mapping[str, str]) -> None:
        """
        Write the files, with metadata for their footers; each has about as many row groups.

        Raises
        ------
        OSError
            If a column was not written for all rows, there are more files than row groups, or a
            file cannot be written.
        """

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
    source_digest: str | None = None,
    account: str | None = None,
    timezone: str | None = None,
    keep_text: bool = False,
    overlays: pl.DataFrame | None = None,
    only: Sequence[int] | None = None,
    preamble: tuple[bytes, int, int] | None = None,
) -> Parsed:
    """
    Parse, replay and audit the hands of a piece of a file, without the GIL.

    `tables` are those of `schema.py` except `files`, and timestamps lack their zone, UTC.
    `encoding` is `utf-8`, `utf-16-le` or `utf-16-be`. If `is_last`, the file ends here, so the last
    hand may be unfinished: `tail` is then its byte offset. `preamble` is what an earlier piece of
    the file says for all its hands, with its byte offset and the lines before it. For tables with
    several rows per hand, `row_ends` holds where the rows of each hand end.
    """

class Converted(Counted):
    """
    The hands of a piece in another format, and what was counted.

    `lost` and `refused` count hands by the codes of `conversion_outcomes`. `refused_hands` has the
    first of them: the number that the log prints, and the code.
    """

    text: bytes
    written: int
    lossless: int
    lost: dict[str, int]
    refused: dict[str, int]
    refused_hands: list[tuple[str, str]]

def convert_part(
    part: Part,
    *,
    to: str,
    first: int = 1,
    timezone: str | None = None,
    key: bytes | None = None,
    keep: list[str] = ...,
) -> Converted:
    """
    Write the hands of a piece as `pokerstars`, `phh` or `ohh`, without the GIL.

    `first` is the number of the first hand in its file, which PHH prints. With a `key` of 16 to 64
    bytes names are replaced by pseudonyms; `keep` lists what is not: `hand_id`, `tournament_id`,
    `table_name`. Raises `ValueError` for another format, key or name.
    """

def conversion_outcomes() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What a written hand may lack, and why a hand is refused: codes with their sentences."""

def is_zone(zone: str) -> bool:
    """Whether a name, abbreviation or offset is a known time zone."""

class Dialect(TypedDict):
    """How one site writes: its name, the site, and the texts with which headers start."""

    name: str
    site: str
    needles: list[str]
    summary_needles: list[str]
    preamble_needles: list[str]

def dialects() -> list[Dialect]:
    """Every dialect, in the order in which they are tried."""

def headers(data: bytes, encoding: str) -> list[tuple[int, int, str, str]]:
    """What starts in a text: byte offset, line, dialect; `hand`, `summary` or `preamble`."""

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
    @staticmethod
    def games() -> list[str]:
        """The games that are dealt."""

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
