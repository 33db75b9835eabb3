-- core.*, out.*: the rows of `work` for the touched contests and endorsers, for steps 61 to 64 and their checks.
INSERT INTO core.endorsement BY NAME
SELECT * FROM work.core.endorsement SEMI JOIN out.touched_contest USING (contest_key);
INSERT INTO core.stance BY NAME
SELECT * FROM work.core.stance SEMI JOIN out.touched_contest USING (contest_key);
INSERT INTO core.evidence BY NAME
SELECT * FROM work.core.evidence SEMI JOIN core.endorsement USING (endorsement_key);
INSERT INTO core.source_read BY NAME
SELECT * FROM work.core.source_read;
-- Includes the other endorsers of touched contests, because a position includes its whole endorser.
INSERT INTO core.endorser BY NAME
SELECT *
FROM work.core.endorser
SEMI JOIN (
  SELECT endorser_slug FROM core.endorsement
  UNION
  SELECT endorser_slug FROM core.stance
  UNION
  FROM out.touched_endorser
) USING (endorser_slug);

CREATE TABLE out.contest AS
SELECT * FROM work.out.contest SEMI JOIN out.touched_contest USING (contest_key);
CREATE TABLE out.no_such_district AS
SELECT * FROM work.out.no_such_district SEMI JOIN out.touched_contest USING (contest_key);
CREATE TABLE out.choice AS
SELECT * FROM work.out.choice SEMI JOIN out.touched_contest USING (contest_key);
CREATE TABLE out.contest_body AS
SELECT
  id, contest_key, election_id, election_slug, election_date, state, level, kind, vote_method, votes_allowed,
  election_en, election_es, summary_en, summary_es
FROM work.out.contest_body
SEMI JOIN out.touched_contest USING (contest_key);
CREATE TABLE out.choice_body AS
SELECT id, choice_key, ballot_order, measure_answer, summary_en, summary_es
FROM work.out.choice_body
SEMI JOIN out.touched_contest USING (contest_key);

-- out.replaced_*: one row per contest, endorsement and endorser whose base rows are no longer valid.
CREATE TABLE out.replaced_contest AS
SELECT id FROM out.contest_body;
CREATE TABLE out.replaced_endorsement AS
SELECT id FROM work.out.endorsement SEMI JOIN out.replaced_contest ON replaced_contest.id = contest_id;
CREATE TABLE out.replaced_endorser AS
SELECT DISTINCT record_id('endorser', endorser_slug) AS id FROM out.touched_endorser;

-- out.*_elsewhere: see 61_elsewhere.sql.
CREATE VIEW out.endorsement_elsewhere AS
SELECT id, endorsement_key, endorser_id, contest_id, election_id
FROM work.out.endorsement
ANTI JOIN out.replaced_contest ON replaced_contest.id = contest_id;
CREATE VIEW out.stance_elsewhere AS
SELECT endorser_id, contest_id
FROM work.out.stance
ANTI JOIN out.replaced_contest ON replaced_contest.id = contest_id;
CREATE VIEW out.contest_count_elsewhere AS
SELECT contest_id, source_id, election_id, state, endorsement_count
FROM work.out.contest_count
ANTI JOIN out.replaced_contest ON replaced_contest.id = contest_id;
CREATE VIEW out.endorser_elsewhere AS
SELECT id, slug, category
FROM work.out.endorser_body
ANTI JOIN (SELECT endorser_slug FROM core.endorser UNION FROM out.touched_endorser) AS here ON here.endorser_slug = slug;
CREATE VIEW out.compared_elsewhere AS
SELECT election_id, contest_id, endorser_id, side
FROM work.out.compared_position
ANTI JOIN out.replaced_contest ON replaced_contest.id = contest_id;
-- The position of any other endorser is the base's.
CREATE VIEW out.paired_endorser AS FROM out.replaced_endorser;
