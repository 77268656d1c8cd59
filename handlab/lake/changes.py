"""
What the open transaction of a writer changes: files are registered, and rows deleted.

Files of frames wait to be registered, and deleted hands to be deleted, until the commit or until
one of their hands is looked for: a statement for each of them would be most of the time of a run
that replaces hands.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from handlab.lake import freed
from handlab.lake.conditions import in_files, using
from handlab.lake.deletions import Deletions
from handlab.lake.given import as_table
from handlab.lake.hashes import Unregistered
from handlab.schema import HAND_TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import duckdb
    import polars as pl

    from handlab.lake.hashes import Hashes
    from handlab.lake.journal import Journal
    from handlab.lake.transaction import Transaction


class Changes:
    """
    The changes of one transaction after the other.

    Attributes
    ----------
    has_deleted
        Whether rows were deleted since the last commit.
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, transaction: Transaction, journal: Journal
    ) -> None:
        self.has_deleted = False
        self._connection = connection
        self._transaction = transaction
        self._journal = journal
        self._deletions = Deletions()
        self._files: list[tuple[str, Path]] = []
        self._in_files = Unregistered()

    def register(self, table: str, path: Path) -> None:
        """Register a file."""
        if table in HAND_TABLES:
            # It may hold new versions of the deleted hands.
            self.delete_waiting()
        self._transaction.run(partial(self._register, table, path))

    def register_later(self, table: str, path: Path) -> None:
        """Register a file of a table of hands with others, see [`Changes.hold`]."""
        self._files.append((table, path))

    def hold(self, hashes: Hashes) -> None:
        """Name the hands of the files that are registered later, by the hashes of their keys."""
        self._in_files.add(hashes)

    def register_holding(self, keys: pl.DataFrame) -> None:
        """Register the files that wait, if they may hold rows with one of the keys."""
        if self._in_files.may_hold(keys):
            self.register_waiting()

    def register_waiting(self) -> None:
        """Register the files that wait."""
        waiting, self._files = self._files, []
        self._in_files.clear()
        for table, path in waiting:
            self.register(table, path)

    def delete(self, table: str, keys: pl.DataFrame) -> None:
        """Delete the rows of registered files that match a row of `keys`; nulls match nulls."""
        # A row that two keys match would be deleted twice.
        self._delete(partial(self._delete_matching, table, keys.unique()))

    def delete_later(self, keys: pl.DataFrame) -> None:
        """Delete hands of registered files, by `site` and `hand_id`, with others."""
        self._deletions.add(keys)
        if self._deletions.is_due:
            self.delete_waiting()

    def delete_waiting(self) -> None:
        """Delete the hands that wait for it."""
        keys = self._deletions.take()
        if keys is not None:
            self._delete(*(partial(self._delete_matching, name, keys) for name in HAND_TABLES))

    def without_deleted(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return the rows whose `site` and `hand_id` are not those of a hand that waits."""
        return self._deletions.without(rows)

    def drop(self, table: str, *portions: Sequence[Path]) -> None:
        """Delete all rows of some files; DuckLake then ends the files, and writes no others."""
        self._delete(*(partial(self._drop, table, paths) for paths in portions))

    def clear(self) -> None:
        """Forget what waits: the transaction is over."""
        self.has_deleted = False
        self._deletions.clear()
        self._files.clear()
        self._in_files.clear()

    def _delete(self, *steps: Callable[[], None]) -> None:
        """Do what deletes rows, and repeat it with the transaction."""
        if not self.has_deleted:
            self._journal.delete()
            self.has_deleted = True
        for step in steps:
            self._transaction.run(step)

    def _delete_matching(self, table: str, keys: pl.DataFrame) -> None:
        with as_table(keys) as given:
            self._connection.execute(f"delete from {table} t {using(keys, given)}")

    def _drop(self, table: str, paths: Sequence[Path]) -> None:
        self._connection.execute(f"delete from {table} where {in_files(paths)}")
        # DuckLake notes each row in 48 bytes: 115 MB for the actions of one large file.
        freed.give_back()

    def _register(self, table: str, path: Path) -> None:
        self._connection.execute(
            "call ducklake_add_data_files('lake', ?, ?)", [table, str(path)]
        ).fetchall()
