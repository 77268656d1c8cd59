-- One row per view that has more than one row of its grain.
-- grain: (view_name)
-- reads: fct_actions, fct_all_seats, fct_hands, fct_lines, fct_named_seats, fct_rake, fct_results,
--     fct_seat_facts, fct_seats, fct_session_hands, fct_session_hero_hands, fct_sizes, fct_stack_steps,
--     fct_tournaments, audit_summary, bet_sizes, biggest_pots, category_frequencies, luck, opponents, player_stats,
--     position_stats, possible_copies, rake_shares, raising_ranges, sessions, starting_hands, swings,
--     tournament_results, win_rates, rpt_all_ins, rpt_files, rpt_heroes, rpt_names, rpt_players, rpt_reject_codes,
--     rpt_result_line, rpt_result_points, rpt_stakes, rpt_stakes_by_position, rpt_table_positions, rpt_table_stats,
--     rpt_table_totals, rpt_totals, rpt_tournament_games, rpt_unrecognised_files, rpt_verdicts
with

repeated as (
    select
        'fct_actions' as view_name,
        count(*) - 1 as copies
    from fct_actions
    group by
        site,
        hand_id,
        action_no
    having count(*) > 1
    union all
    select
        'fct_all_seats' as view_name,
        count(*) - 1 as copies
    from fct_all_seats
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_hands' as view_name,
        count(*) - 1 as copies
    from fct_hands
    group by
        site,
        hand_id
    having count(*) > 1
    union all
    select
        'fct_lines' as view_name,
        count(*) - 1 as copies
    from fct_lines
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_named_seats' as view_name,
        count(*) - 1 as copies
    from fct_named_seats
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_rake' as view_name,
        count(*) - 1 as copies
    from fct_rake
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_results' as view_name,
        count(*) - 1 as copies
    from fct_results
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_seat_facts' as view_name,
        count(*) - 1 as copies
    from fct_seat_facts
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_seats' as view_name,
        count(*) - 1 as copies
    from fct_seats
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_session_hands' as view_name,
        count(*) - 1 as copies
    from fct_session_hands
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_session_hero_hands' as view_name,
        count(*) - 1 as copies
    from fct_session_hero_hands
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_sizes' as view_name,
        count(*) - 1 as copies
    from fct_sizes
    group by
        site,
        hand_id,
        action_no
    having count(*) > 1
    union all
    select
        'fct_stack_steps' as view_name,
        count(*) - 1 as copies
    from fct_stack_steps
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'fct_tournaments' as view_name,
        count(*) - 1 as copies
    from fct_tournaments
    group by
        site,
        tournament_id,
        player
    having count(*) > 1
    union all
    select
        'audit_summary' as view_name,
        count(*) - 1 as copies
    from audit_summary
    group by
        site,
        kind,
        currency,
        scale,
        game,
        is_hi_lo,
        betting,
        verdict
    having count(*) > 1
    union all
    select
        'bet_sizes' as view_name,
        count(*) - 1 as copies
    from bet_sizes
    group by
        site,
        player,
        kind,
        currency,
        game_family,
        betting,
        position,
        street,
        act
    having count(*) > 1
    union all
    select
        'biggest_pots' as view_name,
        count(*) - 1 as copies
    from biggest_pots
    group by
        site,
        player,
        kind,
        currency,
        bb_unit,
        outcome,
        place
    having count(*) > 1
    union all
    select
        'category_frequencies' as view_name,
        count(*) - 1 as copies
    from category_frequencies
    group by
        site,
        game,
        category
    having count(*) > 1
    union all
    select
        'luck' as view_name,
        count(*) - 1 as copies
    from luck
    group by
        site,
        player,
        kind,
        currency,
        game_family,
        betting,
        started_month,
        allin_street
    having count(*) > 1
    union all
    select
        'opponents' as view_name,
        count(*) - 1 as copies
    from opponents
    group by
        site,
        player,
        opponent,
        kind,
        currency,
        game_family,
        betting,
        bb_unit
    having count(*) > 1
    union all
    select
        'player_stats' as view_name,
        count(*) - 1 as copies
    from player_stats
    group by
        site,
        player,
        kind,
        currency,
        game_family,
        betting
    having count(*) > 1
    union all
    select
        'position_stats' as view_name,
        count(*) - 1 as copies
    from position_stats
    group by
        site,
        player,
        kind,
        currency,
        game_family,
        betting,
        position
    having count(*) > 1
    union all
    select
        'possible_copies' as view_name,
        count(*) - 1 as copies
    from possible_copies
    group by
        site,
        hand_id
    having count(*) > 1
    union all
    select
        'rake_shares' as view_name,
        count(*) - 1 as copies
    from rake_shares
    group by
        site,
        player,
        kind,
        currency,
        game_family,
        betting
    having count(*) > 1
    union all
    select
        'raising_ranges' as view_name,
        count(*) - 1 as copies
    from raising_ranges
    group by
        site,
        player,
        kind,
        currency,
        game_family,
        betting
    having count(*) > 1
    union all
    select
        'sessions' as view_name,
        count(*) - 1 as copies
    from sessions
    group by
        site,
        player,
        kind,
        currency,
        session_no
    having count(*) > 1
    union all
    select
        'starting_hands' as view_name,
        count(*) - 1 as copies
    from starting_hands
    group by
        site,
        player,
        kind,
        currency,
        game,
        betting,
        cards_source,
        starting_hand
    having count(*) > 1
    union all
    select
        'swings' as view_name,
        count(*) - 1 as copies
    from swings
    group by
        site,
        player,
        kind,
        currency,
        bb_unit,
        direction,
        swing_no
    having count(*) > 1
    union all
    select
        'tournament_results' as view_name,
        count(*) - 1 as copies
    from tournament_results
    group by
        site,
        tournament_id,
        player
    having count(*) > 1
    union all
    select
        'win_rates' as view_name,
        count(*) - 1 as copies
    from win_rates
    group by
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
        bb_unit
    having count(*) > 1
    union all
    select
        'rpt_all_ins' as view_name,
        count(*) - 1 as copies
    from rpt_all_ins
    group by
        site,
        hand_id,
        seat
    having count(*) > 1
    union all
    select
        'rpt_files' as view_name,
        count(*) - 1 as copies
    from rpt_files
    group by file_digest
    having count(*) > 1
    union all
    select
        'rpt_heroes' as view_name,
        count(*) - 1 as copies
    from rpt_heroes
    group by
        site,
        player
    having count(*) > 1
    union all
    select
        'rpt_names' as view_name,
        count(*) - 1 as copies
    from rpt_names
    group by
        site,
        player
    having count(*) > 1
    union all
    select
        'rpt_players' as view_name,
        count(*) - 1 as copies
    from rpt_players
    group by
        site,
        kind,
        currency,
        player
    having count(*) > 1
    union all
    select
        'rpt_reject_codes' as view_name,
        count(*) - 1 as copies
    from rpt_reject_codes
    group by code
    having count(*) > 1
    union all
    select
        'rpt_result_line' as view_name,
        count(*) - 1 as copies
    from rpt_result_line
    group by
        site,
        player,
        kind,
        currency,
        hand_id
    having count(*) > 1
    union all
    select
        'rpt_result_points' as view_name,
        count(*) - 1 as copies
    from rpt_result_points
    group by
        site,
        player,
        kind,
        currency,
        hand_no
    having count(*) > 1
    union all
    select
        'rpt_stakes' as view_name,
        count(*) - 1 as copies
    from rpt_stakes
    group by
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
        bb_unit
    having count(*) > 1
    union all
    select
        'rpt_stakes_by_position' as view_name,
        count(*) - 1 as copies
    from rpt_stakes_by_position
    group by
        site,
        player,
        kind,
        currency,
        scale,
        game,
        is_hi_lo,
        betting,
        big_blind,
        position
    having count(*) > 1
    union all
    select
        'rpt_table_positions' as view_name,
        count(*) - 1 as copies
    from rpt_table_positions
    group by
        site,
        kind,
        currency,
        game,
        is_hi_lo,
        betting,
        big_blind,
        small_bet,
        bb_unit,
        position
    having count(*) > 1
    union all
    select
        'rpt_table_stats' as view_name,
        count(*) - 1 as copies
    from rpt_table_stats
    group by
        site,
        kind,
        currency,
        game_family,
        betting
    having count(*) > 1
    union all
    select
        'rpt_table_totals' as view_name,
        count(*) - 1 as copies
    from rpt_table_totals
    group by
        site,
        kind,
        currency
    having count(*) > 1
    union all
    select
        'rpt_totals' as view_name,
        count(*) - 1 as copies
    from rpt_totals
    group by
        site,
        player,
        kind,
        currency
    having count(*) > 1
    union all
    select
        'rpt_tournament_games' as view_name,
        count(*) - 1 as copies
    from rpt_tournament_games
    group by
        site,
        player,
        kind,
        currency,
        game,
        is_hi_lo,
        betting,
        bb_unit,
        position
    having count(*) > 1
    union all
    select
        'rpt_unrecognised_files' as view_name,
        count(*) - 1 as copies
    from rpt_unrecognised_files
    group by
        path,
        member
    having count(*) > 1
    union all
    select
        'rpt_verdicts' as view_name,
        count(*) - 1 as copies
    from rpt_verdicts
    group by verdict
    having count(*) > 1
)

select
    view_name,
    cast(sum(copies) as bigint) as copies
from repeated
group by view_name;
