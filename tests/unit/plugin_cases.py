"""The cases of `test_plugin.py`: each expression with rows, and the results that a person can count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl
from builders import simulated, texts_of_hands

import handlab as hl

if TYPE_CHECKING:
    from collections.abc import Callable

SHOWDOWNS = pl.DataFrame(
    {
        "hole_cards": ["AhKh", "2c2d", "7s6s", "Ac Kd", "AhAd"],
        "board": ["QhJhTh2s3c", "2h2s9dTcKc", "8s9sTdJc2h", "A♥ K♠ 10c", "AsAc2c2d3h"],
    }
)
FAULTS = pl.DataFrame(
    {
        "hole_cards": ["AhAh", "1h2d", "7s", "Ac Kd", "AhAd"],
        "board": ["QhJhTh2s3c", "2h2s9dTcKc", "8s9sTdJc2h", "A♥ K♠", "AsAc2c2dAd"],
    }
)
CARDS = pl.DataFrame({"cards": ["AcAd", "A♥ Kd", "10s", "", "2c3c4c5c6c7c8c9cTcJcQcKcAc"]})
HI_LO = pl.DataFrame(
    {
        "hole_cards": ["Ac2d9hTs", "Ad3cKhKs", "KdQsJhTd", "4h4d5s6s", "Ah2h3h4h"],
        "board": ["4c5d8hJsQc", "4c5d8hJsQc", "4c5d8hJsQc", "2c3d7hKsKc", "5c6d7hTsTc"],
    }
)
POTS = pl.DataFrame(
    {
        "contributed": [[50, 20, 100, 100], [10, 10], [7, 0, 7], [25, 50, 100, 100], [3, 3, 3]],
        "folded": [
            [False, True, False, False],
            [False, True],
            [False] * 3,
            [False] * 4,
            [False] * 3,
        ],
    }
)
KINDS = POTS.with_columns(
    ante=pl.Series([[0] * 4, [0] * 2, [0] * 3, [0] * 4, [1] * 3]),
    dead=pl.Series([[0, 5, 0, 0], [0] * 2, [0] * 3, [0] * 4, [0] * 3]),
    added=pl.Series([0, 4, 0, 0, 0]),
)
AWARDS = KINDS.with_columns(
    strength=pl.Series(
        [
            [3, None, 2, 2],
            [None, None],
            # Two runouts.
            [1, None, 2, 3, None, 3],
            [4, 1, 3, 3],
            [9, 9, 1],
        ],
        dtype=pl.List(pl.UInt32),
    ),
    low=pl.Series(
        [
            [None] * 4,
            [None] * 2,
            [5, None, 5, None, None, None],
            [None, None, None, 7],
            [None, 8, 8],
        ],
        dtype=pl.List(pl.UInt32),
    ),
    rake=pl.Series([10, 1, 0, 3, 2]),
    fee=pl.Series([1, 2, 0, 0, 0]),
    runouts=pl.Series([1, 1, 2, 1, 1]),
    button=pl.Series([2, 0, 0, 3, 0]),
    unit=pl.Series([1, 1, 1, 5, 1]),
)
FIVES = pl.DataFrame(
    {"cards": ["AhJdJc7cQh", "Ac2d3h4s5c", "6♡6♣6♢K♡K♠", "Kc,Kd,Kh,As,Qc", "9c10cJcQcKc"]}
)
PAIRS = FIVES.with_columns(
    other=pl.Series(["2c2dQhKsAc", "2c3d4h5s6c", "A♠2♠3♣4♠5♢", "KcKdKh7s6c", "Ac2c3c4c5c"])
)
SEVENS = FIVES.select(pl.col("cards") + pl.Series(["2s3s", "7d8d", "AcQc", "2s2h", "AcTd"]))
PUT_IN = pl.DataFrame(
    {
        "contributed": [[25, 50, 100], [5, 3, 10], [10, 4], [7, 7], [0, 60, 20, 20]],
        "folded": [
            [False] * 3,
            [True, False, False],
            [True, False],
            [False] * 2,
            [True, False, True, True],
        ],
    }
)
ANTES = PUT_IN.with_columns(ante=pl.Series([[0] * 3, [0] * 3, [0] * 2, [1, 3], [1] * 4]))
TEXTS = pl.DataFrame({"text": [*texts_of_hands(simulated(11, 4)), "Bob: folds"]})

SPOTS = pl.DataFrame(
    {
        "holes": [
            ["AhAd", "KsKc"],
            ["AhKh", "2c2d"],
            ["AsKs", "AdKd"],
            ["AcKd", "QcQd", "JhTs"],
            ["7c7d", "8c8d"],
        ],
        "board": ["2h7d9s4c", "QhJhTh2s3c", "QhJhTh2s3c", "QhJdTh2s3c", "2h7h9s8s"],
    }
)
DUELS = SPOTS.select(
    hole_cards=pl.col("holes").list.get(0), villain=pl.col("holes").list.get(1), board="board"
)


def shares(equity: list[float], runouts: int = 1, tie: float = 0.0) -> dict[str, Any]:
    """A counted spot; who ties does not win."""
    return {
        "equity": equity,
        "win": [0.0 if tie else share for share in equity],
        "tie": [tie] * len(equity),
        "standard_error": None,
        "method": "exact",
        "runouts": runouts,
    }


def named(rows: pl.DataFrame, columns: tuple[Any, ...]) -> dict[str, Any]:
    """The columns after the second by their names."""
    return dict(zip(rows.columns[2:], columns[2:], strict=True))


@dataclass(frozen=True)
class Case:
    """An expression, and rows that it takes with what comes of them."""

    name: str
    rows: pl.DataFrame
    function: Callable[..., pl.Expr]
    method: Callable[..., pl.Expr]
    expected: list[Any] | None

    def expr(self, **inputs: pl.Expr) -> pl.Expr:
        """The expression over all columns, some of them replaced."""
        columns = [inputs.get(name, pl.col(name)) for name in self.rows.columns]
        return self.function(*columns).alias("out")

    @property
    def out(self) -> pl.DataFrame:
        """What comes of the rows, unchanged."""
        return self.rows.select(self.expr())


CASES = (
    Case(
        "strength",
        SHOWDOWNS,
        hl.strength,
        lambda hole, board: hole.poker.strength(board),
        [0x8EDCBA, 0x72222D, 0x4BA987, 0x2EEDDA, 0x7EEEE3],
    ),
    Case(
        "category",
        SHOWDOWNS,
        hl.category,
        lambda hole, board: hole.poker.category(board),
        [8, 7, 4, 2, 7],
    ),
    Case(
        "best_five",
        SHOWDOWNS,
        hl.best_five,
        lambda hole, board: hole.poker.best_five(board),
        ["AhKhQhJhTh", "2d2c2s2hKc", "JcTd9s8s7s", "AcAhKdKsTc", "AhAdAsAc3h"],
    ),
    Case(
        "rank_class",
        SHOWDOWNS,
        hl.rank_class,
        lambda hole, board: hole.poker.rank_class(board),
        [7462, 7307, 5860, 4993, 7442],
    ),
    Case(
        "best_low",
        HI_LO,
        hl.best_low,
        lambda hole, board: hole.poker.best_low(board),
        ["8h5d4c2dAc", "8h5d4c3cAd", None, "7h5s4h3d2c", "7h6d5c2hAh"],
    ),
    Case(
        "card_fault",
        FAULTS,
        hl.card_fault,
        lambda hole, board: hole.poker.card_fault(board),
        ["duplicate_card", "unknown_card", "hole_cards", "board_cards", "duplicate_card"],
    ),
    Case(
        "cards",
        CARDS,
        hl.cards,
        lambda cards: cards.poker.cards(),
        [1 << 12 | 1 << 28, 1 << 44 | 1 << 27, 1 << 56, 0, 0x1FFF],
    ),
    Case(
        "low",
        HI_LO,
        hl.low,
        lambda hole, board: hole.poker.low(board),
        [0x8FFFFF - low if low else None for low in (0x085421, 0x085431, None, 0x075432, 0x076521)],
    ),
    Case(
        "pots",
        KINDS,
        lambda *columns: hl.pots(*columns[:2], **named(KINDS, columns)),
        lambda first, *rest: first.poker.pots(rest[0], **named(KINDS, (first, *rest))),
        [
            [{"gross": 175, "eligible": [0, 2, 3]}, {"gross": 100, "eligible": [2, 3]}],
            [{"gross": 24, "eligible": [0]}],
            [{"gross": 14, "eligible": [0, 2]}],
            [
                {"gross": 100, "eligible": [0, 1, 2, 3]},
                {"gross": 75, "eligible": [1, 2, 3]},
                {"gross": 100, "eligible": [2, 3]},
            ],
            [{"gross": 12, "eligible": [0, 1, 2]}],
        ],
    ),
    Case(
        "side_pots",
        PUT_IN,
        hl.side_pots,
        lambda chips, folded: chips.poker.side_pots(folded),
        [
            {
                "pots": [
                    {"gross": 75, "each": 25, "eligible": [0, 1, 2]},
                    {"gross": 50, "each": 25, "eligible": [1, 2]},
                ],
                "uncalled": 50,
                "uncalled_seat": 2,
            },
            {
                "pots": [
                    {"gross": 9, "each": 3, "eligible": [1, 2]},
                    {"gross": 4, "each": 2, "eligible": [2]},
                ],
                "uncalled": 5,
                "uncalled_seat": 2,
            },
            {
                "pots": [{"gross": 14, "each": 4, "eligible": [1]}],
                "uncalled": 0,
                "uncalled_seat": None,
            },
            {
                "pots": [{"gross": 14, "each": 7, "eligible": [0, 1]}],
                "uncalled": 0,
                "uncalled_seat": None,
            },
            {
                "pots": [{"gross": 60, "each": 20, "eligible": [1]}],
                "uncalled": 40,
                "uncalled_seat": 1,
            },
        ],
    ),
    Case(
        "uncalled",
        ANTES,
        lambda *columns: hl.uncalled(*columns[:2], ante=columns[2]),
        lambda first, *rest: first.poker.uncalled(rest[0], ante=rest[1]),
        [
            {"seat": 2, "amount": 50, "called": [25, 50, 50]},
            {"seat": 2, "amount": 5, "called": [5, 3, 5]},
            {"seat": None, "amount": 0, "called": [10, 4]},
            {"seat": 1, "amount": 2, "called": [8, 8]},
            {"seat": 1, "amount": 40, "called": [1, 21, 21, 21]},
        ],
    ),
    Case(
        "awards",
        AWARDS,
        lambda *columns: hl.awards(*columns[:2], **named(AWARDS, columns)),
        lambda first, *rest: first.poker.awards(rest[0], **named(AWARDS, (first, *rest))),
        [[165, 0, 49, 50], [21, 0], [4, 0, 10], [52, 0, 45, 175], [2, 6, 2]],
    ),
    Case(
        "encode",
        FIVES,
        lambda cards: hl.encode(cards, scheme="frequency"),
        lambda cards: cards.poker.encode(scheme="frequency"),
        [
            {
                "rank_freqs": [ranks.count(rank) for rank in range(15)],
                "sorted": text,
                "ranks": ranks,
                "category": category,
                "key": key,
            }
            for text, ranks, category, key in (
                ("JdJcAhQh7c", [11, 11, 14, 12, 7], "PAIR", 0x1BBEC7),
                ("5c4s3h2dAc", [5, 4, 3, 2, 14], "STRAIGHT", 0x45432E),
                ("6h6c6dKhKs", [6, 6, 6, 13, 13], "FULL_HOUSE", 0x6666DD),
                ("KcKdKhAsQc", [13, 13, 13, 14, 12], "THREE_OF_A_KIND", 0x3DDDEC),
                ("KcQcJcTc9c", [13, 12, 11, 10, 9], "STRAIGHT_FLUSH", 0x8DCBA9),
            )
        ],
    ),
    Case(
        "encode",
        FIVES,
        lambda cards: hl.encode(cards, scheme="pattern", variant="repaired"),
        lambda cards: cards.poker.encode(scheme="pattern", variant="repaired"),
        [
            {"pattern": bits, "category": category, "ordered": text, "ranks": ranks, "key": key}
            for bits, category, text, ranks, key in (
                (4, "1P", "7cQhAhJdJc", [7, 12, 14, 11, 11], 0x1BBEC7),
                (0, "ST", "Ac2d3h4s5c", [14, 2, 3, 4, 5], 0x45432E),
                (13, "FH", "KhKs6h6c6d", [13, 13, 6, 6, 6], 0x6666DD),
                (6, "3K", "QcAsKcKdKh", [12, 14, 13, 13, 13], 0x3DDDEC),
                (0, "SF", "9cTcJcQcKc", [9, 10, 11, 12, 13], 0x8DCBA9),
            )
        ],
    ),
    Case(
        "encode",
        FIVES,
        lambda cards: hl.encode(cards, scheme="apl"),
        lambda cards: cards.poker.encode(scheme="apl"),
        [
            {"flags": flags, "rows": rows, "text": text, "key": key}
            for flags, rows, text, key in (
                (
                    [0, 0, 0, 0],
                    [[2, 10], [1, 13], [1, 11], [1, 6]],
                    "0 0 0 0 (2 10) (1 13) (1 11) (1 6)",
                    0x02A1D1B1600,
                ),
                (
                    [0, 0, 0, 1],
                    [[1, 4], [1, 3], [1, 2], [1, 1], [1, 13]],
                    "0 0 0 1 (1 4) (1 3) (1 2) (1 1) (1 13)",
                    0x1141312111D,
                ),
                ([0, 1, 0, 0], [[3, 5], [2, 12]], "0 1 0 0 (3 5) (2 12)", 0x4352C000000),
                (
                    [0, 0, 0, 0],
                    [[3, 12], [1, 13], [1, 11]],
                    "0 0 0 0 (3 12) (1 13) (1 11)",
                    0x03C1D1B0000,
                ),
                (
                    [1, 0, 1, 1],
                    [[1, 11], [1, 10], [1, 9], [1, 8], [1, 12]],
                    "1 0 1 1 (1 11) (1 10) (1 9) (1 8) (1 12)",
                    0xB1B1A19181C,
                ),
            )
        ],
    ),
    Case(
        "encode",
        FIVES,
        lambda cards: hl.encode(cards, scheme="base14"),
        lambda cards: cards.poker.encode(scheme="base14"),
        [
            {"value": inter + intra, "inter": inter, "intra": intra}
            for inter, intra in (
                (1_000_000, 33_103),
                (4_000_000, 552_372),
                (6_000_000, 6),
                (3_000_000, 13),
                (8_000_000, 534_641),
            )
        ],
    ),
    Case(
        "encode",
        SEVENS,
        lambda cards: hl.encode(cards, scheme="band100"),
        lambda cards: cards.poker.encode(scheme="band100"),
        [
            {
                "rank": 100 + 11 / 14 * 50 + (12 * 13**6 + 10 * 13**5 + 5 * 13**4) / 433175,
                "rank_name": "Pair",
            },
            {"rank": 435.3571, "rank_name": "Straight"},
            {"rank": 600 + 6 + 13 / 14, "rank_name": "Full House"},
            {"rank": 600 + 13 + 2 / 14, "rank_name": "Full House"},
            {"rank": 800 + 14 / 14 * 99, "rank_name": "Straight Flush"},
        ],
    ),
    Case(
        "compare_hands",
        PAIRS,
        lambda a, b: hl.compare_hands(a, b, scheme="base14"),
        lambda a, b: a.poker.compare_hands(b, scheme="base14"),
        [1, 1, 1, 0, -1],
    ),
    Case(
        "show_cards",
        FIVES,
        hl.show_cards,
        lambda cards: cards.poker.show_cards(),
        ["A♡J♢J♣7♣Q♡", "A♣2♢3♡4♠5♣", "6♡6♣6♢K♡K♠", "K♣K♢K♡A♠Q♣", "9♣T♣J♣Q♣K♣"],
    ),
    Case(
        "hand_name",
        SHOWDOWNS,
        hl.hand_name,
        lambda hole, board: hole.poker.hand_name(board),
        [
            "royal flush",
            "four of a kind, deuces",
            "straight, jack high",
            "two pair, aces and kings",
            "four of a kind, aces",
        ],
    ),
    Case(
        "equity",
        SPOTS,
        hl.equity,
        lambda holes, board: holes.poker.equity(board),
        [
            shares([42 / 44, 2 / 44], 44),
            shares([1.0, 0.0]),
            shares([0.5, 0.5], tie=1.0),
            shares([1.0, 0.0, 0.0]),
            shares([1 / 44, 43 / 44], 44),
        ],
    ),
    Case(
        "equity_heads_up",
        DUELS,
        hl.equity_heads_up,
        lambda hole, villain, board: hole.poker.equity_heads_up(villain, board),
        [42 / 44, 1.0, 0.5, 1.0, 1 / 44],
    ),
    Case("parse_hand", TEXTS, hl.parse_hand, lambda text: text.poker.parse_hand(), None),
)
