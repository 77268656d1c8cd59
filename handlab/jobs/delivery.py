"""Make the content of a report, and put it where it goes: whole, or not at all."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from handlab.errors import JobError
from handlab.files import query_files, text_table
from handlab.files.atomic import atomic_path
from handlab.jobs import targets
from handlab.report import render_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    import duckdb

    from handlab.jobs.job import Report

HEADED = {"html", "pdf", "text"}
"""Formats whose heading needs the totals."""


@contextmanager
def content(
    connection: duckdb.DuckDBPyConnection, wanted: Report, chosen: str
) -> Iterator[tuple[Path, int]]:
    """
    A temporary file with the content of a report, and how many hands or rows it is about.

    Parameters
    ----------
    chosen
        Which hands of the lake were chosen, in words; empty if all were.
    """
    with tempfile.TemporaryDirectory(prefix="handlab-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / f"content.{wanted.format}"
        if wanted.sql is not None:
            yield path, _query(connection, wanted, path)
        else:
            yield path, _sections(connection, wanted, chosen, path)


def _sections(
    connection: duckdb.DuckDBPyConnection, wanted: Report, chosen: str, path: Path
) -> int:
    from handlab.report.build import build_from

    found = build_from(connection, wanted.player, timezone=wanted.timezone)
    found = replace(found, chosen=chosen)
    hands = found.hands
    if wanted.sections:
        kept = {*wanted.sections, *(["totals"] if wanted.format in HEADED else [])}
        sections = {name: rows if name in kept else () for name, rows in found.sections.items()}
        found = replace(found, sections=sections)
    single = wanted.sections[0] if len(wanted.sections) == 1 else None
    path.write_bytes(
        render_bytes(
            found,
            wanted.format,
            section=None if wanted.format in HEADED else single,
            is_csv_safe=wanted.csv_safe,
        )
    )
    return hands


def _query(connection: duckdb.DuckDBPyConnection, wanted: Report, path: Path) -> int:
    """
    Answer the query of a file, whose `$player` is the player: the hero if none is named.

    Raises
    ------
    JobError
        If the file has no query, or one that cannot be answered, such as one with `$player` where
        nobody is the hero.
    """
    if wanted.sql is None:
        return 0
    try:
        text = wanted.sql.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"cannot read the query `{wanted.sql}` as text in UTF-8: {error}"
        raise JobError(message, hint="save it as UTF-8") from error
    if "poker_" in text.lower():
        from handlab.views.sql_functions import register_functions

        register_functions(connection)
    connection.execute("set TimeZone = $zone", {"zone": wanted.timezone or "UTC"})
    # The rows are kept for counting and writing: a query is run once.
    statement = text.strip().rstrip(";")
    with _answering(wanted.sql):
        found = connection.extract_statements(statement)
    kinds = [each.type.name for each in found]
    if kinds != ["SELECT"]:
        message = f"expected one query, got {', '.join(kinds).lower() or 'none'}: `{wanted.sql}`"
        raise JobError(message, hint="a query begins with `select`, `from` or `with`")
    # Not by the text: a comment may mention `$player`.
    named = found[0].named_parameters
    if unknown := sorted(named - {"player"}):
        message = f"expected no parameter but `$player`, got `${unknown[0]}`: `{wanted.sql}`"
        raise JobError(message)
    parameters = {"player": _player(connection, wanted)} if named else {}
    with _answering(wanted.sql):
        connection.execute(f"create or replace temp table answered as {statement}", parameters)
    answer = connection.table("temp.main.answered")
    if wanted.format == "text":
        text_table.write(answer, path)
    else:
        query_files.write(answer, wanted.format, path, is_csv_safe=wanted.csv_safe)
    row = connection.execute("select count(*) from temp.main.answered").fetchone()
    return int(row[0]) if row else 0


def _player(connection: duckdb.DuckDBPyConnection, wanted: Report) -> str | None:
    """The player of a query; `None` only if there are no hands, in which nobody is the hero."""
    if wanted.player is not None:
        return wanted.player
    from handlab.report.build import hero

    found = hero(connection)
    if found is None and connection.execute("select 1 from hands limit 1").fetchone():
        message = f"expected a player for `$player`, got hands without a hero: `{wanted.sql}`"
        raise JobError(message, hint="name the player in the job: `player = ...`")
    return found


@contextmanager
def _answering(file: Path) -> Iterator[None]:
    """Name the file of a query that cannot be answered."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        # The rest shows the statement around the query, which is not in the file.
        message = f"cannot answer `{file}`: {str(error).partition('LINE ')[0].strip()}"
        raise JobError(message, hint="try the query with `handlab sql`") from error


def deliver(path: Path, wanted: Report, now: datetime, written: set[str]) -> list[str]:
    """
    Put a file where it goes, and give it to the command; say what was done.

    Parameters
    ----------
    written
        The files of the run's other reports, to which this one is added.

    Raises
    ------
    JobError
        If the command fails, or the file is that of another report of this run.
    OSError
        If the file cannot be written.
    """
    done = []
    if wanted.to == targets.STDOUT:
        with path.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
        sys.stdout.flush()
        done.append("printed")
    elif wanted.to is not None:
        target = targets.target(wanted.folder, wanted.to, now)
        # Names that differ by dates may be equal today.
        if targets.place(target) in written:
            message = (
                f"expected a file that no other report of this run was written to, got `{target}`"
            )
            raise JobError(message, hint="name it otherwise in `to`")
        written.add(targets.place(target))
        with atomic_path(target) as aside:
            shutil.copyfile(path, aside)
        done.append(f"wrote `{target}`")
    if wanted.pipe:
        done.append(f"piped it to `{wanted.pipe[0]}`")
        _pipe(path, [now.strftime(word) for word in wanted.pipe])
    return done


def _pipe(path: Path, command: list[str]) -> None:
    try:
        with path.open("rb") as file:
            ended = subprocess.run(
                command,
                stdin=file,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
    except OSError as error:
        message = f"expected the command `{command[0]}` to run, got: {error.strerror}"
        raise JobError(message, hint="name a program, or give its full path") from error
    if ended.returncode:
        last = (ended.stdout.strip() or "no message").splitlines()[-1]
        message = (
            f"expected `{command[0]}` to accept the report, got status {ended.returncode}: {last}"
        )
        raise JobError(message)
