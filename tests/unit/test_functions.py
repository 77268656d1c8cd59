"""`parse_hand` says of a text what `read_hands` says of the file that holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest
from builders import as_stored, simulated, tables, texts_of_hands, unnested, with_columns_of
from polars.testing import assert_frame_equal

import handlab as hl
from handlab.schema import HAND_TABLES

if TYPE_CHECKING:
    from pathlib import Path


def spans(hands: pl.DataFrame) -> pl.Series:
    """The bytes of each hand as they stand in its file."""
    found = []
    files: dict[str, bytes] = {}
    for row in hands.select("source_file", "source_offset", "source_length").iter_rows():
        path, start, length = row
        if path not in files:
            with open(path, "rb") as file:  # noqa: PTH123
                files[path] = file.read()
        found.append(files[path][start : start + length])
    return pl.Series("bytes", found, dtype=pl.Binary)


def assert_parse_hand_agrees(texts: pl.Series, read: dict[str, pl.DataFrame]) -> None:
    parsed = texts.to_frame().select(hand=hl.parse_hand(texts.name))
    assert parsed["hand"].struct.field("error_code").null_count() == parsed.height
    nested = {name: as_stored(name, frame) for name, frame in unnested(parsed).items()}

    assert list(nested) == list(HAND_TABLES)
    for name, expected in with_columns_of(nested, read).items():
        assert_frame_equal(nested[name], expected)


@pytest.mark.parametrize("game", ["holdem", "omaha", "stud", "badugi"])
def test_a_text_is_read_as_a_file_of_that_text(game: str) -> None:
    text = simulated(3, 30, game=game, betting="fixed_limit")
    texts = pl.Series("text", texts_of_hands(text))
    read = {name: as_stored(name, frame) for name, frame in tables(text).items()}

    assert_parse_hand_agrees(texts, read)


def test_the_samples_are_read_alike_as_texts_and_as_files(samples: Path) -> None:
    read = hl.read_hands(samples, keep_text=True)

    assert_parse_hand_agrees(read["hands"]["text"], read)
    assert_parse_hand_agrees(spans(read["hands"]), read)


@pytest.mark.slow
def test_the_corpus_is_read_alike_as_texts_and_as_files(corpus: Path) -> None:
    read = hl.read_hands(corpus, keep_text=True)
    assert read["hands"].height > 20_000

    assert_parse_hand_agrees(read["hands"]["text"], read)


@pytest.mark.slow
def test_the_bytes_of_the_corpus_are_read_as_its_files_are(corpus: Path) -> None:
    read = hl.read_hands(corpus, keep_text=True)
    # A hand of a UTF-16 file is no text by itself.
    is_utf_16 = spans(read["hands"]).bin.contains(b"\0")
    keys = read["hands"].filter(~is_utf_16).select("source_file", "source_offset")
    read["hands"] = read["hands"].join(keys, on=keys.columns, how="semi", maintain_order="left")
    ids = read["hands"].select("site", "hand_id").unique()
    for name in HAND_TABLES[1:]:
        read[name] = read[name].join(ids, on=ids.columns, how="semi", maintain_order="left")

    assert_parse_hand_agrees(spans(read["hands"]), read)


def test_nested_rows_do_not_repeat_what_the_hand_says() -> None:
    hand = pl.DataFrame({"text": texts_of_hands(simulated(3, 1))}).select(hl.parse_hand("text"))
    fields = {field.name: field.dtype for field in hand.schema["text"].fields}  # type: ignore[attr-defined]
    repeated = {
        name: {field.name for field in dtype.inner.fields} & set(fields)
        for name, dtype in fields.items()
        if isinstance(dtype, pl.List) and isinstance(dtype.inner, pl.Struct)
    }

    assert set(repeated) == set(HAND_TABLES) - {"hands"}
    # These are words of both tables, each with its own meaning.
    own = {"kind", "ante", "position", "rake", "fee"}
    assert {name: sorted(columns - own) for name, columns in repeated.items()} == {
        name: [] for name in repeated
    }


def test_blank_lines_and_noise_around_a_hand_do_not_matter() -> None:
    text = texts_of_hands(simulated(3, 1))[0]
    around = [
        "\n\n" + text,
        text.strip(),
        text + "\n\n\n",
        "\ufeff" + text,
        text.replace("\n", "\r\n"),
    ]
    frame = pl.DataFrame({"text": [text, *around]}).select(hl.parse_hand("text"))
    hands = frame["text"].struct.unnest().drop("content_digest")

    for row in range(1, hands.height):
        assert_frame_equal(hands.slice(row, 1), hands.head(1))


def test_a_hand_that_was_cut_off_says_so() -> None:
    text = texts_of_hands(simulated(3, 1))[0]
    cut_off = text[: text.index("*** SUMMARY")]

    hand = pl.select(hl.parse_hand(pl.lit(cut_off))).to_series().struct.unnest()

    assert hand["error_code"].to_list() == ["truncated"]
    assert hand["hand_id"].to_list() == [None]
