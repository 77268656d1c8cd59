"""The 169 starting hands of hold'em: their cards, their share, and their result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from two_players import CALLED, FOLD_TO_ANN

if TYPE_CHECKING:
    from rows import Lake


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
        ("Th 9h ", "T9s"),
        ("AhAh", None),
        ("Ah Ah", None),
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


def test_cards_that_were_shown_are_not_a_fair_sample_and_are_counted_separately(lake: Lake) -> None:
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
