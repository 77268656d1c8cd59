"""A small command imports only what it needs: processor time is what a person waits for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import json, sys
sys.argv = ["handlab", *sys.argv[1:]]
from handlab.cli import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
LARGE = {"altair", "duckdb", "jinja2", "numpy", "polars", "py7zr", "pyarrow", "rich"}


def imported(*arguments: object) -> set[str]:
    """The large packages that a command imports."""
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return LARGE.intersection(json.loads(result.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (["--version"], set()),
        (["--help"], set()),
        (["stats", "--help"], set()),
        (["ingest", "--help"], set()),
        (["score", "AhKd", "--board", "2h3h4h"], {"rich"}),
        (["tables", "hands"], {"rich"}),
    ],
)
def test_a_command_without_a_lake_imports_no_engine(arguments: list[str], needed: set[str]) -> None:
    assert imported(*arguments) == needed


def test_a_query_imports_no_data_frames(tmp_path: Path) -> None:
    from handlab.ingest import ingest
    from handlab.lake import Lake

    ingest([ROOT / "tests" / "corpus" / "winamax"], Lake.create(tmp_path / "lake"))
    query = ("sql", "select count(*) as hands from hands", "--lake", tmp_path / "lake")

    # The first query makes the views.
    subprocess.run([sys.executable, "-m", "handlab.cli", *map(str, query)], cwd=ROOT, check=True)
    assert imported(*query) == {"duckdb"}


@pytest.mark.parametrize("module", ["handlab", "handlab.cli"])
def test_the_command_line_is_a_module_too(module: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", module, "equity", "--help"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)

    assert (result.returncode, result.stdout.startswith("Usage: handlab equity")) == (0, True)
    imported = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
    assert "typer" in imported
    assert not LARGE.intersection(imported)
