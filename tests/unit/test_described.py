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
        # A view has what it reads, and the views of one grain before others.
        ("stg_pots", "staging", "rake", "Rake taken from this pot, in minor units."),
        ("fct_tournaments", "facts", "started_at", "Start of the tournament in UTC."),
        (
            "tournament_results",
            "stats",
            "net",
            "`won` minus `paid`, in minor units; null where one of them is.",
        ),
        (
            "rpt_all_ins",
            "reports",
            "big_blind",
            "Big blind of the hand, in minor units; null in stud.",
        ),
        (
            "biggest_pots",
            "stats",
            "player",
            "The player: the person of aliases.toml, or the name as printed.",
        ),
        ("x", "stats", "vpip_low", "Lower end of the 95 % interval of `vpip`."),
        ("x", "stats", "no_such_column", ""),
    ],
)
def test_a_sentence_is_looked_up_from_the_view_outwards(
    view: str, layer: str, column: str, sentence: str
) -> None:
    assert described.sentence(view, layer, column) == sentence


def test_amounts_in_minor_units_are_whole_numbers() -> None:
    wrong = [
        f"{relation.name}.{column.name}"
        for relation in described.relations().values()
        for column in relation.columns
        if ("DECIMAL" in column.duckdb_type and "minor units" in column.sentence)
        or (column.duckdb_type == "BIGINT" and "units of the currency" in column.sentence)
    ]
    assert wrong == []


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
