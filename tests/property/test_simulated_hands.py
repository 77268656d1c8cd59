"""Simulated text is read back as it was played: every chip in its place, every game as likely as the cards are."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from builders import concatenated, parsed, simulated, tables, texts_of_hands
from hypothesis import example, given, settings
from hypothesis import strategies as st

import handlab as hl

BETTING = {
    "short_deck": ["no_limit"],
    "stud": ["fixed_limit"],
    "razz": ["fixed_limit"],
    "badugi": ["fixed_limit"],
    "triple_draw_27": ["fixed_limit"],
    "single_draw_27": ["no_limit", "fixed_limit"],
    "five_card_draw": ["no_limit", "pot_limit", "fixed_limit"],
}
# PokerStars deals no others, so that no others are simulated.
DEALT = (
    "holdem",
    "short_deck",
    "omaha",
    "omaha5",
    "omaha6",
    "courchevel",
    "stud",
    "razz",
    "five_card_draw",
    "single_draw_27",
    "triple_draw_27",
    "badugi",
)
HI_LO = ("omaha", "omaha5", "courchevel", "stud")
MOST_CHAIRS = {
    "holdem": 10,
    "short_deck": 6,
    "omaha": 10,
    "omaha5": 8,
    "omaha6": 7,
    "courchevel": 8,
    "stud": 7,
    "razz": 7,
}
# Names that look like something else in a line.
NAMES = [
    "Bob: folds",
    "x [Ah Kh]",
    "collected $5",
    "(button)",
    "Seat 1: a",
    "a said, b",
    "($5 in chips)",
    "*** FLOP",
    "ÄÖÜ ß",
    "名前",
    "<script>",
    "a's b\"c",
    "%s {0} \\n",
    "Dealer",
    "is all-in",
    "raises 1",
    "and is",
    "-1",
]


@st.composite
def configs(draw: st.DrawFn) -> dict[str, Any]:
    game = draw(st.sampled_from(DEALT))
    big_blind = draw(st.sampled_from([2, 4, 10, 50, 200, 1000]))
    betting = BETTING.get(game, ["no_limit", "pot_limit", "fixed_limit"])
    is_flop = game not in BETTING
    return {
        "seed": draw(st.integers(0, 2**63)),
        "game": game,
        "betting": draw(st.sampled_from(betting)),
        "is_hi_lo": game in HI_LO and draw(st.booleans()),
        "chairs": draw(st.integers(2, MOST_CHAIRS.get(game, 6))),
        "small_blind": big_blind // 2,
        "big_blind": big_blind,
        "ante": draw(st.sampled_from([0, 1, big_blind // 2])) if is_flop else 0,
        "hero": draw(st.sampled_from(["riverbend88", *NAMES])),
        "is_blind_play": draw(st.booleans()),
    }


def assert_exact(config: dict[str, Any], hands: int) -> dict[str, pl.DataFrame]:
    """Read and audited without a flaw; the tables."""
    text = simulated(hands=hands, **config)
    found = parsed(text)
    counts = {name: found[name] for name in ("headers", "partial", "rejected", "cancelled")}
    assert counts == {"headers": hands, "partial": 0, "rejected": 0, "cancelled": 0}
    read: dict[str, pl.DataFrame] = found["tables"]
    verdicts = read["hands"].filter(~pl.col("verdict").is_in(["exact", "exact_cashout"]))
    assert verdicts.select("hand_id", "verdict", "winner_check", "action_check").rows() == []
    return read


def assert_conserved(read: dict[str, pl.DataFrame]) -> None:
    """What goes into the pots comes out of them, hand by hand."""
    by_hand = [
        read["seats"].group_by("hand_id").agg(pl.col("contributed", "won", "side", "net").sum()),
        read["pots"].group_by("hand_id").agg(gross=pl.sum("gross"), paid=pl.sum("net")),
        read["awards"].group_by("hand_id").agg(awarded=pl.sum("amount")),
    ]
    money = read["hands"].select(
        "hand_id", "total_pot", pl.col("added"), out=pl.col("rake") + pl.col("fees")
    )
    # A hand without money has no pots: in stud without antes the bring-in may come back.
    for sums in by_hand:
        money = money.join(sums, on="hand_id", how="left")
    money = money.fill_null(0)
    broken = money.filter(
        (pl.col("contributed") + pl.col("added") != pl.col("total_pot"))
        | (pl.col("gross") != pl.col("total_pot"))
        | (pl.col("paid") != pl.col("total_pot") - pl.col("out"))
        | (pl.col("awarded") != pl.col("paid"))
        | (pl.col("won") != pl.col("awarded"))
        | (pl.col("net") - pl.col("side") != pl.col("added") - pl.col("out"))
    )
    assert broken.rows() == []
    for name in ("seats", "pots", "awards"):
        assert read[name].join(money, on="hand_id", how="anti").is_empty()
    seats = read["seats"]
    assert seats.filter(
        pl.col("ending_stack") != pl.col("starting_stack") + pl.col("net")
    ).is_empty()
    assert seats.filter(pl.col("contributed") > pl.col("starting_stack")).is_empty()


@settings(max_examples=60)
@given(configs())
@example({"seed": 1, "game": "holdem", "betting": "no_limit", "chairs": 2, "hero": "Bob: folds"})
def test_every_simulated_hand_is_exact_and_conserves_its_money(config: dict[str, Any]) -> None:
    read = assert_exact(config, hands=25)

    assert_conserved(read)
    hands, seats = read["hands"], read["seats"]
    asked = {name: config[name] for name in ("game", "betting", "is_hi_lo") if name in config}
    assert hands.select(*asked).unique().rows() == [tuple(asked.values())]
    assert seats.filter("is_hero")["player"].unique().to_list() in ([config["hero"]], [])
    assert hands["hand_id"].is_unique().all()
    assert hands["started_at"].is_sorted()


@settings(max_examples=20)
@given(configs())
def test_a_simulation_says_the_same_again_from_the_same_seed(config: dict[str, Any]) -> None:
    text = simulated(hands=6, **config)

    assert simulated(hands=6, **config) == text
    assert len(texts_of_hands(text)) == 6


# Shares of 133,784,560 sets of seven cards, and of 8,347,680 in short deck: high card to straight flush.
SEVEN_CARDS = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
SHORT_DECK = [233100, 2316600, 3157056, 607200, 1169940, 175560, 633024, 44640, 10560]
# Best low of seven cards by its highest card, 5 to king; then those without five different ranks.
RAZZ = [
    781824,
    3151360,
    7426560,
    13171200,
    19174400,
    23675904,
    24837120,
    21457920,
    13939200,
    6169072,
]
LOW_OF_SEVEN = [133784560 - 24530944, 24530944]
# Chi-square that one fair sample in a thousand exceeds, by degrees of freedom.
ONE_IN_A_THOUSAND = {1: 10.83, 6: 22.46, 7: 24.32, 8: 26.12, 9: 27.88}


def assert_drawn_from(observed: list[int], weights: list[int]) -> None:
    """The counts are a fair sample of the weights; classes too rare to test are merged with the next one."""
    total, n = sum(weights), sum(observed)
    pairs = sorted(zip(weights, observed, strict=True))
    cells: list[tuple[float, int]] = []
    share, seen = 0.0, 0
    for weight, count in pairs:
        share, seen = share + weight * n / total, seen + count
        if share >= 5:
            cells.append((share, seen))
            share, seen = 0.0, 0
    chi_square = sum((seen - share) ** 2 / share for share, seen in cells)
    assert chi_square < ONE_IN_A_THOUSAND[len(cells) - 1], (observed, n)


def heroes(game: str, hands: int, **config: Any) -> pl.DataFrame:
    """The hero's seats where all his cards came: he alone is known whether he wins or not."""
    simulation = hl._handlab.Simulation(2026, game=game, is_blind_play=True, chairs=2, **config)
    batches = [tables(simulation.text(2000)) for _ in range(hands // 2000)]
    read = concatenated([{"hands": batch["hands"], "seats": batch["seats"]} for batch in batches])
    board = read["hands"].select("hand_id", "board")
    seats = read["seats"].filter("is_hero").join(board, on="hand_id")
    cards = seats["hole_cards"].str.len_chars().fill_null(0)
    cards += seats["board"].str.len_chars().fill_null(0)
    return seats.filter(cards == 14)


def counts(values: pl.Series, classes: list[int | None]) -> list[int]:
    found = dict(values.value_counts().rows())
    assert set(found) <= set(classes)
    return [found.get(each, 0) for each in classes]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "betting", "weights"),
    [
        ("holdem", "fixed_limit", SEVEN_CARDS),
        ("stud", "fixed_limit", SEVEN_CARDS),
        ("short_deck", "no_limit", SHORT_DECK),
    ],
)
def test_categories_come_as_often_as_they_should(
    game: str, betting: str, weights: list[int]
) -> None:
    seats = heroes(game, 40_000, betting=betting)

    assert seats.height > 4000
    assert_drawn_from(counts(seats["category"], list(range(9))), weights)


@pytest.mark.slow
def test_lows_of_razz_come_as_often_as_they_should() -> None:
    seats = heroes("razz", 40_000, betting="fixed_limit")
    # The digits of a low: 8 less the category, then 15 less each rank.
    is_low = pl.col("strength") >= 8 << 20
    top = pl.when(is_low).then(15 - (pl.col("strength") // (1 << 16)) % 16)
    tops = seats.select(top).to_series()

    assert seats.height > 4000
    assert_drawn_from(counts(tops, [*range(5, 14), None]), RAZZ)


@pytest.mark.slow
def test_eight_or_better_qualifies_as_often_as_it_should() -> None:
    seats = heroes("stud", 40_000, betting="fixed_limit", is_hi_lo=True)

    assert seats.height > 4000
    qualifies = seats["low_strength"].is_not_null().cast(pl.Int64)
    assert_drawn_from(counts(qualifies, [0, 1]), LOW_OF_SEVEN)


@pytest.mark.slow
def test_hole_cards_are_dealt_evenly() -> None:
    simulation = hl._handlab.Simulation(7, chairs=6)
    seats = tables(simulation.text(20_000))["seats"].filter("is_hero")
    cards = seats["hole_cards"].str.extract_all("..").explode()
    found = dict(cards.value_counts().rows())

    expected = len(cards) / 52
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    assert len(found) == 52
    # One fair sample in a thousand exceeds it at 51 degrees of freedom.
    assert chi_square < 87.97
