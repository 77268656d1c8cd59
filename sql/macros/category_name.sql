-- The name of a category: what the best five cards are; in badugi, Badacey and Badeucy, how many cards play.
create or replace macro category_name(game, category) as
    case
        when game in ('badugi', 'badacey', 'badeucy') then 'badugi_' || category
        else [
            'high_card', 'pair', 'two_pair', 'trips', 'straight', 'flush', 'full_house', 'quads', 'straight_flush'
        ][category + 1]
    end;
