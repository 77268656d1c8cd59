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
    and card_count(hole_cards) + coalesce(card_count(board), 0) = full_card_count(game);
