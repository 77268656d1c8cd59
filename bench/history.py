"""
The history of measurements: one row per measurement in `history.csv`, and a page of charts.

    python bench/history.py [PAGE]     # writes the page, by default to `history.html` next to it

A benchmark appends its rows if it is called with `--record`. Measurements on different machines or
with different sizes are not compared: the machine is a column, and the size is part of the name.
"""

from __future__ import annotations

import csv
import html
import os
import platform
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import altair as alt

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Sequence

HISTORY = Path(__file__).with_name("history.csv")
FIELDS = ("date", "commit", "machine", "bench", "name", "value", "unit", "must", "goal")
SIZE = (300, 130)
COLOURS = {"must": "#c0392b", "goal": "#2e8b57"}
STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
section { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; } figcaption { font-weight: 600; } small { color: #666; display: block; }
"""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measured value, what it must be and what it should be; higher is better for `.../s`."""

    name: str
    value: float
    unit: str
    must: float | None = None
    goal: float | None = None


def record(options: Namespace, bench: str, measured: Iterable[Measurement]) -> None:
    """Append measurements to the history, if the benchmark was called with `--record`."""
    if not options.record:
        return
    about = (f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", commit(), machine(), bench)
    is_new = not HISTORY.exists()
    with HISTORY.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(FIELDS)
        for one in measured:
            limits = ["" if limit is None else f"{limit:g}" for limit in (one.must, one.goal)]
            writer.writerow([*about, one.name, f"{one.value:.6g}", one.unit, *limits])


def commit() -> str:
    """The commit of the checkout, with a `+` if anything else is in it."""

    def git(*words: str) -> str:
        command = ["git", "-C", str(HISTORY.parent), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    # The history itself is not a change.
    changed = git("status", "--porcelain", "--", ":/", f":(exclude,top)bench/{HISTORY.name}")
    return git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")


def machine() -> str:
    """The model of the processor, and the number of cores that this process may use."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        model = names[0] if names else model
    except OSError:
        pass
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{model}, {cores} cores"


def read() -> list[dict[str, str]]:
    """The rows of the history, oldest first."""
    with HISTORY.open(newline="", encoding="utf-8") as file:
        return sorted(csv.DictReader(file), key=lambda row: row["date"])


def chart(rows: Sequence[dict[str, str]]) -> alt.LayerChart:
    """Draw one measurement over the commits: a line per machine, and what is asked of it."""
    commits = list(dict.fromkeys(row["commit"] for row in rows))
    values = [
        {"commit": row["commit"], "machine": row["machine"], "value": float(row["value"])}
        for row in rows
    ]
    where = alt.X("commit:N", sort=commits, title=None, axis=alt.Axis(labelAngle=-45))
    # Several runs of one commit are one point, with the range of their values.
    points = alt.Chart(alt.Data(values=values)).encode(
        x=where, color=alt.Color("machine:N", legend=None), tooltip=["commit:N", "machine:N"]
    )
    axis = alt.Axis(format="~s", tickCount=4)
    layers: list[alt.Chart] = [
        points.mark_line().encode(y=alt.Y("median(value):Q", title=rows[-1]["unit"], axis=axis)),
        points.mark_point(filled=True, size=45).encode(y="median(value):Q"),
        points.mark_rule(strokeWidth=1.5).encode(y="min(value):Q", y2="max(value):Q"),
    ]
    for name, colour in COLOURS.items():
        if rows[-1][name]:
            data = alt.Data(values=[{"limit": float(rows[-1][name])}])
            rule = alt.Chart(data).mark_rule(color=colour, strokeDash=[4, 3])
            layers.append(rule.encode(y="limit:Q"))
    width, height = SIZE
    return alt.layer(*layers).properties(width=width, height=height)


def page(rows: Sequence[dict[str, str]]) -> str:
    """Draw all measurements as one page, without scripts and without a network."""
    import vl_convert

    series: dict[str, dict[str, list[dict[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        series[row["bench"]][row["name"]].append(row)
    parts = [
        "<!doctype html><meta charset='utf-8'><title>handlab benchmarks</title>",
        f"<style>{STYLE}</style><h1>Benchmarks over commits</h1>",
        "<p>Medians per commit; red: must, green: goal. One colour per machine.</p>",
    ]
    for bench, names in series.items():
        parts.append(f"<h2>{html.escape(bench)}</h2><section>")
        for name, found in names.items():
            last = found[-1]
            asked = ", ".join(f"{limit} {last[limit]}" for limit in COLOURS if last[limit])
            drawn = vl_convert.vegalite_to_svg(chart(found).to_json())
            parts.append(
                f"<figure><figcaption>{html.escape(name)}</figcaption>"
                f"<small>last {last['value']} {html.escape(last['unit'])}"
                f"{'; ' + asked if asked else ''}</small>{drawn}</figure>"
            )
        parts.append("</section>")
    machines = sorted({row["machine"] for row in rows})
    parts.append(f"<p><small>{html.escape('; '.join(machines))}</small></p>")
    return "\n".join(parts) + "\n"


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HISTORY.with_suffix(".html")
    if not HISTORY.exists():
        message = f"expected `{HISTORY}`, found none\nhint: `make bench-quick` makes it"
        raise SystemExit(message)
    target.write_text(page(read()), encoding="utf-8")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
