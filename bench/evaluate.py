"""
Rows per second from hands to strengths and classes on one thread, next to other evaluators (peers)
on the same columns in the same run, and the memory that a stream of fifty million rows needs.

Building the frame is not timed. Each line runs in a separate child process, once for each
instruction set; peers (`pip install --group bench`) get fewer rows, because they are slow.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import pots
from dealing import COLUMNS
from evaluate_peers import PEERS, Peer
from history import Measurement, record
from measuring import arguments, in_child, median, print_table, show

if TYPE_CHECKING:
    from argparse import Namespace

LEVELS = ("baseline", "avx2", "avx512")

OURS = (
    COLUMNS
    + """
function, game, form, n_hole, n_board, rows, runs = *sys.argv[1:4], *map(int, sys.argv[4:])
frame = frame_of(form, n_hole, n_board, rows)
wall, cpu = seconds(frame, getattr(hl, function)(*frame.columns, game=game), runs)
report(rows=frame.height, wall=wall, cpu=cpu)
"""
)

STREAM = (
    COLUMNS
    + """
from pathlib import Path
import tempfile

rows, what = int(sys.argv[1]), sys.argv[2]
path = Path(tempfile.gettempdir()) / "handlab-bench" / f"{rows}-deals.parquet"
if what == "write":
    path.parent.mkdir(exist_ok=True)
    few = frame_of("text", 2, 5, DISTINCT)
    pl.concat([few.lazy()] * (rows // DISTINCT)).sink_parquet(path)
    report()
else:
    deals = pl.scan_parquet(path)
    if what == "strength":
        deals = deals.select(strength=hl.strength("hole", "board"))
    start()
    deals.sink_parquet(path.with_name("strengths.parquet"))
    found = pl.scan_parquet(path.with_name("strengths.parquet")).select(pl.len()).collect().item()
    stop(rows=found)
    path.with_name("strengths.parquet").unlink()
"""
)

# Title; function, game, form of the columns, hole cards and board; in millions of rows per second
# the minimum of each instruction set, and the goal.
LINES: list[tuple[str, tuple[str, str, str, int, int], dict[str, float], float]] = [
    (
        "7 cards, mask to class",
        ("rank_class", "holdem", "masks", 7, 0),
        {"baseline": 270, "avx2": 400},
        450,
    ),
    (
        "7 cards, mask to strength",
        ("strength", "holdem", "masks", 7, 0),
        {"baseline": 330, "avx2": 600},
        690,
    ),
    (
        "2 + 5 cards, text to strength",
        ("strength", "holdem", "text", 2, 5),
        {"baseline": 80, "avx2": 110},
        150,
    ),
    ("the same with spaces", ("strength", "holdem", "spaces", 2, 5), {"baseline": 10}, 30),
    ("the same with 10h", ("strength", "holdem", "10h", 2, 5), {"baseline": 10}, 30),
    ("the same with A♥", ("strength", "holdem", "unicode", 2, 5), {"baseline": 10}, 30),
    ("Omaha, masks", ("strength", "omaha", "masks", 4, 5), {"baseline": 20}, 40),
    ("Omaha, text", ("strength", "omaha", "text", 4, 5), {"baseline": 20}, 40),
    ("A-5 (razz), masks", ("strength", "razz", "masks", 7, 0), {"baseline": 200}, 300),
    ("2-7, masks", ("strength", "single_draw_27", "masks", 5, 0), {"baseline": 200}, 300),
    ("badugi, masks", ("strength", "badugi", "masks", 4, 0), {"baseline": 200}, 300),
]


def main() -> None:
    parser = arguments(
        __doc__, rows=10_000_000, runs=9, **{"peer-rows": 30_000, "stream-rows": 50_000_000}
    )
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS)
    options = parser.parse_args()
    table = [("what", "instructions", "M rows/s (by processor time)", "must", "goal", "")]
    measured = []
    for what, line, least, goal in LINES:
        for level in options.levels:
            found = in_child(OURS, *line, options.rows, options.runs, HANDLAB_CPU=level)
            must = least_of(least, level)
            table.append((what, level, *rated(found, must, goal)))
            speed = found["rows"] / found["cpu"] / 1e6
            measured.append(Measurement(f"{what}, {level}", speed, "M rows/s", must, goal))
    for mix, meaning in pots.MIXES.items():
        runs = [in_child(pots.POTS, "both", mix, options.rows, 6) for _ in range(3)]
        table.append((f"pots and awards, {meaning}", "any", *rated(median(runs), 3, 5)))
    show(table)
    record(options, "evaluate", measured)
    beside([peer for peer in PEERS if is_installed(peer)], options)
    stream(options.stream_rows)


def least_of(least: dict[str, float], level: str) -> float:
    """Return the minimum of a level: the highest of those up to it."""
    return max(least[name] for name in LEVELS[: LEVELS.index(level) + 1] if name in least)


def rated(found: dict[str, float], least: float, goal: float) -> tuple[str, str, str, str]:
    """Return the rates by both clocks, and whether the one by processor time is enough."""
    wall, cpu = (found["rows"] / found[clock] / 1e6 for clock in ("wall", "cpu"))
    verdict = "goal" if cpu >= goal else "met" if cpu >= least else "MISSED"
    return f"{wall:.1f} ({cpu:.1f})", f"{least:g}", f"{goal:g}", verdict


def is_installed(peer: Peer) -> bool:
    """Whether the peer is installed; prints a hint if not."""
    if importlib.util.find_spec(peer.package):
        return True
    print(f"{peer.name}: not installed (hint: `pip install --group bench`)")
    return False


def beside(peers: list[Peer], options: Namespace) -> None:
    """Print each peer's rate and handlab's, from the same columns in the same child."""
    table = [("peer", "rows/s (by processor time)", "ours", "ratio", "must", "rows", "agreement")]
    for peer in peers:
        rows = max(options.peer_rows // peer.fewer, 1)
        found = in_child(COLUMNS + peer.code(), options.rows, options.runs, rows)
        wall, cpu = (found["peer_rows"] / found[f"peer_{clock}"] for clock in ("wall", "cpu"))
        ours = found["rows"] / found["cpu"]
        table.append(
            (
                f"{peer.name} {found['version']}",
                f"{wall:,.0f} ({cpu:,.0f})",
                f"{ours / 1e6:.1f} M",
                f"{ours / cpu:,.0f}",
                peer.budget,
                f"{rows:,}",
                found["agreement"],
            )
        )
    if peers:
        print_table(table)


def stream(rows: int) -> None:
    """Print the speed and memory of a stream from Parquet through `hl.strength` to Parquet."""
    in_child(STREAM, rows, "write")
    table = [
        ("stream from Parquet to Parquet, text", "M rows/s (by processor time)", "peak MB", "must")
    ]
    for what in ("strength", "copy only"):
        found = in_child(STREAM, rows, what)
        wall, cpu = (found["rows"] / found[clock] / 1e6 for clock in ("wall", "cpu"))
        assert found["rows"] == rows
        table.append((what, f"{wall:.1f} ({cpu:.1f})", f"{found['peak'] / 1e6:,.0f}", "1,500"))
    print_table(table)


if __name__ == "__main__":
    main()
