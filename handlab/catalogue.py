"""
The catalogue of statistics, `sql/statistics.toml`: its columns, and the SQL that fills them.

Each statistic has two columns in `seats`, its chance and its act. The SQL folds the decisions of a
seat into masks, one bit per predicate: that is cheaper than an aggregate for each, and so is
handing the masks over, which the caller takes apart. Every distinct predicate is a column of a
subquery, because DuckDB does not share expressions inside a `case`.
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
BITS = 62
"""The bits of a mask: those of a BIGINT without its sign."""
COUNT_BITS = 16
COUNTS = 3
"""The bits of a count, and the counts in a sum, which is a DOUBLE: exact to 53 bits."""
VERSION_COLUMN = "statistics_version"
ACTION_COLUMNS = (
    "seat",
    "street_no",
    "kind",
    "amount",
    "raises_before",
    "limpers_before",
    "callers_before",
    "aggressor_seat",
    "can_raise",
    "position",
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
)
"""The columns of `seats` that the catalogue's predicates may read."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """
    An entry of the catalogue.

    Attributes
    ----------
    name
        Its name, from which those of its columns are made.
    title
        Its name as players write it.
    group
        The heading that it stands under.
    of
        What its predicates are about: a `decision`, `decisions` that are counted, or a `seat`.
    spot, made
        Predicates in SQL: whether there was a chance, and whether it was taken.
    meaning
        One sentence on the act.
    source
        Where the definition is from.
    """

    name: str
    title: str
    group: str
    of: str
    spot: str
    made: str
    meaning: str
    source: str

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
        Its version; rows of `seats` that another one filled are filled again.
    flags
        Predicates over a seat by name that most questions ask, with a sentence each.
    statistics
        The statistics in stored order.
    facts
        Spot and act by name: whether a decision had both, which statistics of seats use.
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
        flags = ((name, "BOOLEAN", sentence) for name, (_, sentence) in self.flags.items())
        return (version, *flags, *(column for entry in self.statistics for column in entry.columns))

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """The names of those columns."""
        return tuple(name for name, _, _ in self.columns)

    @cached_property
    def packed(self) -> dict[str, tuple[str, int, int]]:
        """Where the packed query returns each column: a column, its first bit there, its bits."""
        found = {name: (mask, bit, 1) for name, (mask, bit) in self._places.items()}
        for name, (mask, bit) in _places("seat_mask", self._seat_bits).items():
            found[name] = (mask, bit, 1)
        for name, pair in self._counts.items():
            number = self._count_numbers[pair]
            shift = number % COUNTS * COUNT_BITS
            found[name] = (f"counts_{number // COUNTS}", shift, COUNT_BITS)
        return found

    def fill_sql(self, *, seats: str, actions: str, key: str, kept: str, packed: bool) -> str:
        """
        The query that computes the columns: one row per row of `seats`.

        Parameters
        ----------
        seats
            A relation with the key, `SEAT_COLUMNS` and what is kept; one row per seat.
        actions
            A relation with the key and `ACTION_COLUMNS`; one row per action.
        key
            The columns by which both belong together besides `seat`.
        kept
            Columns of `seats` to return before those of the catalogue.
        packed
            Whether to return masks and packed counts, see `packed`, instead of the stored columns.
        """
        hand = [name.strip() for name in key.split(",")]
        pairs = list(dict.fromkeys([*self._decision_bits.values(), *self._counts.values()]))
        spots = {spot: f"spot_{number}" for number, (spot, _) in enumerate(pairs)}
        hits = {pair: f"hit_{number}" for number, pair in enumerate(pairs) if pair[1]}
        columns = {pair: hits.get(pair, spots[pair[0]]) for pair in pairs}
        bits = {columns[pair]: bit for pair, bit in self._decision_bits_of.items()}
        masks = {name: f"bit_or({sql})" for name, sql in _masks("mask", bits).items()}
        counts = _count_sums({columns[pair]: at for pair, at in self._count_numbers.items()})
        folded = masks | counts
        stored = self._packed_columns() if packed else self._stored_columns()
        return f"""\
with

acts as (
    select
        *,
        {_lines([f"{sql} as {name}" for name, sql in self.acts.items()], 8)}
    from {actions}
),

spots as (
    select
        *,
        {_lines([f"is_decision and ({sql}) as {name}" for sql, name in spots.items()], 8)}
    from acts
),

hits as (
    select
        *,
        {_lines([f"{spots[spot]} and ({act}) as {name}" for (spot, act), name in hits.items()], 8)}
    from spots
),

decisions as (
    select
        {_lines([*hand, "seat", *(f"{sql} as {name}" for name, sql in folded.items())], 8)}
    from hits
    group by {", ".join([*hand, "seat"])}
),

masked as (
    select
        seats.*,
        {_lines([f"cast(coalesce({name}, 0) as bigint) as {name}" for name in folded], 8)}
    from {seats} as seats
    left join decisions
        on
            {" and ".join(f"seats.{name} = decisions.{name}" for name in (*hand, "seat"))}
),

{self._flagged_sql(hand)}

select
    {_lines([kept, *stored], 4)}
from flagged
"""

    def _flagged_sql(self, hand: list[str]) -> str:
        """The seats with every fact and every flag of their decisions as a column."""
        flags = [f"{_bit(*place)} as {name}" for name, place in self._places.items()]
        if not self.hand_facts:
            columns = _lines(["masked.*", *flags], 8)
            return f"flagged as (\n    select\n        {columns}\n    from masked\n)"
        # Masks go through the join; flags are taken from them where they are needed.
        facts = {predicate: bit for bit, predicate in enumerate(self.hand_facts.values())}
        (hand_mask,) = _masks("hand_mask", facts).values()
        hand_flags = [
            f"{_bit('hand_mask', bit)} as {name}" for bit, name in enumerate(self.hand_facts)
        ]
        return f"""\
hands_with_facts as (
    select
        {_lines([*hand, f"bit_or({hand_mask}) as hand_mask"], 8)}
    from (
        select
            {_lines([*hand, *flags], 12)}
        from masked
    )
    group by {", ".join(hand)}
),

joined as (
    select
        masked.*,
        hands_with_facts.hand_mask
    from masked
    inner join hands_with_facts
        on
            {" and ".join(f"masked.{name} = hands_with_facts.{name}" for name in hand)}
),

flagged as (
    select
        joined.*,
        {_lines([*flags, *hand_flags], 8)}
    from joined
)"""

    @cached_property
    def _decision_bits(self) -> dict[str, tuple[str, str]]:
        """Spot and act of each boolean that decisions decide, facts included."""
        found = dict(self.facts)
        for entry in self.statistics:
            if entry.of == "decision":
                found |= entry.predicates
        return found

    @cached_property
    def _seat_bits(self) -> dict[str, tuple[str, str]]:
        """Spot and act of each boolean that the seat decides."""
        found = {name: (sql, "") for name, (sql, _) in self.flags.items()}
        for entry in self.statistics:
            if entry.of == "seat":
                found |= entry.predicates
        return found

    @cached_property
    def _counts(self) -> dict[str, tuple[str, str]]:
        """Spot and act of each count."""
        found: dict[str, tuple[str, str]] = {}
        for entry in self.statistics:
            if entry.of == "decisions":
                found |= entry.predicates
        return found

    @cached_property
    def _count_numbers(self) -> dict[tuple[str, str], int]:
        """The number of each distinct count."""
        return _numbered(self._counts)

    @cached_property
    def _decision_bits_of(self) -> dict[tuple[str, str], int]:
        """The bit of each distinct pair of spot and act."""
        return _numbered(self._decision_bits)

    @cached_property
    def _places(self) -> dict[str, tuple[str, int]]:
        return _places("mask", self._decision_bits)

    def _seat_masks(self) -> dict[str, str]:
        bits = {_both(*pair): bit for pair, bit in _numbered(self._seat_bits).items()}
        return _masks("seat_mask", bits)

    def _packed_columns(self) -> list[str]:
        count = (len(self._decision_bits_of) + BITS - 1) // BITS
        seat_masks = [f"{sql} as {name}" for name, sql in self._seat_masks().items()]
        masks = [f"mask_{number}" for number in range(count)]
        sums = sorted({column for column, _, bits in self.packed.values() if bits == COUNT_BITS})
        return [*masks, *seat_masks, *sums]

    def _stored_columns(self) -> list[str]:
        columns = [f"cast({self.version} as integer) as {VERSION_COLUMN}"]
        columns += [f"coalesce({sql}, false) as {name}" for name, (sql, _) in self.flags.items()]
        for entry in self.statistics:
            for name, pair in entry.predicates.items():
                if entry.of == "seat":
                    columns.append(f"coalesce({_both(*pair)}, false) as {name}")
                elif entry.of == "decision":
                    columns.append(name)
                else:
                    column, shift, bits = self.packed[name]
                    count = f"({column} >> {shift}) & {(1 << bits) - 1}"
                    columns.append(f"cast({count} as smallint) as {name}")
        return columns


@cache
def catalogue() -> Catalogue:
    """
    The catalogue of this version of handlab.

    Raises
    ------
    ViewError
        If the file is missing, or an entry of it lacks something or has too much.
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


def macros_sql() -> list[str]:
    """Statements that create the macros that the SQL calls, for one connection."""
    texts = ((sql_folder() / "macros" / f"{name}.sql").read_text("utf-8") for name in MACROS)
    return [
        text.replace("create or replace macro", "create or replace temp macro") for text in texts
    ]


def _numbered(pairs: dict[str, tuple[str, str]]) -> dict[tuple[str, str], int]:
    """A number for each distinct pair: statistics with the same spot share a bit."""
    return {pair: number for number, pair in enumerate(dict.fromkeys(pairs.values()))}


def _places(stem: str, pairs: dict[str, tuple[str, str]]) -> dict[str, tuple[str, int]]:
    """The mask of each column, and its bit there."""
    numbers = _numbered(pairs)
    return {
        name: (f"{stem}_{numbers[pair] // BITS}", numbers[pair] % BITS)
        for name, pair in pairs.items()
    }


def _masks(stem: str, bits: dict[str, int]) -> dict[str, str]:
    """Sums that fold predicates into masks, by the masks' names."""
    masks: dict[str, list[str]] = {}
    for predicate, bit in bits.items():
        # A case is cheaper than a cast, and takes null for false.
        case = f"case when {predicate} then {1 << bit % BITS} else 0 end"
        masks.setdefault(f"{stem}_{bit // BITS}", []).append(case)
    return {name: f"cast({' + '.join(cases)} as bigint)" for name, cases in masks.items()}


def _count_sums(numbers: dict[str, int]) -> dict[str, str]:
    """Sums that count predicates, several in one, by their names."""
    sums: dict[str, list[str]] = {}
    for predicate, number in numbers.items():
        one = 1 << number % COUNTS * COUNT_BITS
        case = f"case when {predicate} then {one} else 0 end"
        sums.setdefault(f"counts_{number // COUNTS}", []).append(case)
    return {name: f"sum(cast({' + '.join(cases)} as double))" for name, cases in sums.items()}


def _bit(mask: str, bit: int) -> str:
    return f"{mask} & {1 << bit} <> 0"


def _both(spot: str, made: str) -> str:
    return f"({spot}) and ({made})" if made else f"({spot})"


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _lines(columns: list[str], indent: int) -> str:
    return (",\n" + " " * indent).join(columns)
