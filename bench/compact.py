"""
Compaction: seconds, memory and sizes, and the time of one player's questions before and after.

The lake is ingested without compaction. The time of a query is the best of several runs in one
connection, because the first run also opens the files.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from history import Measurement, record
from measuring import arguments, hands_folder, in_child, show

INGEST = """
from handlab.ingest import ingest
from handlab.lake import Lake

start()
summary = ingest([sys.argv[1]], Lake.create(sys.argv[2]), compact_after=False)
stop(hands=summary.hands)
"""
COMPACT = """
from datetime import timedelta
from handlab.lake import Lake
from handlab.lake.compact import MEMORY, compact

lake = Lake.open(sys.argv[1], memory=MEMORY)
start()
found = compact(lake)
stop(
    files_before=found.before.files, bytes_before=found.before.bytes,
    files_after=found.after.files, bytes_after=found.after.bytes,
)
"""
ASK = """
import handlab as hl

connection = hl.connect(sys.argv[1])
rarest = "select player from seats group by 1 order by count(*), 1 limit 1"
player = connection.sql(rarest).fetchone()
questions = {
    "stats": "from player_stats where player = ?",
    "seats": "select count(*), sum(net), avg(net_bb) from seats where player = ?",
}
found = {}
for name, query in questions.items():
    seconds = []
    for _ in range(int(sys.argv[2])):
        begun = time.perf_counter()
        rows = connection.execute(query, player).fetchall()
        seconds.append(time.perf_counter() - begun)
    assert rows
    found[name] = min(seconds)
report(**found)
"""


def main() -> None:
    options = arguments(__doc__, hands=200_000, runs=5).parse_args()
    with tempfile.TemporaryDirectory() as out:
        lake = Path(out) / "lake"
        hands = in_child(INGEST, hands_folder(options.hands), lake)["hands"]
        before = in_child(ASK, lake, options.runs)
        done = in_child(COMPACT, lake)
        after = in_child(ASK, lake, options.runs)
    size = f", {options.hands:,} hands"
    measured = [
        Measurement(f"compaction{size}", hands / done["wall"], "hands/s"),
        Measurement(f"processor time{size}", done["cpu"] / hands * 1e6, "µs per hand"),
        Measurement(f"peak memory{size}", done["peak"] / 1e6, "MB", 400, 250),
        Measurement(f"files before{size}", done["files_before"], "files"),
        Measurement(f"files after{size}", done["files_after"], "files"),
        Measurement(f"size before{size}", done["bytes_before"] / hands, "bytes per hand", 200, 150),
        Measurement(f"size after{size}", done["bytes_after"] / hands, "bytes per hand", 200, 150),
        Measurement(f"player_stats of one player, before{size}", before["stats"], "s"),
        Measurement(f"player_stats of one player, after{size}", after["stats"], "s", 0.3, 0.1),
        Measurement(f"seats of one player, before{size}", before["seats"], "s"),
        Measurement(f"seats of one player, after{size}", after["seats"], "s", 0.3, 0.1),
    ]
    rows = [
        (one.name, f"{one.value:,.4g} {one.unit}", "" if one.must is None else f"{one.must:g}")
        for one in measured
    ]
    show([("what", "measured", "must"), *rows])
    record(options, "compact", measured)


if __name__ == "__main__":
    main()
