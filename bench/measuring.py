"""Shared by the benchmarks: hands to read, runs in a child process, and a table of results."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))


def arguments(doc: str | None, **numbers: int) -> argparse.ArgumentParser:
    """Return a parser of `--name N` for each number, and of `--record`."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in numbers.items():
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N")
    parser.add_argument(
        "--record", action="store_true", help="append the results to bench/history.csv"
    )
    return parser


def hands_folder(hands: int, files: int = 1, *, seed: int = 1) -> Path:
    """Simulate no-limit hold'em with six seats; stored in the temporary folder for the next run."""
    from handlab._handlab import Simulation

    folder = Path(tempfile.gettempdir()) / "handlab-bench" / f"{hands}-hands-{files}-files-{seed}"
    if (folder / "done").exists():
        return folder / "logs"
    (folder / "logs").mkdir(parents=True, exist_ok=True)
    simulation = Simulation(seed)
    left = hands
    for number in range(files):
        count = left // (files - number)
        with (folder / "logs" / f"{number:06}.txt").open("w") as file:
            for start in range(0, count, 10_000):
                file.write(simulation.text(min(10_000, count - start)))
        left -= count
    (folder / "done").touch()
    return folder / "logs"


def in_child(code: str, *words: object, **environment: str) -> dict[str, Any]:
    """
    Run a program, and return its JSON with its wall time, processor time and peak memory.

    It calls `start()` after its imports and `stop(...)` at its end. A program that measures itself
    calls `report(...)` instead.
    """
    prelude = f"""
import json, resource, sys, time
sys.path.insert(0, {str(ROOT)!r})
def start():
    global begun
    begun = time.perf_counter(), time.process_time()
def stop(**found):
    wall, cpu = time.perf_counter() - begun[0], time.process_time() - begun[1]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    report(**found, wall=wall, cpu=cpu, peak=peak)
def report(**found):
    print(json.dumps(found))
"""
    command = [sys.executable, "-c", prelude + code, *map(str, words)]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, env=os.environ | environment
    )
    if done.returncode:
        raise SystemExit(done.stderr or f"the child process exited with status {done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def median(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the medians of the results of the runs."""
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def show(rows: Sequence[Sequence[str]]) -> None:
    """Print the command, the machine, and rows of title, measurement and budget."""
    print(f"$ python {shlex.join(sys.argv)}")
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}"
    )
    print_table(rows)


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their headings, with the middle columns aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for what, *measured, last in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(measured, widths[1:], strict=False)]
        print("  ".join([f"{what:<{widths[0]}}", *cells, last]).rstrip(), flush=True)
