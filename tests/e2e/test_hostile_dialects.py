"""Logs made to hurt in the format of every dialect, through the command line, among good files."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from handlab._handlab import dialects, parse_parts
from handlab.lake import Lake

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = Path(__file__).parents[1] / "corpus"
ENDLESS = 17 << 20
"""Bytes of a line that is longer than the pieces in which files are read."""
DEEP = 200_000
BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>\n"
)
MOST_MEMORY = 1 << 30

RUN = """
import json, resource, sys
from handlab import ingest
from handlab.cli.ingest_findings import as_json
from handlab.lake import Lake

summary = ingest.ingest([sys.argv[1]], Lake.create(sys.argv[2]), workers=1)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps(as_json(summary) | {"peak": peak}))
"""


def sample_of() -> dict[str, bytes]:
    """A sample of each dialect that has one: the first that starts a hand of it."""
    samples: dict[str, bytes] = {}
    for path in sorted(SAMPLES.glob("*/*.*")):
        if path.suffix in {".expected", ".tsv"}:
            continue
        data = path.read_bytes()
        (counted,) = parse_parts([(data, 0, 0, "utf-8", True, None, None, None, None)]).parts
        if counted["hands"] and counted["dialect"]:
            samples.setdefault(counted["dialect"], data)
    return samples


def variants(name: str, sample: bytes, needle: bytes) -> Iterator[tuple[str, bytes]]:
    """What a hostile person makes of a log."""
    lines = sample.rstrip().split(b"\n")
    middle = len(lines) // 2
    line = lines[middle].strip() or b"x"
    endless = line * (ENDLESS // len(line))
    yield "endless_line", b"\n".join([*lines[:middle], endless, *lines[middle + 1 :]])
    # Several begin with `{` alone: without the name their files would be the same, and one of them known.
    yield "endless_first_line", lines[0].rstrip() + b"x" * ENDLESS + name.encode()
    many = (needle + b" ") * ((2 << 20) // len(needle))
    yield "needles", b"\n".join([lines[0], many + name.encode()])
    if sample.lstrip().startswith(b"<"):
        at = sample.index(b">") + 1
        yield "entity_bomb", BOMB.encode() + sample.replace(b'="', b'="&i;', 40)
        yield "entities", sample[:at] + b"&i;" * DEEP + sample[at:]
        yield "deep", sample[:at] + b"<a>" * DEEP + sample[at:]
        yield "unclosed", sample[:at] + b"<![CDATA[" + sample[at:]
    if b'{"' in sample or name == "ohh":
        at = sample.index(b"{") + 1
        yield "deep", sample[:at] + b'"x": ' + b"[" * DEEP + b", " + sample[at:]
        yield "deep_object", sample[:at] + b'"x":{' * DEEP + sample[at:]
    if sample.startswith((b"entry,", b'"')):
        yield "unclosed", sample[:-20] + b'"' + b"x" * (2 << 20)


def test_hostile_logs_of_every_dialect_end_in_rejects(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    needles = {item["name"]: item["needles"][0].encode() for item in dialects() if item["needles"]}
    samples = sample_of()
    assert len(samples) >= 15
    good = 0
    for name, sample in samples.items():
        for what, data in variants(name, sample, needles[name]):
            (folder / f"{name}.{what}.txt").write_bytes(data)
            good += 1
            hand = GOOD.format(number=7000 + good)
            (folder / f"{name}.{what}.txt.good.txt").write_text(hand, encoding="utf-8")

    command = [sys.executable, "-c", RUN, str(folder), str(tmp_path / "lake")]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)

    assert run.returncode == 0, run.stderr[-2000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["files"] == 2 * good
    assert found["peak"] < MOST_MEMORY
    with Lake.open(tmp_path / "lake").connect() as connection:
        stored = connection.execute(
            "select count(*), bool_and(verdict = 'exact') from hands where source_file like '%good.txt'"
        ).fetchone()
        # A bomb must not be a hand that looks right.
        expanded = connection.execute(
            "select count(*) from seats where contains(player, 'aaaaaaaaaa')"
        ).fetchone()
    assert stored == (good, True)
    assert expanded == (0,)


@pytest.mark.parametrize("name", ["pokerstars", "ipoker", "ohh", "pokernow"])
def test_a_zip_bomb_of_a_dialect_ends_in_a_line(name: str, tmp_path: Path) -> None:
    sample = sample_of()[name].rstrip() + b"\n" * (1 << 20)
    bomb = tmp_path / "bomb.zip"
    with (
        zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
        archive.open("log.txt", "w") as file,
    ):
        for _ in range((80 << 20) // len(sample)):
            file.write(sample)

    command = [sys.executable, "-m", "handlab.cli", "ingest", str(bomb)]
    command += ["--lake", str(tmp_path / "lake"), "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)

    assert (run.returncode, "Traceback" in run.stderr) == (1, False), run.stderr[-2000:]
    assert "expected at most 67,108,864 bytes from unpacking" in run.stderr


GOOD = """PokerStars Hand #{number}: Hold'em No Limit ($0.50/$1.00 USD) - 2021/03/04 20:15:30 ET
Table 'Quarry' 6-max Seat #1 is the button
Seat 1: quarry.one ($100 in chips)
Seat 2: quarry two ($100 in chips)
quarry.one: posts small blind $0.50
quarry two: posts big blind $1
*** HOLE CARDS ***
quarry.one: folds
Uncalled bet ($0.50) returned to quarry two
quarry two collected $1 from pot
*** SUMMARY ***
Total pot $1 | Rake $0


"""
