"""Archives made to hurt, among good files, through the command line: what each must give."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from material import shared

from handlab.lake import Lake

# What stands on the line of each file; `None` where all of it is read.
EXPECTED = {
    "badname.tar": None,
    "bomb.7z": "expected at most 67,108,864 bytes from unpacking 63,691, got more",
    "crcmember.zip": "its checksum is wrong",
    "damaged_brotli.7z": "cannot be read: brotli: decoder failed",
    "damaged_deflate.zip": None,
    "damaged_zip64.zip": None,
    "damaged_zstd.7z": "Data corruption detected",
    "encflag.zip": "encrypted; unpack it with its password",
    "evil.tar": None,
    "fan.zip": "expected at most 67,108,864 bytes from unpacking 16,434, got more",
    "nest40.zip": "archives within archives are read 4 levels deep",
    "notreally.7z": "cannot be read: invalid header data",
    "ppmd_segv.7z": "the process that reads it was ended by SIG",
    "trail_garbage.gz": "5,000 bytes after the end of its gz data are not read",
    "trail_zeros.gz": "5,000 zero bytes follow the end of its gz data",
    "trunc.gz": "it is cut off at byte 5,416; the first 60,256 bytes are read",
    "trunc.xz": "it is cut off at byte 4,908; the first 64,516 bytes are read",
    "trunc.zst": "it is cut off at byte 8,430; nothing of it is read",
    "trunc_big.bz2": "it is cut off at byte 37,432; nothing of it is read",
    "trunc_big.zst": "it is cut off at byte 87,341; the first 655,360 bytes",
    "window.zst": None,
    "zipname_nul.zip": None,
}
HARMLESS = {"trail_zeros.gz"}
HAND = """PokerStars Hand #{number}: Hold'em No Limit ($0.50/$1.00 USD) - 2021/03/04 20:15:30 ET
Table 'Quarry' 6-max Seat #1 is the button
Seat 1: quarry.one ($100 in chips)
Seat 2: quarry two ($100 in chips)
quarry.one: posts small blind $0.50
quarry two: posts big blind $1
*** HOLE CARDS ***
quarry.one: folds
Uncalled bet ($0.50) returned to quarry two
quarry two collected $1 from pot
quarry two: doesn't show hand
*** SUMMARY ***
Total pot $1 | Rake $0
Seat 1: quarry.one (button) (small blind) folded before Flop
Seat 2: quarry two (big blind) collected ($1)


"""


def ingest(folder: Path, lake: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "handlab.cli", "ingest", str(folder), "--lake", str(lake)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def lines_of(run: subprocess.CompletedProcess[str], name: str) -> list[str]:
    return [line for line in run.stderr.splitlines() if f"/{name}`" in line or f"/{name} (" in line]


def test_every_hostile_file_ends_in_a_line_and_the_good_ones_are_stored(tmp_path: Path) -> None:
    hostile = shared("hostile")
    files = sorted(path for path in hostile.iterdir() if path.name != "README.md")
    assert {path.name for path in files} >= EXPECTED.keys()
    folder = tmp_path / "logs"
    folder.mkdir()
    for number, path in enumerate(files):
        shutil.copy(path, folder / path.name)
        (folder / f"{path.name}.0good.txt").write_text(HAND.format(number=7000 + number))
    before = sorted(tmp_path.rglob("*"))

    run = ingest(folder, tmp_path / "lake")

    assert (run.returncode, "Traceback" in run.stderr) == (1, False), run.stderr
    with Lake.open(tmp_path / "lake").connect() as connection:
        good = connection.execute(
            "select count(*), bool_and(verdict = 'exact') from hands where source_file like '%good.txt'"
        ).fetchone()
        of_zst = connection.execute(
            "select sum(headers)::int, sum(partial)::int from files where path like '%/trunc_big.zst'"
        ).fetchone()
    assert good == (len(files), True)
    # The last of them breaks off after its totals, which add up: it counts, and is read again.
    assert of_zst == (511, 0)
    after = [path for path in tmp_path.rglob("*") if not path.is_relative_to(tmp_path / "lake")]
    assert sorted(after) == before
    assert not Path("/tmp/rel/host/EVIL5.txt").exists()
    assert not (tmp_path.parent / "EVIL4.txt").exists()

    again = ingest(folder, tmp_path / "lake")
    assert (again.returncode, "Traceback" in again.stderr) == (1, False)
    assert again.stdout.startswith("0 headers = 0 hands "), again.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_a_hostile_file_alone_has_its_line_and_status(tmp_path: Path, name: str) -> None:
    (tmp_path / "logs").mkdir()
    shutil.copy(shared("hostile") / name, tmp_path / "logs" / name)
    (tmp_path / "logs" / "good.txt").write_text(HAND.format(number=7000))

    run = ingest(tmp_path / "logs", tmp_path / "lake")

    lines = lines_of(run, name)
    expected = EXPECTED[name]
    if expected is None:
        assert lines == []
    else:
        assert any(expected in line for line in lines), run.stderr
    is_whole = expected is None or name in HARMLESS
    assert run.returncode == (0 if is_whole else 1), run.stderr
    assert "Traceback" not in run.stderr
