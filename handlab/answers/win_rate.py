"""Win rates as a frame, raw and without luck: the answer of `handlab winrate`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab import views
from handlab.answers.bootstrap import RESAMPLES, block_interval, hands_needed
from handlab.answers.left_out import warn
from handlab.answers.stats import prepare
from handlab.answers.street_luck import street_luck
from handlab.counted import counted, have
from handlab.sql_text import joined
from handlab.statistics import parameters
from handlab.statistics.question import Question
from handlab.statistics.slices import KEY, ORDERED_BY, RELIABLE_SESSIONS, SESSIONS, source_sql
from handlab.views import aliases

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path
    from typing import Any, Unpack

    import duckdb

    from handlab.statistics.parameters import Chosen

READINGS = {
    "raw": "net_bb",
    "all_in_adjusted": "net_bb_adjusted",
    "luck_adjusted": "net_bb_adjusted - coalesce(street_luck, 0) / nullif(bb_size, 0)",
    "luck_adjusted_dealt": "net_bb_adjusted - coalesce(dealt_luck, 0) / nullif(bb_size, 0)",
}
"""
The readings of a win rate: the result; with all-ins at their expected value; without the luck of
every street whose cards are known; and without the luck of only those streets whose cards were
known from the deal on, which does not depend on later cards.
"""
TIMELESS = "hand "
"""The start of the name of a block that is a hand without a known start."""
WITHIN = 2.0
"""The half width, in big blinds per 100 hands, that `hands_needed` aims for."""
SCHEMA = pl.Schema(
    {name: pl.String() for name in KEY}
    | {
        "reading": pl.String(),
        "hands": pl.Int64(),
        "sessions": pl.Int64(),
        "all_ins": pl.Int64(),
        "all_ins_known": pl.Int64(),
        "streets_known": pl.Int64(),
        "bb_per_100": pl.Float64(),
        "stderr_by_hand": pl.Float64(),
        "stderr_by_session": pl.Float64(),
        "low": pl.Float64(),
        "high": pl.Float64(),
        "hands_needed": pl.Int64(),
    }
)

OF_ALL = '`handlab.stats(lake, stat="results")` has the rates of all players'


def win_rate(
    lake: str | Path,
    player: str,
    *,
    by: str | Collection[str] | None = None,
    session_gap: int | None = None,
    memory: str | None = None,
    **asked: Unpack[Chosen],
) -> pl.DataFrame:
    """
    Win rates of a player in big blinds per 100 hands, with intervals that respect sessions.

    Parameters
    ----------
    lake
        Folder of the lake.
    player
        A name, or a person of the lake's `aliases.toml`; `hero` is the player
        whose hole cards the files show; all names on a site then share sessions.
    by
        What to slice by, such as `position` or `stake`: the names of `handlab.stats`.
    session_gap
        Minutes without a hand that end a session; 30 if not given.
    memory
        Memory limit of DuckDB, such as `"2GB"`.
    **asked
        `since`, `until`, `timezone`, `site`, `kind`, `game`, `stake`, `vs`: as for
        `handlab.stats`.

    Returns
    -------
    DataFrame
        Four rows per site, kind of money, currency, family of games and betting, and per slice:
        `raw`;
        `all_in_adjusted` with all-ins whose cards are known at what they were worth;
        `luck_adjusted`, which takes out the luck of `streets_known` streets dealt before that as
        well; and `luck_adjusted_dealt`, for which those streets count alone where all cards were
        known from the deal on. The third is less spread, but not free of bias: cards that are known
        only because of a showdown are known more often after some streets than after others.
        `low` and `high` are the ends of a 95 % interval by block bootstrap over sessions;
        `hands_needed` is how many hands would bring it to two big blinds either way, at the spread
        of these. A hand without a known start is a session of its own.

    Raises
    ------
    StatisticsError
        If there is no such player or slice.
    TypeError
        If there is no such parameter, or its value is of another type.

    Warns
    -----
    HandlabWarning
        If an interval is from few sessions, or from hands without a start; and as
        `handlab.stats` does.

    Examples
    --------
    >>> hl.win_rate("lake", "Ann", kind="cash")  # doctest: +SKIP
    """
    parameters.check(player, asked, parameters.CHOSEN)
    if player is None:
        message = f"expected the name of a player, or `hero`, as `player`, got `{player}`\n"
        raise TypeError(message + f"hint: {OF_ALL}")
    question = Question.of(player, by=by, **asked)
    key = [*KEY, *question.slices]
    opened = views.open_lake(lake, memory=memory)
    with opened.connect() as connection:
        question = prepare(connection, question, aliases.read(opened.path), session_gap)
        connection.execute(f"create or replace temp table asked_hands as {hands_sql(question)}")
        connection.register("streets", street_luck(connection, "asked_hands"))
        blocks = connection.execute(blocks_sql(question)).pl()
        if blocks.is_empty():
            _warn_of_big_blinds(connection, question)
    groups = [
        (dict(zip(key, group, strict=True)), part)
        for group, part in blocks.group_by(key, maintain_order=True)
    ]
    _warn_of_sessions([part["block"] for _, part in groups])
    rows = [row for group, part in groups for row in _rows(group, part)]
    total: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        total[_of_key(row)] += row["hands"]
    is_by_hands = any("hands desc" in ORDERED_BY.get(name, "") for name in question.slices)
    rows.sort(key=lambda row: (-total[_of_key(row)], -row["hands"] if is_by_hands else 0))
    sliced = {name: blocks.schema[name] for name in question.slices}
    types = dict(list(SCHEMA.items())[: len(KEY)]) | sliced | dict(SCHEMA)
    return pl.DataFrame(rows, schema=types)


def _of_key(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(row[name] for name in KEY)


def _warn_of_big_blinds(connection: duckdb.DuckDBPyConnection, question: Question) -> None:
    """Warn that there are hands as asked, but none of them has a result in big blinds."""
    hands = f"from {question.source}\nwhere {joined(question.filters, 4)}"
    (count,) = connection.execute(f"select count(*) {hands}").fetchone() or (0,)
    if count:
        warn(
            f"no big blind is known of {counted(count, 'hands')}, so there is no win rate in big"
            " blinds\n"
            "hint: `handlab stats --stat results` has what was won"
        )


def _warn_of_sessions(blocks: Sequence[pl.Series]) -> None:
    """Warn of intervals that look more certain than they are."""
    without = sum(int(names.str.starts_with(TIMELESS).sum()) for names in blocks)
    few = [len(names) for names in blocks if len(names) < RELIABLE_SESSIONS]
    if few:
        intervals = f"{counted(len(few), 'intervals')} {have(len(few))}"
        warn(
            f"{intervals} fewer than {RELIABLE_SESSIONS} sessions, and may be much too narrow\n"
            "hint: look at `sessions`, and compare `stderr_by_session` with `stderr_by_hand`"
        )
    if without:
        warn(
            f"{counted(without, 'hands')} {have(without)} no known start, and each counts as a"
            " session of its own: what hands of one session have in common does not widen the"
            " interval\n"
            "hint: `handlab ingest --timezone ZONE` gives a start to logs that print a time without"
            " its zone"
        )


def hands_sql(question: Question) -> str:
    """The query for the hands in which a street may have luck."""
    question = replace(question, by=())
    return f"""\
select distinct
    site,
    hand_id
from {source_sql(set(), vs=question.vs, is_hero=question.is_hero)}
where
    {joined([*question.filters, "saw_flop", "net_bb is not null"], 4)}"""


def blocks_sql(question: Question) -> str:
    """The query for the blocks: one row per session, with the sums of all readings."""
    sums = ",\n    ".join(
        f"coalesce(sum({name}), 0) as {name}, coalesce(sum({name} * {name}), 0) as {name}_squared"
        for name in READINGS
    )
    adjusted = ",\n        ".join(f"{column} as {name}" for name, column in READINGS.items())
    sliced = [f"{found.sql} as {name}" for name, found in question.slices.items()]
    needs = {SESSIONS, *(found.needs for found in question.slices.values() if found.needs)}
    order = [ORDERED_BY.get(name, name) for name in question.slices]
    return f"""\
from (
select
    {", ".join([*question.key, *sliced])},
    coalesce(cast(session_no as varchar), '{TIMELESS}' || hand_id) as block,
    count(net_bb) as hands,
    count_true(is_all_in_runout) as all_ins,
    count_true(is_all_in_runout and ev_net is not null) as all_ins_known,
    coalesce(sum(streets), 0) as luck_adjusted_streets,
    coalesce(sum(dealt_streets), 0) as luck_adjusted_dealt_streets,
    {sums}
from (
    select
        *,
        {adjusted}
    from {source_sql(needs, question.screen_names, question.vs, is_hero=question.is_hero)}
    left join (
        select
            site,
            hand_id,
            seat,
            sum(luck) as street_luck,
            count(*) as streets,
            sum(case when is_dealt then luck else 0 end) as dealt_luck,
            count_true(is_dealt) as dealt_streets
        from streets
        group by all
    ) as luck_of_streets using (site, hand_id, seat)
    where
        {joined([*question.filters, "net_bb is not null"], 8)}
)
group by all
)
order by {", ".join([*KEY, *order])}, block"""


def _rows(group: dict[str, Any], blocks: pl.DataFrame) -> list[dict[str, Any]]:
    hands = blocks["hands"].to_numpy().astype(np.int64)
    total = int(hands.sum())
    found = []
    for name in READINGS:
        interval = block_interval(blocks[name].to_numpy(), hands, resamples=RESAMPLES)
        if interval is None:
            continue
        squared = float(blocks[f"{name}_squared"].sum())
        by_hand = None
        if total > 1:
            variance = max(0.0, squared - total * interval.mean**2) / (total - 1)
            by_hand = 100 * float(np.sqrt(variance / total))
        by_session = _per_100(interval.standard_error)
        found.append(
            group
            | {
                "reading": name,
                "hands": total,
                "sessions": blocks.height,
                "all_ins": int(blocks["all_ins"].sum()),
                "all_ins_known": int(blocks["all_ins_known"].sum()),
                "streets_known": _streets(blocks, name),
                "bb_per_100": 100 * interval.mean,
                "stderr_by_hand": by_hand,
                "stderr_by_session": by_session,
                "low": _per_100(interval.low),
                "high": _per_100(interval.high),
                # With few sessions their spread is uncertain, and may be underestimated.
                "hands_needed": hands_needed(
                    total, max(filter(None, (by_session, by_hand)), default=None), WITHIN
                ),
            }
        )
    return found


def _streets(blocks: pl.DataFrame, reading: str) -> int:
    """The number of streets whose luck the reading removes, in addition to all-ins."""
    column = f"{reading}_streets"
    return int(blocks[column].sum()) if column in blocks.columns else 0


def _per_100(amount: float | None) -> float | None:
    return None if amount is None else 100 * amount
