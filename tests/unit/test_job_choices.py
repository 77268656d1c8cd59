"""The hands that a job chooses: their days, sites, kinds and stakes, and their players."""

from __future__ import annotations

import html
import json
import shutil
import zipfile
from pathlib import Path

from job_runs import job, run

from handlab import views

ROOT = Path(__file__).parents[2]


def test_a_report_is_about_the_chosen_hands_and_no_others(made: Path, tmp_path: Path) -> None:
    """Compared with the same question asked of the whole lake."""
    with views.connect(made / "lake") as connection:
        days = connection.execute(
            "select cast(min(started_at) as date), cast(median(started_at) as date) from hands"
            " where kind = 'cash' and game = 'holdem'"
        ).fetchone()
        assert days is not None
        until = days[1]
        expected = connection.execute(
            f"""select count(*), sum(net) from fct_results
            where player = 'riverbend88' and kind = 'cash' and game = 'holdem'
            and started_at < timestamptz '{until} 00:00:00+00' + interval 1 day
            and big_blind in (10, 25)"""
        ).fetchone()
        rest = connection.execute(
            "select count(*) from fct_results where player = 'riverbend88'"
        ).fetchone()
    (tmp_path / "q.sql").write_text(
        "select count(*) as n, sum(net) as net from fct_results where player = $player"
    )
    path = job(
        tmp_path,
        made,
        f"""
player = "riverbend88"
[only]
until = {until}
kinds = ["cash"]
games = "holdem"
stakes = [0.1, "0.25"]
[[report]]
to = "totals.json"
[[report]]
sql = "q.sql"
to = "q.json"
""",
    )
    assert run(path).exit_code == 0
    totals = json.loads((tmp_path / "totals.json").read_text())["sections"]["totals"]
    asked = json.loads((tmp_path / "q.json").read_text())[0]

    assert expected is not None
    assert rest is not None
    assert 0 < expected[0] < rest[0]
    assert (asked["n"], asked["net"]) == expected
    assert sum(row["hands"] for row in totals) == expected[0]


def test_the_days_of_a_job_are_those_of_its_zone(made: Path, tmp_path: Path) -> None:
    zone = "Pacific/Auckland"
    with views.connect(made / "lake") as connection:
        query = (
            "select count(*), cast(timezone($zone, started_at) as date) as day from hands"
            " where cast(timezone($zone, started_at) as date) <> cast(started_at as date)"
            " group by day order by all desc limit 1"
        )
        found = connection.execute(query, {"zone": zone}).fetchone()
        assert found is not None
        count = "select count(*) from hands where cast(timezone(?, started_at) as date) = ?"
        expected = {
            name: connection.execute(count, [name, found[1]]).fetchall()[0][0]
            for name in (zone, "UTC")
        }
    assert expected[zone] != expected["UTC"]
    (tmp_path / "q.sql").write_text("select count(*) as n from hands")
    for name, hands in expected.items():
        text = f'timezone = "{name}"\n[only]\nperiod = "today"\n[[report]]\nsql = "q.sql"\nto = "%Y-%m-%d.json"\n'
        assert run(job(tmp_path, made, text), "--date", str(found[1])).exit_code == 0
        (row,) = json.loads((tmp_path / f"{found[1]}.json").read_text())
        assert row["n"] == hands


def test_a_site_that_nobody_has_is_refused_and_a_known_one_without_hands_is_not(
    made: Path, tmp_path: Path
) -> None:
    for sites, status, message in (
        ("PokerStars", 2, "expected handlab's name of a site, got `PokerStars`"),
        ("winamax", 0, "no hands, nothing delivered"),
    ):
        text = f'[only]\nsites = ["{sites}"]\n[[report]]\nto = "-"\nformat = "text"'
        result = run(job(tmp_path, made, text))
        assert (result.exit_code, message in result.stderr) == (status, True)


def test_a_filtered_report_says_so(made: Path, tmp_path: Path) -> None:
    path = job(
        tmp_path,
        made,
        """
player = "riverbend88"
aliases = ["wildDuke20"]
[only]
since = 2020-02-01
until = 2020-02-29
sites = ["pokerstars"]
games = ["holdem"]
stakes = [0.1, 0.25]
"""
        + "".join(
            f'[[report]]\nto = "r.{ending}"\nsections = ["totals"]\n'
            for ending in ("html", "txt", "json", "xlsx")
        ),
    )
    only = (
        "1 February 2020 to 29 February 2020, PokerStars, hold'em, big blind 0.1 or 0.25,"
        " with the hands of wildDuke20"
    )

    assert run(path).exit_code == 0
    page = html.unescape((tmp_path / "r.html").read_text())
    head, _, foot = page.partition("<footer>")
    assert f"only: <bdi>{only}</bdi>" in head
    assert f"only about: <bdi>{only}</bdi>" in foot
    assert f"Not the whole lake, only: {only}" in " ".join((tmp_path / "r.txt").read_text().split())
    assert json.loads((tmp_path / "r.json").read_text())["only"] == only
    with zipfile.ZipFile(tmp_path / "r.xlsx") as book:
        assert 'name="about"' in book.read("xl/workbook.xml").decode()
        assert only in html.unescape(book.read("xl/sharedStrings.xml").decode())


def test_other_names_of_a_player_are_theirs(made: Path, tmp_path: Path) -> None:
    query = "select player, count(*) from fct_results where player in ('riverbend88', 'wildDuke20') group by all"
    with views.connect(made / "lake") as connection:
        counts = dict(connection.execute(query).fetchall())
    path = job(
        tmp_path,
        made,
        """
player = "riverbend88"
aliases = ["wildDuke20", {site = "ggpoker", name = "lazyharbor19"}]
[[report]]
to = "all.json"
""",
    )
    assert run(path).exit_code == 0
    totals = json.loads((tmp_path / "all.json").read_text())["sections"]["totals"]

    assert len(counts) == 2
    assert sum(row["hands"] for row in totals) == sum(counts.values())


def test_the_names_that_the_lake_joins_stay_joined_where_hands_are_chosen(
    made: Path, tmp_path: Path
) -> None:
    shutil.copytree(made / "lake", tmp_path / "lake")
    names = '[Ann]\npokerstars = ["riverbend88", "wildDuke20"]\n'
    (tmp_path / "lake" / "aliases.toml").write_text(names)
    for only in ("", '[only]\nkinds = ["cash", "tournament", "play"]\n'):
        text = (
            f'player = "Ann"\n{only}[[report]]\nto = "all{len(only)}.json"\nsections = "totals"\n'
        )
        result = run(job(tmp_path, tmp_path, text))
        assert (result.exit_code, "nothing delivered" in result.stderr) == (0, False)

    whole, chosen = (json.loads(file.read_text()) for file in sorted(tmp_path.glob("all*.json")))
    assert chosen["sections"]["totals"] == whole["sections"]["totals"]


def test_where_cash_games_or_stakes_are_chosen_there_are_no_tournaments(
    made: Path, tmp_path: Path
) -> None:
    query = "select (select count(*) from hands) as hands, (select count(*) from tournaments) as n"
    (tmp_path / "q.sql").write_text(query)
    found = []
    for only in ("", 'kinds = ["cash", "tournament"]', 'kinds = ["cash"]', "stakes = [0.25, 50]"):
        text = f'only = {{ {only} }}\n[[report]]\nsql = "q.sql"\nto = "q.json"\n'
        assert run(job(tmp_path, made, text)).exit_code == 0
        found.append(json.loads((tmp_path / "q.json").read_text())[0])

    every, both, cash, stakes = found
    assert (both["n"], cash["n"], stakes["n"]) == (every["n"], 0, 0)
    assert 0 < stakes["hands"] < cash["hands"] < both["hands"] <= every["hands"]
    assert every["n"] > 0
