-- A span of a file that is no hand of the lake, as stored.
-- grain: (file_digest, byte_offset)    reads: rejects
create or replace view stg_rejects as
select
    file_digest,
    path,
    member,
    byte_offset,
    byte_length,
    line,
    dialect,
    code,
    message,
    text
from rejects;
