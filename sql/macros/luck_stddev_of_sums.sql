-- luck_stddev over several groups combined. Each row is a group: the sum of its squares, and its number of hands.
create or replace macro luck_stddev_of_sums(squares, hands) as
    case when sum(hands) > 1 then sqrt(sum(squares)) end;
