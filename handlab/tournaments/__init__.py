"""
Derive one row per player and tournament from the reports of hands and summaries.

Rules
-----
1. One of several summaries takes precedence: a finished one over one made while others were still
   playing, then the one with more players out, more prizes, more players and, since late
   registration only adds entries, more entries; and each of them over a list of one player's
   tournaments. The facts and the price of the tournament come from that summary alone, never from
   a mix.
2. Hands fill in what that summary lacks: the name and the speed that most of them print; the price,
   with all its parts from one hand; the bounty's share of the price, if the sum is what the summary
   prints; and the game, if it names neither a game nor the betting.
3. A player's place and prize come from the best summary that lists the player, else from their
   hands. Only the owner of a summary sees rebuys, add-ons and bounties, so these come from any
   summary that has them, else from the sum over hands. Where a list of one player's tournaments
   prints no place, hands give it.
4. Several finishes of one player are re-entries: the best place counts, and prizes are summed. So
   are several places in summaries of one entry each, which is what a null `re_entries` means there;
   bounties and purchases of these entries are summed as well.
5. A placeholder (`Hero`, `Player 3`) is the player who finished in the same place in another text,
   or the only player whom that text does not name, or the only one of the hands whom a summary of
   all entries does not list. A `Hero` whom no text names remains a player of that name; their
   finishes are not re-entries, since the files may belong to several people.
6. Whoever sat at a table has a row, but not a placeholder that did no more than sit there if a
   finished summary lists every entry.
"""

from __future__ import annotations

import polars as pl

from handlab.schema import TOURNAMENT_REPORTS, TOURNAMENTS
from handlab.tournaments.names import EVENT, KEY, with_names

OLD_REPORT = ""
"""The value of `report` in rows that an older version of handlab had merged already."""
SEATED = "seats "
"""The prefix of reports that only state that the player sat at a table."""

OWNER = "Hero"
"""The player of reports about the owner of hands that name their seats anew in each."""

PRICE = ["currency", "scale", "buy_in", "fee", "bounty"]
FACTS = [
    *("name", "game", "betting", *PRICE),
    *("entries", "prize_pool", "started_at", "is_finished", "speed"),
]
MOST = 2**15 - 1
"""The largest number of purchases that the tables hold."""
PURCHASES = ["rebuys", "add_ons", "rebuys_paid"]


def merge_reports(reports: pl.DataFrame) -> pl.DataFrame:
    """
    Merge reports to one row per player and tournament.

    Parameters
    ----------
    reports
        All rows of `tournament_reports` of some tournaments, in any order.
    """
    if reports.height == 0:
        return TOURNAMENTS.polars_schema.to_frame()
    reports = with_names(_ranked(_without_superseded(reports)))
    listed, played = _from_summaries(reports), _from_hands(reports)
    rows = (
        listed.join(played, on=KEY, how="full", coalesce=True, nulls_equal=True)
        .join(_events(reports), on=EVENT, how="left")
        .with_columns(_amounts_in_currency())
        .with_columns(is_listed=pl.col("is_out").is_not_null())
    )
    is_somebody_listed = pl.all_horizontal(
        ~pl.col("is_listed"), "is_only_seated", "is_placeholder", "is_whole"
    )
    rows = rows.filter(~is_somebody_listed.fill_null(value=False))
    return rows.select(*KEY, *FACTS, *_results()).select(TOURNAMENTS.names).sort(KEY)


def from_stored(rows: pl.DataFrame) -> pl.DataFrame:
    """Convert rows of `tournaments` that were stored without reports to reports."""
    is_summary = pl.col("source") == "summary"
    is_out = pl.col("finish_place").is_not_null()
    made = rows.with_columns(
        is_out=is_out | ~is_summary,
        is_finished=pl.when(is_summary).then(is_out.all().over(*EVENT, "source")),
        site=pl.col("site").str.to_lowercase(),
        report=pl.lit(OLD_REPORT),
    )
    return made.select(TOURNAMENT_REPORTS.names).unique(TOURNAMENT_REPORTS.key, keep="first")


def _without_superseded(reports: pl.DataFrame) -> pl.DataFrame:
    """Drop rows merged by an older version where reports of the texts themselves exist now."""
    is_old = pl.col("report") == OLD_REPORT
    is_hands = pl.col("source") == "hands"
    again = (~is_old & ~pl.col("report").str.starts_with(SEATED)).any().over(*KEY, "source")
    finished = (~is_old & pl.col("is_finished").fill_null(value=False)).any().over(EVENT)
    unfinished = (~is_old & ~is_hands).any().over(EVENT) & ~pl.col("is_finished")
    is_superseded = pl.when(is_hands).then(again).otherwise(finished | unfinished)
    return reports.filter(~(is_old & is_superseded.fill_null(value=False)))


def _ranked(reports: pl.DataFrame) -> pl.DataFrame:
    """
    Add `rank`, 1 for the summary that takes precedence, and `is_whole`, whether it lists everyone.

    Hands have neither.
    """
    listed = (1 + pl.col("re_entries").fill_null(0)).sum()
    summaries = (
        reports.filter(pl.col("source") == "summary")
        .group_by(*EVENT, "report")
        .agg(
            pl.col("is_finished").fill_null(value=False).all(),
            # A list of one player's tournaments does not have it.
            pl.col("is_finished").is_null().all().alias("is_list"),
            pl.col("is_out").sum().alias("out"),
            (pl.col("prize") > 0).sum().alias("paid"),
            pl.len().alias("players"),
            # Late registration goes on: the summary of a later entry counts more.
            pl.col("entries", "prize_pool").max().fill_null(-1),
            is_whole=pl.col("is_finished").first() & (listed >= pl.col("entries").first()),
        )
        .sort(
            *EVENT,
            *("is_finished", "is_list", "out", "paid", "players"),
            *("entries", "prize_pool", "report"),
            descending=[False, False, True, False, *([True] * 6)],
        )
        .select(*EVENT, "report", "is_whole", rank=pl.int_range(1, pl.len() + 1).over(EVENT))
        .with_columns(source=pl.lit("summary"))
    )
    return reports.join(summaries, on=[*EVENT, "source", "report"], how="left").sort(
        *EVENT, "rank", "report", "player", nulls_last=True
    )


def _events(reports: pl.DataFrame) -> pl.DataFrame:
    """The facts and the price of each tournament, one row each."""
    ruling = (
        reports.filter(pl.col("rank") == 1).group_by(EVENT).agg(pl.col(*FACTS, "is_whole").first())
    )
    hands = reports.filter(pl.col("source") == "hands")
    of_hands = hands.group_by(EVENT).agg(
        # A tournament of several games has no single game.
        pl.when(pl.col("game").n_unique() == 1).then(pl.col("game").first()).alias("hand_game"),
        pl.when(pl.col("betting").n_unique() == 1)
        .then(pl.col("betting").first())
        .alias("hand_betting"),
    )
    prices = (
        hands.group_by(*EVENT, *PRICE)
        .len()
        .sort(
            pl.col("buy_in").is_null(),
            # Only a hand with a prize may set the currency.
            pl.col("currency").is_null(),
            pl.col("len").cast(pl.Int64).neg(),
            *PRICE,
            nulls_last=True,
        )
        .unique(EVENT, keep="first", maintain_order=True)
        .select(*EVENT, pl.col(PRICE).name.prefix("hand_"))
    )
    events = (
        reports.select(EVENT)
        .unique()
        .join(ruling.with_columns(has_summary=pl.lit(value=True)), on=EVENT, how="left")
        .join(of_hands, on=EVENT, how="left")
        .join(prices, on=EVENT, how="left")
        .join(_most_printed(hands, "name"), on=EVENT, how="left")
        .join(_most_printed(hands, "speed"), on=EVENT, how="left")
        .with_columns(pl.col("has_summary").fill_null(value=False))
    )
    events = events.with_columns(
        pl.coalesce(name, f"hand_{name}").alias(name) for name in ("name", "speed")
    )
    return _priced(events).select(*EVENT, *FACTS, "is_whole")


def _most_printed(hands: pl.DataFrame, column: str) -> pl.DataFrame:
    """What most of the hands that print it say about each tournament, as `hand_` and the column."""
    return (
        hands.filter(pl.col(column).is_not_null())
        .group_by(*EVENT, column)
        .len()
        .sort(pl.col("len").cast(pl.Int64).neg(), column)
        .unique(EVENT, keep="first", maintain_order=True)
        .select(*EVENT, pl.col(column).alias(f"hand_{column}"))
    )


def _priced(events: pl.DataFrame) -> pl.DataFrame:
    """Set the price from the summary or, with all its parts, from the hands."""
    known = pl.col("has_summary")
    scale = pl.when(known).then("scale").otherwise("hand_scale")
    finer = _power(scale - pl.col("hand_scale"))
    of_hand = {name: pl.col(f"hand_{name}") * finer for name in ("buy_in", "fee", "bounty")}
    is_same = pl.col("currency") == pl.col("hand_currency")
    is_missing = pl.col("buy_in").is_null() & (pl.col("currency").is_null() | is_same)
    # Both print prize pool and bounty, the summary as their sum.
    is_split = (
        pl.col("bounty").is_null()
        & is_same
        & (of_hand["buy_in"] + of_hand["bounty"] == pl.col("buy_in"))
        & (of_hand["fee"] == pl.col("fee"))
    )
    takes = pl.col("hand_buy_in").is_not_null() & (~known | is_missing | is_split)
    takes = takes.fill_null(value=False) & finer.is_not_null()
    return events.with_columns(
        *(pl.when(takes).then(of_hand[name]).otherwise(name).alias(name) for name in of_hand),
        currency=pl.when(takes | ~known).then("hand_currency").otherwise("currency"),
        scale=scale,
        # A summary that names the betting but no game is of several games.
        game=pl.when(known & pl.col("betting").is_not_null())
        .then("game")
        .otherwise(pl.coalesce("game", "hand_game")),
        betting=pl.coalesce("betting", "hand_betting"),
    )


def _power(exponent: pl.Expr) -> pl.Expr:
    """10 to the power of an exponent from 0 to 8; null for other exponents."""
    powers = {power: 10**power for power in range(9)}
    return exponent.replace_strict(powers, default=None, return_dtype=pl.Int64)


def _from_summaries(reports: pl.DataFrame) -> pl.DataFrame:
    """What summaries report about each player, the best summary that saw them go out first."""
    has_purchases = _has_purchases()
    has_bounties = pl.col("bounties_won").is_not_null()
    return (
        _of_all_entries(reports.filter(pl.col("source") == "summary"))
        .sort("is_out", descending=True, maintain_order=True)
        .group_by(KEY, maintain_order=True)
        .agg(
            pl.col("is_out", "prize", "prize_text").first(),
            pl.col("finish_place").drop_nulls().first(),
            pl.col("currency", "scale").first().name.prefix("prize_"),
            pl.col("re_entries").max(),
            pl.col("places").max(),
            *(pl.col(name).filter(has_purchases).first() for name in PURCHASES),
            pl.col("currency").filter(has_purchases).first().alias("purchase_currency"),
            pl.col("bounties_won").filter(has_bounties).first(),
            pl.col("currency").filter(has_bounties).first().alias("bounty_currency"),
        )
    )


def _of_all_entries(summaries: pl.DataFrame) -> pl.DataFrame:
    """Merge summaries of one entry each to a row per player; `places` is the number of entries."""
    is_of_entry = (
        pl.col("finish_place").is_not_null()
        & ~pl.col("is_placeholder")
        & pl.col("re_entries").is_null().all().over(KEY)
    )
    summaries = summaries.with_columns(is_of_entry=is_of_entry)
    of_entry = [*KEY, "currency", "scale"]
    amounts = ["prize", "bounties_won", *PURCHASES]
    entries = (
        summaries.filter("is_of_entry")
        # The same entry may be reported twice.
        .unique([*of_entry, "finish_place"], keep="first", maintain_order=True)
        .group_by(of_entry, maintain_order=True)
        .agg(
            pl.col("finish_place").min(),
            pl.col("prize_text").drop_nulls().first(),
            *(_sum(name, pl.col(name).is_not_null()).alias(name) for name in amounts),
            pl.col("is_out", "re_entries").first(),
            places=pl.len().cast(pl.Int16),
        )
        .with_columns(pl.col("rebuys", "add_ons").clip(upper_bound=MOST).cast(pl.Int16))
    )
    return pl.concat([entries, summaries.filter(~pl.col("is_of_entry"))], how="diagonal")


def _from_hands(reports: pl.DataFrame) -> pl.DataFrame:
    """What all hands together report about each player."""
    out = pl.col("is_out")
    bought = pl.col("rebuys").is_not_null()
    of_currency = pl.col("currency", "scale").sort_by(
        pl.col("currency").is_null(), maintain_order=True
    )
    return (
        reports.filter(pl.col("source") == "hands")
        # A hand may also be reported under a placeholder: the same report counts once.
        .unique([*KEY, "report"], keep="first", maintain_order=True)
        .group_by(KEY)
        .agg(
            out.sum().cast(pl.Int16).alias("finishes"),
            pl.col("is_placeholder").any(),
            pl.col("report").str.starts_with(SEATED).all().alias("is_only_seated"),
            pl.col("finish_place").filter(out).min().alias("hands_place"),
            _sum("prize", out & pl.col("prize").is_not_null()).alias("hands_prize"),
            pl.col("prize_text").drop_nulls().sort().first().alias("hands_prize_text"),
            _sum("bounties_won", pl.col("bounties_won").is_not_null()).alias("hands_bounties_won"),
            _sum("rebuys", bought).cast(pl.Int16).alias("hands_rebuys"),
            _sum("add_ons", bought).cast(pl.Int16).alias("hands_add_ons"),
            pl.when(~(bought & pl.col("rebuys_paid").is_null()).any())
            .then(_sum("rebuys_paid", bought))
            .alias("hands_rebuys_paid"),
            of_currency.first().name.prefix("hands_"),
        )
    )


def _has_purchases() -> pl.Expr:
    """Whether rebuys and add-ons are known, or at least their total price."""
    return pl.col("rebuys").is_not_null() | pl.col("rebuys_paid").is_not_null()


def _sum(name: str, rows: pl.Expr) -> pl.Expr:
    """The sum over some rows; null if there are none."""
    return pl.when(rows.any()).then(pl.col(name).filter(rows).cast(pl.Int64).sum())


def _amounts_in_currency() -> list[pl.Expr]:
    """Amounts in the tournament's currency; null if they are in another one."""
    same = {
        "prize": "prize_currency",
        "rebuys_paid": "purchase_currency",
        "bounties_won": "bounty_currency",
    }
    finer = _power(pl.col("scale") - pl.col("hands_scale"))
    is_same = pl.col("hands_currency").eq_missing(pl.col("currency"))
    of_hands = ("hands_prize", "hands_rebuys_paid", "hands_bounties_won")
    return [
        *(
            pl.when(pl.col(currency).eq_missing(pl.col("currency"))).then(name).alias(name)
            for name, currency in same.items()
        ),
        *(pl.when(is_same).then(pl.col(name) * finer).alias(name) for name in of_hands),
    ]


def _results() -> list[pl.Expr]:
    """The player's own columns, from summaries and from hands."""
    again = pl.when(pl.col("is_placeholder")).then(0).otherwise(pl.col("finishes") - 1)
    again = again.clip(lower_bound=0).cast(pl.Int16)
    # Out after the summary was made: more finishes than re-entries at that time.
    went_out = ~pl.col("is_out") & (pl.col("finishes") > pl.col("re_entries").fill_null(0))
    uses_hands = (~pl.col("is_listed") | went_out).fill_null(value=False)
    fills_prize = (
        pl.col("prize_text").is_null()
        & (pl.col("finish_place") == pl.col("hands_place"))
        & (pl.col("finishes") == 1)
    ).fill_null(value=False)
    has_purchases = _has_purchases()
    # A list of one player's tournaments may have no places.
    listed_place = pl.coalesce("finish_place", pl.when("is_out").then("hands_place"))
    return [
        pl.when(uses_hands).then("hands_place").otherwise(listed_place).alias("finish_place"),
        pl.when(uses_hands)
        .then("hands_prize")
        .when(fills_prize)
        .then(pl.coalesce("prize", "hands_prize"))
        .otherwise("prize")
        .alias("prize"),
        pl.coalesce("bounties_won", "hands_bounties_won").alias("bounties_won"),
        *(
            pl.when(has_purchases).then(name).otherwise(f"hands_{name}").alias(name)
            for name in PURCHASES
        ),
        pl.when(pl.col("is_listed"))
        .then(pl.lit("summary"))
        .otherwise(pl.lit("hands"))
        .alias("source"),
        pl.coalesce("prize_text", "hands_prize_text").alias("prize_text"),
        pl.when(pl.col("is_finished") & pl.col("re_entries").is_not_null())
        .then("re_entries")
        .otherwise(pl.max_horizontal("re_entries", again, pl.col("places") - 1))
        .alias("re_entries"),
    ]
