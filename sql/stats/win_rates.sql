-- One row per player, game and stake: what they win in money, in big blinds (`bb_unit`; small bets in stud), and per
-- 100 hands with a 95 % interval (see margin_of_error). The showdown part sums the hands that the player took to a
-- showdown, the other part all others. The adjusted part counts an all-in at what it could be expected to pay (see
-- luck) where that is known, otherwise at its result, so that `net` is `net_adjusted`, `luck` and `all_in_side`, the
-- money of those hands that is not from the pots, such as a cash-out.
-- grain: (site, player, kind, currency, scale, game, is_hi_lo, betting, big_blind, small_bet, bb_unit)
-- reads: fct_seat_facts
create or replace view win_rates as
with

sums as (
    select
        site,
        player,
        kind,
        currency,
        scale,
        game,
        is_hi_lo,
        betting,
        big_blind,
        small_bet,
        bb_unit,
        count(*) as hands,
        count_true(is_flagged) as hands_flagged,
        count_true(went_to_showdown) as showdown_hands,
        cast(sum(net) as bigint) as net,
        cast(coalesce(sum(net * cast(went_to_showdown as tinyint)), 0) as bigint) as net_showdown,
        sum(net_bb) as net_bb,
        sum(net_bb * cast(went_to_showdown as tinyint)) as net_bb_showdown,
        count(net_bb) as net_bb_hands,
        per_100(net_bb) as bb_per_100,
        per_100_stderr(net_bb) as bb_per_100_stderr,
        count_true(is_all_in_runout) as all_in_hands,
        count_true(is_all_in_runout and ev_net is not null) as ev_known_hands,
        round(sum(net_adjusted), 3) as net_adjusted,
        coalesce(round(sum(luck), 3), 0) as luck,
        sum(net_bb_adjusted) as net_bb_adjusted,
        coalesce(sum(luck_bb), 0) as luck_bb,
        per_100(net_bb_adjusted) as ev_bb_per_100,
        per_100_stderr(net_bb_adjusted) as ev_bb_per_100_stderr
    from fct_seat_facts
    where not is_anonymous
    group by all
)

select
    site,
    player,
    kind,
    currency,
    scale,
    game,
    is_hi_lo,
    betting,
    big_blind,
    small_bet,
    bb_unit,
    hands,
    hands_flagged,
    showdown_hands,
    net,
    net_showdown,
    net - net_showdown as net_non_showdown,
    net_bb,
    net_bb_showdown,
    net_bb - net_bb_showdown as net_bb_non_showdown,
    net_bb_hands,
    bb_per_100,
    bb_per_100_stderr,
    bb_per_100 - margin_of_error(bb_per_100_stderr) as bb_per_100_low,
    bb_per_100 + margin_of_error(bb_per_100_stderr) as bb_per_100_high,
    all_in_hands,
    ev_known_hands,
    rate(ev_known_hands, all_in_hands) as ev_known_rate,
    net_adjusted,
    luck,
    cast(round(net - net_adjusted - luck) as bigint) as all_in_side,
    net_bb_adjusted,
    luck_bb,
    ev_bb_per_100,
    ev_bb_per_100_stderr,
    ev_bb_per_100 - margin_of_error(ev_bb_per_100_stderr) as ev_bb_per_100_low,
    ev_bb_per_100 + margin_of_error(ev_bb_per_100_stderr) as ev_bb_per_100_high
from sums;
