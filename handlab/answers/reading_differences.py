"""One statistic as several programs read it: the answer of `handlab diff-readings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab import views
from handlab.answers.stats import prepare
from handlab.sql_text import joined, lines, quoted
from handlab.statistics import parameters
from handlab.statistics.question import Question
from handlab.statistics.readings import readings_of
from handlab.statistics.slices import KEY, source_sql
from handlab.views import aliases

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack

    import polars as pl

    from handlab.statistics.parameters import Chosen
    from handlab.statistics.readings import Reading

STATES = "case when not {chance} then 'no chance' when {made} then 'made' else 'not made' end"


def diff_readings(
    lake: str | Path,
    statistic: str,
    player: str | None = None,
    *,
    hands: bool = False,
    memory: str | None = None,
    **asked: Unpack[Chosen],
) -> pl.DataFrame:
    """
    A statistic under handlab's definition and under those of other programs.

    Parameters
    ----------
    lake
        Folder of the lake.
    statistic
        Name of a statistic that other programs count differently.
    player
        A player, or `hero`: whose hole cards the logs show. All named players if not given.
    hands
        Whether to list the hands that another program counts differently, instead of summing.
    memory
        Memory limit of DuckDB, such as `"2GB"`.
    **asked
        `since`, `until`, `timezone`, `site`, `kind`, `game`, `stake`, `vs`: as for
        `handlab.stats`.

    Returns
    -------
    DataFrame
        One row per reading, and per site, kind of money, currency, family of games and betting:
        how often it was made, of how many chances, and in how many hands it differs from handlab's.
        Or one row per hand and reading that differs, with `made`, `not made` or `no chance` as
        handlab and as the other program have it.

    Raises
    ------
    StatisticsError
        If there is no such player, or no program is known to count the statistic differently.
    TypeError
        If there is no such parameter, or its value is of another type.

    Examples
    --------
    >>> hl.diff_readings("lake", "pfr", "Ann")  # doctest: +SKIP
    """
    parameters.check(player, asked, parameters.CHOSEN)
    parameters.check_type("statistic", statistic, (str,), is_optional=False)
    question = Question.of(player, **asked)
    compared = readings_of(statistic)
    opened = views.open_lake(lake, memory=memory)
    with opened.connect() as connection:
        question = prepare(connection, question, aliases.read(opened.path))
        query = hands_sql(question, compared) if hands else counts_sql(question, compared)
        return connection.execute(query).pl()


def counts_sql(question: Question, compared: dict[str, Reading]) -> str:
    """The query for the counts of each reading."""
    group = [name for name in KEY if name != "player" or question.player is not None]
    rows = []
    for name, reading in compared.items():
        rows.append(
            f"{{'reading': {quoted(name)}, 'made': count_true({name}_state = 'made'),"
            f" 'chances': count_true({name}_state <> 'no chance'),"
            f" 'hands_that_differ': count_true({name}_state <> handlab_state),"
            f" 'meaning': {quoted(reading.meaning)}}}"
        )
    return f"""\
select
    {lines(group, 4)},
    {quoted(next(iter(compared.values())).statistic)} as statistic,
    reading,
    made,
    chances,
    rate(made, chances) as rate,
    hands_that_differ,
    meaning
from (
    select
        {lines(group, 8)},
        count(*) as hands,
        unnest([
            {lines(rows, 12)}
        ], recursive := true)
    from ({_states_sql(question, compared)})
    group by {", ".join(group)}
)
order by hands desc, {", ".join(group)}, reading <> 'handlab', reading"""


def hands_sql(question: Question, compared: dict[str, Reading]) -> str:
    """The query for the hands that a program counts differently."""
    rows = [
        f"{{'reading': {quoted(name)}, 'as_read': {name}_state}}"
        for name in compared
        if name != "handlab"
    ]
    return f"""\
select
    site,
    hand_id,
    player,
    position,
    started_at,
    reading,
    handlab_state as handlab,
    as_read
from (
    select
        *,
        unnest([
            {lines(rows, 12)}
        ], recursive := true)
    from ({_states_sql(question, compared)})
)
where as_read <> handlab_state
order by started_at, site, hand_id, seat, reading"""


def _states_sql(question: Question, compared: dict[str, Reading]) -> str:
    """Seats with the chance and act of each reading."""
    states = []
    for name, reading in compared.items():
        chance = f"coalesce({reading.chance}, false)"
        made = f"coalesce({reading.made}, false)"
        states.append(f"{STATES.format(chance=chance, made=made)} as {name}_state")
    needs = {need for reading in compared.values() for need in reading.needs}
    return f"""
select
    {lines([*question.key, "hand_id", "seat", "position", "started_at", *states], 4)}
from {source_sql(needs, question.screen_names, question.vs, is_hero=question.is_hero)}
where
    {joined(question.filters, 4)}
"""
