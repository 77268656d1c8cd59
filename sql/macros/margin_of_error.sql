-- Half the width of a 95 % confidence interval: 1.96 standard errors. A normal interval, so too narrow below a few
-- hundred hands.
create or replace macro margin_of_error(standard_error) as
    1.96 * standard_error;
