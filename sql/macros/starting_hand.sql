-- The class of two hole cards in any order: `AA`, `AKs` (suited), `AKo` (offsuit). Null unless two
-- different cards are known.
create or replace macro starting_hand(hole_cards) as
    case
        when not regexp_full_match(hole_cards, '([2-9TJQKA][cdhs] ?){2}') then null
        when hole_cards[:2] = right(rtrim(hole_cards), 2) then null
        when hole_cards[1] = left(replace(hole_cards, ' ', ''), 3)[3] then hole_cards[1] || hole_cards[1]
        when strpos('AKQJT98765432', hole_cards[1]) < strpos('AKQJT98765432', left(replace(hole_cards, ' ', ''), 3)[3])
            then hole_cards[1] || left(replace(hole_cards, ' ', ''), 3)[3]
        else left(replace(hole_cards, ' ', ''), 3)[3] || hole_cards[1]
    end
    || case
        when hole_cards[1] = left(replace(hole_cards, ' ', ''), 3)[3] then ''
        when hole_cards[2] = right(rtrim(hole_cards), 1) then 's'
        else 'o'
    end;
