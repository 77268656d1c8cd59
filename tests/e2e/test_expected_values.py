"""Expected values reach the lake, and a lake that was written without them is brought up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from builders import simulated

import handlab as hl
from handlab import _handlab
from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.views import run_check

SEATS = (
    "select hand_id, seat, ev_method, ev_net, equity, stg_hands.allin_street"
    " from stg_seats join stg_hands using (site, hand_id) where is_dealt_in order by all"
)


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Simulated hands, and the samples: all-ins of every kind, cashed out, run twice, mucked."""
    path = tmp_path / "simulated.txt"
    path.write_text(simulated(11, 1500, ante=2), encoding="utf-8")
    return [path, Path(__file__).parent.parent / "corpus" / "pokerstars"]


def seats(path: Path) -> list[tuple[Any, ...]]:
    with hl.connect(path) as connection:
        return connection.execute(SEATS).fetchall()


def test_every_all_in_has_its_expected_values(files: list[Path], tmp_path: Path) -> None:
    ingest(files, Lake.create(tmp_path / "lake"))

    with hl.connect(tmp_path / "lake") as connection:
        rows = connection.execute(
            "select ev_method, count(distinct hand_id), count(*) - count(ev_net) from stg_seats"
            " where ev_method is not null group by all"
        ).fetchall()
        hands = {method: count for method, count, _ in rows}
        unknown = {method: seats > 0 for method, _, seats in rows}
        wrong = [run_check(connection, name).rows for name in ("luck_sums_to_zero", "ev_agrees")]
    assert hands["exact"] > 40
    assert unknown == {method: method.startswith("un") for method in hands}
    assert hands.keys() >= {"exact", "unknown_cards", "unsupported"}
    assert wrong == [[], []]


def test_a_lake_written_before_is_brought_up_by_reparse(files: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "lake"
    lake = Lake.create(path)
    files = [files[0], files[1] / "nlhe_6max_all_in_turn_folded_cards_shown.txt"]
    ingest(files, lake)
    wanted = seats(path)
    with lake.connect(read_only=False) as connection:
        connection.execute("update seats set ev_net = null, ev_method = null, equity = null")
        connection.execute("update hands set allin_street = null, parser_version = 1")
        connection.execute("update files set parser_version = 1")
    without = seats(path)
    assert {row[2:] for row in without} == {(None, None, None, None)}

    ingest(files, lake)
    assert seats(path) == without

    ingest(files, lake, reparse=True)
    assert seats(path) == wanted
    with hl.connect(path) as connection:
        versions = connection.execute("select distinct parser_version from stg_hands").fetchall()
    assert versions == [(_handlab.PARSER_VERSION,)]


def test_a_new_file_is_read_in_one_batch_with_one_that_is_read_anew(tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text(simulated(11, 20), encoding="utf-8")
    lake, at_once = Lake.create(tmp_path / "lake"), Lake.create(tmp_path / "at_once")
    ingest([old], lake)
    with lake.connect(read_only=False) as connection:
        connection.execute("update hands set parser_version = 1")
        connection.execute("update files set parser_version = 1")
    new.write_text(simulated(12, 20), encoding="utf-8")

    ingest([new, old], lake, reparse=True)

    ingest([new, old], at_once)
    assert seats(tmp_path / "lake") == seats(tmp_path / "at_once")
