"""Reports about all-ins: the adjusted line, luck by street, and the biggest pots."""

from __future__ import annotations

import csv
import io
import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from all_ins import all_in
from report_hands import ann_wins_the_blinds, report_on

from handlab.report import render

if TYPE_CHECKING:
    from rows import Lake


def test_the_all_in_adjusted_line_is_drawn_where_an_expected_value_is_known(lake: Lake) -> None:
    ann_wins_the_blinds(lake, currency="EUR")
    all_in(lake, "Ann", expected=150)
    all_in(lake, "Ann", expected=None)

    report = report_on(lake, "Ann")
    page = render(report)

    ends = {
        row["currency"]: (row["won_adjusted"], row["won_bb_adjusted"])
        for row in report["result_line"]
    }
    assert ends == {"EUR": (Decimal("0.15"), 1.5), "USD": (Decimal("1.50"), 15.0)}
    totals = {row["currency"]: row for row in report["totals"]}
    assert (totals["USD"]["all_in_hands"], totals["USD"]["ev_known_hands"]) == (2, 1)
    assert totals["USD"]["net_adjusted"] == Decimal("1.50")
    assert totals["USD"]["luck"] == Decimal("0.50")
    assert totals["USD"]["ev_bb_per_100"] == 750
    euros, dollars = sorted(re.findall(r"<figure>.*?</figure>", page, re.DOTALL), key=len)
    assert "all-in adjusted <b>+$1.50</b>" in dollars
    assert "var(--adjusted)" in dollars
    assert '"titles": ["won", "all-in adjusted", "at showdown", "without showdown"]' in dollars
    assert "adjusted" not in euros
    assert "Of 2 all-ins with cards to come 1 has all cards known" in page


def test_luck_is_reported_by_street_and_of_all_streets(lake: Lake) -> None:
    all_in(lake, "Ann", expected=150)
    all_in(lake, "Bob", expected=150, side={"Ann": 148})
    all_in(lake, "Ann", expected=180, street="turn")
    all_in(lake, "Ann", expected=None, street="turn")

    report = report_on(lake, "Ann")

    columns = (
        "allin_street",
        "all_in_hands",
        "ev_known_hands",
        "expected",
        "actual",
        "luck",
        "side",
    )
    assert [tuple(row[name] for name in columns) for row in report["luck"]] == [
        ("preflop", 2, 2, Decimal("1.00"), Decimal("0.00"), Decimal("-1.00"), Decimal("1.48")),
        ("turn", 2, 1, Decimal("0.80"), Decimal("1.00"), Decimal("0.20"), Decimal("0.00")),
        (None, 4, 3, Decimal("1.80"), Decimal("1.00"), Decimal("-0.80"), Decimal("1.48")),
    ]
    assert report["luck"][-1]["luck_bb"] == pytest.approx(5 - 15 + 2)
    assert report["luck"][-1]["luck_bb_stddev"] == pytest.approx(math.sqrt(5**2 + 15**2 + 2**2))
    for text in (render(report), render(report, "text")):
        assert "Luck at all-ins" in text
        assert "Before the flop" in text


def test_the_ten_biggest_all_ins_are_reported_in_the_order_of_their_pots(lake: Lake) -> None:
    for big_blind in range(20, 9, -1):
        all_in(lake, "Ann", expected=150, big_blind=big_blind)
    all_in(lake, "Ann", expected=None, big_blind=1)

    report = report_on(lake, "Ann")

    pots = [row["net_pots_bb"] for row in report["all_ins"]]
    assert pots == [pytest.approx(200 / big_blind) for big_blind in range(10, 20)]


def test_an_all_in_is_reported_with_cards_board_and_equity(lake: Lake) -> None:
    hand_id = all_in(lake, "Bob", expected=150, street="turn", method="sampled", side={"Ann": 148})

    report = report_on(lake, "Ann")
    page, text = render(report), render(report, "text")

    (row,) = report["all_ins"]
    columns = ("hand_id", "hole_cards", "opponents_cards", "board", "equity", "ev_method")
    assert tuple(row[name] for name in columns) == (
        *(hand_id, "AhAd", "KhKd", "2c7d9sJh", 0.75, "sampled"),
    )
    money = ("net_pots", "actual", "expected", "luck", "side")
    assert [str(row[name]) for name in money] == ["2.00", "-1.00", "0.50", "-1.50", "1.48"]
    section = page.partition('<section id="all_ins"')[2].partition("</section>")[0]
    assert '<span class="card h">A♥</span><span class="card d">A♦</span>' in section
    for part in (
        hand_id,
        "~75.0%",
        "$2.00",
        "20 bb",
        "+$1.48 beside the pots",
        "if it was sampled",
    ):
        assert part in section
    (line,) = (line for line in text.splitlines() if hand_id in line and "~75.0%" in line)
    assert line.endswith("$2.00   \N{MINUS SIGN}$1.00     +$0.50   \N{MINUS SIGN}$1.50")
    (cells,) = csv.DictReader(io.StringIO(render(report, "csv", section="all_ins")))
    assert (cells["board"], cells["luck"], cells["equity"]) == ("2c7d9sJh", "-1.50", "0.75")


@pytest.mark.parametrize(
    ("has_all_in", "sentence"),
    [
        (False, "There was no all-in with cards to come"),
        (True, "Of 1 all-in with cards to come none has all its cards known"),
    ],
)
def test_without_known_all_ins_a_sentence_stands_for_the_tables(
    lake: Lake, has_all_in: bool, sentence: str
) -> None:
    ann_wins_the_blinds(lake)
    if has_all_in:
        all_in(lake, "Ann", expected=None)

    report = report_on(lake, "Ann")
    page = render(report)

    assert sentence in page
    assert sentence in render(report, "text")
    assert report["all_ins"] == ()
    for part in ('id="luck"', 'id="all_ins"', "all-in adjusted"):
        assert part not in page
