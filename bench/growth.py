"""
Growth of ingestion: the cost of further hands in lakes of several sizes.

The lakes are those of `queries.py`. Each is copied, with links instead of its files, and ingests
the same new hands. Times are processor time. The peak memory includes the simulated text, as the
first line shows.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from history import Measurement, record
from measuring import arguments, in_child, show
from queries import lake_of

# Numbers of hands that no lake has.
ADD = """
from pathlib import Path
from handlab._handlab import Simulation
from handlab.ingest import ingest
from handlab.lake import Lake

folder, hands = Path(sys.argv[1]), int(sys.argv[2])
text = folder.with_suffix(".txt")
with text.open("w", encoding="utf-8") as file:
    for table in range(hands // 10_000):
        played = Simulation(7_000 + table).text(10_000)
        file.write(played.replace("Hand #210", f"Hand #{8000 + table}"))
lake = Lake.open(folder) if folder.exists() else Lake.create(folder)
start()
summary = ingest([text], lake, compact_after=False)
assert summary.hands == hands, summary
stop()
"""


def copied(lake: Path, target: Path) -> None:
    """Copy a lake: its Parquet files, which never change, as links."""

    def copy(source: str, place: str) -> None:
        if source.endswith(".parquet"):
            os.link(source, place)
        else:
            shutil.copy2(source, place)

    shutil.copytree(lake, target, copy_function=copy)


def main() -> None:
    parser = arguments(__doc__, more=100_000, runs=3)
    parser.add_argument(
        "--hands", type=int, nargs="+", default=[100_000, 1_000_000], help="sizes, in 10,000s"
    )
    options = parser.parse_args()
    lakes = {0: None} | {hands: lake_of(hands) for hands in sorted(options.hands)}
    found: dict[int, dict[str, float]] = {}
    # Size by size in each run, so that all of them see the same machine.
    for _ in range(options.runs):
        for hands, lake in lakes.items():
            with tempfile.TemporaryDirectory(dir=lake.parent if lake else None) as folder:
                target = Path(folder) / "lake"
                if lake is not None:
                    copied(lake, target)
                run = in_child(ADD, target, options.more)
            best = found.setdefault(hands, run)
            found[hands] = {name: min(best[name], run[name]) for name in run}
    rows = [
        (
            f"{options.more:,} more hands in a lake of",
            "µs of processor time",
            "peak MB",
            "to an empty one",
        )
    ]
    empty = found[0]["cpu"]
    measured = []
    for hands, run in found.items():
        micros = run["cpu"] / options.more * 1e6
        rows.append(
            (
                f"{hands:,}",
                f"{micros:.1f}",
                f"{run['peak'] / 1e6:,.0f}",
                f"{run['cpu'] / empty:.2f}",
            )
        )
        measured.append(Measurement(f"next hands, lake of {hands:,}", micros, "µs per hand"))
    show(rows)
    record(options, "growth", measured)


if __name__ == "__main__":
    main()
