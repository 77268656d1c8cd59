"""The data of a report's filters."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

from handlab.report import formatting
from handlab.report.cube import cube


def row(position: str | None) -> Any:
    known = {"played_from": "2024-05-01", "site": "toy", "kind": "cash", "currency": "USD"}
    known |= {"game": "holdem", "betting": "no_limit", "is_hi_lo": False, "position": position}
    return defaultdict(lambda: None, known)


def test_positions_are_listed_in_the_order_of_the_deal() -> None:
    order = ["SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "MP", "MP+1", "MP+2", "HJ", "CO", "BTN"]
    rows = [row(position) for position in [*order, "BTN/SB", None]]
    random.Random(7).shuffle(rows)
    assert cube(rows)["positions"] == [*order, "BTN/SB", formatting.NONE]
