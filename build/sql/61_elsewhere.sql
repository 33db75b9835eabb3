-- out.endorsement_elsewhere: one row per endorsement served in contests that are not computed here; none in a whole build.
-- Where some contests alone are computed (build/changes.ts), what is counted over all takes the others' from here.
CREATE OR REPLACE TABLE out.endorsement_elsewhere (
  id BIGINT, endorsement_key VARCHAR, endorser_id BIGINT, contest_id BIGINT, election_id BIGINT
);

-- out.contest_count_elsewhere: of the same, as out.contest_count.
CREATE OR REPLACE TABLE out.contest_count_elsewhere (
  contest_id BIGINT, source_id VARCHAR, election_id BIGINT, state VARCHAR, endorsement_count BIGINT
);

-- out.endorser_elsewhere: one row per endorser that is not computed here; none in a whole build.
CREATE OR REPLACE TABLE out.endorser_elsewhere (id BIGINT, slug VARCHAR, category VARCHAR);
