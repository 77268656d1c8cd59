-- The exact share of a category among all seven-card hands of the game's deck; null where handlab has no count.
-- Counted over 133,784,560 hands of 52 cards, and 8,347,680 of 36 where a straight beats trips.
create or replace macro category_rate(game, category) as
    case
        when game in ('holdem', 'stud')
            then [
                23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584
            ][category + 1] / 133784560
        when game = 'short_deck'
            then [
                233100, 2316600, 3157056, 607200, 1169940, 175560, 633024, 44640, 10560
            ][category + 1] / 8347680
    end;
