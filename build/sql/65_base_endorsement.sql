-- out.base_endorsement: one row per core.endorsement, identified by a hash of its content and of its evidence, to find later changes. Two rows
-- share a hash with a probability of about 1 in 10^19; the next whole build corrects that.
CREATE OR REPLACE TABLE out.base_endorsement AS
SELECT endorser_slug, contest_key, hash(said) AS said
FROM (
  SELECT endorsement.* EXCLUDE (file, line), evidence.captured
  FROM core.endorsement AS endorsement
  LEFT JOIN (SELECT endorsement_key, hash(evidence) AS captured FROM core.evidence AS evidence) AS evidence USING (endorsement_key)
) AS said;

-- out.base_stance: the same for core.stance.
CREATE OR REPLACE TABLE out.base_stance AS
SELECT endorser_slug, contest_key, hash(said) AS said
FROM (SELECT * EXCLUDE (file, line) FROM core.stance) AS said;
