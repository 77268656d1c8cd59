-- One part of a seat's `population`, named by its column, as text; null if the hand has none.
create or replace macro population_part(population, part) as
    nullif(
        case part
            -- The last part, the only one that may contain a separator.
            when 'currency' then array_to_string(list_slice(string_split(population, '|'), 11, -1), '|')
            else
                string_split(population, '|')[
                    list_position(
                        [
                            'site',
                            'kind',
                            'scale',
                            'game_family',
                            'game',
                            'is_hi_lo',
                            'betting',
                            'big_blind',
                            'small_bet',
                            'bb_unit'
                        ],
                        part
                    )
                ]
        end,
        ''
    );
