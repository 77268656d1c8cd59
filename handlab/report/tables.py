"""The columns of each table of a report, and the headings that its rows are split by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handlab.kinds import KINDS
from handlab.report import columns, formatting, labels
from handlab.report.betting_rounds import in_family
from handlab.report.columns import Column

if TYPE_CHECKING:
    from handlab.report.model import Row


def purse_of(row: Row) -> str:
    """The kind of money of a row, with its site."""
    return labels.purse(row, with_site=True)


def _day(name: str) -> columns.Words:
    return lambda row: (row[name] or "unknown")[:10]


def _time(name: str) -> columns.Words:
    return lambda row: (row[name] or "unknown")[:16].replace("T", " ")


def _rate(name: str, made: str, chances: str, title: str) -> Column:
    return columns.percent(title, name).under(columns.of(made, chances))


def _stake(row: Row) -> str:
    return labels.stake(row)


SESSIONS = (
    columns.text("Started", _time("started_at")).under(purse_of),
    columns.decimal("Hours", "hours"),
    columns.count("Hands", "hands"),
    columns.count("Tables", "tables_played"),
    columns.amount("Net", "net", signed=True),
    columns.decimal("In bb", "net_bb", signed=True),
    columns.amount("Per hour", "net_per_hour", signed=True),
)

MONTHS = (
    columns.text("Month", lambda row: row["played_in"]),
    columns.count("Sessions", "sessions"),
    columns.decimal("Hours", "hours"),
    columns.count("Hands", "hands"),
    columns.amount("Net", "net", signed=True),
    columns.amount("Per hour", "net_per_hour", signed=True),
    columns.decimal("bb/100", "bb_per_100", signed=True),
    columns.interval("95% interval", "bb_per_100_low", "bb_per_100_high"),
)

_HAND = (
    columns.text("Hand", _day("started_at")).under(lambda row: str(row["hand_id"])),
    columns.text("Game", labels.game).under(
        lambda row: f"{labels.stake(row)}, {labels.site(row['site'])}"
    ),
)
_BOARD = columns.cards("Board", lambda row: row["board"] or "").under(
    lambda row: f"run {row['n_runouts']} times" if (row["n_runouts"] or 1) > 1 else ""
)
_POT = columns.amount("Pot", "total_pot").under(
    lambda row: f"{formatting.decimal(row['pot_bb'], 0)} bb" if row["pot_bb"] else ""
)

POTS = (
    *_HAND,
    columns.text("Position", lambda row: row["position"] or formatting.NONE).under(
        lambda row: f"of {row['n_players']}" if row["n_players"] else ""
    ),
    columns.cards("Cards", lambda row: row["hole_cards"] or ""),
    _BOARD,
    _POT,
    columns.amount("Net", "net", signed=True),
)

TABLE_POTS = (
    *_HAND,
    columns.name("Won by", "winners"),
    columns.count("Players", "n_players"),
    _BOARD,
    _POT,
    columns.amount("Rake", "rake"),
)


def _equity(row: Row) -> str:
    return ("~" if row["ev_method"] == "sampled" else "") + formatting.share(row["equity"])


def _beside(row: Row) -> str:
    side = formatting.amount(row["side"], row["currency"], signed=True)
    return f"{side} beside the pots" if row["side"] else ""


ALL_INS = (
    columns.text("Hand", _day("started_at")).under(lambda row: str(row["hand_id"])),
    columns.text("All-in", lambda row: labels.street(row["allin_street"])).under(
        lambda row: KINDS.get(row["kind"], str(row["kind"]))
    ),
    columns.cards("Cards", lambda row: row["hole_cards"] or ""),
    columns.cards("Against", lambda row: row["opponents_cards"] or ""),
    columns.cards("Board", lambda row: row["board"] or formatting.NONE),
    Column("Equity", _equity),
    columns.amount("Pots", "net_pots").under(
        lambda row: f"{formatting.decimal(row['net_pots_bb'], 0)} bb"
    ),
    columns.amount("Result", "actual", signed=True).under(_beside),
    columns.amount("Expected", "expected", signed=True),
    columns.amount("Luck", "luck", signed=True).under(
        lambda row: f"{formatting.decimal(row['luck_bb'], 1, signed=True)} bb"
    ),
)

LUCK = (
    columns.text("All-in", lambda row: labels.street(row["allin_street"])),
    columns.count("Hands", "all_in_hands"),
    columns.count("Cards known", "ev_known_hands"),
    columns.amount("Expected", "expected", signed=True),
    columns.amount("Paid", "actual", signed=True),
    columns.amount("Luck", "luck", signed=True),
    columns.decimal("Luck in bb", "luck_bb", signed=True),
    columns.decimal("Standard deviation", "luck_bb_stddev"),
)

LEAKS = (
    columns.text("Statistic", lambda row: labels.statistic(row["statistic"]).title).under(
        lambda row: in_family(labels.statistic(row["statistic"]).meaning, row["game_family"])
    ),
    _rate("style", "made", "chances", "Here"),
    _rate("winners_style", "winners_made", "winners_chances", "Winners"),
    Column(
        "Difference", lambda row: formatting.decimal(100 * row["difference"], signed=True)
    ).under(
        lambda row: formatting.interval(100 * row["difference_low"], 100 * row["difference_high"])
    ),
)

OPPONENTS = (
    columns.name("Player", "opponent").under(purse_of),
    columns.count("Hands", "hands"),
    _rate("vpip", "vpip_made", "vpip_chances", "VPIP"),
    _rate("pfr", "pfr_made", "pfr_chances", "PFR"),
    _rate("three_bet", "three_bet_made", "three_bet_chances", "3-bet"),
    _rate("wtsd", "wtsd_made", "wtsd_chances", "WTSD"),
    columns.decimal("bb/100", "bb_per_100", signed=True).under(
        lambda row: formatting.interval(row["bb_per_100_low"], row["bb_per_100_high"])
    ),
    columns.decimal("From them, bb", "exchanged_bb", signed=True).under(
        lambda row: f"heads-up {formatting.decimal(row['heads_up_net_bb'], signed=True)}"
    ),
)

PLAYERS = (
    columns.name("Player", "player").under(purse_of),
    columns.count("Hands", "hands"),
    columns.amount("Net", "net", signed=True),
    columns.percent("VPIP", "vpip"),
    columns.percent("PFR", "pfr"),
    columns.decimal("AF", "aggression_factor", 2),
)


def _entry(row: Row) -> str:
    if row["is_total"]:
        return "All"
    return formatting.money(row["entry_price"], row["currency"])


TOURNAMENTS = (
    columns.text("Entry", _entry),
    columns.count("Played", "tournaments").under(
        lambda row: (
            f"{formatting.count(row['known_tournaments'])} known"
            if row["known_tournaments"] != row["tournaments"]
            else ""
        )
    ),
    columns.percent("In the money", "itm").under(
        lambda row: (
            "" if row["itm_low"] is None else columns.shares(row["itm_low"], row["itm_high"])
        )
    ),
    columns.count("Won", "firsts"),
    columns.amount("Paid", "paid"),
    columns.amount("Prizes", "won"),
    columns.amount("Net", "net", signed=True),
    columns.percent("ROI", "roi"),
    columns.percent_interval("Mean return, 95%", "mean_roi_low", "mean_roi_high"),
)


def _fees(row: Row) -> str:
    return f"and {formatting.money(row['fees'], row['currency'])} of fees" if row["fees"] else ""


RAKE = (
    columns.text("Game", labels.game).under(lambda row: f"{_stake(row)}, {purse_of(row)}"),
    columns.count("Hands", "hands").under(
        lambda row: (
            f"{formatting.count(row['known_hands'])} with rake known"
            if row["known_hands"] != row["hands"]
            else ""
        )
    ),
    columns.amount("Rake paid", "rake").under(_fees),
    columns.decimal("Rake, bb/100", "rake_bb_per_100"),
    columns.amount("Net before rake", "net_before_rake", signed=True),
    columns.amount("Net", "net", signed=True),
)


def money_of(row: Row) -> str:
    """The site and currency of a tournament."""
    return f"{labels.site(row['site'])} · {row['currency'] or 'currency unknown'}"


def stake_of(row: Row) -> str:
    """The game and stake of a row, with its kind of money and site."""
    return f"{labels.game(row)}, {labels.stake(row)} · {purse_of(row)}"
