-- A view that has more than one row of its grain.
-- grain: (view_name)
-- reads: fct_actions, fct_hands, fct_results, fct_seats, fct_stack_steps, audit_summary,
--     category_frequencies, luck, player_stats, position_stats, starting_hands, win_rates,
--     rpt_all_ins, rpt_heroes, rpt_result_line, rpt_stakes_by_position
with

copies_of_views as (
    select
        'fct_actions' as view_name,
        count(*) - count(distinct row(site, hand_id, action_no)) as copies
    from fct_actions
    union all
    select
        'fct_hands' as view_name,
        count(*) - count(distinct row(site, hand_id)) as copies
    from fct_hands
    union all
    select
        'fct_results' as view_name,
        count(*) - count(distinct row(site, hand_id, seat)) as copies
    from fct_results
    union all
    select
        'fct_seats' as view_name,
        count(*) - count(distinct row(site, hand_id, seat)) as copies
    from fct_seats
    union all
    select
        'fct_stack_steps' as view_name,
        count(*) - count(distinct row(site, hand_id, seat)) as copies
    from fct_stack_steps
    union all
    select
        'audit_summary' as view_name,
        count(*) - count(distinct row(site, kind, currency, scale, game, is_hi_lo, betting, verdict)) as copies
    from audit_summary
    union all
    select
        'category_frequencies' as view_name,
        count(*) - count(distinct row(site, game, category)) as copies
    from category_frequencies
    union all
    select
        'luck' as view_name,
        count(*) - count(
            distinct row(
                site, player, kind, currency, game_family, betting, started_month, allin_street
            )
        ) as copies
    from luck
    union all
    select
        'player_stats' as view_name,
        count(*) - count(distinct row(site, player, kind, currency, game_family, betting)) as copies
    from player_stats
    union all
    select
        'position_stats' as view_name,
        count(*) - count(distinct row(site, player, kind, currency, game_family, betting, position)) as copies
    from position_stats
    union all
    select
        'starting_hands' as view_name,
        count(*) - count(
            distinct row(
                site, player, kind, currency, game, betting, cards_source, starting_hand
            )
        ) as copies
    from starting_hands
    union all
    select
        'win_rates' as view_name,
        count(*) - count(
            distinct row(
                site, player, kind, currency, scale, game, is_hi_lo, betting, big_blind, small_bet, bb_unit
            )
        ) as copies
    from win_rates
    union all
    select
        'rpt_all_ins' as view_name,
        count(*) - count(distinct row(site, hand_id, seat)) as copies
    from rpt_all_ins
    union all
    select
        'rpt_heroes' as view_name,
        count(*) - count(distinct row(site, player)) as copies
    from rpt_heroes
    union all
    select
        'rpt_result_line' as view_name,
        count(*) - count(distinct row(site, player, kind, currency, hand_id)) as copies
    from rpt_result_line
    union all
    select
        'rpt_stakes_by_position' as view_name,
        count(*) - count(
            distinct row(
                site, player, kind, currency, scale, game, is_hi_lo, betting, big_blind, position
            )
        ) as copies
    from rpt_stakes_by_position
)

select
    view_name,
    copies
from copies_of_views
where copies <> 0;
