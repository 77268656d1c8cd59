"""A report in each format, and whatever names and cards say in it."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING

import pytest
from all_ins import all_in
from report_hands import ann_wins_the_blinds, report_on
from rich.console import Console
from rich.padding import Padding

from handlab.errors import ReportError
from handlab.report import FORMATS, SECTIONS, render
from handlab.report.text_table import table

if TYPE_CHECKING:
    from rows import Lake

HOSTILE = [
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}${7*7}",
    "\x1b[2J\x1b]0;owned\x07",
    "\u202eevil",
    "=HYPERLINK(1)",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_does_nothing(lake: Lake, name: str) -> None:
    ann_wins_the_blinds(lake)
    lake.connection.execute("update seats set player = ? where player = 'Ann'", [name])
    lake.connection.execute("update actions set player = ? where player = 'Ann'", [name])

    report = report_on(lake)
    page = render(report)

    assert report.subject.player == name
    assert "<script>alert" not in page
    assert "<img" not in page
    assert ">49" not in page
    # The data of the chart, of the filters and of the replays, and the script itself.
    assert len(re.findall(r"<script\b", page)) == 4
    assert not set(render(report, "text")) & set("\x1b\x07\u202e")
    assert json.loads(render(report, "json"))["player"] == name


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_does_nothing_at_the_table(lake: Lake, name: str) -> None:
    lake.hand("Bob Cat", "Cat sb 5, Bob bb 10, Cat fold")
    lake.connection.execute("update seats set player = ? where player = 'Bob'", [name])
    lake.connection.execute("update hands set currency = ?", [name])
    lake.connection.execute("update seats set currency = ?", [name])

    page = render(report_on(lake))

    assert "<script>alert" not in page
    assert "<img" not in page


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_lake_can_be_reported_in_every_format(lake: Lake, format: str) -> None:
    report = report_on(lake)

    assert report.hands == 0
    assert render(report, format)


@pytest.mark.parametrize("format", FORMATS)
def test_one_hand_can_be_reported_in_every_format(lake: Lake, format: str) -> None:
    ann_wins_the_blinds(lake)

    assert "Ann" in render(report_on(lake), format) or format == "csv"


def test_csv_gives_one_section_or_all(lake: Lake) -> None:
    ann_wins_the_blinds(lake)
    report = report_on(lake)

    (total,) = csv.DictReader(io.StringIO(render(report, "csv", section="totals")))
    everything = list(csv.DictReader(io.StringIO(render(report, "csv"))))

    assert (total["net"], total["currency"]) == ("0.15", "USD")
    assert {row["section"] for row in everything} == {name for name in SECTIONS if report[name]}
    with pytest.raises(ReportError, match="expected a section"):
        render(report, "csv", section="nonsense")


def test_json_gives_every_section_with_numbers_as_numbers(lake: Lake) -> None:
    ann_wins_the_blinds(lake)

    found = json.loads(render(report_on(lake), "json"))

    assert found["player"] == "Ann"
    assert list(found["sections"]) == list(SECTIONS)
    assert found["sections"]["totals"][0]["net"] == 0.15


def test_hostile_cards_do_nothing(lake: Lake) -> None:
    all_in(lake)
    lake.connection.execute("update seats set hole_cards = ?", ["<script>alert(1)</script>"])

    assert "<script>alert" not in render(report_on(lake, "Ann"))


@pytest.mark.parametrize("width", [70, 80, 100, 124])
def test_no_number_is_broken_over_two_lines(width: int) -> None:
    heads = ["", "hands", "sessions", "flagged", "net", "at showdown", "without", "95% interval"]
    row = [
        "Tournaments",
        "6,340",
        "59",
        "0",
        "+11,535 chips",
        "+14,128 chips",
        "-2,593 chips",
        "-8.1 to +50.6",
    ]
    text = io.StringIO()
    console = Console(file=text, width=width, color_system=None)
    console.print(Padding(table(heads, [row]), (0, 0, 0, 2), expand=False))
    shown = text.getvalue()

    assert {word for cell in row[1:] for word in cell.split()} <= set(shown.split())
    assert max(map(len, shown.splitlines())) <= width


def test_a_table_on_a_terminal_that_is_too_narrow_is_folded_and_not_cut_off() -> None:
    text = io.StringIO()
    console = Console(file=text, width=12, color_system=None)
    console.print(table(["", "a", "b"], [["x", "1234567890", "12345678"]]))

    digits = "".join(filter(str.isdigit, text.getvalue()))
    assert sorted(digits) == sorted("123456789012345678")


def test_an_unknown_format_is_an_error(lake: Lake) -> None:
    with pytest.raises(ReportError, match="expected a format"):
        render(report_on(lake), "pdf")


def test_the_page_names_no_other_place(lake: Lake) -> None:
    ann_wins_the_blinds(lake)

    page = render(report_on(lake))

    links = set(re.findall(r"""(?:https?:)?//[\w.-]+[^"'\s<]*""", page))
    assert links <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "default-src 'none'" in page
