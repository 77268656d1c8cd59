"""Which differences between two texts leave a hand the same, and which make it another."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from ingest_toy import Older, counts, rows

from handlab import _handlab
from handlab.ingest import ingest, outlines
from handlab.lake import Lake
from handlab.lake.parquet import conform
from handlab.schema import HAND_TABLES, HANDS, TABLES

if TYPE_CHECKING:
    from pathlib import Path

    from handlab.ingest.native import Native

HAND = """\
PokerStars Hand #77001:  Hold'em No Limit ($0.50/$1.00 USD) - 2019/03/05 20:11:42 ET
Table 'Aludra II' 6-max Seat #1 is the button
Seat 1: ann ($100 in chips)
Seat 2: bob ($80.50 in chips)
Seat 4: cid ($120 in chips)
Seat 5: dee ($60 in chips) is sitting out
bob: posts small blind $0.50
cid: posts big blind $1
*** HOLE CARDS ***
Dealt to ann [Ah Kd]
ann: raises $2 to $3
bob: folds
cid: calls $2
*** FLOP *** [2c 7d 9s]
cid: checks
ann: bets $4
cid: calls $4
*** TURN *** [2c 7d 9s] [3c]
cid: checks
ann: checks
*** RIVER *** [2c 7d 9s 3c] [Kh]
cid: checks
ann: bets $8
cid: calls $8
*** SHOW DOWN ***
ann: shows [Ah Kd] (a pair of Kings)
cid: mucks hand
ann collected $30.50 from pot
*** SUMMARY ***
Total pot $30.50 | Rake $0
Board [2c 7d 9s 3c Kh]
Seat 1: ann (button) showed [Ah Kd] and won ($30.50) with a pair of Kings
Seat 2: bob (small blind) folded before Flop
Seat 4: cid (big blind) mucked [Qs Qd]
"""

PLAY = """\
PokerStars Hand #77002:  Hold'em No Limit (50/100) - 2019/03/05 20:11:42 ET
Table 'Vega' 6-max (Play Money) Seat #1 is the button
Seat 1: ann (10000 in chips)
Seat 2: bob (8000 in chips)
bob: posts the ante 5
ann: posts the ante 5
ann: posts small blind 50
bob: posts big blind 100
*** HOLE CARDS ***
ann: raises 200 to 300
bob: folds
Uncalled bet (200) returned to ann
ann collected 210 from pot
ann: doesn't show hand
*** SUMMARY ***
Total pot 210 | Rake 0
Seat 1: ann (button) (small blind) collected (210)
Seat 2: bob (big blind) folded before Flop
"""

TWICE = """\
PokerStars Hand #77003:  Hold'em No Limit ($0.50/$1.00 USD) - 2019/03/05 20:11:42 ET
Table 'Aludra II' 6-max Seat #1 is the button
Seat 1: ann ($20 in chips)
Seat 2: bob ($20 in chips)
ann: posts small blind $0.50
bob: posts big blind $1
*** HOLE CARDS ***
ann: raises $19 to $20 and is all-in
bob: calls $19 and is all-in
*** FLOP *** [2c 7d 9s]
*** FIRST TURN *** [2c 7d 9s] [3c]
*** FIRST RIVER *** [2c 7d 9s 3c] [Kh]
*** SECOND TURN *** [2c 7d 9s] [4c]
*** SECOND RIVER *** [2c 7d 9s 4c] [5h]
*** FIRST SHOW DOWN ***
ann: shows [Ah Kd] (a pair of Kings)
bob: shows [Qs Qd] (a pair of Queens)
ann collected $20 from pot
*** SECOND SHOW DOWN ***
bob collected $20 from pot
*** SUMMARY ***
Total pot $40 | Rake $0
Hand was run twice
FIRST Board [2c 7d 9s 3c Kh]
SECOND Board [2c 7d 9s 4c 5h]
Seat 1: ann (button) (small blind) showed [Ah Kd] and won ($20) with a pair of Kings
Seat 2: bob (big blind) showed [Qs Qd] and won ($20) with a pair of Queens
"""


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def without(text: str, *starts: str) -> str:
    lines = [line for line in text.splitlines() if not line.startswith(starts)]
    return "\n".join(lines) + "\n"


SAME = {
    "table": changed(HAND, ("Aludra II", "77-Aludra")),
    "no table": changed(HAND, ("'Aludra II'", "''")),
    "zone dropped": changed(HAND, (":42 ET", ":42")),
    "seconds cut": changed(HAND, ("20:11:42 ET", "20:11 ET")),
    "another zone": changed(HAND, ("2019/03/05 20:11:42 ET", "2019/03/06 2:11:42 CET")),
    "another start": changed(HAND, ("2019/03/05", "2019/03/04")),
    "names": changed(HAND, ("ann", "Hero"), ("bob", "Player2"), ("cid", "Seat 4")),
    "other real names": changed(HAND, ("bob", "rob")),
    "calls 0": changed(HAND, ("cid: checks", "cid: calls $0")),
    "cards turned": changed(HAND, ("[Ah Kd]", "[Kd Ah]"), ("[2c 7d 9s]", "[9s 7d 2c]")),
    "no cards": without(
        changed(HAND, ("showed [Ah Kd]", "showed"), ("mucked [Qs Qd]", "mucked")),
        "Dealt",
        "ann: shows",
    ),
    "no shows": without(HAND, "ann: shows", "cid: mucks"),
    "one card": changed(HAND, ("[Ah Kd]", "[Ah]")),
    "no sit-out": without(HAND, "Seat 5"),
    "another sit-out": changed(HAND, ("dee ($60", "dee ($75")),
    "seats turned": changed(
        HAND,
        (
            "Seat 1: ann ($100 in chips)\nSeat 2: bob ($80.50 in chips)\n",
            "Seat 2: bob ($80.50 in chips)\nSeat 1: ann ($100 in chips)\n",
        ),
    ),
    "posts turned": changed(
        HAND,
        (
            "bob: posts small blind $0.50\ncid: posts big blind $1\n",
            "cid: posts big blind $1\nbob: posts small blind $0.50\n",
        ),
    ),
    "bet for raise": changed(HAND, ("ann: bets $4", "ann: raises $4 to $4")),
    "chat": changed(HAND, ("*** TURN", 'bob said, "ann: folds"\n*** TURN')),
    "dee joins": changed(HAND, ("*** TURN", "eve joins the table at seat #6\n*** TURN")),
}

OTHER = {
    "stack": changed(HAND, ("ann ($100", "ann ($101")),
    "seat": changed(HAND, ("Seat 4", "Seat 3")),
    "amount": changed(HAND, ("$8\n", "$9\n"), ("30.50", "32.50")),
    "hole cards": changed(HAND, ("[Ah Kd]", "[Ah Kc]")),
    "mucked cards": changed(HAND, ("[Qs Qd]", "[Qs Qh]")),
    "one card of others": changed(HAND, ("[Ah Kd]", "[Kc]")),
    "board": changed(HAND, ("[3c]", "[4c]"), ("9s 3c", "9s 4c")),
    "act": changed(HAND, ("bob: folds\n", "bob: calls $2.50\n"), ("30.50", "33")),
}


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


def write(folder: Path, *texts: str, name: str = "a.txt") -> Path:
    path = folder / name
    path.write_text("\n\n".join(texts) + "\n\n")
    return path


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
