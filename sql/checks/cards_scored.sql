-- One row per seat whose cards were all dealt and are all known, but have no category, so that category_frequencies
-- misses it.
-- grain: (site, hand_id, seat)    reads: fct_results
select
    site,
    hand_id,
    seat,
    game,
    hole_cards,
    board
from fct_results
where
    category is null
    and not contains(hole_cards, '?')
    -- Before the discard, four hole cards and a flop are as many cards as two hole cards and the whole board.
    and (game <> 'irish' or card_count(hole_cards) = 2)
    and card_count(hole_cards) + coalesce(card_count(board), 0) = full_card_count(game);
