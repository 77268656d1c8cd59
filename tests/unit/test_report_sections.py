"""Sections of a report that a person can count: sessions, months, pots, opponents, rake, leaks."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from report_hands import ann_loses_at_showdown, ann_wins_the_blinds, report_on

from handlab.report import render
from handlab.report.sections import ALL
from handlab.report.tables import stake_of
from handlab.sql_folder import sql_folder

if TYPE_CHECKING:
    from rows import Lake

START = datetime(2024, 5, 31, 22, tzinfo=UTC)


def test_every_query_is_that_of_a_section_or_of_the_subject() -> None:
    queries = {
        query
        for section in ALL
        for query in (section.query(has_player=True), section.query(has_player=False))
        if query is not None
    }
    folder = sql_folder() / "reports" / "queries"
    files = {file.name.removesuffix(".sql") for file in folder.iterdir() if "sql" in file.name[1:]}

    assert files - {".sqlfluff"} == queries | {"hero", "owner", "sites", "tournament_sites"}


def test_a_drawn_section_has_columns_or_a_part() -> None:
    parts = Path(render.__code__.co_filename).parent / "parts"
    for section in ALL:
        if section.title:
            assert bool(section.columns) or section.part
            assert (parts / f"{section.part or 'table'}.html.j2").is_file()


def test_sessions_and_months_are_split_by_pauses(lake: Lake) -> None:
    for minutes in (0, 20, 40, 100, 110, 180):
        ann_wins_the_blinds(lake, started_at=START + timedelta(minutes=minutes))

    report = report_on(lake)

    assert [(row["hands"], round(row["hours"], 2)) for row in report["sessions"]] == [
        (1, 0.02),
        (2, 0.18),
        (3, 0.68),
    ]
    # A session counts in the month in which it starts.
    (june, may) = report["months"]
    assert (june["played_in"], june["sessions"], june["hands"]) == ("2024-06", 1, 1)
    assert (may["played_in"], may["sessions"], may["hands"]) == ("2024-05", 2, 5)
    assert may["net"] == Decimal("0.75")
    assert may["net_per_hour"] is None
    assert (may["bb_per_100"], may["bb_per_100_low"]) == (pytest.approx(150), pytest.approx(150))


def test_an_hour_of_play_has_a_result_per_hour(lake: Lake) -> None:
    for minutes in (0, 30, 60, 90, 120):
        ann_wins_the_blinds(lake, started_at=START - timedelta(minutes=minutes))

    (month,) = report_on(lake)["months"]

    # Two hours, and a minute for the last hand.
    assert (month["hours"], month["net_per_hour"]) == (pytest.approx(2 + 1 / 60), Decimal("0.37"))


def test_the_biggest_pots_are_those_that_the_player_was_in(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    lost = ann_loses_at_showdown(lake)
    lake.hand(
        "Bob Cat Ann",
        "Bob sb 5, Cat bb 10, Ann fold, Bob raise 900, Cat call",
        "",
        "",
        "",
        won={"Cat": 1800},
        showdown=["Bob", "Cat"],
    )

    rows = report_on(lake)["biggest_pots"]

    assert rows[0]["hand_id"] == lost
    assert len(rows) == 2
    assert (rows[0]["total_pot"], rows[0]["net"]) == (Decimal("2.65"), Decimal("-1.30"))


def test_opponents_are_counted_in_shared_hands(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    ann_loses_at_showdown(lake)
    lake.hand("Bob Cat", "Cat sb 5, Bob bb 10, Cat fold")

    rows = {row["opponent"]: row for row in report_on(lake, "Ann")["opponents"]}

    assert {name: row["hands"] for name, row in rows.items()} == {"Bob": 2, "Cat": 2}
    assert (rows["Cat"]["vpip_made"], rows["Cat"]["vpip_chances"]) == (1, 2)
    columns = ("exchanged_bb", "heads_up_hands", "heads_up_net_bb")
    # Cat lost her big blind to Ann, and won 13 from her.
    assert [rows["Cat"][column] for column in columns] == [pytest.approx(-12), 1, -13]
    assert [rows["Bob"][column] for column in columns] == [pytest.approx(0.5), 0, 0]


def test_small_bets_of_stud_are_not_big_blinds_of_opponents(lake: Lake) -> None:
    stud = {"game": "stud", "game_family": "stud", "bb_unit": "small_bet", "small_bet": 20}
    lake.hand("Ann Dan", "Dan sb 5, Ann bb 10, Dan fold", **stud)
    for game in ({}, {}, stud):
        lake.hand("Ann Cat", "Cat sb 5, Ann bb 10, Cat fold", **game)

    rows = {row["opponent"]: row for row in report_on(lake, "Ann")["opponents"]}

    columns = ("hands", "bb_per_100", "bb_per_100_low", "exchanged_bb")
    assert [rows["Cat"][column] for column in columns] == [3, -50, -50, 1]
    assert [rows["Dan"][column] for column in columns] == [1, None, None, None]


def test_rake_is_paid_in_proportion_to_what_was_put_in(lake: Lake) -> None:
    ann_loses_at_showdown(lake, rake=53, total_pot=265)
    ann_wins_the_blinds(lake, rake=None, rake_source="unknown")

    (row,) = report_on(lake, "Ann")["rake"]

    # 130 of 265 of a rake of 53.
    assert (row["hands"], row["known_hands"]) == (2, 1)
    assert row["rake"] == Decimal("0.26")
    assert row["rake_bb_per_100"] == pytest.approx(260)
    assert row["net_before_rake"] - row["rake"] == row["net"]


def test_rake_is_that_of_the_views_and_fees_are_apart(lake: Lake) -> None:
    # The house adds 100, which nobody pays rake for; of the rake of 4 Ann and Cat pay half.
    ann_loses_at_showdown(lake, rake=4, fees=20, added=100, total_pot=365)
    for _ in range(3):
        ann_loses_at_showdown(lake, rake=1, total_pot=265)

    report = report_on(lake, "Ann")
    (row,) = report["rake"]

    shares = lake.value("select sum(rake_weighted) from fct_rake where player = 'Ann'")
    assert row["rake"] == Decimal(int(shares)) / 100
    assert row["fees"] == Decimal("0.10")
    assert row["net_before_rake"] == row["net"] + row["rake"] + row["fees"]
    assert row["rake_bb_per_100"] == pytest.approx(100 * int(shares) / 10 / 4)
    assert "and $0.10 of fees" in render(report)


def test_tournaments_sum_what_is_known(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    price: dict[str, Any] = {"buy_in": 900, "fee": 100, "currency": "USD", "scale": 2}
    for number, place, prize in (("1", 1, 5000), ("2", 7, 0), ("3", None, None)):
        row = {"site": "pokerstars", "tournament_id": number, "player": "Ann", "source": "summary"}
        lake.insert("tournaments", row | price | {"finish_place": place, "prize": prize})

    report = report_on(lake, "Ann")

    (total, by_price) = report["tournaments"]
    assert total["is_total"]
    assert by_price["entry_price"] == Decimal("10.00")
    counts = ("tournaments", "known_tournaments", "paid_places", "firsts")
    assert tuple(total[name] for name in counts) == (3, 2, 1, 1)
    assert (total["paid"], total["won"], total["net"]) == (Decimal(20), Decimal(50), Decimal(30))
    assert (total["itm"], total["roi"]) == (0.5, 1.5)
    assert [row["won_so_far"] for row in report["tournament_line"]] == [Decimal(40), Decimal(30)]
    assert "Net over tournaments" in render(report)


def test_tournaments_without_a_price_are_counted(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    row = {"site": "ggpoker", "tournament_id": "1", "player": "Ann", "source": "hands"}
    lake.insert("tournaments", row | {"finish_place": 3})

    report = report_on(lake, "Ann")

    (total, _) = report["tournaments"]
    assert (total["tournaments"], total["known_tournaments"], total["net"]) == (1, 0, None)
    assert "currency unknown" in render(report)


def test_statistics_have_intervals_and_no_percentile_among_few(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    ann_loses_at_showdown(lake)

    rows = {row["statistic"]: row for row in report_on(lake, "Cat")["styles"]}

    vpip = rows["vpip"]
    assert (vpip["made"], vpip["chances"], vpip["style"]) == (1, 2, 0.5)
    assert vpip["style_low"] < 0.5 < vpip["style_high"]
    assert vpip["percentile"] is None


@pytest.mark.parametrize("family", ["stud", "draw"])
def test_games_without_a_flop_are_described_without_one(lake: Lake, family: str) -> None:
    ann_wins_the_blinds(lake, game="razz" if family == "stud" else "badugi", game_family=family)
    report = report_on(lake)

    for format in ("html", "text"):
        text = " ".join(re.sub("<[^>]+>", " ", render(report, format)).split())
        assert "put money in by choice on the first betting round" in text
        assert "Raises on the first betting round." in text
        assert not re.search("(before|after|seen|bets?) the (flop|turn|river)", text, re.IGNORECASE)


def _many(
    lake: Lake,
    player: str,
    hands: int,
    folds: int,
    net: int,
    *,
    site: str = "pokerstars",
    game: str = "'holdem' as game, 'flop' as game_family, false as is_hi_lo, 10 as big_blind",
) -> None:
    """Seats of one player, of which some folded to a c-bet that all faced."""
    first = lake.value("select count(*) from hands")
    numbers = f"from range({first}, {first + hands}) as numbers (n)"
    columns = (
        f"'{site}' as site, 'h' || cast(n as varchar) as hand_id, 'cash' as kind,"
        f" 'USD' as currency, 2 as scale, {game}, 'no_limit' as betting, 'exact' as verdict"
    )
    lake.connection.execute(f"insert into hands by name select {columns} {numbers}")
    lake.connection.execute(
        f"insert into seats by name select {columns}, 1 as seat, '{player}' as player,"
        f" {str(player == 'Ann').lower()} as is_hero, true as is_dealt_in, {net} as net,"
        f" {net} / 10 as net_bb {numbers}"
    )
    lake.connection.execute(
        "insert into actions by name select site, hand_id, cast(seat as tinyint) as seat, player,"
        " 0 as action_no, 0 as street_no, 'preflop' as street,"
        f" case when row_number() over () <= {folds} then 'fold' else 'call' end as kind,"
        " 10 as amount, 1 as raises_before, 0 as limpers_before, 0 as callers_before,"
        " 5 as aggressor_seat, true as can_raise from seats"
        f" where player = '{player}' and cast(hand_id[2:] as integer) >= {first}"
    )


def test_leaks_compare_with_those_who_won_at_the_same_stake(lake: Lake) -> None:
    _many(lake, "Ann", 200, folds=150, net=-5)
    for name in ("Bob", "Cat", "Dan", "Eve", "Fay"):
        _many(lake, name, 200, folds=60, net=5)
    _many(lake, "Gil", 200, folds=200, net=-5)

    rows = {row["statistic"]: row for row in report_on(lake, "Ann")["leaks"]}

    vpip = rows["vpip"]
    assert (vpip["made"], vpip["chances"]) == (50, 200)
    # Gil lost: the winners are the other five.
    assert (vpip["winners"], vpip["winners_made"], vpip["winners_chances"]) == (5, 700, 1000)
    assert vpip["difference"] == pytest.approx(-0.45)
    assert vpip["difference_low"] < -0.45 < vpip["difference_high"] < 0
    assert "Where winners play differently" in render(report_on(lake, "Ann"))


STUD = "'stud' as game, 'stud' as game_family, 'small_bet' as bb_unit, null as big_blind"


@pytest.mark.parametrize(
    "other",
    [
        {"game": "'holdem' as game, 'flop' as game_family, true as is_hi_lo, 10 as big_blind"},
        {"game": "'holdem' as game, 'flop' as game_family, false as is_hi_lo, 400 as big_blind"},
        {"site": "winamax"},
    ],
)
def test_winners_of_another_game_stake_or_site_are_not_compared(
    lake: Lake, other: dict[str, str]
) -> None:
    _many(lake, "Ann", 200, folds=150, net=-5)
    for name in ("Bob", "Cat", "Dan", "Eve", "Fay"):
        _many(lake, name, 200, folds=60, net=5, **other)

    assert report_on(lake, "Ann")["leaks"] == ()


def test_stakes_of_stud_are_those_of_their_small_bets(lake: Lake) -> None:
    for small_bet, folds in ((10, 150), (400, 60)):
        game = f"{STUD}, false as is_hi_lo, {small_bet} as small_bet"
        _many(lake, "Ann", 200, folds=folds, net=-5, game=game)
        for name in ("Bob", "Cat", "Dan", "Eve", "Fay"):
            _many(lake, name, 200, folds=100, net=5, game=game)

    rows = [row for row in report_on(lake, "Ann")["leaks"] if row["statistic"] == "vpip"]

    found = {row["small_bet"]: (row["made"], row["winners_made"]) for row in rows}
    assert found == {Decimal("0.10"): (50, 500), Decimal("4.00"): (140, 500)}
    headings = {stake_of(row) for row in rows}
    assert headings == {
        "No-limit 7-card stud, $0.10 small bet · Cash games · USD · PokerStars",
        "No-limit 7-card stud, $4.00 small bet · Cash games · USD · PokerStars",
    }


def test_percentiles_are_among_the_players_of_the_site(lake: Lake) -> None:
    _many(lake, "Ann", 200, folds=150, net=0)
    _many(lake, "Ann", 100, folds=0, net=0, site="winamax")
    for name in ("Bob", "Cat"):
        _many(lake, name, 100, folds=60, net=0)
        _many(lake, name, 100, folds=20, net=0, site="winamax")
    # Two people, neither of whom has a hundred hands.
    _many(lake, "Dan", 60, folds=0, net=0)
    _many(lake, "Dan", 60, folds=0, net=0, site="winamax")

    rows = {row["statistic"]: row for row in report_on(lake, "Ann")["styles"]}

    vpip = rows["vpip"]
    assert (vpip["site"], vpip["currency"], vpip["hands"]) == ("pokerstars", "USD", 200)
    assert (vpip["made"], vpip["chances"]) == (50, 200)
    assert (vpip["median_rate"], vpip["population"]) == (0.4, 2)


def test_sections_without_data_are_left_out(lake: Lake) -> None:
    ann_wins_the_blinds(lake)

    page = render(report_on(lake))

    drawn = re.findall(r'<section id="(\w+)"', page)
    assert {"totals", "months", "positions", "statistics"} <= set(drawn)
    assert not {"tournaments", "leaks", "luck", "all_ins", "players"} & set(drawn)
    assert set(re.findall(r'href="#(\w+)"', page)) <= set(drawn)


def test_card_tables_are_those_of_the_games_that_were_played(lake: Lake) -> None:
    seats = {"Ann": {"hole_cards": "AhKhQdJd", "category": 1, "cards_source": "dealt"}}
    ann_loses_at_showdown(lake)
    lake.connection.execute("update seats set category = 1 where player in ('Ann', 'Cat')")
    lake.hand(
        "Bob Cat",
        "Cat sb 5, Bob bb 10, Cat call, Bob check",
        "",
        "",
        "",
        won={"Cat": 20},
        showdown=["Bob", "Cat"],
        seats={"Bob": seats["Ann"], "Cat": {"hole_cards": "2c3c4c5d", "category": 2}},
        game="omaha",
        board="AcKcQc2s2d",
    )

    games = {row["game"] for row in report_on(lake, "Ann")["categories"]}

    assert games <= {"holdem"}


def test_a_report_on_the_table_replays_its_biggest_pots(lake: Lake) -> None:
    small = lake.hand("Bob Cat", "Cat sb 5, Bob bb 10, Cat fold")
    big = lake.hand("Bob Cat", "Cat sb 5, Bob bb 10, Cat raise 900, Bob fold")

    report = report_on(lake)

    assert [row["hand_id"] for row in report["table_pots"]] == [big, small]
    assert [row["winners"] for row in report["table_pots"]] == ["Cat", "Bob"]
    assert report["biggest_pots"] == ()
    assert [number for _, number in report.replays] == [big, small]
    assert 'aria-label="Replay hand' in render(report)
