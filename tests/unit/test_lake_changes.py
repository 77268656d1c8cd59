"""Hands that are added and deleted within one transaction, before its files are registered."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import patch

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lake_hands import add, hands, ids

from handlab.lake import Lake, deletions, writer
from handlab.lake.conditions import using
from handlab.lake.given import as_table

if TYPE_CHECKING:
    from pathlib import Path

    from handlab.lake.writer import Writer

NUMBERS = st.sampled_from(["1", "2", "3", "4"])
STEPS = st.tuples(st.sampled_from(["write", "delete", "flush", "find", "commit"]), NUMBERS)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


def put(writer: Writer, number: str, version: int) -> None:
    """A hand and a seat, as the version of them that is counted here."""
    rows = hands(number).with_columns(parser_version=pl.lit(version, dtype=pl.Int32))
    writer.add({"hands": rows, "seats": hands(number).with_columns(seat=1)})


def versions(rows: pl.DataFrame) -> dict[str, int]:
    found = rows.select("hand_id", "parser_version").rows()
    assert len(found) == len(dict(found)), found
    return dict(found)


@given(steps=st.lists(STEPS, max_size=14), most=st.sampled_from([1, 2, deletions.MOST_HANDS]))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_hand_is_what_was_last_written_or_deleted(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str]], most: int
) -> None:
    lake = Lake.create(tmp_path_factory.mktemp("lakes") / "lake")
    add(lake, "1", "2", "3")
    now = {"1": None, "2": None, "3": None}
    everything = hands("1", "2", "3", "4")
    with patch.object(deletions, "MOST_HANDS", most), lake.writer() as writer:
        for version, (step, number) in enumerate(steps, start=1):
            if step in ("write", "delete"):
                writer.delete_hands(hands(number))
                now.pop(number, None)
            if step == "write":
                put(writer, number, version)
                now[number] = version
            if step == "flush":
                writer.flush()
            if step == "commit":
                writer.commit()
            if step == "find":
                assert versions(writer.find("hands", hands(number))) == {
                    key: of for key, of in now.items() if key == number
                }
        assert versions(writer.find("hands", everything)) == now
        assert writer.find("seats", everything)["hand_id"].sort().to_list() == sorted(now)
        writer.commit()
        assert versions(writer.stored.all("hands")) == now
        assert writer.stored.all("seats")["hand_id"].sort().to_list() == sorted(now)


def test_what_a_writer_deletes_is_gone_from_all_it_reads(lake: Lake) -> None:
    add(lake, "1", "2", "3")
    with lake.writer() as writer:
        writer.delete_hands(hands("2"))
        found = writer.find_stored(
            "seats", pl.DataFrame({"seat": [1]}, {"seat": pl.Int8}), ["seat"]
        )
        assert found.height == 2
        assert writer.stored.all("hands")["hand_id"].sort().to_list() == ["1", "3"]
        writer.commit()
    assert ids(lake) == ["1", "3"]


def test_a_rollback_forgets_what_waits(lake: Lake) -> None:
    add(lake, "1", "2")
    with lake.writer() as writer:
        writer.delete_hands(hands("1"))
        put(writer, "3", 1)
        writer.flush()
        writer.rollback()
        writer.commit()
    assert ids(lake) == ["1", "2"]


def test_many_hands_are_deleted_by_one_statement_a_table(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(lake, *(str(number) for number in range(40)))
    statements: list[str] = []
    deleting = writer.Changes._delete_matching

    def counted(changes: writer.Changes, table: str, keys: pl.DataFrame) -> None:
        statements.append(table)
        deleting(changes, table, keys)

    monkeypatch.setattr(writer.Changes, "_delete_matching", counted)
    with lake.writer() as opened:
        for number in range(40):
            opened.delete_hands(hands(str(number)))
            put(opened, f"{number} again", 2)
            opened.flush()
        opened.commit()
    assert len(statements) == len(set(statements))
    assert len(ids(lake)) == 40


def test_a_deletion_does_not_hold_the_rows_of_the_lake(lake: Lake) -> None:
    """A delim join keeps all rows of its left side: 840 MB for a lake of 600,000 hands."""
    add(lake, *(str(number) for number in range(40)))
    keys = hands("7", "9")
    with lake.writer() as opened, as_table(keys) as file:
        same = " and ".join(f"k.{name} is not distinct from t.{name}" for name in keys.columns)
        subquery = f"exists (select 1 from {file} k where {same})"
        conditions = (using(keys, file), f"where t.hand_id between '7' and '9' and {subquery}")
        plans = [
            opened.connection.execute(f"explain delete from seats t {condition}").fetchall()[0][1]
            for condition in conditions
        ]
    assert ["DELIM" in plan for plan in plans] == [False, True]
