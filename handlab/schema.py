"""
The tables and columns of the lake, each with a one-sentence description.

Columns are only ever added; in older files they read as null. Money is a whole number of minor
units of the hand's `currency` at `scale`. Null means "unknown", never zero. This file is long
because it is a list, and so are its lines because each sentence is on one line.
"""

# ruff: noqa: E501

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from handlab.statistics.catalogue import catalogue

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 9
"""The version of the tables, stored in `files`; every addition increments it."""


@cache
def dtypes() -> dict[str, pl.DataType]:
    """
    The types of the lake's columns, with their Polars types.

    Polars is imported here because describing the tables does not need it.
    """
    import polars as pl

    return {
        "VARCHAR": pl.String(),
        "BIGINT": pl.Int64(),
        "INTEGER": pl.Int32(),
        "SMALLINT": pl.Int16(),
        "TINYINT": pl.Int8(),
        "DOUBLE": pl.Float64(),
        "BOOLEAN": pl.Boolean(),
        "TIMESTAMPTZ": pl.Datetime("us", "UTC"),
        "TINYINT[]": pl.List(pl.Int8()),
    }


@dataclass(frozen=True, slots=True)
class Column:
    """A stored column: its DuckDB type, and a one-sentence description."""

    name: str
    duckdb_type: str
    sentence: str

    @property
    def dtype(self) -> pl.DataType:
        """The Polars type."""
        return dtypes()[self.duckdb_type]


@dataclass(frozen=True, slots=True)
class Table:
    """A stored table: its grain, its key, and its columns in stored order."""

    name: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns in stored order."""
        return tuple(column.name for column in self.columns)

    @property
    def polars_schema(self) -> pl.Schema:
        """The names and Polars types of the columns in stored order."""
        import polars as pl

        return pl.Schema({column.name: column.dtype for column in self.columns})


def _table(name: str, grain: str, key: str, columns: str, *more: tuple[str, str, str]) -> Table:
    """Define a table from lines of `name TYPE sentence`, followed by columns defined elsewhere."""
    rows = (line.split(maxsplit=2) for line in columns.strip().splitlines())
    described = tuple(Column(*row) for row in (*rows, *more))
    return Table(name, grain, tuple(key.split()), described)


HANDS = _table(
    "hands",
    "a dealt hand",
    "site hand_id",
    """
    site VARCHAR Site that dealt the hand.
    hand_id VARCHAR The site's number of the hand; `~` and 8 hex digits follow if another hand already had it.
    network VARCHAR Network that the site belongs to.
    skin VARCHAR Brand of the client, if the text names it.
    kind VARCHAR What was at stake: `cash`, `tournament`, `play` (play money) or `club` (club chips).
    is_fast_fold BOOLEAN Whether players change tables after each fold, as in Zoom.
    table_name VARCHAR Name of the table as printed.
    max_seats TINYINT Number of seats at the table.
    button_seat TINYINT Seat of the button, which may be empty.
    hero_seat TINYINT Seat of the hero, whose hole cards the file shows.
    game VARCHAR Game dealt, such as `holdem`, `omaha5` or `triple_draw_27`; `split_holdem` has two boards from the start.
    game_family VARCHAR Kind of streets: `flop`, `stud` or `draw`.
    is_hi_lo BOOLEAN Whether the pot is split between high and low; false in games that are always split.
    betting VARCHAR Betting limits: `no_limit`, `pot_limit`, `fixed_limit`, `cap` or `pot_limit_preflop`.
    deck_size TINYINT Number of cards in the deck.
    currency VARCHAR Currency code of all money of the hand; `CHIPS`, `PLAY` or `CLUB` if it is not money.
    scale TINYINT Decimal places of a minor unit: an amount of 150 at scale 2 is 1.50.
    small_blind BIGINT Small blind, in minor units.
    big_blind BIGINT Big blind, in minor units; null in stud.
    small_bet BIGINT Bet of the early streets of a fixed-limit game, in minor units.
    big_bet BIGINT Bet of the late streets of a fixed-limit game, in minor units.
    ante BIGINT Ante, in minor units.
    ante_kind VARCHAR Payer of the ante: `each` player, `big_blind` (for the table) or `button`.
    bring_in BIGINT Forced first bet of stud, in minor units.
    straddle BIGINT Straddle posted, in minor units.
    cap BIGINT Most that a player may put into a hand with capped betting, in minor units.
    chip_unit BIGINT Smallest amount that can be bet or won, in minor units.
    bb_unit VARCHAR Unit of `net_bb`: `big_blind`, or `small_bet` in stud.
    n_seated TINYINT Number of taken seats.
    n_players TINYINT Number of seats dealt in.
    started_at TIMESTAMPTZ Start of the hand in UTC; null if the time zone is unknown.
    started_raw VARCHAR Start of the hand as printed, without its zone.
    zone VARCHAR Time zone as printed.
    tournament_id VARCHAR The site's number of the tournament.
    level VARCHAR Level of the tournament as printed.
    board VARCHAR Board of the first runout.
    n_runouts TINYINT Number of runouts of the board.
    is_bomb_pot BOOLEAN Whether all players put money in before the flop without a betting round.
    allin_street VARCHAR Street on which betting closed with a player all-in and cards to come; null if there was none.
    total_pot BIGINT All pots before rake and fees, net of uncalled bets, in minor units.
    rake BIGINT Rake taken from the pots, in minor units; null if `rake_source` is `unknown`.
    fees BIGINT Jackpot and other fees taken from the pots, in minor units.
    added BIGINT Money that the house put into the pot, in minor units.
    rake_source VARCHAR Source of the rake: `logged`, `inferred` or `unknown`.
    uncalled_source VARCHAR Source of the uncalled bet: `logged`, `inferred` or `none`.
    residual_contributed BIGINT Printed total pot minus the contributions, in minor units; 0 if they agree.
    residual_collected BIGINT Total pot minus collected amounts, rake and fees, in minor units; 0 if they agree.
    residual_uncalled BIGINT Printed uncalled bet minus the computed one, in minor units; null if none is printed.
    pots_check VARCHAR Whether the pots that the site prints agree with the computed ones: `ok` or `differs`; null if it prints none.
    action_check VARCHAR Legality of the actions: `ok`, or the first illegal one, such as `acts_after_fold` or `more_than_stack`; else `more_than_pot` if a bet exceeds a pot limit by a blind or more.
    turn_check VARCHAR Whether every decision was in turn: `ok`, `out_of_turn`, `no_turn` (by a seat without a decision) or `missing_turn`.
    card_check VARCHAR Duplicate cards: `ok` if there are none, else `card_twice`.
    winner_check VARCHAR Winners compared with the cards: `not_needed`, `verified`, `partial`, `unverifiable` or `failed`.
    text_check VARCHAR First contradiction within the text: `button`, `blinds`, `raise`, `draw`, `board`, `hole_cards`, `hand_name`, `seat_line`, `outcome` (folded or not), `won`, `pots` or `seat_totals`; null if there is none.
    contenders TINYINT Number of seats still in at the showdown.
    cards_known TINYINT Number of contenders whose hole cards are known.
    unread_lines SMALLINT Number of unreadable lines about players: sentences, and actions that mention neither money nor cards.
    verdict VARCHAR Worst finding of the audit, from `exact` to `cancelled`.
    account VARCHAR Account that the file was ingested for.
    parser_version INTEGER Version of the parser that read the hand.
    source_file VARCHAR Path of the file that contains the hand.
    source_member VARCHAR Member of the archive that contains the hand.
    source_offset BIGINT Byte offset of the hand in that file or member.
    source_length BIGINT Length of the hand's text, in bytes.
    source_line BIGINT Line of the hand's start in that file or member, from 1.
    source_digest VARCHAR SHA-256 of that file or member, in hex; joins to `files.file_digest`.
    content_digest BIGINT Hash of the actions with their amounts and of the starting stacks of the players who took part; the bits of an unsigned 64-bit number.
    deal_digest BIGINT Hash of `content_digest` and all known cards, regardless of their order; null if an older parser read the hand.
    text VARCHAR The hand's text, if ingested with `--keep-text`.
""",
)

SEATS = _table(
    "seats",
    "a player dealt in, or seated, in a hand",
    "site hand_id seat",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    seat TINYINT The site's number of the seat.
    player VARCHAR Name of the player as printed.
    is_anonymous BOOLEAN Whether the name is only valid for this hand or session.
    is_hero BOOLEAN Whether it is the hero's seat.
    account VARCHAR Account that the file was ingested for, on the hero's seat only.
    is_dealt_in BOOLEAN Whether the seat posted, acted or got cards.
    position VARCHAR Position: `SB`, `BB`, `UTG` ... `HJ`, `CO`, `BTN`.
    position_index TINYINT Index in the order of the deal, 0 left of the button.
    starting_stack BIGINT Stack before the hand, in minor units; null where the text does not print it.
    ending_stack BIGINT Stack after the hand, in minor units; null where `starting_stack` is, or `net`.
    posted BIGINT Blinds, straddles and bring-in that count towards the call, in minor units.
    ante BIGINT Ante paid, in minor units.
    dead BIGINT Forced money other than the ante that does not count towards the call, in minor units.
    contributed BIGINT All that the seat put in, net of its uncalled bet, in minor units.
    uncalled BIGINT Uncalled part of a bet that was returned, in minor units.
    won BIGINT Won from the pots, in minor units; null if the seat was still in where the log breaks off.
    side BIGINT Money received outside the pots (cash-out, insurance), in minor units; negative if paid.
    net BIGINT Won plus side minus contributed, in minor units; null where `won` is.
    net_bb DOUBLE Net in the hand's `bb_unit`.
    hole_cards VARCHAR Known hole cards, in dealt order.
    cards_source VARCHAR Source of the hole cards: `dealt`, `shown` or `mucked`.
    is_all_in BOOLEAN Whether the seat put its last chip in.
    all_in_street VARCHAR Street on which it put its last chip in.
    folded_street VARCHAR Street on which the seat folded.
    saw_flop BOOLEAN Whether the seat was in on the second street; null if the log breaks off before it.
    went_to_showdown BOOLEAN Whether the seat was in at a showdown of two or more seats; null where `won` is.
    won_at_showdown BOOLEAN Whether it then won a pot with two or more eligible seats, at least in part.
    strength INTEGER Canonical strength of the best hand on the first board; higher wins.
    category TINYINT Class of that hand, from 0 (high card) to 8 (straight flush) in high games.
    low_strength INTEGER Canonical strength of the low hand, or of the second half of a split game; higher wins.
    best_five VARCHAR The five cards of the best hand.
    ev_net DOUBLE Expected net, without side payments, when betting closed with a player all-in and cards to come, in minor units; not rounded.
    ev_method VARCHAR Method of `ev_net`: `exact` or `sampled`; `unknown_cards` or `unsupported` if it is null; null without such an all-in.
    equity DOUBLE Expected share of the hand's net pots at that point, from 0 to 1.
    bounty BIGINT Bounty on the player's head, in minor units of the tournament's buy-in.
    started_at TIMESTAMPTZ Start of the hand in UTC; null if the time zone is unknown.
    kind VARCHAR What was at stake in the hand: `cash`, `tournament`, `play` (play money) or `club` (club chips).
    currency VARCHAR Currency code of the hand; `CHIPS`, `PLAY` or `CLUB` if it is not money.
    scale TINYINT Decimal places of the hand's minor unit: an amount of 150 at scale 2 is 1.50.
    game VARCHAR Game of the hand, such as `holdem`, `omaha5` or `triple_draw_27`.
    game_family VARCHAR Kind of streets of the hand's game: `flop`, `stud` or `draw`.
    betting VARCHAR Betting limits of the hand: `no_limit`, `pot_limit`, `fixed_limit`, `cap` or `pot_limit_preflop`.
    big_blind BIGINT Big blind of the hand, in minor units; null in stud.
    n_players TINYINT Number of seats dealt in.
    verdict VARCHAR Verdict of the hand.
    is_hi_lo BOOLEAN Whether the pot of the hand is split between high and low.
    bb_unit VARCHAR Unit of `net_bb`: `big_blind`, or `small_bet` in stud.
    small_bet BIGINT Bet of the hand's early streets in a fixed-limit game, in minor units.
    is_bomb_pot BOOLEAN Whether all players put money in before the flop without a betting round.
    allin_street VARCHAR Street on which betting closed with a player all-in and cards to come; null if there was none.
""",
    *catalogue().columns,
)

ACTIONS = _table(
    "actions",
    "one action, in order",
    "site hand_id action_no",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    action_no SMALLINT Index in the hand, from 0.
    street VARCHAR Street of the action, such as `preflop`, `third` or `draw1`.
    street_no TINYINT Betting round of the action, from 0.
    seat TINYINT Seat that acted.
    player VARCHAR Player who acted.
    position VARCHAR Position of the seat: `SB`, `BB`, `UTG` ... `HJ`, `CO`, `BTN`.
    kind VARCHAR Kind of the action: a post, `fold`, `check`, `call`, `bet`, `raise`, `discard`, `stand_pat`, `show` or `muck`.
    amount BIGINT Amount that the seat adds, in minor units; number of cards in a `discard`.
    street_total BIGINT The seat's total on the street after the action, in minor units.
    raise_by BIGINT Amount that the action adds to the price, in minor units.
    is_all_in BOOLEAN Whether the seat put its last chip in.
    is_capped BOOLEAN Whether the seat has reached the cap of a capped game.
    raises_before TINYINT Number of raises on the street before the action, without posts.
    limpers_before TINYINT Number of calls of the unraised big blind before the action.
    callers_before TINYINT Number of calls since the last raise.
    to_call BIGINT Price of a call, in minor units.
    pot_before BIGINT Money in the pot before the action, in minor units.
    stack_before BIGINT The seat's stack before the action, in minor units.
    aggressor_seat TINYINT Seat of the last bet or raise, on this street or an earlier one.
    can_raise BOOLEAN Whether the seat has more chips than a call, and an opponent still in has chips left.
    cards VARCHAR Cards shown or discarded.
    previous_aggressor_seat TINYINT Seat of the last bet or raise on the previous street; null if there was none.
    aggressor_to_act BOOLEAN Whether `aggressor_seat` has yet to act on the street; null if it cannot act or is this seat.
    in_position BOOLEAN Whether the seat acts after `aggressor_seat` from the second street on; null if it is this seat, or if the game has no positions.
    players_behind TINYINT Number of other players who still have to act if nobody raises.
    line VARCHAR What the seat has done on the street so far: up to four of `X` check, `B` bet, `C` call, `R` raise.
    decision_no SMALLINT Number of the decision among those of the seat on the street, from 1; null if the action is not a decision.
    faces VARCHAR What the decision faces: `unopened`, `limped`, `raised`, `checked_to`, `bet`, `cbet`, `donk`, `raise`, `check_raise`, `3bet`, `4bet` or `5bet`, see sql/README.md; null if the action is not a decision.
    effective_stack BIGINT The most that the seat can still lose to any one opponent who is in, in minor units; null if the action is not a decision.
""",
)

BOARDS = _table(
    "boards",
    "a street of a runout, with its cards",
    "site hand_id run_no street",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    run_no TINYINT Number of the runout, from 1; 0 for the part that all runouts share.
    street VARCHAR Street of the cards.
    cards VARCHAR The cards of this street only.
""",
)

POTS = _table(
    "pots",
    "a pot of a hand",
    "site hand_id pot_no",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    pot_no TINYINT 0 for the main pot, then the side pots.
    gross BIGINT The pot before rake and fees, in minor units.
    rake BIGINT Rake taken from this pot, in minor units.
    fee BIGINT Fees taken from this pot, in minor units.
    net BIGINT Amount paid out of this pot, in minor units.
    eligible_seats TINYINT[] Seats that may win this pot.
""",
)

AWARDS = _table(
    "awards",
    "the award of a seat from one pot, runout and half",
    "site hand_id pot_no run_no half seat",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    pot_no TINYINT Pot that pays.
    run_no TINYINT Number of the runout; 0 if the board was run once or not at all.
    half VARCHAR Side of the pot: `high`, `low` or `all`; in split games `board`, `hand`, `badugi`.
    seat TINYINT Seat that wins.
    amount BIGINT Award computed from cards and pots, in minor units.
    printed BIGINT Award printed by the site, in minor units; null if it prints only sums.
""",
)

SIDE_PAYMENTS = _table(
    "side_payments",
    "a payment between a seat and the house outside the pots",
    "site hand_id seat kind",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    seat TINYINT Seat that was paid.
    kind VARCHAR Kind of payment: `cash_out`, `ev_cash_out`, `insurance`, `time_bank`, `bounty`, `jackpot`, `seven_deuce` or `bonus`.
    amount BIGINT Amount that the player received, in minor units; negative if paid; a tournament pays bounties in its own currency, not in chips.
    fee BIGINT Amount that the house kept, in minor units.
""",
)

TOURNAMENTS = _table(
    "tournaments",
    "a player in a tournament",
    "site tournament_id player",
    """
    site VARCHAR Site of the tournament.
    tournament_id VARCHAR The site's number of the tournament.
    player VARCHAR Name of the player as printed; a placeholder such as `Hero` only if no text has the name.
    name VARCHAR Name of the tournament.
    game VARCHAR Game dealt; null for a mix of games.
    betting VARCHAR Betting limits.
    currency VARCHAR Currency of all amounts of the tournament; `PLAY`, `FPP`, `FTP`, `T$` and `SC` are not money.
    scale TINYINT Decimal places of a minor unit.
    buy_in BIGINT Part of the price of an entry that goes to the prize pool, in minor units.
    fee BIGINT Part of the price of an entry that the site keeps, in minor units.
    bounty BIGINT Part of the price of an entry that goes to the bounties, in minor units; null if it is part of `buy_in`.
    entries INTEGER Number of entries of all players.
    prize_pool BIGINT Prize pool, in minor units.
    started_at TIMESTAMPTZ Start of the tournament in UTC.
    finish_place INTEGER Best place of the player: 1 for the winner, null while they are still playing.
    prize BIGINT Prizes of all entries of the player, without bounties, tickets and points, in minor units.
    bounties_won BIGINT Bounties that the player won, in minor units; from hands, only those of the hands in the lake.
    rebuys SMALLINT Number of rebuys of the player; null if no text reports them.
    add_ons SMALLINT Number of add-ons of the player; null if no text reports them.
    source VARCHAR Source of the row: `summary`, or `hands` if no summary lists the player.
    prize_text VARCHAR Prize other than money, as printed: a ticket, a seat in another tournament.
    re_entries SMALLINT Number of entries of the player after the first, as far as known.
    rebuys_paid BIGINT Total price of the player's rebuys and add-ons, in minor units.
    is_finished BOOLEAN Whether the tournament was over when the summary was written; null without a summary.
    speed VARCHAR How fast the blinds rise, as summary or hands say: `slow`, `regular`, `turbo` or `hyper`.
""",
)

TOURNAMENT_REPORTS = _table(
    "tournament_reports",
    "a report of a hand or a summary about a player in a tournament; `tournaments` is derived from it",
    "site tournament_id player source report",
    """
    site VARCHAR Site of the tournament.
    tournament_id VARCHAR The site's number of the tournament.
    player VARCHAR Name of the player as printed here.
    report VARCHAR `hand_id` of the hand, a digest of the summary, or `seats` and a digest for all hands that only show the player at a table; empty for rows merged by an older handlab.
    source VARCHAR Source of the report: `summary` or `hands`.
    name VARCHAR Name of the tournament.
    game VARCHAR Game dealt.
    betting VARCHAR Betting limits.
    currency VARCHAR Currency of all amounts.
    scale TINYINT Decimal places of a minor unit.
    buy_in BIGINT Part of the price that goes to the prize pool, in minor units.
    fee BIGINT Part of the price that the site keeps, in minor units.
    bounty BIGINT Part of the price that goes to the bounties, in minor units.
    entries INTEGER Number of entries of all players.
    prize_pool BIGINT Prize pool, in minor units.
    started_at TIMESTAMPTZ Start of the tournament in UTC.
    is_finished BOOLEAN Whether the tournament was over; null in hands.
    is_out BOOLEAN Whether the player is out, or has won.
    finish_place INTEGER Place of the player.
    prize BIGINT Prize of the player without bounties, in minor units.
    prize_text VARCHAR Prize other than money, as printed.
    bounties_won BIGINT Bounties that the player won, in minor units.
    re_entries SMALLINT Number of entries after the first, according to the summary; null for hands, and if each entry has a summary of its own.
    rebuys SMALLINT Number of rebuys of the player.
    add_ons SMALLINT Number of add-ons of the player.
    rebuys_paid BIGINT Total price of these rebuys and add-ons, in minor units.
    speed VARCHAR How fast the blinds rise, as the summary or the hand says.
""",
)

REJECTS = _table(
    "rejects",
    "a rejected span of a file, with the reason",
    "file_digest byte_offset",
    """
    file_digest VARCHAR SHA-256 of the file, in hex.
    path VARCHAR Path of the file.
    member VARCHAR Member within the archive.
    byte_offset BIGINT Byte offset of the span in the file or member.
    byte_length BIGINT Length of the span, in bytes.
    line BIGINT Line where reading failed, from 1.
    dialect VARCHAR Dialect of the span.
    code VARCHAR Stable short name of the cause; `truncated` for a hand that was cut off.
    message VARCHAR The cause in words.
    text VARCHAR The span's text.
""",
)

FILES = _table(
    "files",
    "a file, or a byte range of one that grew or was committed in parts",
    "file_digest byte_from parser_version",
    """
    file_digest VARCHAR SHA-256 of the first `size` bytes of the file or member, in hex.
    byte_from BIGINT Offset of the first byte that this row covers.
    parser_version INTEGER Version of the parser that read it.
    byte_to BIGINT Offset from which reading continues: the start of the last hand, which may have grown, or of what has not been read.
    path VARCHAR Path of the file.
    member VARCHAR Member within the archive.
    dialect VARCHAR Dialect of the hands; null without hands.
    account VARCHAR Account that it was ingested for.
    headers BIGINT Number of hand headers.
    hands BIGINT Number of hands stored.
    merged BIGINT Number of duplicates that added details to a stored hand.
    id_conflicts BIGINT Number of stored hands whose number another hand already had.
    duplicates BIGINT Number of copies of hands that were already stored.
    partial BIGINT Number of hands that were cut off.
    cancelled BIGINT Number of hands that the site cancelled.
    rejected BIGINT Number of spans that could not be read.
    schema_version SMALLINT Version of the tables.
    ingested_at TIMESTAMPTZ Time of the run in UTC.
    size BIGINT Size of the file or member when it was read, in bytes.
    line_to BIGINT Number of lines before `byte_to`.
    digest_to VARCHAR SHA-256 of the bytes before `byte_to`, in hex, if an unfinished hand follows them, which may be written anew.
    is_last BOOLEAN Whether the file was read to its end.
    summaries BIGINT Number of tournament summaries read; null for archives, whose members have their own rows, and in rows of older versions.
""",
)

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        HANDS,
        SEATS,
        ACTIONS,
        BOARDS,
        POTS,
        AWARDS,
        SIDE_PAYMENTS,
        TOURNAMENTS,
        TOURNAMENT_REPORTS,
        REJECTS,
        FILES,
    )
}
"""The tables of the lake by name."""

HAND_TABLES: tuple[str, ...] = (
    "hands",
    "seats",
    "actions",
    "boards",
    "pots",
    "awards",
    "side_payments",
)
"""The tables keyed by `(site, hand_id)`."""
