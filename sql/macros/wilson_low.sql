-- Lower end of Wilson's 95 % interval of a share, from how often it was taken and how often it could be. Unlike an
-- interval of standard errors it stays between 0 and 1, and is right for few chances too. Null without a chance,
-- and where more were taken than could be.
create or replace macro wilson_low(made, chances) as
    case
        when made = 0 and chances > 0 then 0.0
        when chances > 0 and made between 0 and chances
            then (made + 1.9208 - 1.96 * sqrt(made * ((chances - made) / chances) + 0.9604)) / (chances + 3.8416)
    end;
