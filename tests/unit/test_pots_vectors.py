"""Every hand of the shared vectors of pots, through the expressions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import handlab as hl

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = {
    "live": pl.List(pl.Int64),
    "ante": pl.List(pl.Int64),
    "dead": pl.List(pl.Int64),
    "folded": pl.List(pl.Boolean),
    "strength": pl.List(pl.UInt32),
    "low": pl.List(pl.UInt32),
    "added": pl.Int64,
    "rake": pl.Int64,
    "fee": pl.Int64,
    "runouts": pl.Int64,
    "button": pl.Int64,
    "unit": pl.Int64,
    "odd_order": pl.List(pl.Int64),
}


@pytest.fixture(scope="module")
def cases(vectors: Path) -> list[dict[str, Any]]:
    """The hands; the other cases are pots and rates without a hand."""
    cases = json.loads((vectors / "pots.json").read_text())["cases"]
    hands = [case for case in cases if "players" in case]
    assert len(hands) == 45
    assert all("pots_in" in case for case in cases if case not in hands)
    return hands


def players(case: dict[str, Any]) -> list[dict[str, Any]]:
    return sorted(case["players"], key=lambda player: player["seat"])


def seats(case: dict[str, Any]) -> list[int]:
    return [player["seat"] for player in players(case)]


def strengths(case: dict[str, Any], key: str) -> list[int | None]:
    """Runout by runout; a single number is that of the only one."""
    runouts = [player.get(key) for player in players(case)]
    n_runouts = case.get("runouts", 1)
    each = [
        runs if isinstance(runs, list) else [runs] + [None] * (n_runouts - 1) for runs in runouts
    ]
    return [runs[runout] for runout in range(n_runouts) for runs in each]


def row(case: dict[str, Any]) -> dict[str, Any]:
    """A case as a row; its seats in the order of their numbers."""
    numbers = seats(case)
    # An empty chair may have the button: the last seat before it, going round, stands for it.
    before = [place for place, number in enumerate(numbers) if number <= case.get("button", 0)]
    put_in = {
        kind: [player.get(kind, 0) for player in players(case)] for kind in ("live", "ante", "dead")
    }
    return put_in | {
        "folded": [player.get("folded", False) for player in players(case)],
        "strength": strengths(case, "hi"),
        "low": strengths(case, "lo") if case.get("hilo") else None,
        "added": case.get("added", 0),
        "rake": case["expected"]["rake"],
        "fee": case["expected"]["fee"],
        "runouts": case.get("runouts", 1),
        "button": max(before, default=len(numbers) - 1),
        "unit": case.get("unit", 1),
        "odd_order": [numbers.index(seat) for seat in case.get("odd_order", [])],
    }


def hands(cases: list[dict[str, Any]]) -> pl.DataFrame:
    frame = pl.DataFrame([row(case) for case in cases], schema=SCHEMA)
    returned = hl.uncalled("live", "folded", ante="ante").struct
    return frame.with_columns(returned.unnest())


def expected_pots(case: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"gross": pot["gross"], "eligible": sorted(map(seats(case).index, pot["eligible"]))}
        for pot in case["expected"]["pots"]
    ]


def expected_awards(case: dict[str, Any]) -> list[int]:
    return [case["expected"]["payouts"][str(seat)] for seat in seats(case)]


def with_ids(cases: list[dict[str, Any]], found: pl.Series) -> list[tuple[str, Any]]:
    """The results, each with the id of its case."""
    return [(case["id"], each) for case, each in zip(cases, found.to_list(), strict=True)]


def test_what_nobody_called_comes_back(cases: list[dict[str, Any]]) -> None:
    found = hands(cases).select(pl.struct("seat", "amount")).to_series()

    expected = []
    for case in cases:
        returned = case["expected"]["uncalled"] or {None: 0}
        ((seat, amount),) = returned.items()
        place = None if seat is None else seats(case).index(int(seat))
        expected.append((case["id"], {"seat": place, "amount": amount}))
    assert with_ids(cases, found) == expected
    assert sum(each["amount"] > 0 for _, each in expected) >= 5


def test_the_pots_are_those_of_the_vectors(cases: list[dict[str, Any]]) -> None:
    found = hands(cases).select(hl.pots("called", "folded", dead="dead", added="added"))

    expected = [(case["id"], expected_pots(case)) for case in cases]
    assert with_ids(cases, found.to_series()) == expected


def test_side_pots_are_the_pots_of_what_was_put_in(cases: list[dict[str, Any]]) -> None:
    # It knows neither antes nor money without a claim.
    cases = [
        case
        for case in cases
        if "added" not in case and not any({"ante", "dead"} & set(p) for p in case["players"])
    ]
    pots = hl.side_pots("live", "folded").struct.field("pots")
    found = hands(cases).select(
        pots.list.eval(pl.struct(pl.element().struct.field("gross", "eligible")))
    )

    expected = [(case["id"], expected_pots(case)) for case in cases]
    assert with_ids(cases, found.to_series()) == expected
    assert len(cases) >= 30


PAYMENT = ("dead", "added", "rake", "fee", "runouts", "unit")


@pytest.mark.parametrize("odd", ["left_of_button", "right_of_button", "explicit"])
def test_the_awards_are_those_of_the_vectors(cases: list[dict[str, Any]], odd: Any) -> None:
    cases = [case for case in cases if case.get("odd", "left_of_button") == odd]
    assert cases
    by = {"odd_order": "odd_order"} if odd == "explicit" else {"button": "button", "odd": odd}
    payment: dict[str, Any] = {name: name for name in PAYMENT} | by

    found = hands(cases).select(hl.awards("called", "folded", "strength", "low", **payment))

    expected = [(case["id"], expected_awards(case)) for case in cases]
    assert with_ids(cases, found.to_series()) == expected


def test_seats_from_the_left_of_the_button_need_no_button(cases: list[dict[str, Any]]) -> None:
    cases = [case for case in cases if "odd" not in case]
    turned = []
    for case in cases:
        players = sorted(
            case["players"], key=lambda player: (player["seat"] <= case["button"], player["seat"])
        )
        # The numbers show the order.
        numbered = [player | {"seat": place} for place, player in enumerate(players)]
        turned.append((case | {"players": numbered}, [player["seat"] for player in players]))
    frame = hands([case for case, _ in turned])
    payment: dict[str, Any] = {name: name for name in PAYMENT}

    found = frame.select(
        hl.awards("called", "folded", "strength", "low", strict=True, **payment)
    ).to_series()

    expected = [
        (case["id"], [case["expected"]["payouts"][str(seat)] for seat in numbers])
        for case, numbers in turned
    ]
    assert with_ids(cases, found) == expected


def test_antes_layered_by_themselves_are_antes_layered_with_the_bets(
    cases: list[dict[str, Any]],
) -> None:
    frame = hands(cases)
    # What came back was a part of the bets.
    bets = pl.struct("called", "ante").map_elements(
        lambda hand: [
            called - ante for called, ante in zip(hand["called"], hand["ante"], strict=True)
        ],
        return_dtype=pl.List(pl.Int64),
    )
    apart = frame.with_columns(bets=bets).select(
        hl.pots("bets", "folded", ante="ante", dead="dead", added="added")
    )
    together = frame.select(hl.pots("called", "folded", dead="dead", added="added"))

    assert apart.to_series().to_list() == together.to_series().to_list()
    assert frame.select((pl.col("ante").list.sum() > 0).sum()).item() >= 4
