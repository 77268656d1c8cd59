-- Standard error of per_100, from the sample's standard deviation; null below two hands.
create or replace macro per_100_stderr(amount) as
    100 * stddev_samp(amount) / sqrt(count(amount));
