"""Labels of a report: names of stakes and cards, names and meanings of verdicts and statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handlab.kinds import KINDS
from handlab.report import formatting
from handlab.report.titles import BETTINGS, GAMES, SITES
from handlab.statistics import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handlab.report.model import Row


@dataclass(frozen=True, slots=True)
class Verdict:
    """The label of a verdict, and its meaning."""

    title: str
    meaning: str


VERDICTS: dict[str, Verdict] = {
    "exact": Verdict("Exact", "Every chip adds up, and by the cards the right players were paid."),
    "exact_uncalled_inferred": Verdict(
        "Exact, return inferred",
        "Adds up once the uncalled bet, which the log omits, is returned.",
    ),
    "exact_uncalled_in_collected": Verdict(
        "Exact, return in winnings",
        "Adds up; the site printed the uncalled bet as part of the win.",
    ),
    "exact_cashout": Verdict(
        "Exact, cashed out", "Adds up; a player cashed out an all-in before the cards came."
    ),
    "odd_chip_only": Verdict(
        "Odd chip", "The right winners; the odd chip went to another one of them."
    ),
    "summary_reconciled": Verdict(
        "Only the summary agrees", "The log contradicts itself; only its summary adds up."
    ),
    "reconciled_unverified": Verdict(
        "Sums hold, cards hidden",
        "All sums hold; a loser's cards were not shown, or the log ends where its owner folds,"
        " so the winner cannot be checked.",
    ),
    "rake_inferred": Verdict(
        "Rake inferred", "The log prints no rake; it is inferred from the missing amount."
    ),
    "rake_unknown": Verdict("Rake unknown", "The log prints no rake, and it cannot be inferred."),
    "winner_mismatch": Verdict(
        "Another winner", "By the cards another player should have been paid."
    ),
    "mismatch": Verdict(
        "Does not add up",
        "Money is missing or left over and nothing explains it, or the log contradicts itself.",
    ),
    "corrupt_actions": Verdict(
        "Impossible actions",
        "The log has an illegal action or one out of turn; left out of all statistics.",
    ),
    "incomplete": Verdict("Incomplete", "The log prints no total; left out of all statistics."),
    "cancelled": Verdict("Cancelled", "Taken back by the site; left out of all statistics."),
}


@dataclass(frozen=True, slots=True)
class Statistic:
    """A statistic: its columns in `player_stats`, and its meaning."""

    title: str
    rate: str
    numerator: str
    denominator: str
    meaning: str
    is_percent: bool = True


STATISTICS: tuple[Statistic, ...] = (
    Statistic(
        "VPIP", "vpip", "vpip_hands", "vpip_opportunities", "put money in by choice before the flop"
    ),
    Statistic("PFR", "pfr", "pfr_hands", "pfr_opportunities", "raised before the flop"),
    Statistic(
        "3-bet",
        "three_bet",
        "three_bet_hands",
        "three_bet_opportunities",
        "raised again, facing one raise",
    ),
    Statistic(
        "WTSD",
        "went_to_showdown_rate",
        "went_to_showdown_hands",
        "saw_flop_hands",
        "went to showdown, having seen the flop",
    ),
    Statistic(
        "W$SD",
        "won_at_showdown_rate",
        "won_at_showdown_hands",
        "went_to_showdown_hands",
        "won money at showdown",
    ),
    Statistic(
        "WWSF",
        "won_when_saw_flop_rate",
        "won_when_saw_flop_hands",
        "saw_flop_hands",
        "won, having seen the flop",
    ),
    Statistic(
        "AF",
        "aggression_factor",
        "bets_and_raises",
        "calls",
        "bets and raises per call after the flop",
        is_percent=False,
    ),
)

USUAL = (
    *("vpip", "pfr", "three_bet", "four_bet", "fold_to_three_bet", "rfi", "steal", "bb_defence"),
    *("cbet_flop", "fold_to_cbet_flop", "aggression_frequency", "wtsd", "wsd", "wwsf"),
)
"""The statistics of the catalogue that players look at first."""

SERIES = {
    "won": "won",
    "adjusted": "all-in adjusted",
    "showdown": "at showdown",
    "other": "without showdown",
}
"""The lines of the chart of winnings."""

STATISTIC_GROUPS = {
    "preflop": "Before the flop",
    "postflop": "After the flop",
    "showdown": "Showdown",
    "all_in": "All-in",
}
"""The groups of the catalogue, in the order in which they are shown."""

STREETS = {
    "preflop": "Before the flop",
    "predraw": "Before the draw",
    "draw1": "First draw",
    "draw2": "Second draw",
    "draw3": "Third draw",
}

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

CATEGORIES = {
    "high_card": "High card",
    "pair": "One pair",
    "two_pair": "Two pair",
    "trips": "Three of a kind",
    "straight": "Straight",
    "flush": "Flush",
    "full_house": "Full house",
    "quads": "Four of a kind",
    "straight_flush": "Straight flush",
    "badugi_1": "One card",
    "badugi_2": "Two cards",
    "badugi_3": "Three cards",
    "badugi_4": "Badugi",
}


STAKE_KEY = ("site", "kind", "currency", "game", "is_hi_lo", "betting")


def stake_key(row: Row) -> tuple[object, ...]:
    """The key of a stake: site, kind of money, game, and the big blind (in stud the small bet)."""
    blind = row["big_blind"] if row["big_blind"] is not None else row.get("small_bet")
    return (*(row[name] for name in STAKE_KEY), blind)


def statistic(name: str) -> catalogue.Statistic:
    """The entry of a statistic in the catalogue."""
    return next(entry for entry in catalogue.catalogue().statistics if entry.name == name)


def category(name: str | None) -> str:
    """The name of a hand category."""
    return CATEGORIES.get(name or "", name or "unknown")


def street(name: str | None) -> str:
    """
    The name of a street; `All` without one.

    Examples
    --------
    >>> street("preflop"), street("fourth"), street(None)
    ('Before the flop', 'Fourth', 'All')
    """
    return "All" if name is None else STREETS.get(name, name.capitalize())


def cards(text: str | None) -> list[tuple[str, str]]:
    """
    Format cards for display, each with the letter of its suit.

    Examples
    --------
    >>> cards("AhTc?")
    [('A♥', 'h'), ('T♣', 'c'), ('?', '')]
    """
    text = text or ""
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    return [
        (pair[0] + SUITS[pair[1:]], pair[1:]) if pair[1:] in SUITS else (pair, "") for pair in pairs
    ]


def times_run(boards: int | None) -> str:
    """
    Say that a board was run more than once.

    Examples
    --------
    >>> times_run(2), times_run(3), times_run(1)
    ('run twice', 'run 3 times', '')
    """
    if boards is None or boards < 2:
        return ""
    return "run twice" if boards == 2 else f"run {boards} times"


def all_ins(totals: Sequence[Row]) -> str:
    """
    Describe the number of all-ins with cards to come, and of those with known cards.

    Examples
    --------
    >>> all_ins([{"all_in_hands": 3, "ev_known_hands": 0}])
    'Of 3 all-ins with cards to come none has all its cards known, so luck cannot be measured.'
    """
    hands = sum(row["all_in_hands"] for row in totals)
    known = sum(row["ev_known_hands"] for row in totals)
    if hands == 0:
        return "There was no all-in with cards to come."
    of_hands = f"Of {formatting.count(hands)} all-in{'s' if hands > 1 else ''} with cards to come"
    if known == 0:
        return f"{of_hands} none has all its cards known, so luck cannot be measured."
    if known == hands:
        return f"All cards are known of {of_hands[3:]}."
    have = "has" if known == 1 else "have"
    return (
        f"{of_hands} {formatting.count(known)} {have} all cards known;"
        " the others count with their actual result."
    )


def file(row: Row) -> str:
    """The name of a file, with its member in an archive."""
    return row["path"] if row["member"] is None else f"{row['path']} ({row['member']})"


def site(name: str) -> str:
    """The name of a site."""
    return SITES.get(name, name)


def purse(row: Row, *, with_site: bool = False) -> str:
    """
    The name of a kind of money.

    Examples
    --------
    >>> purse({"site": "pokerstars", "kind": "cash", "currency": "EUR"})
    'Cash games · EUR'
    """
    parts = [KINDS.get(row["kind"], str(row["kind"])).capitalize()]
    if row["currency"] not in {None, *formatting.UNITS}:
        parts.append(row["currency"])
    if with_site:
        parts.append(site(row["site"]))
    return " · ".join(parts)


def game(row: Row) -> str:
    """
    The name of a game.

    Examples
    --------
    >>> game({"game": "omaha", "is_hi_lo": True, "betting": "pot_limit"})
    'Pot-limit Omaha hi-lo'
    """
    name = row.get("game") or row.get("game_family") or "poker"
    betting = BETTINGS.get(row["betting"], row["betting"] or "")
    suffix = " hi-lo" if row.get("is_hi_lo") else ""
    text = f"{betting} {GAMES.get(name, name)}{suffix}".strip()
    return text[:1].upper() + text[1:]


def stake(row: Row) -> str:
    """
    The name of a stake by its blind; the levels of tournaments count together.

    Examples
    --------
    >>> from decimal import Decimal
    >>> stake({"kind": "cash", "currency": "USD", "big_blind": Decimal("0.25")})
    '$0.25 big blind'
    """
    if row["kind"] == "tournament":
        return "all levels"
    if row.get("big_blind") is not None:
        return f"{formatting.money(row['big_blind'], row['currency'])} big blind"
    if row.get("small_bet") is not None:
        return f"{formatting.money(row['small_bet'], row['currency'])} small bet"
    return "stakes unknown"
