-- Why the categories seen at showdown, those dealt and the exact rate differ in a game.
create or replace macro category_note(game) as
    case
        when
            game in (
                'five_card_draw', 'single_draw_27', 'triple_draw_27', 'single_draw_a5', 'triple_draw_a5', 'badugi',
                'badacey', 'badeucy', 'irish'
            )
            or starts_with(game, 'drawmaha')
            then 'players choose which cards to exchange, so there is no expected rate for the final hands'
        when game in ('holdem', 'short_deck', 'stud')
            then 'weak hands fold before the showdown, so pairs and better are seen more often than dealt; a dealt '
                || 'hand counts only if every card came, which takes players who stay in, so it is slightly biased '
                || 'in the same direction'
        else 'weak hands fold before the showdown, so the hands seen there are better than those dealt; handlab has '
            || 'no exact rate for this game'
    end;
