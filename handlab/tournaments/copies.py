"""Merge what several copies of a hand report about a player in a tournament."""

from __future__ import annotations

import polars as pl

from handlab.schema import TOURNAMENT_REPORTS

REPORT_KEY = list(TOURNAMENT_REPORTS.key)
PRICE = ["buy_in", "fee", "bounty"]
AMOUNTS = ["prize_pool", "prize", "bounties_won", "rebuys_paid"]
OTHERS = [
    name
    for name in TOURNAMENT_REPORTS.names
    if name not in (*REPORT_KEY, "currency", "scale", *PRICE, *AMOUNTS)
]
FINEST = 8
"""The largest difference of two scales."""


def merge_copies(reports: pl.DataFrame) -> pl.DataFrame:
    """
    Merge reports with the same key: whatever one copy of the hand holds is kept.

    The result does not depend on the order of the copies. Amounts are those in one currency, and
    all parts of the price come from one copy.
    """
    is_repeated = reports.select(REPORT_KEY).is_duplicated()
    if not is_repeated.any():
        return reports
    copies = reports.filter(is_repeated)
    others = copies.group_by(REPORT_KEY).agg(pl.col(OTHERS).max())
    currency = pl.col("currency").max().over(REPORT_KEY)
    paid = copies.filter(pl.col("currency").eq_missing(currency))
    scale = pl.col("scale").max().over(REPORT_KEY)
    powers = {power: 10**power for power in range(FINEST + 1)}
    finer = (scale - pl.col("scale")).replace_strict(powers, default=None, return_dtype=pl.Int64)
    paid = paid.with_columns(scale, pl.col(*PRICE, *AMOUNTS) * finer)
    # The buy-in of one copy may contain the bounty that another one prints apart.
    parts = pl.sum_horizontal(pl.col(name).is_not_null() for name in PRICE)
    by = [parts, *map(pl.col, PRICE)]
    prices = pl.col(PRICE).sort_by(by, descending=True, nulls_last=True).first()
    money = paid.group_by(REPORT_KEY).agg(
        pl.col("currency", "scale").first(), prices, pl.col(AMOUNTS).max()
    )
    merged = others.join(money, on=REPORT_KEY).select(reports.columns)
    return pl.concat([reports.filter(~is_repeated), merged])
