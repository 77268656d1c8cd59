-- One row per file whose headers were not all accounted for: headers are hands, duplicates, partial, cancelled and
-- rejected; id conflicts are hands, merged ones are duplicates.
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
