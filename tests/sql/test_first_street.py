"""VPIP, raises and three-bets: the statistics of the first street, and walks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from player_counts import pfr, showdowns, three_bet, vpip

if TYPE_CHECKING:
    from rows import Lake

BLINDS = "Ann sb 5, Bob bb 10"


def test_a_walk_is_not_a_vpip_opportunity(lake: Lake) -> None:
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat fold, Ann fold")
    columns = "hands, walks, vpip_hands, vpip_opportunities, vpip"
    assert lake.row(f"select {columns} from player_stats where player = 'Bob'") == (
        1,
        1,
        0,
        0,
        None,
    )
    assert lake.row(f"select {columns} from player_stats where player = 'Cat'") == (1, 0, 0, 1, 0.0)


def test_a_walk_where_nobody_posts_the_small_blind_gives_only_the_blind_back(lake: Lake) -> None:
    lake.hand("Ann Bob Cat", "Bob bb 10, Cat fold, Ann fold")
    assert lake.row("select walks, net from player_stats where player = 'Bob'") == (1, 0)


def test_who_neither_acts_nor_gets_money_back_has_no_walk(lake: Lake) -> None:
    lake.hand("Ann Bob Cat", f"{BLINDS}, Ann fold", won={"Bob": 10})
    assert lake.row(
        "select hands, walks, vpip_opportunities from player_stats where player = 'Cat'"
    ) == (1, 0, 0)
    assert lake.value("select walks from player_stats where player = 'Bob'") == 1


def test_the_big_blinds_check_is_an_opportunity_that_was_not_taken(lake: Lake) -> None:
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob call, Ann check", "Ann bet 10, Bob fold")
    assert vpip(lake, "Ann") == (0, 1)


def test_completing_the_small_blind_is_vpip(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat", f"{BLINDS}, Cat fold, Ann call, Bob check", "Ann check, Bob bet 10, Ann fold"
    )
    assert vpip(lake, "Ann") == (1, 1)
    assert pfr(lake, "Ann") == (0, 1)


def test_heads_up_the_button_that_completes_enters(lake: Lake) -> None:
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob call, Ann raise 30, Bob fold")
    assert vpip(lake, "Bob") == (1, 1)
    assert lake.row("select position, vpip_hands from position_stats where player = 'Bob'") == (
        "BTN/SB",
        1,
    )


def test_posting_and_folding_is_not_vpip_but_calling_after_a_post_is(lake: Lake) -> None:
    posts = f"{BLINDS}, Dan bb 10, Dan dead 5, Eve bb 10"
    lake.hand(
        "Ann Bob Cat Dan Eve",
        f"{posts}, Cat raise 30, Dan fold, Eve call, Ann fold, Bob fold",
        "Cat bet 50, Eve fold",
    )
    assert vpip(lake, "Dan") == (0, 1)
    assert vpip(lake, "Eve") == (1, 1)


def test_a_straddle_is_neither_vpip_nor_a_raise(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat Dan", f"{BLINDS}, Cat straddle 20, Dan raise 60, Ann fold, Bob fold, Cat fold"
    )
    assert vpip(lake, "Cat") == (0, 1)
    assert pfr(lake, "Dan") == (1, 1)
    assert three_bet(lake, "Dan") == (0, 0)
    assert three_bet(lake, "Cat") == (0, 1)


def test_a_player_all_in_on_the_blind_has_neither_walk_nor_opportunity(lake: Lake) -> None:
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat fold, Ann fold", stacks={"Bob": 8})
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob call",
        "",
        "",
        "",
        stacks={"Ann": 3},
        won={"Bob": 6},
        showdown=["Ann", "Bob"],
    )
    assert lake.row(
        "select hands, walks, vpip_opportunities from player_stats where player = 'Bob'"
    ) == (2, 0, 1)
    assert lake.row(
        "select hands, walks, vpip_opportunities from player_stats where player = 'Ann'"
    ) == (2, 0, 1)


def test_the_big_blind_who_need_not_act_against_an_all_in_small_blind_has_no_walk(
    lake: Lake,
) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10",
        "",
        "",
        "",
        stacks={"Bob": 3},
        won={"Ann": 6},
        showdown=["Ann", "Bob"],
    )
    assert lake.row("select walks, vpip_opportunities from player_stats where player = 'Ann'") == (
        0,
        0,
    )
    assert showdowns(lake, "Ann") == (1, 1, 1, 1)


def test_a_bomb_pot_has_neither_walks_nor_opportunities(lake: Lake) -> None:
    lake.hand("Ann Bob", "Ann ante 20, Bob ante 20", "Ann bet 20, Bob fold", is_bomb_pot=True)
    assert lake.row(
        "select hands, walks, vpip_opportunities from player_stats where player = 'Ann'"
    ) == (1, 0, 0)
    assert showdowns(lake, "Ann") == (1, 0, 0, 1)


def test_a_bomb_pot_that_everybody_left_is_not_a_walk(lake: Lake) -> None:
    lake.hand("Ann Bob", "Ann ante 20, Bob ante 20", is_bomb_pot=True, won={"Ann": 40})
    assert lake.value("select walks from player_stats where player = 'Ann'") == 0


def test_a_seat_that_was_not_dealt_in_has_no_hand(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Ann fold",
        seats={"Cat": {"is_dealt_in": False}},
        won={"Bob": 10},
    )
    assert lake.rows("select player from player_stats order by all") == [("Ann",), ("Bob",)]


def test_a_three_bet_opportunity_is_the_first_decision_after_another_players_raise(
    lake: Lake,
) -> None:
    lake.hand(
        "Ann Bob Cat", f"{BLINDS}, Cat raise 30, Ann raise 90, Bob fold, Cat raise 200, Ann fold"
    )
    assert three_bet(lake, "Cat") == (0, 0), "he faces his own raise, then a 3-bet"
    assert three_bet(lake, "Ann") == (1, 1), "once a hand, though she acts twice"
    assert three_bet(lake, "Bob") == (0, 0), "he faces two raises"


def test_a_limper_who_faces_a_raise_has_a_three_bet_opportunity(lake: Lake) -> None:
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat call, Ann fold, Bob raise 40, Cat raise 120, Bob fold")
    assert three_bet(lake, "Cat") == (1, 1)
    assert pfr(lake, "Cat") == (1, 1)


def test_a_short_all_in_is_a_raise_to_three_bet(lake: Lake) -> None:
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 15, Ann fold, Bob fold", stacks={"Cat": 15})
    assert three_bet(lake, "Ann") == (0, 1)


def test_who_cannot_raise_has_no_three_bet_opportunity(lake: Lake) -> None:
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat raise 1000, Ann fold, Bob fold", stacks={"Ann": 400})
    assert three_bet(lake, "Ann") == (0, 0), "a call takes all she has"
    assert three_bet(lake, "Bob") == (0, 0), "nobody has chips behind whom he could raise"


def test_a_raise_that_nobody_can_answer_is_not_a_three_bet(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob raise 1000, Ann raise 1500",
        "",
        "",
        "",
        stacks={"Ann": 2000},
        won={"Ann": 2000},
        showdown=["Ann", "Bob"],
    )
    assert three_bet(lake, "Ann") == (0, 0)


def test_a_decision_after_ones_own_raise_is_not_a_three_bet_opportunity(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat",
        f"{BLINDS}, Cat raise 30, Ann call, Cat call, Bob fold",
        "Ann bet 30, Cat fold",
    )
    assert three_bet(lake, "Cat") == (0, 0)
    assert three_bet(lake, "Ann") == (0, 1)
