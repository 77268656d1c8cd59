-- Texture of the flop: `rainbow`, `two_tone` or `monotone`, preceded by `paired` or `trips` if ranks repeat. Null
-- without a flop of three known cards.
create or replace macro board_texture(board) as
    case
        when regexp_matches(replace(board, ' ', ''), '^([2-9TJQKA][cdhs]){3}')
            then
                case
                    list_unique(regexp_extract_all(left(replace(board, ' ', ''), 6), '(.)[cdhs]', 1))
                    when 1 then 'trips '
                    when 2 then 'paired '
                    else ''
                end
                || case
                    list_unique(regexp_extract_all(left(replace(board, ' ', ''), 6), '[cdhs]'))
                    when 1 then 'monotone'
                    when 2 then 'two_tone'
                    else 'rainbow'
                end
    end;
