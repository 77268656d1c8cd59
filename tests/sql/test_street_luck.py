"""The luck of streets on hands that a person can follow, against a slow count of every runout."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from handlab.answers.street_luck import SCHEMA, street_luck

if TYPE_CHECKING:
    from rows import Lake

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
# Shares before the flop that others have counted: AhAd against KhKd, and against KsKc and QsQd.
ACES_AGAINST_KINGS = (1_410_336 + 9_308 / 2) / 1_712_304
ACES_AGAINST_TWO_PAIRS = 0.668679


def cards_of(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def strength(five: tuple[str, ...]) -> tuple[int, list[int]]:
    """Class and ranks of five cards, the best highest."""
    ranks = sorted((RANKS.index(card[0]) for card in five), reverse=True)
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = tuple(sorted(counts.values(), reverse=True))
    is_flush = len({card[1] for card in five}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        order, is_straight = [3, 2, 1, 0, -1], True
    else:
        is_straight = len(order) == 5 and ranks[0] - ranks[4] == 4
    classes = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
    if is_straight or is_flush:
        return (8 if is_straight and is_flush else 5 if is_flush else 4), order
    return classes.get(shape, 0), order


def shares(
    holes: dict[str, str], board: str, pots: list[set[str]], dead: str = ""
) -> list[dict[str, float]]:
    """The share of each pot that every player wins on average, over every runout."""
    seen = cards_of("".join(holes.values()) + board + dead)
    left = [card for card in DECK if card not in seen]
    won: list[dict[str, float]] = [dict.fromkeys(holes, 0.0) for _ in pots]
    runouts = list(combinations(left, 5 - len(cards_of(board))))
    for runout in runouts:
        full = cards_of(board) + list(runout)
        best = {
            name: max(map(strength, combinations(cards_of(hole) + full, 5)))
            for name, hole in holes.items()
        }
        for pot, of_pot in zip(pots, won, strict=True):
            top = max(best[name] for name in pot)
            winners = [name for name in pot if best[name] == top]
            for name in winners:
                of_pot[name] += 1 / len(winners) / len(runouts)
    return won


def expected(
    holes: dict[str, str], boards: tuple[str, str], pots: list[tuple[int, str]], dead: str = ""
) -> dict[str, float]:
    """The luck of a street that makes the second board of the first."""
    eligible = [set(names.split()) for _, names in pots]
    before, after = (shares(holes, board, eligible, dead) for board in boards)
    return {
        name: sum(
            gross * (to[name] - of[name])
            for (gross, _), of, to in zip(pots, before, after, strict=True)
        )
        for name in holes
    }


def near(luck: dict[str, float]) -> object:
    return pytest.approx(luck, abs=1e-6)


def board(lake: Lake, hand_id: str, flop: str, turn: str = "", river: str = "") -> None:
    for street, cards in (("flop", flop), ("turn", turn), ("river", river)):
        if cards:
            lake.insert(
                "boards",
                {
                    "site": "pokerstars",
                    "hand_id": hand_id,
                    "run_no": 0,
                    "street": street,
                    "cards": cards,
                },
            )


def shown(**holes: str | None) -> dict[str, dict[str, object]]:
    return {name: {"hole_cards": cards, "cards_source": "shown"} for name, cards in holes.items()}


def found(lake: Lake) -> dict[int, dict[str, float]]:
    """The luck of every street by player; over the players it is zero."""
    streets: dict[int, dict[str, float]] = {}
    lucks = street_luck(lake.connection, "stg_hands")
    assert lucks.schema == SCHEMA
    names = dict(lake.rows("select seat, player from stg_seats"))
    for row in lucks.iter_rows(named=True):
        streets.setdefault(row["street_no"], {})[names[row["seat"]]] = row["luck"]
    for luck in streets.values():
        assert sum(luck.values()) == pytest.approx(0, abs=1e-9)
    return streets


def test_each_street_counts_with_the_pot_before_it(lake: Lake) -> None:
    holes = {"Ann": "AhAd", "Bob": "KhKd"}
    hand = lake.hand(
        "Bob Ann",
        "Ann sb 5, Bob bb 10, Ann raise 30, Bob call",
        "Bob check, Ann bet 40, Bob call",
        "Bob check, Ann check",
        "Bob bet 50, Ann call",
        won={"Bob": 240},
        showdown=["Ann", "Bob"],
        seats=shown(**holes),
    )
    board(lake, hand, "Ks7d2c", "9s", "3h")

    luck = found(lake)

    assert luck[2] == near(expected(holes, ("Ks7d2c", "Ks7d2c9s"), [(140, "Ann Bob")]))
    assert luck[3] == near(expected(holes, ("Ks7d2c9s", "Ks7d2c9s3h"), [(140, "Ann Bob")]))
    on_the_flop = shares(holes, "Ks7d2c", [{"Ann", "Bob"}])[0]["Ann"]
    assert luck[1]["Ann"] == pytest.approx(60 * (on_the_flop - ACES_AGAINST_KINGS))


def test_three_players_before_the_flop_are_as_counted_elsewhere(lake: Lake) -> None:
    holes = {"Ann": "AhAd", "Bob": "KsKc", "Cat": "QsQd"}
    hand = lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Cat raise 30, Ann call, Bob call",
        "Ann check, Bob check, Cat check",
        "Ann check, Bob check, Cat check",
        "Ann check, Bob check, Cat check",
        won={"Ann": 90},
        showdown=["Ann", "Bob", "Cat"],
        seats=shown(**holes),
    )
    board(lake, hand, "7h7d2c", "9s", "3h")

    luck = found(lake)

    flop = shares(holes, "7h7d2c", [set(holes)])[0]
    assert luck[1]["Ann"] == pytest.approx(90 * (flop["Ann"] - ACES_AGAINST_TWO_PAIRS), abs=1e-3)
    assert luck[2] == near(expected(holes, ("7h7d2c", "7h7d2c9s"), [(90, "Ann Bob Cat")]))


def test_a_street_counts_once_the_cards_of_all_who_are_in_are_known(lake: Lake) -> None:
    holes = {"Ann": "AhAd", "Bob": "KsKc"}
    hand = lake.hand(
        "Ann Bob Cat",
        "Ann ante 1, Bob ante 1, Cat ante 1, Ann sb 5, Bob bb 10, Cat raise 30, Ann call, Bob call",
        "Ann bet 50, Bob call, Cat fold",
        "Ann check, Bob check",
        "Ann check, Bob check",
        won={"Ann": 193},
        showdown=["Ann", "Bob"],
        seats={name: {"ante": 1} | seat for name, seat in shown(**holes, Cat=None).items()},
    )
    board(lake, hand, "7h7d2c", "9s", "3h")

    luck = found(lake)

    assert luck.keys() == {2, 3}
    assert luck[2] == near(expected(holes, ("7h7d2c", "7h7d2c9s"), [(193, "Ann Bob")]))


def test_a_side_pot_counts_for_those_who_can_win_it(lake: Lake) -> None:
    holes = {"Ann": "AhAd", "Bob": "KsKc", "Cat": "9h8h"}
    hand = lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Cat raise 200, Ann call, Bob call",
        "Bob bet 100, Cat call",
        "Bob check, Cat check",
        "Bob check, Cat check",
        won={"Ann": 300, "Bob": 400},
        showdown=["Ann", "Bob", "Cat"],
        stacks={"Ann": 100},
        seats=shown(**holes),
    )
    board(lake, hand, "7h6d2c", "Kd", "3h")

    luck = found(lake)

    assert luck.keys() == {1, 2, 3}
    pots = [(300, "Ann Bob Cat"), (400, "Bob Cat")]
    assert luck[2] == near(expected(holes, ("7h6d2c", "7h6d2cKd"), pots))
    assert luck[3] == near(expected(holes, ("7h6d2cKd", "7h6d2cKd3h"), pots))


def test_a_street_that_makes_a_split_pot_costs_who_was_ahead_half(lake: Lake) -> None:
    holes = {"Ann": "AhAd", "Bob": "KsKc"}
    hand = lake.hand(
        "Bob Ann",
        "Ann sb 5, Bob bb 10, Ann raise 30, Bob call",
        "Bob check, Ann check",
        "Bob check, Ann check",
        "Bob check, Ann check",
        won={"Ann": 30, "Bob": 30},
        showdown=["Ann", "Bob"],
        seats=shown(**holes),
    )
    board(lake, hand, "6h7d8c", "9s", "Th")

    luck = found(lake)

    assert luck[3] == near(expected(holes, ("6h7d8c9s", "6h7d8c9sTh"), [(60, "Ann Bob")]))
    ahead = shares(holes, "6h7d8c9s", [{"Ann", "Bob"}])[0]["Ann"]
    assert luck[3]["Ann"] == pytest.approx(60 * (0.5 - ahead))


def test_streets_after_the_last_decision_are_part_of_the_all_in(lake: Lake) -> None:
    holes = {"Ann": "AhAd", "Bob": "KsKc"}
    hand = lake.hand(
        "Bob Ann",
        "Ann sb 5, Bob bb 10, Ann raise 30, Bob call",
        "Bob check, Ann raise 970, Bob call",
        "",
        "",
        won={"Ann": 2000},
        showdown=["Ann", "Bob"],
        seats=shown(**holes),
        allin_street="flop",
        n_runouts=2,
    )
    board(lake, hand, "6h7d2c", "9s", "Th")

    assert found(lake).keys() == {1}


def test_cards_shown_with_a_fold_cannot_come(lake: Lake) -> None:
    holes = {"Ann": "AhAd", "Bob": "KsKc"}
    hand = lake.hand(
        "Ann Bob Cat",
        "Ann sb 5, Bob bb 10, Cat raise 30, Ann call, Bob call",
        "Ann check, Bob bet 50, Cat fold, Cat show, Ann call",
        "Ann check, Bob check",
        "Ann check, Bob check",
        won={"Ann": 190},
        showdown=["Ann", "Bob"],
        seats=shown(**holes),
    )
    board(lake, hand, "7h7d2c", "9s", "3h")
    lake.connection.execute("update actions set cards = 'Kd9h' where kind = 'show'")

    luck = found(lake)

    pots = [(190, "Ann Bob")]
    boards = ("7h7d2c", "7h7d2c9s")
    assert luck[2] == near(expected(holes, boards, pots, dead="Kd9h"))
    assert luck[2] != near(expected(holes, boards, pots))


@pytest.mark.parametrize(
    "hidden",
    [
        {"game": "stud", "game_family": "stud"},
        {"seats": shown(Ann="AhAd")},
        {"seats": shown(Ann="AhAd", Bob="Ks")},
        {"seats": shown(Ann="AhAd", Bob="AhKs")},
    ],
)
def test_without_the_cards_there_is_no_luck(lake: Lake, hidden: dict[str, object]) -> None:
    columns = {"seats": shown(Ann="AhAd", Bob="KsKc")} | hidden
    hand = lake.hand(
        "Bob Ann",
        "Ann sb 5, Bob bb 10, Ann call, Bob check",
        "Bob check, Ann check",
        won={"Ann": 20},
        **columns,  # type: ignore[arg-type]  the columns of a hand, and of its seats
    )
    board(lake, hand, "6h7d2c")

    assert found(lake) == {}


def test_cards_that_were_known_from_the_deal_on_are_told_from_those_shown(lake: Lake) -> None:
    dealt = {"cards_source": "dealt"}
    for source in ({}, dealt):
        hand = lake.hand(
            "Bob Ann",
            "Ann sb 5, Bob bb 10, Ann call, Bob check",
            "Bob check, Ann check",
            won={"Ann": 20},
            seats={
                "Ann": {"hole_cards": "AhAd"} | dealt,
                "Bob": {"hole_cards": "KsKc", "cards_source": "shown"} | source,
            },
        )
        board(lake, hand, "6h7d2c")

    lucks = street_luck(lake.connection, "stg_hands")

    assert lucks.group_by("hand_id", maintain_order=True).first()["is_dealt"].to_list() == [
        False,
        True,
    ]
