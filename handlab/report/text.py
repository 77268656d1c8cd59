"""Write a report for a terminal, or as plain text; the same sections as the page."""

from __future__ import annotations

import io
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from rich import box
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from handlab.printable import one_line, printable
from handlab.report import formatting, grid, labels
from handlab.report.build import stake_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from handlab.report.model import Report, Row

WIDTH = 124
BLOCKS = "▁▂▃▄▅▆▇█"
SHADES = {"p4": "bold blue", "p3": "blue", "n4": "bold dark_orange", "n3": "dark_orange"}


def plain(report: Report) -> str:
    """Write a report as text without colours."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, legacy_windows=False)
    console.print(renderable(report))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def renderable(report: Report) -> Group:
    """Format a report for rich."""
    return Group(*_parts(report))


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, left: Sequence[str] = ()
) -> Table:
    """Format a table: the first column and those in `left` left-aligned, others right-aligned."""
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    for index, column in enumerate(columns):
        justify: Literal["left", "right"] = "left" if index == 0 or column in left else "right"
        found.add_column(Text(column), justify=justify, overflow="fold")
    for row in rows:
        # Not markup: text from a log is printed as it is.
        found.add_row(*(Text(printable(cell)) for cell in row))
    return found


def sparkline(heights: Sequence[float], width: int = 60) -> str:
    """
    Draw a line of blocks.

    Examples
    --------
    >>> sparkline([0, 1, 2, 3], width=4)
    '▁▃▆█'
    """
    picked = [heights[index * len(heights) // width] for index in range(width)]
    low, high = min(heights), max(heights)
    step = (high - low) / (len(BLOCKS) - 1) or 1.0
    picked[-1] = heights[-1]
    return "".join(BLOCKS[round((height - low) / step)] for height in picked)


def _parts(report: Report) -> Iterator[RenderableType]:
    yield Text(printable(report.subject.player or "The table"), style="bold")
    sites = ", ".join(labels.site(site) for site in report.subject.sites)
    hands = f"{formatting.count(report.hands)} hands"
    yield Text(f"{hands} on {sites}" if sites else hands, style="dim")
    if report.subject.player is None:
        yield Text(
            "The files show no hero's cards: this report is about the table, not one player."
        )
    yield from _section("Summary", _totals(report))
    yield from _section("Winnings over hands", _lines(report["result_line"]))
    yield from _section("Luck at all-ins", _luck(report))
    yield from _section("Biggest all-ins", _all_ins(report["all_ins"]))
    yield from _section("The busiest players", _players(report["players"]))
    yield from _section("Style of play", _statistics(report["statistics"]))
    yield from _section("Stakes and positions, bb/100", _stakes(report))
    yield from _section("Starting hands, bb/100", _grids(report["starting_hands"]))
    yield from _section("Hand categories, whole lake", _categories(report["categories"]))
    yield from _section("Audit, whole lake", audit(report.sections))


def _section(title: str, parts: Iterable[RenderableType]) -> Iterator[RenderableType]:
    found = list(parts)
    if found:
        yield Text(f"\n{title}", style="bold underline")
        for part in found:
            yield Text()
            yield Padding(part, (0, 0, 0, 2), expand=False)


def _totals(report: Report) -> Iterator[RenderableType]:
    if report.subject.player is None:
        yield table(
            ["", "hands", "flagged", "players", "in the pots", "rake", "fees"],
            (
                [
                    labels.purse(row),
                    formatting.count(row["hands"]),
                    formatting.count(row["hands_flagged"]),
                    formatting.count(row["players"]),
                    *(
                        formatting.money(row[name], row["currency"])
                        for name in ("total_pot", "rake", "fees")
                    ),
                ]
                for row in report["totals"]
            ),
        )
        return
    yield table(
        [
            "",
            "hands",
            "sessions",
            "flagged",
            "net",
            "at showdown",
            "without",
            "bb/100",
            "95% interval",
        ],
        (
            [
                labels.purse(row),
                formatting.count(row["hands"]),
                formatting.count(row["sessions"]),
                formatting.count(row["hands_flagged"]),
                *(
                    formatting.money(row[name], row["currency"], signed=True)
                    for name in ("net", "net_showdown", "net_non_showdown")
                ),
                *_rate(row),
            ]
            for row in report["totals"]
        ),
    )


def _lines(points: Sequence[Row]) -> Iterator[RenderableType]:
    for _, members in groupby(points, key=lambda row: (row["site"], row["kind"], row["currency"])):
        rows = list(members)
        column = "won_bb" if rows[0]["kind"] == "tournament" else "won"
        heights = [0.0, *(float(row[column]) for row in rows)]
        unit = None if column == "won_bb" else rows[0]["currency"]
        low, high = (
            f"{formatting.decimal(bound, 0, signed=True)}" for bound in (min(heights), max(heights))
        )
        last = (
            f"{formatting.decimal(heights[-1], signed=True)} bb"
            if unit is None
            else formatting.money(rows[-1]["won"], unit, signed=True)
        )
        yield Text(
            f"{labels.purse(rows[0]):<24} {sparkline(heights)}  {last} (from {low} to {high})"
        )


def _luck(report: Report) -> Iterator[RenderableType]:
    if report.subject.player is None or not report.hands:
        return
    yield Text(labels.all_ins(report["totals"]))
    for row in report["totals"]:
        if row["ev_known_hands"]:
            adjusted = formatting.decimal(row["ev_bb_per_100"], signed=True)
            bounds = formatting.interval(row["ev_bb_per_100_low"], row["ev_bb_per_100_high"])
            yield Text(f"{labels.purse(row)}: all-in adjusted {adjusted} bb/100 ({bounds})")
    rows = [row for row in report["luck"] if row["ev_known_hands"]]
    if rows:
        yield table(
            [
                "",
                "all-in",
                "hands",
                "cards known",
                "expected",
                "paid",
                "luck",
                "in bb",
                "std. dev.",
            ],
            (
                [
                    labels.purse(row),
                    labels.street(row["allin_street"]),
                    formatting.count(row["all_in_hands"]),
                    formatting.count(row["ev_known_hands"]),
                    *(
                        formatting.amount(row[name], row["currency"], signed=True)
                        for name in ("expected", "actual", "luck")
                    ),
                    formatting.decimal(row["luck_bb"], signed=True),
                    formatting.decimal(row["luck_bb_stddev"]),
                ]
                for row in rows
            ),
            left=["all-in"],
        )


def _all_ins(rows: Sequence[Row]) -> Iterator[RenderableType]:
    if rows:
        yield table(
            [
                *("hand", "all-in", "cards", "against", "board"),
                *("equity", "pots", "result", "expected", "luck"),
            ],
            (
                [
                    f"{(row['started_at'] or '')[:10]} {row['hand_id']}",
                    labels.street(row["allin_street"]),
                    row["hole_cards"] or "",
                    row["opponents_cards"] or "",
                    row["board"] or formatting.NONE,
                    ("~" if row["ev_method"] == "sampled" else "")
                    + formatting.share(row["equity"]),
                    formatting.money(row["net_pots"], row["currency"]),
                    *(
                        formatting.money(row[name], row["currency"], signed=True)
                        for name in ("actual", "expected", "luck")
                    ),
                ]
                for row in rows
            ),
            left=["all-in", "cards", "against", "board"],
        )


def _players(rows: Sequence[Row]) -> Iterator[RenderableType]:
    if rows:
        yield table(
            ["player", "", "hands", "net", "VPIP", "PFR", "AF"],
            (
                [
                    row["player"],
                    labels.purse(row),
                    formatting.count(row["hands"]),
                    formatting.money(row["net"], row["currency"], signed=True),
                    formatting.percent(row["vpip"]),
                    formatting.percent(row["pfr"]),
                    formatting.decimal(row["aggression_factor"], 2),
                ]
                for row in rows
            ),
        )


def _statistics(rows: Sequence[Row]) -> Iterator[RenderableType]:
    for row in rows:
        yield Text(
            f"{labels.game(row)} · {labels.purse(row)} · {formatting.count(row['hands'])} hands"
        )
        yield table(
            ["", "rate", "hands", "of", "which"],
            (
                [
                    statistic.title,
                    formatting.percent(row[statistic.rate])
                    if statistic.is_percent
                    else formatting.decimal(row[statistic.rate], 2),
                    formatting.count(row[statistic.numerator]),
                    formatting.count(row[statistic.denominator]),
                    statistic.meaning,
                ]
                for statistic in labels.STATISTICS
            ),
            left=["which"],
        )


def _stakes(report: Report) -> Iterator[RenderableType]:
    rows = [*({**row, "position": "All"} for row in report["win_rates"]), *report["positions"]]
    hands = {stake_key(row): index for index, row in enumerate(reversed(rows))}
    rows.sort(key=lambda row: -hands[stake_key(row)])
    for _, members in groupby(rows, key=stake_key):
        found = list(members)
        yield Text(f"{labels.game(found[0])}, {labels.stake(found[0])} · {labels.purse(found[0])}")
        yield table(
            ["position", "hands", "net", "bb/100", "95% interval"],
            (
                [
                    row["position"],
                    formatting.count(row["hands"]),
                    formatting.money(row["net"], row["currency"], signed=True),
                    *_rate(row),
                ]
                for row in found
            ),
        )


def _grids(starting_hands: Sequence[Row]) -> Iterator[RenderableType]:
    for found in grid.grids(starting_hands)[:2]:
        note = "" if found.is_dealt else ", cards that were shown"
        yield Text(f"{found.title} · {found.purse} · {formatting.count(found.hands)} hands{note}")
        yield _grid(found)


def _grid(found: grid.Grid) -> Text:
    """Two lines per row: the hands, and below them their results."""
    text = Text(no_wrap=True)
    for line in found.rows:
        for shown in ("hand", "won"):
            for cell in line:
                shade = cell.won_shade.split(" ")
                style = "dim" if "few" in shade else SHADES.get(shade[0], "")
                text.append(f"{getattr(cell, shown):>7}", style=style)
            text.append("\n")
    return text


def _categories(rows: Sequence[Row]) -> Iterator[RenderableType]:
    for game, members in groupby(rows, key=lambda row: row["game"]):
        found = list(members)
        yield Text(f"{labels.GAMES.get(game, game)}: {found[0]['note']}")
        yield table(
            ["hand", "at showdown", "rate", "dealt", "rate", "exact", "z"],
            (
                [
                    labels.category(row["category_name"]),
                    formatting.count(row["showdown_count"]),
                    formatting.share(row["showdown_rate"]),
                    formatting.count(row["dealt_count"]),
                    formatting.share(row["dealt_rate"]),
                    formatting.share(row["expected_rate"]),
                    formatting.decimal(row["z_score"], signed=True),
                ]
                for row in found
            ),
        )


def audit(sections: Mapping[str, Sequence[Row]]) -> Iterator[RenderableType]:
    """The audit of a lake: verdicts, how headers were counted, and what was not read."""
    yield verdicts(sections["verdicts"])
    for row in sections["counts"]:
        yield Text(count_law(row) + ("" if row["adds_up"] else "  THESE DO NOT ADD UP"))
        if row["unrecognised_files"]:
            yield Text(_unrecognised(row, sections["unrecognised"]))
    if sections["reject_codes"]:
        yield table(
            ["cause", "spans"],
            ([row["code"], formatting.count(row["spans"])] for row in sections["reject_codes"]),
        )


def _unrecognised(counts: Row, files: Sequence[Row]) -> str:
    """Describe the number of unrecognised files, and name the first ones."""
    first = ", ".join(
        f"`{one_line(labels.file(file))}` ({formatting.count(file['size'])} bytes)"
        for file in files[:3]
    )
    number = formatting.count(counts["unrecognised_files"])
    of = formatting.count(counts["files"])
    return f"{number} of {of} files hold no hand or summary that handlab can read, such as {first}"


def verdicts(rows: Iterable[Row]) -> Table:
    """List the verdicts of a lake with their meanings."""
    return table(
        ["verdict", "hands", "share", "meaning"],
        (
            [
                row["verdict"] or "none",
                formatting.count(row["hands"]),
                formatting.share(row["hands_rate"]),
                labels.VERDICTS[row["verdict"]].meaning
                if row["verdict"] in labels.VERDICTS
                else "",
            ]
            for row in rows
        ),
        left=["meaning"],
    )


def count_law(counts: Row) -> str:
    """The equation of counts: how all hand headers were counted."""
    return (
        f"{formatting.count(counts['headers'])} headers = {formatting.count(counts['hands'])} hands"
        f" + {formatting.count(counts['duplicates'])} duplicates"
        f" + {formatting.count(counts['partial'])} partial"
        f" + {formatting.count(counts['cancelled'])} cancelled"
        f" + {formatting.count(counts['rejected'])} rejected"
    )


def _rate(row: Row) -> list[str]:
    return [
        formatting.decimal(row["bb_per_100"], signed=True),
        formatting.interval(row["bb_per_100_low"], row["bb_per_100_high"]),
    ]
