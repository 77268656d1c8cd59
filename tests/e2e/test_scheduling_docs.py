"""What docs/scheduling.md shows is read, and run as far as a machine can."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import handlab as hl
from handlab.jobs import read

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "scheduling.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The blocks of code in a language, in order."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return [text for name, text in fenced if name == language]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with `handlab` where the page has it, and a job with one report."""
    program = tmp_path / ".local" / "bin" / "handlab"
    program.parent.mkdir(parents=True)
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m handlab.cli "$@"\n'
    )
    program.chmod(0o755)
    (tmp_path / "poker").mkdir()
    hl.ingest(ROOT / "tests" / "corpus" / "winamax", tmp_path / "poker" / "lake")
    (tmp_path / "poker" / "weekly.toml").write_text(
        'lake = "lake"\n[[report]]\nto = "out/%Y-%m.json"\n'
    )
    return tmp_path


def test_the_job_is_one_that_handlab_reads(tmp_path: Path) -> None:
    (tmp_path / "weekly.toml").write_text(blocks("toml")[0])
    job = read(tmp_path / "weekly.toml")

    assert [report.format for report in job.reports] == ["html", "pdf", "xlsx", "csv"]
    assert job.reports[0].only.period == "last month"
    assert (job.reports[2].only.since, job.reports[2].only.period) == ("this year", None)
    assert job.ingest is not None


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd")
def test_systemd_reads_the_units(home: Path) -> None:
    service, timer, watch = blocks("ini")
    for name, text in (
        ("handlab.service", service),
        ("handlab.timer", timer),
        ("w.service", watch),
    ):
        (home / name).write_text(text.replace("%h", str(home)))
    result = subprocess.run(
        [
            "systemd-analyze",
            "verify",
            "--user",
            *(str(path) for path in sorted(home.glob("*.*r*"))),
        ],
        capture_output=True,
        text=True,
        env=os.environ | {"HOME": str(home), "XDG_RUNTIME_DIR": str(home)},
        check=False,
    )
    named = [line for line in result.stderr.splitlines() if str(home) in line or "handlab" in line]
    assert named == []
    calendar = re.search(r"OnCalendar=(.+)", timer)
    assert calendar is not None
    subprocess.run(["systemd-analyze", "calendar", calendar[1]], check=True, capture_output=True)


def test_the_service_starts_what_it_says(home: Path) -> None:
    command = re.search(r"ExecStart=(.+)", blocks("ini")[0])
    assert command is not None
    words = command[1].replace("%h", str(home)).split()
    result = subprocess.run(words, env={}, capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stderr
    assert list((home / "poker" / "out").glob("*.json"))


def test_cron_runs_the_line_with_its_own_environment(home: Path) -> None:
    line = next(block for block in blocks("") if "* * 1" in block).strip()
    command = line.split(maxsplit=5)[5]
    result = subprocess.run(
        ["/bin/sh", "-c", command],
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", "LOGNAME": "me"},
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )

    # cron sends mail if anything is printed.
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert (home / "poker" / "out" / f"{datetime.now().astimezone():%Y-%m}.json").is_file()


def privately(script: str, home: Path, *, seconds: float) -> str:
    """
    Run a script where it may start daemons, and return what it prints.

    Mounts, processes and control groups are its own, and end with it: the machine's units and crontabs are neither
    seen nor changed.
    """
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root on Linux may start daemons apart from those of the machine")
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--cgroup"]
    if shutil.which("unshare") is None or subprocess.run([*apart, "true"], check=False).returncode:
        pytest.skip("no namespaces of its own")
    result = subprocess.run(
        [*apart, "/bin/sh", "-ec", script],
        cwd=home,
        env={"HOME": str(home), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


SYSTEMD = Path("/usr/lib/systemd/systemd")
SAMPLE = ROOT / "tests" / "corpus" / "pokerstars" / "nlhe_6max_ante.txt"


@pytest.mark.skipif(not SYSTEMD.exists(), reason="no systemd")
def test_a_systemd_of_its_own_runs_the_timer_and_the_watch(home: Path) -> None:
    service, timer, watch = blocks("ini")
    units = home / ".config" / "systemd" / "user"
    soon = units / "handlab.timer.d"
    soon.mkdir(parents=True)
    for name, text in (
        ("handlab.service", service),
        ("handlab.timer", timer),
        ("watch.service", watch),
    ):
        (units / name).write_text(text)
    # Monday morning is now.
    (soon / "soon.conf").write_text(
        "[Timer]\nOnCalendar=\nOnActiveSec=1\nAccuracySec=1ms\nRandomizedDelaySec=0\n"
    )
    logs = home / "PokerStars" / "HandHistory"
    logs.mkdir(parents=True)
    month = f"{datetime.now().astimezone():%Y-%m}"
    number = SAMPLE.read_text(encoding="utf-8").partition("#")[2].partition(":")[0]
    printed = privately(
        f"""
        wait_for() {{ n=0; until eval "$1"; do n=$((n + 1)); [ $n -lt 200 ] || {{
            echo "waited in vain for: $1"; cat log; exit 1; }}; sleep 0.2; done; }}
        mount -t tmpfs tmpfs /run
        mount -t cgroup2 cgroup2 /sys/fs/cgroup
        export XDG_RUNTIME_DIR=/run/user/0
        mkdir -p /run/systemd/system $XDG_RUNTIME_DIR
        {SYSTEMD} --user --log-target=console > log 2>&1 &
        wait_for 'systemctl --user is-active -q basic.target 2>/dev/null'
        systemctl --user enable -q --now handlab.timer
        wait_for '[ -e poker/out/{month}.json ]'
        wait_for '[ "$(systemctl --user show -P ActiveState handlab.service)" = inactive ]'
        systemctl --user show -P Result -P ExecMainStatus handlab.service
        systemctl --user start watch.service
        wait_for '[ "$(systemctl --user show -P ActiveState watch.service)" = active ]'
        cp {SAMPLE} PokerStars/HandHistory/
        wait_for '.local/bin/handlab sql "from hands" --lake poker/lake --format csv | grep -q {number}'
        systemctl --user stop watch.service
        systemctl --user show -P Result watch.service
        systemctl --user exit
        """,
        home,
        seconds=300,
    )

    assert printed.split() == ["success", "0", "success"]


@pytest.mark.skipif(shutil.which("cron", path="/usr/sbin:/usr/bin") is None, reason="no cron")
def test_a_cron_of_its_own_runs_the_line(home: Path) -> None:
    line = next(block for block in blocks("") if "* * 1" in block).strip()
    command = line.split(maxsplit=5)[5]
    # Every minute is Monday at seven.
    (home / "crontab").write_text(f'HOME={home}\nMAILTO=""\n* * * * * {command}\n')
    privately(
        f"""
        mount -t tmpfs tmpfs /run
        mount -t tmpfs tmpfs /etc/cron.d
        mount -t tmpfs tmpfs /var/spool/cron
        mount --bind /dev/null /etc/crontab
        mkdir -m 1730 /var/spool/cron/crontabs
        chgrp crontab /var/spool/cron/crontabs
        crontab crontab
        cron -f &
        n=0
        until [ -e poker/out/{datetime.now().astimezone():%Y-%m}.json ]
        do n=$((n + 1)); [ $n -lt 500 ] || exit 1; sleep 0.2; done
        """,
        home,
        seconds=120,
    )


def test_the_workflow_is_one(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    workflow = yaml.safe_load(blocks("yaml")[0])
    steps = workflow["jobs"]["report"]["steps"]

    # YAML 1.1 reads `on` as true.
    assert workflow[True]["schedule"][0]["cron"] == "0 7 * * 1"
    assert "handlab run weekly.toml" in [step.get("run") for step in steps]


def test_the_programs_compile() -> None:
    for program in blocks("python"):
        compile(program, "docs/scheduling.md", "exec")


def test_dagster_runs_the_asset(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dagster = pytest.importorskip("dagster")
    program = next(block for block in blocks("python") if "dagster" in block)
    monkeypatch.chdir(home / "poker")
    monkeypatch.setenv("PATH", f"{home}/.local/bin:{os.environ['PATH']}")
    monkeypatch.setenv("DAGSTER_HOME", str(home))
    found: dict[str, object] = {}
    exec(program, found)
    result = dagster.materialize([found["weekly_report"]])

    assert result.success
    assert list((home / "poker" / "out").glob(f"{datetime.now(UTC):%Y}*.json"))
