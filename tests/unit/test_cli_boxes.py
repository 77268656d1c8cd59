"""Answers of `handlab sql` that are wider than the terminal: every column is printed."""

from __future__ import annotations

import re

import duckdb
import pytest

from handlab.cli import boxes


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A terminal of 80 columns, and the texts that are printed on it."""
    texts: list[str] = []
    monkeypatch.setattr(boxes, "is_terminal", lambda: True)
    monkeypatch.setattr(boxes, "terminal_width", lambda: 80)
    monkeypatch.setattr(boxes.pager, "show", texts.append)
    monkeypatch.setattr(boxes.pager, "command", lambda: None)
    monkeypatch.setattr(boxes.pager, "rows", lambda: 24)
    return texts


def shown(query: str, texts: list[str]) -> str:
    with duckdb.connect() as connection:
        boxes.print_table(connection.sql(query), None)
    return texts[-1]


def headings(text: str) -> list[list[str]]:
    """The headings of each table."""
    lines = text.splitlines()
    tops = [number for number, line in enumerate(lines) if line.startswith("┌")]
    return [lines[top + 1].strip("│").replace("│", " ").split() for top in tops]


def test_columns_that_do_not_fit_follow_beside_those_that_name_the_row(narrow: list[str]) -> None:
    text = shown(
        "select 'x' as site, 'name' || i % 2 as player, i as month, repeat('a', 30) || i as a,"
        " repeat('b', 30) || i as b, i as c from range(4) t(i)",
        narrow,
    )

    assert text.startswith("in all rows: site x\n┌")
    assert headings(text) == [["player", "month", "a"], ["player", "month", "b", "c"]]
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("name1") == 4


def test_an_answer_that_fits_is_one_table_with_its_counts(narrow: list[str]) -> None:
    text = shown("select 'x' as site, i as hands from range(12) t(i)", narrow)

    assert headings(text) == [["site", "hands"]]
    assert "12 rows" in text


def test_a_single_row_that_does_not_fit_is_a_record(narrow: list[str]) -> None:
    text = shown(f"select {', '.join(f'{n} as column_{n}' for n in range(30))}", narrow)

    assert text.startswith("── record 1 ─")
    assert "column_29  29\n" in text


def test_each_table_has_the_same_rows_and_what_is_missing_is_said(
    narrow: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(
        f"select i, {', '.join(f'i * {n} as column_{n}' for n in range(1, 20))} from range(99) t(i)",
        narrow,
    )

    tables = text.split("┌")[1:]
    assert len(tables) > 2
    rows = {tuple(re.findall("^│ +(\\d+)", table, re.MULTILINE)) for table in tables}
    assert len(rows) == 1
    assert "99 rows (16 shown) 20 columns" in text
    assert (
        capsys.readouterr().err == "only 16 rows are shown; csv, json, xlsx and parquet have all\n"
    )


def test_a_long_text_has_a_table_of_its_own(narrow: list[str]) -> None:
    text = shown("select i, repeat('long', 200) || i as text, i as n from range(3) t(i)", narrow)

    assert headings(text) == [["text"], ["i", "n"]]


def test_columns_of_one_name_are_kept_apart(narrow: list[str]) -> None:
    text = shown("select i, i + 1 as i, repeat('x', 90) || i as i from range(2) t(i)", narrow)

    assert headings(text) == [["i", "i"], ["i"]]


def test_rows_that_are_all_alike_are_printed_as_rows(narrow: list[str]) -> None:
    names = ", ".join(f"{n} as a_long_column_{n}" for n in range(9))

    assert shown(f"select {names} from range(2)", narrow).count("┌") > 1
