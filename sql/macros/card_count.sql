-- Number of cards in a text, two letters per card, with or without spaces between them.
create or replace macro card_count(cards) as
    length(replace(cards, ' ', '')) // 2;
