"""Pots, and who gets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab.plugin import call

if TYPE_CHECKING:
    from handlab.plugin import IntoExprColumn


def pots(contributed: IntoExprColumn, folded: IntoExprColumn) -> pl.Expr:
    """
    Main pot and side pots of each hand: `List(Struct(gross, eligible))`, main pot first.

    Parameters
    ----------
    contributed
        `List(Int64)`: what each seat put in after its uncalled bet came back, in minor units.
    folded
        `List(Boolean)` of the same lengths. Folded money stays in the pots that it reached.

    Returns
    -------
    pl.Expr
        `eligible` are places in the lists, from 0. Null where a list or one of its values is
        null, lengths differ, there are more than 16 seats, or an amount is below 0.

    Examples
    --------
    >>> folded = [[False, True, False, False]]
    >>> hand = pl.DataFrame({"contributed": [[50, 20, 100, 100]], "folded": folded})
    >>> hand.select(hl.pots("contributed", "folded")).item().to_list()
    [{'gross': 170, 'eligible': [0, 2, 3]}, {'gross': 100, 'eligible': [2, 3]}]
    """
    return call("pots", contributed, folded)


def awards(
    contributed: IntoExprColumn,
    folded: IntoExprColumn,
    strength: IntoExprColumn,
    low: IntoExprColumn | None = None,
    *,
    rake: IntoExprColumn | int = 0,
) -> pl.Expr:
    """
    What each seat wins: `List(Int64)` in minor units, in the order of the lists.

    Parameters
    ----------
    contributed, folded
        As for `pots`, the seats in order from the left of the button: odd units go to the first
        of tied winners.
    strength
        `List(UInt32)`; null for a seat whose cards are unknown, which then wins only what nobody
        else can.
    low
        `List(UInt32)` of a hi-lo game; null in the list does not qualify. Where the list itself is
        null the hand is not split.
    rake
        `Int64`, in minor units: 5 % of each pot, from the main pot on until it is used up; the same
        share of every pot where it is more than 5 % of all.

    Returns
    -------
    pl.Expr
        Null as for `pots`, where nobody with known cards may win a pot, and where the rake is below
        0 or more than the pots hold.

    Examples
    --------
    >>> hand = pl.DataFrame({
    ...     "contributed": [[25, 50, 100, 100]],
    ...     "folded": [[False] * 4],
    ...     "strength": [[4, 1, 3, 3]],
    ... }, schema_overrides={"strength": pl.List(pl.UInt32)})
    >>> hand.select(hl.awards("contributed", "folded", "strength")).item().to_list()
    [100, 0, 88, 87]
    """
    lows = pl.lit(None, dtype=pl.List(pl.UInt32)) if low is None else low
    rakes = pl.lit(rake, dtype=pl.Int64) if isinstance(rake, int) else rake
    return call("awards", contributed, folded, strength, lows, rakes)
