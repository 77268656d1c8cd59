"""Build the data of a report from a lake."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from importlib import metadata
from typing import TYPE_CHECKING, Any

from handlab.errors import ReportError
from handlab.report import luck, queries
from handlab.report.model import Report, Row, Subject

if TYPE_CHECKING:
    import duckdb

    from handlab.lake import Lake

NAMED = "player = $player"


def build(lake: Lake, player: str | None = None) -> Report:
    """
    Build the data of a report.

    Parameters
    ----------
    lake
        The lake; its views are updated if needed.
    player
        Name of the player; by default the name with most hero hands. Without any hero the report is
        about the table.

    Raises
    ------
    ReportError
        If the lake has no such player.
    """
    # Imported here because commands read the labels of this package where no lake is.
    from handlab import views

    connection = views.connect_lake(lake)
    try:
        return build_from(connection, player)
    finally:
        connection.close()


def build_from(connection: duckdb.DuckDBPyConnection, player: str | None = None) -> Report:
    """Build the data through a connection whose current catalog has the views; see [`build`]."""
    subject = _subject(connection, player)
    about = _about_player if subject.player is not None else _about_table
    sections = about(connection, subject)
    sections["categories"] = _rows(connection, queries.CATEGORIES)
    sections["verdicts"] = _rows(connection, queries.VERDICTS)
    sections["counts"] = _rows(connection, queries.COUNTS)
    sections["unrecognised"] = _rows(connection, queries.UNRECOGNISED)
    sections["reject_codes"] = _rows(connection, queries.REJECT_CODES)
    return Report(subject, datetime.now(UTC).replace(microsecond=0), _version(), sections)


def _subject(connection: duckdb.DuckDBPyConnection, player: str | None) -> Subject:
    how: Any = "named"
    if player is None:
        how = "hero"
        heroes = _rows(connection, queries.HERO)
        if not heroes:
            return Subject(None, "table")
        player = str(heroes[0]["player"])
    sites = _rows(connection, queries.SITES, player)
    if not sites:
        similar = _rows(connection, queries.SIMILAR, player)
        names = ", ".join(f"`{row['player']}`" for row in similar)
        message = f"expected a player with hands in the lake, got `{player}`"
        raise ReportError(message, hint=f"did you mean {names}" if names else None)
    return Subject(player, how, tuple(row["site"] for row in sites))


def _about_player(
    connection: duckdb.DuckDBPyConnection, subject: Subject
) -> dict[str, tuple[Row, ...]]:
    def rows(query: str) -> tuple[Row, ...]:
        return _rows(connection, query, subject.player)

    return {
        "totals": rows(queries.TOTALS),
        "result_line": rows(queries.RESULT_LINE),
        "luck": rows(luck.LUCK.format(who=NAMED)),
        "all_ins": rows(luck.ALL_INS.format(who=NAMED)),
        "statistics": rows(queries.STATISTICS),
        "win_rates": _ordered(rows(queries.STAKES) + rows(queries.TOURNAMENT_GAMES)),
        "positions": _ordered(rows(queries.STAKE_POSITIONS) + rows(queries.TOURNAMENT_POSITIONS)),
        "starting_hands": rows(queries.STARTING_HANDS),
        "players": (),
    }


def _about_table(
    connection: duckdb.DuckDBPyConnection, _subject: Subject
) -> dict[str, tuple[Row, ...]]:
    return {
        "totals": _rows(connection, queries.TABLE_TOTALS),
        "result_line": (),
        "luck": (),
        "all_ins": (),
        "statistics": _rows(connection, queries.TABLE_STATISTICS),
        "win_rates": (),
        "positions": _ordered(_rows(connection, queries.TABLE_POSITIONS)),
        "starting_hands": (),
        "players": _rows(connection, queries.PLAYERS),
    }


def _ordered(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Order stakes by number of hands, and positions by the order of the deal."""
    hands: dict[tuple[Any, ...], int] = {}
    for row in rows:
        hands[stake_key(row)] = hands.get(stake_key(row), 0) + row["hands"]
    return tuple(
        sorted(
            rows,
            key=lambda row: (
                -hands[stake_key(row)],
                [str(part) for part in stake_key(row)],
                row.get("position_order") or 0,
            ),
        )
    )


def stake_key(row: Row) -> tuple[Any, ...]:
    """The key of a stake: site, kind of money, game, and the big blind (in stud the small bet)."""
    names = ("site", "kind", "currency", "game", "is_hi_lo", "betting")
    blind = row["big_blind"] if row["big_blind"] is not None else row.get("small_bet")
    return (*(row[name] for name in names), blind)


def _rows(
    connection: duckdb.DuckDBPyConnection, query: str, player: str | None = None
) -> tuple[Row, ...]:
    result = connection.execute(query, {} if player is None else {"player": player})
    names = [column[0] for column in result.description or ()]
    return tuple(_tidy(dict(zip(names, row, strict=True))) for row in result.fetchall())


def _tidy(row: dict[str, Any]) -> Row:
    """Round decimals to the scale of their money: SQL's have eight places, and a signed zero."""
    places = Decimal(1).scaleb(-(row.pop("scale", None) or 0))
    for name, value in row.items():
        if isinstance(value, Decimal):
            row[name] = value.quantize(places) + 0
    return row


def _version() -> str:
    try:
        return metadata.version("handlab")
    except metadata.PackageNotFoundError:
        return "unreleased"
