"""`hl.pots` and `hl.awards`, apart and in one select, on one thread, without building the frame."""

from __future__ import annotations

from history import Measurement, record
from measuring import arguments, in_child, median, show

POTS = """
import os
os.environ["POLARS_MAX_THREADS"] = "1"
import random
import polars as pl
import handlab as hl

what, mix, rows, seats = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
deal = random.Random(1)

def showdown():
    # Every player is all-in for a different stack, or folded with less.
    stacks = [deal.randint(1, 1000) for _ in range(seats)]
    folded = [deal.random() < 0.4 for _ in range(seats)]
    for seat in deal.sample(range(seats), 2):
        folded[seat] = False
    return stacks, folded

def played():
    # Three of ten hands have a showdown, and one of ten has a short stack.
    paid, folded = [0] * seats, [True] * seats
    price = deal.randint(2, 400)
    stay = 1 if deal.random() < 0.7 else 2 if deal.random() < 0.8 else 3
    for seat in range(seats):
        paid[seat] = deal.choice([0, 0, 0, 1, 2, deal.randint(0, price)])
    for seat in deal.sample(range(seats), stay):
        paid[seat], folded[seat] = price, False
    if stay > 1 and deal.random() < 0.33:
        seat = deal.choice([seat for seat in range(seats) if not folded[seat]])
        paid[seat] = deal.randint(1, price)
    return paid, folded

hands = [played() if mix == "played" else showdown() for _ in range(50_000)]
strengths = [[None if out else deal.randint(1, 7462) for out in folded] for _, folded in hands]
few = pl.DataFrame(
    {
        "contributed": [paid for paid, _ in hands],
        "folded": [folded for _, folded in hands],
        "strength": strengths,
        "rake": [min(300, sum(paid) // 20) for paid, _ in hands],
    },
    schema_overrides={"strength": pl.List(pl.UInt32)},
)
frame = pl.concat([few] * (rows // few.height), rechunk=True)
pots = hl.pots("contributed", "folded").alias("pots")
awards = hl.awards("contributed", "folded", "strength", rake="rake").alias("awards")
asked = {"pots": [pots], "awards": [awards], "both": [pots, awards]}[what]
few.head(1000).select(asked)
start()
found = frame.select(asked)
stop(rows=frame.height)
assert sum(found.null_count().row(0)) == 0
"""

MIXES = {
    "played": "as played: 70 % end without a showdown",
    "showdown": "all-in: every stack another, 40 % folded",
}


def main() -> None:
    options = arguments(__doc__, rows=10_000_000, runs=3, seats=6).parse_args()
    table = [("what", "hands per second (by processor time)", "budget")]
    measured = []
    for mix, meaning in MIXES.items():
        for what in ("pots", "awards", "both"):
            runs = [
                in_child(POTS, what, mix, options.rows, options.seats) for _ in range(options.runs)
            ]
            found = median(runs)
            wall, cpu = (found["rows"] / found[clock] / 1e6 for clock in ("wall", "cpu"))
            rate = f"{wall:.2f} M ({cpu:.2f} M)"
            must, goal = (3e6, 5e6) if what == "both" else (None, None)
            name = f"{what}, {meaning}, {options.seats} seats"
            measured.append(Measurement(name, cpu * 1e6, "hands/s", must, goal))
            table.append((f"{what}, {meaning}", rate, "3 M, goal 5 M" if what == "both" else ""))
    show(table)
    record(options, "pots", measured)


if __name__ == "__main__":
    main()
