"""Equity over columns and as a plain question: published counts, pokerkit as oracle, nulls, bounds, memory of repeats."""

from __future__ import annotations

import random
import time
from typing import Any

import polars as pl
import pytest
from pokerkit import (
    Card,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    ShortDeckHoldemHand,
    StandardHighHand,
)

import handlab as hl
from handlab.errors import EquityError

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]

# Wins, losses and ties of 1,712,304 boards; reference/evaluation.md.
PREFLOP = [
    ("AhAd", "KhKd", 1410336, 292660, 9308),
    ("AsAd", "KhKc", 1388072, 317694, 6538),
    ("AsAh", "KsKd", 1399204, 305177, 7923),
    ("AsKs", "QhQd", 787966, 917606, 6732),
    ("AhKh", "QsQh", 781594, 922599, 8111),
    ("JcTc", "2h2s", 912248, 775969, 24087),
    ("AsKs", "2c2d", 852207, 849322, 10775),
    ("AhKd", "7c2s", 1143573, 561312, 7419),
    ("JsTs", "3h3d", 904324, 788451, 19529),
]


def mask(cards: str) -> int:
    """Cards as bits."""
    pairs = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    return sum(1 << (16 * SUITS.index(suit) + RANKS.index(rank)) for rank, suit in pairs)


def rows(expression: pl.Expr, **columns: Any) -> list[dict[str, Any] | None]:
    return pl.DataFrame(columns).select(expression.alias("found")).to_series().to_list()


def one(holes: list[str], board: str = "", **options: Any) -> dict[str, Any]:
    """The answer of one row."""
    columns = [pl.lit(hole) for hole in holes]
    found: dict[str, Any] = pl.select(hl.equity(columns, pl.lit(board), **options)).item()
    return found


def test_all_match_ups_of_the_reference_have_their_counts() -> None:
    frame = pl.DataFrame(PREFLOP, schema=["a", "b", "win", "loss", "tie"], orient="row")
    found = frame.select(hl.equity(["a", "b"]).alias("found"), "win", "loss", "tie").unnest(
        "found", separator="_"
    )

    for row in found.iter_rows(named=True):
        counts = [row["found_win"][0], row["found_win"][1], row["found_tie"][0]]
        expected = [row["win"], row["loss"], row["tie"]]
        assert [round(share * row["found_runouts"]) for share in counts] == expected
        assert row["found_method"] == "exact"
        assert row["found_standard_error"] is None
    heads_up = frame.select(hl.equity_heads_up("a", "b")).to_series()
    assert heads_up.to_list() == found["found_equity"].list.get(0).to_list()


def test_three_way_and_omaha_have_the_counts_of_the_reference() -> None:
    three = one(["AhAd", "KsKc", "QsQd"])
    assert three["runouts"] == 1370754
    assert round(three["equity"][0], 6) == 0.668679
    assert round(three["win"][0] * 1370754) == 914778
    assert round(three["win"][1] * 1370754) == 251982
    for hero, villain, counts in [
        ("AsAhKsKh", "8d7d6c5c", (635566, 450442, 0)),
        ("AsAhKdQc", "JsTs9h8h", (579204, 506660, 144)),
        ("As2s3dKd", "AhAdKhQc", (343111, 718014, 24883)),
    ]:
        found = one([hero, villain], game="omaha")
        shares = [found["win"][0], found["win"][1], found["tie"][0]]
        assert tuple(round(share * 1086008) for share in shares) == counts


def test_a_range_against_a_range_is_counted_over_all_combos() -> None:
    found = hl.player_equity(["AA", "KK"])
    counts = [found.win[0], found.win[1], found.tie[0]]
    assert [round(share * found.runouts) for share in counts] == [50371344, 10986372, 285228]
    assert (found.runouts, found.method, found.seed, found.draws) == (61642944, "exact", None, None)


GAMES: dict[str, tuple[int, Any, Any, bool]] = {
    "holdem": (2, StandardHighHand, None, False),
    "short_deck": (2, ShortDeckHoldemHand, None, False),
    "omaha": (4, OmahaHoldemHand, None, False),
    "omaha hi-lo": (4, OmahaHoldemHand, OmahaEightOrBetterLowHand, True),
    "stud hi-lo": (6, StandardHighHand, EightOrBetterLowHand, True),
}


def shares(hands: list[Any], whole: float) -> list[float]:
    """What each of several hands gets; none if there is no hand."""
    known = [hand for hand in hands if hand is not None]
    if not known:
        return []
    winners = [hand is not None and hand == max(known) for hand in hands]
    return [whole * is_winner / sum(winners) for is_winner in winners]


def oracle(name: str, holes: list[str], board: str) -> list[float]:
    """The mean over all last cards of a board, scored by pokerkit."""
    seen = "".join([*holes, board])
    gone = {seen[at : at + 2] for at in range(0, len(seen), 2)}
    left = [card for card in deck_of(name) if card not in gone]
    return mean(name, [(holes, board + card) for card in left])


def stud_oracle(name: str, holes: list[str], left: list[str]) -> list[float]:
    """The mean over the last two cards, one for each of two players."""
    return mean(name, [([holes[0] + a, holes[1] + b], "") for a in left for b in left if a != b])


def deck_of(name: str) -> list[str]:
    return [card for card in DECK if name != "short_deck" or card[0] > "5"]


def mean(name: str, showdowns: list[tuple[list[str], str]]) -> list[float]:
    """What each player gets of a pot on average, scored by pokerkit."""
    _, high, low, _ = GAMES[name]
    sums = [0.0] * len(showdowns[0][0])
    for holes, board in showdowns:
        common = tuple(Card.parse(board))
        hands = [tuple(Card.parse(hole)) for hole in holes]
        of_low = shares([low.from_game_or_none(hand, common) for hand in hands], 0.5) if low else []
        of_high = shares([high.from_game(hand, common) for hand in hands], 0.5 if of_low else 1.0)
        for player, share in enumerate(of_high):
            sums[player] += share + (of_low[player] if of_low else 0.0)
    return [total / len(showdowns) for total in sums]


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("stud")])
def test_pokerkit_finds_the_same_on_the_last_street(name: str) -> None:
    count, _, _, hi_lo = GAMES[name]
    game = name.split()[0]
    shuffle = random.Random(name)
    for _ in range(4):
        drawn = shuffle.sample(deck_of(name), 3 * count + 4)
        holes = ["".join(drawn[at * count : (at + 1) * count]) for at in range(3)]
        board = "".join(drawn[-4:])
        found = one(holes, board, game=game, hi_lo=hi_lo)
        assert found["method"] == "exact"
        assert found["equity"] == pytest.approx(oracle(name, holes, board), abs=1e-12)


def test_pokerkit_finds_the_same_in_stud() -> None:
    shuffle = random.Random(5)
    for _ in range(3):
        drawn = shuffle.sample(DECK, 52)
        holes = ["".join(drawn[:6]), "".join(drawn[6:12])]
        # Few enough for pokerkit: nearly all cards are gone.
        left, dead = drawn[12:22], "".join(drawn[22:])
        found = one(holes, game="stud", hi_lo=True, dead=pl.lit(dead))
        expected = stud_oracle("stud hi-lo", holes, left)
        assert (found["method"], found["runouts"]) == ("exact", 90)
        assert found["equity"] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("game", hl.GAMES)
def test_every_game_gives_shares_that_add_up_to_the_pot(game: str) -> None:
    dealt = hl.deal(5, players=3, game=game, seed=3)
    known = dealt.with_columns(
        # One street is open, but in draw games, where nothing is.
        holes=pl.col("holes").list.eval(
            pl.element().str.slice(0, {"five_card_stud": 8}.get(game, 12))
        ),
        board=pl.col("board").str.slice(0, 8),
    )
    found = known.select(hl.equity("holes", "board", game=game, draws=100).alias("found"))
    shares = found.unnest("found")
    assert shares["equity"].null_count() == 0
    assert shares["equity"].list.sum().to_list() == pytest.approx([1.0] * 5)


def test_columns_lists_text_and_masks_give_the_same() -> None:
    dealt = hl.deal(50, players=3, board=3, seed=5)
    split = dealt.with_columns(
        *(pl.col("holes").list.get(player).alias(f"p{player}") for player in range(3))
    )
    masks = split.with_columns(
        *(
            pl.col(name).map_elements(mask, return_dtype=pl.UInt64)
            for name in ("p0", "p1", "p2", "board")
        )
    )
    by_lists = dealt.select(hl.equity("holes", "board").alias("found"))
    of_columns = hl.equity(["p0", "p1", "p2"], "board").alias("found")
    mask_lists = masks.select(hl.equity(pl.concat_list("p0", "p1", "p2"), "board").alias("found"))

    assert by_lists.equals(split.select(of_columns))
    assert by_lists.equals(masks.select(of_columns))
    assert by_lists.equals(mask_lists)
    assert by_lists.equals(dealt.select(pl.col("holes").poker.equity("board").alias("found")))
    heads_up = split.select(pl.col("p0").poker.equity_heads_up("p1", "board")).to_series()
    pairs = split.select(hl.equity(["p0", "p1"], "board").struct.field("equity").list.get(0))
    assert heads_up.to_list() == pairs.to_series().to_list()


def test_side_pots_are_shared_by_those_who_may_win_them() -> None:
    found = one(
        ["AhAd", "KsKc", "QsQd"],
        "2c2d2h7s",
        pots=pl.lit(pl.Series([[[0, 1, 2], [1, 2]]], dtype=pl.List(pl.List(pl.Int8)))),
    )
    assert [round(share * 42) for share in found["pots"][0]] == [38, 2, 2]
    assert found["equity"] == found["pots"][0]
    assert [round(share * 42) for share in found["pots"][1]] == [0, 40, 2]


def test_what_pots_gives_is_taken_and_who_folded_is_left_out() -> None:
    hand = pl.DataFrame(
        {
            "holes": [["AhAd", None, "KsKc", "QsQd"], ["AhAd", "Kh2h", "KsKc", "QsQd"]],
            "contributed": [[50, 20, 100, 100]] * 2,
            "folded": [[False, True, False, False]] * 2,
        }
    )
    found = hand.select(
        hl.equity("holes", pl.lit("3c3d3h7s"), pots=hl.pots("contributed", "folded")).alias("found")
    ).unnest("found")
    first, second = found["pots"].to_list()
    assert [round(share * 42) for share in first[0]] == [38, 0, 2, 2]
    assert [round(share * 42) for share in first[1]] == [0, 0, 40, 2]
    # The folded king cannot come.
    assert found["runouts"].to_list() == [42, 40]
    assert [round(share * 40) for share in second[0]] == [37, 0, 1, 2]


def test_nulls_and_what_is_not_a_hand_give_null() -> None:
    frame = pl.DataFrame(
        {
            "a": ["AhAd", None, "AhAh", "AhKsQs", "rubbish", "AhAd", "AhAd", ""],
            "b": ["KsKc", "KsKc", "KsKc", "KsKc", "KsKc", "AhKc", "KsKc", "KsKc"],
            "board": ["2h7d9s", "2h7d9s", "2h7d9s", "2h7d9s", "2h7d9s", "2h7d9s", "2h7d", "2h7d9s"],
        }
    )
    for expression in (hl.equity(["a", "b"], "board"), hl.equity_heads_up("a", "b", "board")):
        found = frame.select(expression.is_not_null()).to_series().to_list()
        assert found == [True] + [False] * 7
    empty = frame.clear().select(hl.equity(["a", "b"], "board")).to_series()
    assert empty.len() == 0
    assert empty.dtype == frame.lazy().select(hl.equity(["a", "b"], "board")).collect_schema()["a"]


@pytest.mark.parametrize(
    ("a", "b", "board", "message"),
    [
        ("rubbish", "KsKc", "", "expected cards or a range in `{a}`, got `rubbish`, in row 0"),
        ("AhAd", "AhKc", "", "card `Ah` occurs twice, in `{a}` and `{b}`, in row 0"),
        ("AhAd", "KsKc", "Kc3c4c", "card `Kc` occurs twice, in `{b}` and `board`, in row 0"),
        (
            "AhAd",
            "KsKc",
            "2c3c",
            "a board of 2 cards is not possible in this game, in `board`, in row 0",
        ),
        ("AhAd", "KsKcKd", "", "expected cards or a range in `{b}`, got `KsKcKd`, in row 0"),
        ("AhAd", "KsKc", "2x", "expected cards in `board`, got `2x`, in row 0"),
    ],
)
def test_strict_says_what_is_wrong_and_in_which_argument(
    a: str, b: str, board: str, message: str
) -> None:
    frame = pl.DataFrame({"a": [a], "b": [b], "board": [board]})
    columns = {"a": "holes[0]", "b": "holes[1]"}
    for names, expression in (
        (columns, hl.equity(["a", "b"], "board", strict=True)),
        (columns, hl.equity(pl.concat_list("a", "b"), "board", strict=True)),
        (
            {"a": "hole_cards", "b": "villain"},
            hl.equity_heads_up("a", "b", "board", strict=True),
        ),
    ):
        with pytest.raises(pl.exceptions.ComputeError) as raised:
            frame.select(expression)
        assert message.format(**names) in str(raised.value)


def test_a_player_is_named_by_the_place_among_all_also_if_others_have_folded() -> None:
    holes = [pl.lit("2c2d"), pl.lit("AhAd"), pl.lit("KK")]
    side = pl.lit(pl.Series([[[1, 2]]]))
    with pytest.raises(
        pl.exceptions.ComputeError, match=r"of player 3 has .*, in `holes\[2\]`, in"
    ):
        pl.select(hl.equity(holes, pl.lit("KcKhKs"), pots=side, strict=True))
    alone = pl.lit(pl.Series([[[1]]]))
    with pytest.raises(pl.exceptions.ComputeError, match="10 players, got 1, in `pots`, in row 0"):
        pl.select(hl.equity(holes, pots=alone, strict=True))


def test_wrong_use_raises() -> None:
    with pytest.raises(EquityError, match="expected 2 to 10 columns of hole cards, got 1"):
        hl.equity(["a"])
    with pytest.raises(EquityError, match="expected `draws` from 2"):
        hl.equity(["a", "b"], draws=1)
    with pytest.raises(EquityError, match="expected `seed` from 0"):
        hl.equity_heads_up("a", "b", seed=-1)
    frame = pl.DataFrame({"a": [1], "b": ["KsKc"]})
    with pytest.raises(pl.exceptions.ComputeError, match="expected `String` or `UInt64`"):
        frame.select(hl.equity(["a", "b"]))
    with pytest.raises(pl.exceptions.ComputeError, match=r"expected `List\(String\)`"):
        frame.select(hl.equity("b"))
    with pytest.raises(pl.exceptions.ComputeError, match="or the result of `pots`"):
        frame.select(hl.equity(["b", "b"], pots="a"))
    with pytest.raises(pl.exceptions.ComputeError, match="expected a game of"):
        frame.select(hl.equity(["b", "b"], game="snap"))


def test_ranges_may_stand_in_a_column() -> None:
    frame = pl.DataFrame({"hero": ["AhAd", "7c2d", "AhKh"], "board": ["", "Qs7h2c", "Qs7h2c"]})
    found = frame.select(
        hl.equity(["hero", pl.lit("TT+,AKs:0.5")], "board").struct.field("equity").list.get(0)
    ).to_series()
    short = frame.select(hl.equity_heads_up("hero", pl.lit("TT+,AKs:0.5"), "board")).to_series()
    plain = [
        hl.player_equity([hero, "TT+,AKs:0.5"], board).equity[0]
        for hero, board in frame.iter_rows()
    ]
    assert found.to_list() == plain == short.to_list()


def test_beyond_the_bound_a_row_is_sampled_and_says_so() -> None:
    hands = ["AhAdAc", "2h3h4h", "9s9d9c"]
    found = one(hands, game="stud", draws=5000, seed=3)
    again = one(hands, game="stud", draws=5000, seed=3)
    other = one(hands, game="stud", draws=5000, seed=4)

    assert found == again
    assert found["equity"] != other["equity"]
    assert (found["method"], found["runouts"]) == ("sampled", 5000)
    assert all(0 < error < 0.01 for error in found["standard_error"])
    plain = hl.player_equity(hands, game="stud", draws=5000, seed=3, max_work=10)
    assert (plain.draws, plain.seed) == (5000, 3)
    assert list(plain.equity) == found["equity"]
    assert "sampled, 5,000 runouts, seed 3" in repr(plain)


def test_a_sample_is_as_far_off_as_it_says() -> None:
    exact = hl.player_equity(["AsKs", "QhQd", "JTs"], "2s7d9s").equity
    scores = []
    for seed in range(40):
        drawn = hl.player_equity(
            ["AsKs", "QhQd", "JTs"], "2s7d9s", max_work=0, draws=2000, seed=seed
        )
        assert drawn.standard_error is not None
        scores.append((drawn.equity[0] - exact[0]) / drawn.standard_error[0])
    assert abs(sum(scores)) / 40**0.5 < 4
    assert 0.4 < sum(score * score for score in scores) / 40 < 2


def test_repeated_match_ups_are_computed_once() -> None:
    holes = [pl.lit("AhKh9d9c"), pl.lit("QsQdTsTh"), pl.lit("2c3d4h5s")]
    start = time.process_time()
    once = pl.select(hl.equity(holes, game="omaha"))
    one_row = time.process_time() - start
    board = pl.DataFrame({"board": [""] * 5000})
    start = time.process_time()
    many = board.select(hl.equity(holes, "board", game="omaha"))
    assert time.process_time() - start < 100 * one_row + 0.5
    assert many.to_series().n_unique() == 1
    assert many.to_series()[0] == once.to_series()[0]


def test_odds_name_what_cannot_be() -> None:
    for holdings, options, message in [
        (["AhAd"], {}, "expected 2 to 10 players, got 1"),
        (["AhAd", "KK+K"], {}, "expected `,` or the end at byte 3, got `K`, of player 2: `KK+K`"),
        (["AA", "AA", "AA"], {}, "expected ranges that players can hold at the same time"),
        (
            ["AhAd", "KK"],
            {"board": "KsKhKd"},
            "every hand in the range of player 2 has a card of the board",
        ),
        (["AhAd", "KsKc"], {"board": "Xx"}, "expected a card such as `Ah` at byte 0, of the board"),
        (["AhAd", "KsKc"], {"game": "snap"}, "expected a game of"),
        (["AhAd", "15%"], {"game": "short_deck"}, "got a percentage"),
        (
            ["AhAd", "KsKc"],
            {"pots": [[0, 2]]},
            "pot 0 lists no players, or a player who does not exist",
        ),
        (["AhAd", "KsKc"], {"hi_lo": True}, "`holdem` has no hi-lo variant"),
        (["AhAd", "KsKc"], {"seed": -1}, ""),
    ]:
        with pytest.raises(EquityError) as raised:
            hl.player_equity(holdings, **options)  # type: ignore[arg-type]
        assert message in str(raised.value)
    with pytest.raises(EquityError, match="expected a sequence of hands, got one text"):
        hl.player_equity("AhAd")


def test_ten_players_may_be_asked_about() -> None:
    dealt = hl.deal(2, players=10, board=3, seed=1)
    found = dealt.select(hl.equity("holes", "board").alias("found")).unnest("found")
    assert found["equity"].list.len().to_list() == [10, 10]
    assert found["equity"].list.sum().to_list() == pytest.approx([1.0, 1.0])
