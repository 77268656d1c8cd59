-- Why the categories seen at showdown, those dealt and the exact rate differ in a game.
create or replace macro category_note(game) as
    case
        when
            game in (
                'five_card_draw', 'single_draw_27', 'triple_draw_27', 'single_draw_a5', 'triple_draw_a5', 'badugi',
                'badacey', 'badeucy', 'irish'
            )
            or starts_with(game, 'drawmaha')
            then 'cards are exchanged by choice: no rate is expected of the hands that are made'
        when game in ('holdem', 'short_deck', 'stud')
            then 'showdowns are chosen: weak hands fold before, so pairs and better are seen more often than dealt; '
                || 'a dealt hand counts where every card came, which needs players who stay, so that it leans the '
                || 'same way a little'
        else 'showdowns are chosen: the hands seen there are better than those dealt; handlab has no exact rate '
            || 'for this game'
    end;
