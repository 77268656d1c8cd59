"""Pots, who may win them, and who is paid."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import polars as pl

from handlab.functions.plugin import IntoExprColumn, call

if TYPE_CHECKING:
    from polars._typing import PolarsDataType

IntoSeats: TypeAlias = IntoExprColumn | Sequence[int]
"""A column of lists with one entry per seat, or one such list for every row."""

IntoFlags: TypeAlias = IntoExprColumn | Sequence[bool]
"""As `IntoSeats`, with flags."""

IntoStrengths: TypeAlias = IntoExprColumn | Sequence[int | None]
"""As `IntoSeats`, with strengths."""

IntoInteger: TypeAlias = IntoExprColumn | int
"""A column of whole numbers, or one number for every row."""


def pots(
    contributed: IntoSeats,
    folded: IntoFlags,
    *,
    ante: IntoSeats | None = None,
    dead: IntoSeats | None = None,
    added: IntoInteger = 0,
    strict: bool = False,
) -> pl.Expr:
    """
    Main pot and side pots of each hand: `List(Struct(gross, eligible))`, main pot first.

    Every list has one entry per seat of the hand. Money is in minor units.

    Parameters
    ----------
    contributed
        `List(Int64)`: blinds, calls and bets of each seat after the return of its uncalled bet. See
        `uncalled`, and `side_pots` for amounts before the return.
    folded
        `List(Boolean)`. Folded money stays in the pots that it reached; the part beyond what any
        remaining player has put in goes to the last pot.
    ante
        `List(Int64)`: antes that every seat owes, which split into pots like the contributions.
    dead
        `List(Int64)`: money for the main pot that does not count towards a call: a dead blind, or
        an ante paid by the big blind or the button for the table.
    added
        `Int64`: money that the house adds to the main pot.
    strict
        Raise at the first impossible row, with the reason and its number, from 0, in the batch that
        Polars passes; otherwise the row is null.

    Returns
    -------
    pl.Expr
        `eligible` holds list indices, from 0; it is empty if all have folded. Null if an input is
        null or impossible: lists of different lengths, nulls in lists, more than 23 seats, negative
        amounts, and amounts whose sum exceeds `Int64`.

    Examples
    --------
    >>> folded = [[False, True, False, False]]
    >>> hand = pl.DataFrame({"contributed": [[50, 20, 100, 100]], "folded": folded})
    >>> hand.select(hl.pots("contributed", "folded")).item().to_list()
    [{'gross': 170, 'eligible': [0, 2, 3]}, {'gross': 100, 'eligible': [2, 3]}]

    The big blind is all-in with the ante that it posts for the table, and the house adds 5:

    >>> big_blind_ante = hl.pots([0, 100, 100], [False] * 3, dead=[60, 0, 0], added=5)
    >>> pl.select(big_blind_ante).item().to_list()
    [{'gross': 65, 'eligible': [0, 1, 2]}, {'gross': 200, 'eligible': [1, 2]}]
    """
    columns = _money(contributed, folded, ante, dead, added)
    return _call("pots", columns, strict=strict)


def side_pots(
    chips: IntoSeats, folded: IntoFlags | None = None, *, strict: bool = False
) -> pl.Expr:
    """
    The pots and who may win each: `Struct(pots, uncalled, uncalled_seat)`.

    Parameters
    ----------
    chips
        `List(Int64)`: all that each seat put in, including the uncalled part, in minor units.
    folded
        `List(Boolean)`; by default nobody has folded.
    strict
        Raise at the first impossible row; see `pots`.

    Returns
    -------
    pl.Expr
        `pots` is a `List(Struct(gross, each, eligible))`, main pot first: the size of the pot, what
        each player who may win it put in, and their list indices, from 0. `uncalled` (`Int64`) is
        returned to the seat at index `uncalled_seat` (`Int8`) and is in no pot; 0 and null if the
        highest bet was called. Null as for `pots`.

    Examples
    --------
    A is all-in for 25, B for 50, C for 100. All may win 75, B and C another 50; C gets 50 back:

    >>> answer = pl.select(hl.side_pots([25, 50, 100])).item()
    >>> answer["pots"][0]
    {'gross': 75, 'each': 25, 'eligible': [0, 1, 2]}
    >>> answer["pots"][1]
    {'gross': 50, 'each': 25, 'eligible': [1, 2]}
    >>> answer["uncalled"], answer["uncalled_seat"]
    (50, 2)
    """
    columns = {
        "chips": _list("chips", chips, pl.Int64),
        "folded": _list("folded", folded, pl.Boolean),
    }
    return _call("side_pots", columns, strict=strict)


def uncalled(
    contributed: IntoSeats,
    folded: IntoFlags,
    *,
    ante: IntoSeats | None = None,
    strict: bool = False,
) -> pl.Expr:
    """
    The part of the highest bet that nobody called: `Struct(seat, amount, called)`.

    Parameters
    ----------
    contributed
        `List(Int64)`: all that each seat put in, in minor units.
    folded
        `List(Boolean)`. The money of folded seats counts as a call: with 5 folded, 3 all-in and a
        bet of 10, 5 are returned. Nothing is returned if the seat with the highest bet folded.
    ante
        `List(Int64)`: antes that every seat owes; the part above all other antes is returned too.
    strict
        Raise at the first impossible row; see `pots`.

    Returns
    -------
    pl.Expr
        `amount` (`Int64`) is returned to the seat at index `seat` (`Int8`), from 0; 0 and null if
        the highest bet was called. `called` (`List(Int64)`) is what each seat then has in the pots,
        antes included: the contributions that `pots` and `awards` expect. Null as for `pots`.

    Examples
    --------
    >>> hand = pl.DataFrame({"put_in": [[5, 3, 10]], "folded": [[True, False, False]]})
    >>> bet = hl.uncalled("put_in", "folded").struct
    >>> hand.select(bet.unnest()).rows()
    [(2, 5, [5, 3, 5])]
    >>> hand.select(hl.pots(bet.field("called"), "folded")).item().to_list()
    [{'gross': 9, 'eligible': [1, 2]}, {'gross': 4, 'eligible': [2]}]
    """
    return _call("uncalled", _money(contributed, folded, ante, None, 0), strict=strict)


def awards(
    contributed: IntoSeats,
    folded: IntoFlags,
    strength: IntoStrengths,
    low: IntoStrengths | None = None,
    *,
    rake: IntoInteger = 0,
    fee: IntoInteger = 0,
    ante: IntoSeats | None = None,
    dead: IntoSeats | None = None,
    added: IntoInteger = 0,
    runouts: IntoInteger = 1,
    runout_odd: Literal["one_each", "all_first"] = "one_each",
    button: IntoInteger | None = None,
    odd: Literal["left_of_button", "right_of_button"] = "left_of_button",
    odd_order: IntoSeats | None = None,
    unit: IntoInteger = 1,
    strict: bool = False,
) -> pl.Expr:
    """
    What each seat wins: `List(Int64)` in minor units, in the order of the lists.

    Each pot is divided separately: net of rake and fee, by runouts, then between high and low, then
    between tied winners. Odd units go one each to the earliest runouts, to the high half, and one
    each to tied winners from the left of the button.

    Parameters
    ----------
    contributed, folded, ante, dead, added
        As for `pots`.
    strength
        `List(UInt32)`, higher wins: of each seat on the first runout, then of each seat on the
        second, and so on. Null where the cards are unknown; such a seat wins only pots that nobody
        else can win. The strengths of folded seats are ignored.
    low
        `List(UInt32)` of a hi-lo game, in the same order, higher wins; a null in the list does not
        qualify. If the list itself is null, the hand is not split.
    rake
        `Int64`, from all pots together: 5 % of each pot, from the main pot on, until all of it is
        taken; if it exceeds 5 % of all pots, the same share of every pot.
    fee
        `Int64`, from all pots together in proportion to their size: a jackpot fee.
    runouts
        `Int64`: the number of times the board was dealt, 1 to 255. A pot that only one seat may win
        is paid to it in one part.
    runout_odd
        Units left over by the division by runouts go one each to the earliest runouts, or all to
        the first (as in pokerkit; no log shows which).
    button
        `Int64`: the list index of the seat with the button, from 0, or of the last seat before it
        if the button is at an empty chair. By default the lists begin left of the button.
    odd
        Whether the first winner left of the button gets odd units first (TDA rules, PokerStars) or
        last (Winamax).
    odd_order
        `List(Int64)`: list indices in the order in which seats get odd units, for stud; seats that
        are not listed follow. Replaces `button` and `odd`.
    unit
        `Int64`: the smallest chip, such as 5 if cents are split in fives only. A remainder below
        one unit goes to the first share.
    strict
        Raise at the first impossible row; see `pots`.

    Returns
    -------
    pl.Expr
        Everything except rake and fee is paid. Null as for `pots`, and if any other input except
        `low` is null. Also null: a pot without known cards among those who may win it, a rake or
        fee that is negative or together exceeds the pots, a number of strengths other than one per
        seat and runout, an index that is not a seat's, a unit or runouts below 1.

    Raises
    ------
    ValueError
        If `odd_order` is given together with `button` or `odd`.

    Examples
    --------
    >>> hand = pl.DataFrame({
    ...     "contributed": [[25, 50, 100, 100]],
    ...     "folded": [[False] * 4],
    ...     "strength": [[4, 1, 3, 3]],
    ... }, schema_overrides={"strength": pl.List(pl.UInt32)})
    >>> hand.select(hl.awards("contributed", "folded", "strength")).item().to_list()
    [100, 0, 88, 87]

    Run twice; the first seat has the button, so the odd chip goes to the second:

    >>> twice = [9, 9, 1, 3, 2, 4]
    >>> hand = hl.awards([11, 11, 11], [False] * 3, twice, runouts=2, button=0)
    >>> pl.select(hand).item().to_list()
    [8, 9, 16]
    """
    if odd_order is not None and (button is not None or odd != "left_of_button"):
        message = "expected `odd_order`, or `button` and `odd`, got both"
        raise ValueError(message)
    columns = {
        **_money(contributed, folded, ante, dead, added),
        "strength": _list("strength", strength, pl.UInt32),
        "low": _list("low", low, pl.UInt32),
        "rake": _integer("rake", rake),
        "fee": _integer("fee", fee),
        "runouts": _integer("runouts", runouts),
        "button": _integer("button", button),
        "odd_order": _list("odd_order", odd_order, pl.Int64),
        "unit": _integer("unit", unit),
    }
    return _call("awards", columns, odd=odd, runout_odd=runout_odd, strict=strict)


def _call(name: str, columns: dict[str, IntoExprColumn | None], **kwargs: Any) -> pl.Expr:  # noqa: ANN401
    """Call an expression with the columns that are not None."""
    given = {column: value for column, value in columns.items() if value is not None}
    return call(name, *given.values(), columns=list(given), **kwargs)


def _money(
    contributed: IntoSeats,
    folded: IntoFlags | None,
    ante: IntoSeats | None,
    dead: IntoSeats | None,
    added: IntoInteger,
) -> dict[str, IntoExprColumn | None]:
    return {
        "contributed": _list("contributed", contributed, pl.Int64),
        "folded": _list("folded", folded, pl.Boolean),
        "ante": _list("ante", ante, pl.Int64),
        "dead": _list("dead", dead, pl.Int64),
        "added": _integer("added", added),
    }


def _list(
    name: str,
    values: IntoExprColumn | Sequence[int | None] | None,
    inner: PolarsDataType,
) -> IntoExprColumn | None:
    """A plain list as a literal; `name` is the argument's."""
    if values is None or isinstance(values, pl.Expr | pl.Series | str):
        return values
    try:
        return pl.lit(pl.Series("", [list(values)], dtype=pl.List(inner))).first()
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError) as error:
        message = (
            f"expected a column of `List({inner})` or such a list for `{name}`, got `{values!r}`"
        )
        raise TypeError(message) from error


def _integer(name: str, value: IntoInteger | None) -> IntoExprColumn | None:
    """A plain number as a literal; `name` is the argument's."""
    if value is None or isinstance(value, pl.Expr | pl.Series | str):
        return value
    message = f"expected a column of `Int64` or such a number for `{name}`, got `{value!r}`"
    try:
        # A whole number of NumPy is one too.
        number = index(value)
    except TypeError as error:
        raise TypeError(message) from error
    if not -1 << 63 <= number < 1 << 63:
        raise TypeError(message)
    return pl.lit(number, dtype=pl.Int64)
