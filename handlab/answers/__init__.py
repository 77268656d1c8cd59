"""
Questions about players whose answer is a frame: one module for each command.

`stats`, `win_rate`, `fairness_tests` and `reading_differences` read the views of a lake. The others
have the SQL and the mathematics of one of them, and `left_out` warns about hands that are not in an
answer.
"""
