-- Whether a hand begins a player's session: it is their first, or starts more than 30 minutes after the previous one.
-- A hand without a known start is in no session. `set variable session_gap = 45` sets another number of minutes.
create or replace macro starts_session(started_at, previous_started_at) as
    started_at is not null
    and (
        previous_started_at is null
        or started_at - previous_started_at > to_minutes(cast(coalesce(getvariable('session_gap'), 30) as bigint))
    );
