"""
The files under `sql/`, by layer, each with its parsed header.

One file makes one macro or view of the same name, or is a check: a query for the rows that are
wrong. A view reads only what is loaded before it: layers in their order, names within a layer in
theirs. Two kinds have no files: a staging view is a table of `handlab.schema` under another name,
and is written from there; the check `grains_unique` is written from the headers of the views.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handlab import schema
from handlab.errors import ViewError
from handlab.sql_folder import sql_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

LAYERS: tuple[str, ...] = ("macros", "staging", "facts", "stats", "reports")
"""The layers in the order in which they are loaded; each but staging is a folder of `sql/`."""
STAGING = "staging"
CHECKS = "checks"
GRAINS = "grains_unique"
"""The check that no view has two rows of its grain."""


@dataclass(frozen=True, slots=True)
class SqlFile:
    """
    A file of `sql/` and its header: the meaning of a row, its grain, and the views that it reads.

    `sql` is one statement; that of a check may be several, whose rows count together.

    `severity` matters for checks: rows of an `error` cannot be in a good lake; rows of a `warning`
    are facts about the archive that was read, such as a missing hand.
    """

    name: str
    layer: str
    sql: str
    description: str
    grain: tuple[str, ...]
    reads: tuple[str, ...]
    severity: str

    @property
    def path(self) -> str:
        """Where it is, for messages."""
        if self.layer == STAGING:
            return "handlab/schema.py"
        if self.name == GRAINS:
            return "handlab/sql_files.py"
        return f"sql/{self.layer}/{self.name}.sql"


def in_layer(layer: str) -> tuple[SqlFile, ...]:
    """
    The files of one layer by name.

    Raises
    ------
    ViewError
        If the layer is missing, as in a wheel that was built without `sql/`.
    """
    if layer == STAGING:
        tables = sorted(schema.TABLES.values(), key=lambda table: table.name)
        return tuple(_parse(f"stg_{table.name}", layer, _staging_sql(table)) for table in tables)
    folder = sql_folder() / layer
    if not folder.is_dir():
        message = f"expected SQL files in `{folder}`, found no such folder"
        raise ViewError(message, hint="reinstall handlab; the wheel should carry `sql/`")
    texts = {
        file.name.removesuffix(".sql"): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    }
    if layer == CHECKS:
        texts[GRAINS] = _grains_sql(file for file in views().values() if file.layer != STAGING)
    return tuple(_parse(name, layer, texts[name]) for name in sorted(texts))


def views() -> dict[str, SqlFile]:
    """Every view by name, in the order of loading."""
    return {file.name: file for layer in LAYERS[1:] for file in in_layer(layer)}


def checks() -> dict[str, SqlFile]:
    """Every check by name: a query for rows that are wrong or, for a warning, worth a look."""
    return {file.name: file for file in in_layer(CHECKS)}


def _staging_sql(table: schema.Table) -> str:
    """A view of one table, with its columns in stored order and the header of a file."""
    columns = ",\n    ".join(table.names)
    return f"""\
-- The table `{table.name}` as stored: {table.grain}.
-- grain: ({", ".join(table.key)})    reads: {table.name}
create or replace view stg_{table.name} as
select
    {columns}
from {table.name};
"""


def _grains_sql(views: Iterable[SqlFile]) -> str:
    """
    A check that each view has one row per grain; `keys_unique` does it for the tables.

    It is one statement per view: DuckDB takes seconds to plan a union of all, during which Ctrl-C
    has no effect.
    """
    grains = {file.name: ", ".join(file.grain) for file in views}
    header = f"""\
-- One row per view that has more than one row of its grain.
-- grain: (view_name)    reads: {", ".join(grains)}
"""
    return header + "".join(
        f"""\
select
    '{name}' as view_name,
    cast(sum(copies) as bigint) as copies
from (select count(*) - 1 as copies from {name} group by {grain} having count(*) > 1)
having count(*) > 0;
"""
        for name, grain in grains.items()
    )


def _parse(name: str, layer: str, sql: str) -> SqlFile:
    """The text of a file with its parsed header."""
    comment: list[str] = []
    for line in sql.splitlines():
        if not line.startswith("--"):
            break
        comment.append(line.removeprefix("--").strip())
    header = " ".join(comment)
    description, _, rest = header.partition(" grain: ")
    rest, _, severity = rest.partition("severity:")
    grain, _, reads = rest.partition("reads:")
    return SqlFile(
        name=name,
        layer=layer,
        sql=sql,
        description=description,
        grain=tuple(re.findall(r"\w+", grain)),
        reads=tuple(re.findall(r"\w+", reads)),
        severity=severity.strip() or "error",
    )
