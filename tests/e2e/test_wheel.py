"""
What `pip install` gives: a wheel that works far from the checkout, and an sdist that makes the same wheel.

Compiled dependencies are kept where `make` keeps them, so that Polars is not compiled once more.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "handlab"
IGNORED = ("__pycache__", ".sqlfluff", ".ruff_cache", ".mypy_cache")


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; its messages, if it fails, are those of the test."""
    environment = {
        **os.environ,
        "CARGO_TARGET_DIR": os.environ.get("CARGO_TARGET_DIR", str(CACHE / "target")),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    environment.pop("PYTHONPATH", None)
    config = CACHE / "pyo3-config.txt"
    if config.exists():
        environment.setdefault("PYO3_CONFIG_FILE", str(config))
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def files_below(folder: str, *, but: tuple[str, ...] = IGNORED) -> set[str]:
    """The files of a folder of the checkout, as paths within it."""
    root = ROOT / folder
    files = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix() for path in files if not set(path.parts) & set(but)}


def members_below(names: list[str], folder: str) -> set[str]:
    """The same of an archive."""
    found = {name.removeprefix(folder) for name in names if name.startswith(folder)}
    return {name for name in found if not set(name.split("/")) & set(IGNORED)}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", ROOT, "--no-deps", "-w", folder, cwd=folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "maturin", "sdist", "-o", folder, cwd=ROOT)
    (found,) = folder.glob("*.tar.gz")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment that holds the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    programs = folder / "venv" / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return programs


def assert_carries_all(names: list[str]) -> None:
    """The package with its views and samples, and nothing beside it."""
    assert {name.split("/")[0] for name in names} == {
        "handlab",
        next(name.split("/")[0] for name in names if ".dist-info/" in name),
    }
    assert members_below(names, "handlab/_sql/") == files_below("sql")
    assert members_below(names, "handlab/_data/samples/") == files_below("data/samples")
    # An editable install leaves copies in the checkout.
    made = ("_sql/", "_data/")
    own = {name for name in members_below(names, "handlab/") if not name.startswith(made)}
    expected = {name for name in files_below("handlab") if not name.startswith((*made, "."))}
    expected = {name for name in expected if not name.endswith(".so")} | {"_handlab.abi3.so"}
    assert own == expected
    assert len(names) == len(set(names))


def test_the_wheel_carries_package_views_and_samples(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert_carries_all(archive.namelist())
    assert "-cp311-abi3-" in wheel.name


def test_the_wheel_is_no_larger_than_it_must_be(wheel: Path) -> None:
    assert wheel.stat().st_size < 25_000_000


def test_the_sdist_carries_what_builds_the_wheel(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = [member.name.split("/", 1)[1] for member in archive if member.isfile()]
    assert members_below(names, "sql/") == files_below("sql")
    assert members_below(names, "data/samples/") == files_below("data/samples")
    for crate in (
        "handlab-cards",
        "handlab-core",
        "handlab-dialects",
        "handlab-simulate",
        "handlab-polars",
    ):
        sources = {name for name in files_below(f"crates/{crate}/src") if name.endswith(".rs")}
        assert sources <= members_below(names, f"crates/{crate}/src/")
    assert {"Cargo.lock", "Cargo.toml", "LICENSE", "README.md", "pyproject.toml"} <= set(names)
    assert "crates/handlab-polars/build.rs" in names
    assert not [name for name in names if name.endswith((".so", ".pyc", ".parquet"))]


def test_a_wheel_of_the_sdist_is_the_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", sdist, "--no-deps", "-w", tmp_path, cwd=tmp_path)

    (again,) = tmp_path.glob("*.whl")
    assert again.name == wheel.name
    with zipfile.ZipFile(again) as archive, zipfile.ZipFile(wheel) as first:
        assert sorted(archive.namelist()) == sorted(first.namelist())


def test_it_is_imported_far_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    code = (
        "import polars as pl, handlab as hl;"
        "print(hl.__file__);"
        "print(pl.select(hl.category(pl.lit('AhKh'), pl.lit('QhJhTh'))).item())"
    )

    path, category = run(installed / "python", "-c", code, cwd=tmp_path).split()

    assert Path(path).is_relative_to(installed.parent)
    assert category == "8"


def test_the_command_says_its_version(installed: Path, tmp_path: Path) -> None:
    printed = run(installed / "handlab", "--version", cwd=tmp_path)

    assert printed.split()[0] == "handlab"
    assert f'version = "{printed.split()[1]}"' in (ROOT / "Cargo.toml").read_text()


@pytest.fixture(scope="module")
def command(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """A function that runs `handlab` in a folder of its own, in which a sample was ingested."""
    folder = tmp_path_factory.mktemp("work")

    def handlab(*words: str | Path) -> str:
        return run(installed / "handlab", *words, cwd=folder)

    sample = ROOT / "data" / "samples" / "pokerstars" / "nlhe-6max-0.05-0.10.txt"
    (folder / "logs").mkdir()
    (folder / "logs" / sample.name).write_bytes(sample.read_bytes())
    summary = json.loads(handlab("ingest", "logs", "--lake", "lake", "--json"))
    hands = sample.read_text().count("PokerStars Hand #")
    counts = {name: summary[name] for name in ("files", "headers", "hands", "rejected")}
    assert counts == {"files": 1, "headers": hands, "hands": hands, "rejected": 0}
    return handlab


def test_the_views_of_the_wheel_answer(command: Callable[..., str]) -> None:
    answer = command(
        "sql", "select player, hands, net from player_stats", "--lake", "lake", "--format", "json"
    )

    rows = json.loads(answer)
    assert rows
    assert set(rows[0]) == {"player", "hands", "net"}


def test_the_report_is_one_page_without_a_network(
    command: Callable[..., str], tmp_path: Path
) -> None:
    page = tmp_path / "report.html"

    command("report", "--lake", "lake", "--out", page)

    text = page.read_text()
    assert text.lstrip().lower().startswith("<!doctype html")
    assert 'src="http' not in text


def test_the_demo_finds_the_samples_of_the_wheel(
    command: Callable[..., str], tmp_path: Path
) -> None:
    printed = command("demo", "--lake", tmp_path / "demo", "--out", tmp_path / "report.html")

    assert "_data/samples" in printed
    assert (tmp_path / "report.html").stat().st_size > 10_000
