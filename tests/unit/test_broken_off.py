"""Hands whose log ends where its owner folds: whoever was still in has no known result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from material import ROOT

import handlab as hl
from handlab import sql_files, views

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES = ROOT / "tests" / "corpus" / "unibet"


def test_who_was_still_in_is_not_counted_where_the_result_matters(tmp_path: Path) -> None:
    hl.ingest(sorted(SAMPLES.glob("plo_3max_breaks_off_*.txt")), tmp_path / "lake")
    columns = "net, wtsd_chance, saw_flop_chance, wwsf_chance, vpip_chance"
    with hl.connect(tmp_path / "lake") as connection:
        found = connection.sql(
            f"select hand_id, player, {columns} from seats order by hand_id, player"
        ).fetchall()
        wrong = [name for name in sql_files.checks() if views.run_check(connection, name).rows]

    assert found == [
        # Two are left.
        ("70000005", "Ann", None, False, False, False, False),
        ("70000005", "Bea", None, False, False, False, True),
        ("70000005", "Cid", -3, False, True, False, True),
        # One is left, and has won.
        ("70000009", "Ann", 3, False, True, False, False),
        ("70000009", "Bea", 0, False, True, False, True),
        ("70000009", "Cid", -3, False, True, False, True),
    ]
    assert wrong == []
