"""`pl.Expr.poker`: the functions as methods of their first column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from handlab import functions

if TYPE_CHECKING:
    from handlab.functions.name import Half
    from handlab.functions.scheme import Scheme, Suits, Variant
    from handlab.plugin import IntoExprColumn


@pl.api.register_expr_namespace("poker")
class PokerNameSpace:
    """Poker expressions over a column."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def strength(self, board: IntoExprColumn | None = None, *, game: str = "holdem") -> pl.Expr:
        """Strength of these hole cards on `board`. See `handlab.strength`."""
        return functions.strength(self._expr, board, game=game)

    def category(self, board: IntoExprColumn | None = None, *, game: str = "holdem") -> pl.Expr:
        """Category of these hole cards on `board`. See `handlab.category`."""
        return functions.category(self._expr, board, game=game)

    def best_five(self, board: IntoExprColumn | None = None, *, game: str = "holdem") -> pl.Expr:
        """The five cards that these hole cards make with `board`. See `handlab.best_five`."""
        return functions.best_five(self._expr, board, game=game)

    def low(self, board: IntoExprColumn | None = None, *, game: str = "omaha") -> pl.Expr:
        """Strength of the low of these hole cards on `board`. See `handlab.low`."""
        return functions.low(self._expr, board, game=game)

    def hand_name(
        self,
        board: IntoExprColumn | None = None,
        *,
        game: str = "holdem",
        half: Half = "high",
    ) -> pl.Expr:
        """What these hole cards make with `board` in words. See `handlab.hand_name`."""
        return functions.hand_name(self._expr, board, game=game, half=half)

    def equity(
        self,
        board: IntoExprColumn | None = None,
        dead: IntoExprColumn | None = None,
        *,
        game: str = "holdem",
        hi_lo: bool = False,
        pots: IntoExprColumn | None = None,
        max_work: int = 10_000_000,
        draws: int = 100_000,
        seed: int = 0,
        strict: bool = False,
    ) -> pl.Expr:
        """Equity of these lists of players. See `handlab.equity`."""
        return functions.equity(
            self._expr,
            board,
            dead,
            game=game,
            hi_lo=hi_lo,
            pots=pots,
            max_work=max_work,
            draws=draws,
            seed=seed,
            strict=strict,
        )

    def equity_heads_up(
        self,
        villain: IntoExprColumn,
        board: IntoExprColumn | None = None,
        dead: IntoExprColumn | None = None,
        *,
        game: str = "holdem",
        hi_lo: bool = False,
        max_work: int = 10_000_000,
        draws: int = 100_000,
        seed: int = 0,
        strict: bool = False,
    ) -> pl.Expr:
        """Equity of these hole cards against `villain`. See `handlab.equity_heads_up`."""
        return functions.equity_heads_up(
            self._expr,
            villain,
            board,
            dead,
            game=game,
            hi_lo=hi_lo,
            max_work=max_work,
            draws=draws,
            seed=seed,
            strict=strict,
        )

    def encode(
        self, *, scheme: Scheme, variant: Variant = "literal", strict: bool = False
    ) -> pl.Expr:
        """These hands as a published scheme writes them. See `handlab.encode`."""
        return functions.encode(self._expr, scheme=scheme, variant=variant, strict=strict)

    def compare_hands(
        self,
        b: IntoExprColumn,
        *,
        scheme: Scheme,
        variant: Variant = "literal",
        strict: bool = False,
    ) -> pl.Expr:
        """How a published scheme compares these hands with `b`. See `handlab.compare_hands`."""
        return functions.compare_hands(self._expr, b, scheme=scheme, variant=variant, strict=strict)

    def show_cards(self, *, suits: Suits = "symbols", strict: bool = False) -> pl.Expr:
        """These cards with the signs of their suits. See `handlab.show_cards`."""
        return functions.show_cards(self._expr, suits=suits, strict=strict)

    def pots(self, folded: IntoExprColumn) -> pl.Expr:
        """Pots of these contributions. See `handlab.pots`."""
        return functions.pots(self._expr, folded)

    def awards(
        self,
        folded: IntoExprColumn,
        strength: IntoExprColumn,
        low: IntoExprColumn | None = None,
        *,
        rake: IntoExprColumn | int = 0,
    ) -> pl.Expr:
        """What each seat wins of these contributions. See `handlab.awards`."""
        return functions.awards(self._expr, folded, strength, low, rake=rake)

    def parse_hand(self) -> pl.Expr:
        """These hands' texts as structs. See `handlab.parse_hand`."""
        return functions.parse_hand(self._expr)
