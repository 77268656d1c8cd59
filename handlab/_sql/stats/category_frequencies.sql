-- How often the best five cards are of a category: at showdowns, and over all cards dealt face up to the file's
-- owner, folded or not, where every card came. Only the latter can be held against the exact rate: who gets to a
-- showdown has chosen to, with better cards than most. `note` says why the two differ.
-- grain: (site, game, category)    reads: fct_results
create or replace view category_frequencies as
with

scored_seats as (
    select
        site,
        game,
        category,
        went_to_showdown,
        cards_source = 'dealt'
        and not contains(hole_cards, '?')
        and card_count(hole_cards) + coalesce(card_count(board), 0) = full_card_count(game) as is_dealt_in_full
    from fct_results
    where category is not null
),

counts as (
    select
        site,
        game,
        category,
        count_true(went_to_showdown) as showdown_count,
        count_true(is_dealt_in_full) as dealt_count
    from scored_seats
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
        unnest(case game when 'badugi' then [1, 2, 3, 4] else range(9) end) as category,
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
    (dealt_count - dealt_hands * expected_rate)
    / nullif(sqrt(dealt_hands * expected_rate * (1 - expected_rate)), 0) as z_score,
    category_note(game) as note
from expected;
