-- How many cards a player of the game has when all have been dealt, hole cards and board together.
create or replace macro full_card_count(game) as
    case game
        when 'badugi' then 4
        when 'five_card_draw' then 5
        when 'single_draw_27' then 5
        when 'triple_draw_27' then 5
        when 'omaha' then 9
        when 'omaha5' then 10
        when 'courchevel' then 10
        when 'omaha6' then 11
        else 7
    end;
