-- Whether a player's hand begins a session: their first, or one more than 30 minutes after the start of the one before.
-- A hand without a known start is in no session. `set variable session_gap = 45` asks for another number of minutes.
create or replace macro starts_session(started_at, previous_started_at) as
    started_at is not null
    and (
        previous_started_at is null
        or started_at - previous_started_at > to_minutes(cast(coalesce(getvariable('session_gap'), 30) as bigint))
    );
