"""
Print `docs/dialects.md` from the registry of dialects and a run over real logs.

    python docs/dialects.py [LOGS] > docs/dialects.md

LOGS is the folder of real logs, by default `HANDLAB_CORPUS` or `../shared/corpus`.
"""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import polars as pl  # noqa: E402 - the checkout comes first

from handlab import archive  # noqa: E402
from handlab._handlab import cut, dialects, headers, last_preamble, parse_parts  # noqa: E402
from handlab.report.titles import BETTINGS, GAMES, SITES  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COLUMNS = (
    *("site", "hand_id", "skin", "network", "kind", "is_fast_fold", "game", "is_hi_lo", "betting"),
    *("started_at", "started_raw", "zone", "rake_source", "contenders", "cards_known"),
    *("unread_lines", "verdict", "source_offset"),
)
OF_TEXT = {"site", "sites", "forms", "games", "zones"}
"""Columns of the page that are not numbers."""
SUMS_HOLD = (
    *("exact", "exact_uncalled_inferred", "exact_uncalled_in_collected", "exact_cashout"),
    *("odd_chip_only", "rake_inferred", "reconciled_unverified"),
)
"""Verdicts of hands whose money adds up, and whose winners are right as far as cards are known."""

HEADER = """\
# Dialects

A dialect is how one site, client or program writes hands and tournament summaries. handlab
recognises it from the contents of a file, never from its name, so a file may mix several. This page
is generated from the registry of dialects and a run over the real logs that the tests read, which
are not part of the project. After a change generate it again (it takes a minute; the logs are read
from `HANDLAB_CORPUS`, by default `../shared/corpus`):

```sh
python docs/dialects.py > docs/dialects.md
```

Hands of other sites are read if they look like PokerStars': under the title of their first line, so
that `Jack Poker Hand #1: ...` is of the site `jackpoker`. Logs in other forms are not read.
`handlab ingest` names such files, and `handlab doctor` explains what they look like and what to
send us.
"""
READ = """\
## What is read

Years and games are those of the real logs; handlab may read other games of a site as well.
*Summaries* is the number of tournament summaries.
"""
WITHOUT_LOGS = """\
The real logs hold nothing of these dialects, which were written from descriptions of the format,
from other programs that read or write it, and from single hands that players have published:
"""
COUNTED = """\
## How much of it is read

*Headers* are lines with which a hand starts. Each is a hand, a copy (a hand of the site with the
same number came earlier), partial (the log breaks off), cancelled by the site, or rejected. *Read*
is the share of headers that are not rejected, among those that are not partial. *Unread lines* name
a player, but no money and no cards; no hand is rejected for them.
"""
VERDICTS = """\
## What the audit finds

Shares of the hands that were read, without copies and cancelled hands. *Exact* includes hands whose
uncalled bet is not printed or is printed as a win, and cash-outs; *hidden* is
`reconciled_unverified`: the sums hold, but losers did not show their cards. *Sums hold* adds up the
columns up to it. The verdicts are explained in `handlab report`.
"""
UNKNOWN = """\
## What is not known

Shares of the same hands. *Rake*: whether the log prints it; if not, it is inferred from the missing
amount where possible. *Cards*: the share of players at a showdown whose cards are known. *Time in
UTC*: if a log prints no time zone, `--timezone` sets it. *Anonymous*: seats whose name identifies a
player only within one hand or session; they are never linked across hands.
"""


@dataclass
class Found:
    """What the logs contain in one dialect."""

    hands: list[pl.DataFrame] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    summaries: int = 0
    seats: int = 0
    anonymous: int = 0


def read(folder: Path) -> dict[str, Found]:
    """Parse all logs of a folder, and group the results by dialect."""
    found: dict[str, Found] = defaultdict(Found)
    for document in archive.documents(archive.find([folder])):
        if not isinstance(document, archive.Document):
            continue
        for piece, preamble in archive.with_preambles(document.pieces(cut), last_preamble):
            place = (piece.byte_offset, piece.line_offset, piece.encoding, piece.is_last)
            batch = parse_parts([(piece.data, *place, None, None, None, preamble)])
            if not (batch.hands or batch.parts[0]["headers"] or batch.parts[0]["summaries"]):
                continue
            starts = [
                (byte + piece.byte_offset, name, kind)
                for byte, _, name, kind in headers(piece.data, piece.encoding)
            ]
            _take(found, batch.frames(["hands", "seats", "rejects"]), starts)
    return found


def _take(
    found: dict[str, Found], tables: dict[str, pl.DataFrame], starts: list[tuple[int, str, str]]
) -> None:
    schema = {"source_offset": pl.Int64, "dialect": pl.String}
    by_byte = pl.DataFrame([(byte, name) for byte, name, _ in starts], schema, orient="row")
    hands = tables["hands"].select(COLUMNS).join(by_byte, on="source_offset", how="left")
    seats = tables["seats"].select("site", "hand_id", "is_anonymous")
    seats = seats.join(hands.select("site", "hand_id", "dialect").unique(), on=["site", "hand_id"])
    for (name,), rows in hands.group_by("dialect"):
        found[str(name)].hands.append(rows)
    for (name,), rows in seats.group_by("dialect"):
        found[str(name)].seats += rows.height
        found[str(name)].anonymous += int(rows["is_anonymous"].sum())
    summaries = {byte: name for byte, name, kind in starts if kind == "summary"}
    for name, code, byte in tables["rejects"].select("dialect", "code", "byte_offset").iter_rows():
        if summaries.pop(byte, None) is None:
            found[name].codes[code] += 1
    for name in summaries.values():
        found[name].summaries += 1


@dataclass
class Dialect:
    """One row of each table."""

    name: str
    site: str
    found: Found
    all: pl.DataFrame
    counted: pl.DataFrame

    @classmethod
    def of(cls, name: str, site: str, found: Found) -> Dialect:
        """Separate copies and cancelled hands from the others."""
        empty = pl.DataFrame(schema=dict.fromkeys((*COLUMNS, "dialect"), pl.Null))
        rows = pl.concat(found.hands) if found.hands else empty
        counted = rows.filter(pl.col("verdict") != "cancelled") if rows.height else rows
        return cls(name, site, found, rows, counted.unique(["site", "hand_id"], keep="first"))

    @property
    def has_logs(self) -> bool:
        """Whether the real logs hold hands or summaries of it."""
        return bool(self.all.height or self.found.summaries)

    def share(self, part: pl.Expr) -> str:
        """The share of hands that meet a condition."""
        if not self.counted.height:
            return ""
        return _percent(
            self.counted.select(part.fill_null(value=False).sum()).item(), self.counted.height
        )

    def named(self, column: str) -> Counter[str]:
        """How many hands have each value of a column."""
        return Counter(self.counted[column].drop_nulls().sort().to_list())


def what_is_read(dialect: Dialect) -> list[str]:
    """The sites, forms, years and games of a dialect."""
    sites = [SITES.get(site, site) for site, _ in dialect.named("site").most_common()]
    skins = [skin for skin, _ in dialect.named("skin").most_common(6)]
    names = ", ".join(sites or [SITES.get(dialect.site, dialect.site)])
    named = names + (f" ({', '.join(skins)})" if skins else "")
    forms = [kind for kind, _ in dialect.named("kind").most_common()]
    forms += ["fast-fold"] * bool(dialect.counted["is_fast_fold"].sum())
    summaries = f"{dialect.found.summaries:,}" if dialect.found.summaries else ""
    return [named, ", ".join(forms), summaries, _years(dialect.counted), _games(dialect.counted)]


def how_much(dialect: Dialect) -> list[str]:
    """The counts of headers by outcome."""
    codes = dialect.found.codes
    partial = codes["truncated"]
    rejected = codes.total() - partial
    hands = dialect.all.height
    cancelled = int((dialect.all["verdict"] == "cancelled").sum()) if hands else 0
    complete = hands + rejected
    counts = (
        *(hands + partial + rejected, dialect.counted.height),
        *(hands - cancelled - dialect.counted.height, partial, cancelled, rejected),
    )
    unread = int(dialect.counted["unread_lines"].sum()) if hands else 0
    return [
        *(f"{count:,}" for count in counts),
        _percent(hands, complete) if complete else "",
        f"{unread:,}" if hands else "",
    ]


def what_the_audit_finds(dialect: Dialect) -> list[str]:
    """Shares of verdicts."""
    verdict = pl.col("verdict")
    named = ("odd_chip_only", "rake_inferred", "reconciled_unverified")
    others = (
        "rake_unknown",
        "summary_reconciled",
        "mismatch",
        "winner_mismatch",
        "corrupt_actions",
        "incomplete",
    )
    return [
        dialect.share(verdict.cast(pl.String).str.starts_with("exact")),
        *(dialect.share(verdict == name) for name in named),
        f"**{share}**" if (share := dialect.share(verdict.is_in(SUMS_HOLD))) else "",
        *(dialect.share(verdict == name) for name in others),
    ]


def what_is_not_known(dialect: Dialect) -> list[str]:
    """Rake, cards, times and names."""
    rake = pl.col("rake_source")
    shown = dialect.counted.filter(pl.col("contenders") >= 2) if dialect.counted.height else None
    cards = ""
    if shown is not None and shown.height:
        cards = _percent(int(shown["cards_known"].sum()), int(shown["contenders"].sum()))
    zones = [zone for zone, _ in dialect.named("zone").most_common(4) if zone]
    anonymous = (
        _percent(dialect.found.anonymous, dialect.found.seats) if dialect.found.seats else ""
    )
    return [
        *(dialect.share(rake == source) for source in ("logged", "inferred", "unknown")),
        cards,
        dialect.share(pl.col("started_at").is_not_null()),
        ", ".join(f"`{zone}`" for zone in zones),
        anonymous,
    ]


def _years(hands: pl.DataFrame) -> str:
    if not hands.height:
        return ""
    printed = pl.col("started_raw").cast(pl.String).str.extract(r"\b((?:19|20)\d\d)").cast(pl.Int32)
    years = hands.select(pl.coalesce(pl.col("started_at").dt.year(), printed)).to_series()
    found = sorted(set(years.drop_nulls().to_list()))
    if not found:
        return "no dates"
    return str(found[0]) if len(found) == 1 else f"{found[0]}-{found[-1]}"


def _games(hands: pl.DataFrame) -> str:
    if not hands.height:
        return ""
    games: dict[str, Counter[str]] = defaultdict(Counter)
    for game, is_hi_lo, betting, count in (
        hands.group_by("game", "is_hi_lo", "betting").len().iter_rows()
    ):
        name = GAMES.get(game, game or "unknown") + (" hi-lo" if is_hi_lo else "")
        games[name][BETTINGS.get(betting, betting or "")] += count
    ordered = sorted(games.items(), key=lambda item: (-item[1].total(), item[0]))
    return ", ".join(f"{game} ({', '.join(sorted(limits))})" for game, limits in ordered)


def _percent(part: int, of: int) -> str:
    """A share in percent; empty for 0, and 100 % only if it is exact."""
    if not part:
        return ""
    if part == of:
        return "100 %"
    return f"{min(max(100 * part / of, 0.1), 99.9):.1f} %"


TABLES: tuple[tuple[str, tuple[str, ...], Callable[[Dialect], list[str]]], ...] = (
    (
        COUNTED,
        (
            *("headers", "hands", "copies", "partial", "cancelled", "rejected", "read"),
            "unread lines",
        ),
        how_much,
    ),
    (
        VERDICTS,
        (
            *("exact", "odd chip", "rake inferred", "hidden", "sums hold", "rake unknown"),
            *("summary only", "mismatch", "another winner", "impossible", "incomplete"),
        ),
        what_the_audit_finds,
    ),
    (
        UNKNOWN,
        (
            *("rake printed", "rake inferred", "rake unknown", "cards", "time in UTC", "zones"),
            "anonymous",
        ),
        what_is_not_known,
    ),
)


def page(found: dict[str, Found]) -> Iterator[str]:
    """The lines of the page."""
    rows = [Dialect.of(item["name"], item["site"], found[item["name"]]) for item in dialects()]
    with_hands = [row for row in rows if row.all.height]
    with_logs = [row for row in rows if row.has_logs]
    without_logs = [row for row in rows if not row.has_logs]
    yield HEADER
    yield READ
    yield from _table(("sites", "forms", "summaries", "years", "games"), what_is_read, with_logs)
    yield WITHOUT_LOGS
    yield from _table(("site",), lambda row: [SITES.get(row.site, row.site)], without_logs)
    for text, columns, cells in TABLES:
        yield text
        yield from _table(columns, cells, with_hands)


def _table(
    columns: tuple[str, ...], cells: Callable[[Dialect], list[str]], rows: list[Dialect]
) -> Iterator[str]:
    aligned = ["---" if name in OF_TEXT else "---:" for name in columns]
    yield f"| dialect | {' | '.join(columns)} |"
    yield f"|---|{'|'.join(aligned)}|"
    for row in rows:
        yield f"| `{row.name}` | {' | '.join(cells(row))} |"
    yield ""


def main() -> None:
    """Print the page."""
    default = os.environ.get("HANDLAB_CORPUS") or ROOT.parent / "shared" / "corpus"
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else default)
    if not folder.is_dir():
        message = (
            f"expected a folder of real logs, got none at `{folder}`\n"
            "hint: name one, or set HANDLAB_CORPUS"
        )
        raise SystemExit(message)
    print("\n".join(page(read(folder))).rstrip())


if __name__ == "__main__":
    main()
