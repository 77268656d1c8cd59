"""`handlab sql` in this process: what is let through, what is refused, and what is written."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

import duckdb
import pytest
from typer.testing import CliRunner

from handlab.cli import app, read_only
from handlab.cli.faults import DAMAGED, OS_HINTS, Status, explain
from handlab.errors import HandlabError
from handlab.files import query_files
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

HANDS = 40
SPOILT = "Ann\x1b]0;owned\x07\x9b2J‮\nBob"


def run(*arguments: str | Path, input: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=input)


def contents(folder: Path) -> dict[str, str]:
    """Digest of every file, without what SQLite keeps beside an open catalog."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(("-wal", "-shm", ".lock"))
    }


@pytest.fixture(scope="session")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake of simulated hands, with deleted rows, older snapshots and another catalog beside it."""
    folder = tmp_path_factory.mktemp("sql")
    hands = folder / "hands.txt"
    assert run("simulate", "--hands", str(HANDS), "--seed", "7", "--out", hands).exit_code == 0
    assert run("ingest", hands, "--lake", folder / "lake").exit_code == 0
    connection = Lake.open(folder / "lake").connect(read_only=False)
    connection.execute("delete from boards where street = 'river'")
    connection.close()
    assert run("sql", "select 1", "--lake", folder / "lake").exit_code == 0
    (folder / "secret.csv").write_text("a,b\n1,2\n")
    duckdb.sql("select 42 as secret").write_parquet(str(folder / "secret.parquet"))
    return folder / "lake"


REFUSED = {
    # Statements.
    "delete from hands": "statement that may change something: delete",
    "update hands set rake = 0": "update",
    "insert into hands select * from hands": "insert",
    "create table x as select 1": "create",
    "create or replace view win_rates as select 1": "create",
    "create temp macro rate(a, b) as 1": "create",
    "drop view win_rates": "drop",
    "alter table hands add column x integer": "alter",
    "merge into hands using hands h on true when matched then delete": "merge into",
    "truncate hands": "delete",
    "copy hands to '{out}'": "copy",
    "copy (select 1) to '{out}'": "copy",
    "copy hands from '{folder}/secret.csv'": "copy",
    "copy from database lake to memory": "got several statements",
    "export database '{out}'": "export",
    "import database '{folder}'": "Cannot access file",
    "attach '{out}' as other": "attach",
    "attach 'ducklake:sqlite:{lake}/catalog.sqlite' as other": "attach",
    "detach lake": "detach",
    "use memory": "set",
    "set enable_external_access = true": "set",
    "set allowed_directories = ['/']": "set",
    "reset lock_configuration": "set",
    "set variable x = 1": "set",
    "pragma version": "expected a query, got",
    "pragma database_list": "expected a query, got",
    "call ducklake_expire_snapshots('lake', older_than => now())": "call",
    "checkpoint": "call",
    "vacuum": "vacuum",
    "analyze": "vacuum",
    "install httpfs": "load",
    "load httpfs": "load",
    "update extensions": "another kind",
    "create secret (type s3)": "create",
    "prepare p as delete from hands": "prepare",
    "execute p": "execute",
    "deallocate p": "drop",
    "begin": "transaction",
    "commit": "transaction",
    "explain analyze delete from hands": "delete",
    "explain delete from hands": "delete",
    "explain (analyze) delete from hands": "delete",
    "explain analyze copy hands to '{out}'": "copy",
    # More than one, or none.
    "select 1; delete from hands": "got several statements: select, ",
    "from hands; from hands": "got several statements: select, select",
    "pivot hands on game using count(*); delete from hands": "got several statements",
    "create table x as pivot hands on game using count(*)": "got several statements",
    "insert into hands from (pivot hands on game using count(*))": "got several statements",
    "copy (pivot hands on game using count(*)) to '{out}'": "got several statements",
    "": "expected a query, got none",
    "-- nothing": "expected a query, got none",
    # Not SQL.
    "with gone as (delete from hands returning *) from gone": "Parser Error",
    "select * from (delete from hands)": "Parser Error",
    "from query('delete from hands')": "calls `query`",
    # Functions that read files, write, or set something.
    "from read_csv('/etc/passwd')": "calls `read_csv`",
    "from read_csv_auto('{folder}/secret.csv')": "calls `read_csv_auto`",
    "from READ_TEXT('/etc/passwd')": "calls `read_text`",
    "from read_blob('/etc/passwd')": "calls `read_blob`",
    "from read_json('/etc/passwd')": "calls `read_json`",
    "from read_json_objects('/etc/passwd')": "calls `read_json_objects`",
    "from sniff_csv('{folder}/secret.csv')": "calls `sniff_csv`",
    "from read_duckdb('{folder}/x.db')": "calls `read_duckdb`",
    "from query('select 1')": "calls `query`",
    "from json_execute_serialized_sql(json_serialize_sql('select 1'))": "calls `json_execute",
    "from sqlite_scan('{lake}/catalog.sqlite', 'ducklake_snapshot')": "calls `sqlite_scan`",
    "from system.main.sqlite_scan('{lake}/catalog.sqlite', 'x')": "calls `sqlite_scan`",
    "select (select count(*) from \"SQLITE_SCAN\"('{lake}/catalog.sqlite', 'x'))": "calls `sqlite_scan`",
    "from sqlite_query('__ducklake_metadata_lake', 'delete from ducklake_snapshot returning *')": "calls `sqlite_query`",
    "from sqlite_attach('{lake}/catalog.sqlite')": "calls `sqlite_attach`",
    "from ducklake_expire_snapshots('lake', older_than => now())": "calls `ducklake_expire_snapshots`",
    "from ducklake_cleanup_old_files('lake', cleanup_all => true)": "calls `ducklake_cleanup_old_files`",
    "from ducklake_delete_orphaned_files('lake', cleanup_all => true)": "calls `ducklake_delete",
    "from ducklake_add_data_files('lake', 'hands', '{folder}/secret.parquet')": "calls `ducklake_add",
    "from ducklake_merge_adjacent_files('lake')": "calls `ducklake_merge_adjacent_files`",
    "from ducklake_rewrite_data_files('lake')": "calls `ducklake_rewrite_data_files`",
    "from ducklake_flush_inlined_data('lake')": "calls `ducklake_flush_inlined_data`",
    "from ducklake_set_option('lake', 'parquet_compression', 'zstd')": "calls `ducklake_set_option`",
    "from ducklake_set_commit_message('lake', 'me', 'x')": "calls `ducklake_set_commit_message`",
    "from lake.set_option('parquet_compression', 'zstd')": "calls `set_option`",
    "from enable_logging('QueryLog', storage => 'file', storage_config => {{'path': '{out}'}})": "calls `enable_logging`",
    "from enable_profiling()": "calls `enable_profiling`",
    "from checkpoint()": "calls `checkpoint`",
    "from force_checkpoint()": "calls `force_checkpoint`",
    "from duckdb_secrets()": "calls `duckdb_secrets`",
    "from duckdb_extensions()": "calls `duckdb_extensions`",
    "from load_aws_credentials()": "calls `load_aws_credentials`",
    "from postgres_scan('host=x', 'public', 'y')": "calls `postgres_scan`",
    "with x as (from read_csv('/etc/passwd')) from x": "calls `read_csv`",
    "select * from hands, lateral (from glob('/etc/*')) where 1 in (from read_text('/etc/passwd'))": "calls `read_text`",
    "describe from read_csv('/etc/passwd')": "calls `read_csv`",
    "summarize from read_csv('/etc/passwd')": "calls `read_csv`",
    "explain from read_csv('/etc/passwd')": "calls `read_csv`",
    "pivot (from read_csv('/etc/passwd', header => false)) on column0 using count(*)": "calls `read_csv`",
    "pivot (from sqlite_query('x', 'y')) on a using count(*)": "calls `sqlite_query`",
}
"""Queries that are refused, and a part of each message."""

SHUT = {
    "from '/etc/passwd'": "does not exist",
    "from '{folder}/secret.csv'": "Cannot access file",
    "from '{folder}/secret.parquet'": "Cannot access file",
    "from query_table('{folder}/secret.csv')": "",
    "from read_parquet('{folder}/secret.parquet')": "Cannot access file",
    "from read_parquet('{lake}/data/../../secret.parquet')": "Cannot access file",
    "from parquet_metadata('{folder}/secret.parquet')": "Cannot access file",
    "from glob('/etc/*')": "Cannot access file",
    "from read_parquet('https://example.com/x.parquet')": "Cannot access file",
    "from read_parquet('s3://bucket/x.parquet')": "Cannot access file",
    "select getenv('HOME')": "does not exist",
}


"""Queries that pass the check but fail on the restricted connection, and a part of each message."""


def placed(query: str, lake: Path) -> str:
    return query.format(lake=lake, folder=lake.parent, out=lake.parent / "out")


@pytest.mark.parametrize("query", REFUSED)
def test_what_is_not_a_query_of_the_lake_is_refused(lake: Path, query: str) -> None:
    with pytest.raises((HandlabError, duckdb.Error), match=re.escape(REFUSED[query])):
        read_only.check_query(placed(query, lake))


def test_refused_queries_change_nothing_on_a_restricted_connection(lake: Path) -> None:
    folder = lake.parent
    before = contents(folder)
    for query in REFUSED:
        connection = Lake.open(lake).connect()
        read_only.restrict(connection, lake / "data", None)
        with suppress(duckdb.Error, AttributeError):
            connection.execute(placed(query, lake)).fetchall()
        connection.close()
        assert contents(folder) == before, query


@pytest.mark.parametrize("query", [*SHUT, "delete from hands", "detach lake", "select 1; select 2"])
def test_a_refusal_is_a_line_with_a_hint_and_a_status(lake: Path, query: str) -> None:
    before = contents(lake.parent)

    result = run("sql", placed(query, lake), "--lake", lake)

    lines = result.stderr.splitlines()
    assert (result.exit_code, result.stdout) == (2, "")
    assert lines[0].startswith("error: ")
    assert SHUT.get(query, "expected") in lines[0]
    assert len(lines) <= 2
    assert all(line.startswith("hint: ") for line in lines[1:])
    assert contents(lake.parent) == before


@pytest.mark.parametrize(
    "query",
    [
        "from hands",
        "select 1;",
        "with a as (select 1 as x) from a",
        "values (1)",
        "table hands",
        "describe hands",
        "show tables",
        "show all tables",
        "summarize hands",
        "explain from hands",
        "explain analyze select count(*) from hands",
        "pivot hands on verdict using count(*)",
        "pivot hands on verdict in ('exact') using count(*)",
        "unpivot (select 1 as a, 2 as b) on a, b",
        "select unnest([1, 2])",
        "from range(3)",
        "from duckdb_views() where view_name = 'win_rates'",
        "from ducklake_snapshots('lake')",
        "from lake.snapshots()",
        "select count(*) from hands at (version => 1)",
        "from read_parquet('{lake}/data/main/hands/*.parquet') limit 1",
        "select poker_category('AhKh', 'QhJhTh')",
        "select current_setting('lock_configuration')",
        "/* a comment */ from hands -- another",
    ],
)
def test_every_kind_of_question_is_let_through(lake: Path, query: str) -> None:
    result = run("sql", query.format(lake=lake), "--lake", lake)

    assert result.exit_code == 0, result.stderr
    assert result.stdout != ""


def test_unsafe_lets_any_statement_through_and_says_so_in_the_help(
    lake: Path, tmp_path: Path
) -> None:
    out = tmp_path / "copied.csv"
    copied = run("sql", f"copy (select 1 as a) to '{out}'", "--lake", lake, "--unsafe")
    several = run("sql", "create temp table x as select 5 as y; from x", "--lake", lake, "--unsafe")
    deleted = run("sql", "delete from hands", "--lake", lake, "--unsafe")

    assert (copied.exit_code, out.read_text()) == (0, "a\n1\n")
    assert "5" in several.stdout
    assert (deleted.exit_code, "read-only" in deleted.stderr) == (2, True)
    assert "--unsafe" in run("sql", "--help").stdout


def test_a_table_is_a_box_as_wide_as_need_be_without_a_terminal(lake: Path) -> None:
    result = run("sql", "select 'Ann' as player, 12 as hands, null as nothing", "--lake", lake)
    wide = run("sql", "from hands", "--lake", lake)

    assert re.search(r"│ Ann +│ +12 │ +NULL │", result.stdout)
    assert "…" not in wide.stdout
    assert (wide.exit_code, wide.stderr) == (0, "")


def test_what_a_table_leaves_out_is_said(lake: Path) -> None:
    long = run("sql", "from range(3000)", "--lake", lake)
    longer = run("sql", "from range(30000)", "--lake", lake)

    assert long.stderr == longer.stderr
    assert long.stderr.startswith("only 1,000 rows are shown;")


def test_a_terminal_gets_every_column_though_not_all_fit_beside_each_other(
    lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlab.cli.boxes.is_terminal", lambda: True)
    monkeypatch.setattr("handlab.cli.boxes.terminal_width", lambda: 80)
    result = run("sql", "from player_stats limit 2", "--lake", lake)
    columns = run("sql", "from player_stats limit 0", "--lake", lake, "--format", "csv").stdout

    assert max(len(line) for line in result.stdout.splitlines()) <= 80
    assert set(columns.strip().split(",")) <= set(re.findall(r"\w+", result.stdout))
    assert result.stdout.startswith("in all rows: site ")
    assert result.stderr == ""


def test_money_has_two_decimals_or_as_many_as_it_needs(lake: Path) -> None:
    query = (
        "select money(150, 2) as whole, money(n, 3) as fine, money(null, 2) as none"
        " from (values (1500), (1255)) as amounts (n)"
    )
    table = run("sql", query, "--lake", lake).stdout
    csv = run("sql", query, "--lake", lake, "--format", "csv").stdout
    wide = run("sql", query, "--lake", lake, "--wide").stdout
    exact = run("sql", query, "--lake", lake, "--format", "json").stdout

    assert re.findall(r"│ +(\S+) │ +(\S+) │ +NULL │", table) == [
        ("1.50", "1.500"),
        ("1.50", "1.255"),
    ]
    assert csv == "whole,fine,none\n1.50,1.50,\n1.50,1.255,\n"
    assert re.findall(r"fine +(\S+)", wide) == ["1.50", "1.255"]
    assert '"fine":1.25500000' in exact


def test_a_question_that_starts_with_a_comment_follows_two_dashes(lake: Path) -> None:
    query = "-- the first\nselect 1 as one"

    refused = run("sql", query, "--lake", lake)
    hint = "hint: a text that starts with `-` follows `--`: `handlab sql [OPTIONS] -- TEXT`"
    assert (refused.exit_code, refused.stderr.splitlines()[1]) == (2, hint)
    misspelt = run("sql", "--lak", lake, "select 1").stderr
    assert misspelt.splitlines()[1] == "hint: see `handlab sql --help`"
    answered = run("sql", "--lake", lake, "--format", "csv", "--", query)
    assert answered.stdout == "one\n1\n"


def test_a_question_may_come_from_stdin(lake: Path) -> None:
    result = run("sql", "-", "--lake", lake, "--format", "csv", input="select 1 as one\n")

    assert result.stdout == "one\n1\n"


def test_the_line_of_a_syntax_error_is_the_hint_without_the_caret_below_it(lake: Path) -> None:
    refused = run("sql", "select 1\nfrom hands\nwhere site = = 'x'", "--lake", lake)

    assert refused.exit_code == 2
    assert refused.stderr == (
        "error: Parser Error: syntax error at or near \"=\"\nhint: LINE 3: where site = = 'x'\n"
    )


def test_a_file_that_is_cut_off_is_an_error_with_the_commands_that_help(
    lake: Path, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged"
    shutil.copytree(lake, damaged)
    for file in (damaged / "data" / "main" / "hands").glob("*.parquet"):
        os.truncate(file, file.stat().st_size // 2)

    result = run("sql", "select max(table_name) from hands", "--lake", damaged)

    assert result.exit_code == 2
    assert ".parquet" in result.stderr.splitlines()[0]
    assert result.stderr.splitlines()[1:] == [f"hint: {DAMAGED}"]


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_an_answer_that_must_not_be_written_has_a_hint(number: int) -> None:
    words = f'IO Error: Cannot open file "/disk/.handlab-1.part": {os.strerror(number)}'

    fault = explain(duckdb.IOException(words))

    assert fault is not None
    assert (fault.hint, fault.status) == (OS_HINTS[number], Status.BAD_USE)


def test_a_mistake_in_sql_has_the_hint_of_duckdb(lake: Path) -> None:
    result = run("sql", "from win_rate", "--lake", lake)

    message = "Catalog Error: Table with name win_rate does not exist!"
    assert result.stderr.startswith(f"error: {message}\nhint: Did you mean")
    assert result.exit_code == 2


@pytest.mark.parametrize(
    "query",
    [
        f"select {'(' * 5000}1{')' * 5000}",
        f"select {'1+' * 20000}1",
        f"{'from (' * 3000}from hands{')' * 3000}",
        "select repeat('x', 10_000_000_000)",
        "select " + "[" * 2000 + "]" * 2000,
        "select 'a' || chr(0) || 'b' as nul, poker_category('Ah' || chr(0) || 'Kh', '')",
    ],
)
def test_a_question_that_asks_too_much_ends_in_a_line(lake: Path, query: str) -> None:
    result = run("sql", query, "--lake", lake)

    assert result.exit_code in {0, 2}, result.output
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) <= 2


def test_the_views_and_the_macros_are_there(lake: Path) -> None:
    query = "select sum(money(net, scale)) <= 0 as house_wins from win_rates"

    assert run("sql", query, "--lake", lake, "--format", "csv").stdout == "house_wins\ntrue\n"


TIMES = """
select
    timestamptz '2024-05-31 18:30:00.5+00' as moment,
    timestamp '2024-05-31 18:30:00' as local,
    [timestamptz '2024-05-31 18:30:00+00', null] as list,
    {'at me': timestamptz '2024-05-31 18:30:00+00', 'key': null::timestamptz} as struct,
    map {'a': timestamptz '2024-05-31 18:30:00+00'} as map,
    [timestamptz '2024-05-31 18:30:00+00']::timestamptz[1] as array,
    null::struct(a timestamptz) as nothing,
    row(timestamptz '2024-05-31 18:30:00+00') is not null as unnamed,
    date '2024-05-31' as day
"""


def test_times_in_json_and_csv_are_those_of_iso_8601(lake: Path) -> None:
    (found,) = json.loads(run("sql", TIMES, "--lake", lake, "--format", "json").stdout)

    at = "2024-05-31T18:30:00Z"
    assert found == {
        "moment": "2024-05-31T18:30:00.5Z",
        "local": "2024-05-31T18:30:00",
        "list": [at, None],
        "struct": {"at me": at, "key": None},
        "map": {"a": at},
        "array": [at],
        "nothing": None,
        "unnamed": True,
        "day": "2024-05-31",
    }
    assert datetime.fromisoformat(found["moment"]).tzinfo is not None
    line = run("sql", TIMES, "--lake", lake, "--format", "csv").stdout.splitlines()[1]
    assert line.startswith("2024-05-31T18:30:00.5Z,2024-05-31T18:30:00,")
    assert "+00" not in line


@pytest.mark.parametrize(
    ("zone", "written"),
    [
        ("Asia/Kolkata", "2024-06-01T00:00:00+05:30"),
        ("America/New_York", "2024-05-31T14:30:00-04:00"),
    ],
)
def test_times_in_another_zone_have_hours_and_minutes_of_it(zone: str, written: str) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"set TimeZone = '{zone}'")
        answer = connection.sql("select timestamptz '2024-05-31 18:30:00+00' as at")
        assert query_files.with_iso_times(answer).fetchall() == [(written,)]
