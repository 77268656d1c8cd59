"""How much may come out of an archive: archives are hostile."""

from __future__ import annotations

from dataclasses import dataclass

from handlab.errors import ArchiveError


@dataclass(frozen=True, slots=True)
class Limits:
    """
    Bounds on what one archive may unpack to.

    Attributes
    ----------
    ratio
        Bytes that may come out for each byte of the file on disk. Logs shrink to a tenth or a
        fiftieth, bombs to a thousandth.
    harmless
        Bytes that may come out whatever the ratio.
    total
        Bytes that may come out at all.
    members
        Members that are looked at.
    depth
        Archives within archives; `.tar.gz` counts two.
    nested
        Bytes of an archive within an archive that has to be held in memory (zip and 7z).
    """

    ratio: int = 250
    harmless: int = 64 << 20
    total: int = 256 << 30
    members: int = 1_000_000
    depth: int = 4
    nested: int = 128 << 20


class Budget:
    """What is left of the limits while one file is being unpacked."""

    def __init__(self, limits: Limits, size: int) -> None:
        self.limits = limits
        self._size = size
        self._most = min(limits.total, max(limits.harmless, limits.ratio * size))
        self._bytes = 0
        self._members = 0

    def spend(self, count: int) -> None:
        """Count bytes that came out."""
        self._bytes += count
        if self._bytes > self._most:
            message = (
                f"expected at most {self._most:,} bytes to come out of {self._size:,}, got more"
            )
            raise ArchiveError(message, hint="unpack it yourself if you trust it")

    def spend_member(self) -> None:
        """Count a member that was looked at."""
        self._members += 1
        if self._members > self.limits.members:
            message = f"expected at most {self.limits.members:,} members, got more"
            raise ArchiveError(message)
