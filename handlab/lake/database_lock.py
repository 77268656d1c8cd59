"""
The lock of a catalog in PostgreSQL: one writer, whatever machine it runs on.

The lock of the lake's folder is not enough there: a file system that several machines share may
have no locks that work. Two writers at once would each store the hands that both read.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import duckdb

from handlab.errors import LakeBusyError
from handlab.lake import catalog as catalogs
from handlab.lake import faults

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

POSTGRES = "postgres:"
# Locks are the database's own, and it has one lake: any number of ours will do.
TRY = "select pg_try_advisory_xact_lock(4702111234474983745) as is_held"
POLL_SECONDS = 0.2


@contextmanager
def held(catalog: str, folder: Path, *, timeout: float) -> Iterator[None]:
    """
    Hold the lock of a catalog for writing; a catalog in the lake's folder needs none.

    It lasts as long as a transaction: if the process is killed, the server ends both.

    Raises
    ------
    LakeBusyError
        If another process still holds it after `timeout` seconds; if negative, wait for ever.
    """
    if not catalog.startswith(POSTGRES):
        yield
        return
    with duckdb.connect() as connection:
        with faults.as_lake_errors(folder, "lock"):
            catalogs.load(connection, catalogs.EXTENSIONS["postgres"])
            database = catalogs.quote(catalog.removeprefix(POSTGRES))
            connection.execute(f"attach {database} as catalog (type postgres)")
            connection.execute("begin")
            deadline = time.monotonic() + timeout
            query = f"from postgres_query('catalog', {catalogs.quote(TRY)})"
            while connection.execute(query).fetchone() != (True,):
                if timeout >= 0 and time.monotonic() > deadline:
                    message = (
                        "expected to be the only writer, but another process writes to the catalog"
                        f" of `{folder}`"
                    )
                    raise LakeBusyError(message, hint="wait until it is done")
                time.sleep(POLL_SECONDS)
        yield
