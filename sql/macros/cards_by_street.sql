-- Number of cards dealt by the end of a street: on the board in a flop game, to one player in stud. Courchevel
-- turns up the first card of the flop before the betting. Null in draw games, in which players exchange cards.
create or replace macro cards_by_street(game, street) as
    case street
        when 'preflop' then case game when 'courchevel' then 1 else 0 end
        when 'flop' then 3
        when 'turn' then 4
        when 'river' then 5
        when 'second' then 2
        when 'third' then 3
        when 'fourth' then 4
        when 'fifth' then 5
        when 'sixth' then 6
        when 'seventh' then 7
    end;
