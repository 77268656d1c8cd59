"""A lake on a machine that denies something: locks, memory, paths and rights."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import polars as pl
import pytest
from lake_hands import add, hands, ids, make_template

from handlab.errors import LakeBusyError, LakeError
from handlab.lake import Lake, memory, parquet
from handlab.lake import catalog as catalogs

KEY = ["site", "hand_id"]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("template"))


@pytest.fixture
def lake(template: Path, tmp_path: Path) -> Lake:
    """A lake to be harmed."""
    return Lake.open(shutil.copytree(template, tmp_path / "lake"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("rows", [1, 50_000])
def test_a_full_disk_is_the_reason_in_a_footer_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    monkeypatch.setattr(parquet, "unpublished", lambda *_: Path("/dev/full"))
    frame = pl.DataFrame({"text": [str(row) for row in range(rows)]})

    with pytest.raises(OSError, match="No space left"):
        parquet.write(frame, tmp_path, "flush", {})


def test_a_locked_catalog_is_waited_for(lake: Lake) -> None:
    with holding(lake.path / "catalog.sqlite", 1.5):
        add(lake, "6")
    assert ids(lake)[-1] == "6"


def test_a_catalog_that_stays_locked_is_reported_as_busy(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lake.writer() as writer:
        writer.add({"hands": hands("6")})
        monkeypatch.setattr(catalogs, "LOCKED_SECONDS", 0.5)
        with (
            holding(lake.path / "catalog.sqlite", 60),
            pytest.raises(LakeBusyError, match="another program locks its catalog"),
        ):
            writer.commit()
    assert ids(lake) == ["2", "3", "4", "5"]
    add(lake, "6")


def holding(catalog: Path, seconds: float) -> subprocess.Popen[str]:
    """Another program that has begun to write to the catalog."""
    program = (
        "import sqlite3, sys, time\n"
        "other = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "other.execute('begin immediate')\nprint('held', flush=True)\n"
        "time.sleep(float(sys.argv[2]))\n"
    )
    command = [sys.executable, "-c", program, str(catalog), str(seconds)]
    child = Holding(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


class Holding(subprocess.Popen[str]):
    """A child that goes with its block."""

    def __exit__(self, *error: object) -> None:
        self.kill()
        super().__exit__(*error)  # type: ignore[arg-type]


@pytest.mark.parametrize("amount", ["2 GB", "500mb", "1.5GiB"])
def test_memory_is_an_amount(lake: Lake, amount: str) -> None:
    with Lake.open(lake.path, memory=amount).connect() as connection:
        row = connection.execute("select current_setting('memory_limit')").fetchone()
    assert row is not None
    assert row[0] != "953.6 MiB"


@pytest.mark.parametrize("amount", ["much", "0GB", "-1GB", "80%", "1", "1kb", "31MB"])
def test_what_is_not_an_amount_of_memory_is_refused(lake: Lake, amount: str) -> None:
    with pytest.raises(LakeError, match="expected an amount of memory"):
        Lake.open(lake.path, memory=amount)


def test_what_does_not_fit_goes_to_the_lakes_folder_for_a_while(lake: Lake) -> None:
    with Lake.open(lake.path, memory="50MB").connect() as connection:
        row = connection.execute("select current_setting('temp_directory')").fetchone()
        assert row is not None
        assert Path(row[0]).parent == lake.path
        connection.execute("set threads = 1")
        total = connection.execute(
            "select sum(n) from (select row_number() over (order by hash(range)) as n"
            " from range(4000000))"
        ).fetchone()
        assert total == (8000002000000,)
        assert list(lake.path.glob(f"{memory.SPILL}*"))
    assert not list(lake.path.glob(f"{memory.SPILL}*"))


def test_what_a_killed_process_spilt_is_removed(lake: Lake) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait()
    name = f"{memory.SPILL}{memory._host()}"
    left, ours = (lake.path / f"{name}-{number}-00" for number in (child.pid, os.getpid()))
    left.mkdir()
    ours.mkdir()
    with lake.writer():
        pass
    assert not left.exists()
    assert ours.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_path_that_is_not_utf_8_is_refused_with_a_message(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    with pytest.raises(LakeError, match=r"whose path is UTF-8, got `.*caf\\xe9`"):
        Lake.create(folder)


READER = """
import os, sys
import handlab.views, handlab.lake.repair, handlab.lake.verify, duckdb_extension_ducklake, duckdb_extension_sqlite_scanner
from handlab.errors import LakeError
if sys.argv[2] != "0":
    os.setuid(int(sys.argv[2]))
connection = handlab.views.connect(sys.argv[1])
other = handlab.views.connect(sys.argv[1])
views = "select count(*), (select count(*) >= 0 from audit_summary) from hands"
print(connection.execute(views).fetchone())
connection.close()
del connection
print(other.execute("select count(*) from seats").fetchone())
print(handlab.lake.verify.verify(sys.argv[1]).faults)
try:
    with handlab.lake.Lake.open(sys.argv[1]).writer():
        print("written")
except LakeError as error:
    print(error.message.partition(":")[0])
for write in (handlab.lake.Lake.create, handlab.lake.repair.repair):
    try:
        write(sys.argv[1])
    except LakeError as error:
        print(error.message.partition(":")[0])
"""
READ = "(4, True)\n(4,)\n[]\n" + 3 * "expected a writable lake, got a read-only one\n"


def read(folder: Path, user: int) -> str:
    command = [sys.executable, "-c", READER, str(folder), str(user)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root may mount")
def test_a_lake_on_a_read_only_mount_is_read(lake: Lake, tmp_path: Path) -> None:
    mounted = tmp_path / "mounted"
    mounted.mkdir()
    if subprocess.run(["mount", "--bind", str(lake.path), str(mounted)], check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        command = ["mount", "-o", "remount,ro,bind", str(mounted)]
        if subprocess.run(command, check=False).returncode:
            pytest.skip("mounting read-only is not allowed here")
        assert read(mounted, 0) == READ
    finally:
        subprocess.run(["umount", str(mounted)], check=True)


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root may become another user"
)
@pytest.mark.parametrize("is_written_to", [False, True])
def test_somebody_elses_lake_is_read(lake: Lake, is_written_to: bool) -> None:
    # Where pytest puts its files, nobody else may look.
    folder = Path(tempfile.mkdtemp())
    try:
        folder.chmod(0o755)
        moved = Path(shutil.copytree(lake.path, folder / "lake"))
        if not is_written_to:
            assert read(moved, 65534) == READ
            return
        with Lake.open(moved).writer() as writer:
            writer.add({"hands": hands("6")})
            writer.flush()
            assert read(moved, 65534) == READ
    finally:
        shutil.rmtree(folder)
