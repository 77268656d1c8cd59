"""
The catalogue of statistics, `sql/statistics.toml`: its entries, and the columns that they define.

Each statistic has two columns in `seats`, its chance and its act. `handlab.statistics.fill_sql` has
the SQL that fills them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property

from handlab.errors import ViewError
from handlab.sql_folder import sql_folder

FILE = "statistics.toml"
MACROS = ("is_aggressive", "is_counted", "is_decision", "is_flagged", "is_voluntary")
"""The macros that the SQL calls."""
VERSION_COLUMN = "statistics_version"
POPULATION_COLUMN = "population"
POPULATION_PARTS = (
    "site",
    "kind",
    "scale",
    "game_family",
    "game",
    "is_hi_lo",
    "betting",
    "big_blind",
    "small_bet",
    "bb_unit",
    "currency",
)
"""
The columns of `seats` that make its population, in their order there, with `|` between them.

The last is the only one whose text comes from files.
"""
POPULATION_SENTENCE = (
    f"Game and stake of the hand as one text, {', '.join(f'`{part}`' for part in POPULATION_PARTS)}"
    " with `|` between them; null if the seat is not counted or its name identifies nobody."
)
COUNTED = "is_counted"
"""The flag without which a seat has no population."""
ACTION_COLUMNS = (
    "seat",
    "street",
    "street_no",
    "kind",
    "amount",
    "raises_before",
    "limpers_before",
    "callers_before",
    "to_call",
    "aggressor_seat",
    "can_raise",
    "position",
    "previous_aggressor_seat",
    "aggressor_to_act",
    "in_position",
    "line",
    "faces",
)
"""The columns of `actions` that the catalogue's predicates may read."""
SEAT_COLUMNS = (
    "seat",
    "is_dealt_in",
    "verdict",
    "is_all_in",
    "is_bomb_pot",
    "folded_street",
    "ev_method",
    "saw_flop",
    "went_to_showdown",
    "won_at_showdown",
    "won",
    "uncalled",
    "posted",
    "dead",
)
"""The columns of `seats` that the catalogue's predicates may read."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """
    An entry of the catalogue.

    Attributes
    ----------
    name
        Its name, from which the names of its columns are formed.
    title
        Its name as players write it.
    group
        The heading under which it is listed.
    of
        What its predicates test: a `decision`, `decisions` that are counted, or a `seat`.
    spot, made
        Predicates in SQL: whether there was a chance, and whether it was taken.
    meaning
        One sentence on the act.
    """

    name: str
    title: str
    group: str
    of: str
    spot: str
    made: str
    meaning: str

    @property
    def chance_column(self) -> str:
        """The column of the chance, or of their number."""
        return f"{self.name}_chances" if self.of == "decisions" else f"{self.name}_chance"

    @property
    def made_column(self) -> str:
        """The column of the act, or of their number."""
        return f"{self.name}_made"

    @property
    def columns(self) -> tuple[tuple[str, str, str], ...]:
        """Name, type and description of both columns."""
        if self.of == "decisions":
            return (
                (self.chance_column, "SMALLINT", f"Number of chances of `{self.name}`."),
                (self.made_column, "SMALLINT", f"Number of acts of `{self.name}`: {self.meaning}"),
            )
        return (
            (self.chance_column, "BOOLEAN", f"Whether the seat had the chance of `{self.name}`."),
            (self.made_column, "BOOLEAN", f"`{self.name}`: {self.meaning}"),
        )

    @property
    def predicates(self) -> dict[str, tuple[str, str]]:
        """The spot of each column, and the act if the column is that of the act."""
        return {self.chance_column: (self.spot, ""), self.made_column: (self.spot, self.made)}


@dataclass(frozen=True)
class Catalogue:
    """
    The catalogue as read.

    Attributes
    ----------
    version
        Its version; rows of `seats` that another version filled are recomputed.
    flags
        Named predicates over a seat that most queries use, with a sentence each.
    statistics
        The statistics in stored order.
    facts
        Spot and act by name: whether a decision had both; statistics of seats use them.
    hand_facts
        Predicates over facts and statistics of decisions by name: whether one holds for any seat of
        the hand.
    acts
        Predicates over an action by name, which those over decisions use.
    """

    version: int
    flags: dict[str, tuple[str, str]]
    statistics: tuple[Statistic, ...]
    facts: dict[str, tuple[str, str]]
    hand_facts: dict[str, str]
    acts: dict[str, str]

    @property
    def columns(self) -> tuple[tuple[str, str, str], ...]:
        """Name, type and description of the columns of `seats` that it fills, in stored order."""
        version = (VERSION_COLUMN, "INTEGER", "Version of the catalogue that filled what follows.")
        population = (POPULATION_COLUMN, "VARCHAR", POPULATION_SENTENCE)
        flags = ((name, "BOOLEAN", sentence) for name, (_, sentence) in self.flags.items())
        return (
            version,
            population,
            *flags,
            *(column for entry in self.statistics for column in entry.columns),
        )

    @cached_property
    def flag_names(self) -> tuple[str, ...]:
        """The names of those columns that are flags or counts."""
        return self.column_names[2:]

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """The names of those columns."""
        return tuple(name for name, _, _ in self.columns)


@cache
def catalogue() -> Catalogue:
    """
    The catalogue of this version of handlab.

    Raises
    ------
    ViewError
        If the file is missing, or an entry lacks a field or has an unknown one.
    """
    place = sql_folder() / FILE
    try:
        return parse(place.read_text(encoding="utf-8"))
    except OSError as error:
        message = f"expected the catalogue of statistics, cannot read `{place}`"
        raise ViewError(message, hint="reinstall handlab") from error
    except (tomllib.TOMLDecodeError, TypeError, KeyError) as error:
        message = f"cannot read the catalogue of statistics `{place}`: {error}"
        raise ViewError(message) from error


def parse(text: str) -> Catalogue:
    """Read a catalogue from the text of its file."""
    read = tomllib.loads(text)

    def named(table: str, value: str) -> dict[str, str]:
        return {entry["name"]: _on_one_line(entry[value]) for entry in read.get(table, ())}

    return Catalogue(
        read["version"],
        {
            entry["name"]: (_on_one_line(entry["holds"]), _on_one_line(entry["meaning"]))
            for entry in read["flag"]
        },
        tuple(
            Statistic(**{name: _on_one_line(value) for name, value in entry.items()})
            for entry in read["statistic"]
        ),
        {
            entry["name"]: (_on_one_line(entry["spot"]), _on_one_line(entry.get("made", "")))
            for entry in read.get("fact", ())
        },
        named("hand_fact", "any"),
        {name: _on_one_line(act) for name, act in read["acts"].items()},
    )


def macro_texts() -> list[str]:
    """Statements that create the macros that the SQL calls."""
    return [(sql_folder() / "macros" / f"{name}.sql").read_text("utf-8") for name in MACROS]


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def catalogue_rows() -> list[dict[str, str]]:
    """The catalogue, one row per statistic."""
    columns = ("name", "title", "group", "of", "spot", "made", "meaning")
    return [{name: getattr(entry, name) for name in columns} for entry in catalogue().statistics]
