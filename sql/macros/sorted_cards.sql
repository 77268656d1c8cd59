-- Cards in a fixed order without spaces, for comparing texts that list the same cards in different orders.
create or replace macro sorted_cards(cards) as
    array_to_string(list_sort(regexp_extract_all(cards, '[^ ][^ ]')), '');
