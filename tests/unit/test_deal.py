"""Deals are unbiased and seeded; drawn categories and equities agree with the exact ones."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import handlab as hl
from handlab.errors import DealError


def cards_of(dealt: pl.DataFrame) -> pl.Series:
    """All cards of each deal in their order."""
    text = pl.col("holes").list.join("") + pl.col("board")
    return dealt.select(text.str.extract_all("..")).to_series()


@pytest.mark.parametrize("game", hl.GAMES)
def test_every_game_is_dealt_with_as_many_cards_as_it_has(game: str) -> None:
    dealt = hl.deal(100, players=3, game=game, seed=2)
    cards = cards_of(dealt)
    assert cards.list.n_unique().to_list() == cards.list.len().to_list()
    lowest = "6" if game == "short_deck" else "2"
    assert cards.explode().str.slice(0, 1).min() == lowest
    hole = dealt["holes"].list.explode().str.len_chars().unique().item() // 2
    board = dealt["board"].str.len_chars().unique().item() // 2
    whole = dealt.select(
        hl.strength(pl.col("holes").list.get(0), "board", game=game).is_not_null().all()
    )
    assert whole.item()
    assert (hole, board) in {(2, 5), (4, 5), (5, 5), (6, 5), (7, 0), (5, 0), (4, 0)}


def test_a_seed_means_the_same_deals() -> None:
    assert hl.deal(50, seed=9).equals(hl.deal(50, seed=9))
    assert not hl.deal(50, seed=9).equals(hl.deal(50, seed=10))
    # Pinned: a seed means the same deals in every later version.
    assert hl.deal(1, seed=0).row(0) == (PINNED[0], PINNED[1])
    assert hl.deal(0).schema == hl.deal(1).schema


PINNED = (["5s8h", "7sAd"], "QcKd9d4hQs")


def test_every_card_comes_equally_often_in_every_place() -> None:
    deals = 20_000
    cards = cards_of(hl.deal(deals, players=2, board=3, seed=4))
    for place in range(7):
        counts = cards.list.get(place).value_counts()["count"]
        expected = deals / 52
        chi_squared = ((counts - expected) ** 2 / expected).sum()
        assert counts.len() == 52
        # 51 degrees of freedom: beyond 110 in three of a million.
        assert chi_squared < 110, place


def test_what_cannot_be_dealt_is_named() -> None:
    with pytest.raises(DealError, match="expected at most 52 cards in all, got 53"):
        hl.deal(1, players=24)
    with pytest.raises(DealError, match="expected at most 36 cards in all, got 37"):
        hl.deal(1, players=16, game="short_deck")
    with pytest.raises(DealError, match="expected a game of"):
        hl.deal(1, game="snap")
    with pytest.raises(DealError, match="expected 1 or more players"):
        hl.deal(1, players=0)
    with pytest.raises(DealError):
        hl.deal(1, seed=-1)


@pytest.mark.parametrize(
    ("game", "cards", "hands"),
    [
        ("holdem", None, 133784560),
        ("holdem", 5, 2598960),
        ("holdem", 6, 20358520),
        ("stud", None, 133784560),
        ("short_deck", None, 8347680),
        ("short_deck", 5, 376992),
        ("five_card_draw", None, 2598960),
        ("razz", None, 133784560),
        ("triple_draw_27", None, 2598960),
        ("badugi", None, 270725),
    ],
)
def test_drawn_categories_agree_with_the_exact_rates(
    game: str, cards: int | None, hands: int
) -> None:
    found = hl.simulate_categories(game, cards=cards, draws=100_000, seed=1)
    assert found["count"].sum() == 100_000
    assert found["exact_count"].sum() == hands
    common = found.filter(pl.col("exact_rate") > 1e-4)
    assert common["z"].abs().max() < 4  # type: ignore[operator]
    assert found.filter(exact_count=0)["count"].sum() == 0
    error = (found["rate"] * (1 - found["rate"]) / 100_000).sqrt()
    assert found["standard_error"].to_list() == pytest.approx(error.to_list())


def test_where_no_count_is_known_there_is_no_exact_rate() -> None:
    found = hl.simulate_categories("omaha", draws=1000)
    assert found["exact_rate"].null_count() == found["z"].null_count() == found.height == 9
    with pytest.raises(
        DealError, match="expected a number of cards that makes a complete hand of `badugi`, got 5"
    ):
        hl.simulate_categories("badugi", cards=5)
    with pytest.raises(DealError, match="at least one draw"):
        hl.simulate_categories(draws=0)


def test_drawn_equities_agree_with_the_exact_ones() -> None:
    found = hl.simulate_equity(["AhAd", "KsKc", "JTs"], draws=20_000, seed=2)
    assert found["z"].abs().max() < 4  # type: ignore[operator]
    assert found["standard_error"].min() > 0.001  # type: ignore[operator]
    exact = hl.player_equity(["AhAd", "KsKc", "JTs"])
    assert found["exact_equity"].to_list() == list(exact.equity)
    beyond = hl.simulate_equity(["AhAd", "KsKc"], draws=100, max_work=0)
    assert beyond["exact_equity"].null_count() == 2


def test_frequencies_are_equities_with_holdings_and_categories_without() -> None:
    equities = hl.simulate_frequencies(["AhAd", "KsKc"], draws=2_000, seed=3)
    assert_frame_equal(equities, hl.simulate_equity(["AhAd", "KsKc"], draws=2_000, seed=3))
    categories = hl.simulate_frequencies(game="razz", draws=2_000, seed=3)
    assert_frame_equal(categories, hl.simulate_categories("razz", draws=2_000, seed=3))
    with pytest.raises(DealError, match="expected holdings"):
        hl.simulate_frequencies(board="2h7d9s")
