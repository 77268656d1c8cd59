"""What makes a hand impossible, and how pots and awards say so; plain lists in the place of columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import handlab as hl

if TYPE_CHECKING:
    from collections.abc import Callable

NOBODY = [False, False]
MOST = 2**63 - 1


def value(expr: pl.Expr) -> Any:
    found = pl.select(expr).to_series()
    return None if found.null_count() else found.to_list()[0]


def awarded(
    contributed: Any = (5, 5), folded: Any = NOBODY, strength: Any = (2, 1), **of: Any
) -> Any:
    return lambda strict: hl.awards(contributed, folded, strength, strict=strict, **of)


IMPOSSIBLE: list[tuple[Callable[[bool], pl.Expr], str]] = [
    (
        lambda strict: hl.pots([5, 5], [False], strict=strict),
        "expected 2 values in `folded`, got 1",
    ),
    (
        lambda strict: hl.pots([5, 5], NOBODY, ante=[1], strict=strict),
        "expected 2 values in `ante`, got 1",
    ),
    (
        lambda strict: hl.pots([5, 5], NOBODY, dead=[1] * 3, strict=strict),
        "expected 2 values in `dead`, got 3",
    ),
    (
        lambda strict: hl.pots([5, -7], NOBODY, strict=strict),
        "expected no amount below 0 in `contributed`, got `-7`",
    ),
    (
        lambda strict: hl.pots([5, 5], NOBODY, added=-1, strict=strict),
        "expected no amount below 0 in `added`, got `-1`",
    ),
    (
        lambda strict: hl.pots([5, 5], NOBODY, ante=[0, -2], strict=strict),
        "expected no amount below 0 in `ante`, got `-2`",
    ),
    (
        lambda strict: hl.pots([5, 5], NOBODY, dead=[-3, 0], strict=strict),
        "expected no amount below 0 in `dead`, got `-3`",
    ),
    (
        lambda strict: hl.pots([MOST, 0], NOBODY, added=1, strict=strict),
        "expected `contributed`, `ante`, `dead` and `added` that together fit an `Int64`, got more",
    ),
    (
        lambda strict: hl.pots([5] * 24, [False] * 24, strict=strict),
        "expected at most 23 seats in `contributed`, got 24",
    ),
    (
        lambda strict: hl.pots(pl.lit(pl.Series([[5, None]])), NOBODY, strict=strict),
        "expected a value for every seat in `contributed`, got null",
    ),
    (
        lambda strict: hl.side_pots([5, 5], pl.lit(pl.Series([[True, None]])), strict=strict),
        "expected a value for every seat in `folded`, got null",
    ),
    (
        lambda strict: hl.side_pots([5, -7], strict=strict),
        "expected no amount below 0 in `chips`, got `-7`",
    ),
    (
        lambda strict: hl.uncalled([5, -7], NOBODY, strict=strict),
        "expected no amount below 0 in `contributed`, got `-7`",
    ),
    (awarded(strength=[1]), "expected 2 values in `strength`, got 1"),
    (awarded(low=[1]), "expected 2 values in `low`, got 1"),
    (awarded(runouts=2), "expected 4 values in `strength`, got 2"),
    (awarded(runouts=0), "expected 1 to 255 in `runouts`, got `0`"),
    (awarded(runouts=256), "expected 1 to 255 in `runouts`, got `256`"),
    (awarded(unit=0), "expected a `unit` of at least 1, got `0`"),
    (awarded(rake=-1), "expected no amount below 0 in `rake`, got `-1`"),
    (awarded(fee=-1), "expected no amount below 0 in `fee`, got `-1`"),
    (
        awarded(rake=6, fee=5),
        "expected `rake` and `fee` of at most the `10` in the pots, got `6` and `5`",
    ),
    (
        awarded(rake=MOST, fee=MOST),
        f"expected `rake` and `fee` of at most the `10` in the pots, got `{MOST}` and `{MOST}`",
    ),
    (awarded(button=2), "expected places from 0 to 1 in `button`, each once, got `2`"),
    (awarded(button=-1), "expected places from 0 to 1 in `button`, each once, got `-1`"),
    (awarded(odd_order=[0, 2]), "expected places from 0 to 1 in `odd_order`, each once, got `2`"),
    (awarded(odd_order=[1, 1]), "expected places from 0 to 1 in `odd_order`, each once, got `1`"),
    (
        awarded(strength=[None, None]),
        "expected a `strength` of one who may win each pot, got null for all",
    ),
    (
        awarded(folded=[True, True]),
        "expected a `strength` of one who may win each pot, got null for all",
    ),
    (
        awarded(strength=[1, 1, None, None], runouts=2),
        "expected a `strength` of one who may win each pot, got null for all",
    ),
]


@pytest.mark.parametrize(("hand", "reason"), IMPOSSIBLE)
def test_an_impossible_hand_is_null_or_says_why(
    hand: Callable[[bool], pl.Expr], reason: str
) -> None:
    assert value(hand(False)) is None
    with pytest.raises(pl.exceptions.ComputeError) as raised:
        pl.select(hand(True))

    assert f"row 0: {reason}\n" in str(raised.value)


def test_the_first_impossible_row_is_reported_and_null_is_not_impossible() -> None:
    frame = pl.DataFrame(
        {"put_in": [[5, 5], None, [5, -1], [-2, 5]], "folded": [NOBODY, NOBODY, NOBODY, NOBODY]}
    )

    with pytest.raises(pl.exceptions.ComputeError, match=r"row 2: .* got `-1`"):
        frame.select(hl.pots("put_in", "folded", strict=True))
    possible = frame.head(2).select(hl.side_pots("put_in", "folded", strict=True))
    assert possible.to_series().is_null().to_list() == [False, True]


def test_a_null_struct_has_null_fields() -> None:
    frame = pl.DataFrame({"put_in": [[5, 9], None]})

    for expr in (hl.side_pots("put_in"), hl.uncalled("put_in", NOBODY)):
        fields = frame.select(expr).to_series().struct.unnest()
        assert fields.row(0)[0] is not None
        assert fields.row(1) == (None, None, None)


def test_the_example_of_three_all_ins() -> None:
    answer = value(hl.side_pots([25, 50, 100]))

    assert answer == {
        "pots": [
            {"gross": 75, "each": 25, "eligible": [0, 1, 2]},
            {"gross": 50, "each": 25, "eligible": [1, 2]},
        ],
        "uncalled": 50,
        "uncalled_seat": 2,
    }


@pytest.mark.parametrize("height", [0, 1, 3])
def test_a_plain_list_stands_for_every_row(height: int) -> None:
    frame = pl.DataFrame({"row": range(height)}, schema={"row": pl.Int64})
    expected = [[{"gross": 10, "eligible": [0]}]] * height

    found = frame.with_columns(pots=hl.pots([5, 5], [False, True]))

    assert found["pots"].to_list() == expected
    lazy = frame.lazy().with_columns(pots=hl.pots([5, 5], (False, True))).collect()
    assert lazy.equals(found)


def test_a_list_without_seats_is_a_hand_without_pots() -> None:
    assert value(hl.side_pots([])) == {"pots": [], "uncalled": 0, "uncalled_seat": None}
    assert value(hl.awards([], [], [])) == []


def test_one_odd_chip_goes_where_the_order_says() -> None:
    def paid(**of: Any) -> Any:
        return value(hl.awards([7, 7, 7], [False] * 3, [1, 1, None], **of))

    assert paid() == [11, 10, 0]
    assert paid(button=0) == [10, 11, 0]
    assert paid(button=2) == [11, 10, 0]
    assert paid(odd="right_of_button") == [10, 11, 0]
    assert paid(button=0, odd="right_of_button") == [11, 10, 0]
    assert paid(odd_order=[1]) == [10, 11, 0]
    assert paid(odd_order=[]) == [11, 10, 0]
    assert paid(unit=5) == [11, 10, 0]
    assert paid(unit=5, button=0) == [10, 11, 0]
    assert paid(unit=20) == [21, 0, 0]


def test_odd_units_of_runouts_go_one_each_or_all_to_the_first() -> None:
    thrice = [1, 2, 2, 1, 1, 2]

    def paid(**of: Any) -> Any:
        return value(hl.awards([10, 10], NOBODY, thrice, runouts=3, **of))

    assert paid() == [7, 13]
    assert paid(runout_odd="all_first") == [6, 14]


def test_an_order_and_a_button_contradict_each_other() -> None:
    for of in ({"button": 0}, {"odd": "right_of_button"}):
        with pytest.raises(ValueError, match="expected `odd_order`, or `button` and `odd`"):
            hl.awards([5, 5], NOBODY, [1, 1], odd_order=[0, 1], **of)


@pytest.mark.parametrize(
    ("of", "known"),
    [
        ({"odd": "left"}, "expected `left_of_button` or `right_of_button` for `odd`, got `left`"),
        ({"runout_odd": "each"}, "expected `one_each` or `all_first` for `runout_odd`, got `each`"),
    ],
)
def test_an_unknown_policy_raises_the_known_ones(of: Any, known: str) -> None:
    with pytest.raises(pl.exceptions.PolarsError) as raised:
        value(hl.awards([5, 5], NOBODY, [1, 1], **of))

    assert known in str(raised.value)
