"""
Every table and view of the lake with its columns, each described in a sentence.

Tables are described in `handlab.schema`, views by the headers of their files, and their columns by
`sql/columns.toml`. The columns of each view are listed in `sql/view_columns.csv`, which a test
compares with DuckDB: creating every view takes half a second, and the diff of the file shows what a
change of the SQL means for readers of the view.
"""

from __future__ import annotations

import csv
import re
import tomllib
from dataclasses import dataclass
from functools import cache

from handlab import schema, sql_files
from handlab.sql_folder import sql_folder

SENTENCES = "columns.toml"
COLUMNS = "view_columns.csv"
EVERY = "every"
_ENDINGS = {
    "low": "Lower end of the 95 % interval of `{}`.",
    "high": "Upper end of the 95 % interval of `{}`.",
    "stderr": "Standard error of `{}`.",
}
_ENDING = re.compile(rf"(.+)_({'|'.join(_ENDINGS)})")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its type in DuckDB, and a sentence, which may be empty."""

    name: str
    duckdb_type: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Relation:
    """
    A table or a view.

    Attributes
    ----------
    name
        Its name in SQL.
    kind
        `table`, or the layer of the view: `staging`, `facts`, `stats`, `reports`.
    description
        What a row means, and what a reader should know.
    key
        The columns that identify a row.
    columns
        The columns in order.
    """

    name: str
    kind: str
    description: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def sentence(self) -> str:
        """The first sentence of the description."""
        return re.split(r"(?<=[.:]) ", self.description, maxsplit=1)[0].rstrip(":.") + "."


@cache
def relations() -> dict[str, Relation]:
    """Every table and view by name, the tables first."""
    return {name: relation for found in (_tables(), _views()) for name, relation in found.items()}


def names() -> tuple[str, ...]:
    """The names of all tables and views."""
    return tuple(relations())


def _tables() -> dict[str, Relation]:
    return {
        table.name: Relation(
            table.name,
            "table",
            f"One row per {re.sub('^(an?|one|the) ', '', table.grain)}.",
            table.key,
            tuple(
                Column(column.name, column.duckdb_type, column.sentence) for column in table.columns
            ),
        )
        for table in schema.TABLES.values()
    }


def _views() -> dict[str, Relation]:
    return {
        file.name: Relation(
            file.name,
            file.layer,
            file.description,
            file.grain,
            tuple(
                Column(name, kind, sentence(file.name, file.layer, name))
                for name, kind in _view_columns()[file.name].items()
            ),
        )
        for file in _files().values()
    }


@cache
def _files() -> dict[str, sql_files.SqlFile]:
    return sql_files.views()


@cache
def _view_columns() -> dict[str, dict[str, str]]:
    """The types of the columns of each view, by their names, in order."""
    found: dict[str, dict[str, str]] = {}
    text = (sql_folder() / COLUMNS).read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        found.setdefault(row["view"], {})[row["column"]] = row["type"]
    return found


def sentence(view: str, layer: str, column: str) -> str:
    """
    The description of a view's column; empty if there is none.

    It is that of the view, of its layer, or of every view. Otherwise the column comes from a view
    that this one reads: one with the same grain, where there is one.
    """
    written = _sentences()
    if layer != sql_files.STAGING:
        for place in (view, layer, EVERY):
            if column in written.get(place, {}):
                return written[place][column]
    inherited = _inherited(view, column)
    if inherited:
        return inherited
    ending = _ENDING.fullmatch(column)
    return _ENDINGS[ending[2]].format(ending[1]) if ending else ""


def _inherited(view: str, column: str) -> str:
    """The description of a column in the views, or in the table, that a view reads."""
    file = _files().get(view)
    if file is None:
        return ""
    if file.layer == sql_files.STAGING:
        columns = schema.TABLES[file.reads[0]].columns
        return next((found.sentence for found in columns if found.name == column), "")
    reads = [_files()[name] for name in file.reads if column in _view_columns()[name]]
    reads.sort(key=lambda read: read.grain != file.grain)
    return sentence(reads[0].name, reads[0].layer, column) if reads else ""


@cache
def _sentences() -> dict[str, dict[str, str]]:
    return tomllib.loads((sql_folder() / SENTENCES).read_text(encoding="utf-8"))
