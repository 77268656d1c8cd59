"""
The other statistics counted a second time: limps, answers to raises, blinds, donks, floats, probes, all-ins.

As in `test_statistics_oracle`, whose state of the betting is used here: the definitions are written down from their text,
without the catalogue.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import counted_twice
from test_statistics_oracle import NAMES, STEALERS, STREETS, Count, replayed

from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.statistics.catalogue import catalogue

if TYPE_CHECKING:
    from pathlib import Path

    from test_statistics_oracle import Act

Row = dict[str, Any]


def counted(seats: list[Row], actions: list[Row]) -> dict[int, Count]:
    """The statistics of every seat of a hand."""
    found = {seat["seat"]: Count() for seat in seats}
    rows = {seat["seat"]: seat for seat in seats}
    streets = replayed(seats, actions)
    first = streets.get(0, [])
    preflop(found, rows, first)
    blinds(found, rows, first)
    raisers = {
        street: [act.seat for act in acts if act.letter in "BR"] for street, acts in streets.items()
    }
    after(found, rows, streets, raisers)
    bets_into(found, first, streets, raisers)
    all_ins(found, rows, actions)
    for street, acts in streets.items():
        for act in acts:
            # Stud has a street after the river.
            if street > 0 and act.letter != "X":
                found[act.seat].count("postflop_call", act.letter == "C")
    deciders = {act.seat for act in first}
    is_stud = any(action["family"] == "stud" for action in actions)
    river = 4 if is_stud and actions[0]["game"] != "five_card_stud" else 3
    for number, seat in rows.items():
        count = found[number]
        count.add("saw_flop", seat["saw_flop"])
        count.add("went_all_in", seat["is_all_in"])
        in_seats = [
            of for of, row in rows.items() if row["is_dealt_in"] and row["folded_street"] is None
        ]
        is_walk = in_seats == [number] and number not in deciders and not seat["saw_flop"]
        count.add("walk", is_walk and not seats[0]["is_bomb_pot"] and not seat["is_all_in"])
        if seat["went_to_showdown"] and any(
            act.seat == number and act.letter == "C" for act in streets.get(river, [])
        ):
            count.add("won_after_river_call", seat["won_at_showdown"])
    return found


def preflop(found: dict[int, Count], rows: dict[int, Row], acts: list[Act]) -> None:
    raisers = [act.seat for act in acts if act.letter in "BR"]
    caller_of_raise = {
        act.seat
        for act in acts
        if act.letter == "C" and act.raises == 1 and act.aggressor != act.seat
    }
    squeezer = None
    for act in acts:
        count = found[act.seat]
        is_raise, is_call, is_fold = act.letter in "BR", act.letter == "C", act.letter == "F"
        faces_another = act.aggressor not in {None, act.seat}
        could_limp = act.raises == 0 and act.to_call > 0
        count.add("limp", is_call, is_chance=could_limp)
        count.add("over_limp", is_call, is_chance=could_limp and act.limpers > 0)
        count.add("iso_raise", is_raise, is_chance=act.raises == 0 and act.limpers > 0)
        limped = act.before == "C" and act.raises > 0
        limped &= any(
            one.seat == act.seat and one.letter == "C" and one.raises == 0 for one in acts
        )
        count.add("limp_raise", is_raise, is_chance=limped)
        count.add("limp_call", is_call, is_chance=limped)
        count.add("limp_fold", is_fold, is_chance=limped)
        once, twice = act.raises == 1 and faces_another, act.raises == 2 and faces_another
        if once and act.can_raise and None not in (places := places_of(rows, act)):
            count.add("three_bet_ip", is_raise, is_chance=places[0] > places[1])
            count.add("three_bet_oop", is_raise, is_chance=places[0] < places[1])
        count.add(
            "five_bet", is_raise, is_chance=act.raises == 3 and faces_another and act.can_raise
        )
        is_raised_back = twice and act.can_raise and "R" in act.before.replace("B", "R")
        count.add("four_bet_after_raise", is_raise, is_chance=is_raised_back)
        count.add("fold_to_three_bet_any", is_fold, is_chance=twice)
        count.add("call_three_bet", is_call, is_chance=twice and raisers[0] == act.seat)
        count.add("call_two_bet", is_call, is_chance=once)
        is_three_bettor = act.raises >= 3 and raisers[1] == act.seat and faces_another
        has_acted_since = sum(
            one.seat == act.seat and one.raises > 2 for one in acts[: acts.index(act)]
        )
        count.add("fold_to_four_bet", is_fold, is_chance=is_three_bettor and not has_acted_since)
        is_squeezed = twice and squeezer == act.aggressor
        count.add(
            "fold_to_squeeze_as_raiser", is_fold, is_chance=is_squeezed and raisers[0] == act.seat
        )
        count.add(
            "fold_to_squeeze_as_caller",
            is_fold,
            is_chance=is_squeezed and act.seat in caller_of_raise,
        )
        if once and is_raise and act.callers > 0:
            squeezer = act.seat


def places_of(rows: dict[int, Row], act: Act) -> tuple[Any, Any]:
    assert act.aggressor is not None
    return rows[act.seat]["position_index"], rows[act.aggressor]["position_index"]


def blinds(found: dict[int, Count], rows: dict[int, Row], acts: list[Act]) -> None:
    stealer = None
    for act in acts:
        count, position = found[act.seat], rows[act.seat]["position"]
        is_raise, is_call, is_fold = act.letter in "BR", act.letter == "C", act.letter == "F"
        faces_open = act.raises == 1 and act.callers == 0 and act.aggressor != act.seat
        count.add("bb_defence", is_raise or is_call, is_chance=faces_open and position == "BB")
        if faces_open and act.aggressor == stealer and position in {"SB", "BB"}:
            count.add("call_steal", is_call)
            count.add("resteal", is_raise)
            from_small_blind = rows[stealer]["position"] in {"SB", "BTN/SB"}
            count.add("fold_bb_to_sb_steal", is_fold, is_chance=from_small_blind)
        is_three_bet = act.raises == 2 and act.aggressor != act.seat
        count.add("fold_to_resteal", is_fold, is_chance=is_three_bet and act.seat == stealer)
        if act.raises == 0 and act.limpers == 0 and is_raise and position in STEALERS:
            stealer = act.seat
    if stealer is not None:
        others = [row for seat, row in rows.items() if seat != stealer and row["is_dealt_in"]]
        is_won = all(row["folded_street"] is not None and not row["saw_flop"] for row in others)
        found[stealer].add("steal_success", is_won and not rows[stealer]["saw_flop"])


def after(
    found: dict[int, Count],
    rows: dict[int, Row],
    streets: dict[int, list[Act]],
    raisers: dict[int, list[int]],
) -> None:
    """Answers to c-bets, check-raises and checks; aggression by street."""
    may_cbet = raisers.get(0, [])[-1:]
    for street, name in STREETS.items():
        acts = streets.get(street, [])
        bettor = next((act for act in acts if act.letter in "BR"), None)
        second = next((act for act in acts if act.letter in "BR" and act.raises == 1), None)
        cbettor = bettor.seat if bettor is not None and [bettor.seat] == may_cbet else None
        for number, act in enumerate(acts):
            count = found[act.seat]
            is_raise, is_call, is_fold = act.letter in "BR", act.letter == "C", act.letter == "F"
            if act.letter != "X":
                count.count(f"aggression_{name}", is_raise)
            faces_cbet = act.raises == 1 and cbettor not in {None, act.seat}
            count.add(f"call_cbet_{name}", is_call, is_chance=faces_cbet)
            count.add(f"raise_cbet_{name}", is_raise, is_chance=faces_cbet)
            is_raised = act.before == "B" and act.raises > 1 and act.aggressor != act.seat
            count.add(
                f"fold_cbet_{name}_to_raise", is_fold, is_chance=is_raised and act.seat == cbettor
            )
            is_check_raised = act.before == "B" and act.raises == 2 and second is not None
            count.add(
                f"fold_to_check_raise_{name}",
                is_fold,
                is_chance=is_check_raised and second is not None and second.before == "X",
            )
            is_checked_to = act.raises == 0 and any(one.letter == "X" for one in acts[:number])
            count.add(f"bet_when_checked_to_{name}", is_raise, is_chance=is_checked_to)
        may_cbet = [cbettor] if cbettor is not None else []


def bets_into(
    found: dict[int, Count],
    first: list[Act],
    streets: dict[int, list[Act]],
    raisers: dict[int, list[int]],
) -> None:
    """Bets of others than the last aggressor, and the late ones of the raiser."""
    pfr = raisers[0][-1] if raisers.get(0) else None
    callers = {act.seat for act in first if act.letter == "C" and act.raises == 1}
    for street, name in STREETS.items():
        acts = streets.get(street, [])
        before = raisers.get(street - 1) or []
        earlier = [seat for past in range(1, street) for seat in raisers.get(past, [])]
        aggressor = before[-1] if before else None
        donk = None
        for act in acts:
            count, is_raise = found[act.seat], act.letter in "BR"
            if act.raises == 1 and donk is not None and act.seat == aggressor and street == 1:
                count.add("fold_to_donk_flop", act.letter == "F")
                count.add("raise_donk_flop", is_raise)
            if act.raises > 0:
                continue
            is_due = aggressor in act.others and aggressor not in act.acted
            has_checked = aggressor in act.others and aggressor in act.acted
            if is_due and is_raise:
                donk = act.seat
            if street == 1:
                is_float = has_checked and len(raisers[0]) == 1 and act.seat in callers
                count.add("float_flop", is_raise, is_chance=is_float)
            else:
                count.add(f"float_{name}", is_raise, is_chance=has_checked)
            pfr_is_due = pfr in act.others and pfr not in act.acted
            if street == 2 and not before:
                count.add("probe_turn", is_raise, is_chance=pfr_is_due)
                count.add("delayed_cbet_turn", is_raise, is_chance=act.seat == pfr)
            if street == 3 and not earlier:
                count.add("probe_river", is_raise, is_chance=pfr_is_due)


def all_ins(found: dict[int, Count], rows: dict[int, Row], actions: list[Row]) -> None:
    """Who decides on somebody's last chips, or on the last that a cap allows."""
    stacks = {seat: row["starting_stack"] for seat, row in rows.items()}
    live: Counter[int] = Counter()
    facing: int | None = None
    # Those who have called or raised an all-in: a fold to a later one is not their first answer.
    met: set[int] = set()
    street = None
    totals: Counter[int] = Counter()
    for action in actions:
        seat, kind = action["seat"], action["kind"]
        if kind in {"show", "muck", "discard", "stand_pat"}:
            continue
        if action["street_no"] != street:
            street, facing, totals = action["street_no"], None, Counter()
        if kind in {"fold", "check", "call", "bet", "raise"} and facing not in {None, seat}:
            found[seat].add("fold_to_all_in", kind == "fold" and seat not in met)
            if kind in {"bet", "raise"} or (kind == "call" and action["amount"] > 0):
                met.add(seat)
            found[seat].add("call_all_in", kind == "call" and action["amount"] > 0)
        stacks[seat] -= action["amount"]
        if kind not in {"post_ante", "post_dead"}:
            live[seat] += action["street_total"] - totals[seat]
            totals[seat] = action["street_total"]
        if kind in {"bet", "raise"}:
            is_at_cap = action["cap"] is not None and live[seat] >= action["cap"]
            is_done = stacks[seat] <= 0 or action["is_capped"] or is_at_cap
            facing = seat if is_done else None


def compared(path: Path, lake: Lake, least: int, rare: frozenset[str] = frozenset()) -> None:
    ingest([path], lake, workers=1)
    entries = [entry for entry in catalogue().statistics if entry.name not in NAMES]
    columns = [column for entry in entries for column in (entry.chance_column, entry.made_column)]
    with lake.connect() as connection:
        seats = connection.execute(
            "select s.site, s.hand_id, s.seat, is_dealt_in, position, position_index, starting_stack, posted, dead,"
            " is_all_in, folded_street, saw_flop, went_to_showdown, won_at_showdown, won, is_counted, h.is_bomb_pot,"
            f" {', '.join(columns)} from seats s join hands h using (site, hand_id) order by all"
        ).pl()
        actions = connection.execute(
            "select a.site, a.hand_id, a.seat, a.street_no, a.kind, a.amount, a.street_total, a.is_capped,"
            " h.cap, h.big_blind, h.game, h.game_family as family from actions a join hands h using (site, hand_id)"
            " order by a.site, a.hand_id, a.action_no"
        ).pl()
    total = counted_twice.compared(seats, actions, entries, counted, least=least)
    assert {entry.name for entry in entries if total[entry.name] == 0} <= rare


def test_the_samples_are_counted_alike(samples: Path, tmp_path: Path) -> None:
    compared(
        samples,
        Lake.create(tmp_path / "lake"),
        6_000,
        frozenset({"limp_raise", "fold_cbet_river_to_raise"}),
    )


def test_real_hands_are_counted_alike(corpus: Path, tmp_path: Path) -> None:
    compared(corpus, Lake.create(tmp_path / "lake"), least=20_000)
