"""Find out who the placeholders (`Hero`, `Player 3`) in the reports of a tournament are."""

from __future__ import annotations

import polars as pl

from handlab.placeholder import is_placeholder
from handlab.schema import TOURNAMENTS

EVENT = ["site", "tournament_id"]
KEY = list(TOURNAMENTS.key)


def with_names(reports: pl.DataFrame) -> pl.DataFrame:
    """
    Replace placeholders where a name is known, and mark those that remain in `is_placeholder`.

    Parameters
    ----------
    reports
        Rows of `tournament_reports` with `rank`, 1 for the summary that takes precedence, and
        `is_whole`, whether the summary lists every entry.
    """
    reports = reports.with_columns(is_placeholder=is_placeholder(pl.col("player")))
    if not reports["is_placeholder"].any():
        return reports
    by_place = _names_by_place(reports)
    only = by_place.group_by(*EVENT, "player").agg(
        pl.col("named").n_unique().alias("names"), pl.col("named").first().alias("only")
    )
    left_over = _names_left_over(reports)
    named = (
        reports.join(by_place, on=[*KEY, "finish_place"], how="left")
        .join(only.filter(pl.col("names") == 1).drop("names"), on=KEY, how="left")
        .join(left_over, on=[*KEY, "report"], how="left")
    )
    better = pl.coalesce(
        "named",
        pl.when(pl.col("finish_place").is_null()).then("only"),
        "left_over",
    )
    return named.with_columns(
        player=pl.coalesce(better, "player"),
        is_placeholder=pl.col("is_placeholder") & better.is_null(),
    ).sort(*EVENT, "rank", "report", "player", nulls_last=True)


def _names_by_place(reports: pl.DataFrame) -> pl.DataFrame:
    """Placeholders who finished in a place for which another text names one player."""
    placed = reports.filter(pl.col("finish_place").is_not_null())
    unnamed = placed.filter("is_placeholder").select(*KEY, "finish_place").unique()
    names = placed.filter(~pl.col("is_placeholder")).select(*EVENT, "finish_place", named="player")
    pairs = unnamed.join(names.unique(), on=[*EVENT, "finish_place"])
    # A summary that lists both shows that they are two players.
    lists = reports.filter(pl.col("source") == "summary").select(*EVENT, "report", "player")
    both = pairs.join(lists, on=KEY).join(
        lists.rename({"player": "named"}), on=[*EVENT, "report", "named"]
    )
    pairs = pairs.join(both.select(*KEY, "named"), on=[*KEY, "named"], how="anti")
    return pairs.filter(pl.len().over(*KEY, "finish_place") == 1)


def _names_left_over(reports: pl.DataFrame) -> pl.DataFrame:
    """
    The only placeholder of a summary that lacks one player whom other texts name.

    A summary lacks a player of the first-ranked summary, or this one, if it lists every entry, a
    player of the hands.
    """
    lists = reports.filter(pl.col("source") == "summary")
    alone = lists.filter("is_placeholder").filter(pl.len().over(*EVENT, "report") == 1)
    named = reports.filter(~pl.col("is_placeholder"))
    pairs = (
        (pl.col("rank") > 1, pl.col("rank") == 1),
        ((pl.col("rank") == 1) & pl.col("is_whole"), pl.col("source") == "hands"),
    )
    missing = pl.concat(
        alone.filter(lacks)
        .select(*EVENT, "report")
        .join(named.filter(names).select(*EVENT, left_over="player").unique(), on=EVENT)
        for lacks, names in pairs
    )
    listed = lists.select(*EVENT, "report", left_over="player")
    missing = missing.join(listed, on=[*EVENT, "report", "left_over"], how="anti")
    missing = missing.filter(pl.len().over(*EVENT, "report") == 1)
    return alone.select(*KEY, "report").join(missing, on=[*EVENT, "report"])
