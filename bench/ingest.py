"""
From raw text to a committed lake: hands per second, the four parts of the budget, and peak memory.

The parts are in processor time per hand. Parsing, replay and audit are measured in the core alone
(`stages`). Writing, with the statistics of seats, is the difference between a run that parses and
writes Parquet and one that only parses. The rest is what ingestion adds: digests, pieces, known
hands, the transaction.
"""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

from history import Measurement, record
from measuring import arguments, hands_folder, in_child, median, show
from parse import stages

# File by file, on one thread; batches are dropped, or written as the lake writes them.
PIECEWISE = """
from pathlib import Path
from handlab import _handlab, archive
from handlab.lake import parquet, statistics
from handlab.lake.writer import FLUSH_BYTES
from handlab.schema import HAND_TABLES

folder, out = sys.argv[1], sys.argv[2]
start()
hands, buffered = 0, []
flush = parquet.Flush({name: Path(out) / name for name in HAND_TABLES}, "flush", 1) if out else None
def append():
    flush.append(buffered, statistics.of_batches(buffered))
    buffered.clear()
for document in archive.documents(archive.find([folder])):
    if not isinstance(document, archive.Document):
        continue
    for piece in document.pieces(_handlab.cut):
        batch = _handlab.parse_parts([(
            piece.data, piece.byte_offset, piece.line_offset, piece.encoding, piece.is_last,
            document.path, document.member, document.digest, None,
        )])
        hands += batch.hands
        if out:
            buffered.append(batch)
            if sum(batch.bytes for batch in buffered) >= FLUSH_BYTES:
                append()
if out:
    append()
    flush.publish(lambda tables: {})
stop(hands=hands)
"""
INGEST = """
from handlab.ingest import ingest
from handlab.lake import Lake

lake = Lake.create(sys.argv[2])
start()
summary = ingest([sys.argv[1]], lake)
again = time.perf_counter()
known = ingest([sys.argv[1]], lake)
again = time.perf_counter() - again
assert known.hands == 0, known
stop(hands=summary.hands, seconds=summary.seconds, again=again)
"""


def compressed(folder: Path) -> Path:
    """Return a folder with the same files, each as .gz."""
    target = folder.parent / "gz"
    target.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        copy = target / f"{path.name}.gz"
        if not copy.exists():
            copy.write_bytes(gzip.compress(path.read_bytes(), 6))
    return target


def main() -> None:
    parser = arguments(__doc__, hands=200_000, files=1, runs=3)
    parser.add_argument("--gz", action="store_true", help="compress the files")
    parser.add_argument("--whole", action="store_true", help="measure the whole, not its parts")
    options = parser.parse_args()
    plain = hands_folder(options.hands, options.files)
    folder = compressed(plain) if options.gz else plain
    size = sum(path.stat().st_size for path in plain.iterdir())
    ingested, parsed, written = [], [], []
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory() as out:
            ingested.append(in_child(INGEST, folder, Path(out) / "lake"))
        if options.whole:
            continue
        parsed.append(in_child(PIECEWISE, folder, ""))
        with tempfile.TemporaryDirectory() as out:
            written.append(in_child(PIECEWISE, folder, out))
    whole = median(ingested)
    hands = whole["hands"]
    # The child also measured a second run over known files: subtract it in proportion.
    cpu = whole["cpu"] * whole["seconds"] / whole["wall"]
    what = f", {options.hands:,} hands in {options.files:,} {'.gz ' if options.gz else ''}files"
    measured = [
        Measurement(f"ingest{what}", hands / whole["seconds"], "hands/s", 150_000, 250_000),
        Measurement(f"processor time{what}", cpu * 1e6 / hands, "µs per hand", 9, 6),
        Measurement(f"peak memory{what}", whole["peak"] / 1e6, "MB", 400, 250),
        Measurement(f"a second run{what}", whole["again"], "s"),
    ]
    record(options, "ingest", measured)
    if options.whole:
        rows = [(one.name, f"{one.value:,.4g} {one.unit}", f"{one.must or ''}") for one in measured]
        show([("what", "measured", "budget"), *rows])
        return
    parse, write = median(parsed), median(written)
    steps = stages(sorted(plain.iterdir())[:8], options.runs)

    def micros(seconds: float) -> str:
        return f"{seconds * 1e6 / hands:.2f} µs"

    show(
        [
            ("what", "measured", "budget"),
            ("hands", f"{hands:,.0f}", f"{options.files} files, {size / hands:,.0f} bytes each"),
            ("hands per second", f"{hands / whole['seconds']:,.0f}", "150,000"),
            ("MB per second", f"{size / whole['seconds'] / 1e6:,.0f}", ""),
            ("peak memory", f"{whole['peak'] / 1e6:,.0f} MB", "400 MB"),
            ("a second run over the same files", f"{whole['again']:.2f} s", ""),
            ("parse + replay", f"{sum(steps[s] for s in PARSING):.2f} µs", "2.5 µs"),
            ("pots + score + audit", f"{steps['pots, score, audit']:.2f} µs", "1 µs"),
            ("write", micros(write["cpu"] - parse["cpu"]), "4 µs"),
            ("rest: tables, pieces", micros(parse["cpu"] - core(steps, hands)), "1 µs"),
            ("rest: known hands, commit", micros(cpu - write["cpu"]), "(of the same)"),
            ("all, processor time", micros(cpu), "9 µs"),
        ]
    )


PARSING = ("framing", "parse", "replay")


def core(steps: dict[str, float], hands: float) -> float:
    """Return the seconds of the parts that are measured in the core alone."""
    return (sum(steps[step] for step in PARSING) + steps["pots, score, audit"]) * hands / 1e6


if __name__ == "__main__":
    main()
