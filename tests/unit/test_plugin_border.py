"""The boundary with Polars in C: whose memory it is, what its types are, and what happens when a call is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from polars.plugins import register_plugin_function

import handlab as hl
from handlab import _handlab

PACKAGE = Path(hl.__file__).parent
INTEGERS = [
    pl.Int8,
    pl.Int16,
    pl.Int32,
    pl.Int64,
    pl.Int128,
    pl.UInt8,
    pl.UInt16,
    pl.UInt32,
    pl.UInt64,
]


def test_results_take_the_memory_of_polars() -> None:
    assert _handlab.shares_polars_memory()


def test_without_polars_the_memory_is_the_systems() -> None:
    load = (
        "import importlib.util as util, sys; "
        f"spec = util.spec_from_file_location('handlab._handlab', {_handlab.__file__!r}); "
        "module = util.module_from_spec(spec); spec.loader.exec_module(module); "
        "print(module.shares_polars_memory(), len(module.Simulation(1).text(20)) > 1000, 'polars' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", load], capture_output=True, text=True, check=True, cwd="/"
    )

    assert done.stdout.split() == ["False", "True", "False"]


def call(name: str, *columns: str, **kwargs: object) -> pl.Expr:
    return register_plugin_function(
        plugin_path=PACKAGE,
        function_name=name,
        args=list(columns),
        kwargs=kwargs or None,
        is_elementwise=True,
    )


@pytest.mark.parametrize("kwargs", [{}, {"game": "holdem"}, {"game": 1, "rules": 2, "strict": 3}])
def test_wrong_keyword_arguments_are_an_error(kwargs: dict[str, object]) -> None:
    frame = pl.DataFrame({"hole": ["AhKh"]})

    with pytest.raises(pl.exceptions.ComputeError, match="could not parse kwargs"):
        frame.select(call("strength", "hole", **kwargs))
    with pytest.raises(pl.exceptions.ComputeError, match="could not parse kwargs"):
        frame.lazy().select(call("strength", "hole", **kwargs)).collect_schema()


def test_a_panic_is_an_error() -> None:
    frame = pl.DataFrame({"a": ["AhKh"]})

    # It has no second column to look at.
    with pytest.raises(pl.exceptions.ComputeError, match=r"handlab panicked.*index out of bounds"):
        frame.select(call("compare_hands", "a", scheme="apl", variant="literal", strict=False))
    assert frame.select(hl.cards("a")).item() is not None


@pytest.mark.parametrize("integer", INTEGERS, ids=str)
def test_the_players_of_pots_may_be_integers_of_any_type(integer: type[pl.DataType]) -> None:
    frame = pl.DataFrame({"a": ["AhAd"] * 3, "b": ["KhKd"] * 3, "board": ["2c3c4d5d9s"] * 3})
    players = pl.Series(
        "pots", [[[0, 1]], [[1, 0], [0, 1]], [[0, None]]], dtype=pl.List(pl.List(integer))
    )

    found = frame.with_columns(players).select(
        hl.equity(["a", "b"], "board", pots="pots").struct.field("equity")
    )

    assert found["equity"].to_list() == [[1, 0], [1, 0], None]


def test_a_player_beyond_all_numbers_is_unknown() -> None:
    frame = pl.DataFrame({"a": ["AhAd"], "b": ["KhKd"], "board": ["2c3c4d5d9s"]})
    players = pl.Series("pots", [[[2**63]]], dtype=pl.List(pl.List(pl.UInt64)))

    found = frame.with_columns(players).select(hl.equity(["a", "b"], "board", pots="pots"))

    assert found.to_series().is_null().all()


def test_nested_results_can_be_sliced_joined_and_passed_on() -> None:
    schema = {"money": pl.List(pl.Int64), "folded": pl.List(pl.Boolean)}
    rows = {"money": [[1, 2, 3], [4, 4], None], "folded": [[False] * 3, [False, True], None]}
    frame = pl.DataFrame(rows, schema=schema)
    pots = frame.select(hl.pots("money", "folded"), side=hl.side_pots("money", "folded"))

    assert pots["side"].struct.field("uncalled").reverse().to_list() == [None, 0, 1]
    assert pots.slice(1, 1).to_dicts() == pots.to_dicts()[1:2]
    twice = pl.concat([pots, pots])
    assert twice.equals(twice.rechunk())
    assert pl.DataFrame(twice.to_arrow()).to_dicts() == twice.to_dicts()
