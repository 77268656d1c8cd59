"""`handlab ingest`: what it says of files and hands, and with which status it ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import zipfile
from functools import partial
from pathlib import Path

import pytest
from command_line import HANDS, assert_error, ingested, run, simulated

from handlab.cli.ingest_findings import JSON_FIELDS
from handlab.lake import Lake
from handlab.views import views_version

FOREIGN = "Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit\nSeat 1: Ann (5€)\n"


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory.mktemp("hands"))


@pytest.fixture(scope="module")
def lake(hands: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ingested(hands, tmp_path_factory.mktemp("lakes"))


def test_ingest_prints_the_count_law(hands: Path, tmp_path: Path) -> None:
    result = run("ingest", hands, "--lake", tmp_path / "lake")

    assert result.exit_code == 0
    law = f"{HANDS} headers = {HANDS} hands + 0 duplicates + 0 partial + 0 cancelled + 0 rejected"
    assert result.stdout.splitlines()[0] == law
    assert result.stderr == ""


def test_a_new_lake_has_its_views_from_its_first_commit_on(hands: Path, tmp_path: Path) -> None:
    path = tmp_path / "lake"

    run("ingest", hands, "--lake", path)

    # `Lake.connect` makes no views, as the commands and `handlab.connect` do.
    with Lake.open(path).connect() as connection:
        rows = connection.execute("select hands from player_stats").fetchall()
    assert max(rows) == (HANDS,)
    made_by = partial(pytest.fail, "they are made again")
    assert not Lake.open(path).ensure_views(views_version(), made_by)


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


def test_the_hint_for_a_name_that_is_no_text_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/it's \\x \xff\n.txt"
    Path(os.fsdecode(path)).write_text(f"x {FOREIGN}", encoding="utf-8")
    found = run("ingest", tmp_path, "--lake", tmp_path / "lake")
    (hint,) = re.findall("`handlab doctor (.*)` says why", found.stderr)
    printed = subprocess.run(["bash", "-c", f"printf %s {hint}"], capture_output=True, check=True)
    assert printed.stdout == path


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
