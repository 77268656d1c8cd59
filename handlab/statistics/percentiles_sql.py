"""The SQL of `handlab stats --percentiles`: all players, and the rank of one among them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from handlab.errors import StatisticsError
from handlab.sql_text import lines, quoted
from handlab.statistics.question import HERO
from handlab.statistics.slices import KEY
from handlab.statistics.stats_sql import long_sql

if TYPE_CHECKING:
    from handlab.statistics.question import Question

QUANTILES = {"p10": 0.1, "p25": 0.25, "median": 0.5, "p75": 0.75, "p90": 0.9}


def percentiles_sql(question: Question, *, as_table: bool = False) -> str:
    """
    One row per group and statistic, over all players who have a name.

    The player does not filter the rows but gets columns: their share, its chances, and the share of
    other players below them, with half of the ties. Groups in which they have no chance are left
    out then. A table has percentages.

    Raises
    ------
    StatisticsError
        If the player is `hero`, who is not one of the players, or no statistic is asked for.
    """
    if question.player == HERO:
        message = f"expected the name of a player for percentiles, got `{HERO}`"
        raise StatisticsError(
            message, hint="list your names as one person in the lake's `aliases.toml`"
        )
    if not question.statistics:
        message = "expected a statistic for percentiles, got none"
        raise StatisticsError(message, hint="`handlab stats --list` prints them")
    everybody = replace(question, player=None, screen_names=())
    group = [*(name for name in KEY if name != "player"), *question.slices]
    columns = {name: f"quantile_cont(rate, {share})" for name, share in QUANTILES.items()}
    window = having = ""
    rates = ["rate", "chances", "player"]
    if question.player is not None:
        name = quoted(question.player)
        rates += [
            f"max(case when player = {name} then {column} end) over same_group as own_{column}"
            for column in ("rate", "chances")
        ]
        window = f"\n    window same_group as (partition by {', '.join([*group, 'statistic'])})"
        below, equal = (
            f"count_if(player <> {name} and rate {than} own_rate)" for than in ("<", "=")
        )
        columns |= {
            "player": name,
            "rate": "any_value(own_rate)",
            "chances": "any_value(own_chances)",
            "percentile": f"({below} + {equal} / 2) / nullif(count_if(player <> {name}), 0)",
        }
        having = "\nhaving any_value(own_rate) is not null"
    if as_table:
        for name in (*QUANTILES, "rate", "percentile"):
            if name in columns:
                columns[name] = f"round(100 * {columns[name]}, 1)"
    shown = [f"{sql} as {name}" for name, sql in columns.items()]
    return f"""\
select
    {lines([*group, "statistic", "count(*) as players", *shown], 4)}
from (
    select
        {lines([*group, "statistic", *rates], 8)}
    from (
{long_sql(everybody)}
    )
    where rate is not null{window}
)
group by {", ".join([*group, "statistic"])}{having}
order by players desc, {", ".join([*group, "statistic"])}"""
