"""A file that ended within its last hand and has grown: the hand is what it is in the whole file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from ingest_toy import rows
from material import ROOT

from handlab.ingest import ingest
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES = ROOT / "tests/corpus"


def everything(lake: Lake) -> dict[str, list[tuple[Any, ...]]]:
    """What the hands, seats and payments of a lake hold, without their places."""
    queries = {
        "hands": "select site, hand_id, verdict, rake, fees, board from hands order by all",
        "seats": "select hand_id, seat, player, won, side, net from seats order by all",
        "side_payments": "select hand_id, seat, kind, amount from side_payments order by all",
    }
    return {name: rows(lake, query) for name, query in queries.items()}


@pytest.mark.parametrize(
    ("sample", "cut"),
    [
        ("ggpoker/nlhe_3max_time_bank_cards", " bought time bank card ($0.02)"),
        ("betclic/nlhe_3max_knockout_with_a_bet_in_the_side_pot", "Ann wins €2.50 for"),
        (
            "pokernow/nlhe_oldest_row_first_joins_before_the_stacks_bounty_after_the_end",
            '"""Ivy @ iii9"" paid',
        ),
    ],
)
def test_what_comes_after_the_payments_is_not_lost(tmp_path: Path, sample: str, cut: str) -> None:
    text = (SAMPLES / f"{sample}.txt").read_bytes()
    whole, grown = Lake.create(tmp_path / "whole"), Lake.create(tmp_path / "grown")
    path = tmp_path / "a.txt"
    path.write_bytes(text[: text.index(cut.encode())])
    first = ingest([path], grown, workers=1)
    path.write_bytes(text)

    second = ingest([path], grown, workers=1)
    ingest([path], whole, workers=1)

    assert (first.hands, second.duplicates) == (1, 1)
    assert everything(grown) == everything(whole)
    assert len(everything(whole)["side_payments"]) > 0
