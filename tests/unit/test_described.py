"""Every column of every table and view has a sentence, and no sentence is left over."""

from __future__ import annotations

import json
import tomllib

import pytest
from typer.testing import CliRunner

from handlab import described, schema, sql_files
from handlab.cli import app
from handlab.sql_folder import sql_folder


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
    assert "did you mean `player_stats`" in wrong.stderr
    assert wrong.exit_code == 2
    assert {"table", "staging", "facts", "stats", "reports"} == {item["kind"] for item in every}
