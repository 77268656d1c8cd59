"""
The dimensions by which statistics can be sliced, and the source of each.

Most slices are columns of `fct_seat_facts`. Some need a relation joined to it, which costs time:
the hands for the board, the actions for the line, the other seats for opponents.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handlab.errors import StatisticsError
from handlab.sql_text import hint, quoted
from handlab.statistics.readings import NEEDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

KEY = ("site", "player", "kind", "currency", "game_family", "betting")
"""The columns that always group rows: nothing is summed over sites, kinds of money, or games."""
HANDS = "hands"
FLOP_STACKS = "flop_stacks"
FIRST_STACKS = "first_stacks"
OPENERS = "openers"
LINES = "lines"
OPPONENTS = "opponents"
SESSIONS = "sessions"

RELIABLE_SESSIONS = 20
"""With fewer sessions an interval by session is unreliable, and one by hand may be too narrow."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A dimension: its SQL, what it means, and the relation that it needs besides the seats."""

    sql: str
    meaning: str
    needs: str = ""


DIMENSIONS = {
    "position": Slice("position", "position of the seat"),
    "n_players": Slice("n_players", "number of players dealt in"),
    "game": Slice("game", "game of the hand; hi-lo counts with high"),
    "stake": Slice(
        "case when kind is distinct from 'tournament' then money(bb_size, scale) end",
        "big blind in units of the currency, in stud the small bet; none in tournaments",
    ),
    "stack_depth": Slice(
        "list_max(list_filter([0, 20, 40, 75, 125, 200],"
        " lambda depth: depth <= starting_stack / nullif(bb_size, 0)))",
        "stack before the hand in big blinds, as the lower end of its range: 0, 20, 40, 75, 125 or"
        " 200",
    ),
    "effective_stack": Slice(
        "list_max(list_filter([0, 20, 40, 75, 125, 200],"
        " lambda depth: depth <= first_effective_stack / nullif(bb_size, 0)))",
        "the most that the seat could lose to one opponent at its first decision, in big blinds,"
        " as the lower end of its range: 0, 20, 40, 75, 125 or 200",
        FIRST_STACKS,
    ),
    "m_ratio": Slice(
        "list_max(list_filter([0, 1, 6, 10, 20],"
        " lambda ratio: ratio <= starting_stack / round_cost))",
        "Harrington's M: stack before the hand, divided by the blinds, the bring-in and the antes"
        " of a deal; as the lower end of Harrington's zone: 0, 1, 6, 10 or 20",
        HANDS,
    ),
    "spr": Slice(
        "list_max(list_filter([0, 1, 2, 4, 7, 13], lambda ratio: ratio <= stack_to_pot))",
        "stack-to-pot ratio: the effective stack at the first decision on the flop, divided by the"
        " pot at that street's start; as the lower end of its range: 0, 1, 2, 4, 7 or 13",
        FLOP_STACKS,
    ),
    "opener_position": Slice(
        "opener_position",
        "position of the first raiser before the flop, who may be the player",
        OPENERS,
    ),
    "starting_hand": Slice(
        "starting_hand(hole_cards)", "class of two known hole cards, such as `AKs`"
    ),
    "year": Slice(
        "strftime(started_at, '%Y')", "year of the start, in UTC or in the zone of --timezone"
    ),
    "month": Slice("strftime(started_at, '%Y-%m')", "month of the start"),
    "week": Slice("strftime(started_at, '%G-W%V')", "week of the start, from Monday"),
    "day": Slice("strftime(started_at, '%Y-%m-%d')", "day of the start"),
    "weekday": Slice("isodow(started_at)", "day of the week, 1 for Monday"),
    "hour": Slice("hour(started_at)", "hour of the day, from 0"),
    "session": Slice("session_no", "session, numbered by its start; see `sessions`", SESSIONS),
    "opponent": Slice(
        "opponent", "each other player who was dealt in: a hand counts for all of them", OPPONENTS
    ),
    "board_texture": Slice("board_texture(board)", "suits and pairs of the flop", HANDS),
    "board_high": Slice("highest_rank(board)", "highest rank of the flop", HANDS),
    "line": Slice("hand_line", "what the seat did, street by street, such as `RC/B/XF`", LINES),
    "preflop_line": Slice(
        "split_part(hand_line, '/', 1)", "what it did on the first street", LINES
    ),
    "went_to_showdown": Slice("went_to_showdown", "whether the seat went to a showdown"),
    "is_hero": Slice("is_hero", "whether it is the hero's seat"),
    "is_flagged": Slice("is_flagged", "whether the hand should be looked at"),
}
"""Further columns by which rows can be sliced."""
ORDERED_BY = {
    "position": "position_order(position)",
    "opener_position": "position_order(opener_position)",
    "board_high": "strpos('AKQJT98765432', board_high)",
    # Too many to be looked up by name.
    "opponent": "hands desc, opponent",
    "line": "hands desc, line",
    "preflop_line": "hands desc, preflop_line",
}


RELATIONS = {
    HANDS: """\
inner join (
    select
        site, hand_id, board,
        nullif(
            coalesce(small_blind, 0)
            + coalesce(big_blind, 0)
            + coalesce(bring_in, 0)
            + coalesce(ante, 0)
            * case when ante_kind in ('big_blind', 'button') then 1 else n_players end,
            0
        ) as round_cost
    from stg_hands
) as hands using (site, hand_id)""",
    FIRST_STACKS: """\
left join (
    select site, hand_id, seat, arg_min(effective_stack, action_no) as first_effective_stack
    from stg_actions
    where street_no = 0 and effective_stack is not null
    group by all
) as first_stacks using (site, hand_id, seat)""",
    FLOP_STACKS: """\
left join (
    select
        site, hand_id, seat,
        arg_min(effective_stack, action_no)
        / nullif(min(arg_min(pot_before, action_no)) over (partition by site, hand_id), 0)
            as stack_to_pot
    from stg_actions
    where street_no = 1 and effective_stack is not null
    group by site, hand_id, seat
) as flop_stacks using (site, hand_id, seat)""",
    OPENERS: """\
left join (
    select site, hand_id, arg_min(position, action_no) as opener_position
    from stg_actions
    where street_no = 0 and raises_before = 0 and is_aggressive(kind)
    group by all
) as openers using (site, hand_id)""",
}
"""Columns that hands and decisions add to seats for some slices. M is null where a round costs
nothing."""


def slices(names: Sequence[str]) -> dict[str, Slice]:
    """
    The dimensions of these names, except those by which rows are always grouped.

    Raises
    ------
    StatisticsError
        If there is no such dimension.
    """
    for name in names:
        if name not in DIMENSIONS and name not in KEY:
            words = [*DIMENSIONS, *KEY]
            message = f"expected the name of a slice, got `{name}`"
            raise StatisticsError(message, hint=hint(name, words, ", ".join(words)))
    return {name: DIMENSIONS[name] for name in names if name not in KEY}


def source_sql(
    needs: set[str],
    screen_names: Iterable[str] = (),
    vs: str | None = None,
    *,
    is_hero: bool = False,
) -> str:
    """
    The relation with all columns that a query needs about a seat.

    Parameters
    ----------
    needs
        Names of the relations that are needed besides the seats.
    screen_names
        The only names that are queried, if known: then fewer actions are read.
    vs
        A player who must also have been dealt in.
    is_hero
        Whether the hero is queried, who is known even on sites without names.
    """
    source = "fct_seat_facts" if is_hero else "fct_named_seats"
    if SESSIONS in needs:
        source = "fct_session_hero_hands" if is_hero else "fct_session_hands"
    joins = [f"{source} as facts"]
    if LINES in needs:
        listed = ", ".join(map(quoted, screen_names))
        where = f" where screen_name in ({listed})" if listed else ""
        joins.append(
            f"left join (select site, hand_id, seat, hand_line from fct_lines{where}) as lines"
            " using (site, hand_id, seat)"
        )
    joins += [sql for name, sql in RELATIONS.items() if name in needs]
    joins += [sql for name, sql in NEEDS.items() if name in needs]
    if OPPONENTS in needs:
        joins.append(
            "inner join (select site, hand_id, seat as opponent_seat, player as opponent"
            " from fct_seat_facts where not is_anonymous) as opponents using (site, hand_id)"
        )
    if vs is not None:
        joins.append(
            "semi join (select site, hand_id from fct_seat_facts"
            f" where not is_anonymous and player = {quoted(vs)}) as met using (site, hand_id)"
        )
    return "\n    ".join(joins)
