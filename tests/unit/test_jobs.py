"""A job ingests, checks and delivers: whole files, one run at a time, a status by what it found."""

from __future__ import annotations

import csv
import json
import shutil
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import duckdb
import pytest
from job_runs import job, run

from handlab.errors import JobError
from handlab.jobs import periods, read

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("today", "2024-03-31", "2024-03-31"),
        ("yesterday", "2024-03-30", "2024-03-30"),
        ("this week", "2024-03-25", "2024-03-31"),
        ("last week", "2024-03-18", "2024-03-24"),
        ("this month", "2024-03-01", "2024-03-31"),
        ("Last  Month", "2024-02-01", "2024-02-29"),
        ("last quarter", "2023-10-01", "2023-12-31"),
        ("this year", "2024-01-01", "2024-12-31"),
        ("last year", "2023-01-01", "2023-12-31"),
        ("last 30 days", "2024-03-02", "2024-03-31"),
        ("2024-02-29", "2024-02-29", "2024-02-29"),
    ],
)
def test_a_period_is_what_people_mean_by_it(words: str, first: str, last: str) -> None:
    found = periods.period(words, date(2024, 3, 31))

    assert [str(day) for day in found] == [first, last]


def test_every_month_ends_before_the_next_begins() -> None:
    for month in range(1, 13):
        first, last = periods.period("this month", date(2024, month, 15))
        assert (first.day, first.month, last.month) == (1, month, month)
        assert periods.period("last month", date.fromordinal(last.toordinal() + 1))[1] == last


TWICE = 'lake = "x"\n[[report]]\nto = "{}"\n[[report]]\nto = "{}"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lake = 3", "expected a text as `lake`"),
        ('lake = "x"', "expected `[ingest]` or `[[report]]`"),
        ('lake = "x"\n[ingest]\npath = ["a"]', "did you mean `paths`"),
        ('lake = "x"\n[[report]]\nsections = ["totals"]', "expected `to` or `pipe`"),
        ('lake = "x"\n[[report]]\nto = "a.doc"', "got the ending `.doc`"),
        ('lake = "x"\n[[report]]\nto = "a.csv"\nsections = ["nonsense"]', "got `nonsense`"),
        ('lake = "x"\n[[report]]\nto = "a.parquet"', "expected one section"),
        ('lake = "x"\n[[report]]\nto = "a.html"\nsql = "a.sql"', "expected `sql`"),
        ('lake = "x"\n[[report]]\nto = "a.csv"\naliases = ["b"]', "expected `player` next to"),
        ('lake = "x"\n[[report]]\nto = "a.csv"\nif_empty = "send"', "as `if_empty`"),
        ('lake = "x"\n[only]\nkinds = ["Cash"]\n[[report]]\nto = "a.csv"', "got `Cash`"),
        ('lake = "x"\n[[report]]\nto = "a.csv"\nonly = {games = ["NLHE"]}', "got `NLHE`"),
        ('lake = "x"\n[only]\nperiod = "last mnth"\n[[report]]\nto = "a.csv"', "got `last mnth`"),
        ('lake = "x"\n[[report]]\nto = "a.csv"\nonly = {until = "31.5."}', "`until` of [only] of"),
        ('lake = "x"\ntimezone = "Berlin"\n[[report]]\nto = "a.csv"', "got `Berlin`"),
        ('lake = ""\n[[report]]\nto = "a.csv"', "expected a path, got an empty text"),
        ('lake = "x"\n[ingest]\npaths = [""]', "expected a path, got an empty text"),
        (
            TWICE.format("a.csv", "./sub/../a.csv"),
            "[[report]] 1 as `to` of [[report]] 2, got `./su",
        ),
        (TWICE.format("%Y-%m-%d.csv", "%F.csv"), "got `%F.csv`"),
        ("lake = ", "cannot read"),
    ],
)
def test_what_a_job_cannot_mean_is_refused_with_its_file(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "job.toml"
    path.write_text(text)
    with pytest.raises(JobError) as caught:
        read(path)

    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_job_reads_new_files_and_writes_every_format(made: Path, tmp_path: Path) -> None:
    (tmp_path / "pots.sql").write_text("select hand_id, $player as player from hands limit 3;")
    path = job(
        tmp_path,
        made,
        f'''
player = "riverbend88"
[ingest]
paths = ["{made / "logs"}"]
[[report]]
to = "out/%Y-%m/page.html"
sections = ["statistics"]
[[report]]
to = "out/all.json"
[[report]]
to = "out/all.xlsx"
[[report]]
to = "out/stats.parquet"
sections = ["statistics"]
[[report]]
to = "out/pots.csv"
sql = "pots.sql"
[[report]]
format = "json"
sql = "pots.sql"
pipe = ["sh", "-c", "cat > {tmp_path}/out/piped-%Y.json"]
''',
    )
    result = run(path, "--date", "2024-05-31")

    assert result.exit_code == 0, result.stderr
    lines = result.stderr.splitlines()
    assert len(lines) == 7
    assert "ingest: 0 new hands" in lines[0]
    assert (tmp_path / "out/2024-05/page.html").read_text().startswith("<!doctype html>")
    assert json.loads((tmp_path / "out/all.json").read_text())["player"] == "riverbend88"
    rows = list(csv.DictReader((tmp_path / "out/pots.csv").open()))
    assert [row["player"] for row in rows] == ["riverbend88"] * 3
    assert json.loads((tmp_path / "out/piped-2024.json").read_text())[0]["player"] == "riverbend88"
    assert duckdb.sql(f"from '{tmp_path}/out/stats.parquet'").fetchone() is not None
    names = {found.name for found in tmp_path.rglob("*") if found.is_file()}
    assert not any(name.endswith(".part") for name in names)


def test_the_status_is_what_was_found(made: Path, tmp_path: Path) -> None:
    (tmp_path / "none.sql").write_text("select 1 as one where false")
    empty = '[only]\nsince = "2035-01-01"\n[[report]]\nto = "x.json"\nplayer = "riverbend88"\n'
    skipped = run(job(tmp_path, made, empty))
    required = run(job(tmp_path, made, empty + 'if_empty = "fail"\n'))
    unknown = run(job(tmp_path, made, '[[report]]\nto = "x.json"\nplayer = "nobody"\n'))
    misspelt = run(job(tmp_path, made, '[[report]]\nto = "x.json"\nplayer = "riverbend8"\n'))
    command = run(job(tmp_path, made, '[[report]]\nformat = "json"\npipe = "false"\n'))
    sent = run(
        job(tmp_path, made, '[[report]]\nsql = "none.sql"\nto = "n.csv"\nif_empty = "send"\n')
    )

    assert (skipped.exit_code, required.exit_code) == (0, 1)
    assert "no hands, nothing delivered" in skipped.stderr
    assert not (tmp_path / "x.json").exists()
    assert (unknown.exit_code, "got `nobody`" in unknown.stderr) == (2, True)
    assert "hint: did you mean `riverbend88`, `" in misspelt.stderr
    assert (command.exit_code, "got status 1" in command.stderr) == (2, True)
    assert (sent.exit_code, (tmp_path / "n.csv").read_text()) == (0, "one\n")


def test_one_report_that_fails_keeps_no_other_back(made: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.sql").write_text("select nonsense from hands")
    (tmp_path / "two.sql").write_text("select 1; select 2")
    (tmp_path / "bad.csv").write_text("before")
    text = "".join(
        f'[[report]]\nsql = "{name}.sql"\nto = "{name}.csv"\n' for name in ("bad", "two", "missing")
    )
    result = run(job(tmp_path, made, text + '[[report]]\nto = "good.json"\n'), "--quiet")

    assert result.exit_code == 2
    assert len([line for line in result.stderr.splitlines() if line.startswith("error: ")]) == 3
    assert (tmp_path / "bad.csv").read_text() == "before"
    assert (tmp_path / "good.json").exists()


def test_reports_whose_names_are_equal_on_one_day_do_not_overwrite_each_other(
    made: Path, tmp_path: Path
) -> None:
    text = "".join(
        f'[[report]]\nto = "{to}"\nsections = "{section}"\nformat = "csv"\n'
        for to, section in (("%m.csv", "totals"), ("%d.csv", "players"), ("-", "totals"))
    )
    path = job(tmp_path, made, text + '[[report]]\nto = "-"\nformat = "json"\n')
    other_day = run(path, "--date", "2024-05-06")
    assert other_day.exit_code == 0, other_day.stderr
    totals = (tmp_path / "05.csv").read_bytes()
    same_day = run(path, "--date", "2024-05-05")
    assert same_day.exit_code == 2
    assert "no other report of this run was written to" in same_day.stderr
    assert (tmp_path / "05.csv").read_bytes() == totals


def test_unreadable_hands_make_the_status_one(tmp_path: Path) -> None:
    broken = (ROOT / "tests/corpus/pokerstars").glob("*.txt")
    text = next(iter(sorted(broken))).read_text(encoding="utf-8")
    (tmp_path / "hand.txt").write_text(text.replace("Seat 1:", "Chair one:"), encoding="utf-8")
    path = tmp_path / "job.toml"
    path.write_text('lake = "lake"\n[ingest]\npaths = ["hand.txt"]\n')
    result = run(path)

    assert result.exit_code == 1, result.stderr
    assert "hands or files that cannot be read: 1" in result.stderr
    assert "from rejects" in result.stderr


def test_a_mail_of_a_job_names_the_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    for number in range(7):
        (tmp_path / "logs" / f"{number}.zip").write_bytes(b"PK\x03\x04 cut off")
    path = tmp_path / "job.toml"
    path.write_text('lake = "lake"\n[ingest]\npaths = "logs"\n')
    result = run(path, "--quiet")

    assert result.exit_code == 1
    assert "hands or files that cannot be read: 7" in result.stderr
    assert f"`{tmp_path / 'logs' / '0.zip'}" in result.stderr
    assert "and 2 more files" in result.stderr
    assert "from rejects" not in result.stderr


def test_a_job_says_if_files_hold_nothing_that_it_reads(made: Path, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "new.txt").write_text("Hand of a client that writes in a new way\n")
    path = tmp_path / "job.toml"
    path.write_text('lake = "lake"\n[ingest]\npaths = "logs"\n')

    for _ in range(2):
        result = run(path, "--quiet")
        assert (result.exit_code, "in any of 1 file" in result.stderr) == (1, True)
    shutil.copy(made / "logs" / "pokerstars" / "razz-0.04-0.08.txt", logs)
    (logs / "newer.txt").write_text("Another\n")
    result = run(path)
    assert result.exit_code == 0
    assert f"no hand or summary in 1 file, such as `{logs / 'newer.txt'}`" in result.stderr


def test_a_job_without_any_file_is_a_fault_unless_that_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "inbox").mkdir()
    text = '[ingest]\npaths = ["inbox"]\n'

    refused = run(job(tmp_path, tmp_path, text))
    accepted = run(job(tmp_path, tmp_path, f"{text}allow_empty = true\n"))

    assert (refused.exit_code, accepted.exit_code) == (1, 0)
    assert (
        f"error: no files to read in `{tmp_path / 'inbox'}`\nhint: check the paths"
        in refused.stderr
    )
    assert f"no files in `{tmp_path / 'inbox'}`" in accepted.stderr


def test_a_job_never_runs_twice_at_once_and_a_killed_one_leaves_nothing(
    made: Path, tmp_path: Path
) -> None:
    text = f'[[report]]\nformat = "json"\nto = "x.json"\npipe = ["sh", "-c", "touch {tmp_path}/on; sleep 60"]\n'
    path = job(tmp_path, made, text)
    command = [sys.executable, "-m", "handlab.cli", "run", str(path)]
    first = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / "on").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait()

    assert second.returncode == 3
    assert "another process runs it" in second.stderr
    assert run(job(tmp_path, made, '[[report]]\nto = "x.json"\n')).exit_code == 0
    assert {found.name for found in tmp_path.iterdir()} <= {
        "job.toml",
        ".job.toml.lock",
        "x.json",
        "on",
    }


def test_a_job_delivers_the_tournaments_of_a_lake_without_hands(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "summary.txt").write_text(
        "***** Cassava Tournament Summary *****\nTournament ID: 41234567\n"
        "Buy-In: $1 + $0.10\npine finished 12/900 and won $1.50\n"
    )
    text = "".join(
        f'[[report]]\nto = "{to}"\nsections = "tournaments"\n{player}'
        for to, player in (("owner.csv", ""), ("named.csv", 'player = "pine"\n'))
    )
    result = run(job(tmp_path, tmp_path, f'[ingest]\npaths = ["logs"]\n{text}'))

    assert result.exit_code == 0, result.stderr
    assert result.stderr.count("only tournaments, wrote") == 2
    owner, named = ((tmp_path / f"{name}.csv").read_text() for name in ("owner", "named"))
    assert owner == named
    assert "888poker,USD" in owner


def test_a_job_may_begin_with_a_byte_order_mark(made: Path, tmp_path: Path) -> None:
    path = job(tmp_path, made, '[[report]]\nsections = "totals"\nto = "a.csv"\n')
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8-sig")

    assert [report.to for report in read(path).reports] == ["a.csv"]


def test_a_percent_sign_in_the_folder_of_a_job_is_no_date(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "5%day"
    folder.mkdir()
    text = '[[report]]\nsections = "totals"\nto = "%Y/100%%.csv"\n'

    assert run(job(folder, made, text), "--date", "2024-06-01").exit_code == 0
    assert (folder / "2024" / "100%.csv").exists()
