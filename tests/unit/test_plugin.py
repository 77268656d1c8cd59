"""Every expression over every kind of input: the same rows come out, however they come in."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import polars as pl
import pytest
from plugin_cases import CASES, Case
from polars.testing import assert_frame_equal

import handlab as hl
from handlab.functions.namespace import PokerNameSpace

if TYPE_CHECKING:
    from collections.abc import Callable

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
EVERY_INPUT = pytest.mark.parametrize(
    ("case", "column"),
    [
        pytest.param(case, column, id=f"{case.name}-{column}")
        for case in CASES
        for column in case.rows.columns
    ],
)


def one_null(case: Case, column: str, row: int) -> pl.DataFrame:
    """The rows with a null in one place."""
    at = pl.int_range(pl.len()) == row
    return case.rows.with_columns(pl.when(~at).then(column).alias(column))


@EVERY_CASE
def test_what_comes_out_is_what_a_person_counts(case: Case) -> None:
    if case.expected is None:
        hand = case.out["out"].struct
        assert hand.field("verdict").to_list() == ["exact"] * 4 + [None]
        assert hand.field("error_code").to_list() == [None] * 4 + ["unknown_dialect"]
    else:
        assert case.out["out"].to_list() == case.expected


@EVERY_CASE
def test_the_result_is_named_after_the_first_column(case: Case) -> None:
    columns = [pl.col(name) for name in case.rows.columns]

    assert case.rows.select(case.function(*columns)).columns == case.rows.columns[:1]


@EVERY_CASE
def test_an_empty_frame_gives_no_rows_of_the_same_type(case: Case) -> None:
    assert_frame_equal(case.rows.clear().select(case.expr()), case.out.clear())


@EVERY_CASE
def test_rows_of_nulls_give_nulls(case: Case) -> None:
    nulls = case.rows.clear(3)

    assert_frame_equal(nulls.select(case.expr()), case.out.clear(3))


@EVERY_INPUT
def test_one_null_gives_one_null(case: Case, column: str) -> None:
    with_null = one_null(case, column, row=1)
    is_other = pl.int_range(pl.len()) != 1
    expected = case.out.with_columns(pl.when(is_other).then("out").alias("out"))
    if column == "low":
        # A hand without lows is no hi-lo hand.
        expected = case.out

    assert_frame_equal(with_null.select(case.expr()), expected)


@EVERY_CASE
@pytest.mark.parametrize(("start", "length"), [(0, 2), (1, 3), (4, 1), (5, 0)])
def test_a_slice_gives_the_slice_of_the_result(case: Case, start: int, length: int) -> None:
    sliced = case.rows.slice(start, length)

    assert_frame_equal(sliced.select(case.expr()), case.out.slice(start, length))


@EVERY_CASE
def test_several_chunks_give_what_one_gives(case: Case) -> None:
    parts = [
        case.rows.slice(0, 1),
        case.rows.slice(1, 0),
        case.rows.slice(1, 3),
        case.rows.slice(4),
    ]
    chunked = pl.concat(parts, rechunk=False)
    assert chunked.n_chunks() > 1

    assert_frame_equal(chunked.select(case.expr()), case.out)


@EVERY_INPUT
def test_columns_may_be_chunked_differently(case: Case, column: str) -> None:
    chunked = pl.concat([case.rows.slice(0, 2), case.rows.slice(2)], rechunk=False)
    mixed = case.rows.with_columns(chunked[column])

    assert_frame_equal(mixed.select(case.expr()), case.out)


@EVERY_INPUT
@pytest.mark.parametrize("height", [0, 1, 5])
def test_a_literal_stands_for_every_row(case: Case, column: str, height: int) -> None:
    literal = pl.lit(case.rows[column].slice(3, 1)).first()
    rows = case.rows.head(height)
    if case.rows.width == 1:
        # A lone literal is one row, whatever the frame.
        assert_frame_equal(rows.select(case.expr(**{column: literal})), case.out.slice(3, 1))
        return
    repeated = rows.with_columns(literal.alias(column))

    found = rows.select(case.expr(**{column: literal}))

    assert_frame_equal(found, repeated.select(case.expr()))


@EVERY_CASE
def test_literals_alone_give_one_row(case: Case) -> None:
    literals = {name: pl.lit(case.rows[name].head(1)) for name in case.rows.columns}

    assert_frame_equal(pl.select(case.expr(**literals)), case.out.head(1))


@EVERY_CASE
def test_columns_of_other_lengths_raise(case: Case) -> None:
    if case.rows.width == 1:
        pytest.skip("it has one column")
    literals = {name: pl.lit(case.rows[name]) for name in case.rows.columns}
    literals[case.rows.columns[1]] = pl.lit(case.rows[case.rows.columns[1]].head(3))

    with pytest.raises(pl.exceptions.PolarsError, match=r"5 for `\w+` and 3"):
        pl.select(case.expr(**literals))


@EVERY_CASE
@pytest.mark.parametrize("height", [0, 5])
def test_the_lazy_schema_is_the_eager_one(case: Case, height: int) -> None:
    rows = case.rows.head(height)

    assert rows.lazy().select(case.expr()).collect_schema() == rows.select(case.expr()).schema


@EVERY_CASE
def test_groups_are_taken_row_by_row(case: Case) -> None:
    group = pl.Series("group", ["a", "b", "a", "b", "a"])
    rows, out = case.rows.with_columns(group), case.out.with_columns(group)

    grouped = rows.group_by("group", maintain_order=True).agg(case.expr())

    assert_frame_equal(grouped, out.group_by("group", maintain_order=True).agg("out"))


@EVERY_CASE
def test_windows_are_taken_row_by_row(case: Case) -> None:
    rows = case.rows.with_columns(group=pl.Series(["a", "b", "a", "b", "a"]))

    assert_frame_equal(rows.select(case.expr().over("group")), case.out)


@EVERY_CASE
def test_it_streams(case: Case) -> None:
    query = pl.concat([case.rows] * 50).lazy().filter(pl.all_horizontal(pl.all().is_not_null()))
    query = query.select(case.expr())

    streamed = query.collect(engine="streaming")

    assert_frame_equal(streamed, query.collect(engine="in-memory"))
    assert_frame_equal(streamed, pl.concat([case.out] * 50))
    plan = query.show_graph(engine="streaming", plan_stage="physical", raw_output=True, show=False)
    assert plan is not None
    # What gathers a whole column before it calls a function.
    assert "columnar-function" not in plan
    assert "in-memory-map" not in plan


@EVERY_CASE
def test_it_can_be_filtered_and_sorted_by(case: Case) -> None:
    query = case.rows.lazy().filter(case.expr().is_not_null()).with_columns(case.expr())
    expected = case.rows.with_columns(case.out).filter(pl.col("out").is_not_null())

    assert_frame_equal(query.collect(), expected)


@EVERY_CASE
def test_the_method_is_the_function(case: Case) -> None:
    columns = [pl.col(name) for name in case.rows.columns]

    assert_frame_equal(case.rows.select(case.method(*columns).alias("out")), case.out)


@EVERY_CASE
def test_a_column_can_be_given_by_name(case: Case) -> None:
    out = case.rows.select(case.function(*case.rows.columns).alias("out"))

    assert_frame_equal(out, case.out)


def test_every_function_is_tested_here() -> None:
    assert {case.name for case in CASES} == set(functions())


def functions() -> dict[str, Callable[..., pl.Expr]]:
    """The public functions that give expressions."""
    public = {name: getattr(hl, name) for name in hl.__all__}
    found = {name: each for name, each in public.items() if inspect.isfunction(each)}
    signatures = {name: inspect.signature(each) for name, each in found.items()}
    return {name: found[name] for name in found if "Expr" in signatures[name].return_annotation}


def test_methods_and_functions_have_the_same_names() -> None:
    methods = {name for name in vars(PokerNameSpace) if not name.startswith("_")}

    assert methods == {name for name in functions() if "DataFrame" not in name}


@EVERY_CASE
def test_methods_and_functions_have_the_same_parameters(case: Case) -> None:
    function = inspect.signature(getattr(hl, case.name))
    method = inspect.signature(getattr(PokerNameSpace, case.name))

    # `self` stands for the first column.
    assert list(method.parameters.values())[1:] == list(function.parameters.values())[1:]
    assert method.return_annotation == function.return_annotation == "pl.Expr"


@EVERY_CASE
def test_methods_and_functions_say_what_they_do(case: Case) -> None:
    function, method = getattr(hl, case.name), getattr(PokerNameSpace, case.name)

    assert ">>> " in str(function.__doc__)
    assert f"`handlab.{case.name}`" in str(method.__doc__)
