"""A hand's ledger as text: what a person reads to see whether they believe the verdict."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from handlab.printable import printable
from handlab.report import numbers, words
from handlab.report.ledger import CHECKS
from handlab.report.text import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from handlab.report.ledger import Ledger
    from handlab.report.model import Row


def renderable(ledger: Ledger) -> Group:
    """Give a ledger as what rich prints."""
    return Group(*_parts(ledger))


def hand_table(rows: Iterable[Row]) -> RenderableType:
    """Give hands with what they are off by, and where they are in the files."""
    return table(
        ["hand", "started", "off in", "off out", "winners", "actions", "where"],
        (
            [
                row["hand_id"],
                row["started_at"] or numbers.NONE,
                numbers.money(row["residual_contributed"], row["currency"], signed=True),
                numbers.money(row["residual_collected"], row["currency"], signed=True),
                row["winner_check"] or numbers.NONE,
                row["action_check"] or numbers.NONE,
                _place(row),
            ]
            for row in rows
        ),
        left=["started", "winners", "actions", "where"],
    )


def _parts(ledger: Ledger) -> Iterator[RenderableType]:
    hand = ledger.hand
    verdict = words.VERDICTS.get(hand["verdict"] or "")
    yield Text(f"{words.site(hand['site'])} hand {printable(hand['hand_id'])}", style="bold")
    at = hand["started_at"] or " ".join(filter(None, (hand["started_raw"], hand["zone"])))
    yield Text(
        printable(f"{words.game(hand)}, {_blinds(hand)} · {hand['table_name'] or ''} · {at or ''}")
    )
    yield Text(f"read from {_place(hand)}, byte {hand['source_offset']}", style="dim")
    yield Text(f"\n{hand['verdict']}: {verdict.meaning if verdict else ''}", style="bold")
    yield _titled("Who put in what", _seats(ledger))
    yield _titled("Act by act", _actions(ledger))
    if ledger.boards:
        yield _titled("Boards", Text(_boards(ledger)))
    yield _titled("Which pots", _pots(ledger))
    yield _titled("Who should have won, and who was paid", _awards(ledger))
    if ledger.side_payments:
        yield _titled("Beside the pots", _side_payments(ledger))
    yield _titled("Checks", _checks(ledger))
    if hand["text"] is not None:
        lines = (printable(line) for line in hand["text"].splitlines())
        yield _titled("The text", Text("\n".join(lines)))
    else:
        yield Text("\nThe text was not kept; ingest with --keep-text to see it here.", style="dim")


def _titled(title: str, part: RenderableType) -> Group:
    heading = Text(f"\n{title}\n", style="bold underline")
    return Group(heading, Padding(part, (0, 0, 0, 2), expand=False))


def _seats(ledger: Ledger) -> RenderableType:
    currency = ledger.hand["currency"]
    names = ("starting_stack", "contributed", "uncalled", "won", "side", "net", "ending_stack")
    return table(
        [
            "player",
            "seat",
            "position",
            "stack",
            "put in",
            "back",
            "won",
            "side",
            "net",
            "then",
            "cards",
        ],
        (
            [
                _player(row),
                str(row["seat"]),
                row["position"] or "",
                *(numbers.amount(row[name], currency, signed=name == "net") for name in names),
                row["hole_cards"] or "",
            ]
            for row in ledger.seats
        ),
        left=["position", "cards"],
    )


def _player(row: Row) -> str:
    name = row["player"] or "nobody"
    if row["is_hero"]:
        name += " (hero)"
    return name if row["is_dealt_in"] else f"{name} (sits out)"


def _actions(ledger: Ledger) -> RenderableType:
    currency = ledger.hand["currency"]
    rows: list[list[str]] = []
    for street, members in groupby(ledger.actions, key=lambda row: row["street"]):
        for index, row in enumerate(members):
            act = (row["kind"] or "").replace("_", " ") + (" all-in" if row["is_all_in"] else "")
            is_money = row["kind"] != "discard" and row["amount"]
            rows.append(
                [
                    (street or "") if index == 0 else "",
                    row["player"] or ledger.name(row["seat"]),
                    act,
                    numbers.amount(row["amount"], currency) if is_money else row["cards"] or "",
                    numbers.amount(row["pot_before"], currency),
                    numbers.amount(row["stack_before"], currency),
                ]
            )
    return table(
        ["street", "player", "act", "adds", "pot before", "stack before"],
        rows,
        left=["player", "act"],
    )


def _boards(ledger: Ledger) -> str:
    runs = groupby(ledger.boards, key=lambda row: row["run_no"])
    return "\n".join(
        f"{f'run {run}: ' if run else ''}{'  '.join(row['cards'] or '' for row in streets)}"
        for run, streets in runs
    )


def _pots(ledger: Ledger) -> RenderableType:
    currency = ledger.hand["currency"]
    return table(
        ["pot", "gross", "rake", "fee", "pays", "who may win it"],
        (
            [
                "main" if row["pot_no"] == 0 else f"side {row['pot_no']}",
                *(numbers.amount(row[name], currency) for name in ("gross", "rake", "fee", "net")),
                ", ".join(ledger.name(seat) for seat in row["eligible_seats"] or ()),
            ]
            for row in ledger.pots
        ),
        left=["who may win it"],
    )


def _awards(ledger: Ledger) -> RenderableType:
    currency = ledger.hand["currency"]
    paid = {row["seat"]: row["won"] for row in ledger.seats}
    found = table(
        ["pot", "run", "half", "should win", "computed", "printed"],
        (
            [
                "main" if row["pot_no"] == 0 else f"side {row['pot_no']}",
                str(row["run_no"] or ""),
                row["half"] or "",
                ledger.name(row["seat"]),
                numbers.amount(row["amount"], currency),
                numbers.amount(row["printed"], currency),
            ]
            for row in ledger.awards
        ),
        left=["run", "half", "should win"],
    )
    sums = (
        f"{printable(ledger.name(seat))}: {numbers.amount(ledger.paid(seat), currency)} computed,"
        f" {numbers.amount(paid[seat], currency)} in the books"
        for seat in dict.fromkeys(row["seat"] for row in ledger.awards)
        if ledger.paid(seat) != paid.get(seat) and seat in paid
    )
    return Group(found, *(Text(line) for line in sums))


def _side_payments(ledger: Ledger) -> RenderableType:
    currency = ledger.hand["currency"]
    return table(
        ["player", "for", "amount", "fee"],
        (
            [
                ledger.name(row["seat"]),
                (row["kind"] or "").replace("_", " "),
                numbers.amount(row["amount"], currency),
                numbers.amount(row["fee"], currency),
            ]
            for row in ledger.side_payments
        ),
        left=["for"],
    )


def _checks(ledger: Ledger) -> RenderableType:
    hand = ledger.hand
    rows = [
        [name, _finding(hand[name], hand["currency"], name), meaning] for name, meaning in CHECKS
    ]
    known = f"{hand['cards_known'] or 0} of {hand['contenders'] or 0}"
    rows.append(["cards_known", known, "contenders at the showdown whose cards are known"])
    return table(
        ["check", "finding", "what it holds against what"],
        rows,
        left=["finding", "what it holds against what"],
    )


def _finding(value: Any, currency: str | None, name: str) -> str:  # noqa: ANN401 - any column
    if value is None:
        return "nothing printed"
    return numbers.amount(value, currency) if name.startswith("residual") else str(value)


def _blinds(hand: Row) -> str:
    small, big = hand["small_blind"], hand["big_blind"]
    if big is None:
        small, big = hand["small_bet"], hand["big_bet"]
    return f"{numbers.amount(small, hand['currency'])}/{numbers.amount(big, hand['currency'])}"


def _place(row: Row) -> str:
    member = f" ({row['source_member']})" if row["source_member"] else ""
    return printable(f"{row['source_file'] or 'an unknown file'}{member}:{row['source_line']}")
