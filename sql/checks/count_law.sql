-- One row per file whose headers are not all accounted for: headers = hands + duplicates + partial + cancelled +
-- rejected, where id conflicts count as hands and merged hands as duplicates.
-- grain: (file_digest, byte_from, parser_version)    reads: stg_files
select
    file_digest,
    byte_from,
    parser_version,
    path,
    member,
    headers,
    hands,
    duplicates,
    partial,
    cancelled,
    rejected,
    merged,
    id_conflicts
from stg_files
where
    headers <> hands + duplicates + partial + cancelled + rejected
    or id_conflicts > hands
    or merged > duplicates;
