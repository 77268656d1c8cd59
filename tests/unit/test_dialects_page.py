"""`docs/dialects.md` has every dialect of the registry."""

from __future__ import annotations

import re
from pathlib import Path

from handlab._handlab import dialects

PAGE = Path(__file__).parents[2] / "docs" / "dialects.md"


def test_every_dialect_is_in_a_table_and_those_with_hands_in_all() -> None:
    page = PAGE.read_text(encoding="utf-8")
    tables = re.findall(r"(?m)^\|---\|.*\n((?:\|.*(?:\n|$))+)", page)
    read, without_logs, *rest = (re.findall(r"(?m)^\| `(\w+)` \|", table) for table in tables)

    names = [dialect["name"] for dialect in dialects()]
    hint = "print the page again: python docs/dialects.py > docs/dialects.md"
    assert sorted([*read, *without_logs], key=names.index) == names, hint
    assert read == sorted(read, key=names.index), hint
    assert without_logs == sorted(without_logs, key=names.index), hint
    with_hands = [name for name in read if name in rest[0]]
    assert len(rest) == 3
    assert all(found == with_hands for found in rest), hint


def test_the_counts_of_each_dialect_add_up() -> None:
    table = PAGE.read_text(encoding="utf-8").split("\n## ")[2]
    for row in re.findall(r"(?m)^\| `\w+` \|((?: [\d,]+ \|){6})", table):
        headers, *parts = (int(cell.replace(",", "")) for cell in row.split("|")[:-1])
        assert headers == sum(parts), row
