"""What `docs/lake.md` shows about a catalog in PostgreSQL, run against a server of our own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import handlab as hl
from handlab.errors import LakeError
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
