-- out.desk_endorser: one row per endorser with a publishing desk. The desk decides: no other source's endorsements are served.
CREATE OR REPLACE TABLE out.desk_endorser AS
SELECT DISTINCT endorser_slug
FROM core.endorser
WHERE source_id = 'desk'
ORDER BY endorser_slug;

-- out.endorsement: one row per served endorser and choice. If two feeds contain the same endorsement, the more detailed one
-- wins, wherever it is in its file.
CREATE OR REPLACE TABLE out.told_endorsement AS
SELECT *
FROM core.endorsement
WHERE source_id = 'desk' OR endorser_slug NOT IN (SELECT endorser_slug FROM out.desk_endorser)
QUALIFY row_number() OVER (
  PARTITION BY endorser_slug, choice_key
  ORDER BY published_on NULLS LAST, source_url NULLS LAST, source_id, rank, statement, statement_es
) = 1
ORDER BY endorser_slug, choice_key;

-- If two sources declare the same endorser, the desk wins, then the first one.
CREATE OR REPLACE TABLE out.told_endorser AS
SELECT record_id('endorser', endorser_slug) AS id, * EXCLUDE (source_id, file, line)
FROM core.endorser
QUALIFY row_number() OVER (PARTITION BY endorser_slug ORDER BY source_id <> 'desk', source_id, name, category, state, description, website_url) = 1
ORDER BY endorser_slug;

-- A position with more picks than its contest allows is not served (docs/rules.md#positions).
CREATE OR REPLACE TABLE out.overfull_position AS
SELECT endorsement.endorser_slug, endorsement.contest_key, count(*) AS picks
FROM out.told_endorsement AS endorsement
JOIN out.contest_body AS contest USING (contest_key)
GROUP BY endorsement.endorser_slug, endorsement.contest_key, contest.vote_method, contest.votes_allowed
HAVING (contest.vote_method IN ('plurality', 'yes_no') AND count(*) > 1)
  OR (contest.vote_method = 'multi_seat' AND count(*) > contest.votes_allowed)
  OR count(endorsement.rank) > count(DISTINCT endorsement.rank)
ORDER BY ALL;

CREATE OR REPLACE TABLE out.endorsement AS
SELECT
  record_id('endorsement', endorsement.endorsement_key) AS id, endorsement.endorsement_key,
  endorser.id AS endorser_id, endorser.endorser_slug, endorser.name AS endorser_name, endorser.category,
  endorser.state AS endorser_state,
  contest.id AS contest_id, choice.id AS choice_id, contest.election_id, contest.election_slug, contest.election_date,
  contest.state, contest.kind AS contest_kind, contest.level,
  endorsement.rank, choice.ballot_order, endorsement.source_url, CAST(endorsement.published_on AS VARCHAR) AS published_on,
  endorsement.statement AS statement_en, coalesce(endorsement.statement_es, endorsement.statement) AS statement_es,
  choice.measure_answer, endorsement.source_id
FROM out.told_endorsement AS endorsement
JOIN out.told_endorser AS endorser USING (endorser_slug)
JOIN out.category AS category ON category.slug = endorser.category
JOIN out.contest_body AS contest USING (contest_key)
JOIN out.choice_body AS choice USING (choice_key)
WHERE NOT EXISTS (
  FROM out.overfull_position AS overfull
  WHERE overfull.endorser_slug = endorsement.endorser_slug AND overfull.contest_key = endorsement.contest_key
)
ORDER BY id;

-- out.stance: one row per endorser and contest in which it looked and has no served position (docs/rules.md#stances). Of several
-- sources, the latest decides. `ordinal` is within the contest by the endorser's folded name.
CREATE OR REPLACE TABLE out.stance AS
WITH told AS (
  SELECT *
  FROM core.stance
  WHERE source_id = 'desk' OR endorser_slug NOT IN (SELECT endorser_slug FROM out.desk_endorser)
  QUALIFY row_number() OVER (
    PARTITION BY endorser_slug, contest_key
    ORDER BY published_on DESC NULLS LAST, source_url NULLS LAST, source_id, stance
  ) = 1
)
SELECT
  contest.id AS contest_id,
  row_number() OVER (PARTITION BY contest.id ORDER BY folded(endorser.name), endorser.id) AS ordinal,
  endorser.id AS endorser_id, endorser.endorser_slug, endorser.category, endorser.state AS endorser_state,
  told.stance, told.source_url, CAST(told.published_on AS VARCHAR) AS published_on, told.source_id,
  contest.election_id, contest.election_slug, contest.state
FROM told
JOIN out.told_endorser AS endorser USING (endorser_slug)
JOIN out.contest_body AS contest USING (contest_key)
WHERE NOT EXISTS (
  FROM out.endorsement AS endorsement
  WHERE endorsement.contest_id = contest.id AND endorsement.endorser_id = endorser.id
)
ORDER BY contest_id, ordinal;
