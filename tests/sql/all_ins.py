"""All-ins of hands that a person can read, with what each player could expect when betting closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rows import Lake

CARDS = {"Ann": "AhAd", "Bob": "KhKd", "Cat": "7s2c"}
BOARD = "2c7d9sJhQd"
LINES = {
    "preflop": ("Bob sb 5, Ann bb 10, Bob raise 100, Ann call", "", "", ""),
    "flop": ("Bob sb 5, Ann bb 10, Bob call, Ann check", "Ann bet 90, Bob call", "", ""),
    "turn": ("Bob sb 5, Ann bb 10, Bob call, Ann check", "", "Ann bet 90, Bob call", ""),
}


def all_in(
    lake: Lake,
    winner: str = "Ann",
    *,
    expected: int | None = 150,
    street: str = "preflop",
    method: str = "exact",
    side: Mapping[str, int] | None = None,
    **columns: Any,
) -> str:
    """
    Ann and Bob are all-in for 100 each: 10 big blinds, a pot of 200.

    `expected` is what Ann could expect of it; without, cards are unknown.
    """
    payouts = {} if expected is None else {"Ann": expected, "Bob": 200 - expected}
    seats: dict[str, dict[str, Any]] = {}
    big_blind = columns.get("big_blind", 10)
    for name in ("Ann", "Bob"):
        beside = (side or {}).get(name, 0)
        net = (200 if name == winner else 0) - 100 + beside
        seats[name] = {
            "hole_cards": CARDS[name],
            "side": beside,
            "net": net,
            "net_bb": net / big_blind if big_blind else None,
            "ev_method": method if expected is not None else "unknown_cards",
        }
        if expected is not None:
            seats[name] |= {"ev_net": payouts[name] - 100, "equity": payouts[name] / 200}
    return lake.hand(
        "Ann Bob",
        *LINES[street],
        won={winner: 200},
        showdown=["Ann", "Bob"],
        stacks={"Ann": 100, "Bob": 100},
        seats=seats,
        allin_street=street,
        **{"board": BOARD} | columns,
    )


def all_in_after_a_fold(lake: Lake, **columns: Any) -> str:
    """Cat folds 10; Ann could expect 105 of the 210, and wins them."""
    seats: dict[str, dict[str, Any]] = {
        "Ann": {"hole_cards": CARDS["Ann"], "ev_net": 5, "equity": 0.5},
        "Bob": {"hole_cards": CARDS["Bob"], "ev_net": 5, "equity": 0.5},
        "Cat": {"hole_cards": CARDS["Cat"], "ev_net": -10, "equity": 0.0},
    }
    for seat in seats.values():
        seat["ev_method"] = "exact"
    return lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Cat call, Ann raise 100, Bob call, Cat fold",
        "",
        "",
        "",
        won={"Ann": 210},
        showdown=["Ann", "Bob"],
        stacks={"Ann": 100, "Bob": 100},
        seats=seats,
        allin_street="preflop",
        **{"board": BOARD} | columns,
    )
