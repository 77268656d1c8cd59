-- Hand categories in the whole lake against their exact rates.
-- grain: (site, game, category)    reads: category_frequencies
select *
from category_frequencies
where showdown_hands + dealt_hands > 0
order by showdown_hands + dealt_hands desc, site, game, category;
