"""Whom and which hands a report is about: the hero, a named player, the hands that were chosen."""

from __future__ import annotations

import shlex
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from report_hands import HERO, ann_wins_the_blinds, report_on

from handlab import ingest, stats
from handlab import report as public_report
from handlab.answers.left_out import warn_of_days
from handlab.errors import HandlabWarning, ReportError, StatisticsError
from handlab.report import render
from handlab.report.choice import in_words
from handlab.statistics.question import Question
from handlab.views import connect

if TYPE_CHECKING:
    from rows import Lake


def test_the_default_player_is_the_name_with_most_hero_hands(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    for _ in range(2):
        lake.hand("Bob Cat", "Cat sb 5, Bob bb 10, Cat fold", seats={"Cat": {"is_hero": True}})

    subject = report_on(lake).subject

    assert (subject.player, subject.how, subject.sites) == ("Cat", "hero", ("pokerstars",))
    assert report_on(lake, "Bob").subject.how == "named"


def test_without_a_hero_the_report_is_about_the_table_and_says_so(lake: Lake) -> None:
    lake.hand("Bob Cat Ann", "Bob sb 5, Cat bb 10, Ann raise 30, Bob fold, Cat fold", rake=1)

    report = report_on(lake)

    assert report.subject.player is None
    assert report["totals"][0]["players"] == 3
    assert report["totals"][0]["total_pot"] == Decimal("0.25")
    assert report["totals"][0]["rake"] == Decimal("0.01")
    assert {row["player"] for row in report["players"]} == {"Ann", "Bob", "Cat"}
    assert {row["position"]: row["net"] for row in report["positions"]} == {
        "SB": Decimal("-0.05"),
        "BB": Decimal("-0.10"),
        "BTN": Decimal("0.14"),
    }
    assert "about the table" in render(report)
    assert "about the table" in render(report, "text")


def test_an_unknown_player_is_an_error_that_names_similar_ones(lake: Lake) -> None:
    ann_wins_the_blinds(lake)

    with pytest.raises(ReportError) as caught:
        report_on(lake, "Anne")

    assert caught.value.message == "expected a player with hands in the lake, got `Anne`"
    assert "`Ann`" in str(caught.value.hint)


def test_the_owner_of_the_files_is_asked_for_without_a_name(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    # Although somebody is called so.
    lake.hand("hero Cat", "Cat sb 5, hero bb 10, Cat fold")
    with pytest.raises(ReportError, match="without a name the report is about the one with most"):
        report_on(lake, "hero")


def test_the_text_names_the_site_where_a_player_has_several(lake: Lake) -> None:
    def totals() -> str:
        text = render(report_on(lake), "text").partition("In short")[2]
        return " ".join(text.partition("Winnings over hands")[0].split())

    ann_wins_the_blinds(lake)
    assert "PokerStars" not in totals()
    ann_wins_the_blinds(lake, site="winamax")
    assert "PokerStars" in totals()
    assert "Winamax" in totals()


def test_a_hero_whose_names_identify_nobody_is_not_looked_for(lake: Lake) -> None:
    anonymous = {"Ann": {**HERO["Ann"], "is_anonymous": True}}
    lake.hand("Bob Ann", "Ann sb 5, Bob bb 10, Ann fold", seats=anonymous)

    assert report_on(lake).subject.player is None
    with pytest.raises(ReportError, match="got `hero`") as raised:
        report_on(lake, "hero")
    assert "handlab stats --player hero" in str(raised.value.hint)


def test_a_player_of_summaries_without_hands_is_shown_where_their_results_are(
    tmp_path: Path,
) -> None:
    text = """***** Cassava Tournament Summary *****
Tournament ID: 41234567
Buy-In: $1 + $0.10
north'pine finished 12/900 and won $1.50
"""
    path = tmp_path / "summary.txt"
    path.write_text(text, encoding="utf-8")
    ingest(path, tmp_path / "lake")
    with pytest.raises(ReportError, match="got `north'pine`") as raised:
        public_report(tmp_path / "lake", "north'pine")
    query = shlex.split(str(raised.value.hint).partition("`")[2])[2]
    with connect(tmp_path / "lake") as connection:
        assert connection.sql(query.removesuffix("`")).pl()["net"].to_list() == [40]


def test_a_report_of_days_says_how_many_hands_have_none(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    for _ in range(2):
        ann_wins_the_blinds(lake, started_at=None)
    lake.hand("Bob Cat", "Cat sb 5, Bob bb 10, Cat fold", started_at=None)
    question = Question.of("Ann", since="2000-01-01")
    with pytest.warns(HandlabWarning, match="2 hands of `Ann` have no start"):
        undated = warn_of_days(lake.connection, question)
    assert in_words(question, undated) == "from 1 January 2000, without 2 hands that have no start"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chosen")
    ingest(Path(__file__).parents[2] / "data" / "samples" / "pokerstars", folder / "lake")
    return folder / "lake"


@pytest.mark.parametrize(
    ("asked", "only"),
    [
        ({"kind": "play"}, "play money"),
        ({"since": "2020-03-01", "until": "2020-03-10", "kind": "cash"}, None),
        ({"stake": "0.10", "game": "holdem"}, "hold'em, big blind 0.10"),
    ],
)
def test_a_report_is_about_the_hands_that_were_chosen(
    samples: Path, asked: dict[str, Any], only: str | None
) -> None:
    found = public_report(samples, "riverbend88", **asked)
    rows = stats(samples, "riverbend88", stat="results", **asked)

    assert found.hands == rows["hands"].sum()
    assert sum(row["net"] for row in found["totals"]) == rows["won"].sum()
    assert found["tournaments"] == ()
    assert found.chosen == (only or "1 March 2020 to 10 March 2020, cash games")


def test_a_report_about_no_hands_says_what_there_is(samples: Path) -> None:
    with pytest.raises(ReportError, match="is as asked: since `2035-01-01`") as raised:
        public_report(samples, since="2035-01-01")
    assert "days 2020-01-" in str(raised.value.hint)

    with pytest.raises(StatisticsError, match="expected a site with hands in the lake, got `wina`"):
        public_report(samples, site="wina")
    with pytest.raises(TypeError, match="expected a known parameter, got `sites`"):
        public_report(samples, sites="winamax")  # type: ignore[call-arg]
