"""
Logs whose money was changed by hand: what they say is kept, and no check of our own data fails.

Each round changes digits of the samples, reads them into a lake and runs every check. A warning is
allowed: it is a fact about the log. `HANDLAB_SPOILED_SEED` is the first round's seed.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

import handlab as hl
from handlab import sql_files, views

SAMPLES = Path(__file__).parents[1] / "corpus"
SEED = int(os.environ.get("HANDLAB_SPOILED_SEED", "0"))
ROUNDS = 2
MONEY = re.compile(
    rb"(?i)collect|rake|pot|win|won|gain|bets|raise|calls|posts|uncalled|return|value|amount|award|player"
)
DIGIT = re.compile(rb"(?<=[\d.,$ >\"=:])\d(?=[\d.,\s<\")\]|}])")
SHARE = 0.1


def spoiled(text: bytes, chance: random.Random) -> bytes:
    """A text in which one digit of some lines about money is another one."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        places = [found.start() for found in DIGIT.finditer(line)] if MONEY.search(line) else []
        if places and chance.random() < SHARE:
            place = chance.choice(places)
            lines[number] = line[:place] + b"%d" % chance.randrange(10) + line[place + 1 :]
    return b"".join(lines)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_no_check_takes_a_spoiled_log_for_a_fault_of_the_lake(tmp_path: Path, round_: int) -> None:
    for path in sorted(SAMPLES.rglob("*.*")):
        if path.suffix not in {".expected", ".md", ".tsv"} and path.is_file():
            name = f"{path.parent.name}-{path.name}"
            # Each file has a seed of its own: a new sample changes nothing for the others.
            chance = random.Random(f"{SEED + round_} {name}")
            (tmp_path / name).write_bytes(spoiled(path.read_bytes(), chance))
    summary = hl.ingest(tmp_path, tmp_path / "lake")
    with hl.connect(tmp_path / "lake") as connection:
        found = {name: views.run_check(connection, name, limit=3) for name in sql_files.checks()}

    assert summary.verdicts["mismatch"] > 20
    assert found["logs_add_up"].count > 20
    errors = {
        name: result.rows
        for name, result in found.items()
        if result.rows and sql_files.checks()[name].severity == "error"
    }
    assert errors == {}
