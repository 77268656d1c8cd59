"""The files of `sql/` as a whole: layers, headers, grain, the guide, and a real DuckLake."""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest
from all_ins import all_in
from rows import Lake

from handlab import described, schema, sql_files, views
from handlab.errors import ViewError

if TYPE_CHECKING:
    from collections.abc import Callable

    Attach = Callable[..., duckdb.DuckDBPyConnection]

GUIDE = Path(__file__).parents[2] / "sql" / "README.md"
FILES = {
    file.name: file for layer in (*sql_files.LAYERS, "checks") for file in sql_files.in_layer(layer)
}
VIEWS = sql_files.views()
FOLD_TO_ANN = "Bob sb 5, Ann bb 10, Bob fold"


def code(sql: str) -> str:
    """The SQL without comments and strings."""
    return re.sub(r"'[^']*'", "''", re.sub(r"--.*", "", sql))


def relations(sql: str) -> set[str]:
    """Tables and views that a file reads; not its CTEs."""
    named = set(re.findall(r"^(\w+) as \($", code(sql), re.MULTILINE))
    return set(re.findall(r"(?<!distinct )\b(?:from|join)\s+(\w+)", code(sql))) - named


@pytest.mark.parametrize("name", [name for name, file in FILES.items() if file.layer != "macros"])
def test_a_header_gives_the_grain_and_what_is_read(name: str) -> None:
    file = FILES[name]
    assert file.description.endswith("."), "what a row means, in a sentence"
    assert file.grain
    assert set(file.reads) == relations(file.sql)


@pytest.mark.parametrize(
    "name", [name for name, file in FILES.items() if file.layer not in ("checks",)]
)
def test_a_file_makes_one_thing_of_its_own_name(name: str) -> None:
    file = FILES[name]
    kind = "macro" if file.layer == "macros" else "view"
    assert re.findall(r"create or replace (\w+) (\w+)", file.sql) == [(kind, name)]


@pytest.mark.parametrize("name", list(VIEWS))
def test_a_view_reads_only_what_is_loaded_before_it(name: str) -> None:
    loaded = [*schema.TABLES, *VIEWS]
    for source in VIEWS[name].reads:
        assert loaded.index(source) < loaded.index(name)
        assert (source in schema.TABLES) == (VIEWS[name].layer == "staging"), (
            "only staging reads tables"
        )


@pytest.mark.parametrize("cards", ["AhKd", "KdAh", "Kd Ah", " Ah  Kd "])
def test_cards_have_one_order_however_they_are_spaced(lake: Lake, cards: str) -> None:
    assert lake.connection.execute("select sorted_cards(?)", [cards]).fetchone() == ("AhKd",)


def test_no_macro_calls_another() -> None:
    macros = {file.name for file in sql_files.in_layer("macros")}
    for name in macros:
        assert not set(re.findall(r"(\w+)\(", code(FILES[name].sql))) & (macros - {name})


@pytest.mark.parametrize("table", list(schema.TABLES))
def test_staging_names_every_column_of_its_table(lake: Lake, table: str) -> None:
    lake.connection.execute(f"select * from stg_{table}")
    assert tuple(column[0] for column in lake.connection.description) == schema.TABLES[table].names
    assert VIEWS[f"stg_{table}"].grain == schema.TABLES[table].key


def test_a_hand_has_everything_known_but_its_text(lake: Lake) -> None:
    facts = {row[0] for row in lake.rows("describe fct_hands")}
    assert set(schema.TABLES["hands"].names) - facts == {"text", "content_digest", "deal_digest"}


def test_only_the_last_select_may_take_every_column() -> None:
    assert [name for name, file in FILES.items() if "select *" in code(file.sql)] == []


@pytest.mark.parametrize("name", list(VIEWS))
def test_a_view_runs_on_an_empty_lake(lake: Lake, name: str) -> None:
    assert lake.rows(f"select * from {name}") == []


@pytest.mark.parametrize("name", list(VIEWS))
def test_no_type_leaves_a_view_that_a_file_cannot_hold(lake: Lake, name: str) -> None:
    types = {row[1] for row in lake.rows(f"describe {name}")}
    assert not [kind for kind in types if kind.startswith(("HUGEINT", "U", "ENUM", "INTERVAL"))]


def test_every_views_grain_is_unique(lake: Lake) -> None:
    dealt = {"hole_cards": "AhKd", "cards_source": "dealt", "category": 1, "is_hero": True}
    for number in range(12):
        lake.hand(
            "Ann Bob Cat",
            "Ann sb 5, Bob bb 10, Cat raise 30, Ann call, Bob fold",
            "Ann check, Cat check",
            "",
            "",
            won={"Cat": 68},
            showdown=["Ann", "Cat"],
            rake=2,
            board="2c7d9sJhQd",
            seats={"Cat": dealt},
            currency=("USD", "EUR")[number % 2],
            kind=("cash", "play")[number // 2 % 2],
            big_blind=(10, 20)[number // 4 % 2],
        )
        all_in(lake, street=("preflop", "flop")[number % 2])
    for name, file in VIEWS.items():
        rows, distinct = lake.row(
            f"select count(*), count(distinct ({', '.join(file.grain)})) from {name}"
        )
        assert rows == distinct, name
        assert rows or name in (
            "possible_copies",
            "stg_boards",
            "stg_side_payments",
            "stg_tournaments",
            "stg_tournament_reports",
            "fct_tournaments",
            "stg_rejects",
            "stg_files",
            "rpt_files",
            "rpt_reject_codes",
            "rpt_tournament_games",
            "tournament_results",
            "rpt_unrecognised_files",
        )


def guide_table(layer: str) -> str:
    """The table of one layer as `sql/README.md` should have it, to be copied there."""
    head = "| view | contents | grain | reads |\n|---|---|---|---|\n"
    if layer == "checks":
        head = "| check | finds | grain | reads | severity |\n|---|---|---|---|---|\n"
    if layer == "macros":
        head = "| macro | gives |\n|---|---|\n"
    return head + "\n".join(guide_row(file) for file in sql_files.in_layer(layer))


def guide_row(file: sql_files.SqlFile) -> str:
    """The row of one file: the first sentence of its header, and for a view its grain and what it reads."""
    if file.layer == "macros":
        (call,) = re.findall(r"macro (\w+\([^)]*\))", file.sql)
        return f"| `{call}` | {file.description} |"
    sentence = re.match(r".*?\.(?= |$)", file.description)
    assert sentence is not None
    cells = [f"`{file.name}`", sentence[0], ", ".join(file.grain), ", ".join(file.reads)]
    if file.layer == "checks":
        cells.append(file.severity)
    return f"| {' | '.join(cells)} |"


@pytest.mark.parametrize("layer", [*sql_files.LAYERS, "checks"])
def test_the_guide_lists_every_file_with_its_header(layer: str) -> None:
    assert guide_table(layer) in GUIDE.read_text(encoding="utf-8")


QUERIES = re.findall(r"```sql\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(QUERIES)))
def test_the_guides_queries_run(lake: Lake, number: int) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN)
    lake.connection.execute(QUERIES[number])


def test_views_and_macros_live_in_the_lake_for_every_client(attach: Attach) -> None:
    first = attach()
    lake = Lake(first)
    lake.create_tables()
    assert len(views.create_views(first)) == len(FILES) - len(sql_files.checks())
    lake.hand(
        "Ann Bob",
        FOLD_TO_ANN,
        seats={"Ann": {"hole_cards": "AhKd", "cards_source": "dealt", "category": 0}},
    )
    names = list(VIEWS)
    expected = {name: sorted(map(repr, lake.rows(f"select * from {name}"))) for name in names}
    first.close()

    second = attach("another_name", use=False)
    for name in names:
        rows = second.execute(f"select * from another_name.{name}").fetchall()
        assert sorted(map(repr, rows)) == expected[name], name
    assert second.execute("select another_name.money(150, 2)").fetchone() == (1.5,)


def test_the_columns_of_views_are_those_that_duckdb_finds(request: pytest.FixtureRequest) -> None:
    with duckdb.connect() as connection:
        Lake(connection).create_tables()
        views.create_views(connection, are_statistics_stored=True)
        rows = connection.execute(
            "select view_name, column_name, c.data_type from duckdb_views() v"
            " join duckdb_columns() c on c.table_oid = v.view_oid"
            " where not v.internal order by v.view_oid, column_index"
        ).fetchall()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([("view", "column", "type"), *rows])

    file = GUIDE.with_name(described.COLUMNS)
    if request.config.getoption("--update-golden"):
        file.write_text(text.getvalue(), encoding="utf-8")
    hint = "if the change is meant: pytest --update-golden tests/sql/test_views.py"
    assert text.getvalue() == file.read_text(encoding="utf-8"), hint


def test_the_checks_run_on_a_lake_that_is_not_the_current_one(attach: Attach) -> None:
    connection = attach("lake", use=False)
    connection.execute("use lake")
    Lake(connection).create_tables()
    connection.execute("use memory")
    views.create_views(connection, catalog="lake")
    for name in sql_files.checks():
        assert views.run_check(connection, name, catalog="lake").rows == []
    assert connection.execute("select current_database()").fetchone() == ("memory",)


def test_a_view_keeps_its_header_as_a_comment(attach: Attach) -> None:
    connection = attach()
    Lake(connection).create_tables()
    views.create_views(connection)
    comments = dict(
        connection.execute(
            "select view_name, comment from duckdb_views() where not internal"
        ).fetchall()
    )
    assert set(comments) == set(VIEWS)
    assert comments["player_stats"].endswith(
        "grain: (site, player, kind, currency, game_family, betting)"
    )


def test_views_can_be_made_again(attach: Attach) -> None:
    connection = attach()
    Lake(connection).create_tables()
    assert views.create_views(connection) == views.create_views(connection)


def test_the_version_changes_with_the_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    version = views.views_version()
    assert version == views.views_version()
    for layer in sql_files.LAYERS:
        (tmp_path / layer).mkdir()
    monkeypatch.setattr(sql_files, "sql_folder", lambda: tmp_path)
    assert views.views_version() != version


def test_a_file_that_fails_is_named_and_nothing_is_left(attach: Attach) -> None:
    connection = attach()
    Lake(connection).create_tables()
    connection.execute("drop table actions")
    with pytest.raises(ViewError, match=r"cannot create `stg_actions` from `handlab/schema\.py`"):
        views.create_views(connection)
    assert connection.execute(
        "select count(*) from duckdb_views() where not internal"
    ).fetchone() == (0,)


def test_a_transaction_of_the_caller_is_used_and_left_open(attach: Attach) -> None:
    connection = attach()
    Lake(connection).create_tables()
    connection.begin()
    assert views.create_views(connection, in_transaction=True)
    connection.rollback()
    assert connection.execute(
        "select count(*) from duckdb_views() where not internal"
    ).fetchone() == (0,)


def test_a_catalog_that_is_not_attached_is_named() -> None:
    with pytest.raises(ViewError, match="got `nowhere`"):
        views.create_views(duckdb.connect(), catalog="nowhere")


def test_a_package_without_its_sql_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sql_files, "sql_folder", lambda: tmp_path)
    with pytest.raises(ViewError, match="found no such folder"):
        sql_files.in_layer("stats")


def test_an_installed_package_reads_its_own_copy(tmp_path: Path) -> None:
    package = tmp_path / "handlab"
    left_out = shutil.ignore_patterns("_sql", "_data", "__pycache__")
    shutil.copytree(Path(str(views.__file__)).parent.parent, package, ignore=left_out)
    shutil.copytree(GUIDE.parent, package / "_sql")
    script = (
        "from handlab import sql_files, views; print(sql_files.sql_folder(), views.views_version())"
    )
    environment = {"PYTHONPATH": str(tmp_path), "PATH": ""}
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(package / "_sql"), views.views_version()]


def alike(lake: Lake) -> list[tuple[str, str, int]]:
    return lake.rows("select site, hand_id, copies from possible_copies order by site, hand_id")


def dealt(
    lake: Lake, hand_id: str, *, ann: str | None = None, bob: str | None = None, **columns: Any
) -> None:
    """A hand whose stacks and acts are those of every other one here."""
    cards = {"Ann": {"hole_cards": ann}, "Bob": {"hole_cards": bob}}
    digests = {"content_digest": 7, "deal_digest": abs(hash((ann, bob, columns.get("board"))))}
    lake.hand(
        "Ann Bob",
        "Bob sb 5, Ann bb 10, Bob fold",
        hand_id=hand_id,
        seats=cards,
        **digests | columns,
    )


def test_hands_of_equal_stacks_acts_and_cards_are_possible_copies(lake: Lake) -> None:
    board = "2c7d9s"
    dealt(lake, "1", ann="AhKd", board=board)
    dealt(lake, "2", bob="QsQd", board="9s2c7d", site="winamax")
    dealt(lake, "3", ann="KdAh", board="2c7d9c")
    dealt(lake, "4", ann="AhKd", board=board, content_digest=8)
    dealt(lake, "5", ann="AhKd", board=board, deal_digest=None)

    assert alike(lake) == [("pokerstars", "1", 2), ("winamax", "2", 2)]


def test_cards_that_contradict_each_other_make_no_copies(lake: Lake) -> None:
    board = "2c7d9s"
    dealt(lake, "1", ann="AhKd", board=board)
    dealt(lake, "2", ann="AcKd", board=board)
    assert alike(lake) == []

    dealt(lake, "3", ann="KdAc", board=board)
    assert alike(lake) == [("pokerstars", "2", 2), ("pokerstars", "3", 2)]


def test_hands_without_a_board_are_copies_only_by_the_cards_of_two_seats(lake: Lake) -> None:
    for hand_id in "12":
        dealt(lake, hand_id, ann="AhKd")
    dealt(lake, "3")
    assert alike(lake) == []

    for hand_id in "45":
        dealt(lake, hand_id, ann="AhKd", bob="QsQd")
    assert [hand_id for _, hand_id, _ in alike(lake)] == ["1", "2", "3", "4", "5"][3:]


def test_two_hands_under_one_number_are_no_possible_copies(lake: Lake) -> None:
    dealt(lake, "1", ann="AhKd", board="2c7d9s")
    dealt(lake, "1~0123abcd", bob="AhKc", board="2c7d9s")

    assert alike(lake) == []
