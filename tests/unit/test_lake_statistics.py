"""The statistics of seats in a lake: filled with their hands, computed for older rows, filled again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from builders import simulated
from polars.testing import assert_frame_equal

from handlab import views
from handlab.errors import LakeError
from handlab.ingest import ingest
from handlab.lake import Lake, statistics, stored_statistics
from handlab.lake.compact import compact, refilling
from handlab.lake.compact.refilling import refill_statistics
from handlab.lake.repair import repair
from handlab.lake.verify import verify
from handlab.lake.writer import Writer
from handlab.schema import SEATS
from handlab.statistics import fill_sql
from handlab.statistics.catalogue import POPULATION_PARTS, catalogue

KEY = ["site", "hand_id", "seat"]
HANDS = 60


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """A lake of simulated hands."""
    (tmp_path / "hands.txt").write_text(simulated(3, HANDS), encoding="utf-8")
    lake = Lake.create(tmp_path / "lake")
    ingest([tmp_path / "hands.txt"], lake, workers=1)
    return lake


def rows(lake: Lake, query: str = "from seats") -> pl.DataFrame:
    with lake.connect() as connection:
        return connection.execute(query).pl().sort(KEY)


def outdate(lake: Lake) -> None:
    """What an older handlab leaves: seats without statistics and without what they repeat."""
    gone = [*catalogue().column_names, *stored_statistics.REPEATED]
    nulls = ", ".join(f"{name} = null" for name in gone)
    with lake.connect(read_only=False) as connection:
        connection.execute(f"update seats set {nulls}")


def test_every_seat_is_filled_with_its_hand(lake: Lake) -> None:
    found = rows(lake)

    assert found["statistics_version"].to_list() == [catalogue().version] * found.height
    assert not any(found[name].null_count() for name in catalogue().flag_names)
    assert 0 < found["three_bet_made"].sum() < found["three_bet_chance"].sum()


def test_counted_seats_of_named_players_have_their_game_and_stake_in_one_text(
    tmp_path: Path,
) -> None:
    (tmp_path / "hands.txt").write_text(simulated(3, HANDS), encoding="utf-8")
    lake = Lake.create(tmp_path / "lake")
    ingest([tmp_path / "hands.txt"], lake, workers=1)
    with lake.connect(read_only=False) as connection:
        connection.execute("update seats set is_anonymous = true where seat = 2")
        actions = connection.execute("from actions").pl()
    found = statistics.fill(rows(lake), actions)

    texts = found.filter(pl.col("is_counted") & (pl.col("seat") != 2))["population"]

    assert set(texts) == {"pokerstars|cash|2|flop|holdem|false|no_limit|10||big_blind|USD"}
    others = found.filter(~pl.col("is_counted") | (pl.col("seat") == 2))
    assert others.height > HANDS / 2
    assert others["population"].null_count() == others.height


def test_the_order_of_the_rows_does_not_matter(lake: Lake) -> None:
    seats = rows(lake)
    with lake.connect() as connection:
        actions = connection.execute("from actions").pl()
    shuffled = statistics.fill(
        seats.sample(fraction=1, shuffle=True, seed=1),
        actions.sample(fraction=1, shuffle=True, seed=2),
    )

    assert_frame_equal(shuffled.sort(KEY), seats)


def test_seats_without_actions_have_no_chances_of_decisions(lake: Lake) -> None:
    filled = statistics.fill(rows(lake), None)

    assert filled["vpip_chance"].sum() == 0
    assert filled["wtsd_chance"].sum() > 0


def test_sql_that_needs_several_masks_and_sums_computes_the_same(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = views.open_lake(lake.path).connect().execute("from stg_seats").pl().sort(KEY)
    outdate(lake)
    for name, value in (("BITS", 2), ("COUNTS", 1)):
        monkeypatch.setattr(fill_sql, name, value)

    computed = views.open_lake(lake.path).connect().execute("from stg_seats").pl().sort(KEY)

    assert_frame_equal(computed, expected)


def test_a_lake_of_an_older_handlab_answers_alike(lake: Lake) -> None:
    query = "select * from player_stats order by all"
    answers = views.open_lake(lake.path).connect().execute(query).fetchall()
    outdate(lake)

    older = views.open_lake(lake.path).connect().execute(query).fetchall()

    assert [row[:30] for row in older] == [row[:30] for row in answers]


@pytest.mark.parametrize("portion", [100, refilling.PORTION])
def test_the_next_ingest_fills_older_seats(
    portion: int, lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refilling, "PORTION", portion)
    expected = rows(lake)
    outdate(lake)
    (tmp_path / "more.txt").write_text(simulated(4, 5), encoding="utf-8")

    ingest([tmp_path / "more.txt"], lake, workers=1)

    with lake.connect() as connection:
        assert not stored_statistics.is_outdated(connection)
    filled = rows(lake).join(expected.select(KEY), on=KEY, how="semi").sort(KEY)
    assert_frame_equal(filled, expected)
    assert verify(lake.path).faults == []


def use_catalogue(monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    """Use another catalogue, with the same statistics."""
    changed = replace(catalogue(), version=version)
    for module in (statistics, stored_statistics, refilling):
        monkeypatch.setattr(module, "catalogue", lambda: changed)


@pytest.fixture
def newer(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> int:
    """The version of another catalogue, which is used once the lake is filled."""
    (stored,) = rows(lake)["statistics_version"].unique()
    use_catalogue(monkeypatch, stored + 1)
    return int(stored + 1)


def refill(lake: Lake) -> bool:
    with lake.writer() as writer:
        return refill_statistics(lake, writer)


def test_another_version_of_the_catalogue_fills_them_again(lake: Lake, newer: int) -> None:
    assert refill(lake)
    assert not refill(lake)

    assert rows(lake)["statistics_version"].unique().to_list() == [newer]


def test_many_flushes_and_a_compacted_run_are_filled_in_parts(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice: the second time the seats are in other flushes than their hands and actions."""
    compact(lake)
    for number in range(5, 11):
        path = tmp_path / f"{number}.txt"
        path.write_text(simulated(number, 9), encoding="utf-8")
        ingest([path, tmp_path / "hands.txt"], lake, workers=1)
    before = rows(lake)
    monkeypatch.setattr(refilling, "PORTION", 64)
    monkeypatch.setattr(refilling, "UNIT_SEATS", 150)
    for version in range(catalogue().version + 1, catalogue().version + 3):
        use_catalogue(monkeypatch, version)

        assert refill(lake)

        expected = before.with_columns(pl.lit(version, pl.Int32).alias("statistics_version"))
        assert_frame_equal(rows(lake), expected)
        assert verify(lake.path).faults == []
    compact(lake)
    assert_frame_equal(rows(lake), expected)


@pytest.mark.usefixtures("newer")
def test_seats_that_cannot_be_divided_by_hand_are_not_lost(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refilling, "PORTION", 5)

    with pytest.raises(LakeError, match="are left"):
        refill(lake)


def test_what_is_not_committed_leaves_the_seats_as_they_were(
    lake: Lake, newer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(lake)

    def interrupted(_: Writer) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Writer, "commit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        refill(lake)

    assert_frame_equal(rows(lake), before)
    assert rows(lake)["statistics_version"].unique().to_list() == [newer - 1]
    assert verify(lake.path).faults == []


@pytest.mark.usefixtures("newer")
def test_a_damaged_file_of_seats_is_not_filled_again(lake: Lake) -> None:
    with lake.connect() as connection:
        ((name,),) = connection.execute("select distinct filename from seats").fetchall()
    text = bytearray(Path(name).read_bytes())
    text[200] ^= 1
    Path(name).write_bytes(text)

    with pytest.raises(LakeError, match="as it was written"):
        refill(lake)


def test_a_lost_file_of_filled_seats_takes_its_hands_with_it(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(lake)
    with monkeypatch.context() as patched:
        use_catalogue(patched, catalogue().version + 1)
        refill(lake)
    with lake.connect() as connection:
        files = connection.execute("select distinct filename from seats").fetchall()
    Path(files[0][0]).unlink()

    assert repair(lake.path).hands.height == HANDS
    ingest([tmp_path / "hands.txt"], lake, workers=1)

    assert_frame_equal(rows(lake), before)
    assert verify(lake.path).faults == []


def test_the_columns_of_the_schema_are_those_of_the_catalogue() -> None:
    assert SEATS.names[-len(catalogue().column_names) :] == catalogue().column_names


def test_a_population_is_taken_apart(lake: Lake) -> None:
    connection = views.open_lake(lake.path).connect()
    text = "site|cash|2|stud|razz|false|fixed_limit||200|small_bet|A|B"
    names = [*POPULATION_PARTS, "big_blind"]
    parts = ", ".join(f"population_part('{text}', '{name}')" for name in names)

    (found,) = connection.execute(f"select {parts}, population_bb_size('{text}')").fetchall()

    assert found[:7] == ("site", "cash", "2", "stud", "razz", "false", "fixed_limit")
    assert found[7:] == (None, "200", "small_bet", "A|B", None, 200)
