"""Payments beside the pots, in the money that they are in."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from handlab.report import formatting, queries

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from handlab.report.model import Row

_PAYMENTS = """
select
    paid.*,
    hands.tournament_id,
    hands.kind <> 'tournament' as is_in_chips,
    if(is_in_chips, hands.currency, null) as currency,
    if(is_in_chips, hands.scale, null) as scale
from stg_side_payments as paid
inner join stg_hands as hands using (site, hand_id)
where (site, hand_id) in ({places})
order by site, hand_id, seat, kind
"""

_MONEY = """
select site, tournament_id, any_value(currency) as currency, any_value(scale) as scale
from stg_tournaments
where (site, tournament_id) in ({places})
group by all
"""


def of_hands(
    connection: duckdb.DuckDBPyConnection, hands: Sequence[tuple[str, str]]
) -> list[dict[str, Any]]:
    """
    The rows of `side_payments` of some hands, with the currency and scale of the amounts.

    A bounty is paid in money, and the hands of a tournament are in chips: its currency is that of
    the tournament, and null where no text has it.
    """
    found = _rows(connection, _PAYMENTS, hands)
    # All tournaments of a lake are many; few hands have such payments.
    events = {
        (paid["site"], paid["tournament_id"])
        for paid in found
        if not paid["is_in_chips"] and paid["tournament_id"] is not None
    }
    money = {
        (event["site"], event["tournament_id"]): event
        for event in _rows(connection, _MONEY, sorted(events))
    }
    for paid in found:
        event = money.get((paid["site"], paid.pop("tournament_id")))
        if not paid["is_in_chips"] and event is not None:
            paid["currency"], paid["scale"] = event["currency"], event["scale"]
    return found


def _rows(
    connection: duckdb.DuckDBPyConnection, query: str, keys: Sequence[tuple[str, str]]
) -> list[dict[str, Any]]:
    if not keys:
        return []
    places = ", ".join("(?, ?)" for _ in keys)
    values = [part for key in keys for part in key]
    return queries.rows(connection, query.format(places=places), values)


def steps(payments: Sequence[Row], seats: Sequence[Row]) -> Iterator[Row]:
    """
    The steps of a replay in which payments are made.

    What a seat got beside the pots in all (`seats.side`) may be less than its payments: a cash-out
    replaces what its pots paid.
    """
    for paid in payments:
        kind = (paid["kind"] or "payment").replace("_", " ")
        if paid["is_in_chips"]:
            words = f"receives a {kind} of" if paid["amount"] >= 0 else f"pays for {kind}"
            yield {"do": "side", "seat": paid["seat"], "amount": paid["amount"], "words": words}
        else:
            of = "" if paid["scale"] is None else f" of {_money(paid)}"
            yield {"do": "side", "seat": paid["seat"], "words": f"receives a {kind}{of}"}
    for seat in seats:
        own = [paid for paid in payments if paid["seat"] == seat["seat"] and paid["is_in_chips"]]
        if not own or seat["side"] is None:
            continue
        if rest := seat["side"] - sum(paid["amount"] for paid in own):
            words = "leaves to the house" if rest < 0 else "receives beside the pots"
            yield {"do": "side", "seat": seat["seat"], "amount": rest, "words": words}


def _money(paid: Row) -> str:
    return formatting.money(Decimal(paid["amount"]).scaleb(-paid["scale"]), paid["currency"])
