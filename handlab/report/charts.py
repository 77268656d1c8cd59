"""
Draw the page's charts as SVG with Altair and vl-convert, without a browser or a network.

Placeholder colours are replaced with variables of the page's style sheet, so that one drawing works
in light and dark. Charts never contain names of players.
"""

from __future__ import annotations

import html
import re
from math import sqrt
from typing import TYPE_CHECKING, Any

import altair as alt
import vl_convert

from handlab.report import formatting, labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from handlab.report.model import Row

COLOURS: dict[str, str] = {
    "ink": "#010101",
    "muted": "#020202",
    "hair": "#030303",
    "won": "#040404",
    "showdown": "#050505",
    "other": "#060606",
    "adjusted": "#080808",
    "paper": "#070707",
}
"""The page's colour variables, and their placeholders while drawing."""

FONT = "page"
FEW_HANDS = 30
RATIOS = (0.2, 5.0)

WIDE, NARROW = (860, 300), (340, 240)
"""Sizes of the result line, for large screens and for phones."""

SERIES: tuple[tuple[str, str], ...] = (
    ("_non_showdown", "other"),
    ("_showdown", "showdown"),
    ("_adjusted", "adjusted"),
    ("", "won"),
)
"""Column suffixes of the result line, and their colours; the last one is drawn on top."""

DASHES: dict[str, list[float]] = {"other": [5, 3], "adjusted": [1.5, 2.5]}


def series(points: Sequence[Row]) -> tuple[tuple[str, str], ...]:
    """The series to draw: no adjusted line if no expected value is known."""
    is_known = points[-1]["ev_known_hands"] > 0
    return tuple((ending, name) for ending, name in SERIES if is_known or name != "adjusted")


def result_line(points: Sequence[Row], size: tuple[int, int]) -> str:
    """Draw the winnings over hands: total, at showdown, without showdown, all-in adjusted."""
    width, height = size
    column = formatting.value_column(points[0])
    drawn = series(points)
    values = [{"hand": 0, "series": ending, "won": 0.0} for ending, _ in drawn]
    values += [
        {"hand": point["hand_no"], "series": ending, "won": float(point[column + ending])}
        for ending, _ in drawn
        for point in points
    ]
    unit = "" if column == "won_bb" else formatting.SYMBOLS.get(points[0]["currency"], "")
    hands = alt.X(
        "hand:Q",
        scale=alt.Scale(domain=[0, points[-1]["hand_no"]], nice=False, zero=False),
        axis=_axis(tickCount=8 if width > 500 else 4, tickMinStep=1, labelExpr=_amount("")),
    )
    won = alt.Y("won:Q", axis=_axis(grid=True, tickCount=5, labelExpr=_amount(unit)))
    lines = [
        alt.Chart()
        .transform_filter(alt.datum.series == ending)
        .mark_line(
            color=COLOURS[colour],
            strokeWidth=2.2 if colour in {"won", "adjusted"} else 1.5,
            strokeDash=DASHES.get(colour, []),
            strokeJoin="round",
        )
        .encode(x=hands, y=won)
        for ending, colour in drawn
    ]
    layers = alt.layer(_zero("y"), *lines, data=alt.InlineData(values=values))
    return _svg(layers.properties(width=width, height=height), "Winnings over hands")


def single_line(points: Sequence[tuple[int, str, float]], unit: str, size: tuple[int, int]) -> str:
    """Draw one line over numbered events, such as tournaments."""
    width, height = size
    values = [{"number": points[0][0] - 1, "won": 0.0}] if points[0][0] == 1 else []
    values += [{"number": number, "won": won} for number, _, won in points]
    ends = [values[0]["number"], values[-1]["number"]]
    line = (
        alt.Chart(alt.InlineData(values=values))
        .mark_line(color=COLOURS["won"], strokeWidth=2.2, strokeJoin="round")
        .encode(
            x=alt.X(
                "number:Q",
                scale=alt.Scale(domain=ends, nice=False, zero=False),
                axis=_axis(tickCount=8 if width > 500 else 4, tickMinStep=1, labelExpr=_amount("")),
            ),
            y=alt.Y("won:Q", axis=_axis(grid=True, tickCount=5, labelExpr=_amount(unit))),
        )
    )
    layers = alt.layer(_zero("y"), line)
    return _svg(layers.properties(width=width, height=height), "Net over tournaments")


def dots(rows: Sequence[Row], label: str) -> str:
    """Draw bb/100 as a dot and its 95 % interval as a line, one row each, from top to bottom."""
    values = [
        {
            "position": row["position"],
            "mean": row["bb_per_100"],
            "low": row["bb_per_100_low"],
            "high": row["bb_per_100_high"],
            "tip": _tip(row),
        }
        for row in rows
        if row["bb_per_100"] is not None
    ]
    order = [row["position"] for row in rows]
    low, high = _range(rows)
    place = alt.Y("position:N", sort=order, axis=_axis(labelFontSize=12, labelPadding=8))
    scale = alt.Scale(domain=[low, high], nice=True)
    axis = _axis(grid=True, tickCount=5, labelExpr=_amount("", signed=True))
    base = alt.Chart(alt.InlineData(values=values))
    bars = base.mark_rule(
        color=COLOURS["showdown"], strokeWidth=5, strokeCap="round", opacity=0.3, clip=True
    ).encode(x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q", y=place, description="tip:N")
    points = base.mark_circle(color=COLOURS["showdown"], size=70, opacity=1, clip=True).encode(
        x=alt.X("mean:Q", scale=scale, axis=axis), y=place, description="tip:N"
    )
    layers = alt.layer(_zero("x"), bars, points)
    return _svg(layers.properties(width=300, height=26 * len(order)), label)


def ratios(rows: Sequence[Row], label: str) -> str:
    """Draw hand categories as multiples of their exact rates: dealt, with bounds, and shown."""
    order = [labels.category(row["category_name"]) for row in rows]
    values = []
    for name, row in zip(order, rows, strict=True):
        exact = row["expected_rate"]
        dealt, shown = row["dealt_rate"], row["showdown_rate"]
        spread = 1.96 * sqrt((1 - exact) / exact / max(row["dealt_hands"], 1))
        values.append(
            {
                "category": name,
                "dealt": None if not dealt else _within(dealt / exact),
                "shown": None if not shown else _within(shown / exact),
                "low": _within(1 - spread) if row["dealt_hands"] else None,
                "high": _within(1 + spread) if row["dealt_hands"] else None,
                "tip": _ratio_tip(name, row),
            }
        )
    scale = alt.Scale(type="log", domain=list(RATIOS), nice=False)
    axis = _axis(
        grid=True,
        values=[0.25, 0.5, 1, 2, 4],
        labelExpr="format(datum.value, '~r') + '×'",  # noqa: RUF001
    )
    y = alt.Y("category:N", sort=order, axis=_axis(labelFontSize=12, labelPadding=8))
    base = alt.Chart(alt.InlineData(values=values)).encode(y=y, description="tip:N")

    def x(column: str) -> alt.X:
        return alt.X(f"{column}:Q", scale=scale, axis=axis)

    one = alt.Chart(alt.InlineData(values=[{}])).mark_rule(color=COLOURS["muted"], strokeWidth=1)
    layers = alt.layer(
        one.encode(x=alt.datum(1, scale=scale, axis=axis, type="quantitative")),
        base.mark_bar(color=COLOURS["muted"], height=12, cornerRadius=6, opacity=0.22).encode(
            x=x("low"), x2="high:Q"
        ),
        base.mark_point(color=COLOURS["other"], size=58, strokeWidth=1.8, opacity=1).encode(
            x=x("shown")
        ),
        base.mark_circle(color=COLOURS["showdown"], size=62, opacity=1).encode(x=x("dealt")),
    )
    return _svg(layers.properties(width=250, height=26 * len(order)), label)


def _within(ratio: float) -> float:
    """Clip to the range of the chart."""
    return min(max(ratio, RATIOS[0]), RATIOS[1])


def _tip(row: Row) -> str:
    mean = formatting.decimal(row["bb_per_100"], signed=True)
    bounds = formatting.interval(row["bb_per_100_low"], row["bb_per_100_high"])
    return f"{row['position']}: {mean} bb/100 ({bounds}), {formatting.count(row['hands'])} hands"


def _ratio_tip(name: str, row: Row) -> str:
    return (
        f"{name}: at showdown {formatting.share(row['showdown_rate'])},"
        f" dealt {formatting.share(row['dealt_rate'])},"
        f" exact {formatting.share(row['expected_rate'])}"
    )


def _range(rows: Iterable[Row]) -> tuple[float, float]:
    """The range of the chart, without the very wide intervals of few hands."""
    bounds = [0.0]
    for row in rows:
        if row["bb_per_100"] is None:
            continue
        bounds.append(row["bb_per_100"])
        if row["hands"] >= FEW_HANDS and row["bb_per_100_low"] is not None:
            bounds += [row["bb_per_100_low"], row["bb_per_100_high"]]
    return min(bounds), max(bounds) if max(bounds) > min(bounds) else 1.0


def _zero(channel: str) -> alt.Chart:
    line = alt.Chart(alt.InlineData(values=[{}])).mark_rule(color=COLOURS["muted"], strokeWidth=1)
    at_zero: alt.Chart = line.encode(**{channel: alt.datum(0)})
    return at_zero


def _axis(**more: object) -> alt.Axis:
    options: dict[str, Any] = {"title": None, "grid": False, "domain": False, "ticks": False}
    return alt.Axis(**(options | more))


def _amount(unit: str, *, signed: bool = False) -> str:
    """The Vega expression of an axis label: a true minus before the currency's symbol."""
    plus = "'+'" if signed else "''"
    sign = f"(datum.value < 0 ? '{formatting.MINUS}' : datum.value > 0 ? {plus} : '')"
    return f"{sign} + '{unit}' + format(abs(datum.value), ',~r')"


def _svg(chart: alt.LayerChart | alt.FacetChart, label: str) -> str:
    """Draw a chart with the page's colours and font, scaling to any width."""
    styled = (
        chart.configure(font=FONT, background="transparent", padding=4)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=COLOURS["muted"],
            gridColor=COLOURS["hair"],
            labelFontSize=11.5,
            labelPadding=6,
            labelLimit=200,
            labelOverlap="greedy",
        )
    )
    svg = vl_convert.vegalite_to_svg(styled.to_dict())
    for name, colour in COLOURS.items():
        svg = svg.replace(f'"{colour}"', f'"var(--{name})"')
    svg = svg.replace(f' font-family="{FONT}"', "")
    svg = re.sub(
        r' aria-roledescription="[^"]*"| pointer-events="none"| aria-hidden="true"', "", svg
    )
    svg = re.sub(r"<[^<>]* role=\"graphics-[^<>]*>", _named, svg)
    width = re.search(r'viewBox="0 0 ([\d.]+) ', svg)
    size = f' style="max-width:{float(width.group(1)) * 1.15:.0f}px"' if width else ""
    opening = f'<svg role="img" aria-label="{html.escape(label)}"{size} '
    return re.sub(r'<svg ([^>]*?) width="[^"]*" height="[^"]*"', rf"{opening}\1", svg, count=1)


def _named(tag: re.Match[str]) -> str:
    """A tag whose role a screen reader announces only if it has a name to announce."""
    text = tag[0]
    return text if "aria-label=" in text else re.sub(r' role="graphics-[a-z]+"', "", text)
