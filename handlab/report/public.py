"""`hl.report`: the data of a report, and its files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from handlab.errors import ReportError
from handlab.files.atomic import atomic_path
from handlab.files.endings import by_ending
from handlab.statistics.parameters import HANDS, check, check_type

if TYPE_CHECKING:
    from typing import Unpack

    from handlab.report.model import Report
    from handlab.statistics.parameters import Hands


def report(
    lake: str | Path,
    player: str | None = None,
    *,
    out: str | Path | None = None,
    format: str | None = None,
    section: str | None = None,
    timezone: str | None = None,
    memory: str | None = None,
    **asked: Unpack[Hands],
) -> Report:
    """
    Report on a player: the rows of every section, and a file of them if one is named.

    Parameters
    ----------
    lake
        Folder of the lake.
    player
        Name of the player; by default the name with most hands whose cards the files show, in a
        lake without hands whom its tournament summaries are about, or the whole table. A player
        without hands has the sections on tournaments.
    out
        File to write.
    format
        One of `html`, `text`, `csv`, `json`, `pdf`, `xlsx`, `parquet`; by default that of the
        file's ending.
    section
        A single section, in csv, json, xlsx and parquet.
    timezone
        The zone of days, months and times, such as `"Europe/Berlin"`; UTC if not given.
    memory
        Memory limit of DuckDB, such as `"2GB"`.
    **asked
        `since`, `until`, `site`, `kind`, `game`, `stake`: only these hands, as for
        `handlab.stats`.

    Returns
    -------
    Report
        `found["totals"]` are the rows of a section, as dictionaries; a section without data has
        none. Money is in units of the currency, as `Decimal`.

    Raises
    ------
    LakeError
        If there is no lake in the folder.
    ReportError
        If the lake has no such player, or no hands as asked, the file cannot be made, or a format
        has no file.
    StatisticsError
        If there is no such time zone, site or game.
    TypeError
        If there is no such parameter, or its value is of another type.

    Examples
    --------
    >>> found = hl.report("lake", "Ann", out="ann.html")  # doctest: +SKIP
    >>> [(row["currency"], row["hands"], row["net"]) for row in found["totals"]]  # doctest: +SKIP
    [('USD', 5380, Decimal('-12.40'))]
    """
    import handlab.report as package
    from handlab.lake import Lake

    check(player, asked, HANDS)
    check_type("timezone", timezone, (str,))
    if out is None and (format or section):
        message = f"expected `out` with `{'format' if format else 'section'}`, got none"
        raise ReportError(message, hint="without a file, the rows of all sections are returned")
    chosen = None
    if out is not None:
        known = (*package.FORMATS, *package.FILES)
        chosen = format or by_ending(Path(out), known, "the report", ReportError)
    found = package.build(Lake.open(lake, memory=memory), player, timezone=timezone, **asked)
    if out is not None and chosen is not None:
        content = package.render_bytes(found, chosen, section=section)
        with atomic_path(Path(out)) as path:
            path.write_bytes(content)
    return found
