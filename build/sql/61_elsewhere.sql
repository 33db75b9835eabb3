-- out.endorsement_elsewhere: one row per endorsement served in contests that are not computed here; none in a whole build.
-- Where some contests alone are computed (build/changes.ts), the counts of all take the others' rows from here.
CREATE OR REPLACE TABLE out.endorsement_elsewhere (
  id BIGINT, endorsement_key VARCHAR, endorser_id BIGINT, contest_id BIGINT, election_id BIGINT, state VARCHAR,
  source_id VARCHAR
);

-- out.endorser_elsewhere: one row per endorser that is not computed here; none in a whole build.
CREATE OR REPLACE TABLE out.endorser_elsewhere (id BIGINT, slug VARCHAR, category VARCHAR);
