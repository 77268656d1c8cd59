"""The one place where an expression is registered with Polars."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import polars as pl
from polars.plugins import register_plugin_function

IntoExprColumn: TypeAlias = pl.Expr | pl.Series | str
"""What names a column: an expression, a Series, or its name."""

_PACKAGE = Path(__file__).parent


def call(name: str, *columns: IntoExprColumn, **kwargs: Any) -> pl.Expr:  # noqa: ANN401
    """The plugin's expression `name` over `columns`: a row in, a row out, so it streams."""
    return register_plugin_function(
        plugin_path=_PACKAGE,
        function_name=name,
        args=list(columns),
        kwargs=kwargs or None,
        is_elementwise=True,
    )
