"""Which copies are one hand, and what hands under one number are called."""

from __future__ import annotations

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from handlab.ingest.clusters import clusters, digest_suffix, name_clusters

HAND = {"site": "toy", "base": "1"}


def named(*copies: dict[str, object]) -> list[tuple[str, bool, bool]]:
    schema = {
        "cluster": pl.UInt32,
        "hand_id": pl.String,
        "deal_digest": pl.Int64,
        "is_vague": pl.Boolean,
    }
    frame = pl.DataFrame(
        [{**HAND, "is_vague": False, **copy} for copy in copies], schema_overrides=schema
    )
    columns = ("hand_id", "is_new", "is_conflict")
    return name_clusters(frame).sort("cluster").select(columns).rows()


def test_the_first_hand_keeps_the_number_and_others_are_distinguished_by_digest() -> None:
    found = named(
        {"cluster": 0, "hand_id": None, "deal_digest": -1},
        {"cluster": 1, "hand_id": None, "deal_digest": 1 << 40},
        {"cluster": 0, "hand_id": None, "deal_digest": 5},
    )

    assert found == [("1", True, False), ("1~00000100", True, True)]


def test_a_stored_hand_keeps_its_name_and_the_number_stays_taken() -> None:
    found = named(
        {"cluster": 0, "hand_id": "1", "deal_digest": 3},
        {"cluster": 1, "hand_id": "1~ffffffff", "deal_digest": -1},
        {"cluster": 2, "hand_id": None, "deal_digest": 1 << 40},
    )

    assert found == [
        ("1", False, False),
        ("1~ffffffff", False, False),
        ("1~00000100", True, True),
    ]


def test_a_hand_whose_name_is_taken_gets_a_longer_one() -> None:
    found = named(
        {"cluster": 0, "hand_id": "1", "deal_digest": 3},
        {"cluster": 1, "hand_id": "1~00000100", "deal_digest": 1 << 40},
        {"cluster": 2, "hand_id": None, "deal_digest": (1 << 40) + 1},
        {"cluster": 3, "hand_id": None, "deal_digest": (1 << 40) + 1},
    )

    assert [hand_id for hand_id, *_ in found[2:]] == ["1~0000010000000001", "1~0000010000000002"]


def test_a_stored_hand_may_take_a_number_that_no_hand_has() -> None:
    stored = {"cluster": 0, "hand_id": "1~00000100", "deal_digest": 1 << 40, "is_vague": False}
    new = {"cluster": 1, "hand_id": None, "deal_digest": 3, "is_vague": False}
    for copies, free in (([stored], "1"), ([stored, new], None)):
        frame = pl.DataFrame([HAND | copy for copy in copies], infer_schema_length=None)
        named_hands = name_clusters(frame.cast({"hand_id": pl.String}))
        assert named_hands.filter(cluster=0)["free_id"].to_list() == [free]


@given(st.lists(st.text("ab", max_size=4), min_size=1, max_size=8))
def test_copies_are_one_hand_as_far_as_their_acts_go_together(lines: list[str]) -> None:
    acts = [list(line) for line in lines]
    tables = {
        "hands": pl.DataFrame({"copy": range(len(acts)), "scale": 0, "game_family": "flop"}),
        "seats": pl.DataFrame(
            {"copy": range(len(acts)), "seat": 1, "starting_stack": 5, "hole_cards": None},
            schema_overrides={"hole_cards": pl.String},
        ),
        "boards": pl.DataFrame(
            schema={"copy": pl.Int64, "run_no": pl.Int8, "street": pl.String, "cards": pl.String}
        ),
        "actions": pl.DataFrame(
            [
                {
                    "copy": copy,
                    "action_no": number,
                    "street_no": 0,
                    "seat": 1,
                    "kind": "bet",
                    "amount": ord(kind),
                }
                for copy, kinds in enumerate(acts)
                for number, kind in enumerate(kinds)
            ],
            schema={
                "copy": pl.Int64,
                "action_no": pl.Int16,
                "street_no": pl.Int8,
                "seat": pl.Int8,
                "kind": pl.String,
                "amount": pl.Int64,
            },
        ),
    }
    copies = pl.DataFrame(
        {"copy": range(len(acts)), "content_digest": [hash(line) for line in lines]}
    ).with_columns(
        site=pl.lit("toy"),
        base=pl.lit("1"),
        hand_id=pl.lit(None, dtype=pl.String),
        deal_digest="content_digest",
    )

    found = clusters(
        copies, lambda name, wanted: tables[name].filter(pl.col("copy").is_in(wanted.implode()))
    )

    for _, together in found.group_by("cluster"):
        clear = [lines[copy] for copy in together.filter(~pl.col("is_vague"))["copy"]]
        longest = max(clear, key=len)
        assert all(longest.startswith(line) for line in clear)
    equal = {line: set[int]() for line in lines}
    for copy, cluster in found.select("copy", "cluster").iter_rows():
        equal[lines[copy]].add(cluster)
    assert all(len(found_in) == 1 for found_in in equal.values())


def test_a_suffix_is_the_upper_half_of_the_unsigned_digest() -> None:
    assert digest_suffix(-(1 << 63)) == "80000000"
