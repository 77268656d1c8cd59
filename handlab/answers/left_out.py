"""
Warn about hands that a valid query silently leaves out.

These are the hands of a name that `aliases.toml` misspells, hands without a day where days were
chosen, and all hands if none is chosen. The command line prints the warnings as notes.
"""

from __future__ import annotations

import inspect
import os
import warnings
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from handlab.counted import counted, have
from handlab.errors import HandlabWarning
from handlab.sql_text import joined, quoted
from handlab.statistics.question import HERO, Question
from handlab.statistics.slices import DIMENSIONS
from handlab.views import aliases

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

ASKED = ("site", "kind", "game", "stake", "since", "until", "vs")
"""The parameters of a question that choose hands."""
COLUMNS = {"site": "site", "kind": "kind", "game": "game", "stake": DIMENSIONS["stake"].sql}
MOST_LISTED = 12
READS_SOME = "`handlab ingest PATH` reads some into it"
"""What to do about an empty lake."""
PACKAGE = f"{Path(__file__).parent.parent}{os.sep}"


def warn_of_names(
    connection: duckdb.DuckDBPyConnection, player: str | None, names: aliases.Aliases
) -> None:
    """Warn about aliases that no hand has: they may be misspelt."""
    of_player = names.names_of(player) if player is not None else ()
    for site, name, similar in names_without_hands(connection, of_player):
        message = (
            f"no hand of {site} has `{name}`, which `{aliases.FILE}` gives to `{player}`\n"
            f"hint: did you mean `{similar}`?"
        )
        warn(message)


def warn_of_days(connection: duckdb.DuckDBPyConnection, question: Question) -> int:
    """Warn that hands without a date are left out, if dates were chosen; returns their number."""
    if question.since is None and question.until is None:
        return 0
    whole = replace(question, since=None, until=None)
    hands = f"from {whole.source}\nwhere {joined([*whole.filters, 'started_at is null'], 4)}"
    query = f"select count(distinct (site, hand_id)) {hands}"
    (count,) = connection.execute(query).fetchone() or (0,)
    if not count:
        return 0
    from handlab.ingest.zones import IN_SQL

    query = f"""\
select count(*) from stg_hands
where (site, hand_id) in (select (site, hand_id) {hands}) and {IN_SQL}"""
    (mended,) = connection.execute(query).fetchone() or (0,)
    whose = f"of {_whose(question)}" if question.player is not None else "of the lake"
    message = (
        f"{counted(count, 'hands', whose)} {have(count)} no start, so they are in none"
        " of the chosen days"
    )
    if mended:
        message += (
            f"\nhint: `handlab ingest --timezone ZONE` over their files gives one to"
            f" {counted(mended, 'hands')} whose logs print a time without its zone"
        )
    warn(message)
    return int(count)


def warn_of_nothing(connection: duckdb.DuckDBPyConnection, question: Question) -> None:
    """Warn that no hand is as asked, or that no row has as many hands."""
    if found := nothing(connection, question):
        warn(f"{found[0]}\nhint: {found[1]}")


def nothing(connection: duckdb.DuckDBPyConnection, question: Question) -> tuple[str, str] | None:
    """What was asked if no row answers it, and what the lake has instead."""
    given = {name: getattr(question, name) for name in ASKED if getattr(question, name) is not None}
    if question.player is not None and not given and question.min_hands <= 1:
        return None
    hands = f"from {question.source}\nwhere {joined(question.filters, 4)}"
    whose = _whose(question)
    if connection.execute(f"select 1 {hands} limit 1").fetchone() is not None:
        return _too_few(connection, question, hands)
    whole = Question(question.player, screen_names=question.screen_names, where=question.where)
    columns = [f"list_sort(list(distinct {COLUMNS[name]}))" for name in COLUMNS]
    query = f"""\
select count(distinct (site, hand_id)), min(started_at), max(started_at), {", ".join(columns)}
from {whole.source}
where {joined(whole.filters, 4)}"""
    count, first, last, *values = connection.execute(query).fetchone() or (0,)
    if not count and _is_empty(connection):
        return "the lake has no hands", READS_SOME
    if not count:
        message = f"the lake has no hands of {whose}"
        return message, "`--player hero` is about the owner of the logs, on sites without names too"
    asked = ", ".join(f"{name} `{value}`" for name, value in given.items())
    parts = [f"{counted(count, 'hands')} of {whose}"]
    for name, found in zip(COLUMNS, values, strict=True):
        listed = [_short(value) for value in found or () if value is not None]
        if name in given and listed:
            more = ", ..." if len(listed) > MOST_LISTED else ""
            parts.append(f"{name} {', '.join(listed[:MOST_LISTED])}{more}")
    if {"since", "until"} & set(given) and first is not None:
        parts.append(f"days {first:%Y-%m-%d} to {last:%Y-%m-%d}")
    return f"no hand of {whose} is as asked: {asked}", f"the lake has {'; '.join(parts)}"


def _whose(question: Question) -> str:
    return {None: "named players", HERO: "the hero"}.get(question.player, f"`{question.player}`")


def _too_few(
    connection: duckdb.DuckDBPyConnection, question: Question, hands: str
) -> tuple[str, str] | None:
    """Whether no row has the number of hands that was asked for."""
    if question.min_hands <= 1:
        return None
    columns = ", ".join(part.partition(" as ")[0] for part in question.key)
    rows = ", ".join([columns, *(sliced.sql for sliced in question.slices.values())])
    query = f"select max(hands) from (select count(*) as hands {hands} group by {rows})"
    (most,) = connection.execute(query).fetchone() or (0,)
    if most >= question.min_hands:
        return None
    return f"no row has {question.min_hands:,} hands", f"the one with most has {most:,}"


def _short(value: object) -> str:
    """A value without the zeros at the end of a decimal."""
    return f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)


def warn(message: str) -> None:
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


def hint_of_names(connection: duckdb.DuckDBPyConnection, player: str) -> str:
    """The names of the lake that are most like one that no hand has, or why there are none."""
    similar = connection.execute(
        "select player from rpt_names group by player"
        " order by jaro_winkler_similarity(lower(player), lower(?)) desc, sum(hands) desc limit 3",
        [player],
    ).fetchall()
    listed = ", ".join(f"`{name}`" for (name,) in similar)
    if listed:
        return f"did you mean {listed}?"
    if _is_empty(connection):
        return f"the lake has no hands: {READS_SOME}"
    return "the lake has no hands of named players"


def _is_empty(connection: duckdb.DuckDBPyConnection) -> bool:
    return connection.execute("select 1 from stg_hands limit 1").fetchone() is None
