"""Runs of ingestion: archives, workers, commits, bounds, and what the summary reports."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest_toy import Toy, counts, hand, read, rows, write

from handlab.archive import Limits
from handlab.errors import ArchiveError, IngestError, LakeBusyError
from handlab.ingest import Counts, Progress, Unrecognised
from handlab.ingest import known as ingest_known
from handlab.ingest.known import KnownHands
from handlab.lake import Lake
from handlab.schema import TOURNAMENT_REPORTS

if TYPE_CHECKING:
    from pathlib import Path

    from handlab.ingest.native import Parsed


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizes at which a short run has many pieces, tasks, flushes and commits."""
    monkeypatch.setattr("handlab.lake.writer.COMMIT_HANDS", 7)
    monkeypatch.setattr("handlab.lake.writer.FLUSH_BYTES", 5000)
    monkeypatch.setattr("handlab.archive.digests.HELD", 1000)
    monkeypatch.setattr("handlab.ingest.batch.TASK_BYTES", 600)
    monkeypatch.setitem(pieces_defaults(), "size", 300)


def pieces_defaults() -> dict[str, Any]:
    from handlab.archive.pieces import pieces

    assert pieces.__kwdefaults__ is not None
    return pieces.__kwdefaults__


def archived(folder: Path, members: dict[str, str]) -> Path:
    path = folder / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return path


def test_members_of_an_archive_are_ingested_and_known_the_next_time(
    lake: Lake, tmp_path: Path
) -> None:
    path = archived(tmp_path, {"x.txt": hand(1), "y/z.txt": hand(2), "p.png": "\x00\x01" * 99})

    first, second = read(lake, path), read(lake, path)

    assert counts(first) == {"headers": 2, "hands": 2}
    assert [(item.member, item.reason) for item in first.skipped] == [("p.png", "not text")]
    assert (second.files, second.known_files) == (0, 1)
    members = "select source_member from hands order by all"
    assert rows(lake, members) == [("x.txt",), ("y/z.txt",)]
    files = rows(lake, "select member, headers, is_last from files order by all")
    assert files == [("x.txt", 1, True), ("y/z.txt", 1, True), (None, 0, True)]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("workers", [1, 3])
def test_many_small_commits_make_the_same_lake(lake: Lake, tmp_path: Path, workers: int) -> None:
    texts = ["".join(hand(number) for number in range(start, start + 20)) for start in (1, 15, 30)]
    path = archived(tmp_path, {f"{index}.txt": text for index, text in enumerate(texts)})
    file = write(tmp_path, "z.txt", *(hand(number) for number in range(45, 65)))

    summary = read(lake, path, file, workers=workers)

    assert counts(summary) == {"headers": 80, "hands": 64, "duplicates": 16}
    assert rows(lake, "select count(*), count(distinct hand_id) from hands") == [(64, 64)]
    assert rows(lake, "select count(*) from seats") == [(128,)]
    sums = "select member, sum(headers), bool_or(is_last) from files"
    assert rows(lake, f"{sums} group by all order by all") == [
        ("0.txt", 20, True),
        ("1.txt", 20, True),
        ("2.txt", 20, True),
        (None, 20, True),
    ]
    assert len(rows(lake, "from ducklake_snapshots('lake')")) > 4
    lines = "select source_line from hands where source_member = '0.txt' order by hand_id::int"
    assert rows(lake, lines) == [(1 + 6 * index,) for index in range(20)]


@pytest.mark.usefixtures("small")
def test_a_run_that_fails_is_gone_on_with_in_the_midst_of_a_file(
    lake: Lake, tmp_path: Path
) -> None:
    class Failing(Toy):
        def parse_batch(self, data: bytes, **rest: Any) -> Parsed:
            if b"#40 " in data:
                raise MemoryError
            return super().parse_batch(data, **rest)

    path = write(tmp_path, "a.txt", *(hand(number) for number in range(60)))
    with pytest.raises(MemoryError):
        read(lake, path, native=Failing())
    ((stored,),) = rows(lake, "select count(*) from hands")
    assert 0 < stored < 40

    summary = read(lake, path)

    assert counts(summary) == {"headers": 60 - stored, "hands": 60 - stored}
    assert rows(lake, "select count(*), count(distinct hand_id) from hands") == [(60, 60)]


def test_text_without_hands_is_reported_and_read_again_by_a_newer_parser(
    lake: Lake, tmp_path: Path
) -> None:
    path = write(tmp_path, "notes.txt", "nothing\n")

    first, again, newer = read(lake, path), read(lake, path), read(lake, path, native=Toy(2))

    file = Unrecognised(str(path), None, path.stat().st_size)
    assert first.unrecognised == newer.unrecognised == (file,)
    assert first.without_hands == 1
    assert (again.files, again.known_files) == (0, 1)
    assert rows(lake, "select parser_version from files") == [(2,)]


def test_members_without_hands_are_counted_when_their_archive_is_known(
    lake: Lake, tmp_path: Path
) -> None:
    path = archived(tmp_path, {"notes.txt": "no hands\n", "x.txt": hand(1), "y.txt": "none\n"})

    first, again = read(lake, path), read(lake, path)

    assert [file.member for file in first.unrecognised] == ["notes.txt", "y.txt"]
    assert (first.known_unrecognised, again.known_unrecognised, again.unrecognised) == (0, 2, ())


def test_what_cannot_be_read_is_reported_and_the_run_goes_on(lake: Lake, tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(b"\x1f\x8bbroken")
    archived(tmp_path, {"zeros.txt": "0\n" * 200_000})
    write(tmp_path, "z.txt", hand(1))
    folder = [path for path in tmp_path.iterdir() if path != lake.path]

    summary = read(lake, *sorted(folder), limits=Limits(harmless=1000, ratio=1))

    assert counts(summary) == {"headers": 1, "hands": 1}
    assert [item.path.rsplit("/", 1)[1] for item in summary.skipped] == ["a.gz", "a.zip"]


def test_a_lake_among_its_own_sources_is_left_out(lake: Lake, tmp_path: Path) -> None:
    write(tmp_path, "a.txt", hand(1))

    summary = read(lake, tmp_path)

    assert (summary.files, summary.skipped) == (1, ())


def test_bad_use_raises_at_once(lake: Lake, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError):
        read(lake, tmp_path / "missing")
    with lake.writer(), pytest.raises(LakeBusyError):
        read(lake, lake.path.parent, wait=0.1)


def test_a_header_that_is_lost_is_an_error_and_nothing_is_stored(
    lake: Lake, tmp_path: Path
) -> None:
    class Losing(Toy):
        def parse_batch(self, data: bytes, **rest: Any) -> Parsed:
            parsed = super().parse_batch(data, **rest)
            parsed["headers"] += 1
            return parsed

    with pytest.raises(IngestError, match="expected 2 headers to be counted"):
        read(lake, write(tmp_path, "a.txt", hand(1)), native=Losing())

    assert rows(lake, "select count(*) from hands") == [(0,)]
    with pytest.raises(IngestError, match="duplicates"):
        Counts(headers=1).check("here")


def test_progress_ends_at_the_whole(lake: Lake, tmp_path: Path) -> None:
    reports: list[Progress] = []
    path = archived(tmp_path, {"x.txt": hand(1)})
    file = write(tmp_path, "b.txt", hand(2))

    read(lake, path, file, progress=reports.append)

    assert reports[0] == Progress(0, reports[-1].total_bytes, files=0, hands=0)
    assert reports[-1].bytes == reports[-1].total_bytes == path.stat().st_size + file.stat().st_size
    assert (reports[-1].files, reports[-1].hands) == (2, 2)


def test_options_reach_the_parser_and_the_file_log(lake: Lake, tmp_path: Path) -> None:
    read(lake, write(tmp_path, "a.txt", hand(1)), account="me", keep_text=True)

    assert rows(lake, "select account, text from hands") == [("me", hand(1))]
    assert rows(lake, "select account from files") == [("me",)]


KEYS = st.lists(st.sampled_from([f"{n}{tail}" for n in range(9) for tail in ("", "~1f", "~2e")]))


@given(
    stored=KEYS,
    runs=st.lists(KEYS, max_size=5),
    asked=KEYS,
    most_in_run=st.sampled_from([1, 4, ingest_known._MOST_IN_RUN]),
    mark_bits=st.sampled_from([3, ingest_known._MARK_BITS]),
    forgotten=KEYS,
)
def test_known_hands_are_those_that_were_stored_or_added(
    stored: list[str],
    runs: list[list[str]],
    asked: list[str],
    most_in_run: int,
    mark_bits: int,
    forgotten: list[str],
) -> None:
    def frame(ids: list[str]) -> pl.DataFrame:
        site = pl.Series("site", ["toy"] * len(ids), dtype=pl.String)
        return pl.DataFrame({"site": site, "hand_id": pl.Series(ids, dtype=pl.String)})

    with (
        patch.object(ingest_known, "_MOST_IN_RUN", most_in_run),
        patch.object(ingest_known, "_MARK_BITS", mark_bits),
    ):
        known = KnownHands([frame(stored)], Toy())
        for run in runs:
            known.add(frame(run))
        hashes = known.hashes(frame(asked))
        suspects = known.suspects(hashes).tolist()

    added = {key for run in runs for key in run}
    everything = added | set(stored)

    # A number is known as well where only a hand `number~digest` has it.
    known_keys = everything | {key.split("~")[0] for key in everything}
    keys_of_this_run = added | {key.split("~")[0] for key in added}
    assert known.contains(hashes).tolist() == [key in known_keys for key in asked]
    assert suspects == [key in known_keys or asked.count(key) > 1 for key in asked]

    known.forget(frame(sorted(set(forgotten))))
    # A number that several hands have stays known, as does what this run has added.
    numbers = {key.split("~")[0] for key in everything if "~" in key}
    gone = {key for key in forgotten if "~" not in key} - numbers - keys_of_this_run
    if len(set(stored)) == len(stored):
        assert known.contains(hashes).tolist() == [key in known_keys - gone for key in asked]
    assert known.is_of_this_run(hashes).tolist() == [key in keys_of_this_run for key in asked]
    assert hashes.dtype == np.uint64
    bases = {key for key in asked if "~" not in key}
    found = set(known.variants(frame(list(bases)))["hand_id"])
    assert found == {key for key in everything if "~" in key and key.split("~")[0] in bases}


def test_tournaments_of_several_runs_are_one_row_a_player(lake: Lake, tmp_path: Path) -> None:
    class Reporting(Toy):
        def parse_batch(self, data: bytes, **rest: Any) -> Parsed:
            parsed = super().parse_batch(data, **rest)
            key = {"site": "toy", "tournament_id": "9", "player": "ann", "scale": 2}
            number = next(n for n in (1, 2, 3) if f"#{n} ".encode() in data)
            fields = {
                "report": str(number),
                "source": "hands",
                "is_out": number == 2,
                "prize": 50 if number == 2 else None,
            }
            schema = TOURNAMENT_REPORTS.polars_schema
            parsed["tables"]["tournament_reports"] = pl.DataFrame([{**key, **fields}], schema)
            parsed["report_hands"] = pl.Series([0], dtype=pl.Int64)
            return parsed

    for number in (1, 2, 3):
        read(lake, write(tmp_path, f"{number}.txt", hand(number)), native=Reporting())

    assert rows(lake, "select player, prize from tournaments") == [("ann", 50)]
