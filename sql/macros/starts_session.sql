-- Whether a player's hand begins a session: their first, or one more than 30 minutes after the start of the one before.
-- A hand without a known start is in no session.
create or replace macro starts_session(started_at, previous_started_at) as
    started_at is not null
    and (previous_started_at is null or started_at - previous_started_at > interval 30 minutes);
