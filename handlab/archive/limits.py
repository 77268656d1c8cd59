"""Limits on what an archive may unpack to, since archives may be hostile."""

from __future__ import annotations

from dataclasses import dataclass

from handlab.errors import ArchiveError


@dataclass(frozen=True, slots=True)
class Limits:
    """
    Limits on what one archive may unpack to.

    Attributes
    ----------
    ratio
        Most bytes unpacked per byte of the file on disk. Logs shrink to between a tenth and a
        fiftieth, bombs to a thousandth.
    harmless
        Bytes that may be unpacked whatever the ratio.
    total
        Most bytes unpacked in total.
    members
        Most members read.
    depth
        Levels of archives within archives; `.tar.gz` counts as two.
    nested
        Most bytes of a nested archive that has to be held in memory (zip and 7z).
    """

    ratio: int = 250
    harmless: int = 64 << 20
    total: int = 256 << 30
    members: int = 1_000_000
    depth: int = 4
    nested: int = 128 << 20


class Budget:
    """The remaining limits while one file is unpacked."""

    def __init__(self, limits: Limits, size: int) -> None:
        self.limits = limits
        self._size = size
        self._most = min(limits.total, max(limits.harmless, limits.ratio * size))
        self._bytes = 0
        self._members = 0

    def spend(self, count: int) -> None:
        """Count unpacked bytes."""
        self._bytes += count
        if self._bytes > self._most:
            message = (
                f"expected at most {self._most:,} bytes from unpacking {self._size:,}, got more"
            )
            raise ArchiveError(message, hint="unpack it yourself if you trust it")

    def spend_member(self) -> None:
        """Count a member."""
        self._members += 1
        if self._members > self.limits.members:
            message = f"expected at most {self.limits.members:,} members, got more"
            raise ArchiveError(message)
