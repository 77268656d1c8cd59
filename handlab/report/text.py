"""Write a report for a terminal, or as plain text; the same sections as the page."""

from __future__ import annotations

import io
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from handlab.printable import printable
from handlab.report import columns, formatting, grid, labels, notes, reliability, titles
from handlab.report.audit_text import audit
from handlab.report.betting_rounds import in_family
from handlab.report.labels import stake_key
from handlab.report.sections import ALL
from handlab.report.text_table import table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import RenderableType

    from handlab.report.columns import Column
    from handlab.report.model import Report, Row
    from handlab.report.sections import Section

WIDTH = 124
MANY_COLUMNS = 8
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
    yield Text(notes.extent(report), style="dim")
    if report.chosen:
        yield Text(f"Not the whole lake, only: {printable(report.chosen)}")
    yield Text(f"Days, months and times are in {report.timezone}.", style="dim")
    is_table = report.subject.player is None
    for sentence in notes.sentences(report):
        yield Text(printable(sentence))
    for section in ALL:
        if section.title:
            title = section.table_title if section.table_title and is_table else section.title
            yield from _section(title, _drawn(section, report))


def _drawn(section: Section, report: Report) -> Iterator[RenderableType]:
    """The content of a section: that of its part, or its tables."""
    if section.part in PARTS:
        yield from PARTS[section.part](report)
    elif section.columns:
        yield from _tables(section, report[section.name])


def _tables(section: Section, rows: Sequence[Row]) -> Iterator[RenderableType]:
    """The tables of a section, each with its first rows."""
    shown = section.columns
    left = [column.title for column in shown if column.form != "number"]
    is_wide = len(shown) > MANY_COLUMNS
    for found in section.tables(rows):
        if found.heading:
            yield Text(printable(found.heading))
        yield table(
            [column.title for column in shown],
            (
                [_cell(column, row, is_wide=is_wide) for column in shown]
                for row in found.rows[: section.open_rows]
            ),
            left=left,
        )
        if len(found.rows) > section.open_rows:
            more = formatting.count(len(found.rows) - section.open_rows)
            yield Text(f"and {more} more: --section {section.name} --format csv", style="dim")


def _cell(column: Column, row: Row, *, is_wide: bool) -> str:
    """The text of a cell; in a wide table without what stands under a number."""
    has_quiet = column.quiet is not None and not (is_wide and column.form == "number")
    quiet = column.quiet(row) if column.quiet and has_quiet else ""
    return f"{column.words(row)} {quiet}".strip()


def _section(title: str, parts: Iterable[RenderableType]) -> Iterator[RenderableType]:
    found = list(parts)
    if found:
        yield Text(f"\n{title}", style="bold underline")
        for part in found:
            yield Text()
            yield Padding(part, (0, 0, 0, 2), expand=False)


def _purse(row: Row, report: Report) -> str:
    """The name of a kind of money, with its site where the player has several."""
    return labels.purse(row, with_site=report.has_several_sites)


def _totals(report: Report) -> Iterator[RenderableType]:
    if not report["totals"]:
        return
    if report.subject.player is None:
        yield _of_table(report)
        return
    yield _of_player(report)
    if reliability.are_sessions_few(report["totals"]):
        yield Text(reliability.FEW_SESSIONS, style="dim")


def _of_table(report: Report) -> RenderableType:
    """The totals of all players together."""
    return table(
        ["", "hands", "flagged", "players", "in the pots", "rake", "fees"],
        (
            [
                _purse(row, report),
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


def _of_player(report: Report) -> RenderableType:
    """The totals of the player, with the win rate."""
    amounts = ("net", "net_showdown", "net_non_showdown")
    headings = ("net", "at showdown", "without", "bb/100", "95% interval")
    return table(
        ["", "hands", "sessions", "flagged", *headings],
        (
            [
                _purse(row, report),
                formatting.count(row["hands"]),
                formatting.count(row["sessions"]),
                formatting.count(row["hands_flagged"]),
                *(formatting.money(row[name], row["currency"], signed=True) for name in amounts),
                *_rate(row),
            ]
            for row in report["totals"]
        ),
    )


def _lines(report: Report) -> Iterator[RenderableType]:
    points = report["result_line"]
    for _, members in groupby(points, key=lambda row: (row["site"], row["kind"], row["currency"])):
        rows = list(members)
        column = formatting.value_column(rows[0])
        heights = [0.0, *(float(row[column]) for row in rows)]
        unit = None if column == "won_bb" else rows[0]["currency"]
        low, high = (_bound(bound, rows, unit) for bound in (min(heights), max(heights)))
        last = (
            f"{formatting.decimal(heights[-1], signed=True)} bb"
            if unit is None
            else formatting.money(rows[-1]["won"], unit, signed=True)
        )
        yield Text(
            f"{_purse(rows[0], report):<24} {sparkline(heights)}  {last} (from {low} to {high})"
        )


def _bound(height: float, rows: Sequence[Row], unit: str | None) -> str:
    """The least or the greatest height of a line, with the decimals of the other amounts."""
    if unit is None:
        return formatting.decimal(height, 0, signed=True)
    amount = Decimal(str(height)).quantize(Decimal(rows[-1]["won"]))
    return formatting.amount(amount, unit, signed=True)


def _styles(report: Report) -> Iterator[RenderableType]:
    rows = {row["statistic"]: row for row in report["styles"]}
    usual = [rows[name] for name in labels.USUAL if name in rows]
    if not usual:
        return
    first = usual[0]
    yield Text(
        f"{labels.game(first)} · {_purse(first, report)} · {formatting.count(first['hands'])} hands"
    )
    yield table(
        ["", "rate", "95% interval", "of", "median", "percentile", "which"],
        (
            [
                labels.statistic(row["statistic"]).title,
                formatting.percent(row["style"]),
                columns.shares(row["style_low"], row["style_high"]),
                f"{formatting.count(row['made'])}/{formatting.count(row['chances'])}",
                formatting.percent(row["median_rate"] if row["population"] >= 10 else None),
                formatting.percent(row["percentile"], 0),
                in_family(labels.statistic(row["statistic"]).meaning, row["game_family"]),
            ]
            for row in usual
        ),
        left=["which"],
    )


def _result_lines(report: Report) -> Iterator[RenderableType]:
    if report.subject.player is None or not report.hands:
        return
    yield from _lines(report)
    yield Text(labels.all_ins(report["totals"]))
    for row in report["totals"]:
        if row["ev_known_hands"]:
            adjusted = formatting.decimal(row["ev_bb_per_100"], signed=True)
            bounds = formatting.interval(row["ev_bb_per_100_low"], row["ev_bb_per_100_high"])
            yield Text(f"{_purse(row, report)}: all-in adjusted {adjusted} bb/100 ({bounds})")


def _statistics(report: Report) -> Iterator[RenderableType]:
    for row in report["statistics"]:
        yield Text(
            f"{labels.game(row)} · {_purse(row, report)} · {formatting.count(row['hands'])} hands"
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
                    in_family(statistic.meaning, row["game_family"]),
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
        first = found[0]
        unit = " · counted in small bets" if first.get("bb_unit") == "small_bet" else ""
        yield Text(f"{labels.game(first)}, {labels.stake(first)} · {_purse(first, report)}{unit}")
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


def _grids(report: Report) -> Iterator[RenderableType]:
    for found in grid.grids(report["starting_hands"])[:2]:
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


def _categories(report: Report) -> Iterator[RenderableType]:
    for game, members in groupby(report["categories"], key=lambda row: row["game"]):
        found = list(members)
        yield Text(f"{titles.GAMES.get(game, game)}: {found[0]['note']}")
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


def _rate(row: Row) -> list[str]:
    return [
        formatting.decimal(row["bb_per_100"], signed=True),
        formatting.interval(row["bb_per_100_low"], row["bb_per_100_high"]),
    ]


PARTS: dict[str, Callable[[Report], Iterator[RenderableType]]] = {
    "totals": _totals,
    "result_line": _result_lines,
    "positions": _stakes,
    "statistics": _statistics,
    "styles": _styles,
    "starting_hands": _grids,
    "categories": _categories,
    "audit": lambda report: audit(report.sections),
}
"""The parts of the text that are not plain tables; the filters are only on the page."""
