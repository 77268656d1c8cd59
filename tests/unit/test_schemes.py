"""The five published schemes from Polars: the vectors of their documents, and what is no hand."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from builders import DECK, mask
from hypothesis import given
from hypothesis import strategies as st

import handlab as hl

VECTORS = Path(__file__).parents[2] / "crates" / "handlab-cards" / "tests" / "data"
VARIANTS = {
    "frequency": ["literal", "repaired"],
    "pattern": ["literal", "repaired"],
    "apl": ["literal", "talk", "repaired"],
    "base14": ["literal", "wheel_low", "repaired"],
    "band100": ["literal", "repaired"],
}
READINGS = [(scheme, variant) for scheme, variants in VARIANTS.items() for variant in variants]


def vectors(number: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((VECTORS / f"seed_{number}.json").read_text())["cases"]
    return cases


def encoded(cards: list[str], scheme: Any, variant: Any = "literal") -> list[dict[str, Any]]:
    column = pl.Series("cards", cards)
    found: list[dict[str, Any]] = (
        pl.select(hl.encode(column, scheme=scheme, variant=variant)).to_series().to_list()
    )
    return found


def spaced(text: str) -> str:
    return " ".join(text[place : place + 2] for place in range(0, len(text), 2))


@pytest.mark.parametrize("variant", VARIANTS["frequency"])
def test_frequency_is_what_its_vectors_say(variant: str) -> None:
    cases = vectors("000")
    found = encoded([case["input"] for case in cases], "frequency", variant)

    for row in found:
        del row["key"]
        row["sorted"] = spaced(row["sorted"])
    assert found == [case["output"] for case in cases]


@pytest.mark.parametrize("variant", VARIANTS["pattern"])
def test_pattern_is_what_its_vectors_say(variant: str) -> None:
    cases = vectors("001")
    found = encoded([case["input"] for case in cases], "pattern", variant)

    for row in found:
        del row["key"]
        row["ordered"] = spaced(row["ordered"])
    assert found == [case[variant] for case in cases]


@pytest.mark.parametrize(("variant", "column"), [("literal", "complete"), ("talk", "talk")])
def test_apl_is_what_its_vectors_say(variant: str, column: str) -> None:
    cases = vectors("002")
    found = encoded([case["input"] for case in cases], "apl", variant)

    assert [[*row["flags"], row["rows"]] for row in found] == [case[column] for case in cases]


@pytest.mark.parametrize(("variant", "column"), [("literal", "output"), ("wheel_low", "wheel_low")])
def test_base14_is_what_its_vectors_say(variant: str, column: str) -> None:
    cases = vectors("003")
    found = encoded([case["input"] for case in cases], "base14", variant)

    assert [row["value"] for row in found] == [case[column] for case in cases]


def test_band100_is_what_its_vectors_say() -> None:
    cases = vectors("004")
    found = encoded([case["input"] for case in cases], "band100")

    assert found == [{"rank": case["rank"], "rank_name": case["rank_name"]} for case in cases]


def test_band100_misjudges_as_many_of_60000_deals_as_the_reference_counts() -> None:
    ranks = "23456789TJQKA"
    deck = [rank + suit for rank in ranks for suit in "cdhs"]
    source = random.Random(20260101)
    deals = ["".join(source.sample(deck, 9)) for _ in range(60_000)]
    board, a, b = (
        pl.col("deal").str.slice(start, length) for start, length in ((0, 10), (10, 4), (14, 4))
    )
    judged = hl.compare_hands(a + board, b + board, scheme="band100")
    margin = hl.strength(a, board).cast(pl.Int64) - hl.strength(b, board).cast(pl.Int64)

    found = pl.DataFrame({"deal": deals}).select(judged=judged, right=margin.sign())
    wrong = found.filter(pl.col("judged") != pl.col("right"))

    assert wrong.height == 4136
    assert wrong.filter(right=0).height == 667 + 79


@pytest.mark.parametrize(("scheme", "variant"), READINGS)
def test_keys_sort_as_hands_compare(scheme: Any, variant: Any) -> None:
    n_cards = 7 if scheme == "band100" else 5
    source = random.Random(7)
    hands = ["".join(source.sample(DECK, n_cards)) for _ in range(400)]
    rows = pl.DataFrame({"a": hands, "b": hands[1:] + hands[:1]})
    key = {"base14": "value", "band100": "rank"}.get(scheme, "key")

    def number(column: str) -> pl.Expr:
        code = hl.encode(column, scheme=scheme, variant=variant)
        return code.struct.field(key).cast(pl.Float64)

    found = rows.select(
        compared=hl.compare_hands("a", "b", scheme=scheme, variant=variant),
        by_key=(number("a") - number("b")).sign().cast(pl.Int8),
    )

    assert found["compared"].to_list() == found["by_key"].to_list()
    assert set(found["compared"]) >= {-1, 1}


@pytest.mark.parametrize("scheme", VARIANTS)
def test_a_mended_scheme_agrees_with_the_strength(scheme: Any) -> None:
    n_cards = 7 if scheme == "band100" else 5
    game = "stud" if scheme == "band100" else "five_card_draw"
    source = random.Random(11)
    hands = pl.DataFrame({"cards": ["".join(source.sample(DECK, n_cards)) for _ in range(3000)]})
    others = hands["cards"].reverse().alias("others")
    rows = hands.with_columns(others)
    margin = hl.strength("cards", game=game).cast(pl.Int64) - hl.strength("others", game=game)

    found = rows.select(
        compared=hl.compare_hands("cards", "others", scheme=scheme, variant="repaired"),
        right=margin.sign().cast(pl.Int8),
    )

    assert found["compared"].equals(found["right"].alias("compared"))


@pytest.mark.parametrize(
    "text", ["", "AhKhQhJh", "AhKhQhJhTh9h", "AhKhQhJhAh", "AhKhQhJhXx", "??", "AhKhQhJh10"]
)
def test_what_is_not_a_hand_gives_null(text: str) -> None:
    for scheme, variant in READINGS:
        assert encoded([text], scheme, variant) == [None]
    compared = hl.compare_hands(pl.lit(text), pl.lit("AhKhQhJhTh"), scheme="apl")
    assert pl.select(compared).item() is None


def test_masks_are_hands_and_other_bits_are_none() -> None:
    cards = ["Ah", "Jd", "Jc", "7c", "Qh"]
    masks = pl.Series([mask(cards), mask(cards) | 1 << 13, 0, None], dtype=pl.UInt64)
    found = pl.select(hl.encode(masks, scheme="frequency")).to_series().to_list()

    # The cards of a mask stand by suit: clubs come first.
    assert [row and row["sorted"] for row in found] == ["JcJdAhQh7c", None, None, None]
    shown = pl.select(hl.show_cards(masks)).to_series().to_list()
    assert shown == ["7♣J♣J♢Q♡A♡", None, "", None]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            ["AhKhQhJhTh", None, "AhKh"],
            "expected 5 cards, got 2, in row 2 of column `cards`: `AhKh`",
        ),
        (["AhKhQhJhAh"], "card `Ah` occurs twice, in row 0 of column `cards`: `AhKhQhJhAh`"),
        (["AhKhQhJhXx"], "expected a card such as `Ah` at byte 8, in row 0 of column `cards`"),
        ([1 << 13], "expected bits of cards only, in row 0 of column `cards`: `8192`"),
    ],
)
def test_strict_raises_the_row_and_the_reason(rows: list[Any], expected: str) -> None:
    dtype = pl.UInt64 if isinstance(rows[0], int) else pl.String
    frame = pl.DataFrame({"cards": pl.Series(rows, dtype=dtype)})
    strict = hl.encode("cards", scheme="base14", strict=True)

    with pytest.raises(pl.exceptions.ComputeError) as raised:
        frame.select(strict)

    assert expected in str(raised.value)
    assert frame.select(hl.encode("cards", scheme="base14")).to_series()[-1] is None


def test_strict_lets_hands_and_nulls_through() -> None:
    frame = pl.DataFrame({"cards": ["AhKhQhJhTh", None]})
    found = frame.select(
        code=hl.encode("cards", scheme="apl", strict=True).is_null(),
        order=hl.compare_hands("cards", "cards", scheme="apl", strict=True),
        shown=hl.show_cards("cards", strict=True),
    )

    assert found.rows() == [(False, 0, "A♡K♡Q♡J♡T♡"), (True, None, None)]


@pytest.mark.parametrize(
    ("kwargs", "expected"),
    [
        (
            {"scheme": "cactus"},
            "expected a scheme of `frequency`, `pattern`, `apl`, `base14`, `band100`, got `cactus`",
        ),
        (
            {"scheme": "base14", "variant": "talk"},
            "expected a variant of `base14` of `literal`, `wheel_low`, `repaired`, got `talk`",
        ),
        (
            {"scheme": "apl", "variant": "best"},
            "expected a variant of `apl` of `literal`, `talk`, `repaired`, got `best`",
        ),
    ],
)
def test_unknown_schemes_and_variants_raise_the_known_ones(kwargs: Any, expected: str) -> None:
    cards = pl.DataFrame({"cards": ["AhKhQhJhTh"]})

    for expr in (hl.encode("cards", **kwargs), hl.compare_hands("cards", "cards", **kwargs)):
        with pytest.raises(pl.exceptions.ComputeError, match="expected") as raised:
            cards.select(expr)
        assert expected in str(raised.value)
    with pytest.raises(pl.exceptions.ComputeError, match="expected"):
        cards.lazy().select(hl.encode("cards", **kwargs)).collect_schema()


def test_an_unknown_way_to_show_suits_raises_the_known_ones() -> None:
    shown = hl.show_cards(pl.lit("Ah"), suits="emoji")  # type: ignore[arg-type]

    with pytest.raises(pl.exceptions.ComputeError, match="`symbols` or `letters`, got `emoji`"):
        pl.select(shown)


@given(st.permutations(DECK), st.integers(0, 52))
def test_cards_that_are_shown_read_back_in_their_order(deck: list[str], count: int) -> None:
    text = "".join(deck[:count])
    symbols = pl.select(hl.show_cards(pl.lit(text))).item()
    back = pl.select(hl.show_cards(pl.lit(symbols), suits="letters")).item()

    assert (back, len(symbols)) == (text, 2 * count)
