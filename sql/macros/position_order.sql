-- Rank of a position in the order of the deal at a full table, for sorting; the heads-up button comes last.
create or replace macro position_order(seat_position) as
    list_position(
        ['SB', 'BB', 'UTG', 'UTG+1', 'UTG+2', 'UTG+3', 'MP', 'MP+1', 'MP+2', 'HJ', 'CO', 'BTN', 'BTN/SB'],
        seat_position
    );
