"""Messages of the plugin's expressions, whatever the texts and names that they quote."""

from __future__ import annotations

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
