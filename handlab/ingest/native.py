"""The part of the native module that ingestion uses."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from handlab._handlab import Batch as Batch
    from handlab._handlab import Counted as Counted
    from handlab._handlab import Parsed as Parsed
    from handlab._handlab import Part as Part


class Native(Protocol):
    """The native module, or a replacement for it in tests."""

    PARSER_VERSION: int

    def cut(self, data: bytes, encoding: str) -> tuple[int, int] | None:
        """Return the offset of the last hand header and the lines before it, or `None`."""
        ...

    def last_preamble(self, data: bytes, encoding: str) -> tuple[int, int, int] | None:
        """Return start and end of the last preamble and the lines before it, or `None`."""
        ...

    def parse_parts(
        self, parts: list[Part], *, account: str | None, timezone: str | None, keep_text: bool
    ) -> Batch | None:
        """Parse pieces into one batch; `None` if they are to be parsed one by one."""
        ...

    def parse_batch(
        self,
        data: bytes,
        *,
        byte_offset: int,
        line_offset: int,
        encoding: str,
        is_last: bool,
        source_file: str | None,
        source_member: str | None,
        source_digest: str | None,
        account: str | None,
        timezone: str | None,
        keep_text: bool,
        overlays: pl.DataFrame | None = None,
        only: Sequence[int] | None = None,
        preamble: tuple[bytes, int, int] | None = None,
    ) -> Parsed:
        """
        Parse, replay, score and audit the hands of a piece.

        Parameters
        ----------
        overlays
            What other copies hold on these hands and seats, by `offset`, their byte in the file.
        only
            Byte offsets of the hands to parse; all if `None`.
        preamble
            What an earlier piece of the file says for all its hands, its byte offset, and the
            number of lines before it.
        """
        ...

    def key_hash(self, site: pl.Series, hand_id: pl.Series) -> pl.Series:
        """Return a 64-bit hash of each key."""
        ...


def load() -> Native:
    """Import the native module, which may not be built when types are checked."""
    return cast("Native", import_module("handlab._handlab"))
