-- A hand of a player in the order of play, with what he has won up to it: in all, in hands that he took to a
-- showdown, and in the others. `won` is in units of the currency, `won_bb` in big blinds.
-- Hands without a known start come last, by their number.
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
        money(net, scale) as net,
        net_bb,
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
    net,
    net_bb,
    is_showdown = 1 as went_to_showdown,
    sum(net) over hands_in_order as won,
    sum(net * is_showdown) over hands_in_order as won_showdown,
    sum(net * (1 - is_showdown)) over hands_in_order as won_non_showdown,
    sum(net_bb) over hands_in_order as won_bb,
    sum(net_bb * is_showdown) over hands_in_order as won_bb_showdown,
    sum(net_bb * (1 - is_showdown)) over hands_in_order as won_bb_non_showdown
from results
window
    hands_in_order as (
        partition by site, player, kind, currency
        order by started_at nulls last, length(split_part(hand_id, '~', 1)), hand_id
        rows between unbounded preceding and current row
    );
