"""The steps of one hand: streets with their cards and equities, acts, the showdown, awards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handlab.errors import EquityError
from handlab.player_equity import player_equity
from handlab.report import labels, side_payments
from handlab.report.replay_streets import (
    STREETS,
    STUD_CARDS,
    cards_dealt,
    kind_of,
    pairs,
    street_no,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from handlab.report.model import Row

POSTS: dict[str, str] = {
    "post_ante": "posts the ante",
    "post_small_blind": "posts the small blind",
    "post_big_blind": "posts the big blind",
    "post_button_blind": "posts the button blind",
    "post_dead": "posts dead money",
    "straddle": "straddles",
    "bring_in": "brings it in",
}
MAX_WORK, DRAWS = 3_000_000, 20_000
"""The most runouts for an exact equity, and the number of runouts sampled beyond that."""


def steps(hand: Row, seats: Sequence[Row], parts: dict[str, list[dict[str, Any]]]) -> Iterator[Row]:
    """Yield the steps of a hand in the order in which they are played."""
    family = kind_of(hand)
    boards = _boards(parts["boards"], STREETS[family])
    streets = _streets_played(hand, family, boards, parts["actions"])
    acts = [act for act in parts["actions"] if act["street"] in streets]
    acts = [act for act in acts if act["kind"] not in {"show", "muck"}]
    for number, street in enumerate(streets):
        yield _street_step(hand, family, number, boards, seats)
        yield from (_act_step(act) for act in acts if act["street"] == street)
        # An uncalled bet is returned before the cards that are dealt without betting.
        if acts and acts[-1]["street"] == street:
            for seat in seats:
                if seat["uncalled"]:
                    yield {"do": "return", "seat": seat["seat"], "amount": seat["uncalled"]}
    yield from _showdown(parts["actions"])
    yield from _awards(seats, parts)
    yield from side_payments.steps(parts["side_payments"], seats)
    taken = (hand["rake"] or 0) + (hand["fees"] or 0)
    yield {"do": "end", "amount": taken or None, "known": hand["rake_source"] != "unknown"}


def _streets_played(
    hand: Row, family: str, boards: Sequence[Sequence[str]], actions: Sequence[Row]
) -> Sequence[str]:
    """The streets up to the last with an act or with cards."""
    streets = STREETS[family]
    seen = {street_no(family, act["street"]) for act in actions if act["street"] in streets}
    seen |= {number for number, cards in enumerate(boards) if cards}
    if hand["contenders"] and family in STUD_CARDS:
        seen.add(len(streets) - 1)
    return streets[: max(seen, default=0) + 1]


def _boards(rows: Sequence[Row], streets: Sequence[str]) -> list[list[str]]:
    """What each run adds to the board on each street; the first run has the shared cards."""
    runs = max((row["run_no"] for row in rows), default=0) or 1
    boards: list[list[str]] = []
    for street in streets:
        on_street = {row["run_no"]: row["cards"] or "" for row in rows if row["street"] == street}
        if not on_street:
            boards.append([])
        else:
            shared = on_street.get(0, "")
            boards.append([shared + on_street.get(run, "") for run in range(1, runs + 1)])
    return boards


def _street_step(
    hand: Row, family: str, number: int, boards: Sequence[Sequence[str]], seats: Sequence[Row]
) -> Row:
    street = STREETS[family][number]
    runs = max((len(cards) for cards in boards), default=0) or 1
    so_far = ["".join(cards[run] for cards in boards[: number + 1] if cards) for run in range(runs)]
    if runs > 1 and len(set(so_far)) == 1:
        so_far = so_far[:1]
    return {
        "do": "street",
        "number": number,
        "words": labels.street(street) if number else "Deal",
        "boards": [pairs(cards) for cards in so_far],
        "equity": _equity(hand, family, number, so_far, seats),
    }


def _equity(
    hand: Row, family: str, number: int, boards: Sequence[str], seats: Sequence[Row]
) -> Row | None:
    """
    The equity of the known hands at the start of a street, on each board.

    Hands that are in but unknown are left out, and counted, so that the page says so.
    """
    if family == "draw":
        return None
    full = cards_dealt(hand) if family == "flop" else STUD_CARDS[family][number]
    known: dict[int, str] = {}
    dead, unknown = "", 0
    for seat in seats:
        cards = (seat["hole_cards"] or "").replace(" ", "").replace("?", "")
        folded = seat["folded_street"]
        if folded and street_no(family, folded) < number:
            dead += cards
        elif len(cards) < 2 * full:
            unknown += 1
        else:
            known[seat["seat"]] = cards[: 2 * full]
    if len(known) < 2:
        return None
    shares: list[dict[int, float]] = []
    method = "exact"
    for board in boards:
        try:
            found = player_equity(
                list(known.values()),
                board,
                dead,
                game=hand["game"],
                hi_lo=bool(hand["is_hi_lo"]),
                max_work=MAX_WORK,
                draws=DRAWS,
            )
        except EquityError:
            return None
        shares.append(dict(zip(known, found.equity, strict=True)))
        method = found.method if method == "exact" else method
    return {
        "of": {seat: [round(share[seat], 4) for share in shares] for seat in known},
        "unknown": unknown,
        "sampled": method == "sampled",
    }


def _act_step(act: Row) -> Row:
    kind = act["kind"]
    step = {"do": kind, "seat": act["seat"], "amount": act["amount"]}
    if act["is_all_in"]:
        step["allIn"] = True
    if kind in {"raise", "bet"}:
        step["to"] = act["street_total"]
    if kind in POSTS:
        step["words"] = POSTS[kind]
    if act["cards"]:
        step["cards"] = pairs(act["cards"])
    return step


def _showdown(actions: Sequence[Row]) -> Iterator[Row]:
    seen: set[tuple[int, str]] = set()
    for act in actions:
        key = (act["seat"], act["kind"])
        if act["kind"] in {"show", "muck"} and key not in seen:
            seen.add(key)
            yield {"do": act["kind"], "seat": act["seat"], "cards": pairs(act["cards"])}


def _awards(seats: Sequence[Row], parts: dict[str, list[dict[str, Any]]]) -> Iterator[Row]:
    """What each pot paid; only the sums of the seats, if the pots do not add up to them."""
    awards, several = parts["awards"], len(parts["pots"]) > 1
    by_seat: dict[int, int] = {}
    for award in awards:
        by_seat[award["seat"]] = by_seat.get(award["seat"], 0) + (award["amount"] or 0)
    won = {seat["seat"]: seat["won"] for seat in seats if seat["won"]}
    if by_seat != won:
        awards = [
            {"seat": seat, "amount": amount, "pot_no": None, "run_no": 0, "half": "all"}
            for seat, amount in won.items()
        ]
    halves = {award["half"] for award in awards}
    for award in awards:
        if not award["amount"]:
            continue
        words = []
        if several and award["pot_no"] is not None:
            words.append("of a side pot" if award["pot_no"] else "of the main pot")
        if len(halves) > 1 and award["half"] != "all":
            words.append(f"for {award['half']}")
        if award["run_no"]:
            words.append(f"on run {award['run_no']}")
        yield {
            "do": "win",
            "seat": award["seat"],
            "amount": award["amount"],
            "words": " ".join(words),
        }
