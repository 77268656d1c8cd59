"""Build the data of a report from a lake."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from importlib import metadata
from typing import TYPE_CHECKING, Any

from handlab import sql_text
from handlab.errors import ReportError
from handlab.report import replay
from handlab.report.model import Report, Row, Subject
from handlab.report.queries import ask
from handlab.report.sections import ALL
from handlab.statistics.question import HERO

if TYPE_CHECKING:
    from typing import Unpack

    import duckdb

    from handlab.lake import Lake
    from handlab.statistics.parameters import Hands

OF_TOURNAMENTS = frozenset({"tournaments", "tournament_line"})
"""The sections that need no hands."""

REPLAYS = 20
"""The number of hands that a page carries by default."""


def build(
    lake: Lake,
    player: str | None = None,
    *,
    replays: int = REPLAYS,
    timezone: str | None = None,
    **asked: Unpack[Hands],
) -> Report:
    """
    Build the data of a report.

    Parameters
    ----------
    lake
        The lake; its views are updated if needed.
    player
        Name of the player; by default the name with most hero hands, in a lake without hands whom
        its tournament summaries are about. Without either the report is about the table.
    replays
        The number of hands that can be replayed on the page: those with the biggest pots.
    timezone
        The zone of days, months and times, such as `Europe/Berlin`; UTC if not given.
    **asked
        `since`, `until`, `site`, `kind`, `stake`, `game`: only these hands, as for statistics.

    Raises
    ------
    ReportError
        If the lake has no such player, or no such hands.
    StatisticsError
        If there is no such zone, site or game.

    Warns
    -----
    HandlabWarning
        If a name that `aliases.toml` gives to the player seems to be misspelt, or days are chosen
        and hands have none.
    """
    # Imported here because commands read the labels of this package where no lake is.
    from handlab import views
    from handlab.answers import left_out
    from handlab.report import choice
    from handlab.views import aliases

    connection = views.connect_lake(lake)
    try:
        names = aliases.read(lake.path)
        left_out.warn_of_names(connection, player, names)
        chosen = ""
        if any(value is not None for value in asked.values()):
            if player is not None:
                _subject(connection, player)
            chosen = choice.choose(connection, player, {**asked, "timezone": timezone}, names)
        found = build_from(connection, player, replays=replays, timezone=timezone)
        return replace(found, chosen=chosen)
    finally:
        connection.close()


def build_from(
    connection: duckdb.DuckDBPyConnection,
    player: str | None = None,
    *,
    replays: int = REPLAYS,
    timezone: str | None = None,
) -> Report:
    """Build the data through a connection whose current catalog has the views; see [`build`]."""
    zone = sql_text.zone(timezone)
    variables: dict[str, object] = {"hands": replays, "timezone": timezone or "UTC"}
    subject = _subject(connection, player)
    has_player = subject.player is not None
    sections: dict[str, tuple[Row, ...]] = {}
    for section in ALL:
        query = section.query(has_player=has_player)
        about = subject.player
        if subject.owner is not None and section.name in OF_TOURNAMENTS:
            query, about = section.name, subject.owner
        sections[section.name] = (
            () if query is None else ask(connection, query, zone, player=about, **variables)
        )
    # Sections of hands link to the same replays.
    hands = [
        (row["site"], row["hand_id"])
        for section in ALL
        if section.link and replays
        for row in sections[section.name]
    ]
    return Report(
        subject,
        datetime.now(UTC).replace(microsecond=0),
        version(),
        sections,
        replay.replays(connection, hands, subject.player, zone),
        timezone=timezone or "UTC",
    )


def hero(connection: duckdb.DuckDBPyConnection) -> str | None:
    """The name with most hero hands; `None` if the logs show no hero's cards."""
    heroes = ask(connection, "hero")
    return str(heroes[0]["player"]) if heroes else None


def _subject(connection: duckdb.DuckDBPyConnection, player: str | None) -> Subject:
    how: Any = "named"
    if player is None:
        how = "hero"
        player = hero(connection)
        if player is None:
            return _without_hero(connection)
    # Statistics take it for all names of the files' owner; a report is about one name.
    elif player == HERO:
        message = f"expected the name of one player, got `{HERO}`, which means all heroes"
        hint = "without a name the report is about the one with most hands whose cards are known"
        if hero(connection) is None:
            hint = "no log of the lake names its owner; `handlab stats --player hero` is about them"
        raise ReportError(message, hint=hint)
    sites = ask(connection, "sites", player=player) or ask(
        connection, "tournament_sites", player=player
    )
    if not sites:
        message = f"expected a player with hands or tournaments in the lake, got `{player}`"
        from handlab.answers.left_out import hint_of_names

        raise ReportError(message, hint=hint_of_names(connection, player))
    return Subject(player, how, tuple(row["site"] for row in sites))


def _without_hero(connection: duckdb.DuckDBPyConnection) -> Subject:
    """Whom the tournaments are about, in a lake in whose hands nobody is the hero."""
    owners = ask(connection, "owner")
    owner = str(owners[0]["player"]) if owners else None
    has_results = _has_rows(connection, "tournament_results")
    if owner is None or _has_rows(connection, "hands"):
        return Subject(None, "table", owner=owner, has_results=has_results)
    sites = ask(connection, "tournament_sites", player=owner)
    return Subject(owner, "summaries", tuple(row["site"] for row in sites))


def _has_rows(connection: duckdb.DuckDBPyConnection, relation: str) -> bool:
    return connection.execute(f"select 1 from {relation} limit 1").fetchone() is not None


def version() -> str:
    """The version of the installed package."""
    try:
        return metadata.version("handlab")
    except metadata.PackageNotFoundError:
        return "unreleased"
