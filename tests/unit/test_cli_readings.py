"""`handlab diff-readings`, `handlab fairness` and their functions, on simulated hands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from command_line import run

import handlab as hl

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readings")
    simulated = run("simulate", "--hands", "400", "--seed", "9", "--out", folder / "h.txt")
    assert simulated.exit_code == 0
    assert run("ingest", folder / "h.txt", "--lake", folder / "lake").exit_code == 0
    return folder / "lake"


def rows(*arguments: str | Path) -> list[dict[str, Any]]:
    result = run(*arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    found: list[dict[str, Any]] = json.loads(result.stdout)
    return found


def test_the_readings_of_a_statistic_stand_side_by_side(lake: Path) -> None:
    found = rows("diff-readings", "--lake", lake, "--stat", "vpip", "--player", "riverbend88")
    (usual,) = hl.stats(lake, "riverbend88", stat="vpip").to_dicts()
    readings = {row["reading"]: row for row in found}

    assert list(readings) == ["handlab", "drivehud", "fpdb", "pt4"]
    assert readings["handlab"]["made"] == usual["vpip_made"]
    assert readings["handlab"]["chances"] == usual["vpip_chances"]
    differing = hl.diff_readings(lake, "vpip", "riverbend88", hands=True)
    for name, row in readings.items():
        assert row["hands_that_differ"] == differing.filter(reading=name).height, name
        if name != "handlab":
            (read,) = hl.stats(lake, "riverbend88", stat="vpip", reading=name).to_dicts()
            assert (row["made"], row["chances"]) == (read["vpip_made"], read["vpip_chances"])
    counts = hl.diff_readings(lake, "vpip", "riverbend88").select(
        "made", "chances", "hands_that_differ"
    )
    assert set(counts.dtypes) == {pl.Int64}
    # Without a player everybody is counted.
    everybody = rows("diff-readings", "--lake", lake, "--stat", "vpip")
    assert everybody[0]["chances"] == hl.stats(lake, stat="vpip")["vpip_chances"].sum()


def test_the_command_says_what_is_read_otherwise(lake: Path) -> None:
    result = run("stats", "--lake", lake, "--reading", "fpdb", "--stat", "vpip,pfr")
    assert "counted as FPDB-3 does: vpip; see `handlab diff-readings`" in result.stderr
    refused = run("stats", "--lake", lake, "--reading", "holdem_manager")
    assert (refused.exit_code, "pt4, drivehud, fpdb" in refused.stderr) == (2, True)


def test_simulated_deals_are_fair(lake: Path) -> None:
    result = run("fairness", "--lake", lake, "--min-hands", "100", "--format", "json")
    tests = json.loads(result.stdout)

    assert {row["test"] for row in tests} >= {"starting hands", "suits of flops"}
    assert all(row["corrected"] > 0.01 for row in tests if row["note"] is None)
    assert all("{" not in row["detectable"] for row in tests)
    assert all("e+" not in row["detectable"] for row in tests)
    assert f"0 of {len(tests)} tests are unusual" in result.stderr
    found = hl.fairness(lake, min_hands=100).to_dicts()
    assert tests == [pytest.approx(row) for row in found]


def test_too_few_hands_are_not_tested(lake: Path) -> None:
    result = run("fairness", "--lake", lake, "--format", "json")
    assert (json.loads(result.stdout), "nothing was tested" in result.stderr) == ([], True)
