"""
The sections of a report, each declared once: its query, its title, and how it is drawn.

A section with columns is a table on the page and in the text. Another names its part: a template in
`parts/` and a function in `text`. A section without a title is data for programs, or for the part
of another section. To add a table, write its query and declare it here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from handlab.report import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from handlab.report.columns import Column
    from handlab.report.model import Row


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of a section under a heading; the heading is empty if there is only one table."""

    heading: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Section:
    """
    A section of a report.

    Attributes
    ----------
    name
        Its name, and that of its query in `sql/reports/queries`.
    contents
        What its rows are, for programs.
    title
        Its heading; none if it is not drawn by itself.
    note
        What a reader should know before reading it.
    about
        The reports that it is in: those on a `player`, on the `table`, or `both`.
    table_query
        Another query for a report on the table.
    columns
        The columns of its table.
    part
        The part that draws it, if it is not a table.
    heading
        The heading of a row's table, if rows are split into several.
    needs
        A column of which a table must have a value other than 0 to be drawn.
    table_title
        Another heading for a report on the table.
    link
        Whether its rows are hands, which can be replayed.
    open_tables, open_rows
        How many tables and rows are shown unfolded.
    """

    name: str
    contents: str
    title: str = ""
    note: str = ""
    about: Literal["player", "table", "both"] = "player"
    table_query: str | None = None
    columns: tuple[Column, ...] = ()
    part: str | None = None
    heading: Callable[[Row], str] | None = None
    needs: str | None = None
    link: bool = False
    table_title: str | None = None
    open_tables: int = 2
    open_rows: int = 12

    def query(self, *, has_player: bool) -> str | None:
        """The query of a report on a player, or on the table; none if it is not in it."""
        if self.about == "both" or (self.about == "player") == has_player:
            return self.name if has_player or self.table_query is None else self.table_query
        return self.table_query if not has_player else None

    def tables(self, rows: Sequence[Row]) -> list[Table]:
        """The rows as tables, each with its heading, in the order of their first rows."""
        found: dict[str, list[Row]] = {}
        for row in rows:
            found.setdefault(self.heading(row) if self.heading else "", []).append(row)
        return [
            Table(heading, members)
            for heading, members in found.items()
            if self.needs is None or any(row[self.needs] for row in members)
        ]


ALL: tuple[Section, ...] = (
    Section(
        "totals",
        "hands and results by kind of money",
        "In short",
        about="both",
        table_query="table_totals",
        part="totals",
    ),
    Section(
        "result_line",
        "winnings over hands, reduced to the points of a chart",
        "Winnings over hands",
        part="result_line",
    ),
    Section(
        "cube",
        "sums by day, site, game, stake and position: what the page's filters are answered from",
        "Choose hands",
        "What you choose is counted again here, and the lists of hands show only it; the other"
        " sections are about all hands, and are hidden while something is chosen.",
        part="cube",
    ),
    Section(
        "months",
        "results by month, with hours and results per hour",
        "Months",
        "Hours are those on the clock, however many tables were open; a break of more than 30"
        " minutes ends a session. Hands without a known time are left out.",
        columns=tables.MONTHS,
        heading=tables.purse_of,
    ),
    Section(
        "sessions",
        "the last hundred sessions",
        "Sessions",
        "The last ones first. Big blinds are small bets in stud.",
        columns=tables.SESSIONS,
        open_rows=10,
    ),
    Section("win_rates", "winnings by game and stake, with 95 % intervals"),
    Section(
        "positions",
        "bb/100 by stake and position, with 95 % intervals",
        "Stakes and positions",
        "Big blinds won per 100 hands; the bar is the 95% interval. It is 1.96 standard errors to"
        " either side, which is too narrow below a few hundred hands.",
        about="both",
        table_query="table_positions",
        part="positions",
    ),
    Section(
        "statistics",
        "the style of play by game, each rate with its numerator and denominator",
        "Style of play",
        about="both",
        table_query="table_statistics",
        table_title="How the table plays",
        part="statistics",
    ),
    Section(
        "styles",
        "statistics of the catalogue in the main game, with intervals and percentiles",
        "Statistics and percentiles",
        part="styles",
    ),
    Section(
        "leaks",
        "where the player differs most from the winners of the same stakes",
        "Where winners play differently",
        "Players of at least 200 hands of the same game and stake at the site who won, taken"
        " together; in tournaments those who won big blinds in the hands of the lake, whatever they"
        " were paid. A difference is in percentage points, with its 95% interval, and is listed if"
        " that does not contain zero. One statistic in twenty is expected here by chance alone, and"
        " winners of a few hundred hands may have been lucky: these are places to look at.",
        columns=tables.LEAKS,
        heading=tables.stake_of,
    ),
    Section(
        "biggest_pots",
        "the hands with the biggest pots, in big blinds",
        "Biggest pots",
        "By big blinds, before rake, won or lost.",
        columns=tables.POTS,
        link=True,
        open_rows=20,
    ),
    Section(
        "table_pots",
        "the hands with the biggest pots; only in a report about the table",
        "Biggest pots",
        "By big blinds, before rake.",
        about="table",
        columns=tables.TABLE_POTS,
        link=True,
        open_rows=20,
    ),
    Section(
        "luck",
        "results of all-ins against their expected value, by street; without a street, of all",
        "Luck at all-ins",
        "What the pots paid against their expected value when betting closed with a player all-in"
        " and cards to come, after rake, without cash-outs and insurance. The standard deviation is"
        " the spread of such all-ins by chance alone.",
        columns=tables.LUCK,
        heading=tables.purse_of,
        needs="ev_known_hands",
    ),
    Section(
        "all_ins",
        "the ten all-ins with the biggest pots whose cards are known, with equity",
        "Biggest all-ins",
        "The biggest pots, in big blinds, among all-ins with known cards, when betting closed."
        " Pots are after rake; equity is the expected share of them, ~ if it was sampled.",
        columns=tables.ALL_INS,
        link=True,
    ),
    Section(
        "opponents",
        "the thirty players met most often, how they play and what they won",
        "Opponents",
        "The players met most often, in the hands that both were dealt. What was won from"
        " them is an estimate: every loss is shared out over the winners of its hand. Heads-up are"
        " the hands in which only the two saw the second street.",
        columns=tables.OPPONENTS,
    ),
    Section(
        "players",
        "the busiest players; only in a report about the table",
        "The busiest players",
        about="table",
        columns=tables.PLAYERS,
        open_rows=20,
    ),
    Section(
        "tournaments",
        "tournaments by price: in the money, buy-ins, prizes, return on investment",
        "Tournaments",
        "Over tournaments whose cost and prize are known. Prizes are with bounties, but a bounty"
        " alone is not in the money. ROI is the net of all by what they cost together; the mean"
        " return counts every tournament alike, and its interval is too narrow below some hundred"
        " tournaments.",
        part="tournaments",
        columns=tables.TOURNAMENTS,
        heading=tables.money_of,
    ),
    Section("tournament_line", "winnings over tournaments, the last thousand"),
    Section(
        "rake",
        "rake and fees paid by stake, in proportion to what was put in",
        "Rake",
        "The rake of each hand, of all its pots together, in proportion to what each player put in."
        " Fees, such as those of a jackpot, are divided likewise.",
        columns=tables.RAKE,
    ),
    Section(
        "starting_hands",
        "the 169 starting hands: how often they were dealt, what they won",
        "Starting hands",
        "Pairs on the diagonal, suited hands above it to the right, offsuit hands below it to the"
        " left. Point at a hand, or touch it, for its numbers.",
        part="starting_hands",
    ),
    Section(
        "categories",
        "hand categories over all hands of the lake against their exact rates",
        "Are the cards dealt fairly?",
        "How often each category is the best hand, over the hands of all players. The chart shows"
        " multiples of the exact rate. z is the distance of the dealt hands from it in standard"
        " deviations; values beyond ±3 are unlikely by chance.",
        about="both",
        part="categories",
    ),
    Section(
        "verdicts",
        "the verdicts of the audit, over all hands of the lake",
        "Can these numbers be trusted?",
        about="both",
        part="audit",
    ),
    Section("counts", "how every hand header of every file was counted", about="both"),
    Section(
        "unrecognised",
        "the first twenty files without a hand or summary that handlab can read",
        about="both",
    ),
    Section("reject_codes", "why spans of files were rejected", about="both"),
)
"""The sections in reading order."""

SECTIONS: dict[str, str] = {section.name: section.contents for section in ALL}
"""The names of the sections, and their contents."""
