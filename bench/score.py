"""`hl.strength` from text columns and from masks, on one thread."""

from __future__ import annotations

from measuring import arguments, in_child, median, show

STRENGTH = """
import os
os.environ["POLARS_MAX_THREADS"] = "1"
import random
import polars as pl
import handlab as hl

game, form, rows, n_hole, n_board = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
ranks, suits = "23456789TJQKA", "cdhs"
deck = [rank + suit for rank in ranks for suit in suits if game != "short_deck" or rank > "5"]
shuffle = random.Random(1)
drawn = [shuffle.sample(deck, n_hole + n_board) for _ in range(50_000)]
def column(of):
    if form == "text":
        values = pl.Series(["".join(of(cards)) for cards in drawn])
    else:
        bits = lambda card: 1 << (16 * suits.index(card[1]) + ranks.index(card[0]))
        values = pl.Series([sum(map(bits, of(cards))) for cards in drawn], dtype=pl.UInt64)
    return pl.concat([values] * (rows // 50_000))
frame = pl.DataFrame({
    "hole": column(lambda cards: cards[:n_hole]), "board": column(lambda cards: cards[n_hole:])
})
frame.head(1000).select(hl.strength("hole", "board", game=game))
start()
found = frame.select(hl.strength("hole", "board", game=game)).to_series()
stop(rows=frame.height)
assert found.null_count() == 0
"""

CASES = [
    ("holdem", "text", 2, 5, "80 M/s"),
    ("holdem", "masks", 2, 5, "270 M/s (mask to class, in the core)"),
    ("short_deck", "text", 2, 5, ""),
    ("omaha", "text", 4, 5, ""),
    ("omaha6", "text", 6, 5, ""),
    ("stud", "text", 7, 0, ""),
    ("razz", "text", 7, 0, ""),
    ("badugi", "text", 4, 0, ""),
]


def main() -> None:
    options = arguments(__doc__, rows=1_000_000, runs=3).parse_args()
    table = [("what", "rows a second", "budget")]
    for game, form, n_hole, n_board, budget in CASES:
        rows = options.rows if "omaha" not in game else options.rows // 10
        runs = [in_child(STRENGTH, game, form, rows, n_hole, n_board) for _ in range(options.runs)]
        found = median(runs)
        table.append((f"{game}, {form}", f"{found['rows'] / found['wall'] / 1e6:.2f} M", budget))
    show(table)


if __name__ == "__main__":
    main()
