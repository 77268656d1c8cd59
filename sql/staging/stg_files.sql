-- A file, or a byte range of one, that was ingested, as stored.
-- grain: (file_digest, byte_from, parser_version)    reads: files
create or replace view stg_files as
select
    file_digest,
    byte_from,
    parser_version,
    byte_to,
    path,
    member,
    dialect,
    account,
    headers,
    hands,
    merged,
    id_conflicts,
    duplicates,
    partial,
    cancelled,
    rejected,
    schema_version,
    ingested_at,
    size,
    line_to,
    digest_to,
    is_last,
    summaries
from files;
