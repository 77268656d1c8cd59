"""Answers of queries as files, in a pipe and on a terminal: what each format holds."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import TYPE_CHECKING

import duckdb
import pytest
from command_line import run

if TYPE_CHECKING:
    from pathlib import Path


HANDS = 40
SPOILT = "Ann\x1b]0;owned\x07\x9b2J\u202e\nBob"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of simulated hands."""
    folder = tmp_path_factory.mktemp("answers")
    hands = folder / "hands.txt"
    assert run("simulate", "--hands", str(HANDS), "--seed", "7", "--out", hands).exit_code == 0
    assert run("ingest", hands, "--lake", folder / "lake").exit_code == 0
    return folder / "lake"


def test_json_has_the_digits_of_duckdb_and_null_for_what_is_not_a_number(lake: Path) -> None:
    query = (
        "select 12345678901234567.89::decimal(19, 2) as money, 'a\"b NaN' as text, [1, 2] as list,"
        " 'nan'::double as nothing, ['inf'::double, '-inf'::double, 1.5] as bounds"
    )
    result = run("sql", query, "--lake", lake, "--format", "json")

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    assert '"money":12345678901234567.89' in result.stdout
    (row,) = json.loads(result.stdout, parse_constant=refuse)
    assert (row["text"], row["list"], row["nothing"]) == ('a"b NaN', [1, 2], None)
    assert row["bounds"] == [None, None, 1.5]
    empty = run("sql", "from hands limit 0", "--lake", lake, "--format", "json")
    assert json.loads(empty.stdout) == []


def test_csv_and_parquet_hold_the_whole_answer(lake: Path, tmp_path: Path) -> None:
    query = "select hand_id, started_at from hands order by hand_id"
    shown = run("sql", query, "--lake", lake, "--format", "csv").stdout
    out = tmp_path / "a.parquet"
    written = run("sql", query, "--lake", lake, "--format", "parquet", "--out", out)

    assert (written.exit_code, written.stderr) == (0, f"wrote `{out}`\n")
    stored = duckdb.sql(f"select count(*), min(hand_id) from '{out}'").fetchone()
    assert len(shown.splitlines()) == HANDS + 1
    assert stored == (HANDS, shown.splitlines()[1].split(",")[0])
    piped = run("sql", query, "--lake", lake, "--format", "parquet").stdout_bytes
    assert piped.startswith(b"PAR1")


def test_data_are_exact_in_a_pipe_and_messages_never_steer_a_terminal(lake: Path) -> None:
    spoilt = SPOILT.replace("'", "''")
    csv = run("sql", f"select '{spoilt}' as player", "--lake", lake, "--format", "csv")
    table = run("sql", f"select '{spoilt}' as player", "--lake", lake)
    error = run("sql", f"select error('{spoilt}')", "--lake", lake)
    heading = run("sql", f'select 1 as "{spoilt}"', "--lake", lake)

    assert csv.stdout == f'player\n"{SPOILT}"\n'
    for text in (table.stdout, error.stderr, heading.stdout):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f‮]", text)
    assert len(error.stderr.splitlines()) <= 2


def test_csv_for_a_spreadsheet_holds_no_formula(lake: Path) -> None:
    query = (
        "select '=1+1' as a, '@x' as b, -5 as c, '-5' as d, e'\\tx' as e, 'a=1' as f, '' as g,"
        " null::varchar as h, 1 as \"=2\", ['=1'] as i, '+1'::enum('+1') as j, '\uff1d1' as k, 2 as a"
    )
    plain = run("sql", query, "--lake", lake, "--format", "csv").stdout.splitlines()
    safe = run("sql", query, "--lake", lake, "--format", "csv", "--csv-safe").stdout.splitlines()

    assert plain[1].startswith("=1+1,@x,-5,-5,")
    assert safe[0].split(",")[:9] == ["a", "b", "c", "d", "e", "f", "g", "h", "'=2"]
    assert safe[1] == "'=1+1,'@x,-5,'-5,'\tx,a=1,\"\",,1,['=1'],'+1,'\uff1d1,2"


@pytest.mark.parametrize("format", ["csv", "json", "parquet", "table", "xlsx"])
def test_an_answer_that_fails_leaves_the_old_file(lake: Path, tmp_path: Path, format: str) -> None:
    out = tmp_path / "answer"
    out.write_text("old")
    # A table shows its first rows and asks for no more.
    good = 300 if format == "table" else 30_000
    query = f"select case when i < {good} then i else error('late')::bigint end as i from range(40000) t(i)"

    result = run("sql", query, "--lake", lake, "--format", format, "--out", out)

    assert result.exit_code == 2
    assert str(tmp_path / ".handlab") not in result.stderr
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("format", ["csv", "json", "parquet", "table", "xlsx"])
def test_a_file_that_cannot_be_written_is_named(lake: Path, tmp_path: Path, format: str) -> None:
    file = tmp_path / "file"
    file.write_text("")

    for out in (tmp_path, file / "below"):
        result = run("sql", "from hands", "--lake", lake, "--format", format, "--out", out)

        assert result.exit_code == 2
        assert re.fullmatch(r"error: .*`.*`\n(hint: .*\n)?", result.stderr)


@pytest.mark.parametrize(
    ("name", "start", "lines"),
    [
        ("a.csv", b"i\n0\n", 1501),
        ("a.JSON", b'[\n{"i":0}', 1502),
        ("a.parquet", b"PAR1", None),
        ("a.xlsx", b"PK", None),
        ("a.txt", "┌".encode(), None),
        ("a", "┌".encode(), None),
    ],
)
def test_a_file_has_the_format_of_its_ending(
    lake: Path, tmp_path: Path, name: str, start: bytes, lines: int | None
) -> None:
    out = tmp_path / name
    result = run("sql", "select i from range(1500) t(i)", "--lake", lake, "--out", out)

    assert result.exit_code == 0
    assert out.read_bytes().startswith(start)
    assert lines is None or out.read_bytes().count(b"\n") == lines
    # A table has only its first rows, in a file as well.
    assert ("only 1,000 rows are shown" in result.stderr) == start.startswith(b"\xe2")


def test_an_ending_without_a_format_is_refused_unless_one_is_named(
    lake: Path, tmp_path: Path
) -> None:
    out = tmp_path / "a.ods"
    refused = run("sql", "select 1 as a", "--lake", lake, "--out", out)

    assert refused.exit_code == 2
    assert refused.stderr.startswith("error: expected a format of the answer, got the ending `.od")
    assert not out.exists()
    named = run("sql", "select 1 as a", "--lake", lake, "--format", "csv", "--out", out)
    assert (named.exit_code, out.read_text()) == (0, "a\n1\n")


def test_a_missing_folder_of_the_file_is_made(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder" / "a.csv"
    result = run("sql", "select 1 as a", "--lake", lake, "--format", "csv", "--out", out)

    assert (result.exit_code, out.read_text()) == (0, "a\n1\n")


def test_a_workbook_holds_texts_numbers_and_times_as_they_are(lake: Path, tmp_path: Path) -> None:
    query = (
        "select '=1+1' as text, 1.5::decimal(9, 2) as money, [1.50::decimal(9, 2)] as list,"
        " timestamp '2024-03-17 20:08:32' as at, 'x' as \"=heading\""
    )
    out = tmp_path / "a.xlsx"
    written = run("sql", query, "--lake", lake, "--out", out)

    assert (written.exit_code, written.stderr) == (0, f"wrote `{out}`\n")
    with zipfile.ZipFile(out) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        texts = book.read("xl/sharedStrings.xml").decode()
    assert "<f>" not in sheet
    assert "<v>1.5</v>" in sheet
    # 45,368 days after the start of 1900 as spreadsheets count, in any zone that this computer has.
    assert re.search(r"<v>45368\.8392592\d*</v>", sheet)
    for text in ("=1+1", "=heading", "[1.50]"):
        assert f"<t>{text}</t>" in texts
    piped = run("sql", query, "--lake", lake, "--format", "xlsx").stdout_bytes
    assert zipfile.ZipFile(io.BytesIO(piped)).testzip() is None


def test_a_text_too_long_for_a_cell_is_refused(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.xlsx"
    refused = run("sql", "select repeat('x', 40000) as text", "--lake", lake, "--out", out)

    assert refused.exit_code == 2
    assert refused.stderr == (
        "error: expected at most 32,767 letters in a cell, got 40,000\n"
        "hint: use csv, json or parquet\n"
    )
    assert not out.exists()
