-- The table of a hand, as sessions count tables. A fast-fold pool deals every hand at another table and counts as one;
-- pools differ in game, stake and seats, but one of a tournament has all its levels.
create or replace macro table_or_pool(is_fast_fold, table_name, kind, game, is_hi_lo, betting, bb_size, max_seats) as
    case
        when not coalesce(is_fast_fold, false) then table_name
        when kind = 'tournament' then 'fast fold'
        else concat_ws(' ', 'fast fold', game, case when is_hi_lo then 'hi-lo' end, betting, bb_size, max_seats)
    end;
