"""The checks find nothing on good hands, and the very row that was broken."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from rows import FIRST_START

from handlab import sql_files, views
from handlab.errors import ViewError

if TYPE_CHECKING:
    from rows import Lake

FOLD_TO_ANN = "Bob sb 5, Ann bb 10, Bob fold"
CALLED = "Bob sb 5, Ann bb 10, Bob call, Ann check"
CHECKS = list(sql_files.checks())


def good_hands(lake: Lake) -> None:
    """Four hands of a table, one raked and one with money from the house."""
    lake.hand("Ann Bob", FOLD_TO_ANN)
    lake.hand(
        "Ann Bob",
        CALLED,
        "",
        "",
        "",
        won={"Ann": 18},
        showdown=["Ann", "Bob"],
        rake=2,
        stacks={"Ann": 1005, "Bob": 995},
        button_seat=1,
        board="2c7d9sJhQd",
    )
    lake.hand("Ann Bob", CALLED, "Ann bet 20, Bob fold", added=50, stacks={"Ann": 1013, "Bob": 985})
    lake.hand("Ann Bob", FOLD_TO_ANN, stacks={"Ann": 1073, "Bob": 975}, button_seat=1)
    lake.insert(
        "files",
        {
            "file_digest": "ab",
            "byte_from": 0,
            "parser_version": 1,
            "headers": 9,
            "hands": 4,
            "merged": 1,
            "id_conflicts": 1,
            "duplicates": 2,
            "partial": 1,
            "cancelled": 1,
            "rejected": 1,
        },
    )


def found(lake: Lake, check: str) -> list[dict[str, Any]]:
    return views.run_check(lake.connection, check).rows


@pytest.mark.parametrize("check", CHECKS)
def test_a_good_lake_has_no_offending_rows(lake: Lake, check: str) -> None:
    good_hands(lake)
    assert found(lake, check) == []


@pytest.mark.parametrize("check", CHECKS)
def test_an_empty_lake_has_no_offending_rows(lake: Lake, check: str) -> None:
    assert found(lake, check) == []


@pytest.mark.parametrize(
    ("check", "damage", "row"),
    [
        (
            "amounts_non_negative",
            "update pots set rake = -1 where hand_id = '1002'",
            {"table_name": "pots", "hand_id": "1002", "row_no": 0, "amount": -1},
        ),
        (
            "amounts_non_negative",
            "update actions set stack_before = -7 where hand_id = '1001' and action_no = 2",
            {"table_name": "actions", "hand_id": "1001", "row_no": 2, "amount": -7},
        ),
        (
            "cards_scored",
            "update seats set hole_cards = 'AhKd' where hand_id = '1002' and seat = 1",
            {"hand_id": "1002", "seat": 1},
        ),
        (
            "count_law",
            "update files set hands = 5",
            {"file_digest": "ab", "headers": 9, "hands": 5},
        ),
        ("count_law", "update files set merged = 3", {"merged": 3, "duplicates": 2}),
        (
            "flags_agree",
            "update seats set folded_street = 'river' where hand_id = '1002' and seat = 2",
            {"hand_id": "1002", "seat": 2},
        ),
        (
            "flags_agree",
            "update seats set won_at_showdown = true where hand_id = '1001' and seat = 1",
            {"hand_id": "1001", "seat": 1},
        ),
        (
            "keys_unique",
            "insert into hands select * from hands where hand_id = '1003'",
            {"table_name": "hands", "row_key": "pokerstars|1003", "copies": 2},
        ),
        (
            "orphan_rows",
            "delete from hands where hand_id = '1004'",
            {"table_name": "seats", "hand_id": "1004"},
        ),
        (
            "orphan_rows",
            "delete from seats where hand_id = '1004'",
            {"table_name": "hands", "hand_id": "1004"},
        ),
        (
            "pots_balance",
            "update seats set contributed = contributed + 1 where hand_id = '1002' and seat = 1",
            {"hand_id": "1002", "contributed": 21, "gross": 20},
        ),
        (
            "pots_balance",
            "update awards set amount = 19 where hand_id = '1002'",
            {"hand_id": "1002", "awarded": 19},
        ),
        (
            "pots_balance",
            "delete from pots where hand_id = '1003'",
            {"hand_id": "1003", "gross": None},
        ),
        (
            "repeated_columns",
            "update seats set currency = 'EUR' where hand_id = '1003' and seat = 2",
            {"table_name": "seats", "hand_id": "1003", "row_no": 2},
        ),
        (
            "repeated_columns",
            "update actions set player = 'Eve' where hand_id = '1001' and action_no = 1",
            {"table_name": "actions", "hand_id": "1001", "row_no": 1},
        ),
        (
            "seats_sum_to_hands",
            "update seats set net = net - 3 where hand_id = '1002' and seat = 1",
            {"hand_id": "1002", "net": -5, "rake": 2},
        ),
        (
            "stack_continuity",
            "update seats set starting_stack = 1004 where hand_id = '1002' and seat = 1",
            {
                "hand_id": "1001",
                "next_hand_id": "1002",
                "seat": 1,
                "player": "Ann",
                "difference": -1,
                "continuity": "less",
            },
        ),
    ],
)
def test_a_check_returns_what_was_broken(
    lake: Lake, check: str, damage: str, row: dict[str, Any]
) -> None:
    good_hands(lake)
    lake.connection.execute(damage)
    offending = found(lake, check)
    assert [row == {name: other[name] for name in row} for other in offending].count(True) == 1, (
        offending
    )


def test_a_key_that_a_view_has_twice_is_found(lake: Lake) -> None:
    good_hands(lake)
    lake.connection.execute("insert into hands select * from hands where hand_id = '1003'")
    assert {"view_name": "fct_hands", "copies": 1} in found(lake, "grains_unique")


def test_every_view_of_the_facts_and_later_is_checked_for_its_grain() -> None:
    check = sql_files.checks()["grains_unique"]
    later = {name: file for name, file in sql_files.views().items() if file.layer != "staging"}
    assert list(check.reads) == list(later)
    for name, file in later.items():
        assert f" from {name} group by {', '.join(file.grain)} having " in check.sql


def test_views_are_planned_one_by_one_so_that_ctrl_c_ends_a_check(lake: Lake) -> None:
    check = sql_files.checks()["grains_unique"]
    assert len(lake.connection.extract_statements(check.sql)) == len(check.reads)


def test_copies_in_several_views_are_counted_together(lake: Lake) -> None:
    good_hands(lake)
    lake.connection.execute("insert into hands select * from hands where hand_id = '1003'")
    every = views.run_check(lake.connection, "grains_unique")
    assert every.count == len(every.rows) > 1
    some = views.run_check(lake.connection, "grains_unique", limit=1)
    assert (some.rows, some.count) == (every.rows[:1], every.count)


def test_rows_beyond_the_limit_are_counted_and_not_held(lake: Lake) -> None:
    good_hands(lake)
    lake.connection.execute("update seats set currency = 'EUR'")
    found_rows = views.run_check(lake.connection, "repeated_columns", limit=3)
    assert (len(found_rows.rows), found_rows.count) == (3, 8)


def test_a_severity_is_an_error_unless_the_header_says_warning() -> None:
    severities = {name: file.severity for name, file in sql_files.checks().items()}
    assert severities.pop("stack_continuity") == "warning"
    assert severities["pots_balance"] == "error"
    assert set(severities.values()) <= {"error", "warning"}


@pytest.mark.parametrize("check", CHECKS)
def test_the_largest_amounts_end_no_check(lake: Lake, check: str) -> None:
    good_hands(lake)
    most = 2**63 - 1
    lake.connection.execute(
        f"update seats set starting_stack = {most}, contributed = {most}, won = {most}, net = {most}"
    )
    lake.connection.execute(f"update pots set gross = {most}")
    lake.connection.execute(f"update awards set amount = {most}")
    views.run_check(lake.connection, check)


def test_hands_that_do_not_count_are_not_held_to_the_sums(lake: Lake) -> None:
    lake.hand("Ann Bob", FOLD_TO_ANN, verdict="corrupt_actions")
    lake.connection.execute("update seats set contributed = -999, net = 7")
    for check in ("amounts_non_negative", "pots_balance", "seats_sum_to_hands"):
        assert found(lake, check) == []


@pytest.mark.parametrize("paid", [17, 19, 0])
def test_a_log_that_does_not_add_up_is_a_warning_and_no_error(lake: Lake, paid: int) -> None:
    good_hands(lake)
    lake.connection.execute(f"update awards set amount = {paid} where hand_id = '1002'")
    lake.connection.execute(
        f"update seats set won = {paid}, net = {paid} - 10 where hand_id = '1002' and won > 0"
    )
    lake.connection.execute(
        f"update hands set verdict = 'mismatch', residual_collected = {18 - paid}"
        " where hand_id = '1002'"
    )

    assert found(lake, "pots_balance") == []
    assert found(lake, "seats_sum_to_hands") == []
    (row,) = found(lake, "logs_add_up")
    assert (row["hand_id"], row["residual_collected"]) == ("1002", 18 - paid)


@pytest.mark.parametrize(
    ("verdict", "residual"), [("exact", 1), ("rake_inferred", 1), ("mismatch", 2), ("mismatch", 0)]
)
def test_a_hand_that_does_not_say_what_is_missing_is_wrong(
    lake: Lake, verdict: str, residual: int
) -> None:
    good_hands(lake)
    lake.connection.execute("update awards set amount = 17 where hand_id = '1002'")
    lake.connection.execute("update seats set won = 17, net = 7 where hand_id = '1002' and won > 0")
    lake.connection.execute(
        f"update hands set verdict = '{verdict}', residual_collected = {residual}"
        " where hand_id = '1002'"
    )

    for check in ("pots_balance", "seats_sum_to_hands"):
        (row,) = found(lake, check)
        assert (row["hand_id"], row["unpaid"]) == ("1002", 1)


@pytest.mark.parametrize(("verdict", "is_wrong"), [("mismatch", False), ("exact", True)])
def test_a_pot_pays_less_than_nothing_only_where_the_log_says_so(
    lake: Lake, verdict: str, *, is_wrong: bool
) -> None:
    good_hands(lake)
    lake.connection.execute("update pots set rake = 90, net = -70 where hand_id = '1002'")
    lake.connection.execute(
        "update hands set rake = 90, residual_collected = -88, verdict = ? where hand_id = '1002'",
        [verdict],
    )

    assert bool(found(lake, "amounts_non_negative")) == is_wrong
    assert bool(found(lake, "pots_balance")) == is_wrong


def test_what_a_pot_pays_is_what_is_left_of_it(lake: Lake) -> None:
    good_hands(lake)
    lake.connection.execute("update pots set net = net + 1 where hand_id = '1002'")
    assert [row["hand_id"] for row in found(lake, "pots_balance")] == ["1002"]


def test_a_check_that_is_not_there_is_named_with_those_that_are(lake: Lake) -> None:
    with pytest.raises(ViewError, match="got `pots`") as caught:
        views.run_check(lake.connection, "pots")
    assert "pots_balance" in str(caught.value)


def twice(
    lake: Lake, cards: str, *, deal: int | None, hand_id: str, board: str | None = None
) -> None:
    lake.hand(
        "Ann Bob",
        FOLD_TO_ANN,
        hand_id=hand_id,
        seats={"Ann": {"hole_cards": cards}},
        content_digest=7,
        deal_digest=deal,
        board=board,
    )


@pytest.mark.parametrize(
    ("cards", "deal", "board", "is_wrong"),
    [
        ("AhKd", 1, None, True),
        ("KdAh", 2, None, True),
        ("AhKc", 2, None, False),
        ("AhKc", 1, None, True),
        ("AhKd", 2, "2c7d9s", True),
        ("AhKd", None, None, True),
    ],
)
def test_a_hand_under_two_keys_of_one_number_is_found(
    lake: Lake, cards: str, deal: int | None, board: str | None, *, is_wrong: bool
) -> None:
    twice(lake, "AhKd", deal=1, hand_id="5")
    twice(lake, cards, deal=deal, hand_id="5~0123abcd", board=board)
    twice(lake, "AhKd", deal=1, hand_id="6")

    found_ids = [row["hand_id"] for row in found(lake, "same_hand_twice")]

    assert sorted(found_ids) == (["5", "5~0123abcd"] if is_wrong else [])


def steps(lake: Lake) -> list[tuple[str, str, int, str]]:
    return lake.rows(
        "select hand_id, player, difference, continuity from fct_stack_steps order by hand_id, seat"
    )


def three(lake: Lake, stacks: dict[str, int], **columns: Any) -> None:
    """A hand in which Cat folds and Ann gives Bob her small blind."""
    lake.hand("Ann Bob Cat", "Ann sb 5, Bob bb 10, Cat fold, Ann fold", stacks=stacks, **columns)


def test_a_stack_that_grew_is_a_rebuy(lake: Lake) -> None:
    three(lake, {})
    three(lake, {"Ann": 1000, "Bob": 1005}, button_seat=1)
    assert steps(lake) == [
        ("1001", "Ann", 5, "more"),
        ("1001", "Bob", 0, "same"),
        ("1001", "Cat", 0, "same"),
    ]
    assert found(lake, "stack_continuity") == []


@pytest.mark.parametrize(
    ("columns", "continuity"),
    [
        ({}, "less"),
        ({"started_at": FIRST_START + timedelta(minutes=7)}, "gap"),
        ({"started_at": None}, "no_time"),
        ({"button_seat": 2}, "button"),
        ({"button_seat": 3}, "button"),
    ],
)
def test_less_is_explained_by_what_lies_between_the_hands(
    lake: Lake, columns: dict[str, Any], continuity: str
) -> None:
    three(lake, {})
    three(lake, {"Ann": 900, "Bob": 1005}, **{"button_seat": 1} | columns)
    assert ("1001", "Ann", -95, continuity) in steps(lake)
    assert len(found(lake, "stack_continuity")) == (continuity == "less")


def test_less_after_a_hand_that_is_not_trusted_is_explained(lake: Lake) -> None:
    three(lake, {}, verdict="mismatch")
    three(lake, {"Ann": 900, "Bob": 1005}, button_seat=1)
    assert ("1001", "Ann", -95, "flagged") in steps(lake)


def test_less_here_and_more_there_is_a_hand_that_is_missing(lake: Lake) -> None:
    three(lake, {})
    three(lake, {"Ann": 900, "Bob": 1095}, button_seat=1)
    assert steps(lake)[:2] == [("1001", "Ann", -95, "moved"), ("1001", "Bob", 90, "more")]


def test_a_hand_whose_number_another_one_has_proves_nothing(lake: Lake) -> None:
    three(lake, {})
    three(lake, {"Ann": 900, "Bob": 1005}, button_seat=1, hand_id="1001~0123abcd")
    assert ("1001", "Ann", -95, "id_conflict") in steps(lake)


def test_other_tables_other_seats_and_fast_folds_are_not_the_next_hand(lake: Lake) -> None:
    three(lake, {})
    three(lake, {"Ann": 900}, button_seat=1, table_name="Vega")
    three(lake, {"Ann": 800}, button_seat=1, tournament_id="77")
    three(lake, {"Ann": 700}, button_seat=1, is_fast_fold=True)
    lake.hand(
        "Bob Ann Cat", "Bob sb 5, Ann bb 10, Cat fold, Bob fold", stacks={"Ann": 600}, button_seat=1
    )
    assert [row for row in steps(lake) if row[1] != "Cat"] == []


def test_an_anonymous_name_is_not_followed(lake: Lake) -> None:
    three(lake, {}, seats={"Ann": {"is_anonymous": True}})
    three(lake, {"Ann": 900, "Bob": 1005}, button_seat=1)
    assert [player for _, player, _, _ in steps(lake)] == ["Bob", "Cat"]


def test_the_button_may_pass_a_chair_that_was_empty_in_one_of_the_hands(lake: Lake) -> None:
    three(lake, {}, seats={"Ann": {"is_dealt_in": False}})
    three(lake, {"Ann": 995, "Bob": 900}, button_seat=2)
    assert ("1001", "Bob", -105, "less") in steps(lake)
