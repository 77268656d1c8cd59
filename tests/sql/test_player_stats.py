"""What a row of `player_stats` sums: kinds of money, verdicts, players, big blinds, rates."""

from __future__ import annotations

import statistics
from math import sqrt
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from rows import Lake

BLINDS = "Ann sb 5, Bob bb 10"


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
