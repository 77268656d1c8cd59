"""
What a statistic is, and the SQL that follows from it: nothing here reads a lake.

`catalogue` has the entries of `sql/statistics.toml`, and `fill_sql` the columns that each seat
stores for them. `stats_sql` writes the query for what `parameters` and `slices` describe;
`readings` adds how other programs count the same; `percentiles_sql` and `table_macros` build on it.
"""
