"""
The SQL of `handlab stats`: statistics of the catalogue, sliced and filtered.

One query over `fct_named_seats`, which reads the table `seats` alone, and what a slice needs
beside. Its text has everything that was asked, so that it can be printed, changed and run with
`handlab sql`; except for the gap between sessions, which is a variable of the connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.sql_text import joined, lines
from handlab.statistics.slices import KEY, ORDERED_BY

if TYPE_CHECKING:
    from handlab.statistics.question import Question


def stats_sql(question: Question) -> str:
    """The query: one row per key and slice, players with most hands first."""
    slices = question.slices
    order = [ORDERED_BY.get(name, name) for name in slices]
    if question.player is not None or not slices:
        order = [*order, "hands desc", *KEY]
    else:
        # Slice by slice within each player.
        order = [f"sum(hands) over (partition by {', '.join(KEY)}) desc", *KEY, *order]
    return f"{_unordered_sql(question)}\norder by {', '.join(order)}"


def table_sql(question: Question) -> str:
    """
    The query in the form that people read, with percentages.

    A player who is not sliced has one row per statistic, other questions one column for each.
    """
    statistics, slices, measures = question.statistics, question.slices, question.measures
    rounded = [f"{name}" if name == "won" else f"round({name}, 1) as {name}" for name in measures]
    groups = lines([*KEY, *slices, "hands", *rounded], 4)
    if question.player is None or slices or not statistics:
        cells = [
            f"case when {name}_chances > 0"
            f" then printf('%.1f (%d)', 100 * {name}, {name}_chances) end as {name}"
            for name in (entry.name for entry in statistics)
        ]
        columns = f",\n    {lines(cells, 4)}" if cells else ""
        return f"select\n    {groups}{columns}\nfrom (\n{stats_sql(question)}\n)"
    rows = [
        f"{{'statistic': '{name}', 'made': {name}_made, 'chances': {name}_chances,"
        f" 'percent': round(100 * {name}, 1),"
        f" 'low': round(100 * {name}_low, 1), 'high': round(100 * {name}_high, 1)}}"
        for name in (entry.name for entry in statistics)
    ]
    listed = lines(rows, 8)
    return (
        f"select\n    {groups},\n    unnest([\n        {listed}\n    ], recursive := true)"
        f"\nfrom (\n{stats_sql(question)}\n)"
    )


def long_sql(question: Question) -> str:
    """One row per key, slice and statistic, with shares from 0 to 1."""
    rows = [
        f"{{'statistic': '{name}', 'made': {name}_made, 'chances': {name}_chances}}"
        for name in (entry.name for entry in question.statistics)
    ]
    group = [*KEY, *question.slices, "hands"]
    of = "(made, chances)"
    rates = [f"rate{of} as rate", f"wilson_low{of} as low", f"wilson_high{of} as high"]
    return f"""\
select
    {lines([*group, "statistic", "made", "chances", *rates], 4)}
from (
    select
        {lines(group, 8)},
        unnest([
            {lines(rows, 12)}
        ], recursive := true)
    from (
{_summed_sql(question, _counts(question))}
    )
)"""


def _unordered_sql(question: Question) -> str:
    """The query without an order, as part of another one."""
    slices, measures = question.slices, question.measures
    counts, rates = [], []
    for name, (summed, shown) in measures.items():
        counts.append(f"{summed} as {name}_units" if shown else f"{summed} as {name}")
        rates.append(f"{shown} as {name}" if shown else name)
    if measures:
        counts.append("max(scale) as scale")
    for entry in question.statistics:
        made, chances = entry.made_column, f"{entry.name}_chances"
        of = f"({made}, {chances})"
        rates += [f"rate{of} as {entry.name}", made, chances]
        rates += [
            f"wilson_low{of} as {entry.name}_low",
            f"wilson_high{of} as {entry.name}_high",
        ]
    return f"""\
select
    {lines([*KEY, *slices, "hands", "hands_flagged", *rates], 4)}
from (
{_summed_sql(question, [*counts, *_counts(question)])}
)"""


def _summed_sql(question: Question, counts: list[str]) -> str:
    """The query for what is counted besides hands: one row per key and slice."""
    counts = ["count(*) as hands", "count_true(is_flagged) as hands_flagged", *counts]
    sliced = [f"{sliced.sql} as {name}" for name, sliced in question.slices.items()]
    where = f"""\
from {question.source}
    where
        {joined(question.filters, 8)}
    group by all"""
    if question.is_hero or question.measures:
        having = _having(question, "count(*)")
        return f"""\
    select
        {lines([*question.key, *sliced, *counts], 8)}
    {where}{having}"""
    # Grouping by two columns takes half the time of grouping by six.
    key = [
        name if name == "player" else f"population_part(population, '{name}') as {name}"
        for name in KEY
    ]
    names = [count.rpartition(" as ")[2] for count in counts]
    summed = [f"cast(sum({name}) as bigint) as {name}" for name in names]
    having = _having(question, "sum(hands)")
    return f"""\
    select
        {lines([*key, *question.slices, *summed], 8)}
    from (
    select
        {lines(["player", "population", *sliced, *counts], 8)}
    {where}
    )
    group by all{having}"""


def _having(question: Question, hands: str) -> str:
    """The condition on the number of hands; empty if one is enough."""
    return f"\n    having {hands} >= {int(question.min_hands)}" if question.min_hands > 1 else ""


def _counts(question: Question) -> list[str]:
    """How often each statistic was made, and its chances."""
    counts = []
    for entry in question.statistics:
        made, chances = entry.made_column, f"{entry.name}_chances"
        read = question.readings.get(entry.name)
        if read is not None:
            counts.append(f"count_true(({read.chance}) and ({read.made})) as {made}")
            counts.append(f"count_true({read.chance}) as {chances}")
            continue
        for column, name in ((entry.made_column, made), (entry.chance_column, chances)):
            if entry.of == "decisions":
                counts.append(f"cast(coalesce(sum({column}), 0) as bigint) as {name}")
            else:
                counts.append(f"count_true({column}) as {name}")
    return counts
