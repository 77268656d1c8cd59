"""
Statistics of seats: every predicate of the catalogue over batches of the size that ingestion makes.

Processor time on one thread; the batches are parsed beforehand. `ingest.py` counts the time to
write the flags as `write`.
"""

from __future__ import annotations

from history import Measurement, record
from measuring import arguments, hands_folder, in_child, median, show

FILL = """
from handlab import _handlab
from handlab.archive.pieces import pieces
from handlab.statistics.catalogue import catalogue
from handlab.lake import statistics

def batch(piece):
    nothing = (None, None, None, None)
    part = (piece.data, piece.byte_offset, piece.line_offset, piece.encoding, piece.is_last)
    return _handlab.parse_parts([(*part, *nothing)])

with open(sys.argv[1], "rb") as file:
    batches = [batch(piece) for piece in pieces(file, "utf-8", _handlab.cut)]
# Each process reads the predicates once.
statistics.of_batches(batches[:1])
start()
statistics.of_batches(batches)
stop(hands=sum(batch.hands for batch in batches), statistics=len(catalogue().statistics))
"""


def main() -> None:
    options = arguments(__doc__, hands=60_000, runs=9).parse_args()
    (file,) = hands_folder(options.hands).iterdir()
    found = median([in_child(FILL, file) for _ in range(options.runs)])
    name = f"statistics of seats, {options.hands:,} hands"
    measured = Measurement(name, found["cpu"] / found["hands"] * 1e6, "µs per hand", 2)
    rows = [
        (f"{measured.name}, {found['statistics']:.0f} statistics", f"{measured.value:.2f} µs", "2")
    ]
    show([("what", "measured", "must"), *rows])
    record(options, "fill", [measured])


if __name__ == "__main__":
    main()
