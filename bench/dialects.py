"""
Each dialect's speed: parse, replay, audit and tables of its real logs, next to PokerStars.

Processor time on one thread. A text dialect must be within a factor of 2 of PokerStars' bytes per
second, one of XML, JSON or CSV within 4. Files of a dialect are joined, as far as that gives the
same hands, so that logs with one hand per file cost no more than others. A dialect without real
logs is measured on its samples in `tests/corpus`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from history import Measurement, record
from measuring import ROOT, arguments, in_child, show

MOST_TIMES = {"text": 2.0, "markup": 4.0}
REFERENCE = "pokerstars"
PARSE = """
import statistics
from collections import defaultdict
from pathlib import Path

from handlab import archive
from handlab._handlab import cut, parse_parts

folders, megabytes, runs, only = sys.argv[1].split(":"), *map(int, sys.argv[2:4]), sys.argv[4:]
MARKUP = (b"<", b"{", b"[", b'"', b"entry,at,order")

class Nothing:
    def is_done(self, digest):
        return False
    def sizes(self, path, member):
        return ()

def part(data):
    return (data, 0, 0, "utf-8", True, None, None, None, None)

def hands(parts):
    return sum(counted["hands"] for counted in parse_parts(parts).parts)

def texts(folder):
    found = defaultdict(list)
    for item in archive.documents(archive.find([folder]), Nothing()):
        if isinstance(item, archive.Document) and item.encoding == "utf-8":
            data = b"".join(piece.data for piece in item.pieces(cut))
            (counted,) = parse_parts([part(data)]).parts
            if counted["hands"]:
                found[counted["dialect"]].append((data, counted["hands"]))
    return found

def joined(files):
    "Join files as far as that gives the same hands."
    parts, text, expected = [], b"", 0
    for data, count in files:
        longer = text + data.rstrip() + b"\\n\\n\\n\\n" if text else data.rstrip() + b"\\n\\n\\n\\n"
        if len(longer) < 1 << 20 and hands([part(longer)]) == expected + count:
            text, expected = longer, expected + count
            continue
        if text:
            parts.append(part(text))
        text, expected = data, count
    return parts + [part(text)]

found = {}
for folder in folders:
    for name, files in texts(folder).items():
        found.setdefault(name, files)
work = {}
for name, files in found.items():
    if only and name not in only:
        continue
    size, chosen = 0, []
    for data, count in sorted(files, key=lambda file: hash(file[0][:99]) % 1000):
        if size < megabytes << 20:
            chosen.append((data, count))
            size += len(data)
    # Joined text is parsed again for each file that is added.
    parts = joined(sorted(chosen, key=lambda file: len(file[0]))[:400])
    size = sum(len(data) for data, *_ in parts)
    kind = "markup" if parts[0][0].lstrip(b"\\xef\\xbb\\xbf\\r\\n ").startswith(MARKUP) else "text"
    repeats = max((megabytes << 20) // size, 1)
    work[name] = (parts * repeats, repeats * size, repeats * hands(parts), kind)

times = defaultdict(list)
for _ in range(runs):
    for name, (parts, *_) in work.items():
        begun = time.process_time()
        for start in range(0, len(parts), 64):
            parse_parts(parts[start : start + 64])
        times[name].append(time.process_time() - begun)
report(**{
    name: dict(bytes=size, hands=count, kind=kind, seconds=statistics.median(times[name]))
    for name, (_, size, count, kind) in work.items()
})
"""


def main() -> None:
    parser = arguments(__doc__, megabytes=2, runs=5)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="dialects to measure")
    parser.add_argument("--logs", type=Path, help="folder of real logs")
    options = parser.parse_args()
    default = os.environ.get("HANDLAB_CORPUS") or ROOT.parent / "shared" / "corpus"
    folders = [options.logs or Path(default), ROOT / "tests" / "corpus"]
    only = {REFERENCE, *options.only} if options.only else ()
    names = ":".join(str(folder) for folder in folders if folder.is_dir())
    found = in_child(PARSE, names, options.megabytes, options.runs, *only, PYTHONHASHSEED="0")
    reference = found[REFERENCE]["bytes"] / found[REFERENCE]["seconds"]

    rows = [("dialect", "MB", "hands", "µs/hand", "hands/s", "MB/s", "times slower", "")]
    measured = []
    for name, item in sorted(found.items(), key=lambda pair: -_speed(pair[1])):
        factor = reference / _speed(item)
        most = MOST_TIMES[item["kind"]]
        hands = item["hands"] / item["seconds"]
        is_met = "met" if factor <= most else "MISSED"
        rows.append(
            (
                name,
                f"{item['bytes'] / 1e6:.2f}",
                f"{item['hands']:,}",
                f"{1e6 / hands:.1f}",
                f"{hands:,.0f}",
                f"{_speed(item) / 1e6:.1f}",
                f"{factor:.2f}",
                "" if name == REFERENCE else f"at most {most:g} ({item['kind']}): {is_met}",
            )
        )
        measured.append(Measurement(name, _speed(item) / 1e6, "MB/s", reference / most / 1e6))
    show(rows)
    record(options, "dialects", measured)


def _speed(item: dict[str, Any]) -> float:
    """Bytes per second."""
    return float(item["bytes"] / item["seconds"])


if __name__ == "__main__":
    main()
