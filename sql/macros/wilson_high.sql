-- Upper end of Wilson's 95 % interval of a share; see wilson_low.
create or replace macro wilson_high(made, chances) as
    case
        when made = chances and chances > 0 then 1.0
        when chances > 0 and made between 0 and chances
            then (made + 1.9208 + 1.96 * sqrt(made * ((chances - made) / chances) + 0.9604)) / (chances + 3.8416)
    end;
