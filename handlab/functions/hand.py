"""Parse the texts of hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.functions.plugin import call

if TYPE_CHECKING:
    import polars as pl

    from handlab.functions.plugin import IntoExprColumn


def parse_hand(text: IntoExprColumn) -> pl.Expr:
    """
    Parse the text of a hand to a struct.

    Its fields are the columns of `hands`, then `seats`, `actions`, `boards`, `pots`, `awards` and
    `side_payments` as lists of structs. The text is `String` or `Binary` (UTF-8, or cp1252 line by
    line as in files). If it holds several hands, the first is read. If it cannot be read, all
    fields except `error_code` and `error` are null. Money is in minor units; `started_at` is in UTC
    without a time zone.

    Examples
    --------
    >>> pl.select(hl.parse_hand(pl.lit("no hand")).struct.field("error_code")).item()
    'unknown_dialect'
    """
    return call("parse_hand", text)
