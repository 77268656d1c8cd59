-- Number of cards that a player of the game has when all have been dealt, hole cards and board together.
create or replace macro full_card_count(game) as
    case
        when game = 'badugi' then 4
        when game in ('five_card_draw', 'five_card_stud', 'badacey', 'badeucy') then 5
        when game in ('single_draw_27', 'triple_draw_27', 'single_draw_a5', 'triple_draw_a5') then 5
        when game = 'omaha' then 9
        when game in ('omaha5', 'courchevel') then 10
        when starts_with(game, 'drawmaha') then 10
        when game = 'omaha6' then 11
        else 7
    end;
