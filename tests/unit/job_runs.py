"""Jobs in a folder of their own, and their runs."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner, Result

from handlab.cli import app

ROOT = Path(__file__).parents[2]


def job(folder: Path, made: Path, text: str) -> Path:
    path = folder / "job.toml"
    path.write_text(f'lake = "{made / "lake"}"\n{text}', encoding="utf-8")
    return path


def run(path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["run", str(path), *arguments])
