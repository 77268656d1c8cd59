-- The thirty players whom `player` met most: how they play in the hands that they shared, what they won there, and what
-- `player` won in the hands in which both saw the flop.
-- grain: (site, kind, currency, opponent)    reads: fct_seat_facts
with

mine as (
    select
        site,
        hand_id,
        kind,
        currency,
        scale,
        net,
        saw_flop
    from fct_seat_facts
    where player = getvariable('player')
),

sums as (
    select
        mine.site,
        mine.kind,
        mine.currency,
        coalesce(max(mine.scale), 0) as scale,
        theirs.player as opponent,
        count(*) as hands,
        sum(money(theirs.net, mine.scale)) as net,
        per_100(theirs.net_bb) as bb_per_100,
        per_100_stderr(theirs.net_bb) as bb_per_100_stderr,
        count_true(theirs.vpip_made) as vpip_made,
        count_true(theirs.vpip_chance) as vpip_chances,
        count_true(theirs.pfr_made) as pfr_made,
        count_true(theirs.pfr_chance) as pfr_chances,
        count_true(theirs.three_bet_made) as three_bet_made,
        count_true(theirs.three_bet_chance) as three_bet_chances,
        count_true(theirs.wtsd_made) as wtsd_made,
        count_true(theirs.wtsd_chance) as wtsd_chances,
        count_true(mine.saw_flop and theirs.saw_flop) as flops,
        sum(case when mine.saw_flop and theirs.saw_flop then money(mine.net, mine.scale) else 0 end) as my_net
    from mine
    inner join fct_seat_facts as theirs
        on
            mine.site = theirs.site
            and mine.hand_id = theirs.hand_id
            and theirs.player <> getvariable('player')
    where not theirs.is_anonymous
    group by
        mine.site,
        mine.kind,
        mine.currency,
        theirs.player
)

select
    site,
    kind,
    currency,
    scale,
    opponent,
    hands,
    net,
    bb_per_100,
    bb_per_100 - margin_of_error(bb_per_100_stderr) as bb_per_100_low,
    bb_per_100 + margin_of_error(bb_per_100_stderr) as bb_per_100_high,
    vpip_made,
    vpip_chances,
    rate(vpip_made, vpip_chances) as vpip,
    pfr_made,
    pfr_chances,
    rate(pfr_made, pfr_chances) as pfr,
    three_bet_made,
    three_bet_chances,
    rate(three_bet_made, three_bet_chances) as three_bet,
    wtsd_made,
    wtsd_chances,
    rate(wtsd_made, wtsd_chances) as wtsd,
    flops,
    my_net
from sums
order by hands desc, opponent, site, kind, currency
limit 30;
