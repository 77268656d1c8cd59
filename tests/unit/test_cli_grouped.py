"""Answers about players on a narrow terminal: no column is lost, and no number is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from handlab.cli import grouped

if TYPE_CHECKING:
    import pytest


def shown(monkeypatch: pytest.MonkeyPatch, query: str, keys: list[str], width: int) -> str | None:
    """The text of an answer on a terminal of that width; `None` if it is not printed in blocks."""
    texts: list[str] = []
    monkeypatch.setattr(grouped, "is_terminal", lambda: True)
    monkeypatch.setattr(grouped, "terminal_width", lambda: width)
    monkeypatch.setattr(grouped.pager, "show", texts.append)
    with duckdb.connect() as connection:
        is_done = grouped.print_grouped(connection.sql(query), keys)
    assert is_done == bool(texts)
    return texts[0] if texts else None


def test_columns_that_do_not_fit_follow_below_the_same_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query = (
        "select * from (values ('ggpoker', 'raw', 1234567, -2257.625::double, 1),"
        " ('ggpoker', 'adjusted', 7654321, 174.0::double, 2)) as rows (site, reading, hands, low, high)"
    )

    assert shown(monkeypatch, query, ["site"], 25) == (
        "ggpoker\n"
        "\n"
        "reading        hands\n"
        "────────────────────\n"
        "raw        1,234,567\n"
        "adjusted   7,654,321\n"
        "\n"
        "reading        low  high\n"
        "────────────────────────\n"
        "raw       -2,257.6     1\n"
        "adjusted     174.0     2\n"
    )


def test_a_terminal_too_narrow_for_any_number_beside_the_name_is_left_to_duckdb(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query = "select * from (values ('a', 'adjusted', 7654321), ('a', 'raw', 1)) as r (site, n, m)"

    assert shown(monkeypatch, query, ["site"], 12) is None


def test_numbers_that_all_rows_share_leave_only_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    query = (
        "select * from (values ('a', 'raw', 5), ('a', 'adjusted', 5)) as r (site, reading, hands)"
    )

    text = shown(monkeypatch, query, ["site"], 80)

    assert text == "a · hands 5\n\nreading\n────────\nraw\nadjusted\n"


def test_a_negative_number_that_rounds_to_nothing_has_no_sign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query = "select 'a' as site, 'raw' as reading, -0.04 :: double as won"

    text = shown(monkeypatch, query, ["site"], 80)

    assert text is not None
    assert text.split()[-2:] == ["raw", "0.0"]
