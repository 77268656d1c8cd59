"""The rows of `files`: which files were read, up to which byte, and what was counted in them."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from handlab.archive import names
from handlab.ingest.summary import Counts
from handlab.schema import FILES, SCHEMA_VERSION

INTERCHANGE = ("ohh", "phh")
"""The dialects of formats in which programs pass on the hands of any site."""

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.archive import Archive, Document, Piece


@dataclass(slots=True)
class Source:
    """
    A document that is being read, and what was counted since its last row in `files`.

    Attributes
    ----------
    replaced
        Digests under which hands of this document are stored that are to be replaced: by an older
        parser, or without a start.
    has_zone
        Whether a zone is named now, for want of which hands have no start.
    is_forgotten
        Whether no row of `files` has the document's content or path: a repair removed the rows that
        counted what the lake holds of it.
    has_deleted_older
        Whether the rows of `files` and `rejects` that this reading replaces have been deleted.
    starts_at
        Byte at which this reading starts.
    grown
        Digests under which what was read of the file before it grew is stored, the last one first.
    known_to
        Byte at which the file ended then; `None` if that reading cannot be repeated.
    headers, summaries
        Hand headers and tournament summaries found by this reading.
    summaries_stored
        Of the summaries, those that are counted in `files` already.
    """

    document: Document
    byte_from: int = 0
    line_from: int = 0
    starts_at: int = 0
    replaced: tuple[str, ...] = ()
    has_zone: bool = False
    is_forgotten: bool = False
    has_deleted_older: bool = False
    grown: tuple[str, ...] = ()
    known_to: int | None = None
    counts: Counts = field(default_factory=Counts)
    dialect: str | None = None
    headers: int = 0
    summaries: int = 0
    summaries_stored: int = 0
    byte_to: int = 0
    line_to: int = 0
    digest_to: str | None = None
    is_last: bool = False

    def take(
        self, piece: Piece, lines: int, reread: tuple[int, int] | None, *, is_unfinished: bool
    ) -> None:
        """
        Record that a piece of some lines was read.

        Parameters
        ----------
        reread
            Byte from which the file is read if it is longer, and the number of lines before it.
        is_unfinished
            Whether the text from there on may also be written anew.
        """
        self.is_last = piece.is_last
        self.byte_to = piece.byte_offset + len(piece.data)
        self.line_to = piece.line_offset + lines
        if reread is not None:
            self.byte_to, self.line_to = reread
        if is_unfinished:
            self.digest_to = self._digest(piece)

    def _digest(self, last: Piece) -> str | None:
        """The digest of the bytes read; a long archive member is not unpacked again for it."""
        whole = hashlib.sha256()
        if last.byte_offset == 0:
            whole.update(last.data[: self.byte_to])
        elif self.document.member is None:
            try:
                with names.path(self.document.path).open("rb") as file:
                    left = self.byte_to
                    while left and (block := file.read(min(left, 1 << 20))):
                        whole.update(block)
                        left -= len(block)
            except OSError:
                # The file has been removed; if it reappears it is read as a new one.
                return None
        else:
            return None
        return whole.hexdigest()


class FileLog:
    """
    The files of a lake: finds what is new in a document, and records what was read.

    Parameters
    ----------
    files
        The lake's `files`.
    parser_version
        Version of this parser.
    reparse
        Whether files that an older parser read count as new.
    account
        Account that the files are ingested for.
    without_zone
        Digests of files that count as new because a zone is named now, see `zones`.

    Attributes
    ----------
    interchange
        The dialects of files in interchange formats, by digest.
    completed
        Digests of files that are complete now under the digest of another one, with the byte at
        which the hand began that was cut off.
    """

    def __init__(
        self,
        files: pl.DataFrame,
        *,
        parser_version: int,
        reparse: bool,
        account: str | None,
        without_zone: frozenset[str] = frozenset(),
    ) -> None:
        self._parser_version = parser_version
        self._reparse = reparse
        self._account = account
        self._by_digest: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self._by_place: dict[tuple[str, str | None], list[dict[str, Any]]] = defaultdict(list)
        self._taken: set[str] = set()
        self.completed: list[tuple[str, int]] = []
        self._reading: list[Source] = []
        self._rows: list[dict[str, Any]] = []
        self._sizes = frozenset(files["size"])
        passed_on = files.filter(pl.col("dialect").is_in(INTERCHANGE))
        self.interchange = dict(passed_on.select("file_digest", "dialect").iter_rows())
        for row in files.iter_rows(named=True):
            self._by_digest[row["file_digest"]].append(row)
            self._by_place[row["path"], row["member"]].append(row)
        self._without_zone = without_zone | self._archives_of(without_zone)

    def _archives_of(self, digests: frozenset[str]) -> set[str]:
        """The digests of the archives whose members have one of these digests."""
        archives = [rows for (_, member), rows in self._by_place.items() if member is None]
        paths = {
            path
            for (path, member), rows in self._by_place.items()
            if member is not None and any(row["file_digest"] in digests for row in rows)
        }
        return {row["file_digest"] for rows in archives for row in rows if row["path"] in paths}

    def record_dialect(self, source: Source, dialect: str | None) -> None:
        """Record the dialect of a piece of a document; the first one counts."""
        source.dialect = source.dialect or dialect
        if source.dialect in INTERCHANGE:
            self.interchange[source.document.digest] = source.dialect

    def is_done(self, digest: str) -> bool:
        """Whether a file or archive with that digest has been read completely."""
        return digest in self._taken or any(
            row["is_last"] and not self._is_outdated(row) for row in self._by_digest.get(digest, ())
        )

    def is_size_known(self, size: int) -> bool:
        """Whether a file of that size has been read."""
        return size in self._sizes

    def was_cut_off(self, path: str, digest: str) -> bool:
        """Whether a file at that path ended within a hand when it had another digest."""
        rows = self._by_place.get((path, None), ())
        return any(row["partial"] and row["file_digest"] != digest for row in rows)

    def is_unrecognised(self, digest: str) -> bool:
        """Whether a file that was read before held no hand and no summary."""
        return _hold_nothing(self._by_digest.get(digest, ()))

    def is_of_other_account(self, digest: str) -> bool:
        """Whether a file was read for another account than the one that is named now."""
        rows = self._by_digest.get(digest, ())
        return self._account is not None and any(row["account"] != self._account for row in rows)

    def known_texts(self, digest: str) -> set[str]:
        """The digests of a known file, or of the members of a known archive."""
        paths = {row["path"] for row in self._by_digest.get(digest, ()) if row["member"] is None}
        return {digest}.union(*(self._members.get(path, set()) for path in paths))

    @cached_property
    def _members(self) -> dict[str, set[str]]:
        """The digests of the members of each archive, by its path."""
        members: dict[str, set[str]] = defaultdict(set)
        for (path, member), rows in self._by_place.items():
            if member is not None:
                members[path].update(row["file_digest"] for row in rows)
        return members

    def unrecognised_members(self, digest: str) -> int:
        """The number of members of a known archive that held no hand and no summary."""
        paths = {row["path"] for row in self._by_digest.get(digest, ())}
        return sum(self._unrecognised_members[path] for path in paths)

    @cached_property
    def _unrecognised_members(self) -> Counter[str]:
        """The number of such members in each archive, by its path."""
        places = self._by_place.items()
        return Counter(
            path for (path, member), rows in places if member is not None and _hold_nothing(rows)
        )

    def sizes(self, path: str, member: str | None) -> list[int]:
        """Lengths at which an earlier reading of a file may have ended."""
        rows = self._by_place.get((path, member), ())
        return [row[name] for row in rows for name in ("size", "byte_to")]

    def open(self, document: Document) -> Source | None:
        """The part of a document to read; `None` if there is nothing new in it."""
        if self.is_done(document.digest):
            self._note_completed(document)
            return None
        self._taken.add(document.digest)
        # The text of all files since the last commit would be too much to hold.
        document = document.without_text()
        rows = self._by_digest.get(document.digest, [])
        earlier = self._earlier(document)
        if any(self._is_outdated(row) for row in [*rows, *earlier]):
            digests = {row["file_digest"] for row in [*rows, *earlier]}
            source = Source(
                document,
                replaced=tuple(sorted(digests)),
                has_zone=not digests.isdisjoint(self._without_zone),
            )
        elif rows:
            source = _resumed(document, rows)
        elif earlier:
            source = self._grown(document, earlier)
        else:
            is_forgotten = (document.path, document.member) not in self._by_place
            source = Source(document, is_forgotten=is_forgotten)
        self._reading.append(source)
        return source

    def _note_completed(self, document: Document) -> None:
        """A file that has grown to what another one holds is not read: its last hand was."""
        self.completed.extend(
            (row["file_digest"], row["byte_to"])
            for row in self._earlier(document)
            if row["file_digest"] != document.digest and row["partial"]
        )

    def close_archive(self, archive: Archive) -> None:
        """Record an archive whose members have all been read."""
        if archive.digest in self._taken:
            return
        self._taken.add(archive.digest)
        known = self._by_digest.get(archive.digest, ())
        if any(row["parser_version"] == self._parser_version for row in known):
            return
        place = {"file_digest": archive.digest, "path": archive.path, "size": archive.size}
        self._rows.append(self._row(Counts(), place, byte_to=archive.size, is_last=True))

    def rows(self) -> pl.DataFrame:
        """The rows of `files` for everything read since the last call."""
        for source in self._reading:
            if source.byte_to > source.byte_from or source.is_last:
                source.counts.check(source.document.path)
                self._rows.append(self._source_row(source))
                source.byte_from, source.counts = source.byte_to, Counts()
                source.summaries_stored = source.summaries
        self._reading = [source for source in self._reading if not source.is_last]
        frame = pl.DataFrame(self._rows, schema=FILES.polars_schema)
        self._rows.clear()
        return frame

    @property
    def is_replacing(self) -> bool:
        """Whether a document is partly read whose older hands are being replaced."""
        return any(
            source.byte_to
            and not source.is_last
            and (source.replaced or source.byte_to < (source.known_to or 0))
            for source in self._reading
        )

    def _is_outdated(self, row: dict[str, Any]) -> bool:
        """Whether to read again: on request, for a zone, or as an older parser found no hands."""
        is_older = row["parser_version"] < self._parser_version
        return row["file_digest"] in self._without_zone or (
            is_older and (self._reparse or row["headers"] == 0)
        )

    def _earlier(self, document: Document) -> list[dict[str, Any]]:
        """Rows of the same file before it grew, or before its last hand was complete."""
        prefixes = document.prefixes
        return [
            row
            for row in self._by_place.get((document.path, document.member), ())
            if prefixes.get(row["size"]) == row["file_digest"]
            or (row["digest_to"] and prefixes.get(row["byte_to"]) == row["digest_to"])
        ]

    def _grown(self, document: Document, earlier: list[dict[str, Any]]) -> Source:
        """Continue from where the longest earlier reading is repeated."""
        longest = max(earlier, key=lambda row: (row["byte_to"], row["size"]))
        digest = longest["file_digest"]
        source = _resumed(document, [row for row in earlier if row["file_digest"] == digest])
        others = {row["file_digest"] for row in earlier} - {digest}
        source.grown = (digest, *sorted(others))
        if not longest["is_last"]:
            source.known_to = source.byte_from
        elif (
            document.prefixes.get(longest["size"]) == digest
            and longest["parser_version"] == self._parser_version
        ):
            source.known_to = longest["size"]
        return source

    def _source_row(self, source: Source) -> dict[str, Any]:
        document = source.document
        place = {
            "file_digest": document.digest,
            "path": document.path,
            "member": document.member,
            "dialect": source.dialect,
            "size": document.size,
            "byte_from": source.byte_from,
            "line_to": source.line_to,
            "digest_to": source.digest_to,
            "summaries": source.summaries - source.summaries_stored,
        }
        return self._row(source.counts, place, byte_to=source.byte_to, is_last=source.is_last)

    def _row(
        self, counts: Counts, place: dict[str, Any], *, byte_to: int, is_last: bool
    ) -> dict[str, Any]:
        counted = {name: getattr(counts, name) for name in Counts.__slots__}
        return {
            "byte_from": 0,
            "byte_to": byte_to,
            "parser_version": self._parser_version,
            "account": self._account,
            "schema_version": SCHEMA_VERSION,
            "ingested_at": datetime.now(UTC),
            "is_last": is_last,
            **counted,
            **place,
        }


def _hold_nothing(rows: Sequence[dict[str, Any]]) -> bool:
    """Whether a file with these rows was read and held no hand and no summary."""
    return bool(rows) and all(row["headers"] == 0 and row["summaries"] == 0 for row in rows)


def _resumed(document: Document, rows: list[dict[str, Any]]) -> Source:
    furthest = max(rows, key=lambda row: row["byte_to"])
    start, line = furthest["byte_to"], furthest["line_to"] or 0
    return Source(
        document,
        byte_from=start,
        line_from=line,
        starts_at=start,
        byte_to=start,
        line_to=line,
    )
