"""What copies of a hand add to it, in whichever order and company they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from ingest_toy import Older, counts, rows
from same_hands import HAND, OTHER, PLAY, SAME, TWICE, changed, without, write

from handlab import _handlab
from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.schema import HAND_TABLES, HANDS, TABLES

if TYPE_CHECKING:
    from pathlib import Path

    from handlab.ingest.native import Native


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


@pytest.mark.parametrize("order", [0, 1])
def test_the_better_value_wins_whichever_copy_came_first(
    lake: Lake, tmp_path: Path, order: int
) -> None:
    poor = changed(
        HAND, ("20:11:42 ET", "20:11"), ("cid", "Seat 4"), ("mucked [Qs Qd]", "mucked"),
        ("'Aludra II'", "''"),
    )  # fmt: skip
    rich = changed(HAND, ("Dealt to ann [Ah Kd]\n", ""), ("ann", "Hero"))
    texts = [(poor, rich), (rich, poor)][order]

    summaries = [
        ingest([write(tmp_path, text, name=f"{number}.txt")], lake)
        for number, text in enumerate(texts)
    ]

    assert [summary.hands for summary in summaries] == [1, 0]
    assert [summary.merged for summary in summaries] == [0, 1]
    assert rows(lake, "select started_at::varchar, started_raw, zone, table_name from hands") == [
        ("2019-03-06 01:11:42+00", "2019/03/05 20:11:42", "ET", "Aludra II")
    ]
    assert rows(lake, "select distinct started_at::varchar from seats") == [
        ("2019-03-06 01:11:42+00",)
    ]
    assert rows(lake, "select seat, player, hole_cards from seats where seat < 5 order by 1") == [
        (1, "ann", "AhKd"), (2, "bob", None), (4, "cid", "QsQd"),
    ]  # fmt: skip


@pytest.mark.parametrize("order", [1, -1])
def test_a_printed_rake_is_kept_whichever_copy_came_first(
    lake: Lake, tmp_path: Path, order: int
) -> None:
    for number, text in enumerate([HAND, changed(HAND, (" | Rake $0", ""))][::order]):
        ingest([write(tmp_path, text, name=f"{number}.txt")], lake)

    assert rows(lake, "select count(*), any_value(rake_source) from hands") == [(1, "logged")]


def test_a_merged_hand_is_the_same_whichever_copies_are_compared_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its place too: that of the last copy which added something."""
    hidden = without(SAME["no cards"], "Seat 4: cid (big blind)")
    dealt = [("bob", "[8h 8d]"), ("cid", "[Qs Qd]")]
    seen = [
        hidden.replace("CARDS ***\n", f"CARDS ***\nDealt to {name} {cards}\n")
        for name, cards in dealt
    ]
    files = [
        write(tmp_path, text, name=f"{number}.txt")
        for number, text in enumerate([hidden, HAND, *seen, HAND, hidden])
    ]

    def stored(name: str, *runs: list[Path]) -> list[list[tuple[Any, ...]]]:
        lake = Lake.create(tmp_path / name)
        for run in runs:
            ingest(run, lake, workers=1)
        return [rows(lake, f"select * from {table} order by all") for table in HAND_TABLES]

    together = stored("together", files)
    alone = stored("one at a time", *([file] for file in files))
    halves = stored("halves", files[:2], files[2:])
    monkeypatch.setattr("handlab.ingest.batch.TASK_BYTES", 1)
    batches = stored("batches", files)

    assert together == alone == halves == batches
    (found,) = together[0]
    assert found[HANDS.names.index("source_file")] == str(files[3])


def numbered(texts: list[str]) -> list[str]:
    """The texts as different hands."""
    return [
        changed(text, ("#77001", f"#{90001 + number}"), ("$0.50/$1.00", "$0.50/$1"))
        for number, text in enumerate(texts)
    ]


@pytest.mark.parametrize("native", [None, Older()], ids=["this parser", "an older one"])
def test_copies_that_add_nothing_are_counted_without_a_comparison(
    native: Native | None, lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [HAND, PLAY, TWICE]
    ingest([write(tmp_path, *texts)], lake, native=native)
    everything = {name: rows(lake, f"from {name} order by all") for name in TABLES}
    monkeypatch.setattr("handlab.ingest.identity.merge", None)
    again = ingest([write(tmp_path, *texts[::-1], name="b.txt")], lake)
    assert counts(again) == {"headers": 3, "duplicates": 3}
    for name in set(TABLES) - {"files"}:
        assert rows(lake, f"from {name} order by all") == everything[name], name


def none_exact(*_: object) -> pl.Series:
    return pl.Series("copy", [], dtype=pl.Int64)


@pytest.mark.parametrize("is_turned", [False, True])
def test_what_a_copy_adds_is_found_as_if_all_copies_were_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_turned: bool
) -> None:
    plain, varied = numbered([HAND] * (1 + len(SAME))), numbered([HAND, *SAME.values()])
    # A number that comes twice in the second file, and a hand of another deal under a known number.
    varied += [varied[0], numbered([HAND, OTHER["board"]])[1]]
    first, second = (varied, plain) if is_turned else (plain, varied)
    found = []
    for name in ("short", "long"):
        if name == "long":
            monkeypatch.setattr("handlab.ingest.identity.exact_copies", none_exact)
        lake = Lake.create(tmp_path / name)
        texts = tmp_path / "texts"
        texts.mkdir(exist_ok=True)
        ingest([write(texts, *first)], lake)
        again = ingest([write(texts, *second, name="b.txt")], lake)
        tables = [
            rows(lake, f"from {table} order by all") for table in ("hands", "seats", "boards")
        ]
        found.append((counts(again), tables))
    assert found[0] == found[1]
    assert found[0][0]["duplicates"] > len(SAME)


def test_reading_again_keeps_what_copies_added(lake: Lake, tmp_path: Path) -> None:
    paths = [
        write(tmp_path, *numbered([text] * 3), name=f"{number}.txt")
        for number, text in enumerate([SAME["no cards"], *SAME.values()])
    ]
    ingest(paths, lake, native=Older())
    tables = {"hands": "* exclude (parser_version)", "seats": "*", "actions": "*", "boards": "*"}
    queries = [f"select {columns} from {name} order by all" for name, columns in tables.items()]
    before = [rows(lake, query) for query in queries]

    again = ingest(paths, lake, reparse=True)

    assert [rows(lake, query) for query in queries] == before
    assert rows(lake, "select distinct parser_version from hands") == [(_handlab.PARSER_VERSION,)]
    assert again.hands == 3
