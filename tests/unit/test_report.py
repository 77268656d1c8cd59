"""Reports about hands that a person can count."""

from __future__ import annotations

import json
import math
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from report_hands import HERO, ann_loses_at_showdown, ann_wins_the_blinds, report_on

from handlab.errors import StatisticsError
from handlab.report import render
from handlab.report.grid import grids, starting_hand

if TYPE_CHECKING:
    from rows import Lake

START = datetime(2024, 5, 1, tzinfo=UTC)


def test_totals_are_those_that_a_person_counts(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    ann_wins_the_blinds(lake)
    ann_loses_at_showdown(lake)

    (total,) = report_on(lake)["totals"]

    assert total["hands"] == 3
    assert total["sessions"] == 1
    assert total["net"] == Decimal("-1.00")
    assert total["net_showdown"] == Decimal("-1.30")
    assert total["net_non_showdown"] == Decimal("0.30")
    assert str(total["net_non_showdown"]) == "0.30"
    in_bb = [1.5, 1.5, -13.0]
    mean = sum(in_bb) / 3
    error = math.sqrt(sum((value - mean) ** 2 for value in in_bb) / 2) / math.sqrt(3)
    assert total["bb_per_100"] == pytest.approx(100 * mean)
    assert total["bb_per_100_low"] == pytest.approx(100 * (mean - 1.96 * error))
    assert total["bb_per_100_high"] == pytest.approx(100 * (mean + 1.96 * error))


def test_a_pause_of_more_than_half_an_hour_ends_a_session(lake: Lake) -> None:
    for minutes in (0, 30, 61, 200):
        ann_wins_the_blinds(lake, started_at=START + timedelta(minutes=minutes))

    assert report_on(lake)["totals"][0]["sessions"] == 3


def test_an_interval_of_few_sessions_does_not_pass_for_a_certain_one(lake: Lake) -> None:
    for _ in range(2):
        ann_wins_the_blinds(lake)
        ann_loses_at_showdown(lake)

    report = report_on(lake)

    for format in ("html", "text"):
        text = " ".join(re.sub("<[^>]+>", " ", render(report, format)).split())
        assert "with fewer than 20 sessions" in text
        assert "more than luck" not in text


def test_days_months_and_times_are_those_of_the_zone(lake: Lake) -> None:
    # Half past midnight on 1 June in Berlin.
    hand = ann_wins_the_blinds(lake, started_at=datetime(2024, 5, 31, 22, 30, tzinfo=UTC))

    found = {zone: report_on(lake, timezone=zone) for zone in (None, "Europe/Berlin")}

    for zone, day, time in (
        (None, "2024-05-31", "2024-05-31T22:30:00Z"),
        ("Europe/Berlin", "2024-06-01", "2024-06-01T00:30:00+02:00"),
    ):
        report = found[zone]
        assert [row["played_in"] for row in report["months"]] == [day[:7]]
        assert [row["played_from"] for row in report["cube"]] == [day]
        for section in ("sessions", "biggest_pots", "result_line"):
            assert [row["started_at"] for row in report[section]][-1] == time
        assert report["totals"][0]["first_at"] == time
        assert report.replays["pokerstars", hand]["time"] == time[:16].replace("T", " ")
        for format in ("html", "text"):
            assert f"times are in {zone or 'UTC'}" in " ".join(render(report, format).split())
        assert json.loads(render(report, "json"))["timezone"] == (zone or "UTC")


def test_a_zone_that_there_is_not_is_refused(lake: Lake) -> None:
    with pytest.raises(StatisticsError, match="expected a time zone, got `Berlin`"):
        report_on(lake, timezone="Berlin")


def test_a_hand_without_a_known_start_is_in_no_session(lake: Lake) -> None:
    ann_wins_the_blinds(lake, started_at=None)

    (total,) = report_on(lake)["totals"]

    assert (total["hands"], total["sessions"], total["first_at"]) == (1, 0, None)


def test_currencies_and_kinds_are_never_mixed(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    ann_wins_the_blinds(lake, currency="EUR")
    ann_wins_the_blinds(lake, kind="tournament", currency="CHIPS", scale=0)
    ann_wins_the_blinds(lake, kind="play", currency="PLAY", scale=0)

    report = report_on(lake)

    nets = {(row["kind"], row["currency"]): row["net"] for row in report["totals"]}
    assert nets == {
        ("cash", "USD"): Decimal("0.15"),
        ("cash", "EUR"): Decimal("0.15"),
        ("tournament", "CHIPS"): Decimal("15"),
        ("play", "PLAY"): Decimal("15"),
    }
    ends = {(row["kind"], row["currency"]): row["won"] for row in report["result_line"]}
    assert ends == nets
    assert "+$0.15 (from $0.00 to +$0.15)" in " ".join(render(report, "text").split())
    page = render(report)
    # The fourth has too few hands to be drawn below the first three.
    assert page.count('class="line"') == 3
    assert "fewer than 20 hands are not drawn" in page
    assert "+€0.15" in page
    assert "Net in play chips" in page


def test_win_rates_join_the_levels_of_tournaments_and_nothing_else(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    ann_wins_the_blinds(lake, big_blind=20)
    for big_blind in (10, 20):
        ann_wins_the_blinds(lake, kind="tournament", currency="CHIPS", scale=0, big_blind=big_blind)

    report = report_on(lake)

    found = {(row["kind"], row["big_blind"]): row["hands"] for row in report["win_rates"]}
    assert found == {
        ("cash", Decimal("0.10")): 1,
        ("cash", Decimal("0.20")): 1,
        ("tournament", None): 2,
    }
    positions = {(row["kind"], row["big_blind"], row["position"]) for row in report["positions"]}
    assert positions == {(kind, blind, "BTN") for kind, blind in found}


def test_a_limit_stake_has_its_positions_in_one_panel(lake: Lake) -> None:
    ann_wins_the_blinds(lake, betting="fixed_limit", small_bet=10, big_bet=20)

    page = render(report_on(lake))

    assert page.count("Limit hold&#39;em, $0.10 big blind") == 1


def test_a_short_result_line_is_whole(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    ann_loses_at_showdown(lake)

    line = [
        (row["hand_no"], row["won"], row["won_showdown"], row["won_non_showdown"])
        for row in report_on(lake)["result_line"]
    ]

    assert line == [
        (1, Decimal("0.15"), Decimal("0.00"), Decimal("0.15")),
        (2, Decimal("-1.15"), Decimal("-1.30"), Decimal("0.15")),
    ]


def test_a_line_without_a_known_big_blind_is_in_chips_and_not_at_zero(lake: Lake) -> None:
    chips = {"kind": "tournament", "currency": "CHIPS", "scale": 0, "tournament_id": "1"}
    ann_loses_at_showdown(lake, big_blind=None, **chips)
    ann_wins_the_blinds(lake, big_blind=None, **chips)
    report = report_on(lake)

    assert [(row["won"], row["won_bb"]) for row in report["result_line"]] == [
        (-130, None),
        (-115, None),
    ]
    assert "\N{MINUS SIGN}115 chips (from \N{MINUS SIGN}130 to 0)" in render(report, "text")
    assert not re.findall(r"<h3>[^<]*in big blinds</h3>", render(report))


def test_a_hand_without_a_known_big_blind_adds_nothing_to_a_line_in_big_blinds(lake: Lake) -> None:
    chips = {"kind": "tournament", "currency": "CHIPS", "scale": 0, "tournament_id": "1"}
    ann_loses_at_showdown(lake, big_blind=None, **chips)
    ann_wins_the_blinds(lake, **chips)

    assert [row["won_bb"] for row in report_on(lake)["result_line"]] == [0, 1.5]


def test_a_long_result_line_is_thinned_but_keeps_its_peak_and_its_end(lake: Lake) -> None:
    many_hands(lake, 20_000)
    lake.connection.execute("update seats set net = 5_000 where hand_id = '7001'")
    lake.connection.execute("update seats set net = -5_000 where hand_id = '7002'")

    line = report_on(lake)["result_line"]

    whole = lake.rows("select won from rpt_result_line where player = 'Ann' order by hand_no")
    assert len(line) <= 1_203
    assert line[-1]["hand_no"] == 20_000
    assert line[-1]["won"] == whole[-1][0]
    assert max(row["won"] for row in line) == max(won for (won,) in whole)
    assert min(row["won"] for row in line) == min(won for (won,) in whole)


def many_hands(lake: Lake, hands: int) -> None:
    """Ann alone, who wins and loses a cent by turns."""
    columns = (
        "'pokerstars' as site, cast(n as varchar) as hand_id, 'cash' as kind, 'USD' as currency"
    )
    game = (
        "2 as scale, 'holdem' as game, 'flop' as game_family, 'no_limit' as betting,"
        " 10 as big_blind"
    )
    start = "timestamptz '2024-05-01 00:00:00+00' + interval (n) minute as started_at"
    source = f"from range(1, {hands + 1}) as numbers (n)"
    lake.connection.execute(
        f"insert into hands by name select {columns}, {game}, {start}, 'exact' as verdict,"
        f" false as is_hi_lo {source}"
    )
    lake.connection.execute(
        f"insert into seats by name select {columns}, {game}, {start}, 1 as seat, 'Ann' as player,"
        " true as is_hero, true as is_dealt_in, case n % 2 when 0 then 1 else -1 end as net,"
        f" case n % 2 when 0 then 0.1 else -0.1 end as net_bb {source}"
    )


def test_a_stud_player_is_counted_in_small_bets(lake: Lake) -> None:
    lake.hand(
        "Bob Ann",
        "Bob bring_in 2, Ann raise 4, Bob fold",
        seats=HERO,
        game="stud",
        game_family="stud",
        betting="fixed_limit",
        small_blind=None,
        big_blind=None,
        small_bet=4,
        big_bet=8,
        bb_unit="small_bet",
    )

    report = report_on(lake)

    assert report["totals"][0]["bb_per_100"] is None
    assert report["win_rates"][0]["bb_per_100"] == pytest.approx(50)
    assert "$0.04 small bet" in render(report)


def test_the_grid_has_suited_hands_upper_right_and_offsuit_lower_left(lake: Lake) -> None:
    ann_wins_the_blinds(lake)

    (found,) = grids(report_on(lake)["starting_hands"])

    assert starting_hand(0, 1, "AK") == "AKs"
    assert [cell.hand for cell in found.rows[0][:3]] == ["AA", "AKs", "AQs"]
    assert [line[0].hand for line in found.rows[:3]] == ["AA", "AKo", "AQo"]
    assert found.rows[12][12].hand == "22"
    assert len({cell.hand for line in found.rows for cell in line}) == 169
    assert (found.rows[0][1].hands, found.rows[0][1].won) == (1, "+150")
    assert "few" in found.rows[0][1].won_shade
    assert sum(cell.hands for line in found.rows for cell in line) == 1


def test_cards_that_were_only_shown_are_not_a_fair_sample(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    lake.connection.execute("update seats set cards_source = 'shown' where player = 'Ann'")

    report = report_on(lake)

    assert not grids(report["starting_hands"])[0].is_dealt
    assert "not a fair sample" in render(report)


def test_the_count_law_is_summed_over_files(lake: Lake) -> None:
    counts = {
        "headers": 10,
        "hands": 6,
        "duplicates": 2,
        "partial": 1,
        "cancelled": 0,
        "rejected": 1,
    }
    for byte_from in (0, 100):
        lake.insert("files", {"file_digest": "a", "byte_from": byte_from} | counts)
    lake.insert("rejects", {"file_digest": "a", "byte_offset": 5, "code": "unknown_line"})

    report = report_on(lake)

    (row,) = report["counts"]
    assert (row["files"], row["headers"], row["rejected"], row["adds_up"]) == (1, 20, 2, True)
    assert report["reject_codes"] == ({"code": "unknown_line", "spans": 1},)
    assert "20 headers = 12 hands + 4 duplicates + 2 partial" in render(report, "text")


def test_a_lost_header_is_shouted_about(lake: Lake) -> None:
    lake.insert("files", {"file_digest": "a", "byte_from": 0, "headers": 3, "hands": 2})

    report = report_on(lake)

    assert report["counts"][0]["adds_up"] is False
    assert "do not add up" in render(report)
    assert "DO NOT ADD UP" in render(report, "text")


def test_verdicts_are_counted_over_the_whole_lake(lake: Lake) -> None:
    for verdict in ("exact", "exact", "mismatch", "cancelled"):
        ann_wins_the_blinds(lake, verdict=verdict)

    report = report_on(lake)

    assert {row["verdict"]: row["hands"] for row in report["verdicts"]} == {
        "exact": 2,
        "mismatch": 1,
        "cancelled": 1,
    }
    assert report.hands == 3
    assert report["totals"][0]["hands_flagged"] == 1
    assert "Money is missing or left over" in render(report)


def test_statistics_come_with_numerator_and_denominator(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    ann_loses_at_showdown(lake)

    (row,) = report_on(lake, "Cat")["statistics"]

    assert (row["vpip_hands"], row["vpip_opportunities"], row["vpip"]) == (1, 2, 0.5)
    assert (row["bets_and_raises"], row["calls"], row["aggression_factor"]) == (1, 0, None)
