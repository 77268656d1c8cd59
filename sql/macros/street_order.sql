-- Place of a street in the order of its game, to sort by: 0 is the first betting round. Of five-card stud, whose
-- streets are the second to the fifth, it is one less than the round.
create or replace macro street_order(street) as
    case street
        when 'preflop' then 0
        when 'flop' then 1
        when 'turn' then 2
        when 'river' then 3
        when 'second' then -1
        when 'third' then 0
        when 'fourth' then 1
        when 'fifth' then 2
        when 'sixth' then 3
        when 'seventh' then 4
        when 'predraw' then 0
        when 'draw1' then 1
        when 'draw2' then 2
        when 'draw3' then 3
    end;
