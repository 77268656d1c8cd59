"""A log that was read while it grew, and is complete now as a copy of another file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from same_hands import HAND, PLAY
from test_ingest_tournaments import rows

from handlab.ingest import ingest
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

TEXT = HAND + "\n\n\n" + PLAY
CUT_OFF = "select code, regexp_extract(path, '[^/]+$') from rejects order by all"


@pytest.mark.parametrize("is_read_elsewhere", [False, True], ids=["at once", "known before"])
def test_a_hand_that_was_cut_off_is_complete_when_its_file_equals_one_that_was_read(
    tmp_path: Path, *, is_read_elsewhere: bool
) -> None:
    lake = Lake.create(tmp_path / "lake")
    folder = tmp_path / "logs"
    folder.mkdir()
    paths = [folder / "a.txt", folder / "b.txt", folder / "c.txt"]
    for length, path in zip((300, 400, len(HAND) + 200), paths, strict=True):
        path.write_text(TEXT[:length], encoding="utf-8")
    assert ingest([folder], lake, workers=1).partial == 3
    found = [("truncated", path.name) for path in paths]
    assert rows(lake, CUT_OFF) == found

    if is_read_elsewhere:
        elsewhere = tmp_path / "elsewhere.txt"
        elsewhere.write_text(TEXT, encoding="utf-8")
        ingest([elsewhere], lake, workers=1)
        assert rows(lake, CUT_OFF) == found
    for path in paths:
        path.write_text(TEXT, encoding="utf-8")
    ingest([folder], lake, workers=1)

    assert rows(lake, CUT_OFF) == []
    assert rows(lake, "select count(*) from hands") == [(2,)]
