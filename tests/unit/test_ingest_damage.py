"""Files that break off, and come again: nothing is lost, and nothing is stored twice."""

from __future__ import annotations

import gzip
import zipfile
from typing import TYPE_CHECKING

import pytest
from archives import zipped
from ingest_toy import counts, hand, read, rows, write

from handlab.lake import Lake
from handlab.lake.repair import repair

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "".join(hand(number, players=f"ann{number} bob") for number in range(400)).encode()


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake.create(tmp_path / "lake")


@pytest.mark.parametrize("kind", ["gz", "zip"])
def test_a_file_that_broke_off_is_read_on_when_it_comes_whole(
    lake: Lake, tmp_path: Path, kind: str
) -> None:
    whole = gzip.compress(TEXT) if kind == "gz" else zipped({"a.txt": TEXT}, zipfile.ZIP_STORED)
    path = tmp_path / "a.txt.gz"

    path.write_bytes(whole[: len(whole) * 2 // 3])
    first, same = read(lake, path), read(lake, path)
    assert 100 < first.hands < 400
    assert first.partial == 1
    assert counts(same) == {}
    assert [item.reason for item in first.skipped] == [item.reason for item in same.skipped]
    assert all(item.is_failure for item in first.skipped)

    path.write_bytes(whole[: len(whole) * 4 // 5])
    longer = read(lake, path)
    assert longer.hands > 0
    assert first.hands + longer.hands < 400

    path.write_bytes(whole)
    last, again = read(lake, path), read(lake, path)
    assert first.hands + longer.hands + last.hands == 400
    assert (last.duplicates, last.skipped) == (0, ())
    assert (again.files, again.known_files) == (0, 1)
    assert rows(lake, "select count(*), count(distinct hand_id) from hands") == [(400, 400)]
    assert rows(lake, "select count(*) from rejects") == [(0,)]


def test_a_file_that_goes_away_does_not_end_the_run(lake: Lake, tmp_path: Path) -> None:
    gone, stays = write(tmp_path, "a.txt", hand(1)), write(tmp_path, "b.txt", hand(2))
    found = [gone, stays]

    class Vanishing(type(lake)):  # type: ignore[misc]
        """A lake whose writer is waited for, while somebody tidies up."""

        def writer(self, *args: object, **options: object) -> object:
            gone.unlink()
            return super().writer(*args, **options)

    summary = read(Vanishing.open(lake.path), *found)

    assert counts(summary) == {"headers": 1, "hands": 1}
    assert [item.reason for item in summary.skipped] == [
        "cannot be read: no such file or directory"
    ]
    assert summary.skipped[0].is_failure


def test_a_long_file_that_is_changed_while_it_is_read_is_gone_on_with(
    lake: Lake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handlab.archive.digests.HELD", 1000)
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT)
    from handlab.archive import reading

    long_documents = reading._File._long_documents

    def shortened(self: object, long: object) -> object:
        path.write_bytes(TEXT[: len(TEXT) // 2])
        return long_documents(self, long)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(reading._File, "_long_documents", shortened)
        first = read(lake, path)
    assert [item.reason for item in first.skipped] == ["it was changed while it was being read"]

    path.write_bytes(TEXT)
    read(lake, path)

    assert rows(lake, "select count(*), count(distinct hand_id) from hands") == [(400, 400)]
    assert rows(lake, "select bool_or(is_last) from files") == [(True,)]


def test_what_a_repair_left_of_a_file_is_not_a_duplicate_when_it_is_read_again(
    lake: Lake, tmp_path: Path
) -> None:
    path = write(tmp_path, "a.txt", hand(1), hand(2))
    read(lake, path)
    (bad,) = (lake.data / "main" / "hands").glob("*.parquet")
    write(tmp_path, "a.txt", hand(1), hand(2), hand(3), hand(3, stack=7))
    write(tmp_path, "b.txt", hand(2), hand(4))
    read(lake, tmp_path)
    of_files = "select path, sum(hands), sum(duplicates), sum(id_conflicts) from files group by 1"
    before = sorted(rows(lake, of_files))

    bad.unlink()
    repair(lake.path)
    summary = read(lake, tmp_path)

    assert [row[1:] for row in before] == [(4, 0, 1), (1, 1, 0)]
    assert sorted(rows(lake, of_files)) == before
    assert counts(summary) == {"headers": 6, "hands": 5, "id_conflicts": 1, "duplicates": 1}
