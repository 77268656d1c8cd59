-- One row per game and category: how often the best five cards belong to it, at showdowns and over all cards dealt
-- to the hero, folded or not, in hands that were dealt to the end. Only the latter can be compared with the exact rate,
-- because players choose to go to a showdown and have better cards there. `z_score` is the distance from the exact rate
-- in standard errors. It counts one player per hand, because the players of a hand share its board and its deck,
-- so that their cards are not independent: the hero, or the lowest seat if all cards are dealt face up and there is no
-- hero. It is null where fewer than 10 players are expected within the category, or outside it: there the
-- distribution is too skewed for a distance to mean much. `note` says why the two rates differ.
-- grain: (site, game, category)    reads: fct_results
create or replace view category_frequencies as
with

scored_seats as (
    select
        site,
        hand_id,
        seat,
        hero_seat,
        game,
        category,
        went_to_showdown,
        cards_source = 'dealt'
        and not contains(hole_cards, '?')
        and card_count(hole_cards) + coalesce(card_count(board), 0) = full_card_count(game) as is_dealt_in_full
    from fct_results
    where category is not null
),

-- Only hands without a hero are grouped: they are few, and grouping all hands would be expensive.
dealt_hands as (
    select
        site,
        game,
        category
    from scored_seats
    where
        is_dealt_in_full
        and seat = hero_seat
    union all
    select
        site,
        game,
        arg_min(category, seat) as category
    from scored_seats
    where
        is_dealt_in_full
        and hero_seat is null
    group by site, game, hand_id
),

counted_categories as (
    select
        site,
        game,
        category,
        1 as showdowns,
        0 as dealt
    from scored_seats
    where went_to_showdown
    union all
    select
        site,
        game,
        category,
        0 as showdowns,
        1 as dealt
    from dealt_hands
),

counts as (
    select
        site,
        game,
        category,
        cast(sum(showdowns) as bigint) as showdown_count,
        cast(sum(dealt) as bigint) as dealt_count
    from counted_categories
    group by all
),

games as (
    select
        site,
        game,
        cast(sum(showdown_count) as bigint) as showdown_hands,
        cast(sum(dealt_count) as bigint) as dealt_hands
    from counts
    group by all
),

categories as (
    select
        site,
        game,
        unnest(
            case when game in ('badugi', 'badacey', 'badeucy') then [1, 2, 3, 4] else range(9) end
        ) as category,
        showdown_hands,
        dealt_hands
    from games
),

expected as (
    select
        categories.site,
        categories.game,
        categories.category,
        coalesce(counts.showdown_count, 0) as showdown_count,
        categories.showdown_hands,
        coalesce(counts.dealt_count, 0) as dealt_count,
        categories.dealt_hands,
        category_rate(categories.game, categories.category) as expected_rate
    from categories
    left join counts
        on
            categories.site = counts.site
            and categories.game = counts.game
            and categories.category = counts.category
)

select
    site,
    game,
    category,
    category_name(game, category) as category_name,
    showdown_count,
    showdown_hands,
    rate(showdown_count, showdown_hands) as showdown_rate,
    dealt_count,
    dealt_hands,
    rate(dealt_count, dealt_hands) as dealt_rate,
    expected_rate,
    case
        when dealt_hands * least(expected_rate, 1 - expected_rate) >= 10
            then
                (dealt_count - dealt_hands * expected_rate)
                / sqrt(dealt_hands * expected_rate * (1 - expected_rate))
    end as z_score,
    category_note(game) as note
from expected;
