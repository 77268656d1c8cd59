"""Read a job from its TOML file; paths are relative to the file."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import dataclass, fields
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from handlab import sql_text
from handlab.errors import JobError, StatisticsError
from handlab.files.endings import ENDINGS
from handlab.files.home import expanded
from handlab.jobs import targets
from handlab.jobs.periods import period
from handlab.kinds import KINDS
from handlab.report import titles
from handlab.report.sections import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FORMATS = ("html", "pdf", "text", "csv", "json", "parquet", "xlsx")

DAYS = frozenset({"since", "until", "period"})
"""The keys that choose days; those of a report replace all of those of the job."""

QUERY_FORMATS = ("csv", "json", "parquet", "xlsx", "text")
SINGLE_FORMATS = ("parquet",)
"""Formats that hold a single table, and so a single section."""


@dataclass(frozen=True, slots=True)
class Ingest:
    """The step that reads new files."""

    paths: tuple[str, ...]
    account: str | None = None
    timezone: str | None = None
    keep_text: bool = False
    max_rejects: int = 0
    allow_empty: bool = False


@dataclass(frozen=True, slots=True)
class Only:
    """Which hands reports are about; what is empty does not matter."""

    since: str | None = None
    until: str | None = None
    period: str | None = None
    sites: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    stakes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """
    One delivery.

    Attributes
    ----------
    name
        Its name in the log.
    format
        One of `FORMATS`.
    folder
        The folder of the job, from which `to` starts.
    to
        A path with fields of a date, such as `%Y-%m`; `-` is stdout.
    pipe
        A command that gets the content on stdin.
    sql
        A file with one query, in place of the report's sections.
    sections
        Sections of the report; all if there are none.
    only
        Which hands.
    player
        Name of the player; the lake's hero if there is none.
    aliases
        Other names of the player, each of a site or of all.
    timezone
        The zone of days, months and times; UTC if there is none.
    csv_safe
        Whether texts that a spreadsheet would treat as formulas are protected in csv.
    if_empty
        What to do without hands or rows: `skip`, `fail`, or for a query `send`.
    """

    name: str
    format: str
    folder: Path
    to: str | None
    pipe: tuple[str, ...]
    sql: Path | None
    sections: tuple[str, ...]
    only: Only
    player: str | None
    aliases: tuple[tuple[str | None, str], ...]
    timezone: str | None
    csv_safe: bool
    if_empty: str


@dataclass(frozen=True, slots=True)
class Job:
    """A job: its file, its lake, the zone of its days, and its steps in order."""

    path: Path
    lake: Path
    memory: str | None
    timezone: str | None
    check: bool
    ingest: Ingest | None
    reports: tuple[Report, ...]


def read(path: str | Path) -> Job:
    """
    Read a job.

    Raises
    ------
    JobError
        If the file is not TOML, or something in it is unknown, missing or of another type.
    OSError
        If it cannot be read.
    """
    file = Path(path)
    try:
        # Windows' editors begin a text with a byte-order mark, which nobody sees.
        content = tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        message = f"cannot read the job `{file}` as text in UTF-8: {error}"
        raise JobError(message, hint="save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        message = f"cannot read the job `{file}` as TOML: {error}"
        raise JobError(message) from error
    return _Reader(file.resolve()).job(content)


class _Reader:
    """Reads the tables of one file, and names the place of whatever is wrong."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def job(self, content: Mapping[str, Any]) -> Job:
        keys = (
            "lake",
            "memory",
            "timezone",
            "check",
            "player",
            "aliases",
            "ingest",
            "only",
            "report",
        )
        self._known(content, keys, "the job")
        lake = self._value(content, "lake", str, "the job")
        if lake is None:
            self._refuse('expected `lake = "FOLDER"`, got none')
        reports = self._value(content, "report", list, "the job") or []
        if not reports and "ingest" not in content:
            self._refuse("expected `[ingest]` or `[[report]]`, got neither")
        made = tuple(
            self._report(report, number, content) for number, report in enumerate(reports, 1)
        )
        self._refuse_twice(made)
        return Job(
            path=self._path,
            lake=self._place(lake),
            memory=self._value(content, "memory", str, "the job"),
            timezone=self._timezone(content),
            check=bool(self._value(content, "check", bool, "the job")),
            ingest=self._ingest(content),
            reports=made,
        )

    def _timezone(self, content: Mapping[str, Any]) -> str | None:
        """The zone of days, which is not that of the logs, the one of `[ingest]`."""
        name: str | None = self._value(content, "timezone", str, "the job")
        try:
            sql_text.zone(name)
        except StatisticsError as error:
            self._refuse(error.message, error.hint, cause=error)
        return name

    def _ingest(self, content: Mapping[str, Any]) -> Ingest | None:
        table = self._value(content, "ingest", dict, "the job")
        if table is None:
            return None
        self._known(table, [field.name for field in fields(Ingest)], "[ingest]")
        paths = self._texts(table, "paths", "[ingest]")
        if not paths:
            self._refuse("expected `paths` in [ingest], got none")
        return Ingest(
            paths=tuple(str(self._place(path)) for path in paths),
            account=self._value(table, "account", str, "[ingest]"),
            timezone=self._value(table, "timezone", str, "[ingest]"),
            keep_text=bool(self._value(table, "keep_text", bool, "[ingest]")),
            max_rejects=self._value(table, "max_rejects", int, "[ingest]") or 0,
            allow_empty=bool(self._value(table, "allow_empty", bool, "[ingest]")),
        )

    def _only(self, table: Mapping[str, Any], place: str) -> dict[str, Any]:
        self._known(table, [field.name for field in fields(Only)], place)
        days = {
            name: self._value(table, name, str, place) for name in sorted(DAYS) if name in table
        }
        for name, text in days.items():
            try:
                # Which days it means depends on when the job runs; a mistake does not.
                period(text, date.today())
            except JobError as error:
                self._refuse(f"`{name}` of {place}: {error.message}", error.hint, cause=error)
        lists = {
            name: self._texts(table, name, place)
            for name in ("sites", "kinds", "games", "stakes")
            if name in table
        }
        for name, known in (("kinds", KINDS), ("games", titles.GAMES)):
            for value in lists.get(name, ()):
                if value not in known:
                    message = (
                        f"expected one of handlab's names in `{name}` of {place}, got `{value}`"
                    )
                    self._refuse(message, sql_text.hint(value.lower(), known, ", ".join(known)))
        return days | lists

    def _report(self, table: object, number: int, content: Mapping[str, Any]) -> Report:
        place = f"[[report]] {number}"
        if not isinstance(table, dict):
            self._refuse(f"expected {place} as a table, got `{table}`")
        keys = ("name", "format", "to", "pipe", "sql", "sections", "only", "player", "aliases")
        self._known(table, (*keys, "csv_safe", "if_empty"), place)
        to = self._value(table, "to", str, place)
        if to is not None:
            self._refuse_empty(to)
        pipe = self._command(table, place)
        if to is None and not pipe:
            self._refuse(f"expected `to` or `pipe` in {place}, got neither")
        sql = self._value(table, "sql", str, place)
        sections = self._sections(table, place)
        if sql is not None and sections:
            self._refuse(f"expected `sql` or `sections` in {place}, got both")
        format = self._format(table, to, place)
        if sql is not None and format not in QUERY_FORMATS:
            self._refuse(
                f"expected `sql` in {place} with one of {', '.join(QUERY_FORMATS)}, got {format}"
            )
        if sql is None and format in SINGLE_FORMATS and len(sections) != 1:
            self._refuse(f"expected one section in {place}, whose format is {format}")
        only = self._only(self._value(content, "only", dict, "the job") or {}, "[only]")
        own = self._only(self._value(table, "only", dict, place) or {}, f"[only] of {place}")
        if DAYS.intersection(own):
            only = {name: value for name, value in only.items() if name not in DAYS}
        player = self._value(table if "player" in table else content, "player", str, place)
        # The other names of the job's player are not those of a report's own.
        named = table if {"player", "aliases"}.intersection(table) else content
        return Report(
            name=self._value(table, "name", str, place) or (to or f"report {number}"),
            format=format,
            folder=self._path.parent,
            to=to,
            pipe=pipe,
            sql=None if sql is None else self._place(sql),
            sections=sections,
            only=Only(**only | own),
            player=player,
            aliases=self._aliases(named, player, place),
            timezone=self._timezone(content),
            csv_safe=bool(self._value(table, "csv_safe", bool, place)),
            if_empty=self._if_empty(table, place, is_query=sql is not None),
        )

    def _format(self, table: Mapping[str, Any], to: str | None, place: str) -> str:
        ending = Path(to).suffix.lower() if to else ""
        of_file = ENDINGS.get(ending) if ending else None
        format: str | None = self._value(table, "format", str, place) or of_file
        if format is None or format not in FORMATS:
            got = f"`{format}`" if format else f"the ending `{ending}`" if ending else "none"
            self._refuse(f"expected a format in {place}, got {got}", f"one of {', '.join(FORMATS)}")
        return format

    def _if_empty(self, table: Mapping[str, Any], place: str, *, is_query: bool) -> str:
        known = ("skip", "fail", "send") if is_query else ("skip", "fail")
        chosen: str = self._value(table, "if_empty", str, place) or "skip"
        if chosen not in known:
            self._refuse(f"expected {' or '.join(known)} as `if_empty` of {place}, got `{chosen}`")
        return chosen

    def _sections(self, table: Mapping[str, Any], place: str) -> tuple[str, ...]:
        sections = self._texts(table, "sections", place)
        for name in sections:
            if name not in SECTIONS:
                self._refuse(
                    f"expected a section in {place}, got `{name}`", f"one of {', '.join(SECTIONS)}"
                )
        return sections

    def _command(self, table: Mapping[str, Any], place: str) -> tuple[str, ...]:
        """A command as a list, or as a text that is split as a shell does, but run by none."""
        if isinstance(table.get("pipe"), str):
            try:
                return tuple(shlex.split(table["pipe"]))
            except ValueError as error:
                self._refuse(f"expected a command in {place}, got {error}", cause=error)
        return self._texts(table, "pipe", place)

    def _aliases(
        self, table: Mapping[str, Any], player: str | None, place: str
    ) -> tuple[tuple[str | None, str], ...]:
        """Other names: texts, or tables with `site` and `name`."""
        found: list[tuple[str | None, str]] = []
        for alias in self._value(table, "aliases", list, place) or []:
            if isinstance(alias, str):
                found.append((None, alias))
            elif isinstance(alias, dict) and set(alias) == {"site", "name"}:
                found.append((str(alias["site"]), str(alias["name"])))
            else:
                self._refuse(
                    f"expected a name in `aliases` of {place}, got `{alias}`",
                    'as in `aliases = ["ann_2", {site = "ggpoker", name = "Ann77"}]`',
                )
        if found and player is None:
            self._refuse(f"expected `player` next to `aliases` in {place}, got none")
        return tuple(found)

    def _texts(self, table: Mapping[str, Any], key: str, place: str) -> tuple[str, ...]:
        """A list of texts, or a single one; numbers are texts too, as stakes are often written."""
        value = table.get(key, [])
        listed = value if isinstance(value, list) else [value]
        for item in listed:
            if isinstance(item, bool) or not isinstance(item, str | int | float):
                self._refuse(f"expected texts in `{key}` of {place}, got `{item}`")
        return tuple(str(item) for item in listed)

    def _value(self, table: Mapping[str, Any], key: str, kind: type, place: str) -> Any:  # noqa: ANN401
        value = table.get(key)
        if kind is str and value is not None and key in DAYS:
            # TOML has dates of its own.
            return str(value)
        if value is not None and (
            not isinstance(value, kind) or (kind is int and isinstance(value, bool))
        ):
            names = {str: "a text", bool: "true or false", int: "a whole number", list: "a list"}
            wanted = names.get(kind, "a table")
            self._refuse(f"expected {wanted} as `{key}` of {place}, got `{value}`")
        return value

    def _known(self, table: Mapping[str, Any], keys: Any, place: str) -> None:  # noqa: ANN401
        for key in table:
            if key not in keys:
                similar = get_close_matches(key, list(keys), 1)
                hint = f"did you mean `{similar[0]}`?" if similar else f"one of {', '.join(keys)}"
                self._refuse(f"expected a key of {place}, got `{key}`", hint)

    def _place(self, text: str) -> Path:
        self._refuse_empty(text)
        return self._path.parent / expanded(text)

    def _refuse_twice(self, reports: Sequence[Report]) -> None:
        """Refuse two reports in one file: only the second one would be left of them."""
        found = targets.twice(self._path.parent, [report.to for report in reports])
        if found is None:
            return
        first, second = found
        self._refuse(
            f"expected another file than that of [[report]] {first + 1} as `to` of [[report]]"
            f" {second + 1}, got `{reports[second].to}`",
            "each report is a file of its own; `-` is stdout, for any number of them",
        )

    def _refuse_empty(self, path: str) -> None:
        if not path:
            self._refuse("expected a path, got an empty text", "`.` is the folder of the job")

    def _refuse(
        self, message: str, hint: str | None = None, cause: Exception | None = None
    ) -> NoReturn:
        message = f"{message}: `{self._path}`"
        raise JobError(message, hint=hint) from cause
