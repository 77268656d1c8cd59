"""Messages of the plugin's expressions, whatever the texts and names that they quote."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest

import handlab as hl

if TYPE_CHECKING:
    from collections.abc import Callable

NUL = "Ah\x00Kd"

EXPRESSIONS: dict[str, Callable[[str], pl.Expr]] = {
    "strength": lambda name: hl.strength(name, "board", strict=True),
    "category": lambda name: hl.category(name, "board", strict=True),
    "rank_class": lambda name: hl.rank_class(name, "board", strict=True),
    "best_five": lambda name: hl.best_five(name, "board", strict=True),
    "show_cards": lambda name: hl.show_cards(name, strict=True),
    "encode": lambda name: hl.encode(name, scheme="apl", strict=True),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_a_nul_in_a_text_of_cards_is_quoted_and_is_not_a_panic(name: str) -> None:
    frame = pl.DataFrame({"hole": [NUL], "board": ["QhJhTh"]})

    with pytest.raises(pl.exceptions.PolarsError, match=r"Ah\\0Kd"):
        frame.select(EXPRESSIONS[name]("hole"))


@pytest.mark.parametrize(
    ("expression", "column", "cast"),
    [
        (
            hl.pots("c", [False, True]),
            pl.Series([[1, 2]], dtype=pl.List(pl.Int32)),
            pl.List(pl.Int64),
        ),
        (
            hl.pots("c", [False, True]),
            pl.Series([[1, 2]], dtype=pl.Array(pl.Int64, 2)),
            pl.List(pl.Int64),
        ),
        (hl.pots("c", [False, True]), pl.Series([[1.5, 2.0]]), None),
        (hl.pots([1, 2], "c"), pl.Series([[0, 1]], dtype=pl.List(pl.Int8)), pl.List(pl.Boolean)),
        (hl.pots([1, 2], [False, True], added="c"), pl.Series([5], dtype=pl.Int32), pl.Int64),
        (hl.pots([1, 2], [False, True], added="c"), pl.Series([None]), pl.Int64),
        (hl.awards([1, 1], [False, False], "c"), pl.Series([[7, 8]]), pl.List(pl.UInt32)),
        (hl.category("c"), pl.Series(["AhKhQhJhTh"], dtype=pl.Categorical), pl.String),
        (hl.category("c"), pl.Series([1]), None),
        (hl.category("c"), pl.Series([["Ah"]]), None),
        (hl.parse_hand("c"), pl.Series([None]), pl.String),
    ],
)
def test_a_cast_is_named_where_it_keeps_the_values(
    expression: pl.Expr, column: pl.Series, cast: pl.DataType | None
) -> None:
    frame = pl.DataFrame({"c": column})
    with pytest.raises(pl.exceptions.ComputeError) as raised:
        frame.select(expression)

    hint = re.search(r"hint: cast it: `\.cast\((.*)\)`", str(raised.value))
    assert (hint is None) == (cast is None)
    if hint is not None:
        assert eval(hint[1], {"pl": pl}) == cast
        assert frame.with_columns(pl.col("c").cast(cast)).select(expression).height == 1


def test_a_value_in_place_of_a_column_is_refused_with_the_way_to_give_it() -> None:
    with pytest.raises(TypeError, match=r"got a `list`\nhint: `pl.Series"):
        hl.strength(["AhKh"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"got a text of several lines\nhint: `pl.lit"):
        hl.parse_hand("PokerStars Hand #1\nTable 'A'\n")


@pytest.mark.parametrize("option", ["game", "rules"])
def test_an_option_that_is_not_a_name_is_named(option: str) -> None:
    with pytest.raises(TypeError, match=f"expected a name for `{option}`, got `None`"):
        hl.strength(pl.lit("AhKh"), pl.lit("2c3d4h"), **{option: None})  # type: ignore[arg-type]


NUMBER = pl.lit(3)
HOLES = [pl.lit("AhAd"), pl.lit("KK")]


@pytest.mark.parametrize(
    ("expression", "argument"),
    [
        (lambda: hl.pots(NUMBER, [False]), "contributed"),
        (lambda: hl.pots([5], NUMBER), "folded"),
        (lambda: hl.pots([5], [False], ante=NUMBER), "ante"),
        (lambda: hl.side_pots(NUMBER), "chips"),
        (lambda: hl.uncalled(NUMBER, [False]), "contributed"),
        (lambda: hl.awards([5], [False], NUMBER), "strength"),
        (lambda: hl.awards([5], [False], [1], NUMBER), "low"),
        (lambda: hl.awards([5], [False], [1], button=NUMBER), "button"),
        (lambda: hl.awards([5], [False], [1], odd_order=NUMBER), "odd_order"),
        (lambda: hl.equity([pl.lit("AA"), NUMBER]), "holes[1]"),
        (lambda: hl.equity(NUMBER), "holes"),
        (lambda: hl.equity(HOLES, NUMBER), "board"),
        (lambda: hl.equity(HOLES, dead=NUMBER), "dead"),
        (lambda: hl.equity(HOLES, pots=NUMBER), "pots"),
        (lambda: hl.equity_heads_up(HOLES[0], NUMBER), "villain"),
    ],
)
def test_a_column_of_another_type_is_named_with_its_argument(
    expression: Callable[[], pl.Expr], argument: str
) -> None:
    with pytest.raises(pl.exceptions.ComputeError) as raised:
        pl.select(expression())

    assert f"in column `literal`, got `Int32`, for `{argument}`" in str(raised.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hl.pots(3, [False]), "for `contributed`, got `3`"),
        (lambda: hl.pots([5, "a"], [False]), "for `contributed`, got `[5, 'a']`"),
        (lambda: hl.pots([5], [2.5]), "for `folded`, got `[2.5]`"),
        (lambda: hl.pots([5], [False], added=1.5), "`Int64` or such a number for `added`"),
        (lambda: hl.pots([5], [False], added=1 << 63), "`Int64` or such a number for `added`"),
        (lambda: hl.pots([5], [False], strict=1), "True or False for `strict`, got `1`"),
        (lambda: hl.awards([5], [False], [1], odd=3), "expected a name for `odd`, got `3`"),
        (lambda: hl.equity(3), "for `holes`, got `3`"),
        (lambda: hl.equity(HOLES, hi_lo="yes"), "True or False for `hi_lo`, got `'yes'`"),
        (lambda: hl.equity(HOLES, seed=1.5), "a whole number for `seed`, got `1.5`"),
        (lambda: hl.player_equity(3), "for `holdings`, got `3`"),
        (lambda: hl.player_equity(["AA", 1]), "a text for `holdings[1]`, got `1`"),
        (lambda: hl.player_equity(["AA", "KK"], None), "a text for `board`, got `None`"),
        (lambda: hl.player_equity(["AA", "KK"], hi_lo=1), "for `hi_lo`, got `1`"),
        (lambda: hl.player_equity(["AA", "KK"], pots=3), "for `pots`, got `3`"),
        (lambda: hl.player_equity(["AA", "KK"], pots=[0, 1]), "each pot in `pots`, got `0`"),
        (lambda: hl.player_equity(["AA", "KK"], draws=2.5), "for `draws`, got `2.5`"),
    ],
)
def test_a_value_of_another_type_is_named_with_its_argument(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(TypeError) as raised:
        call()

    assert message in str(raised.value)


def test_columns_of_other_lengths_are_named_with_their_arguments() -> None:
    with pytest.raises(pl.exceptions.PolarsError, match="2 for `contributed` and 3 for `folded`"):
        pl.select(hl.pots(pl.Series([[5]] * 2), pl.Series([[False]] * 3)))
    with pytest.raises(pl.exceptions.PolarsError, match="2 for `hole_cards` and 3 for `board`"):
        pl.select(hl.equity_heads_up(pl.Series(["AA"] * 2), HOLES[1], pl.Series([""] * 3)))


def test_a_whole_number_of_numpy_is_one() -> None:
    five = pl.select(hl.pots([5], [False], added=np.int64(5))).item().to_list()
    assert five == [{"gross": 10, "eligible": [0]}]
    assert pl.select(hl.equity_heads_up(*HOLES, seed=np.int64(1))).item() > 0.8
