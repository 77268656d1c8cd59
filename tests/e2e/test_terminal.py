"""What a person sees: the commands in a real terminal of 80, 120 and 200 columns."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

import pytest

from handlab.cli.records import columns

pexpect = pytest.importorskip("pexpect")

ROOT = Path(__file__).parents[2]
LONG = "select count(*) from range(1000000000) a(x), range(100000) b(y) where hash(x + y) % 7 = 3"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from handlab.ingest import ingest
    from handlab.lake import Lake

    folder = tmp_path_factory.mktemp("terminal")
    ingest([ROOT / "data" / "samples"], Lake.create(folder / "lake"))
    return folder / "lake"


def spawn(
    *arguments: object, width: int = 80, height: int = 24, pager: str = "cat"
) -> pexpect.spawn:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm", "PAGER": pager}
    return pexpect.spawn(
        sys.executable,
        ["-m", "handlab.cli", *map(str, arguments)],
        dimensions=(height, width),
        encoding="utf-8",
        timeout=60,
        env=environment,
    )


def shown(*arguments: object, width: int = 80, height: int = 24) -> list[str]:
    """The lines that a command prints in a terminal."""
    child = spawn(*arguments, width=width, height=height)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0, child.before
    return child.before.replace("\r\n", "\n").splitlines()


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("query", ["from player_stats", "from hands", "from seats limit 3"])
def test_a_table_fits_the_terminal_and_shows_whole_values(
    lake: Path, width: int, query: str
) -> None:
    lines = shown("sql", query, "--lake", lake, width=width, height=40)

    text = "\n".join(lines)
    frames = [frame.partition("└")[0].count("\n") + 1 for frame in text.split("┌")[1:]]
    assert frames
    assert max(frames) <= 40
    assert max(map(columns, lines)) <= width
    assert any("pokerstars" in line for line in lines)
    assert "net_bb" in text or "deal_digest" in text
    assert not re.search(r"\d+ columns \(\d+ shown\)", text)


@pytest.mark.parametrize("width", [80, 120, 200])
def test_statistics_of_a_player_have_their_names_and_numbers(lake: Path, width: int) -> None:
    player = ("--player", "riverbend88", "--kind", "cash", "--game", "holdem", "--lake", lake)
    lines = shown("stats", "--stat", "vpip,fold_to_three_bet", *player, width=width)
    rate = next(line.split() for line in lines if line.startswith("vpip "))

    assert max(map(columns, lines)) <= width
    assert any(line.startswith("pokerstars · riverbend88 · cash · USD") for line in lines)
    assert any(line.startswith("fold_to_three_bet ") for line in lines)
    assert len(rate) == 6
    assert float(rate[4]) < float(rate[3]) < float(rate[5])

    lines = shown("winrate", *player, width=width)

    assert max(map(columns, lines)) <= width
    assert sum(line.split()[:1] == ["raw"] for line in lines) >= 1
    assert sum(line.split()[:1] == ["all_in_adjusted"] for line in lines) >= 1


@pytest.mark.parametrize("width", [80, 120, 200])
def test_wide_prints_every_column_once_per_record(lake: Path, width: int) -> None:
    lines = shown("sql", "--wide", "from player_stats limit 2", "--lake", lake, width=width)

    assert [line.split("─")[2].strip() for line in lines if line.startswith("──")] == [
        "record 1",
        "record 2",
    ]
    assert sum(line.startswith("player ") for line in lines) == 2
    assert sum(line.startswith("ev_bb_per_100_stderr ") for line in lines) == 2
    assert max(map(columns, lines)) <= width


def test_a_query_is_interrupted_with_one_line(lake: Path) -> None:
    child = spawn("sql", LONG, "--lake", lake)
    time.sleep(3)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()

    assert child.before.replace("^C", "").split() == ["interrupted"]
    assert child.exitstatus == 130


def test_a_long_answer_goes_through_the_pager_and_a_short_one_does_not(lake: Path) -> None:
    child = spawn("sql", "from hands", "--lake", lake, pager="less")
    child.expect(":")
    child.sendintr()
    time.sleep(0.3)
    assert child.isalive()
    child.send("G")
    child.expect("6920 rows")
    child.send("q")
    child.expect("only 1,000 rows are shown")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0

    short = spawn("sql", "select 42 as answer", "--lake", lake, pager="less")
    short.expect("42")
    short.expect(pexpect.EOF)
    short.close()
    assert short.exitstatus == 0
    assert "\x1b" not in short.before


def test_a_name_cannot_control_the_terminal(lake: Path) -> None:
    lines = shown("sql", "--wide", "select chr(27) || '[2J' as player", "--lake", lake)

    assert not any("\x1b" in line for line in lines)


@pytest.mark.skipif(not (Path(sys.executable).parent / "duckdb").exists(), reason="no DuckDB CLI")
def test_a_shell_is_the_duckdb_command_line_on_the_lake(lake: Path) -> None:
    child = spawn("shell", "--client", "duckdb", "--lake", lake, width=120)
    child.expect("\\.help")
    child.sendline("select count(*) as n from player_stats;")
    child.expect("268")
    child.sendline("delete from hands;")
    child.expect("read-only")
    child.sendline(".quit")
    child.expect(pexpect.EOF)
    child.close()
    # The command line's own status: one of its statements failed.
    assert child.exitstatus == 1
