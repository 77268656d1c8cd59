"""
Statistics counted a second time, slowly, hand by hand in plain Python, and equal to the unit.

Only what was done is read of the stored rows: kinds of acts and amounts, stacks, seats and positions, who won. The state
of the betting and the definitions are written here once more, from their text, without the catalogue.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import counted_twice

from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.statistics.catalogue import catalogue

if TYPE_CHECKING:
    from pathlib import Path

Row = dict[str, Any]
DECISIONS = {"fold": "F", "check": "X", "call": "C", "bet": "B", "raise": "R"}
STREETS = {1: "flop", 2: "turn", 3: "river"}
STEALERS = {"CO", "BTN", "SB", "BTN/SB"}


@dataclass
class Act:
    """A decision, and what was known when it was made; `others` are those who had chips left."""

    seat: int
    letter: str
    raises: int
    limpers: int
    callers: int
    aggressor: int | None
    to_call: int
    can_raise: bool
    before: str
    acted: tuple[int, ...]
    others: frozenset[int]


@dataclass
class Count:
    """Chances and acts by statistic, for one seat."""

    chances: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, is_made: bool, *, is_chance: bool = True) -> None:
        if is_chance:
            self.chances[name] = 1
            self.made[name] |= int(is_made)

    def count(self, name: str, is_made: bool) -> None:
        self.chances[name] += 1
        self.made[name] += int(is_made)


def replayed(seats: list[Row], actions: list[Row]) -> dict[int, list[Act]]:
    """The decisions of a hand by street, with their state."""
    stacks = {seat["seat"]: seat["starting_stack"] for seat in seats if seat["is_dealt_in"]}
    streets: dict[int, list[Act]] = {}
    folded: set[int] = set()
    aggressor = None
    raises = limpers = callers = 0
    price, totals, lines = 0, defaultdict(int), defaultdict(str)
    for action in actions:
        seat, kind, street = action["seat"], action["kind"], action["street_no"]
        if kind in {"show", "muck", "discard", "stand_pat"}:
            continue
        if street not in streets:
            streets[street] = []
            raises = callers = 0
            totals, lines = defaultdict(int), defaultdict(str)
            price = action["big_blind"] or 0 if street == 0 and action["family"] != "stud" else 0
        if kind in DECISIONS:
            others = {other for other in stacks if other != seat and other not in folded}
            others = {other for other in others if stacks[other] > 0}
            to_call = max(price, max(totals.values(), default=0)) - totals[seat]
            streets[street].append(
                Act(
                    seat=seat,
                    letter=DECISIONS[kind],
                    raises=raises,
                    limpers=limpers,
                    callers=callers,
                    aggressor=aggressor,
                    to_call=to_call,
                    can_raise=stacks[seat] > to_call and bool(others),
                    before=lines[seat],
                    acted=tuple(act.seat for act in streets[street]),
                    others=frozenset(others),
                )
            )
            lines[seat] += DECISIONS[kind]
        if kind == "fold":
            folded.add(seat)
        stacks[seat] = stacks.get(seat, 0) - action["amount"]
        if kind not in {"post_ante", "post_dead"}:
            totals[seat] = action["street_total"]
        if kind == "call":
            callers += 1
            limpers += int(street == 0 and raises == 0)
        if kind in {"bet", "raise"}:
            raises, callers, aggressor = raises + 1, 0, seat
    return streets


def counted(seats: list[Row], actions: list[Row]) -> dict[int, Count]:
    """The statistics of every seat of a hand."""
    found = {seat["seat"]: Count() for seat in seats}
    rows = {seat["seat"]: seat for seat in seats}
    streets = replayed(seats, actions)
    preflop(found, rows, streets.get(0, []))
    cbettor = None
    previous: int | None = None
    for street, name in STREETS.items():
        acts = streets.get(street, [])
        raisers = [act.seat for act in streets.get(street - 1, []) if act.letter in "BR"]
        previous = raisers[-1] if raisers else None
        cbettor = later(found, name, acts, previous, previous if street == 1 else cbettor)
    for street, acts in streets.items():
        for act in acts:
            if street > 0 and act.letter != "X":
                found[act.seat].count("aggression_frequency", act.letter in "BR")
    for number, seat in rows.items():
        if seat["saw_flop"]:
            found[number].add("wtsd", seat["went_to_showdown"])
            at_showdown = seat["won_at_showdown"] if seat["went_to_showdown"] else seat["won"] > 0
            found[number].add("wwsf", at_showdown)
        if seat["went_to_showdown"]:
            found[number].add("wsd", seat["won_at_showdown"])
    return found


def preflop(found: dict[int, Count], rows: dict[int, Row], acts: list[Act]) -> None:
    raisers = [act.seat for act in acts if act.letter in "BR"]
    limpers = {act.seat for act in acts if act.letter == "C" and act.raises == 0}
    stealer = None
    for act in acts:
        count, seat = found[act.seat], rows[act.seat]
        is_raise, is_call, is_fold = act.letter in "BR", act.letter == "C", act.letter == "F"
        faces_another = act.aggressor not in {None, act.seat}
        is_open = act.raises == 0 and act.limpers == 0
        count.add("vpip", is_raise or is_call)
        count.add("pfr", is_raise)
        count.add("rfi", is_raise, is_chance=is_open)
        count.add("open_limp", is_call, is_chance=is_open and act.to_call > 0)
        count.add("steal", is_raise, is_chance=is_open and seat["position"] in STEALERS)
        if is_open and is_raise and seat["position"] in STEALERS:
            stealer = act.seat
        once = act.raises == 1 and faces_another
        twice = act.raises == 2 and faces_another
        count.add("three_bet", is_raise, is_chance=once and act.can_raise)
        count.add("squeeze", is_raise, is_chance=once and act.can_raise and act.callers > 0)
        count.add("four_bet", is_raise, is_chance=twice and act.can_raise)
        count.add("fold_to_three_bet", is_fold, is_chance=twice and raisers[0] == act.seat)
        has_blind = (seat["posted"] or 0) > 0 or (seat["dead"] or 0) > 0
        count.add(
            "cold_call", is_call, is_chance=once and not has_blind and act.seat not in limpers
        )
        faces_steal = once and act.callers == 0 and act.aggressor == stealer
        count.add(
            "fold_to_steal", is_fold, is_chance=faces_steal and seat["position"] in {"SB", "BB"}
        )


def later(
    found: dict[int, Count],
    name: str,
    acts: list[Act],
    previous: int | None,
    may_cbet: int | None,
) -> int | None:
    """One street after the first; returns who made a c-bet on it."""
    cbettor = None
    for act in acts:
        count = found[act.seat]
        is_raise = act.letter in "BR"
        if act.raises == 0 and act.seat == may_cbet:
            count.add(f"cbet_{name}", is_raise)
            cbettor = act.seat if is_raise else None
        if act.raises == 1 and cbettor not in {None, act.seat}:
            count.add(f"fold_to_cbet_{name}", act.letter == "F")
        count.add(f"check_raise_{name}", is_raise, is_chance=act.before == "X")
        is_before = previous in act.others and previous not in act.acted
        count.add(f"donk_{name}", is_raise, is_chance=act.raises == 0 and is_before)
    return cbettor


NAMES = [
    "vpip",
    "pfr",
    "three_bet",
    "four_bet",
    "fold_to_three_bet",
    "squeeze",
    "cold_call",
    "rfi",
    "open_limp",
    "steal",
    "fold_to_steal",
    "cbet_flop",
    "cbet_turn",
    "cbet_river",
    "fold_to_cbet_flop",
    "fold_to_cbet_turn",
    "fold_to_cbet_river",
    "check_raise_flop",
    "check_raise_turn",
    "check_raise_river",
    "donk_flop",
    "donk_turn",
    "donk_river",
    "wtsd",
    "wsd",
    "wwsf",
    "aggression_frequency",
]


def compared(path: Path, lake: Lake, least: int) -> None:
    ingest([path], lake, workers=1)
    entries = [entry for entry in catalogue().statistics if entry.name in NAMES]
    assert len(entries) == len(NAMES)
    columns = [column for entry in entries for column in (entry.chance_column, entry.made_column)]
    with lake.connect() as connection:
        seats = connection.execute(
            "select site, hand_id, seat, player, is_dealt_in, position, starting_stack, posted, dead, saw_flop,"
            f" went_to_showdown, won_at_showdown, won, is_counted, {', '.join(columns)} from seats order by all"
        ).pl()
        actions = connection.execute(
            "select a.site, a.hand_id, a.seat, a.street_no, a.kind, a.amount, a.street_total, h.big_blind,"
            " h.game_family as family from actions a join hands h using (site, hand_id)"
            " order by a.site, a.hand_id, a.action_no"
        ).pl()
    total = counted_twice.compared(seats, actions, entries, counted, least=least)
    assert all(total[name] > 0 for name in NAMES), total


def test_the_samples_are_counted_alike(samples: Path, tmp_path: Path) -> None:
    compared(samples, Lake.create(tmp_path / "lake"), least=6_000)


def test_real_hands_are_counted_alike(corpus: Path, tmp_path: Path) -> None:
    compared(corpus, Lake.create(tmp_path / "lake"), least=20_000)
