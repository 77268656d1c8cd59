"""
Read the tables as frames directly from files, without a lake.

Every hand of every file is a row: copies are not recognised, and nothing is stored. For files that
are read repeatedly, use a lake, see `handlab ingest`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
from polars.io.plugins import register_io_source

from handlab import archive
from handlab._handlab import cut, is_zone, last_preamble, parse_batch
from handlab.errors import ArchiveError, IngestError
from handlab.printable import document
from handlab.schema import TABLES
from handlab.statistics.catalogue import catalogue
from handlab.tournaments import merge_reports

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OTHER_FILES = "leave it out of the paths; or use `hl.ingest`, which lists it and reads the others"
_FROM_FILES = tuple(name for name in TABLES if name != "files")
# `tournaments` is derived from all reports together, so no piece has rows of it.
_FROM_PIECES = tuple(name for name in _FROM_FILES if name != "tournaments")
_SCHEMAS = {
    name: pl.Schema(
        {
            column: dtype
            for column, dtype in TABLES[name].polars_schema.items()
            if name != "seats" or column not in catalogue().column_names
        }
    )
    for name in _FROM_FILES
}


def read_hands(
    paths: str | Path | Iterable[str | Path],
    *,
    account: str | None = None,
    timezone: str | None = None,
    keep_text: bool = False,
) -> dict[str, pl.DataFrame]:
    """
    Read hand histories into one frame per table.

    The tables are `hands`, `seats`, `actions`, `boards`, `pots`, `awards`, `side_payments`,
    `tournaments`, `tournament_reports` and `rejects`; `handlab tables` prints their columns.
    `seats` is without the statistics, which a lake fills when it stores a hand. Nor are copies of a
    hand recognised, as `handlab.ingest` does: a hand that stands in two files is there twice.

    Parameters
    ----------
    paths
        Files, folders, globs and archives.
    account
        The hero's screen name, for files that do not name the hero.
    timezone
        Time zone of hands that print none, such as `Europe/Berlin`; without it such hands have no
        `started_at`.
    keep_text
        Whether to fill `hands.text`.

    Returns
    -------
    dict
        A frame per table, by its name. Money is in minor units of `currency` at `scale`; times are
        in UTC, and null where the zone is not known. A hand that cannot be read is a row of
        `rejects`, and raises nothing.

    Raises
    ------
    ArchiveError
        If a path does not exist, or any file cannot be read; `handlab.ingest` lists such files, and
        reads the others.
    IngestError
        If the time zone is unknown.

    Examples
    --------
    >>> hl.read_hands("data/samples")["rejects"].height
    0
    """
    _check_zone(timezone)
    parts: dict[str, list[pl.DataFrame]] = {name: [] for name in _FROM_PIECES}
    for tables in _batches(paths, account, timezone, keep_text):
        for name, frame in tables.items():
            parts[name].append(frame)
    empty = {name: _SCHEMAS[name].to_frame() for name in _FROM_PIECES}
    frames = {name: pl.concat([empty[name], *parts[name]]) for name in _FROM_PIECES}
    frames["tournaments"] = merge_reports(frames["tournament_reports"])
    return {name: frames[name] for name in _FROM_FILES}


def scan_hands(
    paths: str | Path | Iterable[str | Path],
    table: str = "hands",
    *,
    account: str | None = None,
    timezone: str | None = None,
    keep_text: bool = False,
) -> pl.LazyFrame:
    """
    Scan one table of `read_hands` as a lazy frame, which reads the files piece by piece.

    Parameters, columns and units are those of `read_hands`, and copies of a hand are kept as well.
    An unknown time zone raises at once, files that cannot be read when the frame is collected.

    Examples
    --------
    >>> seats = hl.scan_hands("data/samples", "seats")
    >>> seats.filter("is_hero").select(pl.col("player").unique()).collect().item()
    'riverbend88'
    """
    if table not in _FROM_FILES:
        message = f"expected a table of `{'`, `'.join(_FROM_FILES)}`, got `{table}`"
        raise ArchiveError(message)
    _check_zone(timezone)

    def source(
        with_columns: list[str] | None,
        predicate: pl.Expr | None,
        n_rows: int | None,
        batch_size: int | None,
    ) -> Iterator[pl.DataFrame]:
        left = n_rows
        batches = _batches(paths, account, timezone, keep_text)
        if table == "tournaments":
            batches = _tournaments(batches)
        for tables in batches:
            frame = tables[table] if left is None else tables[table].head(left)
            left = None if left is None else left - frame.height
            if predicate is not None:
                frame = frame.filter(predicate)
            yield frame if with_columns is None else frame.select(with_columns)
            if left == 0:
                return

    return register_io_source(source, schema=_SCHEMAS[table])


def _tournaments(batches: Iterator[dict[str, pl.DataFrame]]) -> Iterator[dict[str, pl.DataFrame]]:
    """Derive the tournaments from all pieces together."""
    empty = TABLES["tournament_reports"].polars_schema.to_frame()
    reports = [tables["tournament_reports"] for tables in batches]
    yield {"tournaments": merge_reports(pl.concat([empty, *reports]))}


def _check_zone(timezone: str | None) -> None:
    """Raise for an unknown time zone; otherwise all times would silently be null."""
    if timezone is not None and not is_zone(timezone):
        message = f"expected a time zone, got `{timezone}`"
        raise IngestError(message, hint="a zone is named as in `Europe/Berlin`")


def _batches(
    paths: str | Path | Iterable[str | Path],
    account: str | None,
    timezone: str | None,
    keep_text: bool,
) -> Iterator[dict[str, pl.DataFrame]]:
    several = [paths] if isinstance(paths, (str, Path)) else list(paths)
    for item in archive.documents(archive.find(several)):
        if isinstance(item, archive.Skipped) and item.is_failure:
            message = f"{document(item.path, item.member)}: {item.reason}"
            raise ArchiveError(message, hint=OTHER_FILES)
        if isinstance(item, archive.Archive | archive.Skipped):
            continue
        for piece, preamble in archive.with_preambles(item.pieces(cut), last_preamble):
            parsed = parse_batch(
                piece.data,
                byte_offset=piece.byte_offset,
                line_offset=piece.line_offset,
                encoding=piece.encoding,
                is_last=piece.is_last,
                source_file=item.path,
                source_member=item.member,
                source_digest=item.digest,
                account=account,
                timezone=timezone,
                keep_text=keep_text,
                preamble=preamble,
            )
            yield {name: parsed["tables"][name].cast(_SCHEMAS[name]) for name in _FROM_PIECES}
