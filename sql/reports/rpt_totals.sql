-- One row per player and kind of money: hands and winnings, with the 95 % intervals of win_rates. Amounts are in
-- units of the currency; in stud nothing is counted in big blinds. `starts_session` defines sessions.
-- grain: (site, player, kind, currency)    reads: fct_results
create or replace view rpt_totals as
with

results as (
    select
        site,
        player,
        kind,
        currency,
        scale,
        started_at,
        lag(started_at) over (
            partition by site, player, kind, currency
            order by started_at
        ) as previous_started_at,
        net,
        went_to_showdown,
        is_flagged,
        net_adjusted,
        luck,
        is_all_in_runout,
        is_all_in_runout and ev_net is not null as is_ev_known,
        case bb_unit when 'small_bet' then null else net_bb end as net_bb,
        case bb_unit when 'small_bet' then null else net_bb_adjusted end as net_bb_adjusted
    from fct_results
    where not is_anonymous
),

sums as (
    select
        site,
        player,
        kind,
        currency,
        coalesce(max(scale), 0) as scale,
        count(*) as hands,
        count_true(is_flagged) as hands_flagged,
        count_true(starts_session(started_at, previous_started_at)) as sessions,
        min(started_at) as first_at,
        max(started_at) as last_at,
        sum(money(net, scale)) as net,
        sum(case when went_to_showdown then money(net, scale) else 0 end) as net_showdown,
        sum(case when went_to_showdown then 0 else money(net, scale) end) as net_non_showdown,
        sum(net_bb) as net_bb,
        count(net_bb) as net_bb_hands,
        per_100(net_bb) as bb_per_100,
        per_100_stderr(net_bb) as bb_per_100_stderr,
        count_true(is_all_in_runout) as all_in_hands,
        count_true(is_ev_known) as ev_known_hands,
        sum(expected_money(net_adjusted, scale)) as net_adjusted,
        coalesce(sum(expected_money(luck, scale)), 0) as luck,
        per_100(net_bb_adjusted) as ev_bb_per_100,
        per_100_stderr(net_bb_adjusted) as ev_bb_per_100_stderr
    from results
    group by all
)

select
    site,
    player,
    kind,
    currency,
    scale,
    hands,
    hands_flagged,
    sessions,
    first_at,
    last_at,
    net,
    net_showdown,
    net_non_showdown,
    net_bb,
    net_bb_hands,
    bb_per_100,
    bb_per_100 - margin_of_error(bb_per_100_stderr) as bb_per_100_low,
    bb_per_100 + margin_of_error(bb_per_100_stderr) as bb_per_100_high,
    all_in_hands,
    ev_known_hands,
    net_adjusted,
    luck,
    ev_bb_per_100,
    ev_bb_per_100 - margin_of_error(ev_bb_per_100_stderr) as ev_bb_per_100_low,
    ev_bb_per_100 + margin_of_error(ev_bb_per_100_stderr) as ev_bb_per_100_high
from sums;
