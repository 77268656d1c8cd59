"""Names that converters use for players that a text does not name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

# Unibet's summaries call the owner by the account.
_PLACEHOLDER = r"^(?i:hero|player ?\d*|seat ?\d+|unknown.*|unibet_[0-9a-f]+|)$"


def is_placeholder(player: pl.Expr) -> pl.Expr:
    """Whether a name is empty, or such as `Hero`, `Player 3`, `Seat 3`; null stays null."""
    return player.str.contains(_PLACEHOLDER)
