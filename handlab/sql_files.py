"""
The files under `sql/`, by layer, each with its header taken apart.

One file makes one macro or view of the same name, or is a check: a query for the rows that are
wrong. A view reads only what is loaded before it: layers in their order, names within a layer in
theirs. Only the staging layer has no files: each of its views is a table of `handlab.schema` under
another name, and is written from there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from handlab import schema
from handlab.errors import ViewError
from handlab.sql_folder import sql_folder

LAYERS: tuple[str, ...] = ("macros", "staging", "facts", "stats", "reports")
"""The layers in the order in which they are loaded; each but staging is a folder of `sql/`."""
STAGING = "staging"


@dataclass(frozen=True, slots=True)
class SqlFile:
    """
    A file of `sql/` and its header: what a row means, what identifies one, what is read.

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
    found = (file for file in folder.iterdir() if file.name.endswith(".sql"))
    return tuple(
        _parse(file.name.removesuffix(".sql"), layer, file.read_text(encoding="utf-8"))
        for file in sorted(found, key=lambda file: file.name)
    )


def views() -> dict[str, SqlFile]:
    """Every view by name, in the order of loading."""
    return {file.name: file for layer in LAYERS[1:] for file in in_layer(layer)}


def checks() -> dict[str, SqlFile]:
    """Every check by name: a query for rows that are wrong, or with a warning, worth a look."""
    return {file.name: file for file in in_layer("checks")}


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


def _parse(name: str, layer: str, sql: str) -> SqlFile:
    """The text of a file with its header taken apart."""
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
