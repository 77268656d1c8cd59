"""What a reader of a report should know first: what it is about, and what it leaves out and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.counted import counted
from handlab.report import labels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handlab.report.model import Report

OF_TABLE = (
    "The files show no hero's cards under a name: this report is about the table, not one player."
)
WITHOUT_HANDS = (
    "This report has what tournament summaries say. Winnings at the tables, sessions, style of"
    " play, and all else that only hands show, are left out until `handlab ingest` reads hand"
    " histories."
)


def extent(report: Report) -> str:
    """How much the report is about, and of which sites."""
    tournaments = sum(row["tournaments"] for row in report["tournaments"] if row["is_total"])
    is_of_hands = report.hands or not tournaments
    found = counted(report.hands, "hands") if is_of_hands else counted(tournaments, "tournaments")
    sites = ", ".join(labels.site(site) for site in report.subject.sites)
    return f"{found} on {sites}" if sites else found


def sentences(report: Report) -> Iterator[str]:
    """The notes, in order."""
    subject, has_hands = report.subject, bool(report["verdicts"])
    if subject.player is None:
        if has_hands:
            yield OF_TABLE
        elif subject.has_results:
            yield (
                "The lake has no hands, and its tournament summaries do not say whose they are:"
                " name the player whom the report is about."
            )
        else:
            yield "There are no hands in this lake yet."
        if subject.owner is not None and report["tournaments"]:
            yield f"The tournaments are those of {subject.owner}, as the owner of the files."
        return
    if report.hands == 0:
        of_lake = "" if has_hands else "The lake has no hands. "
        of_player = f"No hand has {subject.player} in a seat. " if has_hands else ""
        yield of_lake + of_player + WITHOUT_HANDS
    if subject.how == "summaries":
        yield f"{subject.player} is whom the summaries of this lake are about, as far as they say."
