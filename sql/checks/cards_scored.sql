-- One row per seat whose cards were all dealt and are all known, but have no category: category_frequencies would miss
-- it.
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
    -- Before two of them are thrown away, four cards and a flop are as many as two and the whole board.
    and (game <> 'irish' or card_count(hole_cards) = 2)
    and card_count(hole_cards) + coalesce(card_count(board), 0) = full_card_count(game);
