"""Win rates, positions, starting hands, categories, the audit's summary and what reports read."""

from __future__ import annotations

import statistics
from decimal import Decimal
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest

import handlab as hl

if TYPE_CHECKING:
    from rows import Lake

RANKS_AND_SUITS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]

FOLD_TO_ANN = "Bob sb 5, Ann bb 10, Bob fold"
CALLED = "Bob sb 5, Ann bb 10, Bob call, Ann check"


def showdown(lake: Lake, winner: str, **columns: object) -> None:
    lake.hand("Ann Bob", CALLED, "", "", "", won={winner: 20}, showdown=["Ann", "Bob"], **columns)


def test_a_win_rate_is_one_game_and_stake(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    lake.hand("Ann Bob", "Bob sb 50, Ann bb 100, Bob fold", big_blind=100)
    lake.hand("Ann Bob", FOLD_TO_ANN, game="omaha", betting="pot_limit")
    lake.hand("Ann Bob", FOLD_TO_ANN, game="omaha", betting="pot_limit", is_hi_lo=True)
    lake.hand("Ann Bob", FOLD_TO_ANN, currency="EUR")
    columns = "currency, game, is_hi_lo, betting, big_blind, hands, net, net_bb"
    assert lake.rows(f"select {columns} from win_rates where player = 'Ann' order by all") == [
        ("EUR", "holdem", False, "no_limit", 10, 1, 5, 0.5),
        ("USD", "holdem", False, "no_limit", 10, 1, 5, 0.5),
        ("USD", "holdem", False, "no_limit", 100, 1, 50, 0.5),
        ("USD", "omaha", False, "pot_limit", 10, 1, 5, 0.5),
        ("USD", "omaha", True, "pot_limit", 10, 1, 5, 0.5),
    ]


def test_a_win_rate_is_parted_into_showdowns_and_the_rest(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    lake.hand("Ann Bob", CALLED, "Ann check, Bob bet 30, Ann fold")
    showdown(lake, "Ann")
    columns = "hands, showdown_hands, net, net_showdown, net_non_showdown, net_bb, net_bb_showdown, net_bb_non_showdown"
    assert lake.row(f"select {columns} from win_rates where player = 'Ann'") == (
        3,
        1,
        5,
        10,
        -5,
        0.5,
        1.0,
        -0.5,
    )


def test_the_interval_is_196_standard_errors_to_each_side(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    showdown(lake, "Ann")
    showdown(lake, "Bob")
    nets = [0.5, 1.0, -1.0]
    mean, error, low, high = lake.row(
        "select bb_per_100, bb_per_100_stderr, bb_per_100_low, bb_per_100_high from win_rates where player = 'Ann'"
    )
    assert mean == pytest.approx(100 * statistics.mean(nets))
    assert error == pytest.approx(100 * statistics.stdev(nets) / sqrt(3))
    assert (low, high) == (pytest.approx(mean - 1.96 * error), pytest.approx(mean + 1.96 * error))


def test_a_win_rate_of_one_hand_has_no_interval(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    columns = "bb_per_100, bb_per_100_stderr, bb_per_100_low, bb_per_100_high"
    assert lake.row(f"select {columns} from win_rates where player = 'Ann'") == (
        50.0,
        None,
        None,
        None,
    )


def test_money_that_only_the_house_paid_is_in_the_net(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        CALLED,
        "",
        "",
        "",
        won={"Bob": 20},
        showdown=["Ann", "Bob"],
        seats={"Ann": {"side": 7, "net": -3, "net_bb": -0.3}},
    )
    assert lake.row("select net, net_bb from win_rates where player = 'Ann'") == (-3, -0.3)


def test_positions_are_kept_apart_and_sort_in_the_order_of_the_deal(lake: Lake) -> None:
    opened = "Ann sb 5, Bob bb 10, Cat fold, Dan raise 30, Eve fold, Fay fold, Ann fold, Bob raise 90, Dan fold"
    lake.hand("Ann Bob Cat Dan Eve Fay", opened)
    lake.hand(
        "Fay Ann Bob Cat Dan Eve",
        "Fay sb 5, Ann bb 10, Bob fold, Cat fold, Dan fold, Eve fold, Fay fold",
    )
    positions = lake.rows(
        "select distinct position, position_order from position_stats order by position_order"
    )
    assert [position for position, _ in positions] == ["SB", "BB", "UTG", "HJ", "CO", "BTN"]
    columns = "position, hands, vpip_hands, vpip_opportunities, pfr, three_bet_hands, three_bet_opportunities, net"
    assert lake.rows(
        f"select {columns} from position_stats where player = 'Bob' order by position_order"
    ) == [
        ("BB", 1, 1, 1, 1.0, 1, 1, 35),
        ("UTG", 1, 0, 1, 0.0, 0, 0, 0),
    ]


@pytest.mark.parametrize(
    ("cards", "starting_hand"),
    [
        ("AhAd", "AA"),
        ("AhKh", "AKs"),
        ("KhAh", "AKs"),
        ("KdAh", "AKo"),
        ("2cTh", "T2o"),
        ("Th 9h", "T9s"),
        ("2c 2d", "22"),
        ("Ah", None),
        ("Ah??", None),
        ("AhKhQh", None),
        ("AhKhQhJh", None),
        ("", None),
        (None, None),
    ],
)
def test_two_cards_in_any_order_are_one_of_169_hands(
    lake: Lake, cards: str | None, starting_hand: str | None
) -> None:
    assert lake.connection.execute("select starting_hand(?)", [cards]).fetchone() == (
        starting_hand,
    )


def test_the_1326_pairs_of_cards_fall_into_169_hands_of_6_4_and_12(lake: Lake) -> None:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    pairs = [first + second for index, first in enumerate(deck) for second in deck[index + 1 :]]
    counts = lake.connection.execute(
        "select starting_hand(cards), count(*) from (select unnest(?) as cards) group by all",
        [pairs],
    ).fetchall()
    assert len(counts) == 169
    assert {name[2:]: count for name, count in counts} == {"": 6, "s": 4, "o": 12}


def test_starting_hands_have_their_share_their_expected_share_and_their_result(lake: Lake) -> None:
    for cards in ("AhAd", "AsAc", "KhAh", "7d2c"):
        lake.hand(
            "Ann Bob",
            FOLD_TO_ANN if cards != "7d2c" else CALLED,
            *([] if cards != "7d2c" else ["Ann check, Bob bet 20, Ann fold"]),
            seats={"Ann": {"hole_cards": cards, "cards_source": "dealt"}},
        )
    columns = "starting_hand, hands, known_hands, hands_rate, expected_rate, vpip_hands, vpip_opportunities, net, net_bb"
    assert lake.rows(f"select {columns} from starting_hands order by all") == [
        ("72o", 1, 4, 0.25, 12 / 1326, 0, 1, -10, -1.0),
        ("AA", 2, 4, 0.5, 6 / 1326, 0, 0, 10, 1.0),
        ("AKs", 1, 4, 0.25, 4 / 1326, 0, 0, 5, 0.5),
    ]


def test_cards_that_were_shown_are_no_fair_sample_and_stand_apart(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        CALLED,
        "",
        "",
        "",
        won={"Ann": 20},
        showdown=["Ann", "Bob"],
        seats={
            "Ann": {"hole_cards": "AhAd", "cards_source": "dealt"},
            "Bob": {"hole_cards": "KhKd", "cards_source": "shown"},
        },
    )
    assert lake.rows(
        "select player, cards_source, starting_hand, expected_rate from starting_hands order by all"
    ) == [
        ("Ann", "dealt", "AA", 6 / 1326),
        ("Bob", "shown", "KK", None),
    ]


def test_short_deck_hands_are_expected_among_630(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        FOLD_TO_ANN,
        game="short_deck",
        seats={"Ann": {"hole_cards": "AhKd", "cards_source": "dealt"}},
    )
    assert lake.value("select expected_rate from starting_hands") == 12 / 630


def test_only_games_of_two_cards_have_starting_hands(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        FOLD_TO_ANN,
        game="omaha",
        seats={"Ann": {"hole_cards": "AhKd", "cards_source": "dealt"}},
    )
    assert lake.rows("select * from starting_hands") == []


BOARD = "2c7d9sJhQd"


def test_categories_are_counted_at_showdown_and_over_all_dealt_cards(lake: Lake) -> None:
    dealt = {"hole_cards": "AhKd", "cards_source": "dealt", "category": 0}
    pair = {"hole_cards": "AhAd", "cards_source": "dealt", "category": 1}
    shown = {"hole_cards": "2h2d", "cards_source": "shown", "category": 3}
    ends = ["", "", "Ann check, Bob bet 20, Ann fold"]
    lake.hand("Ann Bob", CALLED, *ends, board=BOARD, seats={"Ann": dealt})
    lake.hand("Ann Bob", CALLED, *ends, board=BOARD, seats={"Ann": pair})
    lake.hand(
        "Ann Bob",
        CALLED,
        "",
        "",
        "",
        won={"Bob": 20},
        showdown=["Ann", "Bob"],
        board=BOARD,
        seats={"Ann": pair, "Bob": shown},
    )
    lake.hand(
        "Ann Bob", CALLED, "Ann check, Bob bet 20, Ann fold", board="2c7d9s", seats={"Ann": dealt}
    )
    columns = "category_name, showdown_count, showdown_hands, showdown_rate, dealt_count, dealt_hands, dealt_rate"
    rows = lake.rows(f"select {columns} from category_frequencies order by category")
    assert rows[:4] == [
        ("high_card", 0, 2, 0.0, 1, 3, 1 / 3),
        ("pair", 1, 2, 0.5, 2, 3, 2 / 3),
        ("two_pair", 0, 2, 0.0, 0, 3, 0.0),
        ("trips", 1, 2, 0.5, 0, 3, 0.0),
    ]
    assert [row[0] for row in rows[4:]] == [
        "straight",
        "flush",
        "full_house",
        "quads",
        "straight_flush",
    ]


def test_the_z_score_is_the_distance_from_the_exact_rate_in_standard_deviations(lake: Lake) -> None:
    for category in (0, 1, 1, 1) * 10:
        lake.hand(
            "Ann Bob",
            CALLED,
            "",
            "",
            "",
            won={"Bob": 20},
            showdown=["Ann", "Bob"],
            board=BOARD,
            seats={"Ann": {"hole_cards": "AhKd", "cards_source": "dealt", "category": category}},
        )
    expected = 58_627_800 / 133_784_560
    rate, z_score = lake.row(
        "select expected_rate, z_score from category_frequencies where category_name = 'pair'"
    )
    assert rate == expected
    assert z_score == pytest.approx((30 - 40 * expected) / sqrt(40 * expected * (1 - expected)))
    # Of the other categories, fewer than 10 of 40 hands are expected.
    assert lake.value("select count(*) from category_frequencies where z_score is not null") == 1


def test_players_of_one_hand_count_once_the_owner_before_others(lake: Lake) -> None:
    def dealt(category: int, **more: object) -> dict[str, object]:
        cards = {"hole_cards": "AhKd", "cards_source": "dealt", "category": category}
        return {**cards, **more}

    lines = ["Bob sb 5, Ann bb 10, Bob call, Ann check", "", "", ""]
    ends = {"won": {"Bob": 20}, "showdown": ["Ann", "Bob"], "board": BOARD}
    # `Ann Bob` sit in seats 1 and 2.
    lake.hand("Ann Bob", *lines, **ends, seats={"Ann": dealt(1), "Bob": dealt(3)})
    owner = {"Ann": dealt(1), "Bob": dealt(3, is_hero=True)}
    lake.hand("Ann Bob", *lines, **ends, seats=owner, hero_seat=2)
    counted = "select category, dealt_count, dealt_hands from category_frequencies where dealt_count > 0 order by 1"
    assert lake.rows(counted) == [(1, 1, 2), (3, 1, 2)]
    assert lake.value("select max(showdown_hands) from category_frequencies") == 4


def test_z_scores_of_fair_deals_with_all_cards_shown_are_calibrated(lake: Lake) -> None:
    archives, hands, players = 60, 400, 6
    deals = np.random.default_rng(20260101).permuted(
        np.tile(np.arange(52), (archives * hands, 1)), axis=1
    )
    decks = [[RANKS_AND_SUITS[card] for card in deal[: 2 * players + 5]] for deal in deals]
    seats = pl.DataFrame(
        [
            (str(number), seat, "".join(deck[2 * seat : 2 * seat + 2]), "".join(deck[-5:]))
            for number, deck in enumerate(decks)
            for seat in range(players)
        ],
        schema=["hand_id", "seat", "hole_cards", "board"],
        orient="row",
    ).with_columns(
        site=pl.format("archive {}", pl.col("hand_id").cast(pl.Int64) // hands),
        category=hl.category("hole_cards", "board"),
    )
    lake.connection.register("dealt", seats)
    lake.connection.execute(
        """insert into hands by name
        select distinct on (hand_id) site, hand_id, board, 'holdem' as game, 'exact' as verdict from dealt;
        insert into seats by name
        select site, hand_id, seat, hole_cards, category, true as is_dealt_in, 'dealt' as cards_source,
            'holdem' as game
        from dealt"""
    )
    scores = np.array(
        lake.rows("select z_score from category_frequencies where z_score is not null")
    )
    # Seven categories are frequent enough in 400 hands; of 420 distances, one beyond 3 is to be expected.
    assert scores.size == archives * 7
    assert (abs(scores) > 3).sum() <= 5
    assert 0.9 < scores.std() < 1.1
    naive = np.array(
        lake.rows(
            """select (count(*) filter (where category = 0) - count(*) * rate) / sqrt(count(*) * rate * (1 - rate))
            from (select *, category_rate('holdem', 0) as rate from fct_results) group by site, rate"""
        )
    )
    assert naive.std() > 1.25, "players of one hand are not independent"


@pytest.mark.parametrize(
    ("game", "total"),
    [
        ("holdem", 133_784_560),
        ("stud", 133_784_560),
        ("short_deck", 8_347_680),
    ],
)
def test_exact_rates_of_a_game_are_whole_counts_that_sum_to_one(
    lake: Lake, game: str, total: int
) -> None:
    rates = [rate for (rate,) in lake.rows(f"select category_rate('{game}', unnest(range(9)))")]
    counts = [rate * total for rate in rates]
    assert counts == pytest.approx([round(count) for count in counts])
    assert sum(round(count) for count in counts) == total


def test_in_short_deck_flushes_are_rarer_than_full_houses(lake: Lake) -> None:
    assert lake.row("select category_rate('short_deck', 5), category_rate('short_deck', 6)") == (
        175_560 / 8_347_680,
        633_024 / 8_347_680,
    )


def test_no_rate_is_expected_where_cards_are_chosen_or_nobody_has_counted(lake: Lake) -> None:
    seats = {"Ann": {"hole_cards": "AhKdQs7d2c", "cards_source": "dealt", "category": 0}}
    lake.hand("Ann Bob", FOLD_TO_ANN, game="five_card_draw", game_family="draw", seats=seats)
    badugi = {"Ann": {"hole_cards": "Ah2d3s7c", "cards_source": "dealt", "category": 4}}
    lake.hand("Ann Bob", FOLD_TO_ANN, game="badugi", game_family="draw", seats=badugi)
    columns = "game, category_name, dealt_count, expected_rate, z_score"
    rows = lake.rows(
        f"select {columns} from category_frequencies where dealt_count > 0 order by all"
    )
    assert rows == [
        ("badugi", "badugi_4", 1, None, None),
        ("five_card_draw", "high_card", 1, None, None),
    ]
    assert lake.value("select count(*) from category_frequencies where game = 'badugi'") == 4
    assert "by choice" in lake.value(
        "select any_value(note) from category_frequencies where game = 'badugi'"
    )


def test_unknown_cards_are_not_dealt_in_full(lake: Lake) -> None:
    stud = {"game": "stud", "game_family": "stud", "big_blind": None}
    lake.hand(
        "Ann Bob",
        "",
        "",
        "",
        "",
        "",
        won={},
        showdown=["Ann", "Bob"],
        **stud,
        seats={
            "Ann": {"hole_cards": "AhKdQs7d2c3d4s", "cards_source": "dealt", "category": 0},
            "Bob": {"hole_cards": "AcKc??7c2d3h4h", "cards_source": "dealt", "category": 0},
        },
    )
    assert lake.row(
        "select dealt_count, showdown_count from category_frequencies where category = 0"
    ) == (1, 2)


def test_the_audits_summary_tells_verdicts_and_residuals(lake: Lake) -> None:
    for verdict, contributed, collected in (
        ("exact", 0, 0),
        ("exact", 0, 0),
        ("mismatch", 3, -4),
        ("cancelled", None, None),
    ):
        lake.hand(
            "Ann Bob",
            FOLD_TO_ANN,
            verdict=verdict,
            residual_contributed=contributed,
            residual_collected=collected,
        )
    lake.hand("Ann Bob", FOLD_TO_ANN, currency="EUR", residual_contributed=1)
    columns = "currency, verdict, is_counted, is_flagged, hands, stratum_hands, hands_rate"
    columns += ", residual_contributed, residual_collected"
    assert lake.rows(f"select {columns} from audit_summary order by currency desc, verdict") == [
        ("USD", "cancelled", False, False, 1, 4, 0.25, 0, 0),
        ("USD", "exact", True, False, 2, 4, 0.5, 0, 0),
        ("USD", "mismatch", True, True, 1, 4, 0.25, 3, -4),
        ("EUR", "exact", True, False, 1, 1, 1.0, 1, 0),
    ]


def test_the_result_line_runs_in_the_order_of_play(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    showdown(lake, "Ann")
    showdown(lake, "Bob")
    lake.hand("Ann Bob", FOLD_TO_ANN, hand_id="999", started_at=None)
    columns = "hand_no, hand_id, net, won, won_showdown, won_non_showdown, won_bb"
    cents = [Decimal(amount) / 100 for amount in (5, 10, -10, 0, 15)]
    five, ten, minus_ten, zero, fifteen = cents
    assert lake.rows(
        f"select {columns} from rpt_result_line where player = 'Ann' order by hand_no"
    ) == [
        (1, "1001", five, five, zero, five, 0.5),
        (2, "1002", ten, fifteen, ten, five, 1.5),
        (3, "1003", minus_ten, five, zero, five, 0.5),
        (4, "999", five, ten, zero, ten, 1.0),
    ]


def test_stakes_by_position_give_money_in_units_of_the_currency(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    showdown(lake, "Ann")
    columns = "position, big_blind_money, hands, net, net_money, bb_per_100"
    assert lake.rows(f"select {columns} from rpt_stakes_by_position where player = 'Ann'") == [
        ("BB", Decimal("0.1"), 2, 15, Decimal("0.15"), 75.0),
    ]


def test_heroes_are_the_names_whose_cards_were_dealt_face_up(lake: Lake) -> None:
    for _ in range(2):
        lake.hand("Ann Bob", FOLD_TO_ANN, seats={"Ann": {"is_hero": True}})
    lake.hand("Ann Bob", FOLD_TO_ANN, seats={"Bob": {"is_hero": True}})
    assert lake.rows("select player, hero_hands from rpt_heroes order by all") == [
        ("Ann", 2),
        ("Bob", 1),
    ]


def test_a_hand_is_told_in_big_blinds_or_in_small_bets(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    lake.hand(
        "Ann Bob",
        "Ann ante 40, Bob ante 40, Bob fold",
        game="stud",
        game_family="stud",
        big_blind=None,
        small_bet=40,
        bb_unit="small_bet",
    )
    assert lake.rows("select bb_size, total_pot, total_pot_bb from fct_hands order by hand_id") == [
        (10, 10, 1.0),
        (40, 80, 2.0),
    ]


def test_an_action_knows_its_hand_and_its_price(lake: Lake) -> None:
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob call, Ann raise 40, Bob fold")
    lake.hand("Ann Bob", FOLD_TO_ANN, verdict="corrupt_actions")
    columns = "kind, is_decision, is_voluntary, is_aggressive, hand_kind, to_call, pot_odds"
    assert lake.rows(f"select {columns} from fct_actions order by action_no") == [
        ("post_small_blind", False, False, False, "cash", 0, None),
        ("post_big_blind", False, False, False, "cash", 5, 0.5),
        ("call", True, True, False, "cash", 5, 5 / 20),
        ("raise", True, True, True, "cash", 0, 0.0),
        ("fold", True, False, False, "cash", 30, 30 / 80),
    ]


@pytest.mark.parametrize(
    ("amount", "scale", "money"),
    [
        (150, 2, "1.5"),
        (-5, 2, "-0.05"),
        (1500, 0, "1500"),
        (12345, 8, "0.00012345"),
        (9_007_199_254_740_993, 2, "90071992547409.93"),
    ],
)
def test_money_is_exact(lake: Lake, amount: int, scale: int, money: str) -> None:
    assert lake.value(f"select money({amount}, {scale})") == Decimal(money)


def test_a_rate_of_nothing_is_null(lake: Lake) -> None:
    assert lake.row("select rate(1, 4), rate(0, 0)") == (0.25, None)
