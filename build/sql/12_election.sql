-- out.election: one row per election; all sources that name it agree (check/key-is-unique.sql).
CREATE OR REPLACE TABLE out.election AS
SELECT DISTINCT * EXCLUDE (source_id, file, line)
FROM core.election
ORDER BY election_key;
