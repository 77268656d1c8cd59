"""`handlab doctor`: why files do not parse, without the names of players."""

from __future__ import annotations

import json
import re
import zipfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from handlab.cli import app
from handlab.doctor import diagnose, diagnosis
from handlab.doctor.clues import share_of_terms
from handlab.doctor.masking import LONGEST_LINE, Masker
from handlab.doctor.vocabulary import POKER_WORDS

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

HAND = """\
PokerStars Hand #1234567890{number}:  Hold'em No Limit ($1/$2) - 2024/03/17 20:08:32 UTC
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Zbigniew Q. ($200 in chips)
Seat 2: river ($200 in chips)
Zbigniew Q.: posts small blind $1
river: posts big blind $2
*** HOLE CARDS ***
Dealt to river [Ah Kd]
Zbigniew Q.: folds
Uncalled bet ($1) returned to river
river collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: Zbigniew Q. (button) (small blind) folded before Flop
Seat 2: river (big blind) collected ($2)

"""
BROKEN = HAND.replace("Zbigniew Q.: folds", "Zbigniew Q.: throws $x at Mirabelle").format(number=2)
FOREIGN = """\
Round 1234: Nonesuch Poker, Normal $0.02/$0.04 - 2009-03-18 19:10:00
Seat 1 - Zbigniew ($0.17 in chips)
Seat 2 - Hortensia44 ($0.36 in chips)
Zbigniew - Posts small blind $0.01
Hortensia44 - Folds
"""
SHOPPING = """\
To buy on the way home, and to ask about at the counter
- 2 bags of potato chips, 1 kg flour, butter
- half a dozen eggs, bread from the small shop, not the big one
- something for the hand that was cut, and a new card for the bus
- call about the table: is it free on Friday, and at what time
"""
NOVEL = """\
She turned from the window and raised her hand, as if to stop what had been said. Nobody at the table
called for the lamp. The river was high that night, and all who had come to play cards left early,
before the last round; he alone folded his coat over the chair and waited, with one more question.
"""
NAMES = ("Zbigniew", "Hortensia", "Mirabelle", "Nonesuch", "Vega")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["doctor", *map(str, arguments)])


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def assert_nameless(text: str) -> None:
    assert [name for name in NAMES if name.casefold() in text.casefold()] == []


def test_files_that_are_read_are_healthy(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", HAND.format(number=1) * 2)

    result = run(path)

    assert (result.exit_code, result.stderr) == (0, "")
    assert f"texts: 1, {path.stat().st_size:,} bytes; hands read: 2; tournament" in result.stdout
    assert result.stdout.count("\n") == 1


def test_a_hand_that_cannot_be_read_is_explained_by_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", HAND.format(number=1) + BROKEN + BROKEN)

    result = run(path)

    assert result.exit_code == 1
    assert "1. hands that cannot be read: 2 in 1 file" in result.stdout
    assert f"first in {path}, line 25" in result.stdout
    assert "dialect: pokerstars; line 17 starts a hand" in result.stdout
    assert ">     25 | name1: word2 $x at word3" in result.stdout
    assert "         17 | PokerStars Hand #00000000000:" in result.stdout
    assert "handlab can read, got 2 hands that cannot be read\nhint: " in result.stderr
    assert_nameless(result.stdout + result.stderr)


def test_the_error_counts_only_what_there_is(tmp_path: Path) -> None:
    empty = write(tmp_path, "a.txt", "")
    write(tmp_path, "b.rar", b"Rar!\x1a\x07\x00")

    alone, both = run(empty), run(tmp_path)

    assert alone.stderr == (
        "error: expected files that handlab can read, got 1 file or member passed over\n"
    )
    assert alone.exit_code == both.exit_code == 1
    assert both.stderr == (
        "error: expected files that handlab can read, got 1 file or member that cannot be opened,"
        " 1 file or member passed over\n"
    )


def test_an_unknown_site_is_named_as_such_with_its_first_lines(tmp_path: Path) -> None:
    write(tmp_path, "a.txt", FOREIGN)
    write(tmp_path, "b.txt", FOREIGN.replace("1234", "98765"))

    (cause,) = diagnose([tmp_path]).causes

    assert (cause.kind, cause.dialect, cause.files, cause.line) == ("unrecognised", None, 2, 1)
    assert "it has lines of a hand history" in cause.reason
    assert cause.lines[1].text == "Seat 1 - name1 ($0.17 in chips)"
    assert cause.lines[3].text == "name1 - Posts small blind $0.01"


def test_a_header_that_is_nearly_right_names_its_dialect(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", "Hello\n\nFULL TILT POKER round one, Mirabelle\n" + FOREIGN)

    (cause,) = diagnose([path]).causes

    assert (cause.dialect, cause.line) == ("fulltilt", 3)
    assert cause.reason.startswith("line 3 has `Full Tilt Poker`, with which fulltilt starts")
    assert next(line for line in cause.lines if line.is_failed).text.endswith("word1")


def test_words_of_many_headers_name_a_dialect_only_at_the_start_of_a_line(tmp_path: Path) -> None:
    text = "Mirabelle's Room Hand #7:\n" + FOREIGN
    (unknown,) = diagnose([write(tmp_path, "a.txt", text)]).causes
    (begun,) = diagnose([write(tmp_path, "b.txt", "  hand #7\n" + FOREIGN)]).causes

    assert (unknown.dialect, begun.dialect, begun.line) == (None, "winning", 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('<?xml version="1.0"?><hands><round no="1"/><Mirabelle/></hands>', "it is XML, with the elements `hands`, `round`"),
        ('{"game": 1, "Mirabelle": 2, "players": []}', "it is like JSON, with the keys `game`, `players`"),
        ("{\\rtf1 Seat 1: Ann}", "it is RTF without a hand in its text"),
        ("game = 'NT'\nantes = [0]\nactions = []\n", "it is like TOML"),
        ("Dear Mirabelle, how do you do in Vega", "it has no lines of a hand history"),
    ],
)  # fmt: skip
def test_the_kind_of_an_unknown_text_is_recognised(tmp_path: Path, text: str, reason: str) -> None:
    (cause,) = diagnose([write(tmp_path, "a.dat", text)]).causes

    assert reason in cause.reason
    assert_nameless(cause.reason)


def test_only_words_that_are_rare_elsewhere_count_as_poker_terms(tmp_path: Path) -> None:
    nameless = HAND.replace("Zbigniew Q.", "").replace("river", "").replace("Vega", "")

    assert share_of_terms(SHOPPING) < 0.05
    assert share_of_terms(NOVEL) < 0.05
    assert share_of_terms(nameless) > 0.25
    assert share_of_terms("Zbigniew tapis, blinde 10, Mirabelle relance") > 0.25
    assert share_of_terms("12 34") == 0

    (cause,) = diagnose([write(tmp_path, "a.txt", SHOPPING)]).causes
    assert cause.reason.endswith(
        "it has no lines of a hand history; 2% of its words are poker terms"
    )


def test_archives_are_read_and_what_is_broken_is_named(tmp_path: Path) -> None:
    inner = tmp_path / "logs.zip"
    with zipfile.ZipFile(inner, "w") as file:
        file.writestr("Zbigniew/a.txt", BROKEN)
        file.writestr("Zbigniew/b.txt", HAND.format(number=3))
        file.writestr("c.png", b"\x89PNG\r\n\0\0\0\0")
    write(tmp_path, "z.gz", b"\x1f\x8bbroken")

    found = diagnose([tmp_path])
    shown = run(tmp_path)

    assert [(cause.kind, cause.files) for cause in found.causes] == [
        ("rejected", 1),
        ("skipped", 1),
        ("passed over", 1),
    ]
    assert (found.files, found.hands, found.without_hands) == (2, 1, 1)
    assert f"first in {inner} (Zbigniew/a.txt), line 9" in shown.stdout


def test_the_report_to_send_holds_no_names_and_no_paths(tmp_path: Path) -> None:
    folder = tmp_path / "Mirabelle"
    folder.mkdir()
    write(folder, "Zbigniew.txt", BROKEN)
    write(folder, "Vega.txt", FOREIGN)
    write(folder, "Vega.gz", b"\x1f\x8bbroken")
    (folder / "Hortensia.txt").symlink_to(folder / "nowhere")
    report = tmp_path / "report.txt"

    result = run(folder, "--report", report)

    sent = report.read_text(encoding="utf-8")
    assert f"wrote `{report}`: look it through" in result.stderr
    assert_nameless(sent)
    assert str(tmp_path) not in sent
    assert "*** SUMMARY ***" in sent
    assert re.match(r"handlab \S+, Python", sent)


def test_json_has_the_causes_and_their_context(tmp_path: Path) -> None:
    result = run(write(tmp_path, "a.txt", BROKEN), "--format", "json")

    found = json.loads(result.stdout)
    assert (found["is_healthy"], found["without_hands"]) == (False, 1)
    (cause,) = found["causes"]
    assert (cause["dialect"], cause["line"]) == ("pokerstars", 9)
    assert [line["number"] for line in cause["context"] if line["is_failed"]] == [9]
    assert_nameless(json.dumps(found["causes"][0]["context"]))


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252", "utf-8-sig"])
def test_other_encodings_are_masked_as_well(tmp_path: Path, encoding: str) -> None:
    text = FOREIGN.replace("$", "£").replace("Zbigniew", "Zbigniéw")

    (cause,) = diagnose([write(tmp_path, "a.txt", text.encode(encoding))]).causes

    assert cause.lines[1].text == "Seat 1 - name1 (£0.17 in chips)"


def test_a_hand_that_is_only_cut_off_is_no_fault_beside_others(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", HAND.format(number=1) + HAND[:300].format(number=2))

    found = diagnose([path])

    assert [cause.kind for cause in found.causes] == ["truncated"]
    assert found.is_healthy


def test_a_line_without_end_gives_a_short_answer(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", b"Seat 1: Zbigniew says Hand # " * 800_000)

    result = run(path, "--report", tmp_path / "report.txt")

    assert result.exit_code == 1
    assert len(result.stdout) < 3 * LONGEST_LINE
    assert (tmp_path / "report.txt").stat().st_size < 3 * LONGEST_LINE
    assert_nameless(result.stdout)


def test_causes_are_bounded_and_the_others_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis, "MOST_CAUSES", 3)
    for word in ("ante", "bet", "call", "deal", "fold", "pot", "river", "seat"):
        write(tmp_path, f"{word}.txt", f"[{word}]\n")

    result = run(tmp_path, "--limit", "2")

    assert "\n1. " in result.stdout
    assert "\n3. " not in result.stdout
    assert "1 more causes; --limit N explains more; 5 files with still others" in result.stdout


def test_a_folder_without_files_is_reported(tmp_path: Path) -> None:
    result = run(tmp_path)

    assert result.exit_code == 1
    assert result.stderr == f"error: expected files to look at, got no text in `{tmp_path}`\n"


@pytest.mark.parametrize(
    ("seats", "line", "masked"),
    [
        # Names that are words of poker, numbers, or punctuation.
        ("Seat 1: raises ($5)", "raises: raises $1", "name1: name1 $1"),
        ("Seat 1: 8675309 ($5)", "8675309: folds", "name1: folds"),
        ("Seat 1: *.(x)+ ($5)", "*.: folds", "name1: folds"),
        ("Seat 1: pot limit ($5)", "pot limit: bets 5 in a pot limit game", "name1: bets 5 in a name1 game"),
        ('<player name="small blind" seat="1"/>', "small blind", "name1"),
        ('{"name": "river"}', "the river [2c]", "the name1 [2c]"),
        ('"Ann @ x3kLmN9pQ2" joined', "Ann bets", "name1 bets"),
        # Names that no line introduces.
        ("", "xXpokerXx calls $2", "word1 calls $2"),
        ("", "ann_poker calls $2", "word1 calls $2"),
        ("", "Ünïcödé♠ 三 calls 1\u200b", "word1♠ word2 calls word3"),
        ("", "🂡🂡 calls ١٢", "word1 calls word2"),
        ("", "Table 'Ceres VII' 10-max 1st Ah 10h AhKd", "Table 'word1 VII' 10-max 1st Ah 10h AhKd"),
        # What is said, where it is from, and long numbers.
        ("", 'Bob said, "call 555 1234 now"', 'word1 said, "word word word word"'),
        ("", "from ann@example.org at 192.168.7.9 or https://x.org/ann", "from address at address or address"),
        ("", "Hand #123456789012 at 2024/03/17 20240317", "Hand #000000000000 at 2024/03/17 20240317"),
    ],
)  # fmt: skip
def test_names_are_masked_wherever_they_stand(seats: str, line: str, masked: str) -> None:
    masker = Masker()
    masker.learn([seats])

    assert masker.line(line) == masked


def test_the_messages_of_a_match_and_a_database_are_named(tmp_path: Path) -> None:
    write(tmp_path, "a.txt", "TO 1 at 13.2 MATCHSTATE:0:0::5d5c|\nMATCHSTATE:0:0:c:5d5c|\n")
    write(tmp_path, "b.pdb", b"SQLite format 3\0\x10\0")

    messages, database = diagnose([tmp_path]).causes

    assert (messages.kind, messages.dialect) == ("unrecognised", "acpc")
    assert "the log of the dealer has whole hands" in messages.reason
    assert database.kind == "passed over"
    assert "PokerTH (.pdb)" in database.message


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("hdb", "812686674   8    1   2  2/30   2/30   0/0    0/0     7c 4c 6h\n", "`hdb`"),
        ("hroster", "812686674  2  ann bob\n812686690  3  ann bob c|d_\n", "`hroster`"),
        ("pdb.ann", "ann  812686674  2  1 Bc  k  kf  -    1200   10    0\n", "`pdb.*`"),
        (
            "hands.json",
            '{"pots": [{"stage": "f"}], "players": [{"user": "ann", "bankroll": 9, "bets":'
            ' [{"actions": ["B"], "stage": "p"}]}]}\n',
            "JSON made of the IRC poker database",
        ),
        ("bot.jsonl", '{"old_action": "", "action": "b200", "client_pos": 0}\n', "Slumbot"),
        ("bot.txt", "{'action_histories': {'preflop': []}}\n", "PyPokerEngine"),
    ],
)
def test_the_data_of_researchers_that_has_no_whole_hands_is_named(
    tmp_path: Path, name: str, text: str, named: str
) -> None:
    write(tmp_path, name, text)

    (cause,) = diagnose([tmp_path]).causes

    assert cause.kind == "unrecognised"
    assert named in cause.reason


def test_other_tables_of_numbers_and_names_are_no_hands(tmp_path: Path) -> None:
    write(tmp_path, "a.txt", "812686674  2  10 20\n812686690  3  10 20 30\n")
    write(tmp_path, "b.txt", "ann  812686674  2  1  yes no\n")

    for cause in diagnose([tmp_path]).causes:
        assert "IRC" not in cause.reason


def test_the_hands_of_a_live_stream_are_named_and_no_word_within_a_word_is_a_clue(
    tmp_path: Path,
) -> None:
    hand = '{"Hands": [{"GameVariant": "HOLDEM", "Players": []}], "SoftwareVersion": "%s"}'
    write(tmp_path, "a.json", hand % "PokerGFX 3.2")
    write(tmp_path, "b.json", hand % "1.0")

    of_stream, other = diagnose([tmp_path]).causes

    assert (of_stream.kind, of_stream.dialect) == ("unrecognised", "pokergfx")
    assert "PokerGFX saves the hands of a live stream" in of_stream.reason
    assert other.dialect is None
    assert "it is like JSON, with the keys `Hands`" in other.reason


def test_the_log_of_the_client_of_coinpoker_is_named(tmp_path: Path) -> None:
    message = (
        "2026-09-02 10:11:12:131 [info]  [Method] -> SendMessageToPipe - "
        '{"EventName":"extension_event","Data":{"cmd_bean":'
        r'{"BeanData":"{\"pot\":1.5}","Cmd":"game.potInfo","RoomName":"Lima"}}}'
    )
    write(tmp_path, "main.log", f"2026-09-02 10:11:12:100 [info]  started\n{message}\n")
    write(tmp_path, "frames.jsonl", '{"line": "{\\"cmd_bean\\": {\\"Cmd\\": \\"game.seat\\"}}"}\n')

    causes = diagnose([tmp_path]).causes

    assert {cause.dialect for cause in causes} == {"coinpoker"}
    assert all("the log of CoinPoker's client" in cause.reason for cause in causes)


def test_the_same_word_has_the_same_mask_and_a_long_line_is_cut() -> None:
    masker = Masker()

    assert masker.line("Zbigniew Vega Zbigniew") == "word1 word2 word1"
    assert masker.line("Vega") == "word2"
    assert masker.line("5" * 10 + " " * 1000).endswith(" (610 more characters)")


def test_control_characters_do_not_reach_a_terminal() -> None:
    assert "\x1b" not in Masker().line("\x1b[2Jfold\x1b]0;x\x07")


@given(st.text(min_size=1, max_size=80))
def test_no_unknown_word_survives(text: str) -> None:
    shown = Masker().line(text)

    words = re.findall(r"[^\W\d_]{3,}", shown)
    unknown = [
        word
        for word in words
        if word.casefold() not in POKER_WORDS | {"word", "name", "address"}
        and not re.fullmatch(r"(?i)[2-9tjqkacdhsx]+|max|min|utc", word)
    ]
    assert unknown == []
