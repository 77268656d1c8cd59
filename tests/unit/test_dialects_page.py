"""`docs/dialects.md` has every dialect of the registry in each of its tables."""

from __future__ import annotations

import re
from pathlib import Path

from handlab._handlab import dialects

PAGE = Path(__file__).parents[2] / "docs" / "dialects.md"


def test_every_dialect_has_a_row_in_each_table() -> None:
    tables = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    rows = [re.findall(r"(?m)^\| `(\w+)` \|", table) for table in tables]

    names = [dialect["name"] for dialect in dialects()]
    hint = "print the page again: python docs/dialects.py > docs/dialects.md"
    assert len(rows) == 4
    assert all(found == names for found in rows), hint


def test_the_counts_of_each_dialect_add_up() -> None:
    table = PAGE.read_text(encoding="utf-8").split("\n## ")[2]
    for row in re.findall(r"(?m)^\| `\w+` \|((?: [\d,]+ \|){6})", table):
        headers, *parts = (int(cell.replace(",", "")) for cell in row.split("|")[:-1])
        assert headers == sum(parts), row
