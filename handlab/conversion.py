"""
Write the hands of files in another format, in bounded memory.

Hands are read as `ingest` reads them, and nothing is stored. What each hand loses, and why a hand
is refused, is counted; `handlab._handlab.convert_part` finds both by reading the text again.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from handlab import archive
from handlab._handlab import convert_part, cut, is_zone, last_preamble
from handlab.errors import ConversionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FORMATS = {"pokerstars": ".txt", "phh": ".phhs", "ohh": ".ohh"}
"""The formats, and how names of their files end."""

NAMED = ("hand_id", "tournament_id", "table_name")
"""What an anonymized hand may keep."""

MOST_NAMED = 100
"""The most skipped files and refused hands that are named; further ones are only counted, so that a
hostile archive cannot exhaust memory."""

LONGEST_NAME = 80


@dataclass(slots=True)
class Conversion:
    """
    What became of the hands.

    Attributes
    ----------
    files
        Texts that were read.
    headers
        Hands found: those written, refused, unreadable and cut off.
    written, lossless
        Hands written, and those of them that lack nothing.
    lost
        The number of written hands that lack something, by what they lack.
    refused
        How many hands the format cannot hold, by the reason.
    refused_hands
        The first of them: the file or member, the number that the log prints, and the reason.
    rejected, partial
        Hands that cannot be read, and hands whose end is missing.
    skipped
        Files and members that cannot be opened, or not to their end; `more_skipped` are further
        ones.
    """

    files: int = 0
    headers: int = 0
    written: int = 0
    lossless: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    refused_hands: list[tuple[str, str, str]] = field(default_factory=list)
    rejected: int = 0
    partial: int = 0
    skipped: list[str] = field(default_factory=list)
    more_skipped: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether every whole hand of every file was written."""
        return not (self.refused or self.rejected or self.skipped or self.more_skipped)


@dataclass(frozen=True, slots=True)
class Text:
    """Hands of one document; `document` is its number, from 0."""

    data: bytes
    document: int
    name: str


class Converter:
    """
    Reads files, and yields the text of their hands piece by piece.

    Parameters
    ----------
    to
        The format, one of `FORMATS`.
    key
        The key for pseudonyms; without one names are kept.
    keep
        The things in `NAMED` that keep their names although players get pseudonyms.
    timezone
        For times that are printed without a zone.

    Raises
    ------
    ConversionError
        If the format, the key or the zone is invalid.
    """

    def __init__(
        self,
        to: str,
        *,
        key: bytes | None = None,
        keep: Sequence[str] = (),
        timezone: str | None = None,
    ) -> None:
        if to not in FORMATS:
            message = f"expected one of {', '.join(FORMATS)}, got `{to}`"
            raise ConversionError(message)
        if timezone is not None and not is_zone(timezone):
            message = f"expected a time zone such as `Europe/Paris` or `ET`, got `{timezone}`"
            raise ConversionError(message)
        self.result = Conversion()
        self._to, self._key, self._keep, self._timezone = to, key, list(keep), timezone
        # An empty piece finds a wrong key before a file is read.
        self._convert(archive.Piece(b"", 0, 0, "utf-8", is_last=True), None, 1)

    def texts(
        self, found: archive.Found, *, is_one_file: bool, limits: archive.Limits | None = None
    ) -> Iterator[Text]:
        """
        The text of all hands; none for a piece without any.

        Parameters
        ----------
        found
            The files.
        is_one_file
            Whether all texts go to one file, with consecutively numbered hands.
        limits
            Limits on what an archive may unpack to.
        """
        result = self.result
        number = 1
        for item in archive.documents(found, limits=limits):
            if isinstance(item, archive.Skipped):
                self._skip(item)
            elif isinstance(item, archive.Document):
                if not is_one_file:
                    number = 1
                name = item.member or item.path
                parts = archive.with_preambles(item.pieces(cut), last_preamble)
                for piece, preamble in parts:
                    before = result.written
                    data = self._convert(piece, preamble, number, name)
                    number += result.written - before
                    if data:
                        yield Text(data, result.files, name)
                result.files += 1

    def _convert(
        self, piece: archive.Piece, preamble: archive.Preamble | None, number: int, name: str = ""
    ) -> bytes:
        part = (
            piece.data,
            piece.byte_offset,
            piece.line_offset,
            piece.encoding,
            piece.is_last,
            name,
            None,
            None,
            preamble,
        )
        try:
            done = convert_part(
                part,
                to=self._to,
                first=number,
                timezone=self._timezone,
                key=self._key,
                keep=self._keep,
            )
        except ValueError as error:
            raise ConversionError(str(error)) from error
        result = self.result
        result.headers += done["headers"]
        result.written += done["written"]
        result.lossless += done["lossless"]
        result.rejected += done["rejected"]
        result.partial += done["partial"]
        result.lost.update(done["lost"])
        result.refused.update(done["refused"])
        hands = done["refused_hands"][: MOST_NAMED - len(result.refused_hands)]
        result.refused_hands += [(name, hand_id, reason) for hand_id, reason in hands]
        return done["text"]

    def _skip(self, item: archive.Skipped) -> None:
        if not item.is_failure:
            return
        if len(self.result.skipped) >= MOST_NAMED:
            self.result.more_skipped += 1
            return
        inner = "" if item.member is None else f" ({item.member})"
        self.result.skipped.append(f"{item.path}{inner}: {item.reason}")


class FileNames:
    """
    Names of the files of a folder, one for each document, all different.

    Parameters
    ----------
    to
        The format.
    is_numbered
        Whether files are named by numbers: the name of a log may contain its owner's name.

    Examples
    --------
    >>> names = FileNames("ohh", is_numbered=False)
    >>> names.name("logs/May.txt"), names.name("other/may.log"), names.name("../..")
    ('May.ohh', 'may-2.ohh', 'hands.ohh')
    >>> FileNames("phh", is_numbered=True).name("logs/ann.txt")
    'hands-000001.phhs'
    """

    def __init__(self, to: str, *, is_numbered: bool) -> None:
        self._suffix = FORMATS[to]
        self._is_numbered = is_numbered
        self._used: Counter[str] = Counter()
        self._names: set[str] = set()

    def name(self, label: str) -> str:
        """The name for the hands of a document."""
        if self._is_numbered:
            self._used[""] += 1
            return f"hands-{self._used['']:06}{self._suffix}"
        stem = Path(label.replace("\\", "/")).stem
        stem = re.sub(r"[^\w .()-]", "_", stem)[:LONGEST_NAME].strip(". ") or "hands"
        while True:
            # Some file systems ignore case.
            self._used[stem.casefold()] += 1
            count = self._used[stem.casefold()]
            name = stem if count == 1 else f"{stem}-{count}"
            if name.casefold() not in self._names:
                self._names.add(name.casefold())
                return name + self._suffix


def find(paths: Iterable[str | Path], out: Path | None, *, is_folder: bool) -> archive.Found:
    """
    The files that paths name, except those in the output folder.

    Raises
    ------
    ConversionError
        If the file to write is one of those that are read.
    ArchiveError
        If a path does not exist.
    """
    found = archive.find(paths, exclude=out if out is not None and is_folder else None)
    if out is not None and any(_is_same(path, out) for path in found.files):
        message = f"expected an output path other than the logs that are read, got `{out}`"
        raise ConversionError(message, hint="choose a path outside the folders that are read")
    return found


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:
        return False
