"""One run of ingestion: read documents ahead, parse them in workers, store them in order."""

from __future__ import annotations

import time
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from handlab import archive, process
from handlab.counted import counted
from handlab.ingest import zones
from handlab.ingest.batch import Part, Task, parse, reread
from handlab.ingest.file_log import FileLog
from handlab.ingest.growing import Grown
from handlab.ingest.identity import Resolver
from handlab.ingest.known import KnownHands
from handlab.ingest.obsolete import delete_completed, delete_replaced
from handlab.ingest.replacing import Replacer
from handlab.ingest.summary import Counts, IngestSummary, Progress, Unrecognised
from handlab.ingest.tournaments import Tournaments
from handlab.tournaments import SEATED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from handlab.ingest.batch import Batch, Options
    from handlab.ingest.file_log import Source
    from handlab.ingest.identity import Resolved
    from handlab.ingest.native import Native
    from handlab.lake.writer import Change, Writer

TASKS_AHEAD = 1


class Run:
    """
    One run that reads files into a lake.

    Parameters
    ----------
    writer
        The lake's writer.
    found
        The files to read, in order.
    started_at
        When the ingestion started, on the monotonic clock.
    reparse
        Whether to read again what an older parser read.
    create_views
        Creates the views of a lake that has none, in the writer's transaction.
    """

    def __init__(
        self,
        writer: Writer,
        native: Native,
        options: Options,
        found: archive.Found,
        started_at: float,
        *,
        reparse: bool,
        create_views: Change | None = None,
    ) -> None:
        self._writer = writer
        self._native = native
        self._options = options
        self._found = found
        self._started_at = started_at
        self._create_views = create_views
        self._stop_note = process.stop_note()
        self._file_log = FileLog(
            writer.stored.all("files"),
            parser_version=native.PARSER_VERSION,
            reparse=reparse,
            account=options.account,
            without_zone=frozenset() if options.timezone is None else zones.digests(writer),
        )
        self._tournaments = Tournaments(writer)
        self._steps: tuple[Replacer, Grown, Resolver] | None = None
        self._counts = Counts()
        self._committed_hands = 0
        self._verdicts: Counter[str] = Counter()
        self._reject_codes: Counter[str] = Counter()
        self._skipped: list[archive.Skipped] = []
        self._unrecognised: list[Unrecognised] = []
        self._without_hands = self._known_unrecognised = self._of_other_accounts = 0
        self._documents = self._known_files = self._summaries = self._bytes = 0
        self._read_hands = 0
        self._known_digests: set[str] = set()

    def execute(
        self,
        workers: int,
        limits: archive.Limits | None,
        progress: Callable[[Progress], None] | None,
        ahead: archive.Ahead,
    ) -> IngestSummary:
        """Read all files, and commit at intervals."""
        self._note_committed(0)
        if progress is not None:
            progress(Progress(bytes=0, total_bytes=self._total_bytes, files=0, hands=0))
        if self._tournaments.upgrade_stored():
            self._writer.commit()
        # While a second thread of DuckDB works, the first one polls: a tenth of all processor time.
        self._writer.connection.execute("set threads = 1")
        # What is read of stored files, to compare copies, would stay in memory up to its limit.
        self._writer.connection.execute("set enable_external_file_cache = false")
        # Else DuckDB keeps 45 MB of what it freed after it has read a million known hands.
        self._writer.connection.execute("set allocator_bulk_deallocation_flush_threshold = '1MB'")
        if self._create_views is not None:
            # Half a second, in which the first pieces are parsed; known hands are loaded before.
            self._ready()
            self._writer.start_change(self._create_views)
        for batch in self._parsed(workers, self._tasks(limits, ahead)):
            self._store(batch)
            if progress is not None:
                progress(self._progress(batch))
        self._commit()
        self._writer.settle()
        self._counts.check("all files")
        process.set_stop_note(self._stop_note)
        return self._summary()

    def _parsed(self, workers: int, tasks: Iterator[Task]) -> Iterator[Batch]:
        """Parsed tasks in the order of the files; a few are in progress at any time."""
        under_way: deque[Future[Batch]] = deque()
        with ThreadPoolExecutor(workers, thread_name_prefix="parse") as pool:
            try:
                for task in tasks:
                    under_way.append(pool.submit(parse, task, self._native, self._options))
                    if len(under_way) >= workers + TASKS_AHEAD:
                        yield under_way.popleft().result()
                while under_way:
                    yield under_way.popleft().result()
            finally:
                pool.shutdown(cancel_futures=True)

    def _tasks(self, limits: archive.Limits | None, ahead: archive.Ahead) -> Iterator[Task]:
        task = Task()
        for item in archive.documents(self._found, self._file_log, limits=limits, ahead=ahead):
            if isinstance(item, archive.Skipped):
                self._skipped.append(item)
            elif isinstance(item, archive.Archive):
                if item.is_known:
                    self._count_known(item.digest, self._file_log.unrecognised_members(item.digest))
                else:
                    task.archives.append(item)
            elif (source := self._file_log.open(item)) is None:
                self._count_known(item.digest, self._file_log.is_unrecognised(item.digest))
            else:
                self._documents += 1
                for part in self._parts(item, source):
                    task.add(part)
                    if task.is_full:
                        yield task
                        task = Task()
        if task.parts or task.archives:
            yield task

    def _count_known(self, digest: str, unrecognised: int) -> None:
        """Count a file or archive that holds nothing new, and the texts without a hand in it."""
        self._known_files += 1
        self._known_unrecognised += unrecognised
        self._of_other_accounts += self._file_log.is_of_other_account(digest)
        self._known_digests.add(digest)

    def _parts(self, document: archive.Document, source: Source) -> Iterator[Part]:
        start = source.byte_from
        pieces = document.pieces(
            self._native.cut,
            byte_from=start,
            line_from=source.line_from,
            # A file that has grown is read from its preamble on, but not one whose reading failed.
            with_earlier=start > 0 and source.known_to in (None, start),
        )
        for piece, preamble in archive.with_preambles(pieces, self._native.last_preamble):
            if piece.byte_offset >= start:
                yield Part(source, piece, preamble)

    def _store(self, batch: Batch) -> None:
        """Store a batch, and record its files."""
        replacer, grown, resolver = self._ready()
        if not batch.is_first_reading:
            self._take(resolver.settle())
        delete_replaced((part.source for part in batch.task.parts), self._writer)
        for part, found in zip(batch.task.parts, batch.counted, strict=True):
            self._file_log.record_dialect(part.source, found["dialect"])
        first, hands = self._read_hands, sum(counted["hands"] for counted in batch.counted)
        self._read_hands += hands
        batch = grown.delete_changed(replacer.delete_older(batch))
        batch = replace(batch, numbers=np.arange(first, first + hands))
        resolved = resolver.resolve(batch)
        others = batch.rows.others()
        self._take_reports(batch, others["tournament_reports"])
        batch.rows.store(self._writer)
        self._writer.add({"rejects": others["rejects"]})
        self._take(resolved)
        self._reject_codes.update(others["rejects"]["code"].to_list())
        for part, found, counts in zip(
            batch.task.parts, batch.counted, resolved.counts, strict=True
        ):
            source = part.source
            source.take(
                part.piece,
                found["lines"],
                reread(part, found),
                is_unfinished=found["tail"] is not None,
            )
            source.counts += counts
            source.headers += found["headers"]
            source.summaries += found["summaries"]
            self._counts += counts
            self._summaries += found["summaries"]
            self._bytes += len(part.piece.data)
            if source.is_last:
                self._finish(source)
        replacer.finish(part.source for part in batch.task.parts if part.source.is_last)
        for item in batch.task.archives:
            self._file_log.close_archive(item)
        if self._writer.is_due and not self._file_log.is_replacing:
            self._commit()

    def _take_reports(self, batch: Batch, reports: pl.DataFrame) -> None:
        """Collect what a batch reports of tournaments."""
        if reports.height == 0:
            return
        hands = batch.rows.report_hands()
        of_hand = (hands >= 0) & ~reports["report"].str.starts_with(SEATED).to_numpy()
        numbers = np.full(len(hands), -1)
        numbers[of_hand] = batch.numbers[hands[of_hand]]
        # They are stored, perhaps under another number.
        is_new = ~(of_hand & np.isin(hands, batch.unchanged))
        self._tournaments.take(
            reports.filter(is_new),
            numbers=pl.Series(numbers[is_new], dtype=pl.Int64),
            is_first_reading=batch.is_first_reading,
        )

    def _take(self, resolved: Resolved) -> None:
        """Count what comparisons found out."""
        self._verdicts.update(resolved.verdicts)
        for source, counts in resolved.compared:
            source.counts += counts
            self._counts += counts
        for copies in resolved.copies:
            self._tournaments.take_copies(copies)
        for hands in resolved.derived:
            self._tournaments.take_derived(hands)
        for named in resolved.named:
            self._tournaments.take_named(named)
        for moved in resolved.moved:
            self._tournaments.take_moved(moved)

    def _finish(self, source: Source) -> None:
        if source.starts_at or source.headers:
            return
        self._without_hands += 1
        if not source.summaries:
            document = source.document
            self._unrecognised.append(Unrecognised(document.path, document.member, document.size))

    def _commit(self) -> None:
        if self._steps is not None:
            *_, resolver = self._steps
            self._take(resolver.settle())
        self._tournaments.store()
        delete_completed(self._file_log, self._writer)
        self._writer.add({"files": self._file_log.rows()})
        # Until it has happened, it may or may not.
        self._note_committed(self._committed_hands, "at least ")
        self._writer.start_commit(partial(self._note_committed, self._counts.hands))

    def _note_committed(self, hands: int, least: str = "") -> None:
        """What is said if the run is stopped from here on."""
        self._committed_hands = hands
        are = "is" if hands == 1 else "are"
        note = f"{least}{counted(hands, 'hands')} of this run {are} in the lake"
        process.set_stop_note("; ".join(filter(None, [self._stop_note, note])))

    def _ready(self) -> tuple[Replacer, Grown, Resolver]:
        """The steps that need the known hands, which are loaded on first use."""
        if self._steps is None:
            known = KnownHands(
                self._writer.stored.portions("hands", ["site", "hand_id"]), self._native
            )
            shared = (self._writer, known, self._native, self._options)
            replacer = Replacer(*shared, self._tournaments)
            grown = Grown(self._writer, replacer, self._tournaments, self._native, self._options)
            resolver = Resolver(*shared, self._file_log.interchange)
            self._steps = replacer, grown, resolver
        return self._steps

    @cached_property
    def _total_bytes(self) -> int:
        """Only progress needs it: it looks at each file."""
        return self._found.size()

    def _progress(self, batch: Batch) -> Progress:
        last = batch.task.parts[-1] if batch.task.parts else None
        done = self._total_bytes
        if last is not None:
            done = last.source.document.position
            if last.source.document.member is None:
                done += last.piece.byte_offset + len(last.piece.data)
        return Progress(
            bytes=done,
            total_bytes=self._total_bytes,
            files=self._documents,
            hands=self._counts.hands,
        )

    def _without_start(self) -> int:
        is_asked = self._options.timezone is None and self._counts.hands
        return zones.count(self._writer) if is_asked else 0

    def _of_other_zones(self) -> int:
        """The number of known files in which a hand has its start by another zone."""
        if self._options.timezone is None or not self._known_digests:
            return 0
        others = zones.digests_of_others(self._writer, self._options.timezone)
        if not others:
            return 0
        texts = map(self._file_log.known_texts, self._known_digests)
        return sum(not others.isdisjoint(digests) for digests in texts)

    def _summary(self) -> IngestSummary:
        counts = {name: getattr(self._counts, name) for name in Counts.__slots__}
        return IngestSummary(
            files=self._documents,
            **counts,
            bytes=self._bytes,
            seconds=time.monotonic() - self._started_at,
            verdicts=_frequent_first(self._verdicts),
            reject_codes=_frequent_first(self._reject_codes),
            known_files=self._known_files,
            summaries=self._summaries,
            skipped=tuple(self._skipped),
            without_hands=self._without_hands,
            unrecognised=tuple(self._unrecognised),
            known_unrecognised=self._known_unrecognised,
            without_start=self._without_start(),
            of_other_accounts=self._of_other_accounts,
            of_other_zones=self._of_other_zones(),
            paths_without_files=tuple(self._found.without_files),
        )


def _frequent_first(counts: Counter[str]) -> dict[str, int]:
    """What was counted, and equal counts by name: Polars counts values in any order."""
    found = ((name, count) for name, count in counts.items() if count)
    return dict(sorted(found, key=lambda item: (-item[1], item[0])))
