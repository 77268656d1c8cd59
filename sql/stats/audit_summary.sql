-- One row per verdict within a site, kind, currency, game and betting: the number of hands, and by how much their
-- amounts are off, in minor units at `scale`. `stratum_hands` counts the hands of the same site, kind, currency, game
-- and betting, whatever their verdict.
-- grain: (site, kind, currency, scale, game, is_hi_lo, betting, verdict)    reads: fct_hands
create or replace view audit_summary as
with

verdicts as (
    select
        site,
        kind,
        currency,
        scale,
        game,
        is_hi_lo,
        betting,
        verdict,
        is_counted,
        is_flagged,
        count(*) as hands,
        cast(coalesce(sum(residual_contributed), 0) as bigint) as residual_contributed,
        cast(coalesce(sum(residual_collected), 0) as bigint) as residual_collected,
        cast(coalesce(sum(abs(residual_contributed)), 0) as bigint) as residual_contributed_absolute,
        cast(coalesce(sum(abs(residual_collected)), 0) as bigint) as residual_collected_absolute
    from fct_hands
    group by all
)

select
    site,
    kind,
    currency,
    scale,
    game,
    is_hi_lo,
    betting,
    verdict,
    is_counted,
    is_flagged,
    hands,
    cast(sum(hands) over stratum as bigint) as stratum_hands,
    rate(hands, sum(hands) over stratum) as hands_rate,
    residual_contributed,
    residual_collected,
    residual_contributed_absolute,
    residual_collected_absolute
from verdicts
window stratum as (partition by site, kind, currency, scale, game, is_hi_lo, betting);
