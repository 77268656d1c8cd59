"""`handlab stats` and `hl.stats`: what is asked, what is answered, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from command_line import run
from polars.testing import assert_frame_equal

import handlab as hl
from handlab.errors import HandlabWarning, StatisticsError
from handlab.statistics.catalogue import catalogue
from handlab.statistics.question import USUAL, Question
from handlab.statistics.slices import DIMENSIONS, KEY
from handlab.statistics.stats_sql import stats_sql

CONTRACT = [
    "vpip",
    "pfr",
    "three_bet",
    "four_bet",
    "fold_to_three_bet",
    "squeeze",
    "cold_call",
    "rfi",
    "open_limp",
    "steal",
    "fold_to_steal",
    "cbet_flop",
    "cbet_turn",
    "cbet_river",
    "fold_to_cbet_flop",
    "fold_to_cbet_turn",
    "fold_to_cbet_river",
    "check_raise_flop",
    "donk_flop",
    "wtsd",
    "wsd",
    "wwsf",
    "aggression_frequency",
]
"""The names that other programs ask for."""


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of simulated hands."""
    folder = tmp_path_factory.mktemp("stats")
    assert (
        run("simulate", "--hands", "300", "--seed", "5", "--out", folder / "h.txt").exit_code == 0
    )
    assert run("ingest", folder / "h.txt", "--lake", folder / "lake").exit_code == 0
    return folder / "lake"


@pytest.fixture(scope="module")
def player(lake: Path) -> str:
    return str(hl.connect(lake).sql("from rpt_names order by hands desc, player").fetchall()[0][1])


def rows(lake: Path, *arguments: str) -> list[dict[str, Any]]:
    result = run("stats", "--lake", lake, "--format", "json", *arguments)
    assert result.exit_code == 0, result.stderr
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


def test_every_statistic_of_the_contract_has_five_columns(lake: Path, player: str) -> None:
    (row,) = rows(lake, "--player", player, "--stat", ",".join(CONTRACT))

    five = [
        column
        for name in CONTRACT
        for column in (name, f"{name}_made", f"{name}_chances", f"{name}_low", f"{name}_high")
    ]
    assert list(row) == [*KEY, "hands", "hands_flagged", *five]
    assert row["player"] == player
    for name in CONTRACT:
        made, chances = row[f"{name}_made"], row[f"{name}_chances"]
        assert 0 <= made <= chances
        if chances:
            assert row[name] == pytest.approx(made / chances)
            assert 0 <= row[f"{name}_low"] <= row[name] <= row[f"{name}_high"] <= 1
        else:
            assert row[name] is row[f"{name}_low"] is row[f"{name}_high"] is None


def test_the_interval_is_wilsons(lake: Path) -> None:
    ends = "select round(wilson_low(1, 10), 4), round(wilson_high(1, 10), 4)"
    bounds = "select wilson_low(0, 5), wilson_high(5, 5), wilson_low(0, 0), wilson_high(0, 0)"
    connection = hl.connect(lake)

    assert connection.sql(ends).fetchall() == [(0.0179, 0.4042)]
    assert connection.sql(bounds).fetchall() == [(0.0, 1.0, None, None)]
    impossible = "select wilson_low(5, 3), wilson_high(5, 3), wilson_low(-1, 3), wilson_high(-1, 3)"
    assert connection.sql(impossible).fetchall() == [(None, None, None, None)]


def test_slices_add_up_to_the_whole(lake: Path, player: str) -> None:
    (whole,) = rows(lake, "--player", player, "--stat", "all")
    for slices in ("position", "position,n_players,month,stake", "weekday,hour", "stack_depth"):
        sliced = rows(lake, "--player", player, "--stat", "all", "--by", slices)
        total: Counter[str] = Counter()
        for row in sliced:
            total.update({name: row[name] for name in row if name.endswith(("_made", "_chances"))})
        assert sum(row["hands"] for row in sliced) == whole["hands"], slices
        assert all(total[name] == whole[name] for name in total), slices


def test_a_frame_has_what_the_command_prints(lake: Path, player: str) -> None:
    frame = hl.stats(lake, player, stat="vpip,cbet_flop", by=["position"])

    printed = rows(lake, "--player", player, "--stat", "vpip,cbet_flop", "--by", "position")
    assert printed == [pytest.approx(row) for row in frame.to_dicts()]
    assert frame["position"].to_list() == sorted(
        frame["position"], key=["SB", "BB", "UTG", "HJ", "CO", "BTN", "BTN/SB"].index
    )


def test_fractions_have_the_digits_that_are_the_same_each_time(lake: Path, tmp_path: Path) -> None:
    columns = ["vpip", "vpip_low", "won_bb", "bb_per_100_high", "ev_bb_per_100", "bb_per_hour"]
    asked = ["--stat", "vpip,results,hours"]
    found = [f"{row[name]!r}" for row in rows(lake, *asked) for name in columns]
    printed = run("stats", "--lake", lake, *asked, "--format", "csv").stdout
    found += [row[name] for row in csv.DictReader(io.StringIO(printed)) for name in columns]

    digits = [len(text.partition("e")[0].strip("-0.").replace(".", "")) for text in found]
    assert max(digits) == 12
    # Parquet and queries are as exact as they were.
    frame = hl.stats(lake, stat="vpip,results,hours")
    assert (
        run(
            "stats", "--lake", lake, *asked, "--format", "parquet", "--out", tmp_path / "s.parquet"
        ).exit_code
        == 0
    )
    assert_frame_equal(pl.read_parquet(tmp_path / "s.parquet"), frame)
    thirds = run("sql", "select 1 / 3 as third", "--lake", lake, "--format", "json")
    assert json.loads(thirds.stdout) == [{"third": 1 / 3}]


def test_without_a_player_there_is_a_row_for_each(lake: Path) -> None:
    frame = hl.stats(lake, stat="vpip")
    whole = hl.connect(lake).sql("select player, hands, vpip_hands from player_stats").fetchall()

    assert sorted(frame.select("player", "hands", "vpip_made").rows()) == sorted(whole)
    assert hl.stats(lake, min_hands=100)["hands"].min() >= 100


def test_every_slice_can_be_asked_for(lake: Path) -> None:
    frame = hl.stats(lake, by=list(DIMENSIONS), stat="vpip")

    assert frame.columns[: len(KEY) + len(DIMENSIONS)] == [*KEY, *DIMENSIONS]


def test_hands_are_chosen_by_day_stake_and_kind(lake: Path, player: str) -> None:
    days = hl.stats(lake, player, by="day", stat="vpip")
    first = days["day"][0]

    assert hl.stats(lake, player, since=first, until=first)["hands"].item() == days["hands"][0]
    assert hl.stats(lake, player, until=f"{first}T00:00").is_empty()
    stakes = hl.stats(lake, player, by="stake,kind", stat="vpip")
    for row in stakes.iter_rows(named=True):
        for stake in (str(row["stake"]), row["stake"], float(row["stake"])):
            found = hl.stats(lake, player, stake=stake, kind=row["kind"])
            assert found["hands"].item() == row["hands"]
    assert hl.stats(lake, player, kind="play").is_empty()


def test_days_may_be_dates_of_python(lake: Path, player: str) -> None:
    first = hl.stats(lake, player, by="day", stat="vpip")["day"][0]
    day = date.fromisoformat(first)

    chosen = hl.stats(lake, player, since=day, until=day)
    year, week, weekday = day.isocalendar()
    for text in (first, first.replace("-", ""), f"{year}W{week:02}{weekday}"):
        assert_frame_equal(chosen, hl.stats(lake, player, since=text, until=text))
    assert hl.stats(
        lake, player, until=datetime(day.year, day.month, day.day, tzinfo=UTC)
    ).is_empty()


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["--stat", "cbet"], "expected a statistic", "did you mean `cbet_"),
        (
            ["--by", "positon"],
            "expected the name of a slice, got `positon`",
            "did you mean `position`, ",
        ),
        (["--player", "Nobody'; --"], "expected a player with hands in the lake", "did you mean"),
        (["--site", "PokerStars"], "expected a site with hands in the lake", "`pokerstars`"),
        (["--kind", "Cash"], "expected a kind with hands in the lake", "`cash`"),
        (["--game", "hold'em"], "expected a game with hands in the lake", "`holdem`"),
        (["--since", "yesterday"], "expected a day such as `2024-05-31`", "UTC"),
        (
            ["--since", "0001-01-01", "--timezone", "Asia/Tokyo"],
            "expected a day or a time of the years 1 to 9999 in UTC, got `0001-01-01`",
            "leave it out",
        ),
        (
            ["--until", "9999-12-31", "--timezone", "UTC"],
            "expected a day or a time of the years 1 to 9999 in UTC, got `9999-12-31`",
            "leave it out",
        ),
        (["--stake", "1 or true"], "expected a stake as its big blind", "small bet"),
    ],
)
def test_what_does_not_exist_is_named(
    lake: Path, arguments: list[str], message: str, hint: str
) -> None:
    result = run("stats", "--lake", lake, *arguments)

    error, help = result.stderr.splitlines()
    assert (result.exit_code, result.stdout) == (2, "")
    assert error.startswith(f"error: {message}")
    assert help.startswith("hint: ")
    assert hint in help


def test_without_a_lake_only_the_catalogue_and_the_query_are_printed() -> None:
    listed = run("stats", "--list", "--format", "json")
    shown = run("stats", "--show-sql", "--player", "O'Hara", "--format", "csv")
    asked = run("stats")

    assert [row["name"] for row in json.loads(listed.stdout)] == [
        entry.name for entry in catalogue().statistics
    ]
    assert "player = 'O''Hara'" in shown.stdout
    assert (asked.exit_code, "expected the folder of a lake" in asked.stderr) == (2, True)


def test_the_query_that_is_shown_gives_the_answer(lake: Path, player: str) -> None:
    arguments = ("stats", "--player", player, "--by", "position", "--format", "csv")
    shown = run(*arguments, "--show-sql").stdout

    answer = pl.read_csv(io.StringIO(run("sql", shown, "--lake", lake, "--format", "csv").stdout))
    # But for the digits that `stats` leaves out.
    assert_frame_equal(answer, pl.read_csv(io.StringIO(run(*arguments, "--lake", lake).stdout)))
    assert answer.height > 1


def test_a_query_that_is_shown_says_what_sets_its_gap_between_sessions(lake: Path) -> None:
    shown = run("stats", "--stat", "hours", "--session-gap", "60", "--show-sql")

    assert "set variable session_gap = 60" in shown.stdout.splitlines()[-1]
    assert "note: the query has this gap only after `set variable session_gap = 60`" in shown.stderr
    assert run("sql", shown.stdout, "--lake", lake, "--format", "csv").exit_code == 0


def test_a_table_shows_percentages(lake: Path, player: str) -> None:
    one = run("stats", "--lake", lake, "--player", player)
    sliced = run("stats", "--lake", lake, "--player", player, "--by", "position")

    assert all(name in one.stdout for name in (*USUAL, "chances", "percent"))
    assert all(name in sliced.stdout for name in (*USUAL, "position"))


def test_groups_and_all_are_statistics() -> None:
    every = {entry.name for entry in catalogue().statistics}
    showdown = {entry.name for entry in catalogue().statistics if entry.group == "showdown"}

    assert {entry.name for entry in Question(stat=["all"]).statistics} == every
    assert {entry.name for entry in Question(stat=["showdown", "wtsd"]).statistics} == showdown
    assert tuple(entry.name for entry in Question().statistics) == USUAL
    with pytest.raises(StatisticsError):
        _ = Question(stat=["Vpip"]).statistics


@pytest.mark.parametrize(
    "arguments",
    [
        ("stats", "--stat", "vpip", "--format", "csv"),
        ("report", "--format", "csv", "--section", "verdicts"),
        ("sql", "select 1 as one", "--format", "csv"),
    ],
)
def test_a_dash_in_place_of_a_file_is_stdout(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = run(*arguments, "--lake", lake)
    dashed = run(*arguments, "--lake", lake, "--out", "-")

    assert (dashed.exit_code, dashed.stdout) == (0, printed.stdout)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("stats", "--stat", "vpip"),
        ("winrate", "--player", "riverbend88"),
        ("diff-readings", "--stat", "vpip"),
        ("fairness", "--min-hands", "100"),
        ("stats", "--list"),
    ],
)
def test_a_file_has_the_format_of_its_ending(
    lake: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    result = run(*arguments, "--lake", lake, "--out", tmp_path / "a.csv")

    assert result.exit_code == 0
    assert "," in (tmp_path / "a.csv").read_text().splitlines()[0]


def test_the_file_of_a_query_may_have_any_ending(lake: Path, tmp_path: Path) -> None:
    result = run("stats", "--lake", lake, "--show-sql", "--out", tmp_path / "q.sql")

    assert result.exit_code == 0
    assert "select" in (tmp_path / "q.sql").read_text()


def test_days_and_hours_are_those_of_the_zone(lake: Path, player: str) -> None:
    utc = hl.stats(lake, player, by="day,hour", stat="vpip")
    there = hl.stats(lake, player, by="day,hour", stat="vpip", timezone="Asia/Kolkata")
    day, hour = there["day"][0], there["hour"][0]

    assert utc["hands"].sum() == there["hands"].sum()
    with hl.connect(lake) as connection:
        query = (
            "select count(*) from fct_named_seats where player = ?"
            " and cast(started_at at time zone 'UTC' + interval 330 minutes as date) = cast(? as date)"
        )
        (expected,) = connection.execute(query, [player, day]).fetchone() or (0,)
        query += " and hour(started_at at time zone 'UTC' + interval 330 minutes) = ?"
        (in_hour,) = connection.execute(query, [player, day, hour]).fetchone() or (0,)
    chosen = hl.stats(lake, player, since=day, until=day, timezone="Asia/Kolkata")
    assert (chosen["hands"].sum(), there["hands"][0]) == (expected, in_hour)
    with pytest.raises(StatisticsError, match="expected a time zone, got `Mars`"):
        hl.stats(lake, player, timezone="Mars")


def test_a_day_of_a_zone_has_its_length() -> None:
    # Clocks go forward by half an hour there that night.
    day = "2024-10-06"
    shown = stats_sql(Question.of(since=day, until=day, timezone="Australia/Lord_Howe"))

    assert "started_at >= timestamptz '2024-10-05 13:30:00+00:00'" in shown
    assert "started_at < timestamptz '2024-10-06 13:00:00+00:00'" in shown


def test_hands_without_a_start_are_named_where_days_are_chosen(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    sample = sorted((Path(__file__).parents[1] / "corpus" / "ggpoker").glob("*.txt"))[0]
    hl.ingest(sample, lake)
    (tmp_path / "job.toml").write_text(
        'lake = "lake"\n[only]\nsince = 2020-01-01\n[[report]]\nto = "x.html"\n'
    )
    answers = [
        run("stats", "--lake", lake, "--since", "2020-01-01"),
        run("winrate", "--lake", lake, "--player", "Hero", "--until", "2020-01-01"),
        run("diff-readings", "--lake", lake, "--stat", "vpip", "--since", "2020-01-01"),
        run("run", tmp_path / "job.toml"),
    ]

    for result, whose in zip(answers, ("the lake", "`Hero`", "the lake", "the lake"), strict=True):
        said = f"1 hand of {whose} has no start" in result.stderr
        assert (result.exit_code, said) == (0, True), result.stderr
    assert "no start" not in run("stats", "--lake", lake).stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"player": 5}, "expected a text as `player`, got `5`"),
        ({"by": 5}, "expected a text or a list of texts as `by`, got `5`"),
        ({"stat": ["vpip", 1]}, "expected a text or a list of texts as `stat`, got `['vpip', 1]`"),
        ({"site": ["winamax"]}, "expected a text as `site`, got `['winamax']`"),
        ({"since": 2024}, "expected a text, a `date` or a `datetime` as `since`, got `2024`"),
        ({"stake": True}, "expected a text or a number as `stake`, got `True`"),
        ({"min_hands": "10"}, "expected a whole number as `min_hands`, got `'10'`"),
        ({"session_gap": "10"}, "expected a whole number as `session_gap`, got `'10'`"),
        ({"sight": "party"}, "expected a known parameter, got `sight`\nhint: did you mean `site`?"),
        (
            {"where": ["true"]},
            "expected a known parameter, got `where`\nhint: all are: since, until",
        ),
    ],
)
def test_a_wrong_argument_of_the_function_is_named(
    lake: Path, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(TypeError) as raised:
        hl.stats(lake, **arguments)
    assert str(raised.value).startswith(message)


def test_functions_refuse_what_they_would_not_heed(lake: Path, player: str) -> None:
    with pytest.raises(TypeError, match="expected a known parameter, got `stat`"):
        hl.win_rate(lake, player, stat="vpip")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="expected a known parameter, got `min_hands`"):
        hl.diff_readings(lake, "pfr", player, min_hands=5)  # type: ignore[call-arg]
    for gap in (-1, 10**20):
        message = f"expected 0 to 1,000,000,000 minutes as `session_gap`, got `{gap}`"
        with pytest.raises(StatisticsError, match=message):
            hl.stats(lake, player, stat="hours", session_gap=gap)
    assert hl.stats(lake, player, stat="hours", session_gap=10**9).height > 0
    with pytest.raises(StatisticsError, match="expected 1 or more as `min_hands`, got `0`"):
        hl.stats(lake, player, min_hands=0)


@pytest.mark.parametrize(
    ("since", "until"),
    [("2024-05-02", "2024-05-01"), ("2024-05-01T12:00", "2024-05-01T12:00")],
)
def test_days_in_the_wrong_order_are_refused(lake: Path, since: str, until: str) -> None:
    refused = run("stats", "--lake", lake, "--since", since, "--until", until)
    message = f"error: expected `since` before `until`, got `{since}` and `{until}`"
    assert (refused.exit_code, refused.stderr.splitlines()[0]) == (2, message)


def test_what_is_none_is_not_given(lake: Path, player: str) -> None:
    unasked = hl.stats(lake, player, by=None, stat=None, since=None, stake=None)
    assert_frame_equal(unasked, hl.stats(lake, player))


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ({"kind": "club"}, "is as asked: kind `club`", "; kind cash$"),
        ({"since": "2093-01-01"}, "is as asked: since `2093-01-01`", r"; days \d+-\d+-\d+ to "),
        ({"stake": 77}, "is as asked: stake `77`", r"; stake [\d.]+"),
    ],
)
def test_an_answer_without_hands_says_what_was_asked_and_what_there_is(
    lake: Path, asked: dict[str, Any], message: str, hint: str
) -> None:
    with pytest.warns(HandlabWarning, match=message) as warned:
        assert hl.stats(lake, **asked).is_empty()

    (warning,) = (str(found.message) for found in warned)
    assert re.search(f"hint: the lake has 300 hands of named players{hint}", warning)


def test_of_a_lake_without_hands_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    run("ingest", tmp_path / "empty.txt", "--lake", tmp_path / "lake")

    with pytest.warns(HandlabWarning, match=r"the lake has no hands\nhint: `handlab ingest PATH`"):
        assert hl.stats(tmp_path / "lake").is_empty()


def test_rows_with_too_few_hands_are_said_to_be_missing(lake: Path) -> None:
    with pytest.warns(HandlabWarning, match=r"no row has 301 hands\nhint: the one with most has"):
        assert hl.stats(lake, by="position", min_hands=301).is_empty()
