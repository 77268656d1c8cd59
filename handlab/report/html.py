"""
Write a report as a single HTML page, which needs no network and no other file.

Everything from a log is escaped, in the text by Jinja, in the script's data by `tojson`; a content
security policy allows only the page's own script. Names are in `<bdi>`, so that a right-to-left
name does not reorder the text around it.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from handlab.report import charts, formatting, grid, labels
from handlab.report.build import stake_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.report.model import Report, Row

FOLDER = Path(__file__).parent
LINES_DRAWN, STAKES_DRAWN, GAMES_DRAWN, GRIDS_DRAWN = 3, 4, 2, 2
FEW_HANDS = 200


def page(report: Report) -> str:
    """Write a report as a page."""
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
        "decimal": formatting.decimal,
        "interval": formatting.interval,
        "money": formatting.money,
        "percent": formatting.percent,
        "share": formatting.share,
        "unit": formatting.unit,
        "labels": labels,
    }
    environment.filters["site_name"] = labels.site
    script = (FOLDER / "page.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return environment.get_template("page.html.j2").render(
        report=report,
        style=Markup((FOLDER / "page.css").read_text(encoding="utf-8")),
        script=Markup(script),
        script_digest=digest,
        several_sites=len({row["site"] for row in report["totals"]}) > 1,
        period=_period(report["totals"]),
        made_on=_day(report.made_at),
        lines=_lines(report["result_line"]),
        lines_drawn=LINES_DRAWN,
        luck=_luck(report["luck"]),
        stakes=_stakes(report),
        grids=grid.grids(report["starting_hands"]),
        grids_drawn=GRIDS_DRAWN,
        games=_games(report["categories"]),
        adds_up_rate=_adds_up_rate(report["verdicts"]),
    )


def _lines(points: Sequence[Row]) -> list[dict[str, Any]]:
    """One chart per kind of money, with the numbers for the script."""

    def purse(row: Row) -> tuple[str, ...]:
        return str(row["site"]), str(row["kind"]), str(row["currency"])

    found = [list(rows) for _, rows in groupby(sorted(points, key=purse), key=purse)]
    lines = []
    for rows in sorted(found, key=lambda rows: -rows[-1]["hand_no"]):
        column = charts.value_column(rows[0])
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


def _luck(rows: Sequence[Row]) -> list[list[Row]]:
    """The luck of each kind of money with known cards."""
    found = [
        list(members)
        for _, members in groupby(rows, key=lambda row: (row["site"], row["kind"], row["currency"]))
    ]
    return [members for members in found if any(row["ev_known_hands"] for row in members)]


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
    found.sort(key=lambda rows: -max(row["showdown_hands"] + row["dealt_hands"] for row in rows))
    return [
        {
            "rows": rows,
            "name": labels.GAMES.get(rows[0]["game"], rows[0]["game"]),
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
    days = [_day(datetime.fromisoformat(at)) for at in (first, last)]
    return days[0] if days[0] == days[1] else " – ".join(days)  # noqa: RUF001


def _day(at: datetime) -> str:
    return f"{at.day} {at:%B %Y}"
