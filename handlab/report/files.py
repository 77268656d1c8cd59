"""Write a report as a binary file: PDF, a workbook, Parquet."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handlab.errors import ReportError
from handlab.files.workbook import workbook
from handlab.report import labels

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from handlab.report.model import Report, Row

VARIABLE = "HANDLAB_CHROMIUM"
BROWSERS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "msedge"),
)
SECONDS = 120


def pdf(page: str) -> bytes:
    """
    Print a page as PDF with the system's Chromium, or the program that `HANDLAB_CHROMIUM` names.

    Raises
    ------
    ReportError
        If there is none, or it fails.
    """
    program = _browser()
    with tempfile.TemporaryDirectory(prefix="handlab-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder) / "report.html", Path(folder) / "report.pdf"
        source.write_text(page, encoding="utf-8", errors="replace")
        command = [
            *(program, "--headless", "--disable-gpu", "--no-pdf-header-footer"),
            *("--no-first-run", f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}"),
        ]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            # Chromium has no sandbox for root; the page is our own and has no network.
            command.append("--no-sandbox")
        try:
            printed = subprocess.run(
                [*command, source.as_uri()],
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            message = f"expected `{program}` to print the page, got: {error}"
            raise ReportError(message, hint=f"name another browser in {VARIABLE}") from error
        if not target.is_file() or target.stat().st_size == 0:
            last = (printed.stderr.strip() or "no message").splitlines()[-1]
            message = (
                f"expected `{program}` to print the page, got status {printed.returncode}: {last}"
            )
            raise ReportError(message, hint=f"name another browser in {VARIABLE}")
        return target.read_bytes()


def report_workbook(report: Report, names: Iterable[str]) -> bytes:
    """
    The sections of a report as a workbook; sections without rows are left out.

    The last sheet says what the report is about.
    """
    sheets: dict[str, tuple[list[str], list[list[Any]]]] = {}
    for name in names:
        if rows := report[name]:
            columns = list(dict.fromkeys(column for row in rows for column in row))
            sheets[name] = (columns, [[row.get(column) for column in columns] for row in rows])
    sheets["about"] = (["about", "this report"], _about(report))
    return workbook(sheets)


def _about(report: Report) -> list[list[Any]]:
    return [
        ["player", report.subject.player or "all players"],
        ["sites", ", ".join(map(labels.site, report.subject.sites))],
        ["hands", report.hands],
        ["only", report.chosen or "the whole lake"],
        ["time zone", report.timezone],
        ["made at", report.made_at],
        ["handlab", report.version],
    ]


def parquet(rows: Sequence[Row], section: str) -> bytes:
    """
    One section as Parquet.

    Raises
    ------
    ReportError
        If it has no rows, and so no columns.
    """
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    if not rows:
        message = f"expected rows in the section `{section}`, got none"
        raise ReportError(message, hint="Parquet needs columns; csv and json may be empty")
    content = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist([dict(row) for row in rows]), content, compression="zstd")
    found: bytes = content.getvalue().to_pybytes()
    return found


def _browser() -> str:
    named = os.environ.get(VARIABLE)
    program = next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)
    if program is None:
        got = f"`{named}`" if named else "none"
        message = f"expected Chromium or Chrome, which prints the page as PDF, got {got}"
        raise ReportError(message, hint=f"install it, or name its program in {VARIABLE}")
    return program
