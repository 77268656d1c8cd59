"""
Every table and column of the lake, each with one sentence; the docs are printed from here.

It holds shapes only. Columns are only ever added; a file written before reads as null in them.
Money is a whole number of minor units of the hand's `currency` at `scale`. Null means "not known",
never zero. This file is long because it is a list, and its lines are because a sentence is one line.
"""

# ruff: noqa: E501

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

SCHEMA_VERSION = 5
"""Counts the additions to the tables; stored in `files`."""

DTYPES: dict[str, pl.DataType] = {
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
"""The only types of the lake, and what each is in Polars."""


@dataclass(frozen=True, slots=True)
class Column:
    """A stored column: its DuckDB type, and what it holds in one sentence."""

    name: str
    duckdb_type: str
    sentence: str

    @property
    def dtype(self) -> pl.DataType:
        """The Polars type."""
        return DTYPES[self.duckdb_type]


@dataclass(frozen=True, slots=True)
class Table:
    """A stored table: what a row is, which columns identify it, and all columns in stored order."""

    name: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names in stored order."""
        return tuple(column.name for column in self.columns)

    @property
    def polars_schema(self) -> pl.Schema:
        """Names and Polars types in stored order."""
        return pl.Schema({column.name: column.dtype for column in self.columns})


def _table(name: str, grain: str, key: str, columns: str) -> Table:
    """A table from lines of `name TYPE sentence`."""
    rows = (line.split(maxsplit=2) for line in columns.strip().splitlines())
    return Table(name, grain, tuple(key.split()), tuple(Column(*row) for row in rows))


HANDS = _table(
    "hands",
    "a dealt hand",
    "site hand_id",
    """
    site VARCHAR Site whose tables dealt the hand.
    hand_id VARCHAR The site's number of the hand; `~` and 8 hex digits follow where another hand had it first.
    network VARCHAR Network that the site belongs to.
    skin VARCHAR Brand under which the client ran, where the text tells it.
    kind VARCHAR What was at stake: `cash`, `tournament`, `play` (play money) or `club` (club chips).
    is_fast_fold BOOLEAN Whether players change tables after each fold, as in Zoom.
    table_name VARCHAR Name of the table as printed.
    max_seats TINYINT Chairs at the table.
    button_seat TINYINT Chair of the button, which may be empty.
    hero_seat TINYINT Seat whose cards were dealt face up to the file's owner.
    game VARCHAR Game dealt, such as `holdem`, `omaha5` or `triple_draw_27`; `split_holdem` deals two boards from the start.
    game_family VARCHAR How its streets run: `flop`, `stud` or `draw`.
    is_hi_lo BOOLEAN Whether the pot is split between high and low.
    betting VARCHAR Limits on bets: `no_limit`, `pot_limit`, `fixed_limit`, `cap` or `pot_limit_preflop`.
    deck_size TINYINT Cards in the deck.
    currency VARCHAR Currency code of all money of the hand; `CHIPS`, `PLAY` or `CLUB` where it is not money.
    scale TINYINT Decimal places of a minor unit: an amount of 150 at scale 2 is 1.50.
    small_blind BIGINT Small blind, in minor units.
    big_blind BIGINT Big blind, in minor units; null in stud.
    small_bet BIGINT Bet of the early streets of a fixed-limit game, in minor units.
    big_bet BIGINT Bet of the late streets of a fixed-limit game, in minor units.
    ante BIGINT Ante, in minor units.
    ante_kind VARCHAR Who pays the ante: `each`, `big_blind` (for the table) or `button`.
    bring_in BIGINT Forced first bet of stud, in minor units.
    straddle BIGINT Straddle posted, in minor units.
    cap BIGINT Most that a player may put in where betting is capped, in minor units.
    chip_unit BIGINT Smallest amount that can be bet or won, in minor units.
    bb_unit VARCHAR What `net_bb` counts in: `big_blind`, or `small_bet` in stud.
    n_seated TINYINT Seats taken.
    n_players TINYINT Seats dealt in.
    started_at TIMESTAMPTZ Start of the hand in UTC; null where no zone is known.
    started_raw VARCHAR Start of the hand as printed, without its zone.
    zone VARCHAR Time zone as printed.
    tournament_id VARCHAR The site's number of the tournament.
    level VARCHAR Level of the tournament as printed.
    board VARCHAR Board of the first runout.
    n_runouts TINYINT How often the board was run.
    is_bomb_pot BOOLEAN Whether everybody put money in before the flop without betting.
    allin_street VARCHAR Street on which betting closed with somebody all-in and cards to come; null if it never did.
    total_pot BIGINT All pots before rake and fees, net of uncalled bets, in minor units.
    rake BIGINT Rake taken from the pots, in minor units.
    fees BIGINT Jackpot and other fees taken from the pots, in minor units.
    added BIGINT Put into the pot by the house, in minor units.
    rake_source VARCHAR Where the rake comes from: `logged`, `inferred` or `unknown`.
    uncalled_source VARCHAR Where the uncalled bet comes from: `logged`, `inferred` or `none`.
    residual_contributed BIGINT Printed total pot minus what the actions put in, in minor units; 0 when all is well.
    residual_collected BIGINT Total pot minus collected, rake and fees, in minor units; 0 when all is well.
    residual_uncalled BIGINT Printed uncalled bet minus the one that the actions leave, in minor units; null if none is printed.
    pots_check VARCHAR Whether printed pot lines agree: `ok` or `differs`; null if there are none.
    action_check VARCHAR `ok`, or the first step against the rules, such as `acts_after_fold` or `more_than_stack`.
    turn_check VARCHAR Whether every decision came in turn: `ok`, `out_of_turn`, `no_turn` (of a seat that had none to make) or `missing_turn`.
    card_check VARCHAR `ok`, or `card_twice`.
    winner_check VARCHAR Winners held against the cards: `not_needed`, `verified`, `partial`, `unverifiable` or `failed`.
    text_check VARCHAR First place where the text contradicts itself: `button`, `blinds`, `raise`, `board`, `hole_cards`, `hand_name`, `seat_line`, `outcome` (folded or not), `won`, `pots` or `seat_totals`; null if nowhere.
    contenders TINYINT Seats still in at the showdown.
    cards_known TINYINT Contenders whose hole cards are known.
    unread_lines SMALLINT Lines of a player at the table that could not be read and name neither money nor cards.
    verdict VARCHAR Worst finding of the audit, from `exact` to `cancelled`.
    account VARCHAR Account that the file was ingested for.
    parser_version INTEGER Version of the parser that read the hand.
    source_file VARCHAR Path of the file that held the hand.
    source_member VARCHAR Member within the archive that held the hand.
    source_offset BIGINT Byte of that file or member where the hand starts.
    source_length BIGINT Length of the hand's text, in bytes.
    source_line BIGINT Line of that file or member where the hand starts, from 1.
    source_digest VARCHAR SHA-256 of that file or member, in hex; joins to `files.file_digest`.
    content_digest BIGINT Hash of the acts with their amounts and of the starting stacks of those who took part; the bits of an unsigned 64-bit number.
    deal_digest BIGINT Hash of `content_digest` and all known cards, whatever their order: equal for hands that agree in all of it; null if an older parser wrote the hand.
    text VARCHAR The hand's text, where it was ingested with `--keep-text`.
""",
)

SEATS = _table(
    "seats",
    "a player dealt in, or seated, in a hand",
    "site hand_id seat",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    seat TINYINT The site's number of the chair.
    player VARCHAR Name of the player as printed.
    is_anonymous BOOLEAN Whether the name means nothing beyond this hand or session.
    is_hero BOOLEAN Whether the seat is the file's owner's.
    account VARCHAR Account that the file was ingested for, on the hero's seat.
    is_dealt_in BOOLEAN Whether the seat posted, acted or got cards.
    position VARCHAR Position: `SB`, `BB`, `UTG` ... `HJ`, `CO`, `BTN`.
    position_index TINYINT Place in the order of the deal; 0 is left of the button.
    starting_stack BIGINT Stack before the hand, in minor units.
    ending_stack BIGINT Stack after the hand, in minor units.
    posted BIGINT Blinds, straddles and bring-in that count towards the call, in minor units.
    ante BIGINT Ante paid, in minor units.
    dead BIGINT Forced money that does not count towards the call, without the ante, in minor units.
    contributed BIGINT All that the seat put in, net of its uncalled bet, in minor units.
    uncalled BIGINT Bet that nobody matched and that came back, in minor units.
    won BIGINT Awarded from the pots by the audit, in minor units.
    side BIGINT Received beside the pots (cash-out, insurance), in minor units; negative if paid.
    net BIGINT Won plus side minus contributed, in minor units.
    net_bb DOUBLE Net in the hand's `bb_unit`.
    hole_cards VARCHAR Hole cards that are known, in dealt order.
    cards_source VARCHAR How they are known: `dealt`, `shown` or `mucked`.
    is_all_in BOOLEAN Whether the seat put its last chip in.
    all_in_street VARCHAR Street on which it did.
    folded_street VARCHAR Street on which the seat folded.
    saw_flop BOOLEAN Whether the seat was in on the second street.
    went_to_showdown BOOLEAN Whether the seat was in at a showdown of two or more.
    won_at_showdown BOOLEAN Whether it then won from a pot with two or more eligible seats.
    strength INTEGER Canonical strength of the best hand on the first board; higher wins.
    category TINYINT Class of that hand, from 0 (high card) to 8 (straight flush) in high games.
    low_strength INTEGER Canonical strength of the low hand; higher wins.
    best_five VARCHAR The five cards of the best hand.
    ev_net DOUBLE Net without side expected when betting closed with somebody all-in and cards to come, in minor units; not rounded, since an expectation is not a payment.
    ev_method VARCHAR How that is known: `exact` or `sampled`; `unknown_cards` or `unsupported` if it is not; null without such an all-in.
    equity DOUBLE Share of the hand's net pots, from 0 to 1, that the seat could expect then.
    bounty BIGINT Bounty on the player's head, in minor units of the tournament's buy-in.
    started_at TIMESTAMPTZ Start of the hand in UTC.
    kind VARCHAR What was at stake in the hand.
    currency VARCHAR Currency of the hand.
    scale TINYINT Decimal places of the hand's minor unit.
    game VARCHAR Game of the hand.
    game_family VARCHAR Family of the hand's game.
    betting VARCHAR Betting limits of the hand.
    big_blind BIGINT Big blind of the hand, in minor units.
    n_players TINYINT Seats dealt in.
""",
)

ACTIONS = _table(
    "actions",
    "one act, in order",
    "site hand_id action_no",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    action_no SMALLINT Place in the hand, from 0.
    street VARCHAR Street of the act, such as `preflop`, `third` or `draw1`.
    street_no TINYINT Betting round of the act, from 0.
    seat TINYINT Seat that acted.
    player VARCHAR Player who acted.
    position VARCHAR Position of the seat.
    kind VARCHAR What was done: a post, `fold`, `check`, `call`, `bet`, `raise`, `discard`, `stand_pat`, `show` or `muck`.
    amount BIGINT What the seat adds now, in minor units; cards exchanged in a `discard`.
    street_total BIGINT The seat's total on the street after the act, in minor units.
    raise_by BIGINT What the act adds to the price, in minor units.
    is_all_in BOOLEAN Whether it was the seat's last chip.
    is_capped BOOLEAN Whether the seat has reached the cap of a capped game.
    raises_before TINYINT Increases of the street's price before the act, without posts.
    limpers_before TINYINT Calls of the unraised big blind before the act.
    callers_before TINYINT Calls since the last raise.
    to_call BIGINT Price of a call, in minor units.
    pot_before BIGINT Money in the middle before the act, in minor units.
    stack_before BIGINT The seat's stack before the act, in minor units.
    aggressor_seat TINYINT Seat of the last bet or raise, on this street or an earlier one.
    can_raise BOOLEAN Whether the seat has more than a call, and a live opponent has chips behind.
    cards VARCHAR Cards shown or discarded.
""",
)

BOARDS = _table(
    "boards",
    "the cards of one street of one runout",
    "site hand_id run_no street",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    run_no TINYINT Runout, from 1; 0 is the part that all runouts share.
    street VARCHAR Street on which the cards came.
    cards VARCHAR The cards of this street alone.
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
    net BIGINT What was paid out of it, in minor units.
    eligible_seats TINYINT[] Seats that could win it.
""",
)

AWARDS = _table(
    "awards",
    "what a seat wins of one pot, runout and half",
    "site hand_id pot_no run_no half seat",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    pot_no TINYINT Pot that pays.
    run_no TINYINT Runout; 0 where the board was run once or not at all.
    half VARCHAR Side of the pot: `high`, `low` or `all`.
    seat TINYINT Seat that wins.
    amount BIGINT Award computed from cards and pots, in minor units.
    printed BIGINT Award that the site printed, in minor units; null where it prints only sums.
""",
)

SIDE_PAYMENTS = _table(
    "side_payments",
    "money between a seat and the house beside the pots",
    "site hand_id seat kind",
    """
    site VARCHAR Site of the hand.
    hand_id VARCHAR Number of the hand.
    seat TINYINT Seat that was paid.
    kind VARCHAR What for: `cash_out`, `insurance`, `bounty`.
    amount BIGINT What the player received, in minor units; negative if he paid.
    fee BIGINT What the house kept of it, in minor units.
""",
)

TOURNAMENTS = _table(
    "tournaments",
    "a player in a tournament",
    "site tournament_id player",
    """
    site VARCHAR Site of the tournament.
    tournament_id VARCHAR The site's number of the tournament.
    player VARCHAR Name of the player as printed; a placeholder such as `Hero` only where no text knows a better one.
    name VARCHAR Name of the tournament.
    game VARCHAR Game dealt; null for a mix of games.
    betting VARCHAR Limits on bets.
    currency VARCHAR Currency of all amounts of the tournament; `PLAY`, `FPP` and `SC` are no money.
    scale TINYINT Decimal places of a minor unit.
    buy_in BIGINT Part of the price of an entry that goes to the prize pool, in minor units.
    fee BIGINT Part of the price of an entry that the site keeps, in minor units.
    bounty BIGINT Part of the price of an entry that goes to the bounties, in minor units; null where it is within `buy_in`.
    entries INTEGER Entries of all players.
    prize_pool BIGINT Prize pool, in minor units.
    started_at TIMESTAMPTZ Start of the tournament in UTC.
    finish_place INTEGER Best place of the player; 1 is the winner, null while he plays.
    prize BIGINT Prizes of all entries of the player without bounties, in minor units; tickets and points are not in it.
    bounties_won BIGINT Bounties that the player won, in minor units; from hands, only those of the hands in the lake.
    rebuys SMALLINT Rebuys of the player; null where no text tells.
    add_ons SMALLINT Add-ons of the player; null where no text tells.
    source VARCHAR Where the row comes from: `summary`, or `hands` where no summary lists the player.
    prize_text VARCHAR What the player won that is no amount of the currency, as printed: a ticket, a seat in the target.
    re_entries SMALLINT Entries of the player after the first, as far as the texts tell.
    rebuys_paid BIGINT Price of all rebuys and add-ons of the player together, in minor units.
    is_finished BOOLEAN Whether nobody was still playing when the summary was made; null where there is none.
""",
)

TOURNAMENT_REPORTS = _table(
    "tournament_reports",
    "what one hand or one summary tells of a player in a tournament; `tournaments` is made of them",
    "site tournament_id player source report",
    """
    site VARCHAR Site of the tournament.
    tournament_id VARCHAR The site's number of the tournament.
    player VARCHAR Name of the player as printed here.
    report VARCHAR Number of the hand, or a digest of the summary; empty for what an older handlab had put together.
    source VARCHAR What tells it: `summary` or `hands`.
    name VARCHAR Name of the tournament.
    game VARCHAR Game dealt.
    betting VARCHAR Limits on bets.
    currency VARCHAR Currency of all amounts.
    scale TINYINT Decimal places of a minor unit.
    buy_in BIGINT Part of the price that goes to the prize pool, in minor units.
    fee BIGINT Part of the price that the site keeps, in minor units.
    bounty BIGINT Part of the price that goes to the bounties, in minor units.
    entries INTEGER Entries of all players.
    prize_pool BIGINT Prize pool, in minor units.
    started_at TIMESTAMPTZ Start of the tournament in UTC.
    is_finished BOOLEAN Whether nobody was still playing; null in hands.
    is_out BOOLEAN Whether the player is out, or has won.
    finish_place INTEGER Place of the player.
    prize BIGINT Prize of the player without bounties, in minor units.
    prize_text VARCHAR What the player won that is no amount of the currency.
    bounties_won BIGINT Bounties that the player won, in minor units.
    re_entries SMALLINT Entries after the first that the summary tells of.
    rebuys SMALLINT Rebuys of the player.
    add_ons SMALLINT Add-ons of the player.
    rebuys_paid BIGINT Price of these rebuys and add-ons together, in minor units.
""",
)

REJECTS = _table(
    "rejects",
    "a span of a file that is no hand of the lake, and why",
    "file_digest byte_offset",
    """
    file_digest VARCHAR SHA-256 of the file, in hex.
    path VARCHAR Path of the file.
    member VARCHAR Member within the archive.
    byte_offset BIGINT Byte of the file or member where the span starts.
    byte_length BIGINT Length of the span, in bytes.
    line BIGINT Line of the place where reading failed, from 1.
    dialect VARCHAR Dialect that claimed the span.
    code VARCHAR Stable short name of the cause; `truncated` for a hand cut off.
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
    byte_from BIGINT First byte that this row tells of.
    parser_version INTEGER Version of the parser that read it.
    byte_to BIGINT Byte behind the last one that was used up; the start of an unfinished last hand.
    path VARCHAR Path of the file.
    member VARCHAR Member within the archive.
    dialect VARCHAR Dialect of the hands; null where there was none.
    account VARCHAR Account that it was ingested for.
    headers BIGINT Hand headers seen.
    hands BIGINT Hands stored.
    merged BIGINT Of the duplicates, those that taught something new to a stored hand.
    id_conflicts BIGINT Of the hands, those whose number another hand had first.
    duplicates BIGINT Copies of hands that were stored already.
    partial BIGINT Hands cut off.
    cancelled BIGINT Hands that the site cancelled.
    rejected BIGINT Spans that could not be read.
    schema_version SMALLINT Version of the tables.
    ingested_at TIMESTAMPTZ Time of the run in UTC.
    size BIGINT Bytes of the file or member when it was read.
    line_to BIGINT Lines before `byte_to`.
    digest_to VARCHAR SHA-256 of the bytes before `byte_to`, in hex, where an unfinished hand follows them.
    is_last BOOLEAN Whether the file was read to its end.
    summaries BIGINT Tournament summaries read; null for an archive, whose members have rows of their own, and in rows of older versions.
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
