"""
Add Parquet that the catalog does not name, by what its footer records.

A commit is valid if its last flush exists, or if another commit followed it: a killed run leaves
only the last commit unfinished. Files of the first version have no such footers; their flushes are
identified by the order in which they were written, hands first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
from polars.exceptions import PanicException, PolarsError

from handlab.lake import files
from handlab.lake.compact.footers import PARTS
from handlab.lake.journal import deleted_at
from handlab.lake.verify import unreadable
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    import duckdb

    from handlab.lake.journal import Journal

ABOUT = "handlab."


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A file that the catalog does not name, and what is known about it."""

    path: Path
    table: str
    flush: str
    commit: str
    tables: frozenset[str]
    parts: int
    is_last: bool
    written_at: int
    is_good: bool


@dataclass(slots=True)
class Classified:
    """
    Parquet that the catalog does not name, classified.

    Attributes
    ----------
    adopted
        Valid files, in the order in which they were written.
    incomplete
        Tables that are missing from valid flushes.
    deletes
        Valid delete files.
    not_counting
        All others; also delete files, which are written again.
    """

    adopted: list[Unnamed] = field(default_factory=list)
    incomplete: dict[str, set[str]] = field(default_factory=dict)
    deletes: list[Path] = field(default_factory=list)
    not_counting: list[Path] = field(default_factory=list)


def classify(
    unnamed: Mapping[str, Path],
    present: Collection[tuple[str, str, str]],
    retired: Collection[str],
    journal: Journal | None,
    committed: Collection[str],
) -> Classified:
    """
    Classify Parquet that the catalog does not name and no unfinished run wrote.

    Parameters
    ----------
    unnamed
        The files by name.
    present
        Flush, table and name of each good file that the catalog names, or that has been retired.
    retired
        Names of files whose rows have all been deleted.
    journal
        The lake's journal.
    committed
        Names of files that are valid in any case.
    """
    result = Classified()
    deletes = {name: at for name in unnamed if (at := deleted_at(name)) is not None}
    data = {name: path for name, path in unnamed.items() if name not in deletes}
    data = {name: path for name, path in data.items() if name not in retired}
    about = [file for path in data.values() if (file := _about(path)) is not None]
    about.extend(_first_version(data, about))
    about = [file for file in about if _is_ours(file, journal)]
    about.sort(key=lambda file: file.written_at)
    finished = {file.commit for file in about if file.is_last}
    newest = about[-1].commit if about else ""
    counting = [
        file
        for file in about
        if file.commit in finished or file.commit != newest or file.path.name in committed
    ]
    result.adopted = [file for file in counting if file.is_good]
    result.incomplete = _incomplete(counting, present)
    latest = max((file.written_at for file in counting), default=-1)
    result.deletes = [unnamed[name] for name, at in deletes.items() if at <= latest]
    adopted = {file.path for file in result.adopted}
    result.not_counting = [path for path in unnamed.values() if path not in adopted]
    return result


def adopt(connection: duckdb.DuckDBPyConnection, classified: Classified) -> int:
    """Add the valid files to the catalog, commit by commit, and return their number."""
    commits: dict[str, list[Unnamed]] = defaultdict(list)
    for file in classified.adopted:
        commits[file.commit].append(file)
    for found in commits.values():
        connection.execute("BEGIN")
        for file in found:
            connection.execute(
                "call ducklake_add_data_files('lake', ?, ?, allow_missing => true,"
                " ignore_extra_columns => true)",
                [file.table, str(file.path)],
            ).fetchall()
        connection.execute("COMMIT")
    return len(classified.adopted)


def apply_deletes(connection: duckdb.DuckDBPyConnection, deletes: Iterable[Path]) -> None:
    """Delete the rows listed in delete files; rows that are deleted already are ignored."""
    positions: dict[str, list[pl.DataFrame]] = defaultdict(list)
    for path in deletes:
        try:
            rows = pl.read_parquet(path, columns=["file_path", "pos"])
        except (PolarsError, PanicException, OSError):
            # Rows that are then stored twice are handled by `delete_doubled`.
            continue
        # The lake may have been moved since: only the file's name is reliable.
        name = pl.col("file_path").str.replace_all(r"\\", "/", literal=False)
        positions[path.parent.name].append(
            rows.select(name=name.str.split("/").list.last(), pos=pl.col("pos").cast(pl.Int64))
        )
    for table, frames in positions.items():
        if table not in TABLES:
            continue
        connection.register("deleted_rows", pl.concat(frames).unique())
        connection.execute(
            f"delete from {table} t where exists (select 1 from deleted_rows g where"
            f" g.name = parse_filename(t.filename) and g.pos = t.file_row_number)"
        )


def delete_doubled(connection: duckdb.DuckDBPyConnection, classified: Classified) -> int:
    """Keep the newest of hands, tournaments and sources stored twice; count the hands."""
    flushes = {file.path.name: file.flush for file in classified.adopted}
    doubled = 0
    for table in ("hands", "tournaments", "files"):
        key = list(TABLES[table].key)
        columns = ", ".join(key)
        rows = connection.execute(
            f"select {columns}, parse_filename(filename) as name, filename from {table}"
            f" qualify count(*) over (partition by {columns}) > 1"
        ).pl()
        if rows.height == 0:
            continue
        written = {name: _written_at(Path(name)) for name in rows["filename"].unique()}
        ordered = rows.with_columns(
            written=pl.col("filename").replace_strict(written, return_dtype=pl.Int64)
        ).sort("written", descending=True)
        winners = ordered.unique(key, keep="first", maintain_order=True)
        if table == "hands":
            doubled = winners.height
            for hand_table in HAND_TABLES:
                _delete_older(connection, hand_table, key, winners, flushes)
        else:
            _delete_older(connection, table, key, winners, None)
    return doubled


def _delete_older(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    key: list[str],
    winners: pl.DataFrame,
    flushes: Mapping[str, str] | None,
) -> None:
    """Delete the rows of some keys that are not in the winner's file or flush."""
    same = " and ".join(f'w."{name}" is not distinct from t."{name}"' for name in key)
    if flushes is None:
        connection.register("keep", winners.select(*key, "name"))
        connection.execute(
            f"delete from {table} t using keep w where {same}"
            f" and w.name <> parse_filename(t.filename)"
        )
        return
    names = connection.execute(
        f"select distinct parse_filename(filename) as name from {table}"
    ).pl()

    def flush(name: str) -> str:
        return files.flush_of(name) or flushes.get(name) or name

    of_flush = pl.col("name").map_elements(flush, return_dtype=pl.String).alias("flush")
    connection.register("origin", names.with_columns(of_flush))
    connection.register("keep", winners.select(*key, of_flush))
    connection.execute(
        f"delete from {table} t using keep w, origin o where {same}"
        f" and o.name = parse_filename(t.filename) and o.flush <> w.flush"
    )


def _about(path: Path) -> Unnamed | None:
    """What a file's footer records; `None` if it records nothing."""
    try:
        said = pl.read_parquet_metadata(path)
    except (PolarsError, PanicException, OSError):
        return None
    flush, table = said.get(f"{ABOUT}flush"), said.get(f"{ABOUT}table")
    if flush is None or table not in TABLES or files.flush_of(path.name) != flush:
        return None
    return Unnamed(
        path,
        table=table,
        flush=flush,
        commit=f"{said[f'{ABOUT}lake']}/{said[f'{ABOUT}commit']}",
        tables=frozenset(said[f"{ABOUT}tables"].split(",")),
        parts=int(said.get(PARTS, 1)),
        is_last=said[f"{ABOUT}is_last"] == "true",
        written_at=int(said[f"{ABOUT}written_at"]),
        is_good=files.digest(path) == files.digest_of(path.name),
    )


def _first_version(data: Mapping[str, Path], described: Iterable[Unnamed]) -> list[Unnamed]:
    """Files without footers, in flushes by the times at which they were written."""
    known = {file.path.name for file in described}
    order = list(TABLES)
    silent = [
        (path.stat().st_mtime_ns, order.index(path.parent.name), path)
        for name, path in data.items()
        if name not in known
        and path.parent.name in TABLES
        and files.flush_of(name) is None
        and not name.endswith(".part.parquet")
    ]
    flush, before = "", len(order)
    found: list[Unnamed] = []
    for written, place, path in sorted(silent):
        if place <= before:
            flush = f"first {path.name}"
        before = place
        table = path.parent.name
        found.append(
            Unnamed(
                path,
                table=table,
                flush=flush,
                commit=flush,
                tables=frozenset({table}),
                parts=1,
                is_last=table == "files",
                written_at=written // 1_000_000,
                is_good=unreadable(path) is None,
            )
        )
    # Files written after the last rows of `files` belong to a killed run.
    ends = [file.written_at for file in found if file.is_last]
    return [file for file in found if ends and file.written_at <= ends[-1]]


def _is_ours(file: Unnamed, journal: Journal | None) -> bool:
    """Whether a file belongs to this lake, as far as that is known."""
    lake, _, _ = file.commit.rpartition("/")
    return journal is None or not lake or lake == journal.lake


def _incomplete(
    counting: Iterable[Unnamed], present: Iterable[tuple[str, str, str]]
) -> dict[str, set[str]]:
    """The tables that each flush lacks, or has too few files of, according to its other files."""
    there = Counter((flush, table) for flush, table, _ in present)
    wanted: dict[tuple[str, str], int] = {}
    for file in counting:
        for table in file.tables:
            wanted.setdefault((file.flush, table), 1)
        wanted[file.flush, file.table] = file.parts
        there[file.flush, file.table] += file.is_good
    missing: dict[str, set[str]] = defaultdict(set)
    for (flush, table), parts in wanted.items():
        if there[flush, table] < parts:
            missing[flush].add(table)
    return dict(missing)


def _written_at(path: Path) -> int:
    """When a file was written, in milliseconds."""
    found = _about(path)
    return found.written_at if found is not None else path.stat().st_mtime_ns // 1_000_000
