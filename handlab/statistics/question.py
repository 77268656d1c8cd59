"""
A question about statistics: whose, of which hands, by what.

`stats_sql` writes the query for it; `filters` and `source` serve questions of other kinds as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from handlab.errors import StatisticsError
from handlab.sql_text import amount, names, quoted, time, within, zone
from handlab.statistics import parameters, tracker_names
from handlab.statistics.catalogue import catalogue
from handlab.statistics.readings import check_reading, readings
from handlab.statistics.slices import DIMENSIONS, KEY, OPPONENTS, SESSIONS, slices, source_sql

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime
    from decimal import Decimal

    from handlab.statistics.catalogue import Statistic
    from handlab.statistics.readings import Reading
    from handlab.statistics.slices import Slice

USUAL = (
    "vpip",
    "pfr",
    "three_bet",
    "fold_to_three_bet",
    "steal",
    "fold_to_steal",
    "cbet_flop",
    "fold_to_cbet_flop",
    "aggression_frequency",
    "wtsd",
    "wsd",
    "wwsf",
)
"""The statistics that are selected by default."""
HERO = "hero"
"""The name for the player whose hole cards the files show, under all screen names."""
RESULTS = {
    "won": ("sum_money(net, scale)", "money(won_units, scale)"),
    "won_bb": ("sum(net_bb)", ""),
    "bb_per_100": ("per_100(net_bb)", ""),
    "bb_per_100_low": (
        "per_100(net_bb) - margin_of_error(per_100_stderr(net_bb))",
        "",
    ),
    "bb_per_100_high": (
        "per_100(net_bb) + margin_of_error(per_100_stderr(net_bb))",
        "",
    ),
    "ev_bb_per_100": ("per_100(net_bb_adjusted)", ""),
}
"""The columns of `results`: the sum, and the expression over `<name>_units`, if any."""
HOURS = {
    "hours": ("sum(seconds) / 3600", ""),
    "table_hours": ("sum(table_seconds) / 3600", ""),
    # A hand without a known start took an unknown time: its winnings do not count for an hour.
    "bb_per_hour": (
        "sum(case when seconds is not null then net_bb end) / nullif(sum(seconds) / 3600, 0)",
        "",
    ),
}
"""The columns of `hours`: elapsed time, time summed over tables, and winnings per hour."""
MEASURES = {"results": RESULTS, "hours": HOURS}
"""Groups of columns that can be selected besides statistics."""


@dataclass(frozen=True, slots=True)
class Question:
    """
    A question about statistics.

    Attributes
    ----------
    player
        A single player, or `hero`; else all that have a name.
    by
        Names of `DIMENSIONS`, or of `KEY`, by which every row is anyway.
    stat
        Names of statistics or of their groups, `all`, or names of `MEASURES`; those of `USUAL` if
        empty.
    vs
        Only hands into which this opponent was dealt as well.
    since, until
        First and last day, or times; the last day is part of it, a time is not.
    timezone
        The zone of these days, and of slices such as the hour; UTC if not given.
    site, kind, game
        Only hands with this value.
    stake
        Only hands with this big blind, in units of the currency.
    min_hands
        Only rows with as many hands.
    reading
        How another program reads the statistics, where it is known to differ: `pt4`, ...
    screen_names
        The stored names of the player, if they are known: the files of other players need not be
        read.
    where
        Further conditions in SQL.
    """

    player: str | None = None
    by: Sequence[str] = ()
    stat: Sequence[str] = ()
    vs: str | None = None
    since: str | date | None = None
    until: str | date | None = None
    timezone: str | None = None
    site: str | None = None
    kind: str | None = None
    stake: str | float | Decimal | None = None
    game: str | None = None
    min_hands: int = 1
    reading: str | None = None
    screen_names: Sequence[str] = ()
    where: Sequence[str] = ()

    @classmethod
    def of(cls, player: str | None = None, **asked: Any) -> Question:  # noqa: ANN401  see Asked
        """
        A question whose names may stand in one text, separated by commas.

        Raises
        ------
        TypeError
            If there is no such parameter, or its value is of another type.
        """
        parameters.check(player, asked)
        by, stat = (names(asked.pop(name, None) or ()) for name in ("by", "stat"))
        return cls(player=player, by=by, stat=stat, **asked)

    @property
    def is_hero(self) -> bool:
        """Whether it is about the hero, under all names."""
        return self.player == HERO

    @property
    def key(self) -> list[str]:
        """The columns of the key; all names of the hero are one player."""
        player = f"{quoted(HERO)} as player" if self.is_hero else "player"
        return [player if name == "player" else name for name in KEY]

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """
        The statistics that are asked for, in that order.

        Raises
        ------
        StatisticsError
            If there is no such statistic.
        """
        known = {entry.name: entry for entry in catalogue().statistics}
        groups = dict.fromkeys(entry.group for entry in known.values())
        found: dict[str, Statistic] = {}
        for name in self.stat or USUAL:
            if name == "all" or name in groups:
                found |= {
                    key: entry for key, entry in known.items() if name in {"all", entry.group}
                }
            elif name in known:
                found[name] = known[name]
            elif name not in MEASURES:
                listed = ", ".join([*groups, *MEASURES])
                message = f"expected a statistic, a group ({listed}) or `all`, got `{name}`"
                raise StatisticsError(message, hint=tracker_names.hint(name, known))
        return tuple(found.values())

    @property
    def readings(self) -> dict[str, Reading]:
        """
        The statistics that are read as another program does, with its reading.

        Raises
        ------
        StatisticsError
            If no readings of the program are known.
        """
        if self.reading is None:
            return {}
        check_reading(self.reading)
        known = readings()
        keys = {entry.name: (self.reading, entry.name) for entry in self.statistics}
        return {name: known[key] for name, key in keys.items() if key in known}

    @property
    def slices(self) -> dict[str, Slice]:
        """The dimensions that are asked for besides the key."""
        found = slices(self.by)
        if self.timezone is None:
            return found
        zone(self.timezone)
        start = f"timezone({quoted(self.timezone)}, started_at)"
        return {
            name: replace(sliced, sql=sliced.sql.replace("started_at", start))
            for name, sliced in found.items()
        }

    @property
    def measures(self) -> dict[str, tuple[str, str]]:
        """The columns besides statistics."""
        found: dict[str, tuple[str, str]] = {}
        for name in self.stat:
            found |= MEASURES.get(name, {})
        return found

    @property
    def source(self) -> str:
        """The relation that is read."""
        needs = {sliced.needs for sliced in self.slices.values() if sliced.needs}
        needs |= {need for read in self.readings.values() for need in read.needs}
        if "hours" in self.stat:
            needs.add(SESSIONS)
        return source_sql(needs, self.screen_names, self.vs, is_hero=self.is_hero)

    @property
    def filters(self) -> list[str]:
        """The conditions in SQL, over the relation that is read."""
        filters = ["is_hero"] if self.is_hero else []
        if self.player not in {None, HERO}:
            filters.append(f"player = {quoted(str(self.player))}")
        if self.screen_names:
            filters.append(f"screen_name in ({', '.join(map(quoted, self.screen_names))})")
        for column in ("site", "kind", "game"):
            value = getattr(self, column)
            if value is not None:
                filters.append(f"{column} = {quoted(value)}")
        if self.stake is not None:
            filters.append(f"{DIMENSIONS['stake'].sql} = {amount(self.stake)}")
        filters += within(*self._times)
        if self.vs is not None:
            filters.append(f"player <> {quoted(self.vs)}")
        if any(sliced.needs == OPPONENTS for sliced in self.slices.values()):
            filters.append("seat <> opponent_seat")
        return [*filters, *self.where] or ["true"]

    @property
    def _times(self) -> tuple[datetime | None, datetime | None]:
        """The first time, and the one before which hands started, in UTC."""
        since = None if self.since is None else time(self.since, days=0, timezone=self.timezone)
        until = None if self.until is None else time(self.until, days=1, timezone=self.timezone)
        if since is not None and until is not None and since >= until:
            message = f"expected `since` before `until`, got `{self.since}` and `{self.until}`"
            raise StatisticsError(message, hint="`since` is the first day, `until` the last")
        return since, until
