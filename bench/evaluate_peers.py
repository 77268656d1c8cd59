"""Other evaluators on PyPI, each called as in its documentation."""

from __future__ import annotations

from dataclasses import dataclass

ASKED = """
from importlib.metadata import version
from itertools import pairwise

peer_rows = int(sys.argv[3])
frame = frame_of(FORM, N_HOLE, N_BOARD, int(sys.argv[1]))
wall, cpu = seconds(frame, hl.strength(*frame.columns, game=GAME), int(sys.argv[2]))
head = frame.head(peer_rows)
ready = prepared(head)
begun = time.perf_counter(), time.process_time()
found = asked(ready)
peer_wall, peer_cpu = time.perf_counter() - begun[0], time.process_time() - begun[1]

# Both must rank all rows in the same order, with the same ties.
ours = head.select(hl.strength(*head.columns, game=GAME)).to_series().to_list()
for weak, strong in pairwise(sorted(range(peer_rows), key=ours.__getitem__)):
    is_tie = ours[weak] == ours[strong]
    if LOWER_WINS:
        weak, strong = strong, weak
    assert (found[weak] == found[strong]) == is_tie, head[[weak, strong]]
    assert is_tie or found[weak] < found[strong], head[[weak, strong]]
agreement = "same order"
if PACKAGE == "phevaluator":
    classes = head.select(hl.rank_class(*head.columns, game=GAME)).to_series().to_list()
    assert [7463 - rank for rank in found] == classes
    agreement = "same classes"
report(
    rows=frame.height, wall=wall, cpu=cpu, peer_rows=peer_rows, peer_wall=peer_wall,
    peer_cpu=peer_cpu, agreement=agreement, version=version(PACKAGE),
)
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """Another evaluator, and one way to call it."""

    name: str
    package: str
    calling: str
    """Defines `prepared(head)`, which is not measured, and `asked(ready)`, a value for each row."""
    game: str = "holdem"
    form: str = "text"
    cards: tuple[int, int] = (2, 5)
    lower_wins: bool = False
    fewer: int = 1
    """Divisor of its number of rows, as it is slow."""
    budget: str = ""
    """How many times faster handlab must be."""

    def code(self) -> str:
        """The program of a child, after `dealing.COLUMNS`."""
        names = (
            f"PACKAGE, GAME, FORM, LOWER_WINS = {self.package!r}, {self.game!r}, {self.form!r}, "
            f"{self.lower_wins}\nN_HOLE, N_BOARD = {self.cards}\n"
        )
        return names + self.calling + ASKED


FROM_TEXT = """
prepared = lambda head: head
def asked(head):
    return [of(hole, board) for hole, board in zip(head["hole"], head["board"])]
def apart(text):
    return [text[at : at + 2] for at in range(0, len(text), 2)]
"""

PEERS = [
    Peer(
        "phevaluator, text",
        "phevaluator",
        FROM_TEXT
        + """
from phevaluator import evaluate_cards
of = lambda hole, board: evaluate_cards(*apart(hole), *apart(board))
""",
        lower_wins=True,
        budget="500, goal 900",
    ),
    Peer(
        "phevaluator, map_elements",
        "phevaluator",
        FROM_TEXT
        + """
from phevaluator import evaluate_cards
def asked(head):
    def of(cards):
        return evaluate_cards(*apart(cards))
    cards = pl.concat_str("hole", "board")
    return head.select(cards.map_elements(of, pl.Int64)).to_series().to_list()
""",
        lower_wins=True,
    ),
    Peer(
        "phevaluator, whole numbers",
        "phevaluator",
        """
from phevaluator import evaluate_7cards
def prepared(head):
    # rank * 4 + suit, before the clock starts.
    return [
        [bit % 16 * 4 + bit // 16 for bit in range(64) if mask >> bit & 1] for mask in head["hole"]
    ]
def asked(ready):
    return [evaluate_7cards(*cards) for cards in ready]
""",
        form="masks",
        cards=(7, 0),
        lower_wins=True,
    ),
    Peer(
        "eval7, text",
        "eval7",
        FROM_TEXT
        + """
from eval7 import Card, evaluate
of = lambda hole, board: evaluate([Card(card) for card in apart(hole) + apart(board)])
""",
    ),
    Peer(
        "treys, text",
        "treys",
        FROM_TEXT
        + """
from treys import Card, Evaluator
evaluate, new = Evaluator().evaluate, Card.new
of = lambda hole, board: evaluate([new(c) for c in apart(hole)], [new(c) for c in apart(board)])
""",
        lower_wins=True,
    ),
    Peer(
        "pokerkit, text",
        "pokerkit",
        FROM_TEXT
        + """
from pokerkit import StandardHighHand
of = StandardHighHand.from_game
""",
        fewer=10,
    ),
    Peer(
        "phevaluator, Omaha, text",
        "phevaluator",
        FROM_TEXT
        + """
from phevaluator import evaluate_omaha_cards
of = lambda hole, board: evaluate_omaha_cards(*apart(board), *apart(hole))
""",
        game="omaha",
        cards=(4, 5),
        lower_wins=True,
    ),
    Peer(
        "pokerkit, Omaha, text",
        "pokerkit",
        FROM_TEXT
        + """
from pokerkit import OmahaHoldemHand
of = OmahaHoldemHand.from_game
""",
        game="omaha",
        cards=(4, 5),
        fewer=30,
    ),
]
