"""
The SQL of `handlab stats`: statistics of the catalogue, sliced and filtered.

One query over `fct_seat_facts`, which reads the table `seats` alone. Its text has everything that
was asked, so that it can be printed, changed and run with `handlab sql`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from difflib import get_close_matches
from typing import TYPE_CHECKING

from handlab.catalogue import catalogue
from handlab.errors import StatisticsError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from handlab.catalogue import Statistic

KEY = ("site", "player", "kind", "currency", "game_family", "betting")
"""What every row is grouped by: nothing is summed over sites, kinds of money, or games."""
DIMENSIONS = {
    "position": ("position", "position of the seat"),
    "n_players": ("n_players", "number of players dealt in"),
    "game": ("game", "game of the hand"),
    "stake": (
        "case when kind is distinct from 'tournament' then money(bb_size, scale) end",
        "big blind in units of the currency, in stud the small bet; none in tournaments",
    ),
    "stack_depth": (
        "list_max(list_filter([0, 20, 40, 75, 125, 200],"
        " lambda depth: depth <= starting_stack / nullif(bb_size, 0)))",
        "stack before the hand in big blinds: the lower end of 0, 20, 40, 75, 125, 200",
    ),
    "starting_hand": ("starting_hand(hole_cards)", "class of two known hole cards, such as `AKs`"),
    "year": ("strftime(started_at, '%Y')", "year of the start, in UTC"),
    "month": ("strftime(started_at, '%Y-%m')", "month of the start"),
    "week": ("strftime(started_at, '%G-W%V')", "week of the start, from Monday"),
    "day": ("strftime(started_at, '%Y-%m-%d')", "day of the start"),
    "weekday": ("isodow(started_at)", "day of the week, 1 for Monday"),
    "hour": ("hour(started_at)", "hour of the day, from 0"),
    "is_hero": ("is_hero", "whether it is the seat of the file's owner"),
    "is_flagged": ("is_flagged", "whether the hand should be looked at"),
}
"""What rows can be sliced by besides the key: SQL over `fct_seat_facts`, and what it means."""
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
"""The statistics that are given where none is asked for."""
ORDERED_BY = {"position": "position_order(position)"}


@dataclass(frozen=True, slots=True)
class Question:
    """
    What is asked.

    Attributes
    ----------
    player
        A single player, else all that have a name.
    by
        Names of `DIMENSIONS`, or of `KEY`, by which every row is anyway.
    stat
        Names of statistics or of their groups, or `all`; those of `USUAL` if empty.
    since, until
        First and last day in UTC, or times; the last day is part of it, a time is not.
    site, kind, game
        Only hands with this value.
    stake
        Only hands with this big blind, in units of the currency.
    min_hands
        Only rows with as many hands.
    """

    player: str | None = None
    by: Sequence[str] = ()
    stat: Sequence[str] = ()
    since: str | None = None
    until: str | None = None
    site: str | None = None
    kind: str | None = None
    stake: str | None = None
    game: str | None = None
    min_hands: int = 1

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
            else:
                message = (
                    f"expected a statistic, a group ({', '.join(groups)}) or `all`, got `{name}`"
                )
                raise StatisticsError(message, hint=_hint(name, known, "`handlab stats --list`"))
        return tuple(found.values())

    @property
    def slices(self) -> dict[str, str]:
        """
        The dimensions that are asked for besides the key, with their SQL.

        Raises
        ------
        StatisticsError
            If there is no such dimension.
        """
        for name in self.by:
            if name not in DIMENSIONS and name not in KEY:
                words = [*DIMENSIONS, *KEY]
                message = f"expected what to slice by, got `{name}`"
                raise StatisticsError(message, hint=_hint(name, words, ", ".join(words)))
        return {name: DIMENSIONS[name][0] for name in self.by if name not in KEY}

    def sql(self) -> str:
        """The query: one row per key and slice, players with most hands first."""
        statistics, slices = self.statistics, self.slices
        filters = self._filters()
        counts = []
        rates = []
        for entry in statistics:
            made, chances = entry.made_column, f"{entry.name}_chances"
            for column, name in ((entry.made_column, made), (entry.chance_column, chances)):
                if entry.of == "decisions":
                    counts.append(f"cast(coalesce(sum({column}), 0) as bigint) as {name}")
                else:
                    counts.append(f"count_true({column}) as {name}")
            of = f"({made}, {chances})"
            rates += [f"rate{of} as {entry.name}", made, chances]
            rates += [
                f"wilson_low{of} as {entry.name}_low",
                f"wilson_high{of} as {entry.name}_high",
            ]
        grouped = [*KEY, *(f"{sql} as {name}" for name, sql in slices.items())]
        having = f"\n    having count(*) >= {int(self.min_hands)}" if self.min_hands > 1 else ""
        order = [ORDERED_BY.get(name, name) for name in slices]
        if self.player is not None or not slices:
            order = [*order, "hands desc", *KEY]
        else:
            # Slice by slice within each player.
            order = [f"sum(hands) over (partition by {', '.join(KEY)}) desc", *KEY, *order]
        return f"""\
select
    {_lines([*KEY, *slices, "hands", "hands_flagged", *rates], 4)}
from (
    select
        {_lines([*grouped, "count(*) as hands", "count_true(is_flagged) as hands_flagged"], 8)},
        {_lines(counts, 8)}
    from fct_seat_facts
    where
        {_joined(filters, 8)}
    group by all{having}
)
order by {", ".join(order)}"""

    def table_sql(self) -> str:
        """
        The query in the form that people read, with percentages.

        A player who is not sliced has one row per statistic, other questions one column for each.
        """
        statistics, slices = self.statistics, self.slices
        groups = _lines([*KEY, *slices, "hands"], 4)
        if self.player is None or slices:
            cells = [
                f"case when {name}_chances > 0"
                f" then printf('%.1f (%d)', 100 * {name}, {name}_chances) end as {name}"
                for name in (entry.name for entry in statistics)
            ]
            return f"select\n    {groups},\n    {_lines(cells, 4)}\nfrom (\n{self.sql()}\n)"
        rows = [
            f"{{'statistic': '{name}', 'made': {name}_made, 'chances': {name}_chances,"
            f" 'percent': round(100 * {name}, 1),"
            f" 'low': round(100 * {name}_low, 1), 'high': round(100 * {name}_high, 1)}}"
            for name in (entry.name for entry in statistics)
        ]
        listed = _lines(rows, 8)
        return (
            f"select\n    {groups},\n    unnest([\n        {listed}\n    ], recursive := true)"
            f"\nfrom (\n{self.sql()}\n)"
        )

    def _filters(self) -> list[str]:
        filters = ["not is_anonymous"]
        for column in ("player", "site", "kind", "game"):
            value = getattr(self, column)
            if value is not None:
                filters.append(f"{column} = {quoted(value)}")
        if self.stake is not None:
            filters.append(f"{DIMENSIONS['stake'][0]} = {_amount(self.stake)}")
        if self.since is not None:
            filters.append(f"started_at >= timestamptz '{_time(self.since, days=0)}'")
        if self.until is not None:
            filters.append(f"started_at < timestamptz '{_time(self.until, days=1)}'")
        return filters


def catalogue_rows() -> list[dict[str, str]]:
    """The catalogue, one row per statistic."""
    names = ("name", "title", "group", "of", "spot", "made", "meaning", "source")
    return [{name: getattr(entry, name) for name in names} for entry in catalogue().statistics]


def quoted(text: str) -> str:
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def _hint(name: str, words: Iterable[str], everywhere: str) -> str:
    similar = ", ".join(f"`{word}`" for word in get_close_matches(name, list(words), 3))
    return f"did you mean {similar}? all are: {everywhere}" if similar else f"all are: {everywhere}"


def _amount(text: str) -> str:
    whole, _, part = text.partition(".")
    if not (whole + part).isascii() or not (whole + part).isdigit():
        message = f"expected a stake as its big blind, such as `0.25`, got `{text}`"
        raise StatisticsError(message, hint="in stud it is the small bet")
    return text


def _time(text: str, *, days: int) -> str:
    """The time of a day or a time, in UTC; of a day `days` later."""
    try:
        if len(text) == len("2024-05-01"):
            day = date.fromisoformat(text) + timedelta(days=days)
            return f"{day.isoformat()} 00:00:00+00"
        time = datetime.fromisoformat(text)
        time = time if time.tzinfo is not None else time.replace(tzinfo=UTC)
        return time.astimezone(UTC).isoformat(sep=" ")
    except (ValueError, OverflowError) as error:
        message = f"expected a day such as `2024-05-31`, or a time, got `{text}`"
        raise StatisticsError(message, hint="times without a zone are in UTC") from error


def _lines(items: Iterable[str], indent: int) -> str:
    return (",\n" + " " * indent).join(items)


def _joined(filters: Iterable[str], indent: int) -> str:
    return ("\n" + " " * indent + "and ").join(filters)
