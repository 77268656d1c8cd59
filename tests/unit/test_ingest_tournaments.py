"""Hands and summaries of tournaments from files to the lake, with results that a person can count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

from handlab import views
from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.schema import HAND_TABLES, TOURNAMENTS

if TYPE_CHECKING:
    from pathlib import Path

SUMMARY = """PokerStars Tournament #777, No Limit Hold'em
Buy-In: $2.00/$0.50/$0.20 USD
3 players
Total Prize Pool: $6.00 USD
Tournament started 2020/05/06 14:15:00 ET
Tournament finished 2020/05/06 15:15:00 ET
  1: Cat (Peru), $6.00 (100%)
  2: Ann (Peru),
  3: Bob (Peru),

You finished in 2nd place.
You made 2 rebuys and 1 addons for a total of $8.10.
"""


def hand(
    number: int, lines: str, *, seats: str = "Ann Bob Cat", entry: str = "$2+$0.50+$0.20 USD"
) -> str:
    """A hand of the tournament in which the last of the seats wins the blinds; `lines` come after it."""
    names = seats.split()
    chairs = "\n".join(f"Seat {n}: {name} (1500 in chips)" for n, name in enumerate(names, 1))
    return f"""PokerStars Hand #{number}: Tournament #777, {entry} Hold'em No Limit - Level I (10/20) - 2020/05/06 14:{number % 60:02}:00 ET
Table '777 1' 9-max Seat #3 is the button
{chairs}
{names[0]}: posts small blind 10
{names[1]}: posts big blind 20
*** HOLE CARDS ***
Dealt to {names[0]} [7h 2c]
{names[2]}: raises 20 to 40
{names[0]}: folds
{names[1]}: folds
Uncalled bet (20) returned to {names[2]}
{names[2]} collected 50 from pot
{lines}*** SUMMARY ***
Total pot 50 | Rake 0
Seat 1: {names[0]} (small blind) folded before Flop
Seat 2: {names[1]} (big blind) folded before Flop
Seat 3: {names[2]} (button) collected (50)


"""


def out(name: str, place: str, prize: str = "") -> str:
    return f"{name} finished the tournament in {place} place{prize}\n"


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def read(lake: Lake, folder: Path, *texts: str, **options: Any) -> Any:
    """Ingest texts as files of their own, one run each."""
    for text in texts:
        path = folder / f"{len(list(folder.glob('*.txt')))}.txt"
        path.write_text(text, encoding="utf-8")
        summary = ingest([path], lake, workers=1, **options)
    return summary


def rows(lake: Lake, query: str) -> list[tuple[Any, ...]]:
    with views.connect(lake.path) as connection:
        return connection.sql(query).fetchall()


def faults(lake: Lake) -> list[tuple[Any, ...]]:
    checks = ("tournaments_whole", "tournaments_agree", "keys_unique")
    with views.connect(lake.path) as connection:
        return [
            tuple(row.values()) for name in checks for row in views.run_check(connection, name).rows
        ]


def test_hands_and_summary_are_one_row_per_player_whatever_comes_first(tmp_path: Path) -> None:
    texts = [
        hand(1, out("Bob", "3rd")),
        hand(2, "Ann re-buys and receives 1500 chips for $2.70\n", seats="Ann Bob Cat"),
        SUMMARY,
        "".join(f"> {line}\n" for line in SUMMARY.splitlines()),
    ]
    results = []
    for number, order in enumerate((texts, texts[::-1])):
        folder = tmp_path / str(number)
        folder.mkdir()
        lake = Lake.create(folder / "lake")
        read(lake, folder, *order)
        results.append(
            rows(
                lake,
                "select site, player, source, finish_place, prize, rebuys, add_ons, rebuys_paid, re_entries,"
                " buy_in, fee, bounty, entries from tournaments order by finish_place",
            )
        )
        assert faults(lake) == []
        assert rows(lake, "select distinct site from hands") == [("pokerstars",)]
    price = (200, 20, 50, 3)
    assert results[0] == [
        ("pokerstars", "Cat", "summary", 1, 600, None, None, None, 0, *price),
        ("pokerstars", "Ann", "summary", 2, 0, 2, 1, 810, 0, *price),
        ("pokerstars", "Bob", "summary", 3, 0, None, None, None, 0, *price),
    ]
    assert results[1] == results[0]


def test_what_a_tournament_cost_and_paid_can_be_counted(lake: Lake, tmp_path: Path) -> None:
    bounty = "Cat wins the $0.50 bounty for eliminating Bob\n"
    read(lake, tmp_path, hand(1, out("Bob", "3rd") + bounty), SUMMARY)
    counted = rows(lake, "select player, paid, won, net from fct_tournaments order by player")
    # Ann pays 2.70 and 8.10; Cat pays 2.70, and wins 6.00 and a bounty of 0.50.
    assert counted == [("Ann", 1080, 0, -1080), ("Bob", 270, 0, -270), ("Cat", 270, 650, 380)]


def test_re_entries_are_counted_from_hands_alone(lake: Lake, tmp_path: Path) -> None:
    entry = "$5+$0.50 USD"
    read(
        lake,
        tmp_path,
        hand(1, out("Ann", "80th"), entry=entry),
        hand(2, out("Ann", "12th", " and received $20.00."), entry=entry)
        + hand(3, out("Bob", "9th"), entry=entry),
        hand(1, out("Ann", "80th"), entry=entry) + hand(4, "", entry=entry),
    )
    counted = "select player, re_entries, finish_place, paid, won, net, source from fct_tournaments order by all"
    assert rows(lake, counted) == [
        ("Ann", 1, 12, 1100, 2000, 900, "hands"),
        ("Bob", 0, 9, 550, 0, -550, "hands"),
        # What became of Cat, no text says.
        ("Cat", 0, None, 550, None, None, "hands"),
    ]


def test_whoever_sits_at_a_table_has_a_row(lake: Lake, tmp_path: Path) -> None:
    read(lake, tmp_path, hand(1, "") + hand(2, "", seats="Ann Dan Cat"), hand(3, ""))
    counted = "select player, source, buy_in, game, is_finished, finish_place, prize, rebuys from tournaments"
    price = ("hands", 200, "holdem", None, None, None, None)
    assert sorted(rows(lake, counted)) == [(name, *price) for name in ("Ann", "Bob", "Cat", "Dan")]
    assert rows(lake, "select count(*) from tournament_reports") == [(4,)]
    read(lake, tmp_path, SUMMARY.replace("3 players", "9 players"))
    placed = "select player, source, finish_place, net from fct_tournaments order by player"
    assert rows(lake, placed) == [
        ("Ann", "summary", 2, -1080),
        ("Bob", "summary", 3, -270),
        ("Cat", "summary", 1, 330),
        ("Dan", "hands", None, None),
    ]


def test_a_mix_of_games_is_one_whatever_hand_comes_first(tmp_path: Path) -> None:
    mix = [hand(1, ""), hand(2, "").replace("Hold'em No Limit", "Omaha Pot Limit")]
    for number, order in enumerate((mix, mix[::-1])):
        folder = tmp_path / str(number)
        folder.mkdir()
        lake = Lake.create(folder / "lake")
        read(lake, folder, *order)
        games = "select game, betting, count(*) from tournaments group by all"
        assert rows(lake, games) == [(None, None, 3)]


@pytest.mark.parametrize("is_in_one_run", [True, False])
def test_a_hero_whom_another_copy_of_the_hand_names_is_nobody_else(
    lake: Lake, tmp_path: Path, *, is_in_one_run: bool
) -> None:
    named = hand(1, "")
    copies = [named.replace("Ann", "Hero"), named]
    read(lake, tmp_path, *(["".join(copies)] if is_in_one_run else copies))
    assert rows(lake, "select player from tournaments order by all") == [
        ("Ann",),
        ("Bob",),
        ("Cat",),
    ]
    # In another hand nobody says who it is.
    read(lake, tmp_path, hand(2, "").replace("Ann", "Hero"))
    assert ("Hero",) in rows(lake, "select player from tournaments")
    # All three entries are listed, and he is none besides.
    read(lake, tmp_path, SUMMARY)
    assert rows(lake, "select count(*) from tournaments") == [(3,)]


def test_hero_of_a_converted_hand_is_who_finished_in_that_place(lake: Lake, tmp_path: Path) -> None:
    read(lake, tmp_path, hand(1, out("Hero", "2nd"), seats="Hero Bob Cat"), SUMMARY)
    assert rows(lake, "select player from tournaments order by all") == [
        ("Ann",),
        ("Bob",),
        ("Cat",),
    ]
    assert faults(lake) == []


def test_points_and_tickets_are_not_money(lake: Lake, tmp_path: Path) -> None:
    text = SUMMARY.replace("$2.00/$0.50/$0.20 USD", "250 SC").replace("$6.00 (100%)", "Big ticket")
    text = text.replace("Total Prize Pool: $6.00 USD", "Total Prize Pool: 750 SC")
    read(lake, tmp_path, text)
    query = "select is_money, currency, prize, prize_text, won from fct_tournaments where player = 'Cat'"
    assert rows(lake, query) == [(False, "SC", None, "Big ticket", 0)]


def test_what_cannot_be_read_of_a_mail_is_a_reject_with_its_line(
    lake: Lake, tmp_path: Path
) -> None:
    broken = (
        "Hello\n\nPokerStars Tournament #8, No Limit Hold'em\nBuy-In: a kiss\n  1: Ann (Peru),\n"
    )
    summary = read(lake, tmp_path, broken)
    assert rows(lake, "select line, code from rejects") == [(4, "amount")]
    assert summary.summaries == 0
    read(lake, tmp_path, "Torneio PokerStars #9, No Limit Hold'em\n3 jogadores\n")
    assert rows(lake, "select code from rejects order by all") == [("amount",), ("header",)]


def test_a_summary_in_the_chat_of_a_hand_does_not_cut_the_hand(lake: Lake, tmp_path: Path) -> None:
    chat = 'Bob said, "PokerStars Tournament #8, No Limit Hold\'em Buy-In: $1/$1 USD"\n'
    summary = read(lake, tmp_path, hand(1, chat))
    assert (summary.hands, summary.rejected) == (1, 0)
    assert rows(lake, "select count(*) from rejects") == [(0,)]


def older(lake: Lake) -> None:
    """Make a lake hold what an older handlab had stored: rows under two sites, and no reports."""
    price = {"currency": "USD", "scale": 2, "buy_in": 200, "fee": 20, "tournament_id": "777"}
    summary = {**price, "site": "PokerStars", "source": "summary", "entries": 3}
    frame = pl.DataFrame(
        [
            {**summary, "player": "Cat", "finish_place": 1, "prize": 600},
            {**summary, "player": "Ann", "finish_place": 2, "prize": 0},
            {**summary, "player": "Bob", "finish_place": 3, "prize": 0},
            {**price, "site": "pokerstars", "source": "hands", "player": "Bob", "finish_place": 3},
        ],
        schema=TOURNAMENTS.polars_schema,
    )
    with lake.writer() as writer:
        writer.add({"tournaments": frame})
        writer.commit()


JOINED = [("pokerstars", "Ann", 2), ("pokerstars", "Bob", 3), ("pokerstars", "Cat", 1)]


def test_an_older_lake_is_joined_when_it_is_next_written(lake: Lake, tmp_path: Path) -> None:
    older(lake)
    assert {row[3] for row in faults(lake) if len(row) == 4} == {
        "site_in_capitals",
        "facts_differ",
    }
    empty = tmp_path / "empty"
    empty.mkdir()
    for _ in range(2):
        ingest([empty], lake, workers=1)
        query = "select site, player, finish_place from tournaments order by player"
        assert rows(lake, query) == JOINED
    assert faults(lake) == []
    assert rows(lake, "select sum(paid) from fct_tournaments") == [(660,)]
    read(lake, tmp_path, hand(1, out("Bob", "3rd"), entry="$2+$0.20 USD"), SUMMARY)
    assert rows(lake, query) == JOINED
    read(lake, tmp_path, hand(2, "", entry="$2+$0.20 USD"))
    assert rows(lake, query) == JOINED
    assert rows(lake, "select distinct buy_in, bounty from tournaments") == [(200, 50)]


def test_what_an_older_version_merged_otherwise_is_merged_again_by_reparse(
    lake: Lake, tmp_path: Path
) -> None:
    read(lake, tmp_path, hand(1, out("Bob", "3rd")), SUMMARY)
    places = rows(lake, "select player, finish_place from tournaments order by player")
    with lake.connect(read_only=False) as connection:
        connection.execute("update lake.tournaments set finish_place = 9, name = 'Another'")
        connection.execute("update lake.files set parser_version = 1")
        connection.execute("update lake.hands set parser_version = 1")

    ingest([tmp_path / "0.txt", tmp_path / "1.txt"], lake, workers=1, reparse=True)

    assert rows(lake, "select player, finish_place from tournaments order by player") == places
    assert rows(lake, "select count(*) from tournaments where name = 'Another'") == [(0,)]


@pytest.mark.parametrize("texts", [[hand(1, out("Bob", "3rd")), hand(2, ""), SUMMARY], [SUMMARY]])
def test_a_tournament_that_an_older_version_gave_to_another_site_is_not_counted_twice(
    lake: Lake, tmp_path: Path, texts: list[str]
) -> None:
    read(lake, tmp_path, *texts)
    tables = ("hands", "tournaments", "tournament_reports")
    queries = [f"select * exclude (started_at) from {table} order by all" for table in tables]
    expected = [rows(lake, query) for query in queries]
    with lake.connect(read_only=False) as connection:
        for table in (*HAND_TABLES, "tournaments", "tournament_reports"):
            connection.execute(f"update lake.{table} set site = 'elsewhere'")
        connection.execute("update lake.files set parser_version = 1")
        connection.execute("update lake.hands set parser_version = 1")

    ingest([tmp_path], lake, workers=1, reparse=True)

    assert [rows(lake, query) for query in queries] == expected


def test_a_run_that_is_broken_off_leaves_an_older_lake_as_it_was(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older(lake)
    with monkeypatch.context() as patch:
        patch.setattr("handlab.lake.writer.Writer.commit", broken)
        with pytest.raises(KeyboardInterrupt):
            ingest([tmp_path], lake, workers=1)
    assert rows(lake, "select count(*) from tournaments") == [(4,)]
    assert rows(lake, "select count(*) from tournament_reports") == [(0,)]
    ingest([tmp_path], lake, workers=1)
    assert rows(lake, "select count(*) from tournaments") == [(3,)]


def broken(_: object) -> None:
    raise KeyboardInterrupt


def test_strangers_and_other_prices_are_warned_of(lake: Lake, tmp_path: Path) -> None:
    other = hand(1, out("Dan", "3rd"), seats="Ann Dan Cat", entry="$3+$0.20 USD")
    read(lake, tmp_path, SUMMARY, other)
    assert sorted(row[2:] for row in faults(lake)) == [
        ("Ann", "price_differs"),
        ("Cat", "price_differs"),
        ("Dan", "not_in_summary"),
        ("Dan", "price_differs"),
    ]


def position_hand(number: int, owner: str) -> str:
    """A hand of Ignition, which names seats by position; the owner moves on, hand by hand."""
    me = {name: " [ME]" if name == owner else "" for name in ("Dealer", "Small Blind", "Big Blind")}
    return f"""Ignition Hand #{number}: HOLDEM Tournament #21 TBL#1, Turbo- Level 3 (25/50) - 2022-06-26 16:5{number % 10}:00
Seat 1: Dealer{me["Dealer"]} (845 in chips)
Seat 3: Small Blind{me["Small Blind"]} (1,125 in chips)
Seat 5: Big Blind{me["Big Blind"]} (270 in chips)
Dealer{me["Dealer"]} : Set dealer [1]
Small Blind{me["Small Blind"]} : Small blind 25
Big Blind{me["Big Blind"]} : Big blind 50
*** HOLE CARDS ***
Dealer{me["Dealer"]} : Card dealt to a spot [5d As]
Small Blind{me["Small Blind"]} : Card dealt to a spot [Kc Kh]
Big Blind{me["Big Blind"]} : Card dealt to a spot [8s 7s]
Dealer{me["Dealer"]} : Folds
Small Blind{me["Small Blind"]} : Folds
Big Blind{me["Big Blind"]} : Return uncalled portion of bet 25
Big Blind{me["Big Blind"]} : Does not show [8s 7s] (High Card)
Big Blind{me["Big Blind"]} : Hand result 50
*** SUMMARY ***
Total Pot(50)

"""


def test_an_owner_without_a_name_is_one_player_of_the_tournament(
    lake: Lake, tmp_path: Path
) -> None:
    names = ("Big Blind", "Small Blind", "Dealer")
    texts = [position_hand(number, name) for number, name in enumerate(names, 900)]
    read(lake, tmp_path, "".join(texts))
    # A copy of a hand changes nothing, nor does reading it again.
    read(lake, tmp_path, texts[1] + "\n", "".join(texts) + "\n\n", reparse=True)
    views.ensure(lake)
    with lake.connect() as connection:
        rows = connection.sql("select player, hands from tournament_results").fetchall()
    assert rows == [("Hero", 3)]


def test_an_owner_who_was_listed_by_position_is_listed_once_after_another_reading(
    lake: Lake, tmp_path: Path
) -> None:
    read(lake, tmp_path, position_hand(900, "Dealer") + position_hand(901, "Big Blind"))
    with lake.connect(read_only=False) as connection:
        # As the parser before version 43 reported them.
        connection.execute("update hands set parser_version = 42")
        connection.execute("update files set parser_version = 42")
        for table in ("tournaments", "tournament_reports"):
            connection.execute(f"update {table} set player = 'Dealer'")
    ingest([tmp_path], lake, reparse=True)
    for table in ("tournaments", "tournament_reports"):
        with lake.connect() as connection:
            found = connection.sql(f"select distinct player from {table}").fetchall()
        assert found == [("Hero",)], table
