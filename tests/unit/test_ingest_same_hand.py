"""Which differences between two texts leave a hand the same, and which make it another."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from ingest_toy import counts, rows
from same_hands import HAND, OTHER, PLAY, SAME, TWICE, changed, without, write

from handlab import _handlab
from handlab.ingest import ingest, outlines
from handlab.lake import Lake
from handlab.lake.parquet import conform
from handlab.schema import TABLES

if TYPE_CHECKING:
    from pathlib import Path


def parsed(text: str) -> Any:
    return _handlab.parse_batch(
        text.encode(), byte_offset=0, line_offset=0, encoding="utf-8", is_last=True
    )


def outline(text: str) -> tuple[str, int, int, list[tuple[str, int]]]:
    """The line, both digests, and the cards that are known, of one hand."""
    tables = {
        name: conform(frame, TABLES[name]).with_columns(copy=pl.lit(0, dtype=pl.Int64))
        for name, frame in parsed(text)["tables"].items()
    }
    hands, seats = tables["hands"], tables["seats"]
    assert hands.height == 1, parsed(text)["tables"]["rejects"]["message"].to_list()
    line = outlines.lines(hands, seats, tables["actions"])["line"].item()
    cards = outlines.known_cards(hands, seats, tables["boards"]).drop("copy").sort("place")
    return line, hands["content_digest"].item(), hands["deal_digest"].item(), cards.rows()


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


@pytest.mark.parametrize("difference", SAME)
def test_equal_acts_have_equal_digests_and_lines(difference: str) -> None:
    assert outline(SAME[difference])[:2] == outline(HAND)[:2]


def test_copies_that_differ_in_anything_but_the_deal_are_stored_once(
    lake: Lake, tmp_path: Path
) -> None:
    path = write(tmp_path, HAND, *SAME.values())

    summary = ingest([path], lake)

    found = counts(summary)
    assert (found["headers"], found["hands"], found["duplicates"]) == (len(SAME) + 1, 1, len(SAME))
    assert "id_conflicts" not in found
    assert rows(lake, "select hand_id, verdict, table_name, zone from hands") == [
        ("77001", "exact", "Aludra II", "ET")
    ]
    assert rows(lake, "select seat, player, hole_cards from seats where is_dealt_in order by 1") == [
        (1, "ann", "AhKd"), (2, "bob", None), (4, "cid", "QsQd"),
    ]  # fmt: skip


@pytest.mark.parametrize("difference", OTHER)
def test_other_deals_under_one_number_are_kept_apart(
    lake: Lake, tmp_path: Path, difference: str
) -> None:
    path = write(tmp_path, HAND, OTHER[difference], HAND, OTHER[difference])

    summary = ingest([path], lake)

    assert counts(summary) == {"headers": 4, "hands": 2, "id_conflicts": 1, "duplicates": 2}
    assert rows(lake, "select count(distinct deal_digest) from hands") == [(2,)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(
            PLAY,
            changed(
                PLAY,
                ("(50/100)", "(50.00/100.00)"),
                (" (Play Money)", ""),
                ("10000 in", "10000.00 in"),
            ),
            id="another scale",
        ),
        pytest.param(
            PLAY,
            changed(
                without(PLAY, "bob: posts the ante", "ann: posts the ante"),
                ("bob: posts big", "ann: posts the ante 5\nbob: posts the ante 5\nbob: posts big"),
            ),
            id="antes in another place",
        ),
        pytest.param(PLAY, without(PLAY, "Uncalled"), id="no uncalled line"),
        pytest.param(PLAY, changed(PLAY, ("50/100", "$50/$100 USD")), id="in money"),
        pytest.param(
            TWICE,
            without(
                changed(TWICE, ("*** FIRST TURN", "*** TURN"), ("*** FIRST RIVER", "*** RIVER")),
                "*** SECOND",
                "SECOND",
                "bob collected",
            ),
            id="no second board",
        ),
        pytest.param(
            TWICE, changed(TWICE, (" and is all-in", "")), id="no all-in flag"
        ),
    ],
)  # fmt: skip
def test_what_one_tool_leaves_out_does_not_make_another_hand(
    lake: Lake, tmp_path: Path, one: str, other: str
) -> None:
    assert outline(one)[:2] == outline(other)[:2]

    summary = ingest([write(tmp_path, one, other)], lake)

    assert (summary.hands, summary.duplicates, summary.id_conflicts) == (1, 1, 0)


def test_32_different_hands_under_one_number_stay_apart(lake: Lake, tmp_path: Path) -> None:
    texts = [
        changed(HAND, ("#77001", "#99999999999"), ("ann ($100", f"ann (${100 + number}"))
        for number in range(32)
    ]

    summary = ingest([write(tmp_path, *texts, *texts[:7])], lake)

    assert counts(summary) == {"headers": 39, "hands": 32, "id_conflicts": 31, "duplicates": 7}
    assert rows(lake, "select count(distinct hand_id), count(*) from hands") == [(32, 32)]


def test_the_order_of_files_does_not_change_which_hands_there_are(tmp_path: Path) -> None:
    hidden = without(changed(SAME["no cards"], ("ann", "Hero")), "Seat 5")
    texts = [HAND, OTHER["hole cards"], hidden, OTHER["board"]]
    found = set()
    for number, order in enumerate(permutations(range(len(texts)))):
        folder = tmp_path / str(number)
        folder.mkdir()
        lake = Lake.create(folder / "lake")
        files = [
            write(folder, texts[index], name=f"{place}.txt") for place, index in enumerate(order)
        ]
        summary = ingest(files, lake)
        assert (summary.hands, summary.duplicates) == (3, 1)
        hands = rows(
            lake,
            "select board, string_agg(seat || player || coalesce(hole_cards, ''), ' ' order by seat)"
            " from hands join seats using (hand_id) where seat < 5 group by hand_id, board",
        )
        found.add(tuple(sorted(hands)))
        if number >= 5:
            break
    assert len(found) == 1


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        (("ann collected $30.50",), "summary_reconciled"),
        (("won ($30.50)", "collected $30.50"), "mismatch"),
    ],
)
@pytest.mark.parametrize("is_sound_first", [True, False])
def test_of_equal_texts_the_one_that_adds_up_is_kept(
    lake: Lake, tmp_path: Path, printed: tuple[str, ...], verdict: str, *, is_sound_first: bool
) -> None:
    sound = without(HAND, "Dealt to")
    wrong = changed(HAND, *((words, words.replace("30", "20")) for words in printed))
    assert parsed(wrong)["tables"]["hands"]["verdict"].to_list() == [verdict]
    for number, text in enumerate([sound, wrong] if is_sound_first else [wrong, sound]):
        summary = ingest([write(tmp_path, text, name=f"{number}.txt")], lake)

    assert counts(summary) == {"headers": 1, "duplicates": 1, "merged": 1}
    assert rows(lake, "select verdict, hero_seat from hands") == [("exact", 1)]
    again = ingest([write(tmp_path, wrong, wrong, name="again.txt")], lake)
    assert counts(again) == {"headers": 2, "duplicates": 2}


def test_cards_that_copies_dispute_do_not_decide_which_text_is_kept(
    lake: Lake, tmp_path: Path
) -> None:
    """Each text adds up, and the hand of both does not: two seats hold the same cards."""
    mark = "*** HOLE CARDS ***\n"
    texts = [changed(PLAY, (mark, f"{mark}Dealt to {name} [Ah Kd]\n")) for name in ("ann", "bob")]
    paths = [write(tmp_path, text, name=f"{number}.txt") for number, text in enumerate(texts)]
    ingest(paths, lake)
    asked = "select verdict, source_file from hands"
    kept = [("corrupt_actions", str(paths[1]))]
    assert rows(lake, asked) == kept

    summary = ingest([write(tmp_path, "", texts[0], name="again.txt")], lake)

    assert counts(summary) == {"headers": 1, "duplicates": 1}
    assert rows(lake, asked) == kept
