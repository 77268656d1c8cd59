"""What is public says what it does, and shows it; the examples are run as doctests."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

import handlab as hl
from handlab import functions
from handlab.functions.namespace import PokerNameSpace

if TYPE_CHECKING:
    from collections.abc import Callable

PUBLIC = {name: getattr(hl, name) for name in hl.__all__ if callable(getattr(hl, name))}
EXPRESSIONS = {
    name: getattr(functions, name)
    for name in functions.__all__
    if inspect.isfunction(getattr(functions, name))
}
METHODS = {
    name: method
    for name, method in inspect.getmembers(PokerNameSpace, inspect.isfunction)
    if not name.startswith("_")
}


def test_there_is_something_to_document() -> None:
    assert {"strength", "read_hands", "connect"} <= set(PUBLIC)
    assert {"strength", "pots", "encode"} <= set(EXPRESSIONS) & set(METHODS)


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_function_says_what_it_does(name: str) -> None:
    assert first_sentence(PUBLIC[name]).endswith((".", ":"))


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_an_expression_shows_what_it_gives(name: str) -> None:
    text = inspect.getdoc(EXPRESSIONS[name]) or ""
    _, heading, examples = text.partition("\nExamples\n--------\n")
    assert heading
    assert f"hl.{name}(" in examples


@pytest.mark.parametrize("name", METHODS)
def test_a_method_says_which_function_it_is(name: str) -> None:
    text = inspect.getdoc(METHODS[name]) or ""
    assert text.endswith(f"See `handlab.{name}`.")
    assert name in EXPRESSIONS


def first_sentence(of: Callable[..., Any]) -> str:
    """The first line of what is documented."""
    return (inspect.getdoc(of) or "").split("\n\n")[0]
