"""Names that are one person: in every view, and reversible."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

import handlab as hl
from handlab import views
from handlab.cli import app
from handlab.errors import HandlabWarning, ViewError
from handlab.views import aliases

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from click.testing import Result
    from rows import Lake

FOLD = "Bob sb 5, {} bb 10, Bob fold"


@pytest.fixture
def joined(lake: Lake, tmp_path: Path) -> Lake:
    """Ann and ann_b are one person at PokerStars."""
    for name, site in (("Ann", "pokerstars"), ("ann_b", "pokerstars"), ("ann_b", "winamax")):
        lake.hand(f"{name} Bob", FOLD.format(name), site=site)
    tournament = {"site": "pokerstars", "tournament_id": "1", "player": "ann_b", "source": "hands"}
    lake.insert("tournaments", tournament)
    (tmp_path / "aliases.toml").write_text('[Ann]\npokerstars = "ann_b"\n', encoding="utf-8")
    names = aliases.read(tmp_path)
    views.create_views(lake.connection, are_statistics_stored=False, names=names)
    return lake


@pytest.fixture(autouse=True)
def _restored(lake: Lake) -> Iterator[None]:
    yield
    views.create_views(lake.connection, are_statistics_stored=False)


def test_every_view_has_the_person(joined: Lake) -> None:
    query = "select player, hands from player_stats where site = 'pokerstars' order by 1"
    assert joined.rows(query) == [("Ann", 2), ("Bob", 2)]
    query = "select player from player_stats where site = 'winamax' order by 1"
    assert joined.rows(query) == [("Bob",), ("ann_b",)]
    columns = "distinct player, screen_name"
    for view in ("fct_seat_facts", "fct_results"):
        where = "site = 'pokerstars' and player <> 'Bob'"
        rows = joined.rows(f"select {columns} from {view} where {where} order by all")
        assert rows == [("Ann", "Ann"), ("Ann", "ann_b")], view
    assert joined.value("select player from tournament_results") == "Ann"
    assert joined.value("select sum(hands) from rpt_totals where player = 'Ann'") == 2


def test_without_the_file_a_name_is_itself_again(joined: Lake) -> None:
    views.create_views(joined.connection, are_statistics_stored=False)
    query = "select player from player_stats where site = 'pokerstars' order by 1"
    assert joined.rows(query) == [("Ann",), ("Bob",), ("ann_b",)]


def test_two_names_of_one_person_in_a_hand_are_found(joined: Lake) -> None:
    assert views.run_check(joined.connection, "aliases_apart").rows == []
    joined.hand("Ann ann_b", "ann_b sb 5, Ann bb 10, ann_b fold", hand_id="7")
    assert views.run_check(joined.connection, "aliases_apart").rows == [
        {"site": "pokerstars", "hand_id": "7", "player": "Ann", "screen_names": "Ann, ann_b"}
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[Ann\n", "cannot read"),
        ('[hero]\nparty = "a"\n', "got `hero`"),
        ('[""]\nparty = "a"\n', "expected the name of a person"),
        ('Ann = "a"\n', "expected a table of sites for `Ann`"),
        ("[Ann]\nparty = [1]\n", "expected names of `Ann` at `party`"),
        ('[Ann]\nparty = "a"\n[Bob]\nparty = ["b", "a"]\n', "for `Ann` and `Bob`"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "aliases.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ViewError, match=re.escape(message)) as caught:
        aliases.read(tmp_path)
    assert "aliases.toml" in str(caught.value)


def test_a_name_may_have_quotes(lake: Lake, tmp_path: Path) -> None:
    text = '["O\'Hara"]\npokerstars = "it\'s"\n'
    (tmp_path / "aliases.toml").write_text(text, encoding="utf-8-sig")
    views.create_views(lake.connection, are_statistics_stored=False, names=aliases.read(tmp_path))
    assert lake.value("select person('pokerstars', 'it''s')") == "O'Hara"


def test_a_site_that_there_is_not_is_refused_with_the_one_that_may_be_meant(tmp_path: Path) -> None:
    folder, run = tmp_path / "lake", CliRunner().invoke
    simulated = ["simulate", "--hands", "5", "--out", str(tmp_path / "h.txt")]
    assert run(app, simulated).exit_code == 0
    assert run(app, ["ingest", str(tmp_path / "h.txt"), "--lake", str(folder)]).exit_code == 0
    file = folder / "aliases.toml"

    file.write_text('[Ann]\nPokerStars = "ann_b"\n')
    for _ in range(2):
        refused = run(app, ["sql", "from player_stats", "--lake", str(folder)])
        message, hint = refused.stderr.splitlines()
        wanted = "error: expected handlab's name of a site for `Ann`"
        assert (refused.exit_code, message) == (2, f"{wanted} in `{file}`, got `PokerStars`")
        assert hint.startswith("hint: did you mean `pokerstars`")

    # A site that handlab reads needs no hands yet.
    file.write_text('[Ann]\npokerstars = "ann_b"\nwinamax = "annb"\n')
    assert run(app, ["sql", "from player_stats", "--lake", str(folder)]).exit_code == 0


def test_a_site_of_the_lake_is_one_whether_handlab_reads_it_or_not(tmp_path: Path) -> None:
    (tmp_path / "aliases.toml").write_text('[Ann]\nhomegame = "ann_b"\n', encoding="utf-8")
    names = aliases.read(tmp_path)
    names.check_sites(["homegame"])
    with pytest.raises(ViewError, match="got `homegame`"):
        names.check_sites(["pokerstars"])


def test_a_lake_follows_its_file(tmp_path: Path) -> None:
    folder, run = tmp_path / "lake", CliRunner().invoke
    simulated = ["simulate", "--hands", "40", "--out", str(tmp_path / "h.txt")]
    assert run(app, simulated).exit_code == 0
    assert run(app, ["ingest", str(tmp_path / "h.txt"), "--lake", str(folder)]).exit_code == 0
    counts = dict(hl.stats(folder, stat="vpip").select("player", "hands").iter_rows())
    first, second = sorted(counts)[:2]

    (folder / "aliases.toml").write_text(f'[Me]\npokerstars = ["{first}", "{second}"]\n')
    assert hl.stats(folder, "Me", stat="vpip")["hands"].item() == counts[first] + counts[second]
    refused = run(app, ["stats", "--lake", str(folder), "--player", first])
    assert (refused.exit_code, "`aliases.toml` makes it a name of `Me`" in refused.stderr) == (
        2,
        True,
    )

    (folder / "aliases.toml").unlink()
    assert hl.stats(folder, first, stat="vpip")["hands"].item() == counts[first]


def test_a_name_that_no_hand_has_is_said_with_the_one_that_may_be_meant(tmp_path: Path) -> None:
    folder = tmp_path / "lake"

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(app, [*arguments, "--lake", str(folder)])

    simulated = ["simulate", "--hands", "40", "--out", str(tmp_path / "h.txt")]
    assert CliRunner().invoke(app, simulated).exit_code == 0
    assert run("ingest", str(tmp_path / "h.txt")).exit_code == 0
    first, second, *_ = sorted(hl.stats(folder, stat="vpip")["player"])
    # A site without hands may have some later.
    file = folder / "aliases.toml"
    text = f'[Me]\npokerstars = ["{first}", "{second}x"]\nwinamax = "me"\n'
    file.write_text(text)

    for command in (("stats",), ("winrate",), ("diff-readings", "--stat", "vpip"), ("report",)):
        answer = run(*command, "--player", "Me")
        assert answer.exit_code == 0, command
        noted = [line for line in answer.stderr.splitlines() if "aliases.toml" in line]
        note = f"note: no hand of pokerstars has `{second}x`, which `aliases.toml` gives to `Me`"
        assert noted == [note], command
        assert f"hint: did you mean `{second}`" in answer.stderr, command
    assert "aliases.toml" not in run("stats", "--player", "hero").stderr

    # A notebook is warned as well, at the line that asks.
    for ask in (
        lambda: hl.stats(folder, "Me", stat="vpip"),
        lambda: hl.win_rate(folder, "Me"),
        lambda: hl.diff_readings(folder, "vpip", "Me"),
        lambda: hl.report(folder, "Me"),
    ):
        with pytest.warns(HandlabWarning, match=f"no hand of pokerstars has `{second}x`") as warned:
            ask()
        # There may be another, about few sessions.
        named = [warning for warning in warned if "no hand of" in str(warning.message)]
        assert [warning.filename for warning in named] == [__file__]

    job = tmp_path / "job.toml"
    job.write_text(
        'lake = "lake"\n[[report]]\nto = "x.html"\nplayer = "Me"\naliases = ["nobody"]\n'
    )
    log = CliRunner().invoke(app, ["run", str(job)]).stderr
    assert f"; no hand has `{second}x` at pokerstars (did you mean `{second}`?), `nobody`" in log

    file.write_text(f'[Me]\npokerstars = "{second}x"\n')
    refused = run("stats", "--player", "Me")
    assert refused.exit_code == 2
    hint = f"no hand of pokerstars has `{second}x` of `aliases.toml`; did you mean `{second}`?"
    assert hint in refused.stderr

    file.write_text(text.replace(f"{second}x", second))
    assert "aliases.toml" not in run("stats", "--player", "Me").stderr
