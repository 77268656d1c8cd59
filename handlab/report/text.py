"""The report for a terminal, or as plain text for a file; the same sections as the page."""

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
from handlab.report import grid, numbers, words
from handlab.report.build import stake_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import RenderableType

    from handlab.report.model import Report, Row

WIDTH = 124
BLOCKS = "▁▂▃▄▅▆▇█"
SHADES = {"p4": "bold blue", "p3": "blue", "n4": "bold dark_orange", "n3": "dark_orange"}


def plain(report: Report) -> str:
    """Give the report as text without colours."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, legacy_windows=False)
    console.print(renderable(report))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def renderable(report: Report) -> Group:
    """Give the report as what rich prints."""
    return Group(*_parts(report))


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, left: Sequence[str] = ()
) -> Table:
    """Give a table: the first column and those named to the left, numbers to the right."""
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    for index, column in enumerate(columns):
        justify: Literal["left", "right"] = "left" if index == 0 or column in left else "right"
        found.add_column(Text(column), justify=justify, overflow="fold")
    for row in rows:
        # Not markup: what comes from a log is printed as it is.
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
    sites = ", ".join(words.site(site) for site in report.subject.sites)
    hands = f"{numbers.count(report.hands)} hands"
    yield Text(f"{hands} on {sites}" if sites else hands, style="dim")
    if report.subject.player is None:
        yield Text("Nobody's cards were dealt face up: this is about the table, not one player.")
    yield from _section("In short", _totals(report))
    yield from _section("Winnings over hands", _lines(report["result_line"]))
    yield from _section("Luck at all-ins", _luck(report))
    yield from _section("Biggest all-ins", _all_ins(report["all_ins"]))
    yield from _section("The busiest players", _players(report["players"]))
    yield from _section("Style of play", _statistics(report["statistics"]))
    yield from _section("Stakes and positions, bb/100", _stakes(report))
    yield from _section("Starting hands, bb/100", _grids(report["starting_hands"]))
    yield from _section("Hand categories, whole lake", _categories(report["categories"]))
    yield from _section("Audit, whole lake", _audit(report))


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
                    words.purse(row),
                    numbers.count(row["hands"]),
                    numbers.count(row["hands_flagged"]),
                    numbers.count(row["players"]),
                    *(
                        numbers.money(row[name], row["currency"])
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
                words.purse(row),
                numbers.count(row["hands"]),
                numbers.count(row["sessions"]),
                numbers.count(row["hands_flagged"]),
                *(
                    numbers.money(row[name], row["currency"], signed=True)
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
            f"{numbers.decimal(bound, 0, signed=True)}" for bound in (min(heights), max(heights))
        )
        last = (
            f"{numbers.decimal(heights[-1], signed=True)} bb"
            if unit is None
            else numbers.money(rows[-1]["won"], unit, signed=True)
        )
        yield Text(
            f"{words.purse(rows[0]):<24} {sparkline(heights)}  {last} (from {low} to {high})"
        )


def _luck(report: Report) -> Iterator[RenderableType]:
    if report.subject.player is None or not report.hands:
        return
    yield Text(words.all_ins(report["totals"]))
    for row in report["totals"]:
        if row["ev_known_hands"]:
            adjusted = numbers.decimal(row["ev_bb_per_100"], signed=True)
            bounds = numbers.interval(row["ev_bb_per_100_low"], row["ev_bb_per_100_high"])
            yield Text(f"{words.purse(row)}: all-in adjusted {adjusted} bb/100 ({bounds})")
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
                    words.purse(row),
                    words.street(row["allin_street"]),
                    numbers.count(row["all_in_hands"]),
                    numbers.count(row["ev_known_hands"]),
                    *(
                        numbers.amount(row[name], row["currency"], signed=True)
                        for name in ("expected", "actual", "luck")
                    ),
                    numbers.decimal(row["luck_bb"], signed=True),
                    numbers.decimal(row["luck_bb_stddev"]),
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
                    words.street(row["allin_street"]),
                    row["hole_cards"] or "",
                    row["opponents_cards"] or "",
                    row["board"] or numbers.NONE,
                    ("~" if row["ev_method"] == "sampled" else "") + numbers.share(row["equity"]),
                    numbers.money(row["net_pots"], row["currency"]),
                    *(
                        numbers.money(row[name], row["currency"], signed=True)
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
                    words.purse(row),
                    numbers.count(row["hands"]),
                    numbers.money(row["net"], row["currency"], signed=True),
                    numbers.percent(row["vpip"]),
                    numbers.percent(row["pfr"]),
                    numbers.decimal(row["aggression_factor"], 2),
                ]
                for row in rows
            ),
        )


def _statistics(rows: Sequence[Row]) -> Iterator[RenderableType]:
    for row in rows:
        yield Text(f"{words.game(row)} · {words.purse(row)} · {numbers.count(row['hands'])} hands")
        yield table(
            ["", "rate", "hands", "of", "which"],
            (
                [
                    statistic.title,
                    numbers.percent(row[statistic.rate])
                    if statistic.is_percent
                    else numbers.decimal(row[statistic.rate], 2),
                    numbers.count(row[statistic.numerator]),
                    numbers.count(row[statistic.denominator]),
                    statistic.meaning,
                ]
                for statistic in words.STATISTICS
            ),
            left=["which"],
        )


def _stakes(report: Report) -> Iterator[RenderableType]:
    rows = [*({**row, "position": "All"} for row in report["win_rates"]), *report["positions"]]
    hands = {stake_key(row): index for index, row in enumerate(reversed(rows))}
    rows.sort(key=lambda row: -hands[stake_key(row)])
    for _, members in groupby(rows, key=stake_key):
        found = list(members)
        yield Text(f"{words.game(found[0])}, {words.stake(found[0])} · {words.purse(found[0])}")
        yield table(
            ["position", "hands", "net", "bb/100", "95% interval"],
            (
                [
                    row["position"],
                    numbers.count(row["hands"]),
                    numbers.money(row["net"], row["currency"], signed=True),
                    *_rate(row),
                ]
                for row in found
            ),
        )


def _grids(starting_hands: Sequence[Row]) -> Iterator[RenderableType]:
    for found in grid.grids(starting_hands)[:2]:
        note = "" if found.is_dealt else ", cards that were shown"
        yield Text(f"{found.title} · {found.purse} · {numbers.count(found.hands)} hands{note}")
        yield _grid(found)


def _grid(found: grid.Grid) -> Text:
    """Two lines per row: the hands, and below them what they won."""
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
        yield Text(f"{words.GAMES.get(game, game)}: {found[0]['note']}")
        yield table(
            ["hand", "at showdown", "rate", "dealt", "rate", "exact", "z"],
            (
                [
                    words.category(row["category_name"]),
                    numbers.count(row["showdown_count"]),
                    numbers.share(row["showdown_rate"]),
                    numbers.count(row["dealt_count"]),
                    numbers.share(row["dealt_rate"]),
                    numbers.share(row["expected_rate"]),
                    numbers.decimal(row["z_score"], signed=True),
                ]
                for row in found
            ),
        )


def _audit(report: Report) -> Iterator[RenderableType]:
    yield verdicts(report["verdicts"])
    for row in report["counts"]:
        yield Text(count_law(row) + ("" if row["adds_up"] else "  THESE DO NOT ADD UP"))
        if row["unrecognised_files"]:
            yield Text(_unrecognised(row, report["unrecognised"]))
    if report["reject_codes"]:
        yield table(
            ["cause", "spans"],
            ([row["code"], numbers.count(row["spans"])] for row in report["reject_codes"]),
        )


def _unrecognised(counts: Row, files: Sequence[Row]) -> str:
    """Say how many files handlab made nothing of, and name the first."""
    first = ", ".join(f"`{one_line(words.file(file))}`" for file in files[:3])
    number = numbers.count(counts["unrecognised_files"])
    of = numbers.count(counts["files"])
    return f"{number} of {of} files hold no hand or summary that handlab knows, such as {first}"


def verdicts(rows: Iterable[Row]) -> Table:
    """Give the verdicts of a lake with their meanings."""
    return table(
        ["verdict", "hands", "share", "meaning"],
        (
            [
                row["verdict"] or "none",
                numbers.count(row["hands"]),
                numbers.share(row["hands_rate"]),
                words.VERDICTS[row["verdict"]].meaning if row["verdict"] in words.VERDICTS else "",
            ]
            for row in rows
        ),
        left=["meaning"],
    )


def count_law(counts: Row) -> str:
    """Say what became of all hand headers."""
    return (
        f"{numbers.count(counts['headers'])} headers = {numbers.count(counts['hands'])} hands"
        f" + {numbers.count(counts['duplicates'])} duplicates"
        f" + {numbers.count(counts['partial'])} partial"
        f" + {numbers.count(counts['cancelled'])} cancelled"
        f" + {numbers.count(counts['rejected'])} rejected"
    )


def _rate(row: Row) -> list[str]:
    return [
        numbers.decimal(row["bb_per_100"], signed=True),
        numbers.interval(row["bb_per_100_low"], row["bb_per_100_high"]),
    ]
