"""
How other programs read a statistic: `sql/readings.toml`.

A reading is a chance and an act in SQL, like an entry of the catalogue, but it is computed on
demand. Most need only what is stored with the seats.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from handlab.errors import StatisticsError, ViewError
from handlab.sql_folder import sql_folder
from handlab.sql_text import hint
from handlab.statistics.catalogue import catalogue

FILE = "readings.toml"
READINGS = {"pt4": "PokerTracker 4", "drivehud": "DriveHUD", "fpdb": "FPDB-3"}
NEEDS = {
    "seats": """\
inner join (
    select
        site, hand_id, seat, ante as paid_ante, won as collected,
        folded_street in ('preflop', 'predraw', 'second')
        or (folded_street = 'third' and game <> 'five_card_stud') as first_folded_street
    from stg_seats
) as stored using (site, hand_id, seat)""",
    "first_street": """\
left join (
    select
        site, hand_id, seat,
        count(*) as first_street_decisions,
        arg_min(raises_before, action_no) as first_raises_before,
        arg_min(to_call, action_no) as first_to_call,
        arg_min(stack_before, action_no) as first_stack,
        arg_min(can_raise, action_no) as first_can_raise,
        bool_or(raises_before = 1 and aggressor_seat <> seat) as faced_raise,
        bool_or(
            raises_before = 1 and aggressor_seat <> seat and is_aggressive(kind)
        ) as raised_raise,
        bool_or(raises_before = 0 and is_aggressive(kind)) as raised_first,
        bool_or(raises_before = 3 and aggressor_seat <> seat) as faced_third_raise,
        bool_or(
            raises_before = 3 and aggressor_seat <> seat and kind = 'fold'
        ) as folded_to_third_raise
    from stg_actions
    where street_no = 0 and is_decision(kind)
    group by site, hand_id, seat
) as first_street using (site, hand_id, seat)""",
    "later_streets": """\
left join (
    select
        site, hand_id, seat,
        bool_or(street_no = 1 and raises_before > 0) as faced_bet_on_flop,
        bool_or(street_no = 1 and raises_before > 0 and kind = 'fold') as folded_on_flop,
        bool_or(
            street_no = 1 and raises_before > 1 and line = 'B' and aggressor_seat <> seat
        ) as was_raised_on_flop,
        bool_or(
            street_no = 2 and raises_before > 1 and line = 'B' and aggressor_seat <> seat
        ) as was_raised_on_turn,
        bool_or(street_no = 2 and raises_before = 0) as opened_turn,
        bool_or(street_no = 2 and raises_before = 0 and is_aggressive(kind)) as bet_turn,
        bool_or(
            (street_no = 3 and street <> 'sixth' or street = 'seventh')
            and kind = 'call' and amount is distinct from 0
        ) as called_river
    from stg_actions
    where street_no > 0 and is_decision(kind)
    group by site, hand_id, seat
) as later_streets using (site, hand_id, seat)""",
    "hands": """\
left join (
    select
        site, hand_id,
        min(street_no) filter (where is_all_in) as first_all_in_street,
        arg_max(seat, action_no)
            filter (where street_no = 0 and is_aggressive(kind)) as last_raiser_seat,
        bool_or(street_no = 0 and position = 'BB' and kind = 'fold') as big_blind_folded,
        bool_or(
            street_no = 0 and position = 'SB' and kind = 'call'
            and raises_before = 1 and callers_before = 0
        ) as small_blind_called_raise,
        bool_or(
            street_no = 0 and position in ('CO', 'BTN') and is_aggressive(kind)
            and raises_before = 0 and limpers_before = 0
        ) as was_stolen_before_blinds,
        bool_or(
            street_no = 1 and raises_before = 0 and is_aggressive(kind) and aggressor_seat = seat
        ) as flop_was_cbet
    from stg_actions
    group by site, hand_id
) as betting using (site, hand_id)""",
}
"""What a reading may need besides `fct_seat_facts`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a program reads a statistic; the fields are those of the file."""

    statistic: str
    reading: str
    chance: str
    made: str
    meaning: str
    source: str
    needs: tuple[str, ...] = ()


@cache
def readings() -> dict[tuple[str, str], Reading]:
    """
    All readings by program and statistic.

    Raises
    ------
    ViewError
        If the file is missing or cannot be read.
    """
    place = sql_folder() / FILE
    try:
        listed = tomllib.loads(place.read_text(encoding="utf-8"))["reading"]
        found = [Reading(**entry | {"needs": tuple(entry.get("needs", ()))}) for entry in listed]
    except (OSError, tomllib.TOMLDecodeError, TypeError, KeyError) as error:
        message = f"cannot read the definitions of other programs in `{place}`: {error}"
        raise ViewError(message, hint="reinstall handlab") from error
    return {(entry.reading, entry.statistic): entry for entry in found}


def check_reading(name: str) -> None:
    """
    Check the name of a program.

    Raises
    ------
    StatisticsError
        If there are no readings of it.
    """
    if name not in READINGS:
        message = f"expected a program whose definitions are known, got `{name}`"
        raise StatisticsError(message, hint=hint(name, READINGS, ", ".join(READINGS)))


def readings_of(statistic: str) -> dict[str, Reading]:
    """
    The readings of a statistic that can be compared, handlab's own first.

    Raises
    ------
    StatisticsError
        If there is no such statistic, or no program is known to read it in another way.
    """
    known = {entry.name: entry for entry in catalogue().statistics}
    others = {entry.reading: entry for entry in readings().values() if entry.statistic == statistic}
    if statistic not in known or not others:
        names = sorted({name for _, name in readings()})
        message = f"expected a statistic that programs count differently, got `{statistic}`"
        raise StatisticsError(message, hint=hint(statistic, names, ", ".join(names)))
    own = known[statistic]
    mine = Reading(
        statistic, "handlab", own.chance_column, own.made_column, own.meaning, "statistics.toml"
    )
    return {"handlab": mine} | {name: others[name] for name in READINGS if name in others}
