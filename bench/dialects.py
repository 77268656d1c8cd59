"""
Speed of each dialect: framing, parsing and replay of its real logs, relative to PokerStars.

Processor time on one thread. `all steps` also includes the audit, the expected values and the
tables, which depend more on the games in the logs than on their format. A text dialect must be
within a factor of 2 of PokerStars' bytes per second, one of XML, JSON or CSV within 4. Files of a
dialect are joined if that gives the same hands, so that logs with one hand per file cost no more
than others. A dialect without real logs is measured on its samples in `tests/corpus`.

Other work slows a machine down for seconds at a time. So all dialects are measured in several
rounds, with PokerStars after each dialect. In each round a dialect is compared with the PokerStars
runs before and after it; the median of the rounds counts.

`--instructions` counts instructions per byte instead, which no other work changes; it needs
valgrind.
"""

from __future__ import annotations

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from history import Measurement, record
from measuring import ROOT, arguments, in_child, median, show
from parse import instructions, stages

MOST_TIMES = {"text": 2.0, "markup": 4.0}
REFERENCE = "pokerstars"
JOIN = """
from collections import defaultdict
from pathlib import Path

from handlab import archive
from handlab._handlab import cut, parse_parts

folders, megabytes, only = sys.argv[1].split(":"), int(sys.argv[2]), sys.argv[4:]
MARKUP = (b"<", b"{", b"[", b'"', b"entry,at,order")

def part(data):
    return (data, 0, 0, "utf-8", True, None, None, None, None)

def hands(parts):
    return sum(counted["hands"] for counted in parse_parts(parts).parts)

def texts(folder):
    found = defaultdict(list)
    for item in archive.documents(archive.find([folder])):
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

folder = Path(sys.argv[3])
for name, (parts, *_) in work.items():
    for number, (data, *_) in enumerate(parts):
        (folder / f"{name}-{number:04}.txt").write_bytes(data)
report(**{
    name: dict(bytes=size, hands=count, kind=kind) for name, (_, size, count, kind) in work.items()
})
"""
STEPS = ("framing", "parse", "replay")


def main() -> None:
    parser = arguments(__doc__, megabytes=2, runs=5)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="dialects to measure")
    parser.add_argument("--logs", type=Path, help="folder of real logs")
    parser.add_argument("--instructions", action="store_true", help="count instead of measuring")
    options = parser.parse_args()
    default = os.environ.get("HANDLAB_CORPUS") or ROOT.parent / "shared" / "corpus"
    folders = [options.logs or Path(default), ROOT / "tests" / "corpus"]
    only = {REFERENCE, *options.only} if options.only else ()
    names = ":".join(str(folder) for folder in folders if folder.is_dir())
    with tempfile.TemporaryDirectory() as folder:
        found = in_child(JOIN, names, options.megabytes, folder, *only, PYTHONHASHSEED="0")
        files = {name: sorted(Path(folder).glob(f"{name}-*.txt")) for name in found}
        if options.instructions:
            _show_instructions({name: item["kind"] for name, item in found.items()}, files)
            return
        rounds = [_round(found, files) for _ in range(options.runs)]
        for name, item in found.items():
            item.update(median([measured[name] for measured in rounds]))

    rows = [("dialect", "hands", "µs/hand", "all steps", "hands/s", "MB/s", "times slower", "")]
    measured = []
    for name, item in sorted(found.items(), key=lambda pair: pair[1]["factor"]):
        factor = item["factor"]
        hands = item["hands"] / item["seconds"]
        rows.append(
            (
                name,
                f"{item['hands']:,.0f}",
                f"{1e6 / hands:.1f}",
                f"{item['all']:.1f}",
                f"{hands:,.0f}",
                f"{item['speed'] / 1e6:.1f}",
                f"{factor:.2f}",
                _limit(name, item["kind"], factor),
            )
        )
        most = MOST_TIMES[item["kind"]]
        measured.append(
            Measurement(name, item["speed"] / 1e6, "MB/s", item["speed"] * factor / most / 1e6)
        )
    show(rows)
    record(options, "dialects", measured)


def _show_instructions(kinds: dict[str, str], files: dict[str, list[Path]]) -> None:
    with ThreadPoolExecutor() as pool:
        counted = dict(
            zip(kinds, pool.map(_per_byte, (files[name] for name in kinds)), strict=True)
        )
    rows = [("dialect", "instructions per byte", "times as many", "")]
    for name, count in sorted(counted.items(), key=lambda pair: pair[1]):
        factor = count / counted[REFERENCE]
        rows.append((name, f"{count:.1f}", f"{factor:.2f}", _limit(name, kinds[name], factor)))
    show(rows)


def _limit(name: str, kind: str, factor: float) -> str:
    most = MOST_TIMES[kind]
    is_met = "met" if factor <= most else "MISSED"
    return "" if name == REFERENCE else f"at most {most:g} ({kind}): {is_met}"


def _per_byte(files: list[Path]) -> float:
    enough, size, chosen = 1 << 19, 0, []
    for file in files:
        if size < enough:
            chosen.append(file)
            size += file.stat().st_size
    return instructions(chosen, len(STEPS) - 1) / size


def _round(
    found: dict[str, dict[str, Any]], files: dict[str, list[Path]]
) -> dict[str, dict[str, float]]:
    """Measure all dialects once; `factor` is how many times slower a byte is than PokerStars'."""
    measured = {}
    before = _measured(found[REFERENCE], files[REFERENCE])
    for name, item in found.items():
        measured[name] = _measured(item, files[name])
        after = _measured(found[REFERENCE], files[REFERENCE])
        reference = (before["speed"] + after["speed"]) / 2
        measured[name]["factor"] = reference / measured[name]["speed"]
        before = after
    return measured


def _measured(item: dict[str, Any], files: list[Path]) -> dict[str, float]:
    """Bytes per second of a dialect's files, the seconds, and what all steps cost a hand."""
    # The first pass over the files fills buffers and caches.
    steps = stages(files, 3)
    hands = steps.pop("hands")
    steps.pop("write")
    seconds = sum(steps[step] for step in STEPS) * hands / 1e6
    return {
        "hands": int(hands),
        "seconds": seconds,
        "speed": item["bytes"] / seconds,
        "all": sum(steps.values()),
    }


if __name__ == "__main__":
    main()
