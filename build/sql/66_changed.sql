-- out.changed_endorsement: one row per endorser and contest with rows that were added to or removed from the base
-- (build/changes.ts). `work` holds the base's rows and the rows that ingest has read since.
CREATE TABLE out.changed_endorsement AS
WITH now AS MATERIALIZED (
  SELECT endorser_slug, contest_key, hash(said) AS said
  FROM (
    SELECT endorsement.* EXCLUDE (file, line), evidence.captured
    FROM work.core.endorsement AS endorsement
    LEFT JOIN (SELECT endorsement_key, hash(evidence) AS captured FROM work.core.evidence AS evidence) AS evidence USING (endorsement_key)
  ) AS said
)
SELECT endorser_slug, contest_key FROM now ANTI JOIN work.out.base_endorsement USING (said)
UNION
SELECT endorser_slug, contest_key FROM work.out.base_endorsement ANTI JOIN now USING (said);

-- out.changed_stance: the same for core.stance.
CREATE TABLE out.changed_stance AS
WITH now AS MATERIALIZED (
  SELECT endorser_slug, contest_key, hash(said) AS said
  FROM (SELECT * EXCLUDE (file, line) FROM work.core.stance) AS said
)
SELECT endorser_slug, contest_key FROM now ANTI JOIN work.out.base_stance USING (said)
UNION
SELECT endorser_slug, contest_key FROM work.out.base_stance ANTI JOIN now USING (said);

-- out.changed_endorser: one row per endorser whose record was changed, added or removed.
CREATE TABLE out.changed_endorser AS
WITH now AS MATERIALIZED (
  SELECT * EXCLUDE (source_id, file, line)
  FROM work.core.endorser
  QUALIFY row_number() OVER (PARTITION BY endorser_slug ORDER BY source_id <> 'desk', source_id, name, category, state, description, website_url) = 1
)
SELECT endorser_slug FROM (FROM now EXCEPT SELECT * EXCLUDE (id) FROM work.out.told_endorser)
UNION
SELECT endorser_slug FROM (SELECT * EXCLUDE (id) FROM work.out.told_endorser EXCEPT FROM now)
UNION
-- A desk that was opened or closed: other sources' endorsements are served no longer, or again.
SELECT endorser_slug FROM work.core.endorser WHERE source_id = 'desk' AND endorser_slug NOT IN (SELECT endorser_slug FROM work.out.desk_endorser)
UNION
SELECT endorser_slug FROM work.out.desk_endorser WHERE endorser_slug NOT IN (SELECT endorser_slug FROM work.core.endorser WHERE source_id = 'desk');

-- out.touched_endorser: one row per endorser whose own answers may have changed.
CREATE TABLE out.touched_endorser AS
SELECT endorser_slug FROM out.changed_endorsement
UNION
SELECT endorser_slug FROM out.changed_stance
UNION
SELECT endorser_slug FROM out.changed_endorser;

-- out.touched_contest: one row per contest whose positions may have changed; each position includes its whole endorser.
CREATE TABLE out.touched_contest AS
SELECT contest_key FROM out.changed_endorsement
UNION
SELECT contest_key FROM out.changed_stance
UNION
SELECT contest_key FROM work.core.endorsement SEMI JOIN out.changed_endorser USING (endorser_slug)
UNION
SELECT contest_key FROM work.core.stance SEMI JOIN out.changed_endorser USING (endorser_slug);

-- Tables that do not depend on contests are read from `work`.
CREATE VIEW out.state AS FROM work.out.state;
CREATE VIEW out.category AS FROM work.out.category;
CREATE VIEW out.alias AS FROM work.out.alias;
CREATE VIEW out.salt AS FROM work.out.salt;
CREATE VIEW out.election_body AS FROM work.out.election_body;
CREATE VIEW out.contest_seat AS FROM work.out.contest_seat;
