-- out.endorsement_elsewhere: one row per served endorsement of contests that this build does not compute; empty in a whole
-- build. A changes build computes only some contests (build/changes.ts); totals take the others from here.
CREATE OR REPLACE TABLE out.endorsement_elsewhere (
  id BIGINT, endorsement_key VARCHAR, endorser_id BIGINT, contest_id BIGINT, election_id BIGINT
);

-- out.stance_elsewhere: their stances.
CREATE OR REPLACE TABLE out.stance_elsewhere (endorser_id BIGINT, contest_id BIGINT);

-- out.contest_count_elsewhere: their counts, with the columns of out.contest_count.
CREATE OR REPLACE TABLE out.contest_count_elsewhere (
  contest_id BIGINT, source_id VARCHAR, election_id BIGINT, state VARCHAR, endorsement_count BIGINT
);

-- out.endorser_elsewhere: one row per endorser that this build does not compute; empty in a whole build.
CREATE OR REPLACE TABLE out.endorser_elsewhere (id BIGINT, slug VARCHAR, category VARCHAR);

-- out.compared_elsewhere: their positions, with columns of out.compared_position.
CREATE OR REPLACE TABLE out.compared_elsewhere (election_id BIGINT, contest_id BIGINT, endorser_id BIGINT, side BIGINT);

-- out.paired_endorser: one row per endorser whose pairs with all others this build counts.
CREATE OR REPLACE TABLE out.paired_endorser AS
SELECT DISTINCT record_id('endorser', endorser_slug) AS id
FROM core.endorser
ORDER BY id;
