"""Three hands in several texts: copies that are the same hand, and other hands under its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

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


def write(folder: Path, *texts: str, name: str = "a.txt") -> Path:
    path = folder / name
    path.write_text("\n\n".join(texts) + "\n\n")
    return path
