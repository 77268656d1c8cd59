"""
Every command of the pages that tell a story is run, in order, on the samples.

An `sh` block is run line by line in a folder with the samples in `HandHistory`, and on all pages but
the first with a lake in `lake`. A `text` block after it is what it prints; `...` stands for
anything. A comment names a status other than 0, and what runs until Ctrl-C gets one. A block with
a title is the content of a file.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import handlab as hl

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PAGES = ("first-hour", "faq", "upgrading", "lake")
STATUS = re.compile(r"#.*?\bstatus (\d+)")
MATCHES = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    title: str | None
    text: str


def blocks(page: str) -> list[Block]:
    """The blocks of a page, in order."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    fenced = re.findall(
        r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', text, re.MULTILINE | re.DOTALL
    )
    return [Block(language, title or None, body) for language, title, body in fenced]


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Path:
    path = tmp_path_factory.mktemp("pages") / "lake"
    hl.ingest(samples, path)
    return path


@pytest.fixture
def poker(tmp_path: Path, samples: Path) -> Path:
    """The folder `~/poker` with the logs of one account, and `handlab` on the path."""
    program = tmp_path / "bin" / "handlab"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m handlab.cli "$@"\n'
    )
    program.chmod(0o755)
    folder = tmp_path / "poker"
    shutil.copytree(samples / "pokerstars", folder / "HandHistory" / "riverbend88")
    return folder


def environment(poker: Path) -> dict[str, str]:
    home = poker.parent
    return {
        "HOME": str(home),
        "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
        "COLUMNS": "120",
        "PYTHONPATH": str(ROOT),
    }


def interrupted(poker: Path, line: str) -> int:
    """Start what runs until Ctrl-C, and press it once it has said something."""
    with subprocess.Popen(
        ["bash", "-c", f"exec {line.partition('#')[0]}"],
        cwd=poker,
        env=environment(poker),
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert b"watching" in process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=60)
        return process.returncode


def run(poker: Path, block: Block) -> str:
    """What a block prints; each line must end with its status."""
    printed = ""
    for line in filter(None, map(str.strip, block.text.splitlines())):
        if "until Ctrl-C" in line:
            assert interrupted(poker, line) == 130, line
            continue
        found = subprocess.run(
            ["bash", "-c", line],
            cwd=poker,
            env=environment(poker),
            capture_output=True,
            text=True,
            check=False,
        )
        wanted = STATUS.search(line)
        assert found.returncode == (int(wanted[1]) if wanted else 0), f"{line}\n{found.stderr}"
        printed += found.stdout
    return printed


def pairs(found: list[Block]) -> Iterator[tuple[Block, Block | None]]:
    """Each block, and the output that the page gives for it."""
    for block, following in zip(found, [*found[1:], None], strict=True):
        is_output = following is not None and following.language == "text"
        yield block, following if is_output else None


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_do_what_it_says(page: str, poker: Path, lake: Path) -> None:
    if page != "first-hour":
        shutil.copytree(lake, poker / "lake")
    found = blocks(page)
    assert sum(block.language == "sh" for block in found) > 1

    for block, output in pairs(found):
        if block.title is not None:
            (poker / block.title).write_text(block.text)
        if block.language == "python" and "postgres:" not in block.text:
            subprocess.run(
                [sys.executable, "-c", block.text], cwd=poker, env=environment(poker), check=True
            )
        if block.language != "sh":
            continue
        printed = run(poker, block)
        if output is not None:
            is_same = doctest.OutputChecker().check_output(output.text, printed, MATCHES)
            assert is_same, f"{block.text}\nprinted\n\n{printed}\nexpected\n\n{output.text}"


def test_every_verdict_is_explained() -> None:
    from handlab.report.labels import VERDICTS

    text = (ROOT / "docs" / "faq.md").read_text(encoding="utf-8")
    table = text.split("## Verdicts")[1].split("\n## ")[0]
    assert set(re.findall(r"(?m)^\| `(\w+)` \|", table)) == set(VERDICTS)
