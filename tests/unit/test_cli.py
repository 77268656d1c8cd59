"""The command line in this process: what it prints, and with which status it ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from shlex import quote
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

import handlab as hl
from handlab import schema
from handlab.cli import app
from handlab.cli.ingest_findings import JSON_FIELDS
from handlab.errors import LakeBusyError, LakeError
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

HANDS = 40


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def assert_error(result: Result, status: int, message: str, hint: str | None = None) -> None:
    """One line of error, one of hint, nothing on stdout, no traceback."""
    lines = result.stderr.splitlines()
    assert result.exit_code == status
    assert lines[0] == f"error: {message}"
    assert lines[1:] == ([f"hint: {hint}"] if hint else [])
    assert result.stdout == ""


@pytest.fixture(scope="session")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of simulated hands."""
    path = tmp_path_factory.mktemp("hands") / "hands.txt"
    result = run("simulate", "--hands", str(HANDS), "--seed", "7", "--out", path)
    assert result.exit_code == 0, result.output
    return path


@pytest.fixture(scope="session")
def lake(hands: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake that holds them, with their texts."""
    path = tmp_path_factory.mktemp("lakes") / "lake"
    result = run("ingest", hands, "--lake", path, "--keep-text")
    assert result.exit_code == 0, result.output
    return path


@pytest.mark.parametrize(
    ("option", "values"), [("--player", ("Ann", "Bob")), ("--stake", ("0.05", "0.25"))]
)
def test_an_option_with_two_values_is_refused(
    option: str, values: tuple[str, str], lake: Path
) -> None:
    twice = [part for value in values for part in (option, value)]

    result = run("stats", "--lake", lake, *twice)

    hint = "see `handlab stats --help`"
    assert_error(result, 2, f"expected `{option}` once, got it 2 times", hint)


def test_a_flag_and_an_option_of_several_values_may_be_repeated(hands: Path) -> None:
    result = run(
        *("convert", hands, "--to", "phh", "--anonymize", hands, "--json", "--json"),
        *("--keep", "Ann", "--keep", "Bob", "--out", hands.with_suffix(".phhs")),
    )
    assert "times" not in result.stderr


def test_a_lake_is_compacted_and_its_old_files_are_deleted(lake: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(lake, tmp_path / "lake")

    merged = run("compact", "--lake", copy)
    nothing = run("compact", "--lake", copy)
    expired = run("compact", "--lake", copy, "--expire-older-than", "0d", "--json")
    wrong = run("compact", "--lake", copy, "--expire-older-than", "soon")

    assert merged.exit_code == nothing.exit_code == expired.exit_code == 0
    assert " MB became 7 files, " in merged.stdout
    assert merged.stdout.splitlines()[1].startswith("the old files stay for earlier snapshots")
    assert nothing.stdout.startswith("nothing to merge: 7 files, ")
    found = json.loads(expired.stdout)
    assert found["expired"]["files"] == 7
    assert found["before"] == found["after"]
    hint = "an age is written as in `12h`, `30d` or `8w`; `0d` is now"
    assert_error(wrong, 2, "expected an age, got `soon`", hint)
    count = run("sql", "select count(*) as n from hands", "--lake", copy, "--format", "csv")
    assert count.stdout.split() == ["n", str(HANDS)]


def first_hand(lake: Path) -> str:
    result = run(
        "sql", "select min(hand_id) as hand_id from hands", "--lake", lake, "--format", "csv"
    )
    return result.stdout.splitlines()[1]


def test_the_version_is_printed() -> None:
    assert re.fullmatch(r"handlab \d\S*\n", run("--version").stdout)


def test_simulating_is_repeatable(hands: Path) -> None:
    again = run("simulate", "--hands", str(HANDS), "--seed", "7")

    assert again.stdout_bytes == hands.read_bytes()
    assert again.stdout.count("PokerStars ") >= HANDS


def test_an_unknown_game_cannot_be_simulated() -> None:
    result = run("simulate", "--hands", "1", "--game", "holden")
    betting = run("simulate", "--hands", "1", "--betting", "nl")

    assert result.exit_code == betting.exit_code == 2
    assert result.stderr.startswith(
        "error: expected a game that PokerStars deals, whose text is written, got `holden`\n"
        "hint: did you mean `holdem`"
    )
    assert "hint: all are: no_limit, pot_limit, fixed_limit" in betting.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--game", "omaha6", "--chairs", "9"],
            "chairs that omaha6 has, got `9`; the nearest is `7`",
        ),
        (["--game", "razz", "--hi-lo"], "expected no `hi_lo` with razz"),
        (["--game", "short_deck", "--betting", "cap"], "betting limits that short_deck has"),
        (["--big-blind", "9999999999999"], "a big blind, got `9999999999999`; the nearest is"),
        (["--small-blind", "20"], "a small blind of at most the big blind, got `20`"),
        (["--ante", "20"], "an ante of at most the big blind, got `20`; the nearest is `10`"),
        (["--hero", " Ann"], "expected a printable name of the hero, got ` Ann`"),
    ],
)
def test_a_table_that_cannot_be_played_is_not_replaced_by_another(
    options: list[str], message: str
) -> None:
    result = run("simulate", "--hands", "1", *options)

    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_ingest_prints_the_count_law(hands: Path, tmp_path: Path) -> None:
    result = run("ingest", hands, "--lake", tmp_path / "lake")

    assert result.exit_code == 0
    law = f"{HANDS} headers = {HANDS} hands + 0 duplicates + 0 partial + 0 cancelled + 0 rejected"
    assert result.stdout.splitlines()[0] == law
    assert result.stderr == ""


def test_ingest_prints_one_json_object_with_exactly_the_fields_of_the_contract(
    hands: Path, tmp_path: Path
) -> None:
    result = run("ingest", hands, "--lake", tmp_path / "lake", "--json")

    found = json.loads(result.stdout)
    assert list(found) == list(JSON_FIELDS)
    assert found["headers"] == found["hands"] == HANDS
    assert found["bytes"] == hands.stat().st_size
    assert sum(found["verdicts"].values()) == HANDS
    assert found["reject_codes"] == {}


def test_a_second_run_reads_nothing(hands: Path, lake: Path) -> None:
    found = json.loads(run("ingest", hands, "--lake", lake, "--json").stdout)

    assert (found["files"], found["headers"]) == (0, 0)


@pytest.mark.parametrize(("most", "status"), [(0, 1), (1, 0)])
def test_rejects_over_the_limit_are_reported_by_the_status(
    hands: Path, tmp_path: Path, most: int, status: int
) -> None:
    broken = tmp_path / "broken.txt"
    texts = re.split(r"(?m)^(?=PokerStars )", hands.read_text(encoding="utf-8"))
    texts[2] = re.sub(r"(?m)^Seat \d.*in chips\).*\n", "", texts[2])
    broken.write_text("".join(texts), encoding="utf-8")

    result = run(
        "ingest", broken, "--lake", tmp_path / "lake", "--json", "--max-rejects", str(most)
    )

    assert json.loads(result.stdout)["rejected"] == 1
    assert result.exit_code == status
    assert ("error: expected at most 0 unreadable, got 1 hand" in result.stderr) == bool(status)
    assert ("select path, line, message from rejects" in result.stderr) == bool(status)
    assert "skipped" not in result.stderr


def test_a_file_that_cannot_be_read_is_named_before_empty_ones(hands: Path, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    shutil.copy(hands, logs)
    for number in range(25):
        (logs / f"{number}.txt").touch()
    (logs / "zz.zip").write_bytes(b"PK\x03\x04 cut off")

    result = run("ingest", logs, "--lake", tmp_path / "lake", "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["skipped_files"][0]["path"] == str(logs / "zz.zip")
    assert result.stderr.startswith(f"skipped: `{logs / 'zz.zip'}")
    assert "got 1 file or member that cannot be read" in result.stderr
    assert "from rejects" not in result.stderr


def test_one_file_and_one_byte_are_singular(hands: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    run("ingest", hands, tmp_path / "a.txt", "--lake", tmp_path / "lake")

    audit = " ".join(run("audit", "--lake", tmp_path / "lake").stdout.split())
    assert "1 of 2 files holds no hand or summary that handlab can read" in audit
    assert f"`{tmp_path / 'a.txt'}` (1 byte)" in audit


def test_members_of_an_archive_that_share_a_reason_are_one_line(
    hands: Path, tmp_path: Path
) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    shutil.copy(hands, logs)
    (logs / "zz.zip").write_bytes(b"PK\x03\x04 cut off")
    archive = bytearray()
    with zipfile.ZipFile(locked := logs / "a.zip", "w") as members:
        for number in range(30):
            members.writestr(f"{number:02}.txt", "a hand")
    archive += locked.read_bytes()
    # The flag of a password, in the header of each member and in the directory.
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        for found in re.finditer(re.escape(mark), bytes(archive)):
            archive[found.start() + offset] |= 1
    locked.write_bytes(archive)

    result = run("ingest", logs, "--lake", tmp_path / "lake")

    first, second, *rest = result.stderr.splitlines()
    assert first == (
        f"skipped: 30 members of `{locked}`, such as `00.txt`:"
        " encrypted; unpack it with its password"
    )
    assert second.startswith(f"skipped: `{logs / 'zz.zip'}")
    assert not any(line.startswith("skipped") for line in rest)
    assert "got 31 files or members that cannot be read" in result.stderr


HAND = """\
PokerStars Hand #{number}:  Hold'em No Limit ($1/$2) - 2024/03/17 20:0{minute}:32 UTC
Table 'Vega' 6-max Seat #{number} is the button
Seat 1: Ann (${ann} in chips)
Seat 2: Bob (${bob} in chips)
{small}: posts small blind $1
{big}: posts big blind $2
*** HOLE CARDS ***
{small}: folds
Uncalled bet ($1) returned to {big}
{big} collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0

"""
FOREIGN = "Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit\nSeat 1: Ann (5€)\n"


def test_files_that_are_not_recognised_are_named_and_counted(hands: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt", "d\x1b[2J.txt"):
        (folder / name).write_text(f"{name} {FOREIGN}", encoding="utf-8")
    (folder / "empty.txt").write_text("")
    alone = run("ingest", folder, "--lake", tmp_path / "alone", "--json")
    again = run("ingest", folder, "--lake", tmp_path / "alone")
    mixed = run("ingest", folder, hands, "--lake", tmp_path / "mixed", "--json")

    found = json.loads(alone.stdout)
    assert alone.exit_code == again.exit_code == 1
    assert (found["unrecognised"], found["without_hands"], found["skipped"]) == (4, 4, 1)
    size = (folder / "a.txt").stat().st_size
    first = {"path": str(folder / "a.txt"), "member": None, "bytes": size}
    assert found["unrecognised_files"][0] == first
    assert found["skipped_files"][0]["reason"] == "empty"
    assert f"`{folder / 'c.txt'}` ({size} bytes) and 1 more\n" in alone.stderr
    assert f"hint: `handlab doctor {folder / 'a.txt'}` says why\n" in alone.stderr
    assert "error: expected hand histories, got no hand and no tournament summary" in alone.stderr
    assert "in any of 4 files" in again.stderr
    assert mixed.exit_code == 0
    assert json.loads(mixed.stdout)["unrecognised"] == 4

    audit = run("audit", "--lake", tmp_path / "mixed").stdout
    assert "4 of 5 files hold no hand or summary that handlab can read, such as\n  `" in audit
    assert f"`{folder / 'a.txt'}` ({size} bytes)" in " ".join(audit.split())
    shown = run("report", "--lake", tmp_path / "mixed", "--format", "text").stdout
    page = run("report", "--lake", tmp_path / "mixed", "--format", "html").stdout
    data = json.loads(run("report", "--lake", tmp_path / "mixed", "--format", "json").stdout)
    assert "4 of 5 files hold no hand or summary that handlab can read, such as `" in " ".join(
        shown.split()
    )
    assert "\x1b" not in shown
    assert "Every hand header is accounted for" not in page
    assert "4 of 5 files hold no hand or summary" in page
    assert data["sections"]["counts"][0]["unrecognised_files"] == 4
    assert len(data["sections"]["unrecognised"]) == 4


def test_strict_ingest_fails_for_a_file_without_hands_also_when_it_is_known(
    hands: Path, tmp_path: Path
) -> None:
    note = tmp_path / "note.txt"
    note.write_text("nothing to see\n", encoding="utf-8")

    lenient = run("ingest", hands, note, "--lake", tmp_path / "lake")
    strict = run("ingest", hands, note, "--lake", tmp_path / "lake", "--strict")
    fine = run("ingest", hands, "--lake", tmp_path / "lake", "--strict")

    assert (lenient.exit_code, strict.exit_code, fine.exit_code) == (0, 1, 0)
    assert "unrecognised: 1 of the files, 15 bytes" in lenient.stdout
    assert "in every file, got 1 file without one\nhint: see `handlab sql" in strict.stderr


def test_a_folder_without_files_is_a_fault_since_its_disk_may_not_be_mounted(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()

    result = run("ingest", folder, "--lake", tmp_path / "lake")
    accepted = run("ingest", folder, "--lake", tmp_path / "lake", "--allow-empty", "--json")

    assert result.exit_code == 1
    assert result.stderr == (
        f"no files: nothing to read in `{folder}`\n"
        "error: expected hand histories, got no files\n"
        "hint: check the paths, and that their disks are mounted; --allow-empty accepts empty"
        " folders\n"
    )
    assert accepted.exit_code == 0
    assert json.loads(accepted.stdout)["paths_without_files"] == [str(folder)]


def test_one_empty_folder_of_several_is_named(hands: Path, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()

    result = run("ingest", hands, folder, "--lake", tmp_path / "lake")

    assert result.exit_code == 0
    assert result.stderr.startswith(f"no files: nothing to read in `{folder}`\n")


@pytest.mark.parametrize("command", ["ingest", "check", "sql", "lake", "lake verify"])
def test_the_help_of_a_command_lists_the_statuses(command: str) -> None:
    result = run(*command.split(), "--help")

    assert "Exit statuses: 0 for success; 1 if faults were found" in " ".join(result.stdout.split())


def test_a_value_that_is_none_of_the_choices_is_named_with_them(tmp_path: Path) -> None:
    result = run("stats", "--lake", tmp_path, "--format", "xml")

    assert result.exit_code == 2
    assert result.stderr == (
        "error: expected one of `table`, `csv`, `json`, `parquet`, `xlsx` as `--format`, got `xml`\n"
        "hint: see `handlab stats --help`\n"
    )


def test_a_page_is_not_written_under_the_ending_of_another_format(tmp_path: Path) -> None:
    out = tmp_path / "hand.pdf"

    result = run("replay", "1", "--lake", tmp_path, "--out", out)

    assert (result.exit_code, out.exists()) == (2, False)
    assert result.stderr == (
        f"error: expected a format of the page, got the ending `.pdf`: `{out}`\n"
        "hint: one of .htm, .html\n"
    )


def test_without_a_command_the_help_is_printed_with_the_statuses() -> None:
    result = run()

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Usage: handlab")
    assert "Exit statuses: 0 for success" in result.stdout


def test_the_help_has_the_whole_summary_of_each_command() -> None:
    for arguments in ([], ["lake", "--help"]):
        listed = run(*arguments).stdout.partition("\nCommands:")[2].partition("Exit statuses:")[0]
        assert listed
        assert ".." not in listed


def test_a_path_to_nothing_leaves_no_lake_behind(tmp_path: Path) -> None:
    result = run("ingest", tmp_path / "nothing", "--lake", tmp_path / "lake")

    message = f"expected a file, a folder or a glob, got a path that does not exist: `{tmp_path / 'nothing'}`"
    assert_error(result, 2, message)
    assert not (tmp_path / "lake").exists()


def test_hands_on_stdin_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    message = "expected a file, a folder or a glob, got a path that does not exist: "
    hint = "stdin is not read: write the hands to a file first"
    result = run("ingest", "-", "--lake", "lake")
    assert_error(result, 2, f"{message}`{tmp_path / '-'}`", hint)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_that_is_named_is_reported_as_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    result = run("ingest", tmp_path / "pipe", "--lake", tmp_path / "lake", "--json")

    assert result.exit_code == 1
    assert f"skipped: `{tmp_path / 'pipe'}`: a pipe or a device" in result.stderr


def test_a_missing_option_is_reported_in_a_line() -> None:
    assert_error(
        run("ingest", "x"),
        2,
        "missing option '--lake' (env var: 'HANDLAB_LAKE')",
        "see `handlab ingest --help`",
    )


def test_an_unknown_command_is_reported_in_a_line() -> None:
    assert_error(run("nonsense"), 2, "no such command 'nonsense'", "see `handlab --help`")


def test_a_missing_lake_is_reported_with_a_hint(tmp_path: Path) -> None:
    folder = tmp_path / "Ann's lake"
    hint = f"make one with `handlab ingest PATH --lake {quote(str(folder))}`"

    result = run("sql", "select 1", "--lake", folder)
    assert_error(result, 2, f"expected a lake, got a path that does not exist: `{folder}`", hint)
    folder.mkdir()
    result = run("sql", "select 1", "--lake", folder)
    assert_error(result, 2, f"expected a lake, got a folder without one: `{folder}`", hint)
    folder.rmdir()
    folder.touch()
    for command in (("lake", "repair"), ("check",)):
        assert_error(
            run(*command, "--lake", folder),
            2,
            f"expected a lake, got a file: `{folder}`",
            "name the folder that `handlab ingest` made",
        )


def test_an_empty_text_is_not_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    hint = "`.` is the working folder"
    no_lake = "expected the folder of a lake, got an empty text"

    for command in (("ingest", "."), ("stats",), ("check",)):
        assert_error(run(*command, "--lake", ""), 2, no_lake, hint)
    for arguments, expected in (
        (("ingest", "", "--lake", "lake"), "a file, a folder or a glob"),
        (("convert", "", "--to", "phh"), "a file, a folder or a glob"),
        (("watch", "", "--lake", "lake"), "a folder to watch"),
    ):
        assert_error(run(*arguments), 2, f"expected {expected}, got an empty text", hint)
    with pytest.raises(LakeError, match=no_lake):
        hl.connect("")
    assert list(tmp_path.iterdir()) == []


def test_a_player_of_an_empty_lake_is_missing_because_it_has_no_hands(tmp_path: Path) -> None:
    Lake.create(tmp_path / "lake")

    for command in ("stats", "winrate", "report"):
        assert_error(
            run(command, "--player", "Ann", "--lake", tmp_path / "lake"),
            2,
            "expected a player with hands in the lake, got `Ann`",
            "the lake has no hands: `handlab ingest PATH` reads some into it",
        )


def test_the_lake_can_be_named_by_the_environment(
    lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDLAB_LAKE", str(lake))

    assert run("sql", "select 1 as one", "--format", "csv").stdout == "one\n1\n"


def test_the_audit_lists_verdicts_and_their_hands(lake: Path) -> None:
    verdicts = json.loads(run("audit", "--lake", lake, "--format", "json").stdout)
    listed = run("audit", "--lake", lake, "--verdict", "exact", "--limit", "3")

    assert sum(row["hands"] for row in verdicts) == HANDS
    assert first_hand(lake) in listed.stdout
    assert len(listed.stdout.splitlines()) == 5
    assert "only the first 3 hands" in listed.stderr


def test_the_audit_shows_one_hand_with_its_text(lake: Path) -> None:
    result = run("audit", first_hand(lake), "--lake", lake)

    for title in (
        "Who put in what",
        "Which pots",
        "Who should have won, and who was paid",
        "Checks",
    ):
        assert title in result.stdout
    assert "residual_contributed   $0.00" in result.stdout
    assert "*** SUMMARY ***" in result.stdout


def test_the_audit_of_a_hand_adds_up_in_json(lake: Path) -> None:
    (hand,) = json.loads(run("audit", first_hand(lake), "--lake", lake, "--format", "json").stdout)

    def cents(rows: list[dict[str, Any]], column: str) -> int:
        return round(100 * sum(row[column] for row in rows))

    assert cents(hand["seats"], "contributed") == cents(hand["pots"], "gross")
    assert cents(hand["awards"], "amount") == cents(hand["pots"], "net")
    assert cents(hand["seats"], "net") == -cents(hand["pots"], "rake")


def test_a_hand_is_written_as_a_page_that_replays_it(lake: Path, tmp_path: Path) -> None:
    page, number = tmp_path / "hand.html", first_hand(lake)

    written = run("replay", number, "--lake", lake, "--out", page)
    unknown = run("replay", "%", "--lake", lake)

    assert (written.exit_code, written.stderr) == (0, f"wrote `{page}`\n")
    assert f"Hand {number}" in page.read_text(encoding="utf-8")
    message = "expected the number of a hand in the lake, got `%`"
    assert_error(unknown, 2, message, "find one with `handlab audit --verdict exact`")


def test_an_unknown_hand_and_an_unknown_verdict_are_reported(lake: Path) -> None:
    unknown = run("audit", "%", "--lake", lake)
    verdict = run("audit", "--verdict", "good", "--lake", lake)

    message = "expected the number of a hand in the lake, got `%`"
    assert_error(unknown, 2, message, "find one with `handlab audit --verdict exact`")
    assert verdict.stderr.startswith("error: expected a verdict, got `good`\nhint: one of exact, ")


def test_every_check_is_run(lake: Path) -> None:
    result = run("check", "--lake", lake)

    assert result.exit_code == 0, result.stdout
    assert {line.split()[0] for line in result.stdout.splitlines()} == {"ok"}
    assert "count_law" in result.stdout


def test_a_check_that_finds_rows_fails(tmp_path: Path) -> None:
    wrong = tmp_path / "lake"
    connection = Lake.create(wrong).connect(read_only=False)
    connection.execute(
        "insert into files (file_digest, byte_from, parser_version, headers, hands, duplicates,"
        " partial, cancelled, rejected) values ('a', 0, 1, 3, 2, 0, 0, 0, 0)"
    )
    connection.close()

    result = run("check", "--lake", wrong)
    skipped = run("check", "--lake", wrong, "--skip", "count_law")
    alone = run("check", "--lake", wrong, "--only", "count_law", "--format", "json")

    assert result.exit_code == alone.exit_code == 1
    assert re.search(r"^wrong +count_law +1 rows$", result.stdout, re.MULTILINE)
    assert "got some in 1 checks: count_law\nhint: " in result.stderr
    assert (skipped.exit_code, skipped.stderr) == (0, "")
    assert "count_law" not in skipped.stdout
    found = json.loads(alone.stdout)
    (check,) = found["checks"]
    assert (found["errors"], found["warnings"]) == (1, 0)
    assert (check["name"], check["outcome"], check["count"]) == ("count_law", "wrong", 1)
    assert check["rows"][0]["headers"] == 3


def test_a_warning_does_not_fail(tmp_path: Path) -> None:
    first, second = (
        HAND.format(number=number, minute=number, small=small, big=big, ann=ann, bob=bob)
        for number, small, big, ann, bob in (
            (1, "Ann", "Bob", 200, 200),
            (2, "Bob", "Ann", 199, 60),
        )
    )
    logs = tmp_path / "hands.txt"
    logs.write_text(first + second, encoding="utf-8")
    run("ingest", logs, "--lake", tmp_path / "lake")

    result = run("check", "--lake", tmp_path / "lake", "--format", "json")

    found = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (0, "")
    assert (found["errors"], found["warnings"]) == (0, 1)
    (warned,) = (check for check in found["checks"] if check["outcome"] == "warning")
    assert (warned["name"], warned["rows"][0]["player"]) == ("stack_continuity", "Bob")


def test_checks_are_chosen_by_name(lake: Path) -> None:
    chosen = ("--only", "count_law", "--only", "keys_unique", "--skip", "keys_unique")

    assert run("check", "--lake", lake, *chosen).stdout.split()[:2] == ["ok", "count_law"]
    unknown = run("check", "--lake", lake, "--skip", "nonsense")
    assert unknown.stderr.startswith("error: expected the name of a check, got `nonsense`\nhint: ")
    none = run("check", "--lake", lake, "--only", "count_law", "--skip", "count_law")
    assert (unknown.exit_code, none.exit_code) == (2, 2)


def test_tables_names_every_column() -> None:
    everything = json.loads(run("tables", "--format", "json").stdout)
    markdown = run("tables", "pots", "--format", "markdown").stdout
    shown = run("tables", "pots").stdout

    names = [found["name"] for found in everything if found["kind"] == "table"]
    assert names == list(schema.TABLES)
    assert "| `gross` | BIGINT | The pot before rake and fees, in minor units. |" in markdown
    assert all(column.name in shown for column in schema.POTS.columns)
    assert run("tables", "nonsense").exit_code == 2


def test_the_format_of_a_report_follows_the_ending(lake: Path, tmp_path: Path) -> None:
    for ending, start in ((".html", "<!doctype html>"), (".json", "{"), (".csv", "section,")):
        out = tmp_path / f"report{ending}"
        result = run("report", "--lake", lake, "--out", out)

        assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"wrote `{out}`\n")
        assert out.read_text(encoding="utf-8").lstrip().startswith(start)


def test_a_report_goes_to_stdout_too(lake: Path) -> None:
    text = run("report", "--lake", lake, "--format", "text")
    found = json.loads(run("report", "--lake", lake, "--format", "json").stdout)

    assert found["sections"]["counts"][0]["headers"] == HANDS
    assert text.stdout.startswith(f"{found['player']}\n{HANDS} hands on PokerStars\n")


def test_an_unknown_player_or_section_of_a_report_is_reported(lake: Path) -> None:
    player = run("report", "--lake", lake, "--format", "text", "--player", "nobody at all")
    section = run("report", "--lake", lake, "--format", "csv", "--section", "nonsense")
    misplaced = run("report", "--lake", lake, "--format", "text", "--section", "totals")

    start = (
        "error: expected a player with hands in the lake, got `nobody at all`\nhint: did you mean `"
    )
    assert player.stderr.startswith(start)
    assert section.stderr.startswith("error: expected a section of the report, got `nonsense`\n")
    assert misplaced.stderr.startswith("error: expected `--section` with csv, json")
    assert {player.exit_code, section.exit_code, misplaced.exit_code} == {2}


def test_a_file_that_cannot_be_written_is_reported(lake: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    result = run("report", "--lake", lake, "--out", tmp_path / "folder", "--format", "json")

    assert_error(result, 2, f"is a directory: `{tmp_path / 'folder'}`")


def test_a_busy_lake_has_a_status_of_its_own(
    hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        message = "expected to be the only writer, but another process writes to `x`"
        raise LakeBusyError(message, hint="wait until it is done")

    monkeypatch.setattr("handlab.ingest.ingest", refuse)
    result = run("ingest", hands, "--lake", tmp_path / "lake")

    message = "expected to be the only writer, but another process writes to `x`"
    assert_error(result, 3, message, "wait until it is done")


def test_a_fault_of_ours_has_a_traceback_and_a_status_of_its_own(
    hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlab.ingest.ingest", lambda *_, **__: 1 / 0)
    result = run("ingest", hands, "--lake", tmp_path / "lake")

    assert result.exit_code == 70
    assert "ZeroDivisionError" in result.stderr
