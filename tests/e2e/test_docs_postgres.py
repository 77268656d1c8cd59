"""What `docs/lake.md` shows about a catalog in PostgreSQL, run against a server of our own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pytest

import handlab as hl
from handlab import views
from handlab.errors import LakeBusyError, LakeError
from handlab.lake import Lake, database_lock
from handlab.lake.verify import verify

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
DATABASE = "dbname=poker user=ann"


def programs() -> Path:
    """The folder of the server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    on_path = shutil.which("initdb")
    if not found and on_path is None:
        pytest.skip("no PostgreSQL")
    return found[-1].parent if found else Path(str(on_path)).parent


def as_server(*command: str | Path) -> None:
    """Run a program of the server, which does not run as root."""
    is_root = os.name == "posix" and os.geteuid() == 0
    if is_root and shutil.which("runuser") is None:
        pytest.skip("no `runuser`, and PostgreSQL does not run as root")
    before = ["runuser", "-u", "postgres", "--"] if is_root else []
    words = [*before, *map(str, command)]
    subprocess.run(words, check=True, cwd="/", stdout=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The folder of a running server's socket; PostgreSQL limits the length of its path."""
    pytest.importorskip("duckdb_extension_postgres_scanner")
    folder = programs()
    home = Path(subprocess.check_output(["mktemp", "-d", "/tmp/pg.XXXXXX"], text=True).strip())
    if os.geteuid() == 0:
        shutil.chown(home, "postgres")
    try:
        as_server(folder / "initdb", "-D", home / "data", "-A", "trust", "-U", "ann")
        options = f"-c listen_addresses='' -k {home}"
        as_server(
            folder / "pg_ctl", "-w", "-D", home / "data", "-l", home / "log", "-o", options, "start"
        )
        as_server(folder / "createdb", "-h", home, "-U", "ann", "poker")
        yield str(home)
    finally:
        if (home / "data" / "postmaster.pid").exists():
            as_server(folder / "pg_ctl", "-D", home / "data", "-m", "immediate", "stop")
        shutil.rmtree(home, ignore_errors=True)


def test_the_page_reads_and_asks_a_shared_lake(host: str, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "lake.md").read_text(encoding="utf-8")
    shown = next(
        text for text in re.findall(r"(?s)```python\n(.*?)```", page) if "postgres:" in text
    )
    program = shown.replace("host=db.example.com", f"host={host}")
    assert program != shown
    shutil.copytree(ROOT / "tests" / "corpus" / "winamax", tmp_path / "HandHistory")

    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 0, result.stderr
    assert "exact" in result.stdout
    assert result.stdout.endswith("[]\n")
    catalog = f"postgres:host={host} {DATABASE}"
    again = hl.ingest(tmp_path / "HandHistory", tmp_path / "shared", catalog=catalog)
    assert again.hands == 0
    assert again.known_files > 0
    with hl.connect(tmp_path / "shared", catalog=catalog) as connection:
        assert connection.sql("select count(*) from hands").fetchall() != [(0,)]
    with pytest.raises(LakeError, match="expected a catalog in the lake's folder"):
        hl.connect(tmp_path / "shared")
    with pytest.raises(LakeError, match="expected a catalog in the lake's folder"):
        verify(tmp_path / "shared")


WRITER = """
import sys
import handlab as hl
from handlab.errors import LakeBusyError

if "--without-locks" in sys.argv:
    # A folder on a file system whose locks do not work.
    import filelock
    filelock.FileLock.acquire = lambda *args, **named: None
from handlab.lake import Lake
from handlab.ingest import ingest
lake = Lake.create(sys.argv[2], catalog=sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
summary = ingest([sys.argv[1]], lake, wait=60)
print(summary.hands, summary.known_files)
"""


@pytest.mark.parametrize("options", [[], ["--without-locks"]])
@pytest.mark.parametrize("are_same", [False, True])
def test_two_writers_at_once_store_every_hand_once(
    host: str, tmp_path: Path, *, are_same: bool, options: list[str]
) -> None:
    name = f"two_{are_same}_{len(options)}".lower()
    as_server(programs() / "createdb", "-h", host, "-U", "ann", name)
    catalog = f"postgres:host={host} dbname={name} user=ann"
    samples = ROOT / "tests" / "corpus"
    folders = ["pokerstars", "pokerstars"] if are_same else ["pokerstars", "winamax"]
    hl.ingest(samples / "unibet", tmp_path / "shared", catalog=catalog)

    writers = [
        subprocess.Popen(
            [
                sys.executable,
                "-c",
                WRITER,
                samples / folder,
                tmp_path / "shared",
                catalog,
                *options,
            ],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for folder in folders
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("\n")
        writer.stdin.flush()
    printed = [writer.communicate(timeout=120) for writer in writers]

    assert [writer.returncode for writer in writers] == [0, 0], printed
    read = sorted(int(out.split()[0]) for out, _ in printed)
    assert (read[0] == 0) == are_same
    with hl.connect(tmp_path / "shared", catalog=catalog) as connection:
        found = connection.sql(
            "select count(*), count(distinct (site, hand_id)), count(distinct site) from hands"
        ).fetchone()
        wrong = views.run_check(connection, "keys_unique").rows
    assert found is not None
    assert found[0] == found[1] > sum(read)
    assert wrong == []
    assert verify(tmp_path / "shared", catalog=catalog).faults == []


def test_a_writer_that_waited_in_vain_says_so(host: str, tmp_path: Path) -> None:
    as_server(programs() / "createdb", "-h", host, "-U", "ann", "busy")
    catalog = f"postgres:host={host} dbname=busy user=ann"
    samples = ROOT / "tests" / "corpus" / "unibet"
    hl.ingest(samples, tmp_path / "shared", catalog=catalog)
    folder = tmp_path / "shared"
    message = "another process writes to the catalog"
    with (
        database_lock.held(catalog, folder, timeout=0),
        pytest.raises(LakeBusyError, match=message),
        database_lock.held(catalog, folder, timeout=0.3),
    ):
        pass
    with database_lock.held(catalog, folder, timeout=0):
        pass


def test_another_folder_with_the_catalog_is_refused(host: str, tmp_path: Path) -> None:
    as_server(programs() / "createdb", "-h", host, "-U", "ann", "moved")
    catalog = f"postgres:host={host} dbname=moved user=ann"
    samples = ROOT / "tests" / "corpus" / "unibet"
    hl.ingest(samples, tmp_path / "shared", catalog=catalog)
    with pytest.raises(LakeError, match="expected all Parquet that the catalog of") as raised:
        hl.ingest(samples, tmp_path / "other", catalog=catalog)
    assert "name the folder that was made with this catalog" in str(raised.value)


def test_a_database_that_does_not_run_is_named(host: str, tmp_path: Path) -> None:
    as_server(programs() / "createdb", "-h", host, "-U", "ann", "gone")
    catalog = f"postgres:host={host} dbname=gone user=ann"
    hl.ingest(ROOT / "tests" / "corpus" / "unibet", tmp_path / "lake", catalog=catalog)
    as_server(programs() / "dropdb", "-h", host, "-U", "ann", "gone")
    with pytest.raises(LakeError, match="see whether the database of the catalog runs"):
        hl.connect(tmp_path / "lake", catalog=catalog)


def test_bounds_that_a_commit_lost_are_set_in_the_database_too(host: str, tmp_path: Path) -> None:
    as_server(programs() / "createdb", "-h", host, "-U", "ann", "bounds")
    lake = Lake.create(tmp_path / "shared", catalog=f"postgres:host={host} dbname=bounds user=ann")
    for strengths in ({"1": None, "2": 759_653, "3": 7_130_248}, {"4": 2_586_219}):
        with lake.writer() as writer:
            for number, strength in strengths.items():
                seat = {"site": "toy", "hand_id": number, "seat": 1, "strength": strength}
                types = {"seat": pl.Int8, "strength": pl.UInt32}
                writer.add({"seats": pl.DataFrame([seat], schema_overrides=types)})
                writer.flush()
            writer.commit()

    with lake.connect() as connection:
        found = connection.sql("select strength from seats order by strength nulls first, seat")
        assert found.fetchall() == [(None,), (759_653,), (2_586_219,), (7_130_248,)]
