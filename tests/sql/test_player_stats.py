"""Every statistic of `player_stats` on hands whose answer a person can count."""

from __future__ import annotations

import statistics
from math import sqrt
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from rows import Lake

BLINDS = "Ann sb 5, Bob bb 10"


def vpip(lake: Lake, player: str) -> tuple[int, int]:
    return lake.row(
        f"select vpip_hands, vpip_opportunities from player_stats where player = '{player}'"
    )


def pfr(lake: Lake, player: str) -> tuple[int, int]:
    return lake.row(
        f"select pfr_hands, pfr_opportunities from player_stats where player = '{player}'"
    )


def three_bet(lake: Lake, player: str) -> tuple[int, int]:
    return lake.row(
        f"select three_bet_hands, three_bet_opportunities from player_stats where player = '{player}'"
    )


def showdowns(lake: Lake, player: str) -> tuple[int, int, int, int]:
    return lake.row(
        "select saw_flop_hands, went_to_showdown_hands, won_at_showdown_hands, won_when_saw_flop_hands "
        f"from player_stats where player = '{player}'"
    )


def test_a_walk_is_no_vpip_opportunity(lake: Lake) -> None:
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


def test_a_straddle_is_not_vpip_and_no_raise(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat Dan", f"{BLINDS}, Cat straddle 20, Dan raise 60, Ann fold, Bob fold, Cat fold"
    )
    assert vpip(lake, "Cat") == (0, 1)
    assert pfr(lake, "Dan") == (1, 1)
    assert three_bet(lake, "Dan") == (0, 0)
    assert three_bet(lake, "Cat") == (0, 1)


def test_a_player_all_in_on_his_blind_has_neither_walk_nor_opportunity(lake: Lake) -> None:
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


def test_a_bomb_pot_that_everybody_left_is_no_walk(lake: Lake) -> None:
    lake.hand("Ann Bob", "Ann ante 20, Bob ante 20", is_bomb_pot=True, won={"Ann": 40})
    assert lake.value("select walks from player_stats where player = 'Ann'") == 0


def test_a_seat_that_was_not_dealt_in_is_no_hand(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Ann fold",
        seats={"Cat": {"is_dealt_in": False}},
        won={"Bob": 10},
    )
    assert lake.rows("select player from player_stats order by all") == [("Ann",), ("Bob",)]


def test_a_three_bet_opportunity_is_the_first_decision_behind_another_ones_raise(
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


def test_a_raise_that_nobody_can_answer_is_no_three_bet(lake: Lake) -> None:
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


def test_a_decision_behind_ones_own_raise_is_no_three_bet_opportunity(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat",
        f"{BLINDS}, Cat raise 30, Ann call, Cat call, Bob fold",
        "Ann bet 30, Cat fold",
    )
    assert three_bet(lake, "Cat") == (0, 0)
    assert three_bet(lake, "Ann") == (0, 1)


def test_money_after_the_flop_makes_the_aggression_factor(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob raise 30, Ann call",
        "Ann check, Bob bet 30, Ann raise 90, Bob call",
        "Ann bet 100, Bob call",
        "Ann check, Bob check",
        won={"Ann": 440},
        showdown=["Ann", "Bob"],
    )
    columns = "bets_and_raises, calls, aggression_factor"
    assert lake.row(f"select {columns} from player_stats where player = 'Ann'") == (2, 0, None)
    assert lake.row(f"select {columns} from player_stats where player = 'Bob'") == (1, 2, 0.5)


def test_showdown_rates_are_among_those_who_saw_the_flop(lake: Lake) -> None:
    lake.hand(
        "Ann Bob", "Bob sb 5, Ann bb 10, Bob call, Ann check", "Ann check, Bob bet 10, Ann fold"
    )
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob call, Ann check",
        "",
        "",
        "",
        won={"Ann": 20},
        showdown=["Ann", "Bob"],
    )
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob raise 30, Ann fold")
    assert showdowns(lake, "Ann") == (2, 1, 1, 1)
    assert showdowns(lake, "Bob") == (2, 1, 0, 1)
    rates = "went_to_showdown_rate, won_at_showdown_rate, won_when_saw_flop_rate"
    assert lake.row(f"select {rates} from player_stats where player = 'Ann'") == (0.5, 1.0, 0.5)


def test_a_showdown_without_a_flop_is_in_no_rate_of_those_who_saw_it(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob call, Ann check",
        won={"Ann": 20},
        showdown=["Ann", "Bob"],
    )
    assert showdowns(lake, "Ann") == (0, 0, 0, 0)


def test_who_is_all_in_before_the_flop_saw_it(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob raise 1000, Ann call",
        "",
        "",
        "",
        won={"Bob": 2000},
        showdown=["Ann", "Bob"],
    )
    assert showdowns(lake, "Ann") == (1, 1, 0, 0)
    assert showdowns(lake, "Bob") == (1, 1, 1, 1)


def test_a_side_pot_of_ones_own_money_is_not_won(lake: Lake) -> None:
    lake.hand(
        "Ann Bob Cat",
        f"{BLINDS}, Cat raise 50, Ann raise 300, Bob call, Cat call",
        "Ann bet 100, Cat fold",
        "",
        "",
        stacks={"Bob": 100},
        won={"Ann": 400, "Bob": 300},
        showdown=["Ann", "Bob"],
        winners=["Bob"],
    )
    assert showdowns(lake, "Ann") == (1, 1, 0, 0)


def test_a_hand_run_twice_counts_once_and_either_board_wins_it(lake: Lake) -> None:
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob raise 1000, Ann call",
        "",
        "",
        "",
        won={"Ann": 1000, "Bob": 1000},
        showdown=["Ann", "Bob"],
        n_runouts=2,
    )
    assert lake.value("select hands from player_stats where player = 'Ann'") == 1
    assert showdowns(lake, "Ann") == showdowns(lake, "Bob") == (1, 1, 1, 1)


def test_stud_starts_on_third_street_and_the_bring_in_is_forced(lake: Lake) -> None:
    stud = {
        "game": "stud",
        "game_family": "stud",
        "betting": "fixed_limit",
        "big_blind": None,
        "small_blind": None,
        "small_bet": 40,
        "big_bet": 80,
        "bb_unit": "small_bet",
    }
    lake.hand(
        "Ann Bob Cat",
        "Ann ante 5, Bob ante 5, Cat ante 5, Ann bring_in 10, Bob raise 40, Cat call, Ann fold",
        "Bob bet 40, Cat fold",
        **stud,
    )
    lake.hand(
        "Ann Bob",
        "Ann ante 5, Bob ante 5, Ann bring_in 10, Bob call, Ann check",
        "Ann bet 40, Bob fold",
        **stud,
    )
    assert vpip(lake, "Ann") == (0, 2)
    assert vpip(lake, "Bob") == (2, 2)
    assert pfr(lake, "Bob") == (1, 2)
    assert three_bet(lake, "Cat") == (0, 1), (
        "the completion is the raise that she could raise again"
    )
    assert showdowns(lake, "Cat") == (1, 0, 0, 0)
    assert lake.value("select net_bb from player_stats where player = 'Ann'") == pytest.approx(
        (-15 + 15) / 40
    )
    assert lake.rows("select * from position_stats") == []


def test_in_draw_games_the_round_before_the_draw_is_the_first_and_the_next_one_the_flop(
    lake: Lake,
) -> None:
    lake.hand(
        "Ann Bob Cat",
        f"{BLINDS}, Cat raise 20, Ann fold, Bob call",
        "Bob discard, Cat stand_pat, Bob check, Cat bet 20, Bob fold",
        game="triple_draw_27",
        game_family="draw",
        betting="fixed_limit",
    )
    assert pfr(lake, "Cat") == (1, 1)
    assert vpip(lake, "Bob") == (1, 1)
    assert showdowns(lake, "Cat") == (1, 0, 0, 1)
    assert showdowns(lake, "Bob") == (1, 0, 0, 0)


def test_currencies_and_kinds_are_never_summed(lake: Lake) -> None:
    walk = "Bob sb 5, Ann bb 10, Bob fold"
    lake.hand("Ann Bob", walk)
    lake.hand("Ann Bob", walk, currency="EUR")
    lake.hand("Ann Bob", walk, currency="CHIPS", kind="tournament", scale=0)
    lake.hand("Ann Bob", walk, game="omaha", betting="pot_limit")
    assert lake.rows(
        "select kind, currency, betting, hands, net from player_stats where player = 'Ann' order by all"
    ) == [
        ("cash", "EUR", "no_limit", 1, 5),
        ("cash", "USD", "no_limit", 1, 5),
        ("cash", "USD", "pot_limit", 1, 5),
        ("tournament", "CHIPS", "no_limit", 1, 5),
    ]


def test_chips_of_two_scales_are_summed_at_the_finer_one(lake: Lake) -> None:
    chips = {"currency": "CHIPS", "kind": "tournament"}
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", scale=0, **chips)
    lake.hand("Ann Bob", "Bob sb 525, Ann bb 1050, Bob fold", scale=2, big_blind=1050, **chips)
    assert lake.row(
        "select scale, net, money(net, scale) from player_stats where player = 'Ann'"
    ) == (2, 1025, 10.25)
    assert lake.value("select net from player_stats where player = 'Bob'") == -1025


@pytest.mark.parametrize("verdict", ["cancelled", "incomplete", "corrupt_actions"])
def test_hands_that_do_not_count_are_out(lake: Lake, verdict: str) -> None:
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", verdict=verdict)
    assert lake.rows("select * from player_stats") == []


@pytest.mark.parametrize(
    ("verdict", "flagged"),
    [
        ("exact", 0),
        ("exact_cashout", 0),
        ("exact_uncalled_inferred", 0),
        ("exact_uncalled_in_collected", 0),
        ("odd_chip_only", 0),
        ("reconciled_unverified", 0),
        ("summary_reconciled", 1),
        ("rake_inferred", 1),
        ("rake_unknown", 1),
        ("winner_mismatch", 1),
        ("mismatch", 1),
    ],
)
def test_hands_with_another_flag_are_in_and_counted(lake: Lake, verdict: str, flagged: int) -> None:
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", verdict=verdict)
    assert lake.row("select hands, hands_flagged from player_stats where player = 'Ann'") == (
        1,
        flagged,
    )


def test_anonymous_players_are_not_joined_across_hands(lake: Lake) -> None:
    for _ in range(2):
        lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold", seats={"Bob": {"is_anonymous": True}})
    assert lake.rows("select player from player_stats") == [("Ann",)]
    assert lake.value("select count(*) from fct_seats where player = 'Bob'") == 2


def test_bb_per_100_is_the_mean_of_the_hands_in_big_blinds(lake: Lake) -> None:
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold")
    lake.hand("Ann Bob", "Bob sb 50, Ann bb 100, Bob raise 300, Ann fold", big_blind=100)
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob call, Ann check", "Ann bet 20, Bob fold")
    nets = [0.5, -1.0, 1.0]
    columns = "net, net_bb, net_bb_hands, bb_per_100, bb_per_100_stderr"
    net, net_bb, net_bb_hands, mean, error = lake.row(
        f"select {columns} from player_stats where player = 'Ann'"
    )
    assert (net, net_bb_hands) == (5 - 100 + 10, 3)
    assert net_bb == pytest.approx(sum(nets))
    assert mean == pytest.approx(100 * statistics.mean(nets))
    assert error == pytest.approx(100 * statistics.stdev(nets) / sqrt(3))


def test_one_hand_has_no_standard_error(lake: Lake) -> None:
    lake.hand("Ann Bob", "Bob sb 5, Ann bb 10, Bob fold")
    assert lake.row(
        "select bb_per_100, bb_per_100_stderr from player_stats where player = 'Ann'"
    ) == (50.0, None)


def test_rates_are_their_numerator_over_their_denominator(lake: Lake) -> None:
    for _ in range(3):
        lake.hand(
            "Ann Bob Cat",
            f"{BLINDS}, Cat raise 30, Ann fold, Bob call",
            "Bob check, Cat bet 20, Bob fold",
        )
    lake.hand("Ann Bob Cat", f"{BLINDS}, Cat fold, Ann call, Bob check", "Ann bet 20, Bob fold")
    assert lake.row("select vpip, pfr, three_bet from player_stats where player = 'Cat'") == (
        0.75,
        0.75,
        None,
    )
    assert lake.row("select vpip, pfr, three_bet from player_stats where player = 'Ann'") == (
        0.25,
        0.0,
        0.0,
    )


def test_the_contract_names_its_columns_in_order(lake: Lake) -> None:
    lake.connection.execute("select * from player_stats")
    columns = [column[0] for column in lake.connection.description]
    contract = (
        "site player kind currency game_family betting hands hands_flagged walks vpip_hands "
        "vpip_opportunities vpip pfr_hands pfr_opportunities pfr three_bet_hands three_bet_opportunities "
        "three_bet saw_flop_hands went_to_showdown_hands won_at_showdown_hands won_when_saw_flop_hands "
        "bets_and_raises calls aggression_factor net net_bb bb_per_100 bb_per_100_stderr"
    )
    assert " ".join(column for column in columns if column in contract.split()) == contract
