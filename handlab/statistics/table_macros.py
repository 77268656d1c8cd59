"""
Table macros of the lake, generated from the catalogue: all statistics at once, for use in SQL.

Unlike `handlab stats` they give one row per statistic, so that a query can filter and join them.
They call other macros, and so work where the lake is the current catalog, as in `handlab sql`.
"""

from __future__ import annotations

from handlab.sql_text import lines
from handlab.statistics.percentiles_sql import QUANTILES
from handlab.statistics.question import Question
from handlab.statistics.slices import KEY
from handlab.statistics.stats_sql import long_sql

TABLE_MACROS = ("statistics_of", "statistics_against", "population")
MET = """\
(site, hand_id) in (
            select (site, hand_id)
            from fct_seat_facts
            where not is_anonymous and player = opponent_name
        )"""


def table_macros_sql() -> dict[str, str]:
    """The statements that create the macros, by their names."""
    one = Question(stat=("all",), where=("player = player_name",))
    against = Question(stat=("all",), where=("player = player_name", MET))
    bodies = {
        "statistics_of(player_name)": long_sql(one),
        "statistics_against(player_name, opponent_name)": long_sql(against),
        "population(least_hands)": _population_sql(),
    }
    return {
        call.partition("(")[0]: f"create or replace macro {call} as table\n{body};\n"
        for call, body in bodies.items()
    }


def _population_sql() -> str:
    """The percentiles of every statistic over the players with at least a number of hands."""
    group = [name for name in KEY if name != "player"]
    quantiles = [f"quantile_cont(rate, {share}) as {name}" for name, share in QUANTILES.items()]
    return f"""\
select
    {lines([*group, "statistic", "count(*) as players", *quantiles], 4)}
from (
{long_sql(Question(stat=("all",)))}
)
where
    rate is not null
    and hands >= least_hands
group by {", ".join([*group, "statistic"])}"""
