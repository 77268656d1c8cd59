"""
Fill the statistics of stored seats again, after another catalogue has filled them.

Seats are taken flush by flush. They, their hands and their actions are sorted by hand into
temporary files, from which some at a time are filled natively, as rows are that an ingest stores.
The seats are then sorted as by a compaction. So any number of hands takes bounded memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from handlab.errors import LakeError
from handlab.lake import faults, files, freed, parquet, statistics, stored_statistics
from handlab.lake.catalog import quote
from handlab.lake.compact import choice, writing
from handlab.lake.compact.reading import Stored, stored
from handlab.lake.compact.rewriting import read_once, refuse_damaged, temporary_folder
from handlab.lake.conditions import in_files, listed
from handlab.lake.stored_statistics import OWN, REPEATED
from handlab.schema import SEATS, TABLES
from handlab.statistics.catalogue import ACTION_COLUMNS, VERSION_COLUMN, catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import duckdb

    from handlab.lake import Lake
    from handlab.lake.writer import Writer
    from handlab.schema import Table

HAND = ("hand_id", "site")
"""What rows are sorted by: nearly all are told apart by the first of the two."""

UNIT_SEATS = 1 << 21
"""Small flushes are filled together, up to this many seats: each time costs half a second."""

PORTION = 1 << 15
"""So many seats are filled at once: with their actions they take 1.5 kB each, several times."""


def refill_statistics(lake: Lake, writer: Writer) -> bool:
    """
    Fill and commit the statistics of all stored seats that another catalogue filled.

    Returns
    -------
    bool
        Whether there were any.

    Raises
    ------
    LakeError
        If a file is missing or bad, or cannot be written.
    """
    connection = writer.connection
    with faults.as_lake_errors(lake.path, "read"):
        if not stored_statistics.is_outdated(connection):
            return False
        rows = connection.execute(
            "select distinct filename from seats"
            f" where {VERSION_COLUMN} is distinct from {catalogue().version}"
        ).fetchall()
        names = {name for (name,) in rows}
        flushes = choice.flushes(files.in_catalog(connection, lake.data))
    units = list(_units(flushes, names))
    read_once(connection)
    for unit in units:
        _refill(lake, writer, unit, is_last=unit is units[-1])
    writer.commit()
    return True


def _units(flushes: Sequence[choice.Flush], names: set[str]) -> Iterator[choice.Run]:
    """The flushes with seats in files of these names, as many as are filled together."""
    unit, seats = choice.Run(), 0
    for flush in flushes:
        here = [file.rows for file in flush.files if str(file.path) in names]
        if not here:
            continue
        if unit.flushes and seats + sum(here) > UNIT_SEATS:
            yield unit
            unit, seats = choice.Run(), 0
        unit.flushes.append(flush)
        seats += sum(here)
    if unit.flushes:
        yield unit


def _refill(lake: Lake, writer: Writer, unit: choice.Run, *, is_last: bool) -> None:
    """Fill the seats of some flushes, and replace their files."""
    old = unit.files("seats")
    refuse_damaged(lake, [*old, *unit.deletes("seats")])
    flush, about = writer.announce(["seats"], is_last=is_last)
    with faults.as_lake_errors(lake.path, "write to"), temporary_folder(lake) as temporary:
        filled = [Stored(path, [], {}) for path in _filled(writer.connection, unit, temporary)]
        new = writing.write(
            filled,
            SEATS,
            lake.data / "main" / "seats",
            flush,
            about | {"handlab.table": "seats"},
            temporary / "chunks",
        )
    writer.replace("seats", old, new)


def _filled(
    connection: duckdb.DuckDBPyConnection, unit: choice.Run, temporary: Path
) -> Iterator[Path]:
    """Yield temporary files with the filled seats of some flushes."""
    seats, hands, actions = (
        _ByHand(rows, table, columns, temporary)
        for table, columns, rows in _rows_of(connection, unit, temporary)
    )
    while (some := seats.next_hands()).height:
        last = some.row(-1, named=True)
        some = some.join(hands.up_to(last), on=HAND, how="left", maintain_order="left")
        filled = statistics.fill(some, actions.up_to(last))
        path = temporary / f"{seats.left}.filled"
        parquet.encode(parquet.conform(filled, SEATS), path)
        yield path
        freed.give_back()
    if seats.left:
        message = f"expected to fill the statistics of all seats, {seats.left:,} are left"
        raise LakeError(message, hint="nothing was changed; please report this")


def _rows_of(
    connection: duckdb.DuckDBPyConnection, unit: choice.Run, temporary: Path
) -> Iterator[tuple[Table, Sequence[str], list[Stored]]]:
    """
    The seats of some flushes, and the hands and actions that belong to them: columns and files.

    The files of a flush hold the rows of the same hands, but for seats that were filled again
    before: their hands are in other flushes, and looked for in all files.
    """
    key = ", ".join(HAND)
    seats = f"from seats where {in_files(_paths(unit, 'seats'))}"
    wanted = {
        "seats": OWN,
        "hands": [*HAND, *REPEATED],
        "actions": [*HAND, "action_no", *ACTION_COLUMNS],
    }
    is_apart = _lacks_hands(connection, seats, _paths(unit, "hands"))
    for name, columns in wanted.items():
        table = TABLES[name]
        if is_apart and name != "seats":
            path = temporary / f"{name}.found"
            connection.execute(
                f"copy (select {listed(columns)} from {name}"
                f" semi join (select distinct {key} {seats}) using ({key}))"
                f" to {quote(str(path))} (format parquet)"
            )
            rows = [Stored(path, [], {})]
        else:
            rows = stored(connection, table, unit.files(name), unit.deletes(name))
        yield table, columns, rows


def _lacks_hands(
    connection: duckdb.DuckDBPyConnection, seats: str, files_of_hands: Sequence[Path]
) -> bool:
    """Whether some seats are of hands in other files."""
    if not files_of_hands:
        return True
    key = ", ".join(HAND)
    query = (
        f"select 1 from (select {key} {seats})"
        f" anti join (select {key} from hands where {in_files(files_of_hands)}) using ({key})"
        f" limit 1"
    )
    return connection.execute(query).fetchone() is not None


def _paths(unit: choice.Run, table: str) -> list[Path]:
    return [file.path for file in unit.files(table)]


class _ByHand:
    """Rows of a table in the order of their hands, read a few at a time from a temporary file."""

    def __init__(
        self, rows: Sequence[Stored], table: Table, columns: Sequence[str], temporary: Path
    ) -> None:
        schema = pl.Schema({name: table.polars_schema[name] for name in columns})
        path = temporary / f"{table.name}.sorted"
        keys = [*HAND, *(name for name in table.key if name not in HAND)]
        writing.sort_into(path, rows, schema, keys, PORTION // 4)
        self._rows = pl.scan_parquet(path, hive_partitioning=False).cast(
            {name: schema[name] for name in columns}
        )
        self._height = self._rows.select(pl.len()).collect().item()
        self._read = 0

    @property
    def left(self) -> int:
        """The number of rows that were not read."""
        return int(self._height - self._read)

    def next_hands(self) -> pl.DataFrame:
        """The next `PORTION` rows without the last hand, which may go on; at the end, all."""
        found = self._next()
        if found.height == PORTION:
            last = found.row(-1, named=True)
            found = found.filter(pl.any_horizontal(pl.col(name) != last[name] for name in HAND))
        self._read += found.height
        return found

    def up_to(self, last: Mapping[str, Any]) -> pl.DataFrame:
        """The next rows, those of a hand included."""
        hand_id, site = (pl.col(name) for name in HAND)
        is_here = (hand_id < last["hand_id"]) | (
            (hand_id == last["hand_id"]) & (site <= last["site"])
        )
        parts: list[pl.DataFrame] = []
        while not parts or parts[-1].height == PORTION:
            parts.append(self._next().filter(is_here))
            self._read += parts[-1].height
        return pl.concat(parts)

    def _next(self) -> pl.DataFrame:
        return self._rows.slice(self._read, PORTION).collect()
