-- One row per seat dealt into a counted hand: what it is grouped and filtered by, its money, and the chance and the act
-- of every statistic of `statistics.toml`. Everything is read from the table `seats` alone, so that questions over
-- millions of hands are answered without a join. `player` is the person, `screen_name` the name as printed: see aliases
-- in sql/README.md.
-- grain: (site, hand_id, seat)    reads: stg_seats
create or replace view fct_seat_facts as
select
    site,
    hand_id,
    seat,
    person(site, player) as player,
    player as screen_name,
    coalesce(is_anonymous, false) as is_anonymous,
    coalesce(is_hero, false) as is_hero,
    started_at,
    kind,
    currency,
    scale,
    game,
    game_family,
    is_hi_lo,
    betting,
    big_blind,
    small_bet,
    bb_unit,
    case bb_unit when 'small_bet' then small_bet else big_blind end as bb_size,
    n_players,
    position,
    is_flagged,
    starting_stack,
    net,
    net_bb,
    side,
    ev_net,
    ev_method,
    -- As in fct_results.
    coalesce(ev_net, net) as net_adjusted,
    case when ev_net is null then net_bb else ev_net / nullif(bb_size, 0) end as net_bb_adjusted,
    net - coalesce(side, 0) - ev_net as luck,
    luck / nullif(bb_size, 0) as luck_bb,
    hole_cards,
    cards_source,
    allin_street,
    is_all_in_runout,
    coalesce(saw_flop, false) as saw_flop,
    coalesce(went_to_showdown, false) as went_to_showdown,
    coalesce(won_at_showdown, false) as won_at_showdown,
    columns('_(chance|chances|made)$')
from stg_seats
where is_counted;
