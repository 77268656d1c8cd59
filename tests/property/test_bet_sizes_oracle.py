"""
Sizes of bets counted a second time, hand by hand in plain Python, from what was done alone.

The state of the betting is that of `test_statistics_oracle`; pot and price are added up here from the amounts.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from test_statistics_oracle import replayed

from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.views import connect_lake

if TYPE_CHECKING:
    from pathlib import Path

Row = dict[str, Any]
DECISIONS = {"fold", "check", "call", "bet", "raise"}
SILENT = {"show", "muck", "discard", "stand_pat"}


def counted(seats: list[Row], actions: list[Row]) -> dict[int, tuple[Any, ...]]:
    """Kind, size, part of the pot and multiple of the price of each bet and raise by its number."""
    found: dict[int, tuple[Any, ...]] = {}
    decisions = {street: iter(acts) for street, acts in replayed(seats, actions).items()}
    pot, street, price = 0, None, 0
    totals: Counter[int] = Counter()
    raiser = cbettor = previous = None
    for action in actions:
        seat, kind = action["seat"], action["kind"]
        if kind in SILENT:
            continue
        if action["street_no"] != street:
            street, totals = action["street_no"], Counter()
            # A c-bet goes on only from the street right before.
            may_cbet, cbettor = (raiser if street == 1 else cbettor), None
            previous, raiser = raiser, None
            price = action["big_blind"] or 0 if street == 0 and action["family"] != "stud" else 0
        if kind in DECISIONS:
            act = next(decisions[street])
            if kind in {"bet", "raise"}:
                price = max(price, max(totals.values(), default=0))
                to_call = price - totals[seat]
                total = action["street_total"]
                if street == 0:
                    names = {1: "three_bet", 2: "four_bet"}
                    name = names.get(act.raises, "five_bet")
                    if act.raises == 0:
                        name = "iso_raise" if act.limpers else "open"
                elif act.raises == 0:
                    is_donk = previous in act.others and previous not in act.acted
                    name = "bet"
                    if seat == may_cbet:
                        name, cbettor = "cbet", seat
                    elif is_donk:
                        name = "donk"
                else:
                    name = "check_raise" if act.raises == 1 and act.before == "X" else "raise"
                found[action["action_no"]] = (
                    name,
                    total,
                    (action["amount"] - to_call) / (pot + to_call) if pot + to_call else None,
                    total / price if price else None,
                )
                raiser = seat
        pot += action["amount"]
        if kind not in {"post_ante", "post_dead"}:
            totals[seat] = action["street_total"]
    return found


def compared(path: Path, lake: Lake, least: int) -> Counter[str]:
    ingest([path], lake, workers=1)
    with connect_lake(lake) as connection:
        found = connection.execute(
            "select site, hand_id, action_no, act, size, pot_share, price_multiple from fct_sizes"
        ).pl()
        seats = connection.execute(
            "select site, hand_id, seat, is_dealt_in, starting_stack from seats order by all"
        ).pl()
        actions = connection.execute(
            "select a.site, a.hand_id, a.action_no, a.seat, a.street_no, a.kind, a.amount, a.street_total,"
            " h.big_blind, h.game_family as family from actions a join hands h using (site, hand_id)"
            " order by a.site, a.hand_id, a.action_no"
        ).pl()
    of_hands = seats.partition_by("site", "hand_id", as_dict=True)
    acts = actions.partition_by("site", "hand_id", as_dict=True)
    wrong, total = [], Counter[str]()
    for key, frame in found.partition_by("site", "hand_id", as_dict=True).items():
        expected = counted(of_hands[key].to_dicts(), acts[key].to_dicts())
        for row in frame.to_dicts():
            want = expected.get(row["action_no"], ("nothing", 0, None, None))
            got = (row["act"], row["size"], row["pot_share"], row["price_multiple"])
            total[row["act"]] += 1
            is_alike = want[:2] == got[:2] and all(
                (one is None) == (other is None)
                and (one is None or abs(one - other) <= 1e-9 * max(1, abs(one)))
                for one, other in zip(want[2:], got[2:], strict=True)
            )
            if not is_alike:
                wrong.append(f"{key} action {row['action_no']}: {want}, view {got}")
    assert not wrong, f"{len(wrong)} of {total.total()} sizes: {wrong[:20]}"
    assert total.total() >= least
    return total


def test_the_sizes_of_the_samples_are_counted_alike(samples: Path, tmp_path: Path) -> None:
    found = compared(samples, Lake.create(tmp_path / "lake"), 10_000)

    assert {"open", "iso_raise", "three_bet", "four_bet", "cbet", "donk", "bet", "raise"} <= set(
        found
    )


def test_the_sizes_of_real_hands_are_counted_alike(corpus: Path, tmp_path: Path) -> None:
    compared(corpus, Lake.create(tmp_path / "lake"), 30_000)
