-- The thirty players with whom `player` shared most hands: how they play in these hands, what they won, and, from
-- the view opponents, what passed between the two in big blinds (an estimate), and what `player` won heads-up. Stud,
-- which has no big blinds, does not count in them nor in bb/100; if every hand was stud, they are null.
-- grain: (site, kind, currency, opponent)    reads: fct_seat_facts, opponents
with

met as (
    select
        site,
        kind,
        currency,
        opponent,
        cast(sum(hands) as bigint) as hands,
        cast(sum(heads_up_hands) as bigint) as heads_up_hands,
        sum(case bb_unit when 'small_bet' then null else exchanged_bb end) as exchanged_bb,
        sum(case bb_unit when 'small_bet' then null else heads_up_net_bb end) as heads_up_net_bb
    from opponents
    where player = getvariable('player')
    group by all
    order by hands desc, opponent, site, kind, currency
    limit 30
),

mine as (
    select
        site,
        hand_id,
        scale
    from fct_seat_facts
    where player = getvariable('player')
),

styles as (
    select
        theirs.site,
        theirs.kind,
        theirs.currency,
        theirs.player as opponent,
        coalesce(max(mine.scale), 0) as scale,
        sum(money(theirs.net, mine.scale)) as net,
        per_100(case theirs.bb_unit when 'small_bet' then null else theirs.net_bb end) as bb_per_100,
        per_100_stderr(case theirs.bb_unit when 'small_bet' then null else theirs.net_bb end) as bb_per_100_stderr,
        count_true(theirs.vpip_made) as vpip_made,
        count_true(theirs.vpip_chance) as vpip_chances,
        count_true(theirs.pfr_made) as pfr_made,
        count_true(theirs.pfr_chance) as pfr_chances,
        count_true(theirs.three_bet_made) as three_bet_made,
        count_true(theirs.three_bet_chance) as three_bet_chances,
        count_true(theirs.wtsd_made) as wtsd_made,
        count_true(theirs.wtsd_chance) as wtsd_chances
    from mine
    inner join fct_seat_facts as theirs
        on
            mine.site = theirs.site
            and mine.hand_id = theirs.hand_id
    where theirs.player in (select met.opponent from met)
    group by
        theirs.site,
        theirs.kind,
        theirs.currency,
        theirs.player
)

select
    met.site,
    met.kind,
    met.currency,
    styles.scale,
    met.opponent,
    met.hands,
    styles.net,
    styles.bb_per_100,
    styles.bb_per_100 - margin_of_error(styles.bb_per_100_stderr) as bb_per_100_low,
    styles.bb_per_100 + margin_of_error(styles.bb_per_100_stderr) as bb_per_100_high,
    styles.vpip_made,
    styles.vpip_chances,
    rate(styles.vpip_made, styles.vpip_chances) as vpip,
    styles.pfr_made,
    styles.pfr_chances,
    rate(styles.pfr_made, styles.pfr_chances) as pfr,
    styles.three_bet_made,
    styles.three_bet_chances,
    rate(styles.three_bet_made, styles.three_bet_chances) as three_bet,
    styles.wtsd_made,
    styles.wtsd_chances,
    rate(styles.wtsd_made, styles.wtsd_chances) as wtsd,
    met.exchanged_bb,
    met.heads_up_hands,
    met.heads_up_net_bb
from met
inner join styles
    on
        met.site = styles.site
        and met.kind is not distinct from styles.kind
        and met.currency is not distinct from styles.currency
        and met.opponent = styles.opponent
order by met.hands desc, met.opponent, met.site, met.kind, met.currency;
