"""Files whose hands have no start for want of a time zone are read again once one is named."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

import handlab as hl
from handlab import sql_files, views
from handlab.cli import app

if TYPE_CHECKING:
    from pathlib import Path

HAND = """\
Poker Hand #RC{number}: Hold'em No Limit ($0.01/$0.02) - 2024/03/17 16:08:3{number}
Table 'RushAndCash1' 6-max Seat #1 is the button
Seat 1: 1a2b3c ($2 in chips)
Seat 2: Hero ($2 in chips)
1a2b3c: posts small blind $0.01
Hero: posts big blind $0.02
*** HOLE CARDS ***
Dealt to 1a2b3c
Dealt to Hero [Ah Kd]
1a2b3c: folds
Uncalled bet ($0.01) returned to Hero
*** SHOWDOWN ***
Hero collected $0.02 from pot
*** SUMMARY ***
Total pot $0.02 | Rake $0 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0
Seat 1: 1a2b3c (button) folded before Flop
Seat 2: Hero (big blind) collected ($0.02)


"""


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    for name, numbers in (("a", (1, 2)), ("b", (2, 3))):
        text = "".join(HAND.format(number=number) for number in numbers)
        (folder / f"{name}.txt").write_text(text)
    return folder


def starts(lake: Path) -> list[tuple[str, datetime | None]]:
    with hl.connect(lake) as connection:
        found = connection.sql("select hand_id, started_at from hands order by all").fetchall()
    return [(hand_id, start and start.astimezone(UTC)) for hand_id, start in found]


def in_march(hour: int) -> list[tuple[str, datetime | None]]:
    return [
        (f"RC{number}", datetime(2024, 3, 17, hour, 8, 30 + number, tzinfo=UTC))
        for number in (1, 2, 3)
    ]


@pytest.mark.parametrize("is_zipped", [False, True])
def test_a_zone_that_is_named_later_gives_the_hands_their_start(
    logs: Path, tmp_path: Path, *, is_zipped: bool
) -> None:
    if is_zipped:
        with zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
            for path in sorted(logs.iterdir()):
                archive.write(path, path.name)
        logs = tmp_path / "logs.zip"
    lake = tmp_path / "lake"
    first = hl.ingest(logs, lake)
    assert (first.hands, first.without_start) == (3, 3)
    assert {start for _, start in starts(lake)} == {None}

    zoned = hl.ingest(logs, lake, timezone="Europe/Berlin")

    assert (zoned.hands, zoned.duplicates, zoned.without_start) == (3, 1, 0)
    assert starts(lake) == in_march(15)
    again = hl.ingest(logs, lake, timezone="Europe/Berlin")
    assert (again.files, again.hands) == (0, 0)
    other = hl.ingest(logs, lake, timezone="America/New_York")
    assert (other.files, starts(lake)) == (0, in_march(15))
    assert other.of_other_zones == (1 if is_zipped else 2)
    same = hl.ingest(logs, lake, timezone="Europe/Rome")
    assert again.of_other_zones == same.of_other_zones == 0
    with hl.connect(lake) as connection:
        wrong = [name for name in sql_files.checks() if views.run_check(connection, name).rows]
    assert wrong == []


def test_a_hand_that_stays_without_a_start_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(HAND.format(number=1).replace("2024/03/17", "17 March"))
    hl.ingest(tmp_path / "a.txt", tmp_path / "lake")
    found = hl.ingest(tmp_path / "a.txt", tmp_path / "lake", timezone="Europe/Berlin")
    assert found.files == 0


def test_a_hint_names_the_lake_as_a_shell_takes_it(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("a shopping list\n")
    (tmp_path / "a.txt").write_text(HAND.format(number=1))
    lake = tmp_path / "my lake"
    result = CliRunner().invoke(app, ["ingest", str(tmp_path), "--lake", str(lake), "--strict"])

    assert result.exit_code == 1
    assert f"--lake '{lake}'" in result.stderr


def test_the_command_says_that_known_files_keep_their_account(logs: Path, tmp_path: Path) -> None:
    command = ["ingest", str(logs), "--lake", str(tmp_path / "lake"), "--timezone", "UTC"]
    said = [
        CliRunner().invoke(app, [*command, *account]).stderr
        for account in ([], ["--account", "Ann"], [])
    ]

    files = len(list(logs.iterdir()))
    assert said[1].splitlines() == [
        f"note: the account of {files} known files stays another one, or none",
        "hint: only a new lake gives them another `--account`",
    ]
    assert said[0] == said[2] == ""


def test_the_command_says_that_known_files_keep_their_zone(logs: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "c.txt").write_text(HAND.format(number=4))
    said = []
    for folder, zone in (
        (logs, "Europe/Berlin"),
        (logs, "Asia/Kolkata"),
        # What is said is about the files that are named, not about the lake.
        (other, "Asia/Kolkata"),
        (other, "Asia/Kolkata"),
    ):
        command = ["ingest", str(folder), "--lake", str(tmp_path / "lake"), "--timezone", zone]
        said.append(CliRunner().invoke(app, command).stderr)

    assert said[1].splitlines() == [
        "note: the times of 2 known files stay those of another zone than `Asia/Kolkata`",
        "hint: only a new lake gives them another `--timezone`",
    ]
    assert said[0] == said[2] == said[3] == ""


@pytest.mark.parametrize(
    "time",
    [
        *("2024/10/27 02:30:00", "2024-10-27 02:30:00", "2024.10.27 02:30:00"),
        *("2024/10/27 02:30", "2024-10-27T02:30:00.25"),
        *("2024/10/27 2:30:00 AM", "2024/10/27  2:30 am"),
    ],
)
def test_a_time_of_the_repeated_hour_is_of_its_zone(time: str, tmp_path: Path) -> None:
    log, lake = tmp_path / "a.txt", tmp_path / "lake"
    log.write_text(HAND.format(number=1).replace("2024/03/17 16:08:31", time))
    found = [
        hl.ingest(log, lake, timezone=zone).of_other_zones
        for zone in ("Europe/Berlin", "Europe/Berlin", "Europe/Paris", "Europe/London")
    ]

    assert found == [0, 0, 0, 1]


def test_the_command_says_how_hands_get_their_start(logs: Path, tmp_path: Path) -> None:
    lake = ["--lake", str(tmp_path / "lake")]
    first = CliRunner().invoke(app, ["ingest", str(logs), *lake, "--json"])
    zoned = CliRunner().invoke(app, ["ingest", str(logs), *lake, "--timezone", "Europe/Berlin"])

    assert (first.exit_code, zoned.exit_code) == (0, 0)
    assert json.loads(first.stdout)["without_start"] == 3
    assert "note: 3 hands of the lake have no start" in first.stderr
    assert "--timezone ZONE" in first.stderr
    assert zoned.stderr == ""


def test_a_time_of_twelve_hours_gets_its_zone_later(tmp_path: Path) -> None:
    times = ["2024/6/5 6:00:00 PM", "2024/06/05 12:30 am", "2024/6/5 18:00:00"]
    texts = [
        HAND.format(number=number).replace(f"2024/03/17 16:08:3{number}", time)
        for number, time in enumerate(times)
    ]
    (tmp_path / "a.txt").write_text("".join(texts))

    hl.ingest(tmp_path / "a.txt", tmp_path / "late")
    for name in ("late", "fresh"):
        hl.ingest(tmp_path / "a.txt", tmp_path / name, timezone="Europe/Berlin")

    assert starts(tmp_path / "late") == starts(tmp_path / "fresh")
    assert [start and start.hour for _, start in starts(tmp_path / "late")] == [16, 22, 16]
