"""
The facts of decisions counted a second time, slowly, hand by hand in plain Python.

Read of the stored rows is only what was done: kinds of acts, amounts, totals of the street, stacks and seats. The numbers,
the words and the effective stacks are made here once more, from their definitions in `sql/columns.toml`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from handlab.ingest import ingest
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

Row = dict[str, Any]
Facts = tuple[int | None, str | None, int | None]
DECISIONS = {"fold", "check", "call", "bet", "raise"}
# By the number of bets on the street, where the blind of the first street is one.
NUMBERED = {3: "3bet", 4: "4bet", 5: "5bet"}
HELD_BACK = {"post_ante", "post_dead"}
WORDS = {
    "unopened",
    "limped",
    "raised",
    "3bet",
    "4bet",
    "5bet",
    "checked_to",
    "bet",
    "cbet",
    "donk",
    "raise",
    "check_raise",
}


def facts(seats: list[Row], actions: list[Row]) -> list[Facts]:
    """What is stored of each action: number, word and stack, or nothing."""
    stacks = {seat["seat"]: seat["starting_stack"] for seat in seats if seat["is_dealt_in"]}
    live: defaultdict[int, int] = defaultdict(int)
    folded: set[int] = set()
    at_cap: set[int] = set()
    # Who bet or raised, street by street, and who made the c-bet of each.
    raisers: defaultdict[int, list[int]] = defaultdict(list)
    cbettors: dict[int, int] = {}
    decided: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    first_bet: dict[int, str] = {}
    second_bet: dict[int, str] = {}
    found: list[Facts] = []
    street, totals = None, defaultdict(int)
    for action in actions:
        seat, kind = action["seat"], action["kind"]
        cap = action["cap"]

        def left(of: int, cap: int | None = cap) -> int:
            return stacks[of] if cap is None else max(0, min(stacks[of], cap - live[of]))

        if kind in {"show", "muck"}:
            found.append((None, None, None))
            continue
        if action["street_no"] != street:
            previous, street, totals = street, action["street_no"], defaultdict(int)
            before = raisers[previous][-1] if previous is not None and raisers[previous] else None
            if street == 1 and before is not None:
                cbettors[0] = before
        bets = raisers[street]
        acts = decided[street]
        if kind not in DECISIONS:
            found.append((None, None, None))
        else:
            matched = [
                totals[other] + left(other) - totals[seat]
                for other in stacks
                if other != seat and other not in folded
            ]
            effective = max(0, min(left(seat), max(matched, default=0)))
            if street == 0:
                is_limped = any(act == "call" for _, act in acts)
                word = {0: "limped" if is_limped else "unopened", 1: "raised"}.get(
                    len(bets), NUMBERED.get(len(bets) + 1, "5bet")
                )
            elif not bets:
                word = "checked_to" if any(act == "check" for _, act in acts) else "unopened"
            elif len(bets) == 1:
                word = first_bet[street]
            elif len(bets) == 2:
                word = second_bet[street]
            else:
                word = NUMBERED.get(len(bets), "5bet")
            own = [act for who, act in acts if who == seat]
            found.append((len(own) + 1, word, effective))
        if kind in {"bet", "raise"} and action["raise_by"] > 0:
            if street > 0 and not bets:
                is_due = (
                    before not in {None, seat, *folded, *at_cap}
                    and left(before) > 0
                    and before not in {who for who, _ in acts}
                )
                is_cbet = cbettors.get(street - 1) == seat
                first_bet[street] = "cbet" if is_cbet else "donk" if is_due else "bet"
                if is_cbet:
                    cbettors[street] = seat
            elif street > 0 and len(bets) == 1:
                second_bet[street] = "check_raise" if own == ["check"] else "raise"
            bets.append(seat)
        if kind in DECISIONS:
            acts.append((seat, kind))
        if kind == "fold":
            folded.add(seat)
        if kind in {"discard", "stand_pat"}:
            continue
        stacks[seat] = stacks.get(seat, 0) - action["amount"]
        if action["is_capped"]:
            at_cap.add(seat)
        if kind not in HELD_BACK:
            live[seat] += action["street_total"] - totals[seat]
            totals[seat] = action["street_total"]
    return found


def compared(path: Path, lake: Lake, least: int) -> None:
    ingest([path], lake, workers=1)
    with lake.connect() as connection:
        seats = connection.execute(
            "select site, hand_id, seat, is_dealt_in, starting_stack, fold_to_cbet_flop_chance"
            " from seats order by all"
        ).pl()
        actions = connection.execute(
            "select a.site, a.hand_id, a.seat, a.street_no, a.kind, a.amount, a.street_total,"
            " a.raise_by, a.is_capped, h.cap, a.aggressor_seat, a.decision_no, a.faces,"
            " a.effective_stack from actions a join hands h using (site, hand_id)"
            " where h.verdict not in ('cancelled', 'incomplete', 'corrupt_actions') order by a.site, a.hand_id, a.action_no"
        ).pl()
    of_hands = seats.partition_by("site", "hand_id", as_dict=True)
    words: Counter[str] = Counter()
    wrong = []
    hands = 0
    for key, frame in actions.partition_by("site", "hand_id", as_dict=True).items():
        hands += 1
        rows, acts = of_hands[key].to_dicts(), frame.to_dicts()
        for number, (act, want) in enumerate(zip(acts, facts(rows, acts), strict=True)):
            got = (act["decision_no"], act["faces"], act["effective_stack"])
            words[got[1]] += 1
            if got != want:
                wrong.append(f"{key} action {number}: {want}, stored {got}")
        # The catalogue finds who faces a c-bet in another way.
        facing = {
            act["seat"]
            for act in acts
            if act["street_no"] == 1
            and act["faces"] == "cbet"
            and act["aggressor_seat"] != act["seat"]
        }
        chances = {row["seat"] for row in rows if row["fold_to_cbet_flop_chance"]}
        if facing != chances:
            wrong.append(f"{key}: {sorted(facing)} face a c-bet, stored {sorted(chances)}")
    assert not wrong, f"{len(wrong)} of {hands} hands: {wrong[:20]}"
    assert hands >= least
    assert set(words) - {None} == WORDS


def test_the_samples_have_the_facts(samples: Path, tmp_path: Path) -> None:
    compared(samples, Lake.create(tmp_path / "lake"), least=6_000)


def test_real_hands_have_the_facts(corpus: Path, tmp_path: Path) -> None:
    compared(corpus, Lake.create(tmp_path / "lake"), least=20_000)
