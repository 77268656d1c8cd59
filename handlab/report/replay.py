"""
Hands as steps that can be played: posts, acts, cards, returns, awards.

A step says what happens and to whom; the page's script moves the chips. Amounts are whole numbers
of minor units, as stored; the hand says how they are printed. What the lake does not know is
missing, and nothing is made up for it: a stack, a card, a discarded hand.
"""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Any

from handlab.errors import ReportError
from handlab.report import formatting, labels, queries, side_payments
from handlab.report.replay_steps import steps
from handlab.report.replay_streets import STUD_CARDS, cards_dealt, kind_of, pairs, shown_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import tzinfo

    import duckdb

    from handlab.report.model import Row

Key = tuple[str, str]
"""Site and number of a hand."""

TABLES: dict[str, str] = {
    "seats": "position_index nulls last, seat",
    "actions": "action_no",
    "boards": "run_no",
    "pots": "pot_no",
    "awards": "pot_no desc, run_no, half, seat",
}
"""The tables of a hand, and the order of their rows."""


def replays(
    connection: duckdb.DuckDBPyConnection,
    hands: Iterable[Key],
    player: str | None = None,
    zone: tzinfo = UTC,
) -> dict[Key, Row]:
    """
    The hands with these keys, with times of the zone.

    `player`, by a name on a site or by the one that `aliases.toml` gives, sits at the bottom of the
    table, else the hero.
    """
    keys = list(dict.fromkeys(hands))
    if not keys:
        return {}
    places = ", ".join("(?, ?)" for _ in keys)
    values = [part for key in keys for part in key]
    where = f"where (site, hand_id) in ({places})"
    found = _by_hand(connection, f"select * exclude (text) from stg_hands {where}", values)
    parts = {
        table: _by_hand(
            connection,
            f"select {_columns(table)} from stg_{table} {where} order by {order}",
            values,
        )
        for table, order in TABLES.items()
    }
    parts["side_payments"] = _grouped(side_payments.of_hands(connection, keys))
    return {
        key: _replay(
            found[key][0],
            {table: rows.get(key, []) for table, rows in parts.items()},
            player,
            zone,
        )
        for key in keys
        if key in found
    }


def find(
    connection: duckdb.DuckDBPyConnection, hand_id: str, player: str | None = None
) -> list[Key]:
    """
    The hands with this number: several if sites share it, or other hands had it already.

    Raises
    ------
    ReportError
        If the lake holds no such hand, or `player` is in none of them.
    """
    found = connection.execute(
        "select site, hand_id from stg_hands where hand_id = ? or starts_with(hand_id, ?)"
        " order by site, hand_id",
        [hand_id, f"{hand_id}~"],
    ).fetchall()
    if not found:
        message = f"expected the number of a hand in the lake, got `{hand_id}`"
        raise ReportError(message, hint="find one with `handlab audit --verdict exact`")
    if player is not None:
        _expect_player(connection, hand_id, player)
    return [(site, number) for site, number in found]


def _expect_player(connection: duckdb.DuckDBPyConnection, hand_id: str, player: str) -> None:
    """Raise if the player is in no hand with this number: a misspelt name would pass unnoticed."""
    rows = connection.execute(
        "select player, person(site, player) from stg_seats"
        " where (hand_id = ? or starts_with(hand_id, ?)) and player is not null"
        " order by site, hand_id, seat",
        [hand_id, f"{hand_id}~"],
    ).fetchall()
    if any(player in names for names in rows):
        return
    players = ", ".join(dict.fromkeys(f"`{name}`" for name, _ in rows))
    message = f"expected a player of hand {hand_id}, got `{player}`"
    raise ReportError(message, hint=f"its players are {players}" if players else None)


def _columns(table: str) -> str:
    return "*, person(site, player) as person" if table == "seats" else "*"


def _by_hand(
    connection: duckdb.DuckDBPyConnection, query: str, values: Sequence[str]
) -> dict[Key, list[dict[str, Any]]]:
    return _grouped(queries.rows(connection, query, values))


def _grouped(rows: Iterable[dict[str, Any]]) -> dict[Key, list[dict[str, Any]]]:
    found: dict[Key, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault((row["site"], row["hand_id"]), []).append(row)
    return found


def _replay(
    hand: Row, parts: dict[str, list[dict[str, Any]]], player: str | None, zone: tzinfo
) -> Row:
    started = hand["started_at"] and hand["started_at"].astimezone(zone)
    seats = [seat for seat in parts["seats"] if seat["is_dealt_in"]] or parts["seats"]
    return {
        "site": labels.site(hand["site"]),
        "id": hand["hand_id"],
        "title": labels.game(hand),
        "stakes": _stakes(hand),
        "time": str(started or hand["started_raw"] or "")[:16],
        "table": hand["table_name"] or "",
        # The cards that lie face down before the first one that all see.
        "down": STUD_CARDS[kind_of(hand)][0] - 1 if hand["game_family"] == "stud" else None,
        "unit": formatting.SYMBOLS.get(hand["currency"], ""),
        "after": _after(hand["currency"]),
        "scale": hand["scale"] or 0,
        "bigBlind": hand["big_blind"],
        "button": hand["button_seat"],
        "bottom": _bottom(seats, player),
        "seats": [_seat(seat, hand, parts["actions"]) for seat in _around(seats)],
        "pots": [pot["gross"] for pot in parts["pots"]],
        "steps": list(steps(hand, seats, parts)),
    }


def _stakes(hand: Row) -> str:
    """The stakes as printed at a table: blinds, or the bets of stud, and the ante."""
    scale, currency = hand["scale"] or 0, hand["currency"]
    pair = ("small_blind", "big_blind") if hand["big_blind"] else ("small_bet", "big_bet")
    amounts = [formatting.minor(hand[name], scale, currency) for name in pair if hand[name]]
    text = "/".join(amounts)
    if hand["ante"]:
        text += f", ante {formatting.minor(hand['ante'], scale, currency)}"
    return text


def _after(currency: str | None) -> str:
    if currency in formatting.SYMBOLS or currency == "CHIPS":
        return ""
    return f" {formatting.UNITS.get(currency or '', currency or '')}".rstrip()


def _around(seats: Sequence[Row]) -> list[Row]:
    """The seats as they sit around the table."""
    return sorted(seats, key=lambda seat: seat["seat"])


def _bottom(seats: Sequence[Row], player: str | None) -> int | None:
    """The seat that the viewer looks from."""
    names = ("player", "person")
    named = [seat["seat"] for seat in seats if player in map(seat.get, names)] if player else []
    heroes = [seat["seat"] for seat in seats if seat["is_hero"]]
    return next(iter([*named, *heroes]), None)


def _seat(seat: Row, hand: Row, actions: Sequence[Row]) -> Row:
    return {
        "seat": seat["seat"],
        "name": seat["player"] or f"Seat {seat['seat']}",
        "position": seat["position"] or "",
        "stack": seat["starting_stack"],
        "cards": pairs(seat["hole_cards"]),
        "count": cards_dealt(hand),
        "from": shown_from(seat, hand),
        # In draw games only the last hand is known: it is there once the seat has drawn.
        "draws": sum(act["seat"] == seat["seat"] and act["kind"] == "discard" for act in actions),
        "hero": bool(seat["is_hero"]),
        "dealt": seat["cards_source"] == "dealt",
    }
