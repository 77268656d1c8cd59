"""`docs/dialects.md` has every dialect of the registry."""

from __future__ import annotations

import re
from pathlib import Path

from handlab._handlab import dialects

PAGE = Path(__file__).parents[2] / "docs" / "dialects.md"


def test_every_dialect_is_in_a_table_and_those_with_hands_in_all() -> None:
    tables = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    read, *rest = (re.findall(r"(?m)^\| `(\w+)` \|", table) for table in tables)

    hint = "print the page again: python docs/dialects.py > docs/dialects.md"
    assert sorted(read) == sorted(dialect["name"] for dialect in dialects()), hint
    assert len(rest) == 3
    assert all(found == rest[0] for found in rest)
    assert set(rest[0]) < set(read)


def test_the_counts_of_each_dialect_add_up() -> None:
    table = PAGE.read_text(encoding="utf-8").split("\n## ")[2]
    for row in re.findall(r"(?m)^\| `\w+` \|((?: [\d,]+ \|){6})", table):
        headers, *parts = (int(cell.replace(",", "")) for cell in row.split("|")[:-1])
        assert headers == sum(parts), row
