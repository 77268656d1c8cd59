-- Lower end of Wilson's 95 % interval of a share, from the number of times it was taken and the number of chances.
-- Unlike an interval of standard errors it stays between 0 and 1, and is also right for few chances. Null without a
-- chance, and where more were taken than there were chances.
create or replace macro wilson_low(made, chances) as
    case
        when made = 0 and chances > 0 then 0.0
        when chances > 0 and made between 0 and chances
            then (made + 1.9208 - 1.96 * sqrt(made * ((chances - made) / chances) + 0.9604)) / (chances + 3.8416)
    end;
