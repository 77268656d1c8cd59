"""
Queries of lakes of several sizes: the time of each, and how it grows with the lake.

The lakes are built in pieces, whose text is deleted once it is stored, and are kept in the
temporary folder for the next run; `--clean` deletes them, `--compact` compacts them. The players
change every 10,000 hands. A time is the best of the runs, in wall time and processor time, on two
threads.
"""

from __future__ import annotations

import shutil
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from measuring import arguments, in_child, show

PIECE = 250_000
SEATS = 120_000_000
QUESTIONS = ("player_stats", "position_stats", "win_rates", "starting_hands", "luck", "stats")
"""Views, and `handlab stats` with twenty statistics of all players, or all of one."""
# Seconds at 120 million seats: must and goal for all players, and for one of a compacted lake.
ALL, ONE = "10 (3)", "0.3 (0.1), compacted"
STORE = """
from pathlib import Path
from handlab._handlab import Simulation
from handlab.ingest import ingest
from handlab.lake import Lake

folder, first, hands = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
text = folder.with_suffix(".txt")
with text.open("w", encoding="utf-8") as file:
    for table in range(first // 10_000, (first + hands) // 10_000):
        # Other people, and numbers of hands of their own.
        played = Simulation(table + 1).text(10_000)
        file.write(played.replace("Hand #210", f"Hand #{1000 + table}"))
lake = Lake.create(folder)
start()
summary = ingest([text], lake)
text.unlink()
assert summary.hands == hands, summary
stop(hands=summary.hands)
"""
COMPACT = """
from datetime import timedelta
from handlab.lake import Lake
from handlab.lake.compact import MEMORY, compact

lake = Lake.open(sys.argv[1], memory=MEMORY)
start()
compact(lake, expire_older_than=timedelta(0))
stop()
"""
ASK = """
import handlab as hl
from handlab.statistics.catalogue import catalogue
from handlab.statistics.question import Question
from handlab.statistics.stats_sql import stats_sql

lake, question, runs, one = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "one"
connection = hl.connect(lake)
connection.execute("set threads = 2")
query, name = f"select * from {question}", None
if one:
    ((name,),) = connection.execute(
        "select player from seats where player is not null group by all"
        " order by count(*), player limit 1"
    ).fetchall()
    query += " where player = '" + name.replace("'", "''") + "'"
if question == "stats":
    twenty = [entry.name for entry in catalogue().statistics[:20]]
    query = stats_sql(Question.of(name, stat=["all"] if one else twenty))
times = []
for _ in range(runs):
    wall, cpu = time.perf_counter(), time.process_time()
    rows = connection.execute(query).to_arrow_table().num_rows
    times.append((time.process_time() - cpu, time.perf_counter() - wall))
(seats,) = connection.execute("select count(*) from seats").fetchone()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
report(cpu=min(times)[0], wall=min(wall for _, wall in times), rows=rows, seats=seats, peak=peak)
"""


def lake_of(hands: int, *, is_compact: bool = False) -> Path:
    """Make a lake of that many hands, unless an earlier run has; return its folder."""
    name = f"queries-{hands}" + ("-compact" if is_compact else "")
    folder = Path(tempfile.gettempdir()) / "handlab-bench" / name
    done = folder.with_suffix(".done")
    if done.exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    spent = 0.0
    for first in range(0, hands, PIECE):
        spent += in_child(STORE, folder, first, min(PIECE, hands - first))["cpu"]
    print(f"stored {hands:,} hands: {spent / hands * 1e6:.1f} µs of processor time per hand")
    if is_compact:
        found = in_child(COMPACT, folder)
        print(
            f"compacted: {found['cpu'] / hands * 1e6:.1f} µs of processor time per hand,"
            f" {found['wall']:.0f} s, {found['peak'] / 1e6:.0f} MB"
        )
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"the lake has {size / hands:.0f} bytes per hand", flush=True)
    done.touch()
    return folder


def main() -> None:
    parser = arguments(__doc__, runs=3)
    parser.add_argument(
        "--hands", type=int, nargs="+", default=[50_000, 200_000], help="sizes, in 10,000s"
    )
    parser.add_argument("--clean", action="store_true", help="delete the lakes of earlier runs")
    parser.add_argument("--compact", action="store_true", help="compact the lakes")
    options = parser.parse_args()
    if options.clean:
        for folder in (Path(tempfile.gettempdir()) / "handlab-bench").glob("queries-*"):
            shutil.rmtree(folder) if folder.is_dir() else folder.unlink()
    lakes = [lake_of(hands, is_compact=options.compact) for hands in sorted(options.hands)]
    head = ["question"]
    head += [f"{hands:,} hands: wall (processor) s" for hands in sorted(options.hands)]
    rows = [(*head, "growth", "at 120 M seats", "must (goal)")]
    for question in QUESTIONS:
        for who, wanted in (("all", ALL), ("one", ONE)):
            found = [in_child(ASK, lake, question, options.runs, who) for lake in lakes]
            times, growth, at_size = cells(found)
            # One player's rows are read from everywhere until the lake is compacted.
            rows.append((f"{question}, {who}", *times, growth, at_size, wanted))
    show(rows)


def cells(found: list[dict[str, Any]]) -> tuple[list[str], str, str]:
    """Return the times at each size, their growth, and what they come to."""
    times = [f"{run['wall']:.3f} ({run['cpu']:.3f})" for run in found]
    if len(found) == 1:
        return times, "", ""
    per_seat = [
        (more["cpu"] - less["cpu"]) / (more["seats"] - less["seats"])
        for less, more in pairwise(found)
    ]
    growth = " ".join(f"{seconds * 1e9:.0f}" for seconds in per_seat)
    last = found[-1]
    # Both cores, as the processor time of the largest lake was spread over them at best.
    at_size = (last["cpu"] + per_seat[-1] * (SEATS - last["seats"])) / 2
    return times, f"{growth} ns/seat", f"{at_size:.1f} s"


if __name__ == "__main__":
    main()
