"""`parse_batch` alone, on one and two threads, and the cost per hand of each step of the core."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from history import Measurement, record
from measuring import ROOT, arguments, hands_folder, in_child, median, show

if TYPE_CHECKING:
    from collections.abc import Sequence

PARSE = """
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from handlab import _handlab

path, threads = Path(sys.argv[1]), int(sys.argv[2])
data, pieces = path.read_bytes(), []
while len(data) > 8 << 20:
    end, _ = _handlab.cut(data[: 8 << 20], "utf-8")
    pieces.append(data[:end])
    data = data[end:]
pieces.append(data)

def parse(piece):
    found = _handlab.parse_batch(
        piece, byte_offset=0, line_offset=0, encoding="utf-8", is_last=True
    )
    return found["tables"]["hands"].height

parse(pieces[0][: 1 << 20])
start()
with ThreadPoolExecutor(threads) as pool:
    hands = sum(pool.map(parse, pieces))
stop(hands=hands, bytes=sum(map(len, pieces)))
"""


@cache
def _program() -> Path:
    manifest = Path(__file__).parent / "stages" / "Cargo.toml"
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "handlab" / "bench"
    command = ["cargo", "build", "--quiet", "--release", "--manifest-path", str(manifest)]
    subprocess.run(
        command, env={**os.environ, "CARGO_TARGET_DIR": str(folder)}, cwd=ROOT, check=True
    )
    return folder / "release" / "handlab-stages"


def stages(paths: Sequence[Path], runs: int) -> dict[str, float]:
    """Return the microseconds per hand of each step of the core, on one thread."""
    command = [str(_program()), str(runs), *map(str, paths)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    rows = (line.split("\t") for line in done.stdout.splitlines())
    return {name: float(number) for name, number in rows}


def instructions(paths: Sequence[Path], steps: int) -> int:
    """
    Return how many instructions the first steps take for all hands, counted by valgrind.

    Unlike times they are the same on any machine. What is done once per run is not counted.
    """
    once, twice = (_counted(paths, steps, runs) for runs in (1, 2))
    return twice - once


def _counted(paths: Sequence[Path], steps: int, runs: int) -> int:
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command = [*valgrind, str(_program()), str(runs), *map(str, paths)]
    environment = {**os.environ, "HANDLAB_STEPS": str(steps)}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1])


def main() -> None:
    options = arguments(__doc__, hands=100_000, runs=5).parse_args()
    (path,) = hands_folder(options.hands).iterdir()
    rows, measured = [("what", "measured", "budget")], []
    for threads in (1, 2):
        found = median([in_child(PARSE, path, threads) for _ in range(options.runs)])
        speed, mega = found["hands"] / found["wall"], found["bytes"] / found["wall"] / 1e6
        micros = found["cpu"] * 1e6 / found["hands"]
        measured.append(Measurement(f"parse_batch, {threads} threads", speed, "hands/s"))
        rows.append((f"hands per second, {threads} threads", f"{speed:,.0f}", ""))
        rows.append((f"MB per second, {threads} threads", f"{mega:,.0f}", ""))
        rows.append((f"processor time per hand, {threads} threads", f"{micros:.2f} µs", ""))
    steps = stages([path], options.runs)
    steps.pop("hands")
    budgets = {
        "replay": "2.5 µs with framing and parse",
        "pots, score, audit": "1 µs",
        "all-in EV": "1 µs",
    }
    rows += [(f"core: {name}", f"{steps[name]:.2f} µs", budgets.get(name, "")) for name in steps]
    show(rows)
    measured += [Measurement(f"core: {name}", steps[name], "µs per hand") for name in steps]
    record(options, "parse", measured)


if __name__ == "__main__":
    main()
