"""Hands in the hour that comes twice, when summer time ends: their neighbours show the pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from ingest_toy import rows

from handlab import _handlab
from handlab.ingest import ingest
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path


def hand(number: int, start: str, *, cards: str = "") -> str:
    return f"""\
PokerStars Hand #{number}:  Hold'em No Limit ($0.50/$1.00 USD) - {start}
Table 'Aludra' 6-max Seat #1 is the button
Seat 1: ann ($100 in chips)
Seat 2: bob ($100 in chips)
ann: posts small blind $0.50
bob: posts big blind $1
*** HOLE CARDS ***
{cards}ann: folds
Uncalled bet ($0.50) returned to bob
bob collected $1 from pot
*** SUMMARY ***
Total pot $1 | Rake $0
Seat 1: ann (button) (small blind) folded before Flop
Seat 2: bob (big blind) collected ($1)

"""


def starts(*printed: str) -> list[str]:
    """The starts in UTC, by hour and minute, of hands printed at those times."""
    text = "\n".join(hand(number, start) for number, start in enumerate(printed, 1))
    parsed = _handlab.parse_batch(
        text.encode(), byte_offset=0, line_offset=0, encoding="utf-8", is_last=True
    )
    tables = parsed["tables"]
    by_hand = tables["hands"]["started_at"].to_list()
    assert tables["seats"]["started_at"].to_list() == [start for start in by_hand for _ in "ab"]
    return [f"{start:%H:%M}" for start in by_hand]


@pytest.mark.parametrize(
    ("printed", "utc"),
    [
        # Brazil set its clocks back from midnight to 23:00; the offset was -2 and then -3.
        (["2012/02/25 23:30:00 BRT"], ["01:30"]),
        (
            ["2012/02/25 22:55:00 BRT", "2012/02/25 23:10:00 BRT", "2012/02/25 23:30:00 BRT"],
            ["00:55", "01:10", "01:30"],
        ),
        (["2012/02/25 23:40:00 BRT", "2012/02/26 0:05:00 BRT"], ["02:40", "03:05"]),
        (
            ["2012/02/25 23:40:00 BRT", "2012/02/25 23:05:00 BRT", "2012/02/26 0:05:00 BRT"],
            ["01:40", "02:05", "03:05"],
        ),
        (["2011/11/06 1:40:00 ET", "2011/11/06 2:05:00 ET"], ["06:40", "07:05"]),
        (["2011/11/06 0:50:00 ET", "2011/11/06 1:05:00 ET"], ["04:50", "05:05"]),
        (["2014/10/26 2:40:00 CET", "2014/10/26 3:05:00 CET"], ["01:40", "02:05"]),
        (["2012/04/01 2:40:00 AEST", "2012/04/01 3:05:00 AEST"], ["16:40", "17:05"]),
        # The other clock of the line passes the time only once.
        (["2011/11/06 7:40:00 CET [2011/11/06 1:40:00 ET]"], ["06:40"]),
        (["2011/11/06 6:40:00 CET [2011/11/06 1:40:00 ET]"], ["05:40"]),
        (["2012/02/25 23:40:00 BRT [2012/02/25 20:40:00 ET]"], ["01:40"]),
    ],
)
def test_the_pass_is_that_of_the_neighbours(printed: list[str], utc: list[str]) -> None:
    assert starts(*printed) == utc


def test_a_merged_hand_keeps_the_pass_that_its_own_neighbours_showed(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    one, other = tmp_path / "a.txt", tmp_path / "b.txt"
    first, second = "2012/02/25 23:40:00 BRT", "2012/02/26 0:05:00 BRT"
    one.write_text(hand(1, first, cards="Dealt to ann [Ah Kd]\n") + hand(2, second))
    other.write_text(hand(1, first, cards="Dealt to bob [2c 2d]\n") + hand(3, second))

    ingest([one], lake)
    summary = ingest([other], lake)

    assert (summary.merged, summary.hands) == (1, 1)
    assert rows(lake, "select distinct started_at::varchar from seats where hand_id = '1'") == [
        ("2012-02-26 02:40:00+00",)
    ]
    assert rows(lake, "select hole_cards from seats where hand_id = '1' order by seat") == [
        ("AhKd",), ("2c2d",),
    ]  # fmt: skip
