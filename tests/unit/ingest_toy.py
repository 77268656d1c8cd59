"""
A toy format and its parser, which stands in for the native module: every rule is in view.

A toy hand is `#ID TABLE TIME`, then lines `seat NO NAME STACK [CARDS]`, `act SEAT KIND AMOUNT`,
`show SEAT CARDS`, `board CARDS`, `cancel`, `junk`, and `end`.
"""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import polars as pl

from handlab import _handlab
from handlab.ingest import IngestSummary, ingest
from handlab.schema import HAND_TABLES, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from handlab.ingest.native import Parsed
    from handlab.lake import Lake


class Toy:
    """Stands in for the native module."""

    def __init__(self, version: int = 1) -> None:
        self.PARSER_VERSION = version
        self.calls: list[Sequence[int] | None] = []

    def cut(self, data: bytes, encoding: str) -> tuple[int, int] | None:
        del encoding
        offset = data.rfind(b"\n#") + 1
        return offset, data.count(b"\n", 0, offset)

    def last_preamble(self, data: bytes, encoding: str) -> tuple[int, int, int] | None:
        del data, encoding

    def key_hash(self, site: pl.Series, hand_id: pl.Series) -> pl.Series:
        keys = zip(site, hand_id, strict=True)
        return pl.Series([_hash(f"{one}|{other}") for one, other in keys], dtype=pl.UInt64)

    def parse_parts(self, parts: object, **options: object) -> None:
        """Pieces are parsed one by one."""

    def parse_batch(
        self,
        data: bytes,
        *,
        byte_offset: int,
        line_offset: int,
        is_last: bool,
        overlays: pl.DataFrame | None = None,
        only: Sequence[int] | None = None,
        **source: Any,
    ) -> Parsed:
        self.calls.append(only)
        rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES if name != "files"}
        counts = dict.fromkeys(("headers", "partial", "rejected", "cancelled"), 0)
        row_ends: dict[str, list[int]] = {name: [] for name in HAND_TABLES if name != "hands"}
        tail = None
        starts = [match.start() for match in re.finditer(rb"^#", data, re.MULTILINE)]
        for start, end in pairwise([*starts, len(data)]):
            offset = byte_offset + start
            if only is not None and offset not in only:
                continue
            # As with real hands, empty lines after it are not part of it.
            text = re.sub(r"\n+$", "\n", data[start:end].decode())
            counts["headers"] += 1
            place = {
                "file_digest": source["source_digest"],
                "path": source["source_file"],
                "member": source["source_member"],
                "byte_offset": offset,
                "byte_length": len(text.encode()),
                "text": text,
            }
            place["line"] = line_offset + data.count(b"\n", 0, start) + 1
            if "\nend" not in text:
                counts["partial"] += 1
                rows["rejects"].append({**place, "code": "truncated"})
                if is_last and end == len(data):
                    tail = offset
            elif "\njunk" in text:
                counts["rejected"] += 1
                rows["rejects"].append({**place, "code": "junk"})
            else:
                counts["cancelled"] += "\ncancel" in text
                if is_last and end == len(data) and not text.endswith("\n"):
                    tail = offset
                self._hand(text, place, rows, overlays, source)
                for name, ends in row_ends.items():
                    ends.append(len(rows[name]))
        tables = {
            name: pl.DataFrame(found, schema=TABLES[name].polars_schema)
            for name, found in rows.items()
        }
        return {
            "tables": tables,
            "row_ends": {
                name: pl.Series(found, dtype=pl.UInt32) for name, found in row_ends.items()
            },
            "report_hands": pl.Series(dtype=pl.Int64),
            "hands": tables["hands"].height,
            "summaries": 0,
            "tail": tail,
            "reread": byte_offset + (starts[-1] if starts else 0) if is_last else None,
            "lines": data.count(b"\n"),
            "dialect": "toy" if starts else None,
            **counts,  # type: ignore[typeddict-item]
        }

    def _hand(
        self,
        text: str,
        place: dict[str, Any],
        rows: dict[str, list[dict[str, Any]]],
        overlays: pl.DataFrame | None,
        source: dict[str, Any],
    ) -> None:
        head, *lines = text.splitlines()
        hand_id, table, time = head[1:].split()
        key = {"site": "toy", "hand_id": hand_id}
        started_at = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(seconds=int(time))
        learnt = {}
        if overlays is not None:
            known = overlays.filter(pl.col("offset") == place["byte_offset"])
            learnt = {row["seat"]: row for row in known.iter_rows(named=True)}
        start = learnt.get(None, {})
        started_at = start.get("started_at") or started_at
        table = start.get("table_name") or table
        board, acts = None, 0
        content: list[str] = []
        seats: dict[int, dict[str, Any]] = {}
        for line in lines:
            word, *rest = line.split()
            if word == "seat":
                seat = int(rest[0])
                over = learnt.get(seat, {})
                cards = rest[3] if len(rest) > 3 else None
                seats[seat] = {
                    **key,
                    "seat": seat,
                    "player": over.get("player") or rest[1],
                    "starting_stack": int(rest[2]),
                    "hole_cards": over.get("hole_cards") or cards,
                    "started_at": started_at,
                }
                content.append(f"{seat} {rest[2]}")
            elif word == "act":
                content.append(line)
                act = {"seat": int(rest[0]), "kind": rest[1], "amount": int(rest[2])}
                rows["actions"].append({**key, "action_no": acts, "street_no": 0, **act})
                acts += 1
            elif word == "show":
                if seats[int(rest[0])]["hole_cards"] is None:
                    seats[int(rest[0])]["hole_cards"] = rest[1]
            elif word == "board":
                board = rest[0]
                rows["boards"].append({**key, "run_no": 0, "street": "flop", "cards": board})
        rows["seats"] += seats.values()
        digest = _hash("\n".join(content))
        cards = [f"{number} {seat['hole_cards']}" for number, seat in seats.items()]
        deal_digest = _hash("\n".join([*content, *cards, str(board)]))
        rows["hands"].append(
            {
                **key,
                "table_name": table,
                "started_at": started_at,
                "board": board,
                "verdict": "cancelled" if "\ncancel" in text else "exact",
                "account": source["account"],
                "parser_version": self.PARSER_VERSION,
                "source_file": source["source_file"],
                "source_member": source["source_member"],
                "source_digest": source["source_digest"],
                "source_offset": place["byte_offset"],
                "source_length": place["byte_length"],
                "source_line": place["line"],
                "content_digest": _signed(digest),
                "deal_digest": _signed(deal_digest),
                "text": text if source["keep_text"] else None,
            }
        )


class Older:
    """The native module as if it were of an earlier version, with the same formats."""

    PARSER_VERSION = _handlab.PARSER_VERSION - 1

    def __getattr__(self, name: str) -> Any:
        return getattr(_handlab, name)

    def parse_parts(self, parts: object, **options: object) -> None:
        """Pieces are parsed one by one."""

    def parse_batch(self, data: bytes, **options: Any) -> Any:
        parsed = _handlab.parse_batch(data, **options)
        version = pl.lit(self.PARSER_VERSION, dtype=pl.Int32)
        parsed["tables"]["hands"] = parsed["tables"]["hands"].with_columns(parser_version=version)
        return parsed


def _signed(digest: int) -> int:
    return digest - (1 << 64) if digest >> 63 else digest


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def hand(
    number: object,
    *,
    players: str = "ann bob",
    cards: str = "",
    acts: str = "1 call 5,2 check 0",
    table: str = "T",
    time: int = 0,
    stack: int = 100,
    more: str = "",
) -> str:
    """One toy hand; `cards` are `SEAT=CARDS` of those that the file shows."""
    shown = dict(pair.split("=") for pair in cards.split())
    lines = [f"#{number} {table} {time}"]
    for seat, player in enumerate(players.split(), 1):
        lines.append(f"seat {seat} {player} {stack} {shown.get(str(seat), '')}".rstrip())
    lines += [f"act {act}" for act in acts.split(",") if act]
    return "\n".join([*lines, *more.split(","), "end", ""]).replace("\n\n", "\n")


def write(folder: Path, name: str, *hands: str) -> Path:
    path = folder / name
    path.write_text("".join(hands))
    return path


def read(lake: Lake, *paths: Path, native: Toy | None = None, **options: Any) -> IngestSummary:
    return ingest(paths, lake, native=native or Toy(), **options)


def rows(lake: Lake, query: str) -> list[tuple[Any, ...]]:
    with lake.connect() as connection:
        return connection.execute(query).fetchall()


def counts(summary: IngestSummary) -> dict[str, int]:
    names = ("headers", "hands", "merged", "id_conflicts", "duplicates", "partial")
    found = {name: getattr(summary, name) for name in (*names, "cancelled", "rejected")}
    return {name: count for name, count in found.items() if count}
