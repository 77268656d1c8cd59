"""Reports of a job that a query answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from job_runs import job, run

ROOT = Path(__file__).parents[2]


def test_a_query_of_a_job_without_a_player_is_about_the_hero(made: Path, tmp_path: Path) -> None:
    (tmp_path / "q.sql").write_text("select count(*) as n from fct_results where player = $player")
    text = '[[report]]\nsql = "q.sql"\nto = "q.json"\n'

    assert run(job(tmp_path, made, text)).exit_code == 0
    named = run(job(tmp_path, made, f'player = "riverbend88"\n{text.replace("q.json", "n.json")}'))
    assert named.exit_code == 0
    (row,) = json.loads((tmp_path / "q.json").read_text())
    assert row["n"] > 0
    assert [row] == json.loads((tmp_path / "n.json").read_text())


def test_a_query_of_a_job_is_about_nobody_only_where_there_are_no_hands(
    made: Path, tmp_path: Path
) -> None:
    logs = made / "logs" / "pokerstars" / "razz-0.04-0.08.txt"
    seen = "".join(
        line
        for line in logs.read_text(encoding="utf-8").splitlines(keepends=True)
        if not line.startswith("Dealt to riverbend88")
    )
    (tmp_path / "seen.txt").write_text(seen, encoding="utf-8")
    (tmp_path / "q.sql").write_text("select * from fct_results where player = $player")
    path = tmp_path / "job.toml"
    text = '[[report]]\nsql = "q.sql"\nto = "q.json"\n'
    path.write_text(f'lake = "lake"\n[ingest]\npaths = "seen.txt"\n{text}', encoding="utf-8")

    result = run(path)

    assert result.exit_code == 2
    assert "expected a player for `$player`, got hands without a hero" in result.stderr
    empty = run(job(tmp_path, made, f"{text}only = {{ since = 2035-01-01 }}\n"))
    assert (empty.exit_code, "no rows, nothing delivered" in empty.stderr) == (0, True)


@pytest.mark.parametrize(
    ("query", "reason"),
    [("from nosuch", "Catalog Error: Table with name nosuch"), ("selct 1", "Parser Error: syntax")],
)
def test_a_query_that_cannot_be_answered_is_named_by_its_file(
    made: Path, tmp_path: Path, query: str, reason: str
) -> None:
    (tmp_path / "q.sql").write_text(query)
    result = run(job(tmp_path, made, '[[report]]\nsql = "q.sql"\nto = "q.csv"\n'))

    (line,) = (line for line in result.stderr.splitlines() if line.startswith("error: "))
    assert result.exit_code == 2
    assert f"cannot answer `{tmp_path / 'q.sql'}`: {reason}" in line
    assert "answered" not in line


def test_a_report_in_text_has_all_rows_and_columns(made: Path, tmp_path: Path) -> None:
    (tmp_path / "q.sql").write_text(
        "select range as n, "
        + ", ".join(f"'{'x' * 60}' as c{n}" for n in range(9))
        + " from range(300) order by n"
    )
    (tmp_path / "long.sql").write_text("select * from range(10_001)")

    written = run(job(tmp_path, made, '[[report]]\nsql = "q.sql"\nto = "q.txt"\n'))
    refused = run(job(tmp_path, made, '[[report]]\nsql = "long.sql"\nto = "long.txt"\n'))

    assert written.exit_code == 0
    _, heading, *_ = lines = (tmp_path / "q.txt").read_text().splitlines()
    assert [cell.strip() for cell in heading.strip("│").split("│")] == [
        "n",
        *(f"c{n}" for n in range(9)),
    ]
    assert [n for n in range(300) if any(line.startswith(f"│ {n:>5} │") for line in lines)] == [
        *range(300)
    ]
    assert "x" * 60 in lines[-3]
    assert "expected at most 10,000 rows for a table of text, got more" in refused.stderr
    assert not (tmp_path / "long.txt").exists()


def test_a_query_of_a_job_is_in_its_zone(made: Path, tmp_path: Path) -> None:
    (tmp_path / "q.sql").write_text(
        "select strftime(started_at, '%Y-%m') as month, count(*) as hands from fct_results"
        " where player = $player group by 1 order by 1"
    )
    text = (
        'timezone = "America/New_York"\nplayer = "riverbend88"\n[only]\nperiod = "last month"\n'
        '[[report]]\nsql = "q.sql"\nto = "q.json"\n'
        '[[report]]\nsections = "months"\nto = "months.json"\n'
    )

    assert run(job(tmp_path, made, text), "--date", "2020-03-05").exit_code == 0

    (row,) = json.loads((tmp_path / "q.json").read_text())
    months = json.loads((tmp_path / "months.json").read_text())["sections"]["months"]
    assert row == {"month": "2020-02", "hands": sum(month["hands"] for month in months)}


def test_a_query_that_is_no_text_keeps_no_other_report_back(made: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.sql").write_bytes("-- Größe\nselect 1 as one".encode("cp1252"))
    (tmp_path / "good.sql").write_text("select 1 as one", encoding="utf-8-sig")
    text = '[[report]]\nsql = "bad.sql"\nto = "bad.csv"\n[[report]]\nsql = "good.sql"\nto = "good.csv"\n'

    result = run(job(tmp_path, made, text))

    assert result.exit_code == 2
    assert "bad.sql` as text in UTF-8" in result.stderr
    assert (tmp_path / "good.csv").read_text() == "one\n1\n"


def test_a_comment_of_a_query_may_mention_parameters(made: Path, tmp_path: Path) -> None:
    (tmp_path / "q.sql").write_text("-- $player and $since would be parameters\nselect 1 as one")
    (tmp_path / "other.sql").write_text("select $since as first")

    assert run(job(tmp_path, made, '[[report]]\nsql = "q.sql"\nto = "q.json"\n')).exit_code == 0
    other = run(job(tmp_path, made, '[[report]]\nsql = "other.sql"\nto = "o.json"\n'))

    assert json.loads((tmp_path / "q.json").read_text()) == [{"one": 1}]
    assert "expected no parameter but `$player`, got `$since`" in other.stderr
