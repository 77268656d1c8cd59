"""Statistics of players as a frame: the answer of `handlab stats`."""

from __future__ import annotations

from dataclasses import replace
from numbers import Integral
from typing import TYPE_CHECKING

from handlab import views
from handlab.answers.left_out import (
    hint_of_names,
    names_without_hands,
    warn_of_days,
    warn_of_names,
    warn_of_nothing,
)
from handlab.errors import StatisticsError
from handlab.kinds import KINDS
from handlab.lake import Lake
from handlab.sql_text import hint, quoted
from handlab.statistics.parameters import check_type
from handlab.statistics.percentiles_sql import percentiles_sql
from handlab.statistics.question import HERO, Question
from handlab.statistics.stats_sql import stats_sql, table_sql
from handlab.views import aliases

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack

    import duckdb
    import polars as pl

    from handlab.statistics.parameters import Asked

LONGEST_GAP = 1_000_000_000
"""The most minutes between two hands of a session: longer than the logs of any lake."""


def stats(
    lake: str | Path,
    player: str | None = None,
    *,
    percentiles: bool = False,
    session_gap: int | None = None,
    memory: str | None = None,
    **asked: Unpack[Asked],
) -> pl.DataFrame:
    """
    Statistics of one player, or of all players who have a name.

    Parameters
    ----------
    lake
        Folder of the lake.
    player
        A name as the site prints it, or a person of the lake's `aliases.toml`; `hero` is the
        player whose hole cards the files show, under all names. All players if not given.
    percentiles
        Instead of players, one row per statistic with the percentiles of all players, and the
        percentile of `player`.
    session_gap
        Minutes without a hand that end a session; 30 if not given.
    memory
        Memory limit of DuckDB, such as `"2GB"`.
    **asked
        `stat`: names of statistics or groups, or `all`; the most usual ones if not given.
        `results` are winnings and `hours` the time. `handlab stats --list` prints the catalogue.

        `by`: what to slice by, such as `position`, `stake`, `month`, `session`, `opponent`,
        `board_texture` or `line`.

        `vs`: only hands where this opponent was also dealt in.

        `since`, `until`: first and last day, such as `"2024-05-31"`, or times; a `date` or
        `datetime` as well.

        `timezone`: the zone of these days, and of slices such as `hour`, such as
        `"Europe/Berlin"`; UTC if not given.

        `site`, `kind`, `game`, `stake`: only these hands; the stake is the big blind in units of
        the currency, such as `0.25`.

        `min_hands`: only rows with at least this many hands.

        `reading`: count as `pt4`, `drivehud` or `fpdb` do, where they are known to differ.

    Returns
    -------
    DataFrame
        One row per site, player, kind of money, currency, family of games and betting, and per
        slice. Each statistic has its rate under its own name, `<name>_made` and `<name>_chances`
        from which that comes, and a 95 % interval (Wilson's), `<name>_low` and `<name>_high`.

    Raises
    ------
    StatisticsError
        If there is no such statistic or slice, or no hand of the player, site or game.
    TypeError
        If there is no such parameter, or its value is of another type.

    Warns
    -----
    HandlabWarning
        If a name in the lake's `aliases.toml` seems to be misspelt; days are chosen and hands have
        none, because their logs print no time zone; or no hand is as asked.

    Examples
    --------
    >>> hl.stats("lake", "Ann", stat="cbet_flop", by="position")  # doctest: +SKIP
    """
    question = Question.of(player, **asked)
    _ = query_of(question, percentiles=percentiles)
    opened = Lake.open(lake, memory=memory)
    with views.connect_lake(opened) as connection:
        question = prepare(connection, question, aliases.read(opened.path), session_gap)
        return connection.execute(query_of(question, percentiles=percentiles)).pl()


def query_of(question: Question, *, percentiles: bool, as_table: bool = False) -> str:
    """The query that answers a question."""
    if percentiles:
        return percentiles_sql(question, as_table=as_table)
    return table_sql(question) if as_table else stats_sql(question)


def prepare(
    connection: duckdb.DuckDBPyConnection,
    question: Question,
    names: aliases.Aliases,
    session_gap: int | None = None,
) -> Question:
    """
    Check what is asked about, and complete the question with the player's names in the lake.

    Warns
    -----
    HandlabWarning
        If the answer leaves out hands of a misspelt name, hands without a day, or all hands.

    Raises
    ------
    StatisticsError
        If the lake has no hands of the player, the opponent, the site or the game, or a number is
        too low.
    """
    if question.min_hands < 1:
        message = f"expected 1 or more as `min_hands`, got `{question.min_hands}`"
        raise StatisticsError(message, hint="leave it out for all rows")
    check_type("session_gap", session_gap, (Integral,))
    if session_gap is not None:
        if not 0 <= session_gap <= LONGEST_GAP:
            message = f"expected 0 to {LONGEST_GAP:,} minutes as `session_gap`, got `{session_gap}`"
            raise StatisticsError(message, hint="0 makes each hand a session")
        connection.execute(f"set variable session_gap = {int(session_gap)}")
    for player in (question.player, question.vs):
        check_player(connection, player, names)
    for column in ("site", "kind", "game"):
        check_value(connection, column, getattr(question, column))
    warn_of_names(connection, question.player, names)
    if question.player not in {None, HERO}:
        player = str(question.player)
        question = replace(question, screen_names=names.screen_names(player) or (player,))
    warn_of_days(connection, question)
    warn_of_nothing(connection, question)
    return question


def check_value(connection: duckdb.DuckDBPyConnection, column: str, value: str | None) -> None:
    """
    Check that the lake has hands with this value: a site is not found by another spelling.

    Raises
    ------
    StatisticsError
        If it has none; a kind that there can be is accepted.
    """
    if value is None:
        return
    if column == "kind":
        known = sorted(KINDS)
    else:
        found = connection.execute(f"select distinct {column} from stg_hands").fetchall()
        known = sorted(str(row[0]) for row in found if row[0])
    if value in known:
        return
    message = f"expected a {column} with hands in the lake, got `{value}`"
    raise StatisticsError(message, hint=hint(value.lower(), known, ", ".join(known) or "none"))


def check_player(
    connection: duckdb.DuckDBPyConnection,
    player: str | None,
    names: aliases.Aliases | None = None,
) -> None:
    """
    Check that the lake has hands of a player.

    Raises
    ------
    StatisticsError
        If it has none.
    """
    if player is None:
        return
    name = quoted(player)
    who = "is_hero" if player == HERO else f"player = {name} and not is_anonymous"
    found = connection.execute(f"select 1 from fct_seat_facts where {who} limit 1").fetchone()
    if found is not None:
        return
    message = f"expected a player with hands in the lake, got `{player}`"
    persons = names.persons(player) if names is not None else ()
    if persons:
        listed = ", ".join(f"`{person}`" for person in persons)
        raise StatisticsError(message, hint=f"`{aliases.FILE}` makes it a name of {listed}")
    misspelt = names_without_hands(connection, names.names_of(player)) if names is not None else []
    if misspelt:
        site, unknown, meant = misspelt[0]
        hint_of_file = (
            f"no hand of {site} has `{unknown}` of `{aliases.FILE}`; did you mean `{meant}`?"
        )
        raise StatisticsError(message, hint=hint_of_file)
    raise StatisticsError(message, hint=hint_of_names(connection, player))
