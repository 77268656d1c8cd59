"""Payments beside the pots, in the money that they are in."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from handlab.report import formatting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from handlab.report.model import Row

SOURCE = """(
    select
        paid.*,
        hands.kind <> 'tournament' as is_in_chips,
        -- A bounty is paid in money, and the hands of a tournament are in chips.
        if(is_in_chips, hands.currency, tournaments.currency) as currency,
        if(is_in_chips, hands.scale, tournaments.scale) as scale
    from stg_side_payments as paid
    inner join stg_hands as hands using (site, hand_id)
    left join (
        select site, tournament_id, any_value(currency) as currency, any_value(scale) as scale
        from stg_tournaments
        group by all
    ) as tournaments using (site, tournament_id)
)"""
"""The table `side_payments`, with the currency of the amounts; null where no text has it."""


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
