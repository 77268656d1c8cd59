"""The hands of the archives over which ingestion is broken off."""

from __future__ import annotations


def hand(number: int, *, hero: str = "ann", stack: str = "1", cut: bool = False) -> str:
    """One heads-up hand in the PokerStars format: a raise before the flop that is folded to."""
    ann = "ann" if hero == "ann" else "Hero"
    lines = [
        f"PokerStars Hand #{number}:  Hold'em No Limit ($0.01/$0.02 USD) - "
        f"2015/03/{1 + number % 28:02} {number % 24:02}:00:00 ET",
        "Table 'Crash II' 6-max Seat #1 is the button",
        f"Seat 1: {ann} (${stack} in chips)",
        "Seat 2: bob ($2 in chips)",
        f"{ann}: posts small blind $0.01",
        "bob: posts big blind $0.02",
        "*** HOLE CARDS ***",
        f"Dealt to {ann if hero == 'ann' else 'bob'} [Ah Kd]",
        f"{ann}: raises $0.02 to $0.04",
        "bob: folds",
        f"Uncalled bet ($0.02) returned to {ann}",
        f"{ann} collected $0.04 from pot",
        f"{ann}: doesn't show hand",
        "*** SUMMARY ***",
        "Total pot $0.04 | Rake $0",
        f"Seat 1: {ann} (button) (small blind) collected ($0.04)",
        "Seat 2: bob (big blind) folded before Flop",
    ]
    return "\n".join(lines[: 9 if cut else None]) + "\n\n\n"
