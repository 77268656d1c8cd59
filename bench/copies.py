"""
Ingestion of hands that a lake has, in other texts.

Each row is measured in a copy of a lake that has all hands without the hero's cards: nothing in
common; one hand in 2,500 with the number of another; the same hands in another file; the same hands
with the hero's cards, which are added to every one.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from history import Measurement, record
from measuring import arguments, hands_folder, in_child, median, show

INGEST = """
from pathlib import Path
from handlab.ingest import ingest
from handlab.lake import Lake

lake, text = map(Path, sys.argv[1:])
lake = Lake.open(lake) if lake.exists() else Lake.create(lake)
start()
summary = ingest([text], lake, compact_after=False)
stop(headers=summary.headers, merged=summary.merged, duplicates=summary.duplicates,
     conflicts=summary.id_conflicts)
"""

NUMBER = re.compile(r"(?<=PokerStars Hand #)\d+")
ONE_IN = 2_500

FIRST = "first"
OTHERS = (
    "nothing in common",
    f"one of {ONE_IN:,} has the number of another",
    "the same hands",
    "the same hands, more known of each",
)


def write(folder: Path, hands: int) -> None:
    """Write the texts, named after what they are; the first is what the lake holds."""
    dealt = (hands_folder(hands) / "000000.txt").read_text(encoding="utf-8")
    others = (hands_folder(hands, seed=2) / "000000.txt").read_text(encoding="utf-8")
    numbers = NUMBER.findall(dealt)
    new = iter(range(10**12, 10**12 + hands))
    apart = NUMBER.sub(lambda _: str(next(new)), others)
    new, of_lake = iter(range(2 * 10**12, 2 * 10**12 + hands)), iter(numbers)
    few = NUMBER.sub(
        lambda _: next(of_lake) if (number := next(new)) % ONE_IN == 0 else str(number), others
    )
    bare = re.sub(r"(?m)^Dealt to .*\n", "", dealt)
    for name, text in zip((FIRST, *OTHERS), (bare, apart, few, bare + "\n", dealt), strict=True):
        (folder / name).write_text(text, encoding="utf-8")


def main() -> None:
    parser = arguments(__doc__, hands=100_000, runs=3)
    options = parser.parse_args()
    rows: list[tuple[str, ...]] = [
        ("what is read", "hands per second", "peak MB", "merged", "duplicates", "conflicts")
    ]
    measured = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # A child's peak begins with its parent's memory.
        with ProcessPoolExecutor(1) as pool:
            pool.submit(write, folder, options.hands).result()
        in_child(INGEST, folder / "lake", folder / FIRST)
        for what in OTHERS:
            runs = []
            for _ in range(options.runs):
                shutil.rmtree(folder / "copy", ignore_errors=True)
                shutil.copytree(folder / "lake", folder / "copy")
                runs.append(in_child(INGEST, folder / "copy", folder / what))
            found = median(runs)
            speed = found["headers"] / found["wall"]
            counted = [f"{found[count]:,.0f}" for count in ("merged", "duplicates", "conflicts")]
            rows.append((what, f"{speed:,.0f}", f"{found['peak'] / 1e6:,.0f}", *counted))
            measured.append(Measurement(f"{what}, {options.hands:,} hands", speed, "hands/s"))
    show(rows)
    record(options, "copies", measured)


if __name__ == "__main__":
    main()
