"""The numbers of `docs/sizes.md` are those of the benchmarks, and `docs/statuses.md` has every command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


MEASURED = re.findall(r"(?m)^\| .*? \| ([\d.,]+)[^|]*\| \[", page("docs/sizes.md"))


def test_there_are_measurements() -> None:
    assert len(MEASURED) > 10


@pytest.mark.parametrize("number", MEASURED)
def test_a_measurement_is_one_of_the_benchmarks(number: str) -> None:
    assert re.search(rf"(?<![\d.,]){re.escape(number)}(?![\d]|[.,]\d)", page("bench/README.md"))


def test_every_command_has_its_statuses() -> None:
    from typer.main import get_command

    from handlab.cli.commands import NAMES
    from handlab.cli.lake import lake

    inner = {"lake": [f"lake {name}" for name in get_command(lake).commands]}
    wanted = [name for command in NAMES for name in inner.get(command, [command])]
    assert re.findall(r"(?m)^\| `([\w -]+)` \|", page("docs/statuses.md")) == wanted


def test_the_statuses_are_those_of_the_program() -> None:
    from handlab.cli.faults import STATUSES

    listed = re.findall(r"(?m)^\| (\d+) \|", page("docs/statuses.md"))
    assert listed == re.findall(r"\b(\d+)\b", STATUSES)
