"""What the expressions take, what gives null, and what raises; never does a wrong dtype end the interpreter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from builders import BOARD_GAMES, DECK, HOLE_CARDS, mask, simulated, texts_of_hands
from hypothesis import given
from hypothesis import strategies as st

import handlab as hl

if TYPE_CHECKING:
    from collections.abc import Callable

# Prints a line for each expression, place of an input and dtype. It runs by itself: a panic in the plugin that is not
# caught ends the process.
EVERY_DTYPE = """
import datetime, decimal, json, sys

import polars as pl

import handlab as hl

VALUES = {
    "Boolean": True,
    "Int8": 1, "Int16": 1, "Int32": 1, "Int64": 1, "Int128": 1,
    "UInt8": 1, "UInt16": 1, "UInt32": 1, "UInt64": 1, "UInt128": 1,
    "Float16": 1.0, "Float32": 1.0, "Float64": 1.0,
    "Decimal": decimal.Decimal("1.5"),
    "String": "AhKh", "Binary": b"AhKh", "Null": None,
    "Date": datetime.date(2024, 2, 29), "Time": datetime.time(1),
    "Datetime": datetime.datetime(2024, 2, 29), "Duration": datetime.timedelta(1),
    "Categorical": "AhKh",
}
WHOLE = {
    "Enum": pl.Series(["AhKh"], dtype=pl.Enum(["AhKh"])),
    "Array(String)": pl.Series([["Ah", "Kh"]], dtype=pl.Array(pl.String, 2)),
    "Array(Int64)": pl.Series([[1, 2]], dtype=pl.Array(pl.Int64, 2)),
    "List(String)": pl.Series([["Ah"]]),
    "List(Int64)": pl.Series([[1]]),
    "List(Int32)": pl.Series([[1]], dtype=pl.List(pl.Int32)),
    "List(UInt32)": pl.Series([[1]], dtype=pl.List(pl.UInt32)),
    "List(Float64)": pl.Series([[1.0]]),
    "List(Boolean)": pl.Series([[True]]),
    "List(Null)": pl.Series([[None]]),
    "List(List(Int64))": pl.Series([[[1]]]),
    "List(Categorical)": pl.Series([["a"]], dtype=pl.List(pl.Categorical)),
    "List(Decimal)": pl.Series([[decimal.Decimal("1.5")]]),
    "Struct": pl.Series([{"a": 1}]),
    "Struct(Categorical)": pl.Series([{"a": "b"}], dtype=pl.Struct({"a": pl.Categorical})),
    "Datetime(UTC)": pl.Series([datetime.datetime(2024, 2, 29)]).dt.replace_time_zone("UTC"),
    "Object": pl.Series([object()], dtype=pl.Object),
}
SERIES = {
    name: pl.Series([value], dtype=getattr(pl, name))
    for name, value in VALUES.items()
    if hasattr(pl, name)
} | WHOLE

GOOD = {
    "cards": ["String", "UInt64"],
    "text": ["String", "Binary"],
    "money": ["List(Int64)"],
    "flags": ["List(Boolean)"],
    "strengths": ["List(UInt32)"],
    "amount": ["Int64"],
}
INPUTS = {
    "strength": ["cards", "cards"],
    "category": ["cards", "cards"],
    "best_five": ["cards", "cards"],
    "low": ["cards", "cards"],
    "pots": ["money", "flags", "money", "money", "amount"],
    "side_pots": ["money", "flags"],
    "uncalled": ["money", "flags", "money"],
    "awards": ["money", "flags", "strengths", "strengths", *["amount"] * 5],
    "awards in order": ["money", "flags", "strengths", "money"],
    "parse_hand": ["text"],
    "encode": ["cards"],
    "rank_class": ["cards", "cards"],
    "best_low": ["cards", "cards"],
    "card_fault": ["cards", "cards"],
    "cards": ["cards"],
    "compare_hands": ["cards", "cards"],
    "show_cards": ["cards"],
}


NAMED = {
    "pots": ["ante", "dead", "added"],
    "uncalled": ["ante"],
    "awards": ["rake", "fee", "runouts", "button", "unit"],
    "awards in order": ["odd_order"],
}


def call(name, columns):
    if name in ("encode", "compare_hands"):
        return getattr(hl, name)(*columns, scheme="apl")
    named = NAMED.get(name, [])
    unnamed = len(columns) - len(named)
    function = getattr(hl, name.split()[0])
    return function(*columns[:unnamed], **dict(zip(named, columns[unnamed:])))


for name, kinds in INPUTS.items():
    for place, kind in enumerate(kinds):
        for dtype, series in SERIES.items():
            columns = {f"c{at}": SERIES[GOOD[other][0]] for at, other in enumerate(kinds)}
            columns[f"c{place}"] = series
            frame = pl.DataFrame(columns)
            for mode in ("eager", "schema", "streaming"):
                print(json.dumps([name, place, dtype, mode]), end="\\t", flush=True)
                query = frame.lazy().select(call(name, list(columns)))
                try:
                    if mode == "eager":
                        frame.select(call(name, list(columns)))
                    elif mode == "schema":
                        query.collect_schema()
                    else:
                        query.collect(engine="streaming")
                    message = None
                except pl.exceptions.PolarsError as error:
                    message = str(error)
                print(json.dumps(message), flush=True)
print("wanted\\t" + json.dumps({f"{n}/{i}": GOOD[k] for n, ks in INPUTS.items() for i, k in enumerate(ks)}))
"""


def test_a_wrong_dtype_raises_what_was_wanted_and_what_came() -> None:
    child = subprocess.run(
        [sys.executable, "-c", EVERY_DTYPE],
        capture_output=True,
        text=True,
        check=False,
        # Where this very handlab is found.
        cwd=Path(hl.__file__).parents[1],
    )
    lines = [line.split("\t") for line in child.stdout.splitlines()]
    assert child.returncode == 0, f"the interpreter died at {lines[-1]}:\n{child.stderr[-2000:]}"
    wanted = json.loads(lines.pop()[1])

    wrong = []
    for case, printed in lines:
        name, place, dtype, mode = json.loads(case)
        message, good = json.loads(printed), wanted[f"{name}/{place}"]
        is_reported = message is not None and (
            f"expected `{'` or `'.join(good)}` in column `c{place}`, got `{dtype.split('(')[0]}"
            in message
        )
        # A plan may be made without a look at the dtypes.
        if not (message is None if dtype in good else is_reported or mode == "schema"):
            wrong.append((case, message))
    assert wrong == []
    assert len(lines) > 1000


@pytest.mark.parametrize("function", [hl.strength, hl.category, hl.best_five, hl.low])
@pytest.mark.parametrize("game", ["", "Holdem", "hold'em", "mahjong"])
def test_an_unknown_game_raises_the_known_ones(function: Callable[..., pl.Expr], game: str) -> None:
    with pytest.raises(pl.exceptions.PolarsError) as raised:
        pl.select(function(pl.lit("AhKh"), game=game))

    assert f"expected a game of `{'`, `'.join(hl.GAMES)}`, got `{game}`" in str(raised.value)


def strength(hole_cards: Any, board: Any = "QhJhTh", game: str = "holdem") -> int | None:
    columns = {"hole_cards": [hole_cards], "board": [board]}
    frame = pl.DataFrame(columns)
    found: int | None = frame.select(hl.strength("hole_cards", "board", game=game)).item()
    return found


ROYAL = 0x8EDCBA


@pytest.mark.parametrize(
    "text",
    [
        "AhKh",
        "KhAh",
        "Ah Kh",
        "A♥K♥",
        "A♥ K♥",
        "ahkh",
        "AHKH",
        " AhKh ",
        "Ah,Kh",
        "[Ah Kh]",
        "A♡K♡",
    ],
)
def test_cards_are_read_in_all_the_forms_they_are_written_in(text: str) -> None:
    if strength(text) is None:
        pytest.skip(f"not a form of cards: `{text}`")
    assert strength(text) == ROYAL


@pytest.mark.parametrize("text", ["AhKd", "Ah Kd", "A♥K♦", "A♥ K♦"])
def test_the_forms_of_the_design_are_read(text: str) -> None:
    assert strength(text, "QhJhTh") == 0x4EDCBA


@pytest.mark.parametrize("text", ["10h9h", "Th9h", "10♥9♥", "10h 9h", "10♥ 9♥"])
def test_a_ten_is_a_letter_or_two_digits(text: str) -> None:
    assert strength(text, "8h7h6h") == 0x8A9876


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ah",
        "AhKhQd",
        "AhAh",
        "Ah Kh Kh",
        "AhKx",
        "1h2h",
        "AhK",
        "hA",
        "xx",
        "??",
        "AhQh",
        "🂡🂮",
        "0h9h",
        "\0",
    ],
)
def test_text_that_is_not_a_hand_of_the_game_gives_null(text: str) -> None:
    assert strength(text) is None


@pytest.mark.parametrize(
    "bits",
    [
        0,
        mask(["Ah"]),
        mask(["Ah", "Kh", "Qd"]),
        mask(["Ah", "Kh"]) | 1 << 13,
        mask(["Ah", "Kh"]) | 1 << 63,
        mask(["Ah"]) | 1 << 15,
        2**64 - 1,
        mask(["Ah", "Qh"]),
    ],
)
def test_masks_with_other_bits_or_other_cards_give_null(bits: int) -> None:
    column = pl.DataFrame({"mask": pl.Series([bits], dtype=pl.UInt64)})

    assert column.select(hl.strength("mask", pl.lit("QhJhTh"))).item() is None


def test_a_signed_mask_is_not_taken_for_a_mask() -> None:
    with pytest.raises(
        pl.exceptions.PolarsError,
        match="expected `String` or `UInt64` in column `mask`, got `Int64`",
    ):
        pl.DataFrame({"mask": [mask(["Ah", "Kh"])]}).select(hl.strength("mask"))


@given(st.data())
def test_masks_and_texts_of_the_same_cards_say_the_same(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(hl.GAMES))
    n_board = data.draw(st.sampled_from([3, 4, 5])) if game in BOARD_GAMES else 0
    n_cards = HOLE_CARDS[game] + n_board
    deck = [card for card in DECK if game != "short_deck" or card[0] not in "2345"]
    cards = data.draw(st.permutations(deck))[:n_cards]
    hole, board = cards[: HOLE_CARDS[game]], cards[HOLE_CARDS[game] :]
    texts = {"hole": "".join(hole), "board": " ".join(board)}
    masks = {"hole": mask(hole), "board": mask(board)}

    def scores(columns: dict[str, Any], **dtypes: Any) -> pl.DataFrame:
        each = (hl.strength, hl.category, hl.low)
        return pl.DataFrame(columns, schema=dtypes or None).select(
            function("hole", "board", game=game).alias(function.__name__) for function in each
        )

    by_text = scores({name: [text] for name, text in texts.items()})
    by_mask = scores(
        {name: [bits] for name, bits in masks.items()}, hole=pl.UInt64, board=pl.UInt64
    )

    assert by_text.equals(by_mask)
    assert by_text["strength"].item() is not None


def test_a_card_both_in_hand_and_on_the_board_gives_null() -> None:
    assert strength("AhKh", "AhQhJh") is None


@pytest.mark.parametrize("game", hl.GAMES)
def test_a_number_of_cards_that_the_game_does_not_deal_gives_null(game: str) -> None:
    own, board = HOLE_CARDS[game], 5 if game in BOARD_GAMES else 0
    deck = [card for card in DECK if card[0] not in "2345"]

    def of(n_hole: int, n_board: int) -> int | None:
        return strength("".join(deck[:n_hole]), "".join(deck[20 : 20 + n_board]), game)

    is_stud = game in {"stud", "razz", "razz_27"}
    assert of(own, board) is not None
    assert of(own + 1, board) is None
    assert of(own - (3 if is_stud else 1), board) is None
    assert of(own, board + 1) is None
    assert of(0, 0) is None
    if board:
        assert of(own, 2) is None
        assert of(own, 3) is not None


@pytest.mark.parametrize("game", [game for game in hl.GAMES if game not in BOARD_GAMES])
def test_draw_and_stud_games_need_no_board(game: str) -> None:
    cards = "".join(DECK[: HOLE_CARDS[game]])
    column = pl.DataFrame({"cards": [cards]})

    found = column.select(hl.strength("cards", game=game)).item()

    assert found == strength(cards, "", game)
    assert found is not None


def test_a_null_board_is_not_an_empty_one() -> None:
    frame = pl.DataFrame({"hole": ["AhKhQhJhTh"] * 2, "board": [None, ""]})

    found = frame.select(hl.strength("hole", "board", game="five_card_draw")).to_series()

    assert found.to_list() == [None, ROYAL]


def paid(
    contributed: list[int | None] | None,
    folded: list[bool | None] | None = None,
    strengths: list[int | None] | None = None,
    lows: list[int | None] | None = None,
    rake: int | None = 0,
) -> tuple[Any, Any]:
    """The pots and the awards of one hand."""
    seats = 0 if contributed is None else len(contributed)
    row = {
        "contributed": [contributed],
        "folded": [[False] * seats if folded is None else folded],
        "strengths": [[1] * seats if strengths is None else strengths],
        "lows": [lows],
        "rake": [rake],
    }
    schema = {
        "contributed": pl.List(pl.Int64),
        "folded": pl.List(pl.Boolean),
        "strengths": pl.List(pl.UInt32),
        "lows": pl.List(pl.UInt32),
        "rake": pl.Int64,
    }
    frame = pl.DataFrame(row, schema=schema).select(
        pots=hl.pots("contributed", "folded"),
        awards=hl.awards("contributed", "folded", "strengths", "lows", rake="rake"),
    )
    found = frame.row(0)
    return found[0], found[1]


def test_nobody_at_the_table_is_a_hand_without_pots() -> None:
    assert paid([]) == ([], [])


def test_a_hand_without_money_has_no_pots() -> None:
    assert paid([0, 0]) == ([], [0, 0])


def test_when_all_have_folded_the_pot_is_nobodys() -> None:
    assert paid([5, 5], [True, True]) == ([{"gross": 10, "eligible": []}], None)


def test_a_null_among_the_seats_makes_the_hand_null() -> None:
    assert paid([5, None]) == (None, None)
    assert paid([5, 5], [None, False]) == (None, None)


def test_lists_of_other_lengths_make_the_hand_null() -> None:
    assert paid([5, 5], [False]) == (None, None)
    assert paid([5, 5], strengths=[1])[1] is None
    assert paid([5, 5], strengths=[1, 1, 1])[1] is None
    assert paid([5, 5], lows=[])[1] is None
    assert paid([5, 5], lows=[1])[1] is None


def test_twenty_three_seats_are_a_table_and_twenty_four_are_none() -> None:
    assert paid([5] * 23) == ([{"gross": 115, "eligible": list(range(23))}], [5] * 23)
    assert paid([5] * 24) == (None, None)
    assert paid([5] * 40) == (None, None)


def test_money_below_zero_makes_the_hand_null() -> None:
    assert paid([-5, 10]) == (None, None)


def test_more_money_than_a_number_holds_makes_the_hand_null() -> None:
    most = 2**63 - 1

    assert paid([most, most]) == (None, None)
    assert paid([most, 0], strengths=[1, 1])[1] == [most, 0]


def test_rake_below_zero_or_above_the_pots_makes_the_awards_null() -> None:
    assert paid([5, 5], rake=-1)[1] is None
    assert paid([5, 5], rake=11)[1] is None
    assert paid([5, 5], rake=10)[1] == [0, 0]
    assert paid([5, 5], rake=None)[1] is None


def test_awards_are_null_where_nobody_with_known_cards_may_win() -> None:
    assert paid([5, 5], strengths=[None, None])[1] is None
    assert paid([5, 9, 9], strengths=[7, None, None])[1] is None


def test_unknown_cards_win_only_what_nobody_else_can() -> None:
    assert paid([5, 5], strengths=[None, 1])[1] == [0, 10]
    assert paid([9, 5], strengths=[None, 1])[1] == [4, 10]


def test_without_a_qualifying_low_the_high_takes_all() -> None:
    assert paid([5, 6], strengths=[2, 1], lows=[None, None])[1] == [10, 1]


def test_a_folded_seat_wins_nothing_with_the_best_cards() -> None:
    assert paid([5, 5, 5], [True, False, False], [9, 1, 2], [9, 1, 2])[1] == [0, 0, 15]


def codes(texts: pl.Series) -> list[str | None]:
    frame = texts.to_frame("text").select(hl.parse_hand("text"))
    return frame["text"].struct.field("error_code").to_list()


def test_a_null_text_gives_a_null_and_an_unreadable_one_says_why() -> None:
    texts = pl.Series([None, "", "Bob: folds", "PokerStars Hand #", "\0"])
    found = texts.to_frame("text").select(hl.parse_hand("text")).to_series()

    assert found.is_null().to_list() == [True, False, False, False, False]
    unread = found.struct.unnest()
    assert unread["error_code"].is_null().to_list() == [True, False, False, False, False]
    assert unread["error"].is_null().to_list() == [True, False, False, False, False]
    assert unread.drop("error_code", "error").null_count().sum_horizontal().item() == 5 * (
        unread.width - 2
    )


def test_text_and_its_bytes_are_the_same_hand() -> None:
    texts = pl.Series("text", [*texts_of_hands(simulated(5, 3)), "no hand", None])
    columns = pl.DataFrame({"text": texts, "bytes": texts.cast(pl.Binary)})

    found = columns.select(hl.parse_hand("text"), hl.parse_hand("bytes"))

    assert found["text"].equals(found["bytes"].alias("text"), null_equal=True)


def test_bytes_that_are_not_utf_8_are_read_as_in_a_file() -> None:
    text = texts_of_hands(simulated(5, 1, hero="josé"))[0]
    texts = pl.Series([text.replace("ДимаПокер", "Dima").encode("cp1252"), b"\xff\xfe", b"\x80"])

    found = texts.to_frame("text").select(hl.parse_hand("text")).to_series().struct.unnest()

    assert found["error_code"].to_list() == [None, "unknown_dialect", "unknown_dialect"]
    assert found["verdict"].to_list() == ["exact", None, None]
    heroes = found["seats"][0].struct.unnest().filter("is_hero")
    assert heroes["player"].to_list() == ["josé"]


@given(st.lists(st.one_of(st.none(), st.binary(max_size=200)), max_size=20))
def test_any_bytes_can_be_reported(texts: list[bytes | None]) -> None:
    column = pl.Series(texts, dtype=pl.Binary)

    assert [code is None for code in codes(column)] == [text is None for text in texts]
