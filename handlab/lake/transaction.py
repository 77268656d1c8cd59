"""
The open transaction of a writer's connection, which can be repeated step by step.

A commit finds the catalog locked if another program writes to it, and the transaction is then lost:
its steps are repeated until the commit succeeds or too much time has passed.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import duckdb

from handlab.lake import catalog, faults

if TYPE_CHECKING:
    from collections.abc import Callable


class Transaction:
    """
    One transaction after the other.

    Attributes
    ----------
    may_be_committed
        Whether only the catalog shows if the last one was committed: its files must stay.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.may_be_committed = False
        self._connection = connection
        self._is_open = False
        self._steps: list[Callable[[], object]] = []

    def begin(self) -> None:
        """Begin one, unless one is open."""
        if not self._is_open:
            self._connection.execute("BEGIN")
            self._is_open = True
            self.may_be_committed = False

    def run(self, step: Callable[[], object]) -> None:
        """Do what changes the lake, and remember it."""
        self.begin()
        step()
        self._steps.append(step)

    def commit(self) -> None:
        """
        Commit; if another program has locked the catalog, wait and repeat the steps.

        Raises
        ------
        duckdb.Error
            If DuckLake refuses, or the catalog stays locked.
        """
        deadline = time.monotonic() + catalog.LOCKED_SECONDS
        while True:
            self.may_be_committed = True
            try:
                self._is_open = False
                self._connection.execute("COMMIT")
            except duckdb.Error as error:
                if not faults.is_locked(error):
                    raise
                self.may_be_committed = False
                if time.monotonic() > deadline:
                    raise
            else:
                self._steps.clear()
                return
            time.sleep(0.1)
            self.begin()
            for step in self._steps:
                step()

    def rollback(self) -> None:
        """Undo the steps."""
        self._steps.clear()
        if self._is_open:
            self._is_open = False
            # A failed commit has rolled back already; an interrupted connection ignores this.
            with suppress(duckdb.Error, RuntimeError):
                self._connection.execute("ROLLBACK")
