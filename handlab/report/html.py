"""
Write a report as a single HTML page, which needs no network and no other file.

Everything from a log is escaped, in the text by Jinja, in the script's data by `tojson`; a content
security policy allows only the page's own script. Names are in `<bdi>`, so that a right-to-left
name does not reorder the text around it. A section is drawn if its data is there.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import jinja2
from markupsafe import Markup

from handlab.counted import counted
from handlab.report import charts, cube, formatting, grid, labels, notes, reliability, titles
from handlab.report.betting_rounds import in_family
from handlab.report.labels import stake_key
from handlab.report.sections import ALL
from handlab.statistics.catalogue import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from handlab.report.model import Report, Row
    from handlab.report.sections import Section
    from handlab.statistics.catalogue import Statistic

T = TypeVar("T")

FOLDER = Path(__file__).parent
LINES_DRAWN, STAKES_DRAWN, GAMES_DRAWN, GRIDS_DRAWN = 3, 4, 2, 2
FEW_HANDS = 200
LEAST_OF_LINE, LEAST_OF_STAKE, LEAST_OF_GRID, LEAST_OF_GAME = 20, 100, 200, 100
"""With fewer hands there is nothing to see in a line, in positions, in a grid, in categories."""
SCRIPTS = ("page.js", "cube.js", "replay.js")
STYLES = ("page.css", "replay.css")
CHOSEN_FROM = ("totals", "cube", "biggest_pots", "all_ins")
"""Sections that stay while a part of the hands is chosen: the others are about all of them."""


def page(report: Report) -> str:
    """Write a report as a page."""
    replays = list(report.replays.values())
    return _write(
        "page.html.j2",
        report=report,
        extent=notes.extent(report),
        notes=list(notes.sentences(report)),
        drawn=[(section, data) for section in ALL if (data := _data(section, report))],
        chosen_from=CHOSEN_FROM,
        keys_of=cube.keys_of,
        replays=replays,
        replay_numbers={key: number for number, key in enumerate(report.replays)},
        several_sites=report.has_several_sites,
        several_purses=len(report["totals"]) > 1,
        period=_period(report["totals"]),
        made_on=formatting.day(report.made_at),
        lines=_lines(report["result_line"]),
        least_of_line=LEAST_OF_LINE,
        least_of_grid=LEAST_OF_GRID,
        least_of_game=LEAST_OF_GAME,
        lines_drawn=LINES_DRAWN,
        stakes=_stakes(report),
        grids_drawn=GRIDS_DRAWN,
        games=_games(report["categories"]),
        tournament_lines=_tournament_lines(report["tournament_line"]),
        adds_up_rate=_adds_up_rate(report["verdicts"]),
    )


def replay_page(hands: Sequence[Row], version: str) -> str:
    """Write hands as a page that replays them; several are offered by their names."""
    return _write("replay.html.j2", replays=list(hands), version=version)


def _write(template: str, **values: object) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        "amount": formatting.amount,
        "count": formatting.count,
        "counted": counted,
        "decimal": formatting.decimal,
        "in_family": in_family,
        "interval": formatting.interval,
        "money": formatting.money,
        "percent": formatting.percent,
        "share": formatting.share,
        "unit": formatting.unit,
        "labels": labels,
        "reliability": reliability,
    }
    environment.filters["site_name"] = labels.site
    script = _joined(SCRIPTS)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return environment.get_template(template).render(
        style=Markup(_joined(STYLES)),
        script=Markup(script),
        script_digest=digest,
        **values,
    )


def _joined(names: Sequence[str]) -> str:
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in names)


def _data(section: Section, report: Report) -> Any:  # noqa: ANN401  what its part draws
    """What a section is drawn from; nothing if it is not drawn."""
    rows = report[section.name]
    if not section.title:
        return None
    if section.name == "totals":
        # What is missing is said above.
        return rows or not report["counts"] or None
    if section.part == "audit":
        return rows or report["counts"]
    if not rows:
        return None
    if section.name == "cube":
        return cube.cube(rows)
    if section.name == "styles":
        return _styles(rows)
    if section.name == "starting_hands":
        return _large(grid.grids(rows), lambda found: found.hands, LEAST_OF_GRID, GRIDS_DRAWN)
    return section.tables(rows) if section.columns else rows


def _styles(rows: Sequence[Row]) -> dict[str, Any]:
    """The statistics by group in the order of the catalogue; the usual ones by themselves."""
    found = {row["statistic"]: row for row in rows}
    family = rows[0]["game_family"]
    known = [entry for entry in catalogue().statistics if entry.name in found]

    def entries(of: Iterable[Statistic]) -> list[dict[str, Any]]:
        return [
            {
                "row": found[entry.name],
                "title": entry.title,
                "meaning": in_family(entry.meaning, family),
            }
            for entry in of
        ]

    return {
        "first": rows[0],
        "population": max(
            (row["population"] for row in rows if row["percentile"] is not None), default=0
        ),
        "usual": entries(entry for entry in known if entry.name in labels.USUAL),
        "groups": [
            (in_family(title, family), entries(entry for entry in known if entry.group == group))
            for group, title in labels.STATISTIC_GROUPS.items()
            if any(entry.group == group for entry in known)
        ],
    }


def _large(found: list[T], hands: Callable[[T], int], least: int, shown: int) -> list[T]:
    """Those with enough hands, and in any case those that are shown unfolded."""
    return [*found[:shown], *(item for item in found[shown:] if hands(item) >= least)]


def _tournament_lines(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """One chart per site and currency of two tournaments or more."""
    lines: list[dict[str, Any]] = []
    for (site, currency), members in groupby(rows, key=lambda row: (row["site"], row["currency"])):
        found = list(members)
        if len(found) < 2:
            continue
        points = [
            (row["tournament_no"], (row["started_at"] or "")[:10], float(row["won_so_far"]))
            for row in found
        ]
        unit = formatting.SYMBOLS.get(currency, "")
        lines.append(
            {
                "heading": f"{labels.site(site)} · {currency}",
                "wide": Markup(charts.single_line(points, unit, charts.WIDE)),
                "narrow": Markup(charts.single_line(points, unit, charts.NARROW)),
                "data": {
                    "unit": unit,
                    "after": "",
                    "what": "Tournament",
                    "titles": ["net"],
                    "points": [list(point) for point in points],
                },
            }
        )
    lines.sort(key=lambda line: -len(line["data"]["points"]))
    return lines[:LINES_DRAWN]


def _lines(points: Sequence[Row]) -> list[dict[str, Any]]:
    """One chart per kind of money, with the numbers for the script."""

    def purse(row: Row) -> tuple[str, ...]:
        return str(row["site"]), str(row["kind"]), str(row["currency"])

    found = [list(rows) for _, rows in groupby(sorted(points, key=purse), key=purse)]
    lines = []
    found.sort(key=lambda rows: -rows[-1]["hand_no"])
    for rows in _large(found, lambda rows: rows[-1]["hand_no"], LEAST_OF_LINE, LINES_DRAWN):
        column = formatting.value_column(rows[0])
        in_bb = column == "won_bb"
        unit = formatting.SYMBOLS.get(rows[0]["currency"], "")
        lines.append(
            {
                "row": rows[-1],
                "in_bb": in_bb,
                "legend": [
                    (ending, colour, labels.SERIES[colour])
                    for ending, colour in reversed(charts.series(rows))
                ],
                "wide": Markup(charts.result_line(rows, charts.WIDE)),
                "narrow": Markup(charts.result_line(rows, charts.NARROW)),
                "data": {
                    "unit": "" if in_bb else unit,
                    "after": " bb" if in_bb else "",
                    "titles": [labels.SERIES[name] for _, name in reversed(charts.series(rows))],
                    "points": [
                        [
                            row["hand_no"],
                            (row["started_at"] or "")[:10],
                            *(
                                float(row[column + part])
                                for part, _ in reversed(charts.series(rows))
                            ),
                        ]
                        for row in rows
                    ],
                },
            }
        )
    return lines


def _stakes(report: Report) -> list[dict[str, Any]]:
    """Each stake with its positions; the largest stakes with a chart."""
    positions = {key: list(rows) for key, rows in groupby(report["positions"], key=stake_key)}
    found: list[tuple[Row | None, list[Row]]] = [
        (rate, positions.pop(stake_key(rate), [])) for rate in report["win_rates"]
    ]
    found += [(None, rows) for rows in positions.values()]
    stakes = []
    for index, (rate, rows) in enumerate(found):
        everywhere = [{**rate, "position": "All"}] if rate else []
        hands = rate["hands"] if rate else sum(row["hands"] for row in rows)
        is_drawn = index < STAKES_DRAWN and rows and (hands >= FEW_HANDS or index == 0)
        stakes.append(
            {
                "first": rate or rows[0],
                "is_table": rate is None,
                "hands": hands,
                "rows": [*everywhere, *rows],
                "chart": _chart([*everywhere, *rows]) if is_drawn else None,
                "is_small": not is_drawn and rate is not None and hands < LEAST_OF_STAKE,
            }
        )
    return stakes


def _chart(rows: Sequence[Row]) -> Markup:
    return Markup(charts.dots(rows, "bb/100 by position with 95% intervals"))


def _games(categories: Sequence[Row]) -> list[dict[str, Any]]:
    """The hand categories of each game; the most frequent games with a chart."""
    found = [
        list(rows) for _, rows in groupby(categories, key=lambda row: (row["site"], row["game"]))
    ]

    def hands(rows: Sequence[Row]) -> int:
        return max(int(row["showdown_hands"] + row["dealt_hands"]) for row in rows)

    found = _large(sorted(found, key=hands, reverse=True), hands, LEAST_OF_GAME, GAMES_DRAWN)
    return [
        {
            "rows": rows,
            "name": titles.GAMES.get(rows[0]["game"], rows[0]["game"]),
            "has_exact": rows[0]["expected_rate"] is not None,
            "chart": Markup(charts.ratios(rows, "Hand categories against exact rates"))
            if index < GAMES_DRAWN and rows[0]["expected_rate"] is not None
            else None,
        }
        for index, rows in enumerate(found)
    ]


def _adds_up_rate(verdicts: Sequence[Row]) -> float | None:
    """The share of the lake's hands that add up as printed."""
    hands = sum(row["hands"] for row in verdicts)
    good = sum(row["hands"] for row in verdicts if row["is_counted"] and not row["is_flagged"])
    return good / hands if hands else None


def _period(totals: Sequence[Row]) -> str:
    """The first and the last day."""
    first = min((row["first_at"] for row in totals if row["first_at"]), default=None)
    last = max((row["last_at"] for row in totals if row["last_at"]), default=None)
    if first is None or last is None:
        return ""
    days = [formatting.day(datetime.fromisoformat(at)) for at in (first, last)]
    return days[0] if days[0] == days[1] else " – ".join(days)  # noqa: RUF001
