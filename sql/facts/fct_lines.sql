-- One row per seat with a decision in a counted hand, and its line: `X` check, `B` bet, `C` call, `R` raise, `F` fold,
-- street by street, as in `RC/B/XF`. A street has up to four acts, and `+` for more. A street on which the
-- seat did not have to decide is empty; streets after its last decision are left out. A bet on a first street without
-- blinds is a raise. Hands read by a parser before version 8 have no lines.
-- grain: (site, hand_id, seat)    reads: stg_actions, stg_seats
create or replace view fct_lines as
with

-- One decimal digit per act, summed at its position: aggregates of integers can spill to disk, ordered ones cannot.
digits as (
    select
        site,
        hand_id,
        seat,
        player,
        street_no,
        case
            when length(line) > 3 then 0
            else
                cast(power(10, length(line)) as integer)
                * case kind
                    when 'check' then 1
                    when 'bet' then case when street_no = 0 then 4 else 2 end
                    -- A call of nothing is a check; parser versions up to 2 stored it as a call.
                    when 'call' then case when amount = 0 then 1 else 3 end
                    when 'raise' then 4
                    when 'fold' then 5
                end
        end as digit,
        case when length(line) > 3 then 60000 else 0 end as more
    from stg_actions
    where
        is_decision(kind)
        and line is not null
),

numbers as (
    select
        site,
        hand_id,
        seat,
        player,
        max(street_no) as last_street_no,
        sum(case when street_no = 0 then digit else 0 end)
        + max(case when street_no = 0 then more else 0 end) as street_0,
        sum(case when street_no = 1 then digit else 0 end)
        + max(case when street_no = 1 then more else 0 end) as street_1,
        sum(case when street_no = 2 then digit else 0 end)
        + max(case when street_no = 2 then more else 0 end) as street_2,
        sum(case when street_no = 3 then digit else 0 end)
        + max(case when street_no = 3 then more else 0 end) as street_3,
        sum(case when street_no = 4 then digit else 0 end)
        + max(case when street_no = 4 then more else 0 end) as street_4
    from digits
    group by all
),

lines as (
    select
        site,
        hand_id,
        seat,
        player as screen_name,
        array_to_string(
            list_slice(
                list_transform(
                    [street_0, street_1, street_2, street_3, street_4],
                    lambda number: translate(reverse(cast(number as varchar)), '1234560', 'XBCRF+')
                ),
                1,
                last_street_no + 1
            ),
            '/'
        ) as hand_line
    from numbers
)

select
    lines.site,
    lines.hand_id,
    lines.seat,
    lines.screen_name,
    lines.hand_line
from lines
inner join stg_seats as seats
    on
        lines.site = seats.site
        and lines.hand_id = seats.hand_id
        and lines.seat = seats.seat
where seats.is_counted;
