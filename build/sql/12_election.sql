-- out.election: one row per election, as every source that names it says it (check/key-is-unique.sql holds them to that).
CREATE OR REPLACE TABLE out.election AS
SELECT DISTINCT * EXCLUDE (source_id, file, line)
FROM core.election
ORDER BY election_key;
