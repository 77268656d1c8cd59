"""How often each category comes, at showdowns and over all dealt cards."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest
from two_players import CALLED, FOLD_TO_ANN

import handlab as hl

if TYPE_CHECKING:
    from rows import Lake

RANKS_AND_SUITS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
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
    assert "choose which cards" in lake.value(
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
