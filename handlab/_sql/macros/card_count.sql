-- How many cards a text of two letters a card holds, with or without spaces between them.
create or replace macro card_count(cards) as
    length(replace(cards, ' ', '')) // 2;
