"""
The audit of one hand: contributions, pots, the computed awards and the printed ones.

Also the checks of the audit, and the hands of each verdict, to find hands worth a look.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from handlab.errors import ReportError
from handlab.report import queries, side_payments

if TYPE_CHECKING:
    import duckdb

    from handlab.report.model import Row

HANDS = """
select
    site,
    hand_id,
    strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    kind,
    currency,
    scale,
    game,
    betting,
    table_name,
    verdict,
    residual_contributed,
    residual_collected,
    winner_check,
    action_check,
    source_file,
    source_member,
    source_line
from fct_hands
where verdict = $verdict
order by started_at nulls last, site, hand_id
limit $limit
"""

# A hand whose number another hand already had is stored with `~` and a digest after it.
HAND = """
select
    site,
    hand_id,
    strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') as started_at,
    started_raw,
    zone,
    kind,
    currency,
    coalesce(scale, 0) as scale,
    game,
    is_hi_lo,
    betting,
    table_name,
    max_seats,
    button_seat,
    small_blind,
    big_blind,
    small_bet,
    big_bet,
    ante,
    straddle,
    board,
    n_runouts,
    tournament_id,
    level,
    total_pot,
    rake,
    fees,
    added,
    rake_source,
    uncalled_source,
    residual_contributed,
    residual_collected,
    residual_uncalled,
    pots_check,
    action_check,
    turn_check,
    card_check,
    winner_check,
    text_check,
    contenders,
    cards_known,
    verdict,
    parser_version,
    source_file,
    source_member,
    source_offset,
    source_length,
    source_line,
    text
from stg_hands
where hand_id = $hand_id or hand_id like $conflict
order by site, hand_id
"""

PARTS: dict[str, str] = {
    "seats": """
select seat, player, is_hero, is_dealt_in, position, starting_stack, posted, ante, dead,
    contributed, uncalled, won, side, net, ending_stack, hole_cards, cards_source, category,
    best_five, folded_street, is_all_in, went_to_showdown, won_at_showdown
from stg_seats
where site = $site and hand_id = $hand_id
order by position_index nulls last, seat
""",
    "actions": """
select action_no, street, seat, player, position, kind, amount, street_total, to_call, pot_before,
    stack_before, is_all_in, cards
from stg_actions
where site = $site and hand_id = $hand_id
order by action_no
""",
    "boards": """
select run_no, street, cards
from stg_boards
where site = $site and hand_id = $hand_id
order by run_no, list_position(['preflop', 'flop', 'turn', 'river', 'seventh'], street)
""",
    "pots": """
select pot_no, gross, rake, fee, net, eligible_seats
from stg_pots
where site = $site and hand_id = $hand_id
order by pot_no
""",
    "awards": """
select pot_no, run_no, half, seat, amount, printed
from stg_awards
where site = $site and hand_id = $hand_id
order by pot_no, run_no, half, seat
""",
}

AMOUNTS = frozenset(
    (
        *("starting_stack", "ending_stack", "stack_before", "pot_before", "to_call"),
        *("posted", "ante", "dead", "contributed", "uncalled", "won", "side", "net"),
        *("amount", "street_total", "printed", "gross", "rake", "fee", "fees", "added"),
        *("small_blind", "big_blind", "small_bet", "big_bet", "straddle", "total_pot"),
        *("residual_contributed", "residual_collected", "residual_uncalled"),
    )
)
"""Columns in minor units, which are converted to decimals."""

CHECKS: tuple[tuple[str, str], ...] = (
    ("residual_contributed", "printed pot minus contributions"),
    ("residual_collected", "pot minus collected amounts, rake and fees"),
    ("residual_uncalled", "printed uncalled bet minus the computed one"),
    ("uncalled_source", "source of the uncalled bet"),
    ("rake_source", "source of the rake"),
    ("pots_check", "printed pots against computed ones"),
    ("action_check", "every action against the rules"),
    ("turn_check", "every decision in turn"),
    ("card_check", "every card at most once"),
    ("winner_check", "the winners by the cards against the paid players"),
    ("text_check", "facts that are printed twice and differ"),
)
"""The checks of the audit, and what each compares."""


@dataclass(frozen=True, slots=True)
class HandAudit:
    """A hand with its audit as plain rows; money is decimal, in units of the hand's currency.

    Payments beside the pots have a currency of their own: a bounty is paid in money, not in chips.
    """

    hand: Row
    seats: tuple[Row, ...]
    actions: tuple[Row, ...]
    boards: tuple[Row, ...]
    pots: tuple[Row, ...]
    awards: tuple[Row, ...]
    side_payments: tuple[Row, ...]

    def name(self, seat: int | None) -> str:
        """Name of the player in a seat."""
        found = (row["player"] for row in self.seats if row["seat"] == seat)
        return str(next(found, None) or f"seat {seat}")

    def paid(self, seat: int) -> Decimal | None:
        """The computed award of a seat, over all pots, runouts and halves."""
        amounts = [row["amount"] for row in self.awards if row["seat"] == seat]
        return sum(amounts, Decimal(0)) if amounts else None


def verdicts(connection: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    """Count the hands of each verdict."""
    return [dict(row) for row in queries.ask(connection, "verdicts")]


def sections(connection: duckdb.DuckDBPyConnection) -> dict[str, list[dict[str, Any]]]:
    """The audit of the whole lake, as the sections of a report have it."""
    names = ("verdicts", "counts", "unrecognised", "reject_codes")
    return {name: [dict(row) for row in queries.ask(connection, name)] for name in names}


def hands(connection: duckdb.DuckDBPyConnection, verdict: str, limit: int) -> list[dict[str, Any]]:
    """List the first hands of a verdict."""
    rows = queries.rows(connection, HANDS, {"verdict": verdict, "limit": limit})
    return [_decimals(row, row.pop("scale") or 0) for row in rows]


def hand_audits(connection: duckdb.DuckDBPyConnection, hand_id: str) -> list[HandAudit]:
    """
    Return the audit of a hand, or of several hands with the same number.

    Raises
    ------
    ReportError
        If the lake holds no such hand.
    """
    found = queries.rows(connection, HAND, {"hand_id": hand_id, "conflict": _pattern(hand_id)})
    if not found:
        message = f"expected the number of a hand in the lake, got `{hand_id}`"
        raise ReportError(message, hint="find one with `handlab audit --verdict exact`")
    return [_hand_audit(connection, hand) for hand in found]


def _pattern(hand_id: str) -> str:
    """The pattern of conflicting hands; `%` and `_` do not occur in a hand's number."""
    return "" if set("%_\\") & set(hand_id) else f"{hand_id}~%"


def _hand_audit(connection: duckdb.DuckDBPyConnection, hand: dict[str, Any]) -> HandAudit:
    scale = hand.pop("scale")
    key = {"site": hand["site"], "hand_id": hand["hand_id"]}
    parts = {
        name: tuple(
            _decimals(row, row.pop("scale", scale)) for row in queries.rows(connection, query, key)
        )
        for name, query in PARTS.items()
    }
    paid = side_payments.of_hands(connection, [(hand["site"], hand["hand_id"])])
    parts["side_payments"] = tuple(_decimals(_payment(row), row["scale"]) for row in paid)
    return HandAudit(_decimals(hand, scale), **parts)


def _payment(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("seat", "kind", "amount", "fee", "currency")}


def _decimals(row: dict[str, Any], scale: int | None) -> dict[str, Any]:
    """
    Convert minor units to decimals, to null where nothing says what they are.

    The `amount` of a discard is a number of cards.
    """
    is_discard = row.get("kind") == "discard"
    for name in AMOUNTS & row.keys():
        if row[name] is not None and not (is_discard and name == "amount"):
            row[name] = None if scale is None else Decimal(row[name]).scaleb(-scale)
    return row
