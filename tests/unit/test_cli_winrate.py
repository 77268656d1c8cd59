"""`handlab winrate` and `hl.win_rate`."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import handlab as hl
from handlab.cli import app
from handlab.errors import HandlabWarning
from handlab.statistics.slices import DIMENSIONS, KEY


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("winrate")
    simulated = ["simulate", "--hands", "200", "--seed", "3", "--out", str(folder / "h.txt")]
    assert CliRunner().invoke(app, simulated).exit_code == 0
    ingested = ["ingest", str(folder / "h.txt"), "--lake", str(folder / "lake")]
    assert CliRunner().invoke(app, ingested).exit_code == 0
    return folder / "lake"


def test_the_rate_is_that_of_player_stats(lake: Path) -> None:
    query = "select player, hands, bb_per_100, ev_bb_per_100, bb_per_100_stderr from player_stats"
    player, hands, raw, adjusted, stderr = (
        hl.connect(lake).sql(f"{query} order by hands desc, player").fetchall()[0]
    )
    frame = hl.win_rate(lake, player, session_gap=0)

    assert frame["reading"].to_list() == [
        "raw",
        "all_in_adjusted",
        "luck_adjusted",
        "luck_adjusted_dealt",
    ]
    assert frame["hands"].to_list() == [hands] * 4
    assert frame["bb_per_100"][:2].to_list() == pytest.approx([raw, adjusted])
    assert frame["stderr_by_hand"][0] == pytest.approx(stderr)
    assert (frame["low"] <= frame["bb_per_100"]).all()
    assert (frame["high"] >= frame["bb_per_100"]).all()

    arguments = ["winrate", "--lake", str(lake), "--player", player, "--session-gap", "0"]
    printed = CliRunner().invoke(app, [*arguments, "--format", "json"])
    wanted = [pytest.approx(row) for row in frame.to_dicts()]
    assert json.loads(printed.stdout) == wanted


def test_the_luck_of_all_players_is_zero(lake: Path) -> None:
    query = "select distinct player from fct_seat_facts order by all"
    players = [player for (player,) in hl.connect(lake).sql(query).fetchall()]
    frames = pl.concat(hl.win_rate(lake, player) for player in players)

    won = frames.group_by("reading").agg(
        won=(pl.col("hands") * pl.col("bb_per_100")).sum(), streets=pl.sum("streets_known")
    )
    by_reading = dict(won.select("reading", "won").rows())
    streets = dict(won.select("reading", "streets").rows())
    for reading in ("all_in_adjusted", "luck_adjusted", "luck_adjusted_dealt"):
        assert by_reading[reading] == pytest.approx(by_reading["raw"], abs=1e-6)
    assert streets["luck_adjusted"] > streets["luck_adjusted_dealt"] == streets["raw"] == 0


def test_the_rate_of_nobody_is_not_that_of_everybody(lake: Path) -> None:
    with pytest.raises(TypeError) as raised:
        hl.win_rate(lake, None)  # type: ignore[arg-type]

    first, hint = str(raised.value).splitlines()
    assert first == "expected the name of a player, or `hero`, as `player`, got `None`"
    assert hint == 'hint: `handlab.stats(lake, stat="results")` has the rates of all players'
    assert "bb_per_100" in hl.stats(lake, stat="results").columns


def test_the_hero_is_the_owner_under_all_names_as_for_statistics(lake: Path) -> None:
    frame = hl.win_rate(lake, "hero")
    (usual,) = hl.stats(lake, "hero", stat="results").to_dicts()

    assert set(frame["player"]) == {"hero"}
    assert frame["hands"].to_list() == [usual["hands"]] * 4
    assert frame["bb_per_100"][0] == pytest.approx(usual["bb_per_100"])
    assert frame["bb_per_100"][1] == pytest.approx(usual["ev_bb_per_100"])
    sessions = hl.stats(lake, "hero", stat="results", by="session")
    assert frame["sessions"].to_list() == [sessions.height] * 4


def test_a_player_must_have_hands(lake: Path) -> None:
    refused = CliRunner().invoke(app, ["winrate", "--lake", str(lake), "--player", "Nobody"])
    assert (refused.exit_code, "got `Nobody`" in refused.stderr) == (2, True)


def test_hands_without_a_known_big_blind_are_said_to_have_no_rate(tmp_path: Path) -> None:
    hand = Path(__file__).parents[1] / "corpus" / "donkhouse" / "nlhe_bomb_pot_two_boards.txt"
    hl.ingest(hand, tmp_path / "lake")

    with pytest.warns(HandlabWarning, match="no big blind is known of 1 hand, so there is no win"):
        frame = hl.win_rate(tmp_path / "lake", "Ann")

    assert frame.is_empty()


def test_a_slice_is_the_rate_of_its_hands(lake: Path) -> None:
    with pytest.warns(HandlabWarning, match="intervals have fewer than 20 sessions"):
        sliced = hl.win_rate(lake, "hero", by="position")
    usual = hl.stats(lake, "hero", by="position", stat="results")

    raw = sliced.filter(reading="raw")
    assert raw["position"].to_list() == usual["position"].to_list()
    assert raw["hands"].to_list() == usual["hands"].to_list()
    assert raw["bb_per_100"].to_list() == pytest.approx(usual["bb_per_100"].to_list())
    assert sliced.columns[:7] == [*KEY, "position"]


@pytest.mark.parametrize("name", [*DIMENSIONS, "site"])
def test_every_slice_of_statistics_slices_the_rate(lake: Path, name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HandlabWarning)
        frame = hl.win_rate(lake, "hero", by=name)

    assert frame.height >= 4
    assert name in frame.columns


def test_hands_without_a_start_do_not_pass_for_sessions(tmp_path: Path) -> None:
    samples = Path(__file__).parents[1] / "corpus" / "ggpoker"
    hl.ingest(samples, tmp_path / "lake")

    with pytest.warns(HandlabWarning) as warned:
        hl.win_rate(tmp_path / "lake", "hero")

    texts = [str(warning.message) for warning in warned]
    assert any("fewer than 20 sessions" in text for text in texts)
    assert any("counts as a session of its own" in text for text in texts)
