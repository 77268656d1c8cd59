"""Hands as texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.plugin import call

if TYPE_CHECKING:
    import polars as pl

    from handlab.plugin import IntoExprColumn


def parse_hand(text: IntoExprColumn) -> pl.Expr:
    """
    One hand's text to one struct.

    Its fields are the columns of `hands`, then `seats`, `actions`, `boards`, `pots`, `awards` and
    `side_payments` as lists of structs. The text is `String` or `Binary` (UTF-8, or
    cp1252 line by line as in files). Of several hands the first is read. Where it cannot be read
    all fields are null but `error_code` and `error`. Money is in minor units; `started_at` is in
    UTC and has no zone.

    Examples
    --------
    >>> pl.select(hl.parse_hand(pl.lit("no hand")).struct.field("error_code")).item()
    'unknown_dialect'
    """
    return call("parse_hand", text)
