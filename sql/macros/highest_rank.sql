-- The highest rank of the flop, such as `K`; null without a flop of three known cards.
create or replace macro highest_rank(board) as
    case
        when regexp_matches(replace(board, ' ', ''), '^([2-9TJQKA][cdhs]){3}')
            then
                substr(
                    'AKQJT98765432',
                    list_min(
                        list_transform(
                            regexp_extract_all(left(replace(board, ' ', ''), 6), '(.)[cdhs]', 1),
                            lambda card_rank: strpos('AKQJT98765432', card_rank)
                        )
                    ),
                    1
                )
    end;
