"""
Warn about hands that a valid query silently leaves out.

These are the hands of a name that `aliases.toml` misspells, and hands without a day where days were
chosen. The command line prints the warnings as notes.
"""

from __future__ import annotations

import inspect
import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from handlab import aliases
from handlab.counted import counted, have
from handlab.errors import HandlabWarning
from handlab.sql_text import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    import duckdb

PACKAGE = f"{Path(__file__).parent}{os.sep}"


def warn_of_names(
    connection: duckdb.DuckDBPyConnection, player: str | None, names: aliases.Aliases
) -> None:
    """Warn about aliases that no hand has: they may be misspelt."""
    of_player = names.names_of(player) if player is not None else ()
    for site, name, similar in names_without_hands(connection, of_player):
        message = (
            f"no hand of {site} has `{name}`, which `{aliases.FILE}` gives to `{player}`\n"
            f"hint: did you mean `{similar}`"
        )
        _warn(message)


def warn_of_days(
    connection: duckdb.DuckDBPyConnection, since: str | date | None, until: str | date | None
) -> None:
    """Warn that hands without a date are left out, if dates were chosen."""
    if since is None and until is None:
        return
    query = "select count(*) from stg_hands where started_at is null"
    (count,) = connection.execute(query).fetchone() or (0,)
    if count:
        message = (
            f"{counted(count, 'hands', 'of the lake')} {have(count)} no start, so they are in none"
            " of the chosen days\n"
            "hint: `handlab ingest --timezone ZONE` over their files gives one to those whose logs"
            " print a time without its zone"
        )
        _warn(message)


def _warn(message: str) -> None:
    """Attribute the warning to the calling line: the first one outside of handlab."""
    frame, level = inspect.currentframe(), 1
    while frame is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, HandlabWarning, stacklevel=level)


def names_without_hands(
    connection: duckdb.DuckDBPyConnection, names: Sequence[tuple[str, str]]
) -> list[tuple[str, str, str]]:
    """
    The names, each with its site, that no hand of a site of the lake has: they may be misspelt.

    Parameters
    ----------
    names
        Site and name of each. Names at a site without hands are not looked for: its first hand may
        come later.

    Returns
    -------
    list
        Site, name, and the most similar name at that site.
    """
    if not names:
        return []
    listed = ", ".join(f"({quoted(site)}, {quoted(name)})" for site, name in names)
    sites = ", ".join(sorted({quoted(site) for site, _ in names}))
    query = f"select distinct site, player from seats where (site, player) in ({listed})"
    stored = set(connection.execute(query).fetchall())
    if len(stored) == len(set(names)):
        return []
    other = (
        "select site, player from seats"
        f" where site in ({sites}) and not is_anonymous and (site, player) not in ({listed})"
        " group by all"
    )
    missing = ", ".join(
        f"({quoted(site)}, {quoted(name)})" for site, name in names if (site, name) not in stored
    )
    query = (
        "select site, name, arg_max(player, jaro_winkler_similarity(lower(player), lower(name)))"
        f" from (values {missing}) as asked (site, name) join ({other}) using (site)"
        " group by site, name order by site, name"
    )
    return connection.execute(query).fetchall()
