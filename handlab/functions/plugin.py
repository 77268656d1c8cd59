"""Registers the native expressions with Polars."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import polars as pl
from polars.plugins import register_plugin_function

IntoExprColumn: TypeAlias = pl.Expr | pl.Series | str
"""A column: an expression, a Series, or a name."""

_PACKAGE = Path(__file__).parent.parent


def call(name: str, *columns: IntoExprColumn, **kwargs: Any) -> pl.Expr:  # noqa: ANN401
    """
    Return the plugin's expression `name` over `columns`; it is elementwise, so it streams.

    Raises
    ------
    TypeError
        If a column is a list, or a text of several lines: these are values, not columns; or if an
        option has another type.
    """
    for column in columns:
        _check(column)
    for options, kind, wanted in (
        (("game", "rules", "odd", "runout_odd"), str, "a name"),
        (("hi_lo", "strict"), bool, "True or False"),
    ):
        for option in options:
            if option in kwargs and not isinstance(kwargs[option], kind):
                message = f"expected {wanted} for `{option}`, got `{kwargs[option]!r}`"
                raise TypeError(message)
    return register_plugin_function(
        plugin_path=_PACKAGE,
        function_name=name,
        args=list(columns),
        kwargs=kwargs or None,
        is_elementwise=True,
    )


def _check(column: object) -> None:
    """Refuse a value: Polars takes a text for a name, and a list for something else."""
    if isinstance(column, list | tuple | dict):
        got, hint = f"a `{type(column).__name__}`", "`pl.Series([...])` is a column of its values"
    elif isinstance(column, str) and "\n" in column:
        got, hint = "a text of several lines", "`pl.lit(text)` is a column of one text"
    else:
        return
    message = f"expected an expression, a Series or the name of a column, got {got}\nhint: {hint}"
    raise TypeError(message)
