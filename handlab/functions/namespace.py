"""`pl.Expr.poker`: the functions as methods of their first column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import polars as pl

from handlab import functions

if TYPE_CHECKING:
    from handlab.functions.name import Half
    from handlab.functions.plugin import IntoExprColumn
    from handlab.functions.pot import IntoFlags, IntoInteger, IntoSeats, IntoStrengths
    from handlab.functions.scheme import Scheme, Suits, Variant
    from handlab.functions.score import Joker


@pl.api.register_expr_namespace("poker")
class PokerNameSpace:
    """Poker expressions over a column."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def strength(
        self,
        board: IntoExprColumn | None = None,
        *,
        game: str = "holdem",
        rules: str = "usual",
        wild: str | None = None,
        joker: Joker | None = None,
        strict: bool = False,
    ) -> pl.Expr:
        """Strength of these hole cards on `board`. See `handlab.strength`."""
        return functions.strength(
            self._expr, board, game=game, rules=rules, wild=wild, joker=joker, strict=strict
        )

    def rank_class(
        self, board: IntoExprColumn | None = None, *, game: str = "holdem", strict: bool = False
    ) -> pl.Expr:
        """Class 1..7462 of these hole cards on `board`. See `handlab.rank_class`."""
        return functions.rank_class(self._expr, board, game=game, strict=strict)

    def category(
        self,
        board: IntoExprColumn | None = None,
        *,
        game: str = "holdem",
        rules: str = "usual",
        wild: str | None = None,
        joker: Joker | None = None,
        strict: bool = False,
    ) -> pl.Expr:
        """Category of these hole cards on `board`. See `handlab.category`."""
        return functions.category(
            self._expr, board, game=game, rules=rules, wild=wild, joker=joker, strict=strict
        )

    def best_five(
        self,
        board: IntoExprColumn | None = None,
        *,
        game: str = "holdem",
        rules: str = "usual",
        wild: str | None = None,
        joker: Joker | None = None,
        strict: bool = False,
    ) -> pl.Expr:
        """The five cards that these hole cards make with `board`. See `handlab.best_five`."""
        return functions.best_five(
            self._expr, board, game=game, rules=rules, wild=wild, joker=joker, strict=strict
        )

    def low(
        self, board: IntoExprColumn | None = None, *, game: str = "omaha", strict: bool = False
    ) -> pl.Expr:
        """Strength of the low of these hole cards on `board`. See `handlab.low`."""
        return functions.low(self._expr, board, game=game, strict=strict)

    def best_low(
        self, board: IntoExprColumn | None = None, *, game: str = "omaha", strict: bool = False
    ) -> pl.Expr:
        """The five cards of the low of these hole cards on `board`. See `handlab.best_low`."""
        return functions.best_low(self._expr, board, game=game, strict=strict)

    def card_fault(self, board: IntoExprColumn | None = None, *, game: str = "holdem") -> pl.Expr:
        """Why these hole cards and `board` are not a complete hand. See `handlab.card_fault`."""
        return functions.card_fault(self._expr, board, game=game)

    def cards(self) -> pl.Expr:
        """These cards as a mask. See `handlab.cards`."""
        return functions.cards(self._expr)

    def hand_name(
        self,
        board: IntoExprColumn | None = None,
        *,
        game: str = "holdem",
        half: Half = "high",
    ) -> pl.Expr:
        """The best hand of these hole cards on `board` in words. See `handlab.hand_name`."""
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
        """Encode these hands in a published scheme. See `handlab.encode`."""
        return functions.encode(self._expr, scheme=scheme, variant=variant, strict=strict)

    def compare_hands(
        self,
        b: IntoExprColumn,
        *,
        scheme: Scheme,
        variant: Variant = "literal",
        strict: bool = False,
    ) -> pl.Expr:
        """Compare these hands with `b` by a published scheme. See `handlab.compare_hands`."""
        return functions.compare_hands(self._expr, b, scheme=scheme, variant=variant, strict=strict)

    def show_cards(self, *, suits: Suits = "symbols", strict: bool = False) -> pl.Expr:
        """Format these cards with suit symbols. See `handlab.show_cards`."""
        return functions.show_cards(self._expr, suits=suits, strict=strict)

    def pots(
        self,
        folded: IntoFlags,
        *,
        ante: IntoSeats | None = None,
        dead: IntoSeats | None = None,
        added: IntoInteger = 0,
        strict: bool = False,
    ) -> pl.Expr:
        """Pots of these contributions. See `handlab.pots`."""
        return functions.pots(self._expr, folded, ante=ante, dead=dead, added=added, strict=strict)

    def side_pots(self, folded: IntoFlags | None = None, *, strict: bool = False) -> pl.Expr:
        """The pots of these chips and who may win each. See `handlab.side_pots`."""
        return functions.side_pots(self._expr, folded, strict=strict)

    def uncalled(
        self, folded: IntoFlags, *, ante: IntoSeats | None = None, strict: bool = False
    ) -> pl.Expr:
        """The part of these contributions that nobody called. See `handlab.uncalled`."""
        return functions.uncalled(self._expr, folded, ante=ante, strict=strict)

    def awards(
        self,
        folded: IntoFlags,
        strength: IntoStrengths,
        low: IntoStrengths | None = None,
        *,
        rake: IntoInteger = 0,
        fee: IntoInteger = 0,
        ante: IntoSeats | None = None,
        dead: IntoSeats | None = None,
        added: IntoInteger = 0,
        runouts: IntoInteger = 1,
        runout_odd: Literal["one_each", "all_first"] = "one_each",
        button: IntoInteger | None = None,
        odd: Literal["left_of_button", "right_of_button"] = "left_of_button",
        odd_order: IntoSeats | None = None,
        unit: IntoInteger = 1,
        strict: bool = False,
    ) -> pl.Expr:
        """What each seat wins of these contributions. See `handlab.awards`."""
        return functions.awards(
            self._expr,
            folded,
            strength,
            low,
            rake=rake,
            fee=fee,
            ante=ante,
            dead=dead,
            added=added,
            runouts=runouts,
            runout_odd=runout_odd,
            button=button,
            odd=odd,
            odd_order=odd_order,
            unit=unit,
            strict=strict,
        )

    def parse_hand(self) -> pl.Expr:
        """Parse these texts of hands to structs. See `handlab.parse_hand`."""
        return functions.parse_hand(self._expr)


def poker(column: pl.Expr | str) -> PokerNameSpace:
    """
    The poker expressions over a column, for programs that are type-checked.

    `poker(pl.col("hole"))` is `pl.col("hole").poker`, which type checkers do not know, because
    Polars adds it at run time.

    Parameters
    ----------
    column
        An expression, or the name of a column.

    Examples
    --------
    >>> import handlab as hl
    >>> frame = pl.DataFrame({"hole": ["AhKh"], "board": ["QhJhTh"]})
    >>> frame.select(hl.poker("hole").hand_name("board")).item()
    'royal flush'
    """
    return PokerNameSpace(pl.col(column) if isinstance(column, str) else column)
