"""
Equity over columns, compared with loops over evaluators that are used from Python.

The other evaluators (peers) are the dependency group `bench` of pyproject.toml, in a separate
environment: build it with `python -m venv /tmp/v-peers && /tmp/v-peers/bin/pip install --group
bench`, and pass its site-packages as `--peers`. Without them only handlab's rates are shown. Times
are processor time on one thread. Each peer evaluates as many rows of the same column as it can in
about a second, and must give the same results as handlab.
"""

from __future__ import annotations

from pathlib import Path

from history import Measurement, record
from measuring import arguments, in_child, median, show

PEERS = "/tmp/v-peers/lib/python3.11/site-packages"

DEALS = """
import os
os.environ["POLARS_MAX_THREADS"] = "1"
import itertools
import polars as pl
import handlab as hl

game, players, n_board, rows = sys.argv[1], *map(int, sys.argv[2:5])
dealt = hl.deal(min(rows, 20_000), players=players, board=n_board, game=game, seed=1)
columns = [f"p{player}" for player in range(players)]
frame = dealt.select(
    *(pl.col("holes").list.get(player).alias(name) for player, name in enumerate(columns)), "board"
)
"""

OURS = (
    DEALS
    + """
form, face = sys.argv[5], sys.argv[6]
frame = pl.concat([frame] * -(-rows // frame.height)).head(rows).rechunk()
if form == "masks":
    def mask(cards):
        pairs = zip(cards[::2], cards[1::2])
        places = (16 * "cdhs".index(s) + "23456789TJQKA".index(r) for r, s in pairs)
        return sum(1 << place for place in places)
    of = {cards: mask(cards) for name in frame.columns for cards in frame[name].unique()}
    frame = frame.select(pl.all().replace_strict(of, return_dtype=pl.UInt64))
if face == "heads_up":
    ask = hl.equity_heads_up("p0", "p1", "board", game=game)
elif face == "enumerated":
    # With a dead card the table cannot be used; nobody holds it in these deals.
    frame = frame.filter(~pl.any_horizontal(pl.all().str.contains("2c")))
    ask = hl.equity_heads_up("p0", "p1", "board", pl.lit("2c"), game=game)
else:
    ask = hl.equity(columns, "board", game=game)
frame.head(100).select(ask)
start()
found = frame.select(ask).to_series()
stop(rows=frame.height)
assert found.null_count() == 0
"""
)

PEER = (
    DEALS
    + """
peer = sys.argv[5]
sys.path.append(sys.argv[6])
ranks, suits = "23456789TJQKA", "cdhs"
deck = [rank + suit for rank in ranks for suit in suits]
split = lambda cards: [cards[at:at + 2] for at in range(0, len(cards), 2)]
if peer == "phevaluator":
    from phevaluator import evaluate_cards, evaluate_omaha_cards, Card
    ids = {card: Card.to_id(card) for card in deck}
    if game == "omaha":
        rank = lambda hole, board: -evaluate_omaha_cards(*board, *hole)
    else:
        rank = lambda hole, board: -evaluate_cards(*hole, *board)
elif peer == "eval7":
    import eval7
    ids = {card: eval7.Card(card) for card in deck}
    rank = lambda hole, board: eval7.evaluate(hole + board)
else:
    import treys
    ids = {card: treys.Card.new(card) for card in deck}
    evaluator = treys.Evaluator()
    rank = lambda hole, board: -evaluator.evaluate(hole, board)

def equity(holes, board):
    seen = {card for cards in (*holes, board) for card in cards}
    left = [ids[card] for card in deck if card not in seen]
    holes, board = [[ids[card] for card in hole] for hole in holes], [ids[card] for card in board]
    total = count = 0
    for falls in itertools.combinations(left, 5 - len(board)):
        strengths = [rank(hole, board + list(falls)) for hole in holes]
        best = max(strengths)
        total += (strengths[0] == best) / strengths.count(best)
        count += 1
    return total / count

spots = [[split(cards) for cards in row] for row in frame.iter_rows()]
start()
begun_at, found = time.process_time(), []
for *holes, board in spots:
    found.append(equity(holes, board))
    if time.process_time() - begun_at > 1:
        break
stop(rows=len(found))
ours = hl.equity(columns, "board", game=game).struct.field("equity").list.get(0)
ours = frame.head(len(found)).select(ours).to_series()
assert all(abs(a - b) < 1e-9 for a, b in zip(found, ours)), "the peer disagrees"
"""
)

TEXAS = ("eval7", "treys", "phevaluator")
CASES: list[tuple[str, str, int, int, int, str, str, tuple[str, ...]]] = [
    ("flop, two", "holdem", 2, 3, 1_000_000, "masks", "heads_up", TEXAS),
    ("flop, two, text", "holdem", 2, 3, 1_000_000, "text", "heads_up", ()),
    ("turn, two", "holdem", 2, 4, 4_000_000, "masks", "heads_up", TEXAS),
    ("turn, two, text", "holdem", 2, 4, 4_000_000, "text", "heads_up", ()),
    ("preflop, two, by table", "holdem", 2, 0, 4_000_000, "masks", "heads_up", ()),
    ("preflop, two, no table", "holdem", 2, 0, 2_000, "text", "enumerated", TEXAS),
    ("flop, two, all fields", "holdem", 2, 3, 1_000_000, "masks", "equity", ()),
    ("flop, three", "holdem", 3, 3, 200_000, "masks", "equity", TEXAS),
    ("preflop, three", "holdem", 3, 0, 2_000, "masks", "equity", ()),
    ("Omaha flop, two", "omaha", 2, 3, 20_000, "masks", "heads_up", ("phevaluator",)),
    ("Omaha preflop, two", "omaha", 2, 0, 1_000, "masks", "heads_up", ()),
]
BUDGET = {"flop, two": 450_000, "turn, two": 8_000_000, "preflop, two, by table": 10_000_000}


def main() -> None:
    parser = arguments(__doc__, runs=3)
    parser.add_argument("--peers", default=PEERS, metavar="DIR", help="site-packages of the peers")
    options = parser.parse_args()
    has_peers = Path(options.peers).is_dir()
    table = [("what", "rows per second", "budget, or times slower than handlab")]
    measured = []
    for what, game, players, board, rows, form, face, peers in CASES:
        ours = rate(OURS, options.runs, game, players, board, rows, form, face)
        budget = f"{BUDGET[what]:,}" if what in BUDGET else ""
        table.append((what, shown(ours), budget))
        measured.append(Measurement(what, ours, "rows/s", BUDGET.get(what)))
        for peer in peers if has_peers else ():
            theirs = rate(PEER, options.runs, game, players, board, 2_000, peer, options.peers)
            table.append((f"  {peer}, a loop", shown(theirs), f"{ours / theirs:,.0f}"))
    show(table)
    record(options, "equity", measured)


def rate(code: str, runs: int, *words: object) -> float:
    """Return rows per second of processor time, the median of the runs."""
    found = median([in_child(code, *words) for _ in range(runs)])
    return found["rows"] / found["cpu"]


def shown(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.2g}"


if __name__ == "__main__":
    main()
