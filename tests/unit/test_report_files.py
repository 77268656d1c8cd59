"""`handlab report --out` gives the file that its ending promises, or an error."""

from __future__ import annotations

import io
import zipfile
from decimal import Decimal
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from handlab.cli import app
from handlab.errors import ReportError
from handlab.files.workbook import workbook
from handlab.report import files

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from handlab.ingest import ingest
    from handlab.lake import Lake

    lake = Lake.create(tmp_path_factory.mktemp("files") / "lake")
    ingest([ROOT / "tests" / "corpus" / "pokerstars"], lake)
    return lake.path


def report(lake: Path, out: Path, *arguments: str):  # noqa: ANN201
    command = ["report", "--lake", str(lake), "--out", str(out), *arguments]
    return CliRunner().invoke(app, command)


def has_browser() -> bool:
    try:
        files._browser()
    except ReportError:
        return False
    return True


@pytest.mark.skipif(not has_browser(), reason="no Chromium")
def test_a_pdf_is_a_pdf(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"

    assert report(lake, out).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert len(out.read_bytes()) > 20_000


def test_without_a_browser_a_pdf_is_an_error_and_no_file(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(files.VARIABLE, str(tmp_path / "none"))
    result = report(lake, tmp_path / "report.pdf")

    assert result.exit_code == 2
    assert "expected Chromium or Chrome" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_browser_that_fails_is_named_with_its_message(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\necho 'no display' >&2\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv(files.VARIABLE, str(program))
    result = report(lake, tmp_path / "report.pdf")

    assert result.exit_code == 2
    assert "got status 3: no display" in result.stderr
    assert not (tmp_path / "report.pdf").exists()


def test_a_workbook_has_a_sheet_per_section_and_no_formula() -> None:
    rows = [
        ["=1+1", Decimal("1.50"), 10**18, None, True],
        ["http://x.y", float("nan"), 2, "", False],
    ]
    book = zipfile.ZipFile(io.BytesIO(workbook({"names": (list("abcde"), rows)})))
    sheet = book.read("xl/worksheets/sheet1.xml").decode()
    texts = book.read("xl/sharedStrings.xml").decode()

    assert "<f>1+1" not in sheet
    assert "hyperlink" not in sheet
    assert "<v>1.5</v>" in sheet
    assert "=1+1" in texts
    assert str(10**18) in texts


def test_a_report_is_a_workbook_of_its_sections(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.xlsx"

    assert report(lake, out).exit_code == 0
    book = zipfile.ZipFile(out).read("xl/workbook.xml").decode()
    assert 'name="totals"' in book
    assert 'name="verdicts"' in book


def test_a_section_is_parquet_with_its_types(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "totals.parquet"

    assert report(lake, out, "--section", "totals").exit_code == 0
    table = pq.read_table(out)
    assert table.num_rows > 0
    assert str(table.schema.field("net").type).startswith("decimal128")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("report.docx", "got the ending `.docx`"),
        ("report.parquet", "expected `--section` with parquet"),
    ],
)
def test_what_cannot_be_written_is_refused(
    lake: Path, tmp_path: Path, name: str, message: str
) -> None:
    result = report(lake, tmp_path / name)

    assert result.exit_code == 2
    assert message in result.stderr
    assert list(tmp_path.iterdir()) == []
