"""What a run did, as counts that must add up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handlab.errors import IngestError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handlab.archive import Skipped


@dataclass(slots=True)
class Counts:
    """
    How each hand header was counted.

    `headers = hands + duplicates + partial + cancelled + rejected`; `id_conflicts` are counted
    within `hands`, `merged` within `duplicates`.
    """

    headers: int = 0
    hands: int = 0
    merged: int = 0
    id_conflicts: int = 0
    duplicates: int = 0
    partial: int = 0
    cancelled: int = 0
    rejected: int = 0

    def __iadd__(self, other: Counts) -> Counts:
        """Add other counts to these."""
        for name in Counts.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    def check(self, place: str) -> None:
        """
        Check that the counts add up.

        Raises
        ------
        IngestError
            If a header is lost or counted twice; that is a bug in handlab, never in the input.
        """
        accounted_for = self.hands + self.duplicates + self.partial + self.cancelled + self.rejected
        if self.headers != accounted_for:
            message = (
                f"expected {self.headers} headers to be counted as hands, duplicates, partial,"
                f" cancelled or rejected, got {accounted_for}: {self} in {place}"
            )
            raise IngestError(message, hint="nothing of it was stored; please report this")


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """A text in which no hand and no tournament summary was found, and its size in bytes."""

    path: str
    member: str | None
    size: int


@dataclass(frozen=True, slots=True)
class IngestSummary:
    """
    What [`ingest`](handlab.ingest.ingest) did.

    Attributes
    ----------
    files
        Files and members that were read.
    known_files
        Files and archives that were not read because they hold nothing new.
    summaries
        Tournament summaries read.
    bytes
        Bytes of text that were read.
    verdicts
        Hands stored, cancelled ones too, by verdict.
    reject_codes
        Rejected and partial spans by cause.
    skipped
        Files and members that could not be read or are not text, with the reason.
    without_hands
        Texts without a hand: the unrecognised ones, and tournament summaries.
    unrecognised
        Texts in which no hand and no summary was found.
    known_unrecognised
        The number of such texts that an earlier run had read.
    without_start
        Hands of the lake whose log prints no time zone, if this run read hands and none was named.
    of_other_accounts
        Of the known files, those that were read for another account or for none, if one is named.
    of_other_zones
        Of the known files, those with hands whose start is that of another zone than the one that
        is named.
    paths_without_files
        The paths at which there was nothing to read, such as an empty folder.
    """

    files: int
    headers: int
    hands: int
    merged: int
    id_conflicts: int
    duplicates: int
    partial: int
    cancelled: int
    rejected: int
    bytes: int
    seconds: float
    verdicts: Mapping[str, int]
    reject_codes: Mapping[str, int]
    known_files: int
    summaries: int
    skipped: tuple[Skipped, ...]
    without_hands: int = 0
    unrecognised: tuple[Unrecognised, ...] = field(default=())
    known_unrecognised: int = 0
    without_start: int = 0
    of_other_accounts: int = 0
    of_other_zones: int = 0
    paths_without_files: tuple[str, ...] = ()

    @property
    def damaged(self) -> tuple[Skipped, ...]:
        """What was skipped although it may hold hands."""
        return tuple(item for item in self.skipped if item.is_failure)

    @property
    def is_none_recognised(self) -> bool:
        """Whether there are files, and no hand and no summary in any, now or earlier."""
        return bool(
            (self.unrecognised or self.known_unrecognised)
            and not (self.headers or self.summaries)
            and self.known_files == self.known_unrecognised
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is, in bytes on disk and in hands."""

    bytes: int
    total_bytes: int
    files: int
    hands: int
