"""
Copies of one hand become one: the longer text is parsed again with what the other copy knows.

A text is parsed again rather than its rows mended, so that replay, pots, scores and audit follow
from what was learnt.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from handlab.archive.text import HEAD, encoding
from handlab.ingest.copies import (
    hands_with_owners,
    lessons,
    seats_with_owners,
    signatures,
)
from handlab.lake.parquet import conform
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.ingest.batch import Options, Part
    from handlab.ingest.native import Native, Parsed


class Copies:
    """
    The rows of copies of hands, by `copy`.

    Parameters
    ----------
    tables
        The rows of each table, with the column `copy`.
    parts
        Pieces that the copies' texts are in, by the column `part` of `hands`; null where a copy was
        stored before.
    """

    def __init__(
        self, tables: dict[str, pl.DataFrame], parts: list[Part], native: Native, options: Options
    ) -> None:
        self.tables = tables
        self._parts = parts
        self._native = native
        self._options = options

    def rows(self, table: str, copies: pl.Series) -> pl.DataFrame:
        """Rows of a table for some copies."""
        return self.tables[table].filter(pl.col("copy").is_in(copies.implode()))

    def add(self, tables: dict[str, pl.DataFrame]) -> None:
        """Add rows with the column `copy`."""
        for name, frame in tables.items():
            self.tables[name] = pl.concat([self.tables[name], frame], how="diagonal")

    def parse_again(self, pairs: pl.DataFrame, overlays: pl.DataFrame) -> dict[int, int]:
        """
        Parse the texts of some copies again.

        Parameters
        ----------
        pairs
            `pair`, `copy`.
        overlays
            What the pairs' other copies know.

        Returns
        -------
        dict
            The new copy of each pair; pairs whose text cannot be had are missing.
        """
        hands = pairs.join(self.tables["hands"], on="copy")
        known = overlays.join(hands.select("pair", "base"), on="pair").rename({"base": "hand_id"})
        made: dict[int, int] = {}
        incoming = hands.filter(pl.col("part").is_not_null()).with_columns(
            turn=pl.int_range(pl.len()).over("part", "site", "base")
        )
        for (number, _), group in incoming.group_by("part", "turn", maintain_order=True):
            only = group["source_offset"].to_list()
            overlay = known.join(group.select("pair"), on="pair", how="semi").drop("pair")
            part = self._parts[int(str(number))]
            parsed = part.parse(self._native, self._options, overlays=overlay, only=only)
            made |= self._take(parsed, group)
        for row in hands.filter(pl.col("part").is_null()).iter_rows(named=True):
            overlay = known.filter(pl.col("pair") == row["pair"]).drop("pair")
            again = self._parse_stored(row, overlay)
            if again is not None:
                made |= self._take(again, hands.filter(pl.col("pair") == row["pair"]))
        return made

    def inherit(self, pairs: pl.DataFrame) -> None:
        """
        Let copies take over what is not in a hand's text: its heroes, and their accounts.

        Parameters
        ----------
        pairs
            `copy`, and `other`, from which it inherits.
        """
        for name, give in (("seats", seats_with_owners), ("hands", hands_with_owners)):
            others = self.rows(name, pairs["other"]).rename({"copy": "other"})
            self.tables[name] = give(self.tables[name], others.join(pairs, on="other"), ["copy"])

    def _take(self, parsed: Parsed, hands: pl.DataFrame) -> dict[int, int]:
        """Add the rows of hands that were parsed again, under new numbers."""
        first = int(str(self.tables["hands"]["copy"].max())) + 1
        fresh = (
            parsed["tables"]["hands"]
            .select("site", "hand_id", "content_digest")
            .join(
                hands.select(
                    "site", pl.col("base").alias("hand_id"), "pair", "part", "source_digest"
                ),
                on=["site", "hand_id"],
                maintain_order="left",
            )
        )
        numbered = fresh.with_row_index("copy", offset=first).with_columns(
            pl.col("copy").cast(pl.Int64)
        )
        key = numbered.select("site", "hand_id", "copy")
        tables = {
            name: conform(parsed["tables"][name], TABLES[name]).join(
                key, on=["site", "hand_id"], maintain_order="left"
            )
            for name in HAND_TABLES
        }
        tables["hands"] = (
            tables["hands"]
            .drop("source_digest", strict=False)
            .join(numbered.select("copy", "part", "source_digest"), on="copy")
            .with_columns(base=pl.col("hand_id"))
        )
        self.add(tables)
        return dict(numbered.select("pair", "copy").iter_rows())

    def _parse_stored(self, row: dict[str, Any], overlay: pl.DataFrame) -> Parsed | None:
        text = _stored_text(row)
        if text is None:
            return None
        data, name = text
        parsed = self._native.parse_batch(
            data,
            byte_offset=row["source_offset"],
            line_offset=(row["source_line"] or 1) - 1,
            encoding=name,
            is_last=False,
            source_file=row["source_file"],
            source_member=row["source_member"],
            account=row["account"],
            timezone=self._options.timezone,
            keep_text=row["text"] is not None,
            overlays=overlay,
        )
        hands = parsed["tables"]["hands"]
        found = hands.select("hand_id", "content_digest").rows()
        if found != [(row["base"], row["content_digest"])]:
            return None
        length = pl.lit(row["source_length"], dtype=pl.Int64)
        parsed["tables"]["hands"] = hands.with_columns(source_length=length)
        return parsed


def merge(copies: Copies, clustered: pl.DataFrame) -> tuple[pl.DataFrame, pl.Series]:
    """
    Let each hand's copies teach one another.

    Parameters
    ----------
    copies
        All rows; what is parsed again is added.
    clustered
        `cluster`, `copy`, `line`; of each cluster the first copy is the one that is there already.

    Returns
    -------
    tuple
        `cluster` and `copy` of what each hand now is, and the copies that taught something.
    """
    holders = clustered.unique("cluster", keep="first", maintain_order=True).select(
        "cluster", "copy"
    )
    lines = dict(clustered.select("copy", "line").iter_rows())
    taught: list[int] = []
    for later in _rounds(copies, clustered):
        pairs = later.join(holders.rename({"copy": "old"}), on="cluster").rename(
            {"cluster": "pair", "copy": "new"}
        )
        changes = _teach(copies, pairs, lines)
        taught += [new for new, _ in changes.values()]
        changed = pl.DataFrame(
            {"cluster": list(changes), "now": [copy for _, copy in changes.values()]},
            schema={"cluster": clustered.schema["cluster"], "now": pl.Int64},
        )
        holders = holders.join(changed, on="cluster", how="left", maintain_order="left").select(
            "cluster", copy=pl.coalesce("now", "copy")
        )
    return holders, pl.Series("copy", taught, dtype=pl.Int64)


def _rounds(copies: Copies, clustered: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Each hand's later copies, one a round, without those that say what an earlier one said."""
    several = clustered.filter(pl.len().over("cluster") > 1)
    if several.height == 0:
        return
    hands, seats = (copies.rows(name, several["copy"]) for name in ("hands", "seats"))
    said = several.join(signatures(hands, seats), on="copy", how="left", maintain_order="left")
    distinct = said.unique(["cluster", "line", "known"], keep="first", maintain_order=True)
    turns = distinct.with_columns(turn=pl.int_range(pl.len()).over("cluster"))
    for turn in range(1, int(str(turns["turn"].max())) + 1):
        yield turns.filter(pl.col("turn") == turn).select("cluster", "copy")


def _teach(
    copies: Copies, pairs: pl.DataFrame, lines: dict[int, str]
) -> dict[int, tuple[int, int]]:
    """For each pair that changes its hand: the copy that taught, and the one that it now is."""
    seats = {side: _seats(copies, pairs, side) for side in ("old", "new")}
    from_new, from_old = lessons(seats["old"], seats["new"]), lessons(seats["new"], seats["old"])
    teaches, keeps = set(from_new["pair"]), set(from_old["pair"])
    length = _lengths(copies, pairs, lines)
    changes: dict[int, tuple[int, int]] = {}
    others: list[tuple[int, int]] = []
    again: dict[str, list[int]] = {"old": [], "new": []}
    for pair, new, old in pairs.select("pair", "new", "old").iter_rows():
        if length[new] < length[old]:
            if pair in teaches:
                again["old"].append(pair)
        elif length[new] > length[old] or pair in teaches:
            if pair in keeps:
                again["new"].append(pair)
            else:
                changes[pair] = new, new
                others.append((new, old))
    for side, overlays in (("new", from_old), ("old", from_new)):
        chosen = pairs.filter(pl.col("pair").is_in(again[side]))
        made = copies.parse_again(chosen.select("pair", pl.col(side).alias("copy")), overlays)
        for pair, new, old in chosen.select("pair", "new", "old").iter_rows():
            if pair in made:
                changes[pair] = new, made[pair]
                lines[made[pair]] = lines[new if side == "new" else old]
                others.append((made[pair], old if side == "new" else new))
    copies.inherit(pl.DataFrame(others, schema={"copy": pl.Int64, "other": pl.Int64}, orient="row"))
    return changes


def _lengths(
    copies: Copies, pairs: pl.DataFrame, lines: dict[int, str]
) -> dict[int, tuple[int, int]]:
    """How far each copy goes: its acts, then its board."""
    hands = copies.rows("hands", pl.concat([pairs["new"], pairs["old"]]))
    boards = hands.select("copy", pl.col("board").str.len_bytes().fill_null(0))
    return {copy: (len(lines[copy]), board) for copy, board in boards.iter_rows()}


def _seats(copies: Copies, pairs: pl.DataFrame, side: str) -> pl.DataFrame:
    wanted = pairs.select("pair", pl.col(side).alias("copy"))
    return copies.rows("seats", wanted["copy"]).join(wanted, on="copy")


def _stored_text(row: dict[str, Any]) -> tuple[bytes, str] | None:
    """A stored hand's text and its encoding, from the lake or from the file it was read from."""
    if row["text"] is not None:
        return str(row["text"]).encode(), "utf-8"
    if row["source_file"] is None or row["source_member"] is not None:
        return None
    try:
        with Path(row["source_file"]).open("rb") as file:
            head = file.read(HEAD)
            file.seek(row["source_offset"])
            return file.read(row["source_length"]), encoding(head)
    except OSError:
        return None
