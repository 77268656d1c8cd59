"""Registers the native expressions with Polars."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import polars as pl
from polars.plugins import register_plugin_function

IntoExprColumn: TypeAlias = pl.Expr | pl.Series | str
"""A column: an expression, a Series, or a name."""

_PACKAGE = Path(__file__).parent


def call(name: str, *columns: IntoExprColumn, **kwargs: Any) -> pl.Expr:  # noqa: ANN401
    """Return the plugin's expression `name` over `columns`; it is elementwise, so it streams."""
    return register_plugin_function(
        plugin_path=_PACKAGE,
        function_name=name,
        args=list(columns),
        kwargs=kwargs or None,
        is_elementwise=True,
    )
