"""
The SQL that fills the statistics of seats, from the entries of the catalogue.

There are two ways. `fill_sql` computes the columns from whole tables. It folds the decisions of a
seat into masks, one bit per predicate: that is cheaper than an aggregate for each. Every distinct
predicate is a column of a subquery, because DuckDB does not share expressions inside a `case`.
`predicates` are for `SeatPredicates`, which evaluates them over rows that are about to be stored.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from handlab.statistics.catalogue import (
    COUNTED,
    POPULATION_COLUMN,
    POPULATION_PARTS,
    VERSION_COLUMN,
)

if TYPE_CHECKING:
    from handlab.statistics.catalogue import Catalogue

HAND = ("site", "hand_id")
"""The columns that identify a hand."""
BITS = 62
"""The bits of a mask: those of a BIGINT without its sign."""
COUNT_BITS = 16
COUNTS = 3
"""The bits of a count, and the counts in a sum, which is a DOUBLE: exact to 53 bits."""


class StatisticsSql:
    """The SQL of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    @property
    def predicates(self) -> dict[str, list[tuple[str, str]]]:
        """The predicates by name as `SeatPredicates` takes them, those of acts first."""
        return {
            "acts": list(self._catalogue.acts.items()),
            "decisions": [(name, _hit(*pair)) for name, pair in self._decision_bits.items()],
            "counts": [(name, _hit(*pair)) for name, pair in self._counts.items()],
            "hand_facts": list(self._catalogue.hand_facts.items()),
            "seats": [(name, _both(*pair)) for name, pair in self._seat_bits.items()],
        }

    def fill_sql(self, *, seats: str, kept: str) -> str:
        """
        The query that computes the columns from `actions`: one row per row of `seats`.

        Parameters
        ----------
        seats
            A relation with `site`, `hand_id`, `SEAT_COLUMNS`, `is_anonymous`, `POPULATION_PARTS`
            and what is kept; one row per seat.
        kept
            Columns of `seats` to return before those of the catalogue.
        """
        folded = {name: f"bit_or({name})" for name in self._masks}
        folded |= {name: f"sum({name})" for name in self._count_sums}
        return f"""\
with

{self._hits_sql()},

decided as (
    select
        {_lines([*HAND, "seat"], 8)},
        {_lines([f"{sql} as {name}" for name, sql in (self._masks | self._count_sums).items()], 8)}
    from hits
),

decisions as (
    select
        {_lines([*HAND, "seat", *(f"{sql} as {name}" for name, sql in folded.items())], 8)}
    from decided
    group by {", ".join([*HAND, "seat"])}
),

masked as (
    select
        seats.*,
        {_lines([f"cast(coalesce({name}, 0) as bigint) as {name}" for name in folded], 8)}
    from {seats} as seats
    left join decisions
        on
            {" and ".join(f"seats.{name} = decisions.{name}" for name in (*HAND, "seat"))}
),

{self._flagged_sql()}

select
    {_lines([kept, *self._stored_columns()], 4)}
from flagged
"""

    def _hits_sql(self) -> str:
        """The actions with a column for each different spot, and for each pair of spot and act."""
        spots = self._spots
        hits = self._hits.items()
        return f"""\
acts as (
    select
        *,
        {_lines([f"{sql} as {name}" for name, sql in self._catalogue.acts.items()], 8)}
    from actions
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
        {_lines([f"{spots[spot]} and ({act}) as {name}" for (spot, act), name in hits], 8)}
    from spots
)"""

    def _flagged_sql(self) -> str:
        """The seats with every fact and every flag of their decisions as a column."""
        if not self._catalogue.hand_facts:
            columns = _lines(["masked.*", *self._flags], 8)
            return f"flagged as (\n    select\n        {columns}\n    from masked\n)"
        # Masks go through the join; flags are taken from them where they are needed.
        masks = _masks("hand_mask", self._hand_bits)
        folded = [f"bit_or({sql}) as {name}" for name, sql in masks.items()]
        return f"""\
hands_with_facts as (
    select
        {_lines([*HAND, *folded], 8)}
    from (
        select
            {_lines([*HAND, *self._flags], 12)}
        from masked
    )
    group by {", ".join(HAND)}
),

joined as (
    select
        masked.*,
        {_lines([f"hands_with_facts.{name}" for name in masks], 8)}
    from masked
    inner join hands_with_facts
        on
            {" and ".join(f"masked.{name} = hands_with_facts.{name}" for name in HAND)}
),

flagged as (
    select
        joined.*,
        {_lines([*self._flags, *self._hand_flags], 8)}
    from joined
)"""

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        """The different pairs of spot and act."""
        return list(dict.fromkeys([*self._decision_bits.values(), *self._counts.values()]))

    @cached_property
    def _spots(self) -> dict[str, str]:
        """The columns of spots."""
        return {spot: f"spot_{number}" for number, (spot, _) in enumerate(self._pairs)}

    @cached_property
    def _hits(self) -> dict[tuple[str, str], str]:
        """The columns of spots with their acts."""
        return {pair: f"hit_{number}" for number, pair in enumerate(self._pairs) if pair[1]}

    @cached_property
    def _decided_bits(self) -> dict[str, int]:
        """The bit of each column of spots and acts."""
        return {self._column(pair): bit for pair, bit in self._decision_bits_of.items()}

    @cached_property
    def _decided_counts(self) -> dict[str, int]:
        """The number of each column of spots and acts that is counted."""
        return {self._column(pair): number for pair, number in self._count_numbers.items()}

    def _column(self, pair: tuple[str, str]) -> str:
        return self._hits.get(pair, self._spots[pair[0]])

    @cached_property
    def _masks(self) -> dict[str, str]:
        """The masks of a decision."""
        return _masks("mask", self._decided_bits)

    @cached_property
    def _count_sums(self) -> dict[str, str]:
        """The packed counts of a decision."""
        return _count_sums(self._decided_counts)

    @cached_property
    def _flags(self) -> list[str]:
        """The flags of a seat's decisions, from its masks."""
        return [f"{_bit(*place)} as {name}" for name, place in self._places.items()]

    @cached_property
    def _hand_pairs(self) -> dict[str, tuple[str, str]]:
        return {name: (any_seat, "") for name, any_seat in self._catalogue.hand_facts.items()}

    @cached_property
    def _hand_bits(self) -> dict[str, int]:
        """The bit of each different predicate of hand facts."""
        return {predicate: bit for (predicate, _), bit in _numbered(self._hand_pairs).items()}

    @cached_property
    def _hand_flags(self) -> list[str]:
        """The facts of a seat's hand, from its masks."""
        places = _places("hand_mask", self._hand_pairs)
        return [f"{_bit(*place)} as {name}" for name, place in places.items()]

    @cached_property
    def _decision_bits(self) -> dict[str, tuple[str, str]]:
        """Spot and act of each boolean that decisions decide, facts included."""
        found = dict(self._catalogue.facts)
        for entry in self._catalogue.statistics:
            if entry.of == "decision":
                found |= entry.predicates
        return found

    @cached_property
    def _seat_bits(self) -> dict[str, tuple[str, str]]:
        """Spot and act of each boolean that the seat decides."""
        found = {name: (sql, "") for name, (sql, _) in self._catalogue.flags.items()}
        for entry in self._catalogue.statistics:
            if entry.of == "seat":
                found |= entry.predicates
        return found

    @cached_property
    def _counts(self) -> dict[str, tuple[str, str]]:
        """Spot and act of each count."""
        found: dict[str, tuple[str, str]] = {}
        for entry in self._catalogue.statistics:
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

    def _stored_columns(self) -> list[str]:
        columns = [f"cast({self._catalogue.version} as integer) as {VERSION_COLUMN}"]
        texts = [f"coalesce(cast({name} as varchar), '')" for name in POPULATION_PARTS]
        population = " || '|' || ".join(texts)
        counted, _ = self._catalogue.flags[COUNTED]
        columns.append(
            f"case when ({counted}) and not coalesce(is_anonymous, false)"
            f" then {population} end as {POPULATION_COLUMN}"
        )
        for name, (predicate, _) in self._catalogue.flags.items():
            columns.append(f"coalesce({predicate}, false) as {name}")
        for entry in self._catalogue.statistics:
            for name, pair in entry.predicates.items():
                if entry.of == "seat":
                    columns.append(f"coalesce({_both(*pair)}, false) as {name}")
                elif entry.of == "decision":
                    columns.append(name)
                else:
                    number = self._count_numbers[pair]
                    shifted = f"counts_{number // COUNTS} >> {number % COUNTS * COUNT_BITS}"
                    count = f"({shifted}) & {(1 << COUNT_BITS) - 1}"
                    columns.append(f"cast({count} as smallint) as {name}")
        return columns


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
    return {name: f"cast({' + '.join(cases)} as double)" for name, cases in sums.items()}


def _bit(mask: str, bit: int) -> str:
    return f"{mask} & {1 << bit} <> 0"


def _hit(spot: str, made: str) -> str:
    """What both are for an action, of which only decisions count."""
    return f"is_decision and {_both(spot, made)}"


def _both(spot: str, made: str) -> str:
    return f"({spot}) and ({made})" if made else f"({spot})"


def _lines(columns: list[str], indent: int) -> str:
    return (",\n" + " " * indent).join(columns)
