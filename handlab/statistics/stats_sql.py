"""
The SQL of `handlab stats`: statistics of the catalogue, sliced and filtered.

One query over `fct_named_seats`, which reads the table `seats` alone, and what a slice needs
beside. Its text has everything that was asked, so that it can be printed, changed and run with
`handlab sql`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from handlab.errors import StatisticsError
from handlab.sql_text import amount, joined, lines, names, quoted, time, within, zone
from handlab.statistics import parameters, tracker_names
from handlab.statistics.catalogue import catalogue
from handlab.statistics.readings import check_reading, readings
from handlab.statistics.slices import (
    DIMENSIONS,
    KEY,
    OPPONENTS,
    ORDERED_BY,
    SESSIONS,
    slices,
    source_sql,
)

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

    def sql(self) -> str:
        """The query: one row per key and slice, players with most hands first."""
        slices = self.slices
        order = [ORDERED_BY.get(name, name) for name in slices]
        if self.player is not None or not slices:
            order = [*order, "hands desc", *KEY]
        else:
            # Slice by slice within each player.
            order = [f"sum(hands) over (partition by {', '.join(KEY)}) desc", *KEY, *order]
        return f"{self.unordered_sql()}\norder by {', '.join(order)}"

    def unordered_sql(self) -> str:
        """The query without an order, as part of another one."""
        slices, measures = self.slices, self.measures
        counts, rates = [], []
        for name, (summed, shown) in measures.items():
            counts.append(f"{summed} as {name}_units" if shown else f"{summed} as {name}")
            rates.append(f"{shown} as {name}" if shown else name)
        if measures:
            counts.append("max(scale) as scale")
        for entry in self.statistics:
            made, chances = entry.made_column, f"{entry.name}_chances"
            of = f"({made}, {chances})"
            rates += [f"rate{of} as {entry.name}", made, chances]
            rates += [
                f"wilson_low{of} as {entry.name}_low",
                f"wilson_high{of} as {entry.name}_high",
            ]
        return f"""\
select
    {lines([*KEY, *slices, "hands", "hands_flagged", *rates], 4)}
from (
{self._summed_sql([*counts, *self._counts()])}
)"""

    def _counts(self) -> list[str]:
        """How often each statistic was made, and its chances."""
        counts = []
        for entry in self.statistics:
            made, chances = entry.made_column, f"{entry.name}_chances"
            read = self.readings.get(entry.name)
            if read is not None:
                counts.append(f"count_true(({read.chance}) and ({read.made})) as {made}")
                counts.append(f"count_true({read.chance}) as {chances}")
                continue
            for column, name in ((entry.made_column, made), (entry.chance_column, chances)):
                if entry.of == "decisions":
                    counts.append(f"cast(coalesce(sum({column}), 0) as bigint) as {name}")
                else:
                    counts.append(f"count_true({column}) as {name}")
        return counts

    def _summed_sql(self, counts: list[str]) -> str:
        """The query for what is counted besides hands: one row per key and slice."""
        counts = ["count(*) as hands", "count_true(is_flagged) as hands_flagged", *counts]
        sliced = [f"{sliced.sql} as {name}" for name, sliced in self.slices.items()]
        where = f"""\
from {self.source}
    where
        {joined(self.filters, 8)}
    group by all"""
        if self.is_hero or self.measures:
            having = f"\n    having count(*) >= {int(self.min_hands)}" if self.min_hands > 1 else ""
            return f"""\
    select
        {lines([*self.key, *sliced, *counts], 8)}
    {where}{having}"""
        # Grouping by two columns takes half the time of grouping by six.
        key = [
            name if name == "player" else f"population_part(population, '{name}') as {name}"
            for name in KEY
        ]
        names = [count.rpartition(" as ")[2] for count in counts]
        summed = [f"cast(sum({name}) as bigint) as {name}" for name in names]
        having = f"\n    having sum(hands) >= {int(self.min_hands)}" if self.min_hands > 1 else ""
        return f"""\
    select
        {lines([*key, *self.slices, *summed], 8)}
    from (
    select
        {lines(["player", "population", *sliced, *counts], 8)}
    {where}
    )
    group by all{having}"""

    def table_sql(self) -> str:
        """
        The query in the form that people read, with percentages.

        A player who is not sliced has one row per statistic, other questions one column for each.
        """
        statistics, slices, measures = self.statistics, self.slices, self.measures
        rounded = [
            f"{name}" if name == "won" else f"round({name}, 1) as {name}" for name in measures
        ]
        groups = lines([*KEY, *slices, "hands", *rounded], 4)
        if self.player is None or slices or not statistics:
            cells = [
                f"case when {name}_chances > 0"
                f" then printf('%.1f (%d)', 100 * {name}, {name}_chances) end as {name}"
                for name in (entry.name for entry in statistics)
            ]
            columns = f",\n    {lines(cells, 4)}" if cells else ""
            return f"select\n    {groups}{columns}\nfrom (\n{self.sql()}\n)"
        rows = [
            f"{{'statistic': '{name}', 'made': {name}_made, 'chances': {name}_chances,"
            f" 'percent': round(100 * {name}, 1),"
            f" 'low': round(100 * {name}_low, 1), 'high': round(100 * {name}_high, 1)}}"
            for name in (entry.name for entry in statistics)
        ]
        listed = lines(rows, 8)
        return (
            f"select\n    {groups},\n    unnest([\n        {listed}\n    ], recursive := true)"
            f"\nfrom (\n{self.sql()}\n)"
        )

    def long_sql(self) -> str:
        """One row per key, slice and statistic, with shares from 0 to 1."""
        rows = [
            f"{{'statistic': '{name}', 'made': {name}_made, 'chances': {name}_chances}}"
            for name in (entry.name for entry in self.statistics)
        ]
        group = [*KEY, *self.slices, "hands"]
        of = "(made, chances)"
        rates = [f"rate{of} as rate", f"wilson_low{of} as low", f"wilson_high{of} as high"]
        return f"""\
select
    {lines([*group, "statistic", "made", "chances", *rates], 4)}
from (
    select
        {lines(group, 8)},
        unnest([
            {lines(rows, 12)}
        ], recursive := true)
    from (
{self._summed_sql(self._counts())}
    )
)"""

    @property
    def _times(self) -> tuple[datetime | None, datetime | None]:
        """The first time, and the one before which hands started, in UTC."""
        since = None if self.since is None else time(self.since, days=0, timezone=self.timezone)
        until = None if self.until is None else time(self.until, days=1, timezone=self.timezone)
        if since is not None and until is not None and since >= until:
            message = f"expected `since` before `until`, got `{self.since}` and `{self.until}`"
            raise StatisticsError(message, hint="`since` is the first day, `until` the last")
        return since, until

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


def catalogue_rows() -> list[dict[str, str]]:
    """The catalogue, one row per statistic."""
    columns = ("name", "title", "group", "of", "spot", "made", "meaning")
    return [{name: getattr(entry, name) for name in columns} for entry in catalogue().statistics]
