-- Standard deviation of a sum of luck, estimated from the luck of each hand, whose mean is 0: the root of the sum of
-- squares. Null below two hands.
create or replace macro luck_stddev(luck) as
    case when count(luck) > 1 then sqrt(sum(luck * luck)) end;
