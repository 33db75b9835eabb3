-- out.base_endorsement: one row per core.endorsement by a hash of what it says; what has changed since is found by it.
-- Two rows of one hash are met once in 10^19; the next whole build puts that right.
CREATE OR REPLACE TABLE out.base_endorsement AS
SELECT endorser_slug, contest_key, hash(said) AS said
FROM (SELECT * EXCLUDE (file, line) FROM core.endorsement) AS said;
