"""
Make a package callable: `hl.ingest(...)` is a function, and `handlab.ingest` a package.

Both names are wanted, and Python has one. Type checkers see the function (`handlab/__init__.py`).
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class CallableModule(ModuleType):
    """A module whose `called` runs when the module is called."""

    called: Callable[..., Any]

    def __call__(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as the function
        """Call the function."""
        return self.called(*arguments, **options)


def make_callable(name: str, function: Callable[..., Any]) -> None:
    """Let a module be called like a function."""
    module = sys.modules[name]
    module.__class__ = CallableModule
    module.called = function  # type: ignore[attr-defined]
