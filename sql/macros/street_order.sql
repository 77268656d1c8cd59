-- Rank of a street in the order of its game, for sorting: 0 is the first betting round, but -1 in five-card stud, which
-- starts with the second street.
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
