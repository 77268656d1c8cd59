"""Known hands among the new ones of native batches, which are written while others are parsed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ingest_toy import counts, rows

from handlab.ingest import ingest
from handlab.lake import Lake

HAND = """\
PokerStars Hand #{number}:  Hold'em No Limit ($0.50/$1.00 USD) - 2019/03/05 20:11:42 ET
Table 'Aludra II' 6-max Seat #1 is the button
Seat 1: ann (${stack} in chips)
Seat 2: bob ($80.50 in chips)
ann: posts small blind $0.50
bob: posts big blind $1
*** HOLE CARDS ***
ann: raises $2 to $3
bob: folds
Uncalled bet ($2) returned to ann
ann collected $2 from pot
ann: doesn't show hand
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: ann (button) (small blind) collected ($2)
Seat 2: bob (big blind) folded before Flop


"""


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of about five hands, flushes of a few batches, and no commit but the last."""
    from handlab.archive.pieces import pieces

    defaults: dict[str, Any] = dict(pieces.__kwdefaults__ or {}) | {"size": 2_000}
    monkeypatch.setattr(pieces, "__kwdefaults__", defaults)
    monkeypatch.setattr("handlab.archive.digests.HELD", 1_000)
    monkeypatch.setattr("handlab.ingest.batch.TASK_BYTES", 3_000)
    monkeypatch.setattr("handlab.lake.writer.FLUSH_BYTES", 100_000)
    monkeypatch.setattr("handlab.lake.writer.COMMIT_SECONDS", 600.0)


def hand(number: int, stack: int = 100) -> str:
    return HAND.format(number=number, stack=stack)


def write(folder: Path, name: str, *hands: str) -> Path:
    path = folder / name
    path.write_text("".join(hands), encoding="utf-8")
    return path


def test_known_hands_among_new_ones_divide_no_files(lake: Lake, tmp_path: Path) -> None:
    ingest([write(tmp_path, "a.txt", *map(hand, range(1, 13)))], lake)
    # One of ten is a copy, one has the number of another hand.
    mixed = [
        hand(1 + number // 10, 100 + number % 10) if number % 10 in {0, 5} else hand(1_000 + number)
        for number in range(120)
    ]
    summary = ingest([write(tmp_path, "b.txt", *mixed)], lake)

    assert counts(summary) == {
        "headers": 120,
        "hands": 108,
        "duplicates": 12,
        "id_conflicts": 12,
    }
    of_each = "select count(*) from hands group by filename order by all"
    # The new hands, and those that were compared with others.
    assert rows(lake, of_each) == [(12,), (12,), (96,)]


def test_a_hand_is_found_that_this_run_has_written_but_not_committed(
    lake: Lake, tmp_path: Path
) -> None:
    texts = [*map(hand, range(1, 81)), hand(3), hand(4, 105), *map(hand, range(81, 121))]
    summary = ingest([write(tmp_path, "a.txt", *texts)], lake)

    expected = {"headers": 122, "hands": 121, "duplicates": 1, "id_conflicts": 1}
    assert counts(summary) == expected
    assert rows(lake, "select count(*), count(distinct hand_id) from hands") == [(121, 121)]
    assert len(rows(lake, "select hand_id from hands where hand_id like '4~%'")) == 1


@pytest.mark.parametrize("batches", [1, 3, 100])
def test_hands_that_wait_are_resolved_as_if_none_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    """Copies that add cards, other hands of a number, and new numbers that come back later."""
    known = write(tmp_path, "a.txt", *map(hand, range(1, 13)))
    dealt = "*** HOLE CARDS ***\nDealt to ann [Ah Kd]\n"
    texts = [hand(1_000 + number) for number in range(200)]
    for place in range(0, 200, 10):
        texts[place] = hand(1 + place // 20).replace("*** HOLE CARDS ***\n", dealt)
    for place in range(5, 200, 25):
        texts[place] = hand(2, 100 + place)
    for place in (13, 14, 33, 88, 133):
        texts[place] = hand(9_000, 100 + place // 20)
    mixed = write(tmp_path, "b.txt", *texts)

    def found(name: str) -> tuple[dict[str, int], dict[str, int], list[list[tuple[Any, ...]]]]:
        lake = Lake.create(tmp_path / name)
        ingest([known], lake)
        summary = ingest([mixed], lake)
        tables = ("hands", "seats", "actions", "boards", "pots", "awards")
        stored = [rows(lake, f"select * from {table} order by all") for table in tables]
        of_files = "select path, hands, duplicates, merged, id_conflicts from files order by all"
        return counts(summary), dict(summary.verdicts), [*stored, rows(lake, of_files)]

    monkeypatch.setattr("handlab.ingest.waiting.MOST_BATCHES", batches)
    waiting = found("waiting")
    monkeypatch.setattr("handlab.ingest.identity.FEW", 0)

    assert waiting == found("at once")
    assert waiting[0] == {
        "headers": 200,
        "hands": 183,
        "merged": 10,
        "id_conflicts": 11,
        "duplicates": 17,
    }


def test_copies_are_found_without_pyarrow(lake: Lake, tmp_path: Path) -> None:
    ingest([write(tmp_path, "a.txt", hand(1), hand(2))], lake)
    copies = write(tmp_path, "b.txt", hand(1), hand(2), hand(2, 105))
    program = f"""
import sys
from pathlib import Path
from handlab.ingest import ingest
from handlab.lake import Lake
summary = ingest([Path({str(copies)!r})], Lake.open(Path({str(lake.path)!r})))
print(summary.duplicates, summary.id_conflicts, "pyarrow" in sys.modules)
"""
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.stdout.split() == ["2", "1", "False"], result.stderr
