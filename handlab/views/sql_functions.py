"""
Poker functions for SQL: `poker_strength`, `poker_category`, `poker_hand_name` and others.

They run the plugin's expressions on DuckDB's Arrow arrays, so they exist only in this Python
session; a client that attaches the lake itself has only the stored columns. Each takes a variable
number of arguments, which is how a DuckDB function can have optional ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl
from duckdb.func import FunctionNullHandling, PythonUDFType

from handlab import functions
from handlab.functions import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    import duckdb

BOARDLESS = {
    "stud",
    "razz",
    "razz_27",
    "five_card_stud",
    "five_card_draw",
    "single_draw_27",
    "triple_draw_27",
    "single_draw_a5",
    "triple_draw_a5",
    "badugi",
    "badacey",
    "badeucy",
}
"""Games without a board, in which a null board counts as no board."""

_HOLE, _VILLAIN, _BOARD, _GAME = "_hole", "_villain", "_board", "_game"


@dataclass(frozen=True, slots=True)
class SqlFunction:
    """A SQL function: its arguments in order, and the expression that computes it."""

    name: str
    columns: tuple[str, ...]
    dtype: pl.DataType
    duckdb_type: str
    expression: Callable[[str, str | None], pl.Expr]
    sentence: str

    @property
    def signature(self) -> str:
        """The signature, with optional arguments in brackets."""
        names = {_HOLE: "hole_cards", _VILLAIN: "villain", _BOARD: "board"}
        needed = ", ".join(names[column] for column in self.columns if column != _BOARD)
        if _VILLAIN in self.columns:
            return f"{self.name}({needed}, board[, game])"
        return f"{self.name}({needed}[, board[, game]])"

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401  Arrow arrays
        """Compute a batch of rows."""
        needed = len(self.columns) if _VILLAIN in self.columns else 1
        if not needed <= len(arguments) <= len(self.columns) + 1:
            message = f"expected `{self.signature}`, got {len(arguments)} arguments"
            raise TypeError(message)
        names = (*self.columns, _GAME)
        frame = pl.DataFrame(
            {
                name: self._column(name, argument)
                for name, argument in zip(names, arguments, strict=False)
            }
        )
        if _GAME not in frame.columns:
            frame = frame.with_columns(pl.lit("holdem").alias(_GAME))
        return self._answers(frame)

    def _column(self, name: str, argument: Any) -> pl.Series:  # noqa: ANN401
        """Cards as text or masks; a literal null has no type."""
        column = pl.Series(name, argument)
        if column.null_count() == column.len():
            return column.cast(pl.String)
        if column.dtype == pl.String or (column.dtype == pl.UInt64 and name != _GAME):
            return column
        wanted = "text" if name == _GAME else "cards as text or as a `UBIGINT` mask"
        message = f"expected {wanted} in `{self.signature}`, got `{argument.type}`"
        raise TypeError(message)

    def _answers(self, frame: pl.DataFrame) -> Any:  # noqa: ANN401  an Arrow array
        """The results in the order of the rows, game by game; null for a null game."""
        games = frame[_GAME].unique().to_list()
        unknown = [game for game in games if game is not None and game not in GAMES]
        if unknown:
            message = f"expected a game of {', '.join(GAMES)}, got `{unknown[0]}`"
            raise ValueError(message)
        answer = pl.lit(None, dtype=self.dtype)
        for game in games:
            if game is None:
                continue
            found = self.expression(game, _BOARD if _BOARD in frame.columns else None)
            if len(games) > 1:
                found = pl.when(pl.col(_GAME) == game).then(found).otherwise(answer)
            answer = found
        if _BOARD in frame.columns and not BOARDLESS.isdisjoint(games):
            none = pl.lit("") if frame[_BOARD].dtype == pl.String else pl.lit(0, dtype=pl.UInt64)
            is_missing = pl.col(_BOARD).is_null() & pl.col(_GAME).is_in(list(BOARDLESS))
            board = pl.when(is_missing).then(none).otherwise(_BOARD)
            frame = frame.with_columns(board.alias(_BOARD))
        answers = frame.select(answer.cast(self.dtype).alias("answer"))["answer"]
        return answers.to_arrow(compat_level=pl.CompatLevel.oldest())


def _scored(name: str, dtype: Any, duckdb_type: str, of: Any, sentence: str) -> SqlFunction:  # noqa: ANN401
    """Define a function of one hand."""
    return SqlFunction(
        name=name,
        columns=(_HOLE, _BOARD),
        dtype=dtype,
        duckdb_type=duckdb_type,
        expression=lambda game, board: of(_HOLE, board, game=game),
        sentence=sentence,
    )


FUNCTIONS: tuple[SqlFunction, ...] = (
    _scored(
        "poker_strength",
        pl.UInt32(),
        "UINTEGER",
        functions.strength,
        "Strength of the best hand; the higher number wins, in lowball games too.",
    ),
    _scored(
        "poker_category",
        pl.Int8(),
        "TINYINT",
        functions.category,
        "Category of the best hand, 0 high card to 8 straight flush; in badugi cards in play.",
    ),
    _scored(
        "poker_hand_name",
        pl.String(),
        "VARCHAR",
        functions.hand_name,
        "The best hand in words: `full house, kings full of sevens`.",
    ),
    _scored(
        "poker_best_five",
        pl.String(),
        "VARCHAR",
        functions.best_five,
        "The cards of the best hand, the most important first.",
    ),
    _scored(
        "poker_low",
        pl.UInt32(),
        "UINTEGER",
        functions.low,
        "Strength for the other half of a split pot, such as the eight-or-better low of a hi-lo "
        "game; null if none qualifies.",
    ),
    SqlFunction(
        name="poker_equity",
        columns=(_HOLE, _VILLAIN, _BOARD),
        dtype=pl.Float64(),
        duckdb_type="DOUBLE",
        expression=lambda game, board: functions.equity_heads_up(_HOLE, _VILLAIN, board, game=game),
        sentence="Equity against a hand or a range, 0 to 1; before the flop the board is `''`.",
    ),
)
"""All functions."""


def register_functions(connection: duckdb.DuckDBPyConnection) -> None:
    """
    Register the poker functions with a DuckDB connection; functions it has already are kept.

    `handlab.connect` and `handlab sql` do this automatically. Cards are text or `UBIGINT` masks;
    the game is a name in `GAMES`, or omitted for hold'em. Null in, null out, except that a null
    board counts as no board in games without one. Invalid hands give null; an unknown game raises.

    Examples
    --------
    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> hl.register_functions(connection)
    >>> connection.sql("select poker_hand_name('KhKd', 'Kc7s7h5h4h')").fetchone()
    ('full house, kings full of sevens',)
    >>> connection.sql("select round(poker_equity('AhAd', 'KsKc', '2h7d9s'), 4)").fetchone()
    (0.9162,)
    """
    known = connection.execute(
        "select function_name from duckdb_functions() where starts_with(function_name, 'poker_')"
    ).fetchall()
    names = {row[0] for row in known}
    for function in FUNCTIONS:
        if function.name not in names:
            connection.create_function(
                function.name,
                function,
                None,
                function.duckdb_type,
                type=PythonUDFType.ARROW,
                null_handling=FunctionNullHandling.SPECIAL,
            )
