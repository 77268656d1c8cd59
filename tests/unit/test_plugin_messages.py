"""Messages of the plugin's expressions, whatever the texts and names that they quote."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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
