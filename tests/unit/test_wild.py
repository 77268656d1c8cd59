"""Jokers and wild ranks in Polars: what is scored, what gives null, and what raises."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from builders import DECK, mask
from hypothesis import given
from hypothesis import strategies as st

import handlab as hl
from handlab.functions.wild import wild_best_five, wild_category, wild_strength

if TYPE_CHECKING:
    from collections.abc import Callable

FUNCTIONS = [
    (wild_strength, pl.UInt32),
    (wild_category, pl.Int8),
    (wild_best_five, pl.String),
]
EACH = pytest.mark.parametrize("function", [function for function, _ in FUNCTIONS])


def scored(
    hole_cards: str | None,
    board: str | None = "",
    game: str = "five_card_draw",
    **rules: str | None,
) -> tuple[Any, Any, Any]:
    """Strength, category and cards of one hand."""
    schema = {"hole": pl.String, "board": pl.String}
    frame = pl.DataFrame({"hole": [hole_cards], "board": [board]}, schema=schema)
    found = frame.select(
        function("hole", "board", game=game, **rules).alias(function.__name__)
        for function, _ in FUNCTIONS
    ).row(0)
    return found[0], found[1], found[2]


@pytest.mark.parametrize(
    ("hole_cards", "rules", "expected"),
    [
        ("AcAdAhAsJk", {}, (0x9EEEEE, 9, "AsAhAdAcJk")),
        ("AcQc9c4cJk", {}, (0x5EDC94, 5, "AcKcQc9c4c")),
        ("A♣ Q♣, 9♣ 4♣ JK", {}, (0x5EDC94, 5, "AcKcQc9c4c")),
        ("KcKd7h2sJk", {}, (0x3DDD72, 3, "KdKcKs7h2s")),
        ("KcKd7h2sJk", {"joker": "bug"}, (0x1DDE72, 1, "KdKcAs7h2s")),
        ("2c2dKhQs7c", {}, (0x122DC7, 1, "2d2cKhQs7c")),
        ("2c2dKhQs7c", {"wild": "2"}, (0x3DDDC7, 3, "KhKsKdQs7c")),
        ("2cJdKhQs7c", {"wild": "2,J"}, (0x3DDDC7, 3, "KhKsKdQs7c")),
        ("KcKd2h7sjk", {"wild": "2", "joker": "bug"}, (0x3DDDE7, 3, "KdKcKsAs7s")),
    ],
)
def test_a_wild_card_stands_for_what_helps_most(
    hole_cards: str, rules: dict[str, str], expected: tuple[int, int, str]
) -> None:
    assert scored(hole_cards, **rules) == expected


def test_wild_cards_may_lie_on_the_board() -> None:
    assert scored("AhKh", "JkQhTh2c3c", "holdem") == (0x8EDCBA, 8, "AhKhQhJhTh")
    assert scored("AhJk", "KhQhTh2c3c", "holdem") == (0x8EDCBA, 8, "AhKhQhJhTh")


@pytest.mark.parametrize(
    ("hole_cards", "board", "game"),
    [
        (None, "", "five_card_draw"),
        ("AcAdAhAsJk", None, "five_card_draw"),
        ("AcAdAhAs", "", "five_card_draw"),
        ("AcAdAhAs2cJk", "", "five_card_draw"),
        ("AcJkJkJkJkJk", "", "five_card_draw"),
        ("AcAcAhAsJk", "", "five_card_draw"),
        ("AcAdAhAsJ", "", "five_card_draw"),
        ("AcAdAhAsKk", "", "five_card_draw"),
        ("AhJk", "AhQhTh", "holdem"),
        ("JkJk", "JkJkJk", "holdem"),
        ("AhJk", "QhTh", "holdem"),
        ("AhKhQhTh", "", "stud"),
    ],
)
def test_what_is_not_a_hand_of_the_game_gives_null(
    hole_cards: str | None, board: str | None, game: str
) -> None:
    assert scored(hole_cards, board, game) == (None, None, None)


def test_a_joker_is_bit_13_of_any_lane_of_a_mask() -> None:
    aces = mask(["Ac", "Ad", "Ah"])
    masks = [aces | 1 << 16 * one + 13 | 1 << 16 * other + 13 for one, other in [(0, 1), (2, 3)]]
    column = pl.Series("cards", [*masks, aces | 1 << 14 | 1 << 15], dtype=pl.UInt64)

    found = pl.select(wild_strength(column, game="five_card_draw")).to_series()

    assert found.to_list() == [0x9EEEEE, 0x9EEEEE, None]


@given(st.permutations(DECK), st.integers(0, 4), st.sampled_from([None, "2", "2,A", "10KQ"]))
def test_masks_and_texts_of_the_same_cards_say_the_same(
    deck: list[str], jokers: int, wild: str | None
) -> None:
    cards = deck[: 7 - jokers]
    text = "".join(cards) + "Jk" * jokers
    bits = mask(cards) + sum(1 << 16 * lane + 13 for lane in range(jokers))
    masks = pl.DataFrame({"cards": [bits]}, schema={"cards": pl.UInt64})

    by_mask = masks.select(wild_strength("cards", game="stud", wild=wild)).item()

    assert by_mask == scored(text, game="stud", wild=wild)[0]
    assert by_mask is not None


@given(st.permutations(DECK), st.sampled_from(["wild", "bug"]))
def test_without_wild_cards_the_other_functions_say_the_same(deck: list[str], joker: str) -> None:
    hole, board = "".join(deck[:2]), "".join(deck[2:7])
    frame = pl.DataFrame({"hole": [hole], "board": [board]})
    plain = frame.select(
        strength=hl.strength("hole", "board"),
        category=hl.category("hole", "board"),
        best_five=hl.best_five("hole", "board"),
    )

    assert plain.row(0) == scored(hole, board, "holdem", joker=joker)


@pytest.mark.parametrize(("function", "dtype"), FUNCTIONS)
def test_rows_chunks_and_plans_do_not_matter(
    function: Callable[..., pl.Expr], dtype: pl.DataType
) -> None:
    hands = ["AcAdAhAsJk", None, "no cards", "KcKd7h2sJk"]
    whole = pl.Series("cards", hands)
    chunked = pl.concat([whole[:1], whole[1:]], rechunk=False)
    expression = function("cards", game="five_card_draw")
    expected = whole.to_frame().select(expression).to_series()

    assert chunked.n_chunks() == 2
    assert chunked.to_frame().select(expression).to_series().equals(expected)
    assert expected.is_null().to_list() == [False, True, True, False]
    query = whole.to_frame().lazy().select(expression)
    assert query.collect_schema() == {"cards": dtype}
    assert query.collect(engine="streaming").to_series().equals(expected)
    assert query.collect().to_series()[:0].dtype == dtype
    assert whole.to_frame()[:0].select(expression).schema == {"cards": dtype}
    none = pl.DataFrame({"cards": [None] * 3}, schema={"cards": pl.String})
    assert none.select(expression).to_series().null_count() == 3


@EACH
def test_a_lone_board_stands_for_all_rows(function: Callable[..., pl.Expr]) -> None:
    frame = pl.DataFrame({"hole": ["AhJk", "KhJk", "KhQd"]})
    board = "QhThJk"
    repeated = frame.with_columns(board=pl.lit(board))

    of_lone = frame.select(function("hole", pl.lit(board), game="holdem")).to_series()

    assert of_lone.equals(repeated.select(function("hole", "board", game="holdem")).to_series())
    assert of_lone.null_count() == 0
    with pytest.raises(pl.exceptions.PolarsError, match="3 for `hole_cards` and 2 for `board`"):
        frame.select(function("hole", pl.Series(["QhThJk"] * 2), game="holdem"))


@EACH
@pytest.mark.parametrize(
    ("kwargs", "expected"),
    [
        ({"game": "mahjong"}, f"expected a game of `{'`, `'.join(hl.GAMES)}`, got `mahjong`"),
        *(
            (
                {"game": game},
                "expected a game that has wild cards, of `holdem`, `stud`, `five_card_draw`, "
                f"got `{game}`",
            )
            for game in hl.GAMES
            if game not in {"holdem", "stud", "five_card_draw"}
        ),
        *(
            (
                {"wild": ranks},
                f"expected wild ranks such as `2` or `2,J`, each once, got `{ranks}`",
            )
            for ranks in ["", "1", "joker", "2,2", "2c"]
        ),
        *(
            ({"joker": word}, f"expected a joker that is `wild` or `bug`, got `{word}`")
            for word in ["", "Bug", "ace"]
        ),
    ],
)
def test_rules_that_are_none_raise_what_was_wanted_and_what_came(
    function: Callable[..., pl.Expr], kwargs: dict[str, str], expected: str
) -> None:
    with pytest.raises(pl.exceptions.PolarsError) as raised:
        pl.select(function(pl.lit("AcAdAhAsJk"), **({"game": "five_card_draw"} | kwargs)))

    assert expected in str(raised.value)


@EACH
@pytest.mark.parametrize(
    ("place", "series"),
    list(
        product(
            ["hole", "board"],
            [
                pl.Series([1], dtype=pl.Int64),
                pl.Series([1.0]),
                pl.Series([b"AhJk"]),
                pl.Series([["Ah"]]),
                pl.Series([None]),
                pl.Series(["AhJk"], dtype=pl.Categorical),
            ],
        )
    ),
)
def test_a_wrong_dtype_raises_what_was_wanted_and_what_came(
    function: Callable[..., pl.Expr], place: str, series: pl.Series
) -> None:
    frame = pl.DataFrame({"hole": ["AhJk"], "board": ["QhThJk"], place: series})

    with pytest.raises(
        pl.exceptions.PolarsError,
        match=f"expected `String` or `UInt64` in column `{place}`, got `{type(series.dtype).__name__}",
    ):
        frame.select(function("hole", "board", game="holdem"))


@EACH
@pytest.mark.parametrize("kwargs", [{"wild": 2}, {"joker": None}, {"joker": True}])
def test_rules_of_another_type_raise(
    function: Callable[..., pl.Expr], kwargs: dict[str, Any]
) -> None:
    with pytest.raises((TypeError, pl.exceptions.PolarsError)):
        pl.select(function(pl.lit("AcAdAhAsJk"), **({"game": "five_card_draw"} | kwargs)))
