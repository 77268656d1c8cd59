-- The person who plays under a name of a site: the name itself, but for names that the lake's `aliases.toml` lists.
create or replace macro person(site, screen_name) as
    screen_name;
