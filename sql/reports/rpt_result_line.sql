-- One row per player and hand in the order of play, with the player's winnings so far: in total, in hands taken to a
-- showdown, and in the others. `won` is in units of the currency, `won_bb` in big blinds. The adjusted line counts an
-- all-in at its expected value if all cards needed are known: `ev_known_hands` of them so far. Hands
-- without a known start come last, by their number.
-- grain: (site, player, kind, currency, hand_id)    reads: fct_results
create or replace view rpt_result_line as
with

results as (
    select
        site,
        player,
        kind,
        currency,
        hand_id,
        started_at,
        scale,
        money(net, scale) as net,
        net_bb,
        expected_money(net_adjusted, scale) as net_adjusted,
        net_bb_adjusted,
        cast(is_all_in_runout and ev_net is not null as tinyint) as is_ev_known,
        cast(went_to_showdown as tinyint) as is_showdown
    from fct_results
    where not is_anonymous
)

select
    site,
    player,
    kind,
    currency,
    row_number() over hands_in_order as hand_no,
    hand_id,
    started_at,
    scale,
    net,
    net_bb,
    net_adjusted,
    net_bb_adjusted,
    is_ev_known = 1 as is_ev_known,
    is_showdown = 1 as went_to_showdown,
    sum(net) over hands_in_order as won,
    sum(net * is_showdown) over hands_in_order as won_showdown,
    sum(net * (1 - is_showdown)) over hands_in_order as won_non_showdown,
    sum(net_bb) over hands_in_order as won_bb,
    sum(net_bb * is_showdown) over hands_in_order as won_bb_showdown,
    sum(net_bb * (1 - is_showdown)) over hands_in_order as won_bb_non_showdown,
    sum(net_adjusted) over hands_in_order as won_adjusted,
    sum(net_bb_adjusted) over hands_in_order as won_bb_adjusted,
    cast(sum(is_ev_known) over hands_in_order as bigint) as ev_known_hands
from results
window
    hands_in_order as (
        partition by site, player, kind, currency
        order by started_at nulls last, length(split_part(hand_id, '~', 1)), hand_id
        rows between unbounded preceding and current row
    );
