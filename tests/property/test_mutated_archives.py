"""
Damaged archives by the thousand: none ends the run, and every good file beside them is read.

`HANDLAB_MUTANTS` is how many are made (and a tenth as many 7z archives); the long run by hand is
made with 250,000.
"""

from __future__ import annotations

import hashlib
import os
import random
import resource
import time
from typing import TYPE_CHECKING

import pytest
from archives import mutated, mutated_sevenzip, small_archives, small_sevenzips

from handlab.archive import Archive, Document, Limits, Skipped, documents, find

if TYPE_CHECKING:
    from pathlib import Path

MUTANTS = int(os.environ.get("HANDLAB_MUTANTS", "2500"))
SEED = int(os.environ.get("HANDLAB_MUTANTS_SEED", "7"))
ROUND = 50
HAND = "PokerStars Hand #{}: Hold'em No Limit ($1/$2 USD) - 2020/01/01 12:00:00 ET\nSeat 1: Ann\n"
TEXT = "".join(HAND.format(number) for number in range(30)).encode()
MEMBERS = {"one.txt": TEXT, "two.txt": TEXT[:900], "deep/three.txt": b"# nothing\n"}
GOOD = hashlib.sha256(TEXT).hexdigest()
LIMITS = Limits(harmless=4 << 20, members=2000)


def read(folder: Path) -> dict[str, list[Document | Archive | Skipped]]:
    """What each file of a folder gives, by its name; pieces are cut as ingestion cuts them."""
    found: dict[str, list[Document | Archive | Skipped]] = {}
    for item in documents(find([folder]), limits=LIMITS):
        if isinstance(item, Document):
            pieces = list(item.pieces(lambda data, encoding: None))
            assert sum(len(piece.data) for piece in pieces) == item.size
        found.setdefault(item.path.rsplit("/", 1)[1], []).append(item)
    return found


def check_round(folder: Path, originals: dict[str, bytes], count: int, seed: int) -> float:
    """Read some mutants among good files; the seconds that it took."""
    chance = random.Random(seed)
    names = sorted(originals)
    wanted = set()
    for number in range(count):
        name = chance.choice(names)
        damage = mutated_sevenzip if name.endswith(".7z") else mutated
        data = damage(originals[name], originals[chance.choice(names)], chance)
        wanted.add(f"{number:03}b_{name}")
        (folder / f"{number:03}a_good.txt").write_bytes(TEXT)
        (folder / f"{number:03}b_{name}").write_bytes(data)
    (folder / "zzz_good.txt").write_bytes(TEXT)
    before = {path.name for path in folder.iterdir()}
    started_at = time.perf_counter()

    found = read(folder)

    seconds = time.perf_counter() - started_at
    good = [items for name, items in found.items() if name.endswith("_good.txt")]
    assert len(good) == count + 1, seed
    assert all(items[0].digest == GOOD for items in good if isinstance(items[0], Document)), seed
    assert all(len(items) == 1 and isinstance(items[0], Document) for items in good), seed
    assert wanted <= found.keys(), f"something of seed {seed} was passed over in silence"
    for items in found.values():
        for item in items:
            if isinstance(item, Skipped):
                assert item.reason, seed
                assert item.reason.isprintable(), (seed, item)
    assert {path.name for path in folder.iterdir()} == before
    for path in folder.iterdir():
        path.unlink()
    return seconds


@pytest.mark.slow
def test_no_mutated_archive_ends_the_run_or_hides_a_good_file(tmp_path: Path) -> None:
    originals = small_archives(MEMBERS)
    folder = tmp_path / "mutants"
    folder.mkdir()
    slowest = 0.0
    started_at = time.perf_counter()
    for first in range(0, MUTANTS, ROUND):
        slowest = max(slowest, check_round(folder, originals, ROUND, SEED * 10**9 + first))
    assert slowest < 60
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{MUTANTS:,} archives in {time.perf_counter() - started_at:,.0f} s, the slowest {ROUND} in"
        f" {slowest:.1f} s, at most {memory:,} MB"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["mutants"]


@pytest.mark.slow
def test_no_mutated_7z_archive_ends_the_run_or_hides_a_good_file(tmp_path: Path) -> None:
    originals = small_sevenzips(MEMBERS)
    for first in range(0, max(20, MUTANTS // 100), 20):
        check_round(tmp_path, originals, 20, SEED * 10**9 + first)
