"""Wherever files end when they are read, and however they grow, the lake is that of the whole."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import grown_files
import pytest
from polars.testing import assert_frame_equal

from handlab.ingest import ingest
from handlab.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

CUTS = 3


@pytest.mark.parametrize("cut", ["at_line_ends", pytest.param("anywhere", marks=pytest.mark.slow)])
def test_samples_that_grow_give_what_they_give_at_once(tmp_path: Path, cut: str) -> None:
    samples = grown_files.samples()
    choice = random.Random(1)
    ends = {
        name: list(grown_files.line_ends(text) if cut == "at_line_ends" else range(1, len(text)))
        for name, text in samples.items()
    }
    cuts = {name: sorted(choice.sample(some, min(CUTS, len(some)))) for name, some in ends.items()}
    whole, grown = Lake.create(tmp_path / "whole"), Lake.create(tmp_path / "grown")
    logs = tmp_path / "logs"
    for turn in range(CUTS + 1):
        texts = {
            name: text[: cuts[name][turn]] if turn < len(cuts[name]) else text
            for name, text in samples.items()
        }
        grown_files.write(logs, texts)
        ingest([logs], grown, workers=2)

    ingest([logs], whole, workers=2)

    expected, found = grown_files.everything(whole), grown_files.everything(grown)
    for table, frame in expected.items():
        assert_frame_equal(found[table], frame)
