"""Which copies are one hand, and what hands under one number are called."""

from __future__ import annotations

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from handlab.ingest.clusters import clusters, digest_suffix, name_clusters

HAND = {"site": "toy", "base": "1"}


def named(*copies: dict[str, object]) -> list[tuple[str, bool, bool, bool]]:
    schema = {"cluster": pl.UInt32, "hand_id": pl.String, "content_digest": pl.Int64}
    frame = pl.DataFrame([{**HAND, **copy} for copy in copies], schema_overrides=schema)
    columns = ("hand_id", "is_new", "is_conflict", "is_void")
    return name_clusters(frame).sort("cluster").select(columns).rows()


def test_the_first_hand_keeps_the_number_and_others_are_told_apart_by_digest() -> None:
    found = named(
        {"cluster": 0, "hand_id": None, "content_digest": -1},
        {"cluster": 1, "hand_id": None, "content_digest": 1 << 40},
        {"cluster": 0, "hand_id": None, "content_digest": 5},
    )

    assert found == [("1", True, False, False), ("1~00000100", True, True, False)]


def test_a_stored_hand_keeps_its_name_and_the_number_stays_taken() -> None:
    found = named(
        {"cluster": 0, "hand_id": "1", "content_digest": 3},
        {"cluster": 1, "hand_id": "1~ffffffff", "content_digest": -1},
        {"cluster": 2, "hand_id": None, "content_digest": 1 << 40},
    )

    assert found == [
        ("1", False, False, False),
        ("1~ffffffff", False, False, False),
        ("1~00000100", True, True, False),
    ]


def test_a_hand_whose_name_is_taken_counts_as_the_one_that_has_it() -> None:
    found = named(
        {"cluster": 0, "hand_id": "1", "content_digest": 3},
        {"cluster": 1, "hand_id": "1~00000100", "content_digest": 1 << 40},
        {"cluster": 2, "hand_id": None, "content_digest": (1 << 40) + 1},
        {"cluster": 3, "hand_id": None, "content_digest": 7 << 40},
        {"cluster": 4, "hand_id": None, "content_digest": (7 << 40) + 1},
    )

    assert [is_void for *_, is_void in found] == [False, False, True, False, True]


@given(st.lists(st.text("ab", max_size=4), min_size=1, max_size=8))
def test_copies_are_one_hand_as_far_as_their_acts_go_together(lines: list[str]) -> None:
    acts = [list(line) for line in lines]
    tables = {
        "hands": pl.DataFrame(
            {"copy": range(len(acts)), "table_name": "T", "started_at": None}
        ).cast({"started_at": pl.Datetime("us", "UTC")}),
        "seats": pl.DataFrame({"copy": range(len(acts)), "seat": 1, "starting_stack": 5}),
        "actions": pl.DataFrame(
            [
                {
                    "copy": copy,
                    "action_no": number,
                    "street_no": 0,
                    "seat": 1,
                    "kind": kind,
                    "amount": 1,
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
    ).with_columns(site=pl.lit("toy"), base=pl.lit("1"))

    found = clusters(
        copies, lambda name, wanted: tables[name].filter(pl.col("copy").is_in(wanted.implode()))
    )

    for _, together in found.group_by("cluster"):
        longest = max((lines[copy] for copy in together["copy"]), key=len)
        assert all(longest.startswith(lines[copy]) for copy in together["copy"])
    equal = {line: set[int]() for line in lines}
    for copy, cluster in found.select("copy", "cluster").iter_rows():
        equal[lines[copy]].add(cluster)
    assert all(len(found_in) == 1 for found_in in equal.values())


def test_a_suffix_is_the_upper_half_of_the_unsigned_digest() -> None:
    assert digest_suffix(-(1 << 63)) == "80000000"
