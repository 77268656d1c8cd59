-- The person who plays under a name on a site: the name itself, unless the lake's `aliases.toml` lists it.
create or replace macro person(site, screen_name) as
    screen_name;
