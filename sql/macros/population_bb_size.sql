-- The unit of `net_bb` of a `population`, in minor units; null if it is unknown.
create or replace macro population_bb_size(population) as
    case
        when
            cast(
                nullif(
                    string_split(population, '|')[
                        case string_split(population, '|')[10] when 'small_bet' then 9 else 8 end
                    ],
                    ''
                ) as bigint
            ) > 0
            then
                cast(
                    string_split(population, '|')[
                        case string_split(population, '|')[10] when 'small_bet' then 9 else 8 end
                    ] as bigint
                )
    end;
