"""Every column of every table and view has a sentence, and no sentence is left over."""

from __future__ import annotations

import csv
import io
import json
import tomllib

import duckdb
import pytest
from typer.testing import CliRunner

from handlab import described, schema, sql_files, views
from handlab.cli import app
from handlab.sql_folder import sql_folder


def test_the_columns_of_views_are_those_that_duckdb_finds(request: pytest.FixtureRequest) -> None:
    with duckdb.connect() as connection:
        for table in schema.TABLES.values():
            columns = ", ".join(f'"{column.name}" {column.duckdb_type}' for column in table.columns)
            connection.execute(f"create table {table.name} ({columns})")
        views.create_views(connection, are_statistics_stored=True)
        rows = connection.execute(
            "select view_name, column_name, c.data_type from duckdb_views() v"
            " join duckdb_columns() c on c.table_oid = v.view_oid"
            " where not v.internal order by v.view_oid, column_index"
        ).fetchall()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([("view", "column", "type"), *rows])

    file = sql_folder() / described.COLUMNS
    if request.config.getoption("--update-golden"):
        file.write_text(text.getvalue(), encoding="utf-8")
    hint = "if the change is meant: pytest --update-golden tests/unit/test_described.py"
    assert text.getvalue() == file.read_text(encoding="utf-8"), hint


def test_every_table_and_view_is_described() -> None:
    found = described.relations()

    assert list(found) == [*schema.TABLES, *sql_files.views()] == list(described.names())
    missing = [
        f"{relation.name}.{column.name}"
        for relation in found.values()
        for column in relation.columns
        if not column.sentence.endswith(".")
    ]
    assert missing == [], "write what they hold in sql/columns.toml"
    assert [relation.name for relation in found.values() if len(relation.sentence) < 20] == []


def test_no_sentence_is_about_a_column_that_is_not_there() -> None:
    found = described.relations()
    written = tomllib.loads((sql_folder() / "columns.toml").read_text(encoding="utf-8"))

    for place, sentences in written.items():
        relations = [
            relation
            for relation in found.values()
            if place in {relation.name, relation.kind, described.EVERY}
        ]
        names = {column.name for relation in relations for column in relation.columns}
        # The view of the version is made by the lake itself.
        assert sentences.keys() - names <= {"views"}, place


@pytest.mark.parametrize(
    ("view", "layer", "column", "sentence"),
    [
        ("rpt_totals", "reports", "net", "Net result in units of the currency."),
        ("x", "stats", "vpip_low", "Lower end of the 95 % interval of `vpip`."),
        ("x", "stats", "no_such_column", ""),
    ],
)
def test_a_sentence_is_looked_up_from_the_view_outwards(
    view: str, layer: str, column: str, sentence: str
) -> None:
    assert described.sentence(view, layer, column) == sentence


def test_views_are_listed_and_one_is_printed_with_its_columns() -> None:
    run = CliRunner().invoke
    listed = run(app, ["tables"])
    one = run(app, ["tables", "player_stats"])
    every = json.loads(run(app, ["tables", "--format", "json"]).stdout)
    wrong = run(app, ["tables", "player_stat"])

    assert "views: stats" in listed.stdout
    assert "player_stats" in listed.stdout
    assert "hands that" not in listed.stderr
    assert "vpip_opportunities" in one.stdout
    assert "did you mean player_stats" in wrong.stderr
    assert wrong.exit_code == 2
    assert {"table", "staging", "facts", "stats", "reports"} == {item["kind"] for item in every}
