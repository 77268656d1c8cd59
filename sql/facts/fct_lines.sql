-- One row per seat with a decision in a counted hand, and its line: `X` check, `B` bet, `C` call, `R` raise, `F` fold,
-- street by street, as in `RC/B/XF`. A street on which the seat did not have to decide is empty; streets after its last
-- decision are left out. A bet of a first street without blinds is a raise.
-- grain: (site, hand_id, seat)    reads: stg_actions, stg_seats
create or replace view fct_lines as
with

letters as (
    select
        site,
        hand_id,
        seat,
        player,
        street_no,
        string_agg(
            case kind
                when 'check' then 'X'
                when 'bet' then case when street_no = 0 then 'R' else 'B' end
                -- A call of nothing is a check; parser 2 and older stored it as a call.
                when 'call' then case when amount = 0 then 'X' else 'C' end
                when 'raise' then 'R'
                when 'fold' then 'F'
            end,
            '' order by action_no
        ) as street_line
    from stg_actions
    where is_decision(kind)
    group by all
),

lines as (
    select
        site,
        hand_id,
        seat,
        player,
        max(street_no) as last_street_no,
        coalesce(max(case when street_no = 0 then street_line end), '') as preflop,
        coalesce(max(case when street_no = 1 then street_line end), '') as flop,
        coalesce(max(case when street_no = 2 then street_line end), '') as turn,
        coalesce(max(case when street_no = 3 then street_line end), '') as river,
        coalesce(max(case when street_no = 4 then street_line end), '') as seventh
    from letters
    group by all
)

select
    lines.site,
    lines.hand_id,
    lines.seat,
    lines.player as screen_name,
    array_to_string(
        list_slice(
            [lines.preflop, lines.flop, lines.turn, lines.river, lines.seventh],
            1,
            lines.last_street_no + 1
        ),
        '/'
    ) as hand_line
from lines
inner join stg_seats as seats
    on
        lines.site = seats.site
        and lines.hand_id = seats.hand_id
        and lines.seat = seats.seat
where seats.is_counted;
