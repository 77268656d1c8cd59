"""Statistics of players as a frame: the answer of `handlab stats`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab import views
from handlab.errors import StatisticsError
from handlab.stats_sql import Question, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb
    import polars as pl


def stats(
    lake: str | Path,
    player: str | None = None,
    *,
    stat: str | Sequence[str] = (),
    by: str | Sequence[str] = (),
    since: str | None = None,
    until: str | None = None,
    site: str | None = None,
    kind: str | None = None,
    stake: str | None = None,
    game: str | None = None,
    min_hands: int = 1,
    memory: str | None = None,
) -> pl.DataFrame:
    """
    Statistics of one player, or of all players who have a name.

    Parameters
    ----------
    lake
        Folder of the lake.
    player
        A name as the site prints it; all players if not given.
    stat
        Names of statistics or groups, or `all`; the most usual ones if not given. `handlab stats
        --list` prints the catalogue.
    by
        What to slice by: `position`, `n_players`, `game`, `stake`, `stack_depth`, `starting_hand`,
        `year`, `month`, `week`, `day`, `weekday`, `hour`, `is_hero`, `is_flagged`.
    since, until
        First and last day, such as `"2024-05-31"`, or times, in UTC.
    site, kind, game, stake
        Only these hands; the stake is the big blind in units of the currency, such as `"0.25"`.
    min_hands
        Only rows with as many hands.
    memory
        Memory limit of DuckDB, such as `"2GB"`.

    Returns
    -------
    DataFrame
        One row per site, player, kind of money, currency, family of games and betting, and per
        slice. Each statistic has its rate under its own name, `<name>_made` and `<name>_chances`
        from which that comes, and a 95 % interval (Wilson's), `<name>_low` and `<name>_high`.

    Raises
    ------
    StatisticsError
        If there is no such statistic, slice or player.

    Examples
    --------
    >>> hl.stats("lake", "Ann", stat="cbet_flop", by="position")  # doctest: +SKIP
    """
    question = Question(
        player=player,
        by=names(by),
        stat=names(stat),
        since=since,
        until=until,
        site=site,
        kind=kind,
        stake=stake,
        game=game,
        min_hands=min_hands,
    )
    query = question.sql()
    with views.open_lake(lake, memory=memory).connect() as connection:
        check_player(connection, player)
        return connection.execute(query).pl()


def check_player(connection: duckdb.DuckDBPyConnection, player: str | None) -> None:
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
    found = connection.execute(
        f"select 1 from fct_seat_facts where player = {name} and not is_anonymous limit 1"
    ).fetchone()
    if found is None:
        similar = connection.execute(
            "select player from rpt_names group by player"
            f" order by jaro_winkler_similarity(lower(player), lower({name})) desc,"
            " sum(hands) desc limit 3"
        ).fetchall()
        listed = ", ".join(f"`{row[0]}`" for row in similar)
        message = f"expected a player with hands in the lake, got `{player}`"
        raise StatisticsError(message, hint=f"did you mean {listed}" if listed else None)


def names(given: str | Sequence[str]) -> tuple[str, ...]:
    """Names from a list of them, or from a text with commas."""
    listed = given.split(",") if isinstance(given, str) else given
    return tuple(name.strip() for name in listed if name.strip())
