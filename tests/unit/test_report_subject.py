"""Whom and which hands a report is about: the hero, a named player, the hands that were chosen."""

from __future__ import annotations

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

    assert (
        caught.value.message
        == "expected a player with hands or tournaments in the lake, got `Anne`"
    )
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


SUMMARY = """***** Cassava Tournament Summary *****
Tournament ID: 41234567
Buy-In: $1 + $0.10
north'pine finished 12/900 and won $1.50
"""
TABLE = """PokerStars Tournament #{number}, No Limit Hold'em
Buy-In: $2.00/$0.20 USD
2 players
Total Prize Pool: $4.00 USD
Tournament started 2020/05/06 14:15:00 ET
  1: Ann (Peru), $4.00 (100%)
  2: {second} (Peru),
"""


def of_texts(folder: Path, *texts: str) -> Path:
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    ingest(folder, folder / "lake")
    return folder / "lake"


@pytest.mark.parametrize("player", [None, "north'pine"])
def test_a_lake_of_summaries_has_a_report_on_their_tournaments(
    tmp_path: Path, player: str | None
) -> None:
    found = public_report(of_texts(tmp_path, SUMMARY), player)

    assert found.subject.player == "north'pine"
    assert found.subject.how == ("summaries" if player is None else "named")
    assert found.subject.sites == ("888poker",)
    total = next(row for row in found["tournaments"] if row["is_total"])
    assert (total["paid"], total["won"], total["net"]) == (
        Decimal("1.10"),
        Decimal("1.50"),
        Decimal("0.40"),
    )
    assert found["totals"] == found["sessions"] == ()
    for format in ("html", "text"):
        text = " ".join(render(found, format).split())
        assert "1 tournament on 888poker" in text
        assert "The lake has no hands. This report has what tournament summaries say." in text
        assert "In short" not in text
        assert ("whom the summaries of this lake are about" in text) == (player is None)


def test_the_player_of_most_summaries_is_whom_they_are_about(tmp_path: Path) -> None:
    texts = [TABLE.format(number=number, second=name) for number, name in ((1, "Bob"), (2, "Cat"))]
    assert public_report(of_texts(tmp_path, *texts)).subject.player == "Ann"
    alone = tmp_path / "alone"
    alone.mkdir()
    found = public_report(of_texts(alone, texts[0]))
    assert (found.subject.player, found.subject.how) == (None, "table")
    assert "do not say whose they are: name the player" in render(found, "text")
    assert "There are no hands" not in render(found)


def test_a_player_who_is_in_no_hand_has_a_report_next_to_those_who_are(tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "data" / "samples" / "pokerstars"
    lake = of_texts(tmp_path, SUMMARY)
    ingest(next(sample.glob("*.txt")), lake)
    found = public_report(lake, "north'pine")

    assert found["tournaments"]
    assert "No hand has north'pine in a seat." in render(found, "text")


def test_the_tournaments_of_an_owner_without_a_name_are_in_the_report_on_the_table(
    lake: Lake,
) -> None:
    seats = {"Dealer": {**HERO["Ann"], "is_anonymous": True}}
    hand = {"kind": "tournament", "currency": "CHIPS", "tournament_id": "T1"}
    lake.hand("Bob Dealer", "Dealer sb 5, Bob bb 10, Dealer fold", seats=seats, **hand)
    lake.insert(
        "tournaments",
        {"site": "pokerstars", "tournament_id": "T1", "player": "Hero", "source": "hands"}
        | {"currency": "USD", "scale": 2, "buy_in": 100, "fee": 10, "finish_place": 1}
        | {"prize": 400},
    )

    found = report_on(lake)

    assert (found.subject.player, found.subject.owner) == (None, "Hero")
    assert [row["net"] for row in found["tournaments"]] == [Decimal("2.90")] * 2
    assert "tournaments are those of Hero, as the owner" in " ".join(render(found, "text").split())


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
