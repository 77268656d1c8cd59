"""Texts of sites beside what `handlab convert` made of them: nothing that only the former say is lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from handlab import views
from handlab.cli import app
from handlab.ingest import ingest
from handlab.lake import Lake
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

CORPUS = Path(__file__).parents[1] / "corpus"
NAMES = (
    "boss/*.txt",
    "cake/*.txt",
    "ggpoker/nlhe*.txt",
    "ignition/nlhe*.txt",
    "merge/*.txt",
    "party/*tournament*.txt",
)
OF_READING = ("source_digest", "parser_version", "ingested_at", "schema_version")


def stored(folder: Path, *runs: Sequence[Path]) -> dict[str, list[tuple[Any, ...]]]:
    lake = Lake.create(folder)
    for paths in runs:
        ingest(paths, lake, workers=1)
    names = [*HAND_TABLES, "tournaments"]
    columns = {
        name: ", ".join(column for column in TABLES[name].names if column not in OF_READING)
        for name in names
    }
    with views.connect(lake.path) as connection:
        return {
            name: connection.sql(f"select {columns[name]} from {name} order by all").fetchall()
            for name in names
        }


@pytest.mark.parametrize("form", ["ohh", "phh"])
def test_a_converted_copy_takes_nothing_from_the_text_of_the_site(
    form: str, tmp_path: Path
) -> None:
    texts = [path for name in NAMES for path in sorted(CORPUS.glob(name))]
    made = tmp_path / form
    CliRunner().invoke(app, ["convert", *map(str, texts), "--to", form, "--out", f"{made}/"])
    converted = sorted(made.iterdir())
    assert len(converted) >= len(texts) / 2

    alone = stored(tmp_path / "alone", texts)

    assert {row[0] for row in alone["hands"]} > {"cake", "ggpoker", "ignition", "party"}
    assert stored(tmp_path / "after", texts, converted) == alone
    assert stored(tmp_path / "before", converted, texts) == alone
    assert stored(tmp_path / "together", [*converted, *texts]) == alone
