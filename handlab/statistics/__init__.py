"""
What a statistic is, and the SQL that follows from it: nothing here reads a lake.

`catalogue` has the entries of `sql/statistics.toml`, and `fill_sql` the columns that each seat
stores for them. `question` is what is asked, from `parameters` and `slices`, and `stats_sql` its
query; `readings` adds how other programs count the same; `percentiles_sql` and `table_macros` build
on it.
"""
