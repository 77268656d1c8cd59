-- One row per point of a chart of rpt_result_line. A line is divided into 400 intervals; the last, the highest and the
-- lowest hand of each are kept, so no peak is lost, and a line of up to 400 hands is complete. Heights are
-- compared in big blinds for tournaments, whose chips have no value of their own, and in money for everything else.
-- Amounts in big blinds are null if no hand of the line has a known big blind; tournaments are then compared in chips.
-- grain: (site, player, kind, currency, hand_no)    reads: rpt_result_line
create or replace view rpt_result_points as
with

hands_in_order as (
    select
        site,
        player,
        kind,
        currency,
        coalesce(max(scale) over line, 0) as scale,
        hand_no,
        started_at,
        won,
        won_showdown,
        won_non_showdown,
        won_adjusted,
        count(won_bb) over line > 0 as is_bb_known,
        case when is_bb_known then coalesce(won_bb, 0) end as won_bb,
        case when is_bb_known then coalesce(won_bb_showdown, 0) end as won_bb_showdown,
        case when is_bb_known then coalesce(won_bb_non_showdown, 0) end as won_bb_non_showdown,
        case when is_bb_known then coalesce(won_bb_adjusted, 0) end as won_bb_adjusted,
        ev_known_hands,
        case when kind in ('cash', 'play', 'club') or not is_bb_known then won else coalesce(won_bb, 0) end as height,
        hand_no * 400 // count(*) over line as stretch
    from rpt_result_line
    window line as (partition by site, player, kind, currency)
),

-- Of hands with equal height the first is kept. Window ranks are used instead of `arg_max(hand_no, height) over`, which
-- is slow if every interval has a single hand, and which Ctrl-C does not interrupt.
ranked as (
    select
        *,
        row_number() over (
            partition by site, player, kind, currency, stretch
            order by hand_no desc
        ) as place_from_last,
        row_number() over (
            partition by site, player, kind, currency, stretch
            order by height desc, hand_no asc
        ) as place_from_best,
        row_number() over (
            partition by site, player, kind, currency, stretch
            order by height, hand_no
        ) as place_from_worst
    from hands_in_order
)

select
    site,
    player,
    kind,
    currency,
    scale,
    hand_no,
    started_at,
    won,
    won_showdown,
    won_non_showdown,
    won_adjusted,
    round(won_bb, 2) as won_bb,
    round(won_bb_showdown, 2) as won_bb_showdown,
    round(won_bb_non_showdown, 2) as won_bb_non_showdown,
    round(won_bb_adjusted, 2) as won_bb_adjusted,
    ev_known_hands
from ranked
where 1 in (place_from_last, place_from_best, place_from_worst);
