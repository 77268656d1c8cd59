-- luck_stddev of several groups together, from the sum of the squares of each and how many hands it has.
create or replace macro luck_stddev_of_sums(squares, hands) as
    case when sum(hands) > 1 then sqrt(sum(squares)) end;
