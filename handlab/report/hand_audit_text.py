"""The audit of a hand as text, so that a reader can verify the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from handlab.printable import printable
from handlab.report import formatting, labels
from handlab.report.hand_audit import CHECKS
from handlab.report.text_table import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from handlab.report.hand_audit import HandAudit
    from handlab.report.model import Row

GAPS = 18
"""The spaces between the columns of the list of hands."""


def renderable(audit: HandAudit) -> Group:
    """Format an audit for rich."""
    return Group(*_parts(audit))


def hand_table(rows: Iterable[Row]) -> RenderableType:
    """List hands with their residuals and their place in the files."""
    return _Hands(tuple(rows))


@dataclass(frozen=True, slots=True)
class _Hands:
    """Hands in a table; where it is too narrow for their places, these follow in lines."""

    rows: tuple[Row, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        places = [_place(row) for row in self.rows]
        titles = ["hand", "started", "off in", "off out", "winners", "actions"]
        cells = [_cells(row) for row in self.rows]
        left = ["started", "winners", "actions", "where"]
        whole = [[*row, place] for row, place in zip(cells, places, strict=True)]
        widths = (max(map(cell_len, column)) for column in zip(titles, *cells, strict=True))
        if sum(widths) + max(map(cell_len, places), default=0) + GAPS <= options.max_width:
            yield table([*titles, "where"], whole, left=left)
            return
        yield table(titles, cells, left=left)
        for row, place in zip(self.rows, places, strict=True):
            yield Text(f"{printable(row['hand_id'])}: {place}", no_wrap=True, overflow="ignore")


def _cells(row: Row) -> list[str]:
    return [
        row["hand_id"],
        _time(row["started_at"]) or formatting.NONE,
        formatting.money(row["residual_contributed"], row["currency"], signed=True),
        formatting.money(row["residual_collected"], row["currency"], signed=True),
        row["winner_check"] or formatting.NONE,
        row["action_check"] or formatting.NONE,
    ]


def _time(started_at: str | None, zone: str = "") -> str | None:
    """A time in ISO 8601 as people write it."""
    return started_at and started_at.replace("T", " ").replace("Z", zone)


def _parts(audit: HandAudit) -> Iterator[RenderableType]:
    hand = audit.hand
    verdict = labels.VERDICTS.get(hand["verdict"] or "")
    yield Text(f"{labels.site(hand['site'])} hand {printable(hand['hand_id'])}", style="bold")
    start = _time(hand["started_at"], " UTC")
    at = start or " ".join(filter(None, (hand["started_raw"], hand["zone"])))
    yield Text(
        printable(f"{labels.game(hand)}, {_blinds(hand)} · {hand['table_name'] or ''} · {at or ''}")
    )
    yield Text(f"read from {_place(hand)}, byte {hand['source_offset']}", style="dim")
    yield Text(f"\n{hand['verdict']}: {verdict.meaning if verdict else ''}", style="bold")
    yield _titled("Who put in what", _seats(audit))
    yield _titled("Actions", _actions(audit))
    if audit.boards:
        yield _titled("Boards", Text(_boards(audit)))
    yield _titled("Which pots", _pots(audit))
    yield _titled("Who should have won, and who was paid", _awards(audit))
    if audit.side_payments:
        yield _titled("Side payments", _side_payments(audit))
    yield _titled("Checks", _checks(audit))
    if hand["text"] is not None:
        lines = (printable(line) for line in hand["text"].splitlines())
        yield _titled("Text", Text("\n".join(lines)))
    else:
        yield Text("\nThe text is not stored; ingest with --keep-text to see it here.", style="dim")


def _titled(title: str, part: RenderableType) -> Group:
    heading = Text(f"\n{title}\n", style="bold underline")
    return Group(heading, Padding(part, (0, 0, 0, 2), expand=False))


def _seats(audit: HandAudit) -> RenderableType:
    currency = audit.hand["currency"]
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
                *(formatting.amount(row[name], currency, signed=name == "net") for name in names),
                row["hole_cards"] or "",
            ]
            for row in audit.seats
        ),
        left=["position", "cards"],
    )


def _player(row: Row) -> str:
    name = row["player"] or "nobody"
    if row["is_hero"]:
        name += " (hero)"
    return name if row["is_dealt_in"] else f"{name} (sits out)"


def _actions(audit: HandAudit) -> RenderableType:
    currency = audit.hand["currency"]
    rows: list[list[str]] = []
    for street, members in groupby(audit.actions, key=lambda row: row["street"]):
        for index, row in enumerate(members):
            act = (row["kind"] or "").replace("_", " ") + (" all-in" if row["is_all_in"] else "")
            is_money = row["kind"] != "discard" and row["amount"]
            rows.append(
                [
                    (street or "") if index == 0 else "",
                    row["player"] or audit.name(row["seat"]),
                    act,
                    formatting.amount(row["amount"], currency) if is_money else row["cards"] or "",
                    formatting.amount(row["pot_before"], currency),
                    formatting.amount(row["stack_before"], currency),
                ]
            )
    return table(
        ["street", "player", "action", "amount", "pot before", "stack before"],
        rows,
        left=["player", "action"],
    )


def _boards(audit: HandAudit) -> str:
    runs = groupby(audit.boards, key=lambda row: row["run_no"])
    return "\n".join(
        f"{f'run {run}: ' if run else ''}{'  '.join(row['cards'] or '' for row in streets)}"
        for run, streets in runs
    )


def _pots(audit: HandAudit) -> RenderableType:
    currency = audit.hand["currency"]
    return table(
        ["pot", "gross", "rake", "fee", "pays", "who may win it"],
        (
            [
                "main" if row["pot_no"] == 0 else f"side {row['pot_no']}",
                *(
                    formatting.amount(row[name], currency)
                    for name in ("gross", "rake", "fee", "net")
                ),
                ", ".join(audit.name(seat) for seat in row["eligible_seats"] or ()),
            ]
            for row in audit.pots
        ),
        left=["who may win it"],
    )


def _awards(audit: HandAudit) -> RenderableType:
    currency = audit.hand["currency"]
    paid = {row["seat"]: row["won"] for row in audit.seats}
    found = table(
        ["pot", "run", "half", "should win", "computed", "printed"],
        (
            [
                "main" if row["pot_no"] == 0 else f"side {row['pot_no']}",
                str(row["run_no"] or ""),
                row["half"] or "",
                audit.name(row["seat"]),
                formatting.amount(row["amount"], currency),
                formatting.amount(row["printed"], currency),
            ]
            for row in audit.awards
        ),
        left=["run", "half", "should win"],
    )
    sums = (
        f"{printable(audit.name(seat))}: {formatting.amount(audit.paid(seat), currency)} computed,"
        f" {formatting.amount(paid[seat], currency)} stored"
        for seat in dict.fromkeys(row["seat"] for row in audit.awards)
        if audit.paid(seat) != paid.get(seat) and seat in paid
    )
    return Group(found, *(Text(line) for line in sums))


def _side_payments(audit: HandAudit) -> RenderableType:
    return table(
        ["player", "for", "amount", "fee"],
        (
            [
                audit.name(row["seat"]),
                (row["kind"] or "").replace("_", " "),
                formatting.money(row["amount"], row["currency"]),
                formatting.money(row["fee"], row["currency"]),
            ]
            for row in audit.side_payments
        ),
        left=["for"],
    )


def _checks(audit: HandAudit) -> RenderableType:
    hand = audit.hand
    rows = [
        [name, _finding(hand[name], hand["currency"], name), meaning] for name, meaning in CHECKS
    ]
    known = f"{hand['cards_known'] or 0} of {hand['contenders'] or 0}"
    rows.append(["cards_known", known, "contenders at the showdown whose cards are known"])
    return table(
        ["check", "finding", "what it compares"],
        rows,
        left=["finding", "what it compares"],
    )


def _finding(value: Any, currency: str | None, name: str) -> str:  # noqa: ANN401 - any column
    if value is None:
        return "nothing printed"
    return formatting.amount(value, currency) if name.startswith("residual") else str(value)


def _blinds(hand: Row) -> str:
    small, big = hand["small_blind"], hand["big_blind"]
    if big is None:
        small, big = hand["small_bet"], hand["big_bet"]
    return (
        f"{formatting.amount(small, hand['currency'])}/{formatting.amount(big, hand['currency'])}"
    )


def _place(row: Row) -> str:
    member = f" ({row['source_member']})" if row["source_member"] else ""
    return printable(f"{row['source_file'] or 'an unknown file'}{member}:{row['source_line']}")
