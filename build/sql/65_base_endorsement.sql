-- out.base_endorsement: one row per core.endorsement, identified by a hash of its content, to find later changes. Two rows
-- share a hash with a probability of about 1 in 10^19; the next whole build corrects that.
CREATE OR REPLACE TABLE out.base_endorsement AS
SELECT endorser_slug, contest_key, hash(said) AS said
FROM (SELECT * EXCLUDE (file, line) FROM core.endorsement) AS said;

-- out.base_stance: the same for core.stance.
CREATE OR REPLACE TABLE out.base_stance AS
SELECT endorser_slug, contest_key, hash(said) AS said
FROM (SELECT * EXCLUDE (file, line) FROM core.stance) AS said;
