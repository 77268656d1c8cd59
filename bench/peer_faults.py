"""What other evaluators and handlab return for cards in odd forms and for invalid hands."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

from measuring import ROOT, print_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FAULTY = {
    "five times the same ace": ("AhAhAhAhAh", None, "five_card_draw"),
    "an ace twice": ("AhAh", "KdQc2s3d4h", "holdem"),
    "a card of the board in the hand": ("AhKh", "AhQc2s3d4h", "holdem"),
    "lower case": ("ahac", "KdQc2s3d4h", "holdem"),
    "10h": ("10hAc", "KdQc2s3d4h", "holdem"),
    "A♥": ("A♥Ac", "KdQc2s3d4h", "holdem"),
    "an unknown card": ("Ah??", "KdQc2s3d4h", "holdem"),
    "three hole cards": ("AhAcKs", "KdQc2s3d4h", "holdem"),
    "four cards in all": ("AhAc", "KdQc", "holdem"),
    "three hole cards in Omaha": ("AhAcKd", "QcJs2d3d4d", "omaha"),
    "a card twice in Omaha": ("AhAhKdQc", "QsJs2d3d4d", "omaha"),
    "a deuce in short deck": ("Ah2h", "KdQc9s8s7d", "short_deck"),
}


def apart(text: str | None) -> list[str]:
    """Return the cards of a text."""
    return re.findall("10.|..", text or "")


def phevaluator(hole: str, board: str | None, game: str) -> object:
    import phevaluator

    if game == "omaha":
        return phevaluator.evaluate_omaha_cards(*apart(board), *apart(hole))
    return phevaluator.evaluate_cards(*apart(hole), *apart(board))


def eval7(hole: str, board: str | None, _: str) -> object:
    import eval7

    return eval7.handtype(eval7.evaluate([eval7.Card(c) for c in apart(hole) + apart(board)]))


def treys(hole: str, board: str | None, _: str) -> object:
    import treys

    new = treys.Card.new
    return treys.Evaluator().evaluate([new(c) for c in apart(hole)], [new(c) for c in apart(board)])


def pokerkit(hole: str, board: str | None, game: str) -> object:
    import pokerkit

    hands = {"omaha": "OmahaHoldemHand", "short_deck": "ShortDeckHoldemHand"}
    return getattr(pokerkit, hands.get(game, "StandardHighHand")).from_game(hole, board or "")


PEERS: dict[str, tuple[Callable[[str, str | None, str], object], Sequence[str]]] = {
    "phevaluator": (phevaluator, ("holdem", "five_card_draw", "omaha")),
    "eval7": (eval7, ("holdem", "five_card_draw")),
    "treys": (treys, ("holdem", "five_card_draw")),
    "pokerkit": (pokerkit, ("holdem", "five_card_draw", "omaha", "short_deck")),
}


def answer(peer: str, hole: str, board: str | None, game: str) -> str:
    """Return what the peer gives or raises."""
    ask, games = PEERS[peer]
    if game not in games:
        return "-"
    try:
        return str(ask(hole, board, game))
    except Exception as error:
        return type(error).__name__


def main() -> None:
    import polars as pl

    sys.path.insert(0, str(ROOT))
    import handlab as hl

    peers = [peer for peer in PEERS if importlib.util.find_spec(peer)]
    table = [("cards", *(f"{peer} {version(peer)}" for peer in peers), "handlab")]
    for what, (hole, board, game) in FAULTY.items():
        on = None if board is None else pl.lit(board)
        fault = pl.select(hl.card_fault(pl.lit(hole), on, game=game)).item() or "a hand"
        table.append((what, *(answer(peer, hole, board, game) for peer in peers), fault))
    print_table(table)
    if "phevaluator" in peers:
        command = [sys.executable, "-c", "from phevaluator import evaluator"]
        error = subprocess.run(command, capture_output=True, text=True, check=False).stderr
        print("from phevaluator import evaluator:", error.splitlines()[-1] if error else "works")
    if "eval7" in peers:
        import eval7 as package

        hand, flop = (
            [package.Card(card) for card in text.split()] for text in ("Ah Ad", "2h 7d 9s")
        )
        kings = package.HandRange("KK")
        exact = package.py_hand_vs_range_exact(hand, kings, flop)
        sampled = package.py_hand_vs_range_monte_carlo(hand, kings, flop, 1_000_000)
        print(f"eval7, AhAd against KK on 2h7d9s: exact {exact}, by sample {sampled:.3f}")


if __name__ == "__main__":
    main()
