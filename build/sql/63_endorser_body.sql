-- out.election_endorser: one row per election and endorser with an endorsement in it.
CREATE OR REPLACE TABLE out.election_endorser AS
WITH served AS (
  SELECT election_id, endorser_id, contest_id FROM out.endorsement
  UNION ALL
  SELECT election_id, endorser_id, contest_id
  FROM out.endorsement_elsewhere
  SEMI JOIN out.told_endorser AS endorser ON endorser.id = endorser_id
)
SELECT election_id, endorser_id, count(*) AS endorsement_count, count(DISTINCT contest_id) AS contest_count
FROM served
GROUP BY election_id, endorser_id
ORDER BY election_id, endorser_id;

-- out.contest_count: one row per contest and source with an endorsement in it.
CREATE OR REPLACE TABLE out.contest_count AS
SELECT contest_id, source_id, election_id, state, count(*) AS endorsement_count
FROM out.endorsement
GROUP BY contest_id, source_id, election_id, state
ORDER BY contest_id, source_id;

-- Counts of all contests, including those of 61_elsewhere.sql.
CREATE OR REPLACE MACRO every_contest_count() AS TABLE
FROM out.contest_count UNION ALL FROM out.contest_count_elsewhere;

-- out.election_count: one row per election with an endorsement.
CREATE OR REPLACE TABLE out.election_count AS
SELECT
  election_id, CAST(sum(endorsement_count) AS BIGINT) AS endorsement_count, count(DISTINCT contest_id) AS endorsed_contest_count
FROM every_contest_count()
GROUP BY election_id
ORDER BY election_id;

-- out.endorser_body: one row per endorser, with the JSON that the API serves, per language.
CREATE OR REPLACE MACRO endorser_struct(endorser, shown_category) AS {
  'id': endorser.id,
  'slug': endorser.endorser_slug,
  'name': endorser.name,
  'category': {'slug': endorser.category, 'name': shown_category},
  'state': endorser.state,
  'description': endorser.description,
  'website_url': endorser.website_url,
  'endorsement_count': endorser.endorsement_count
};

CREATE OR REPLACE TABLE out.endorser_body AS
WITH election AS (
  SELECT
    endorsed.endorser_id,
    list({
      'election': election.slug,
      'name': election.summary_en.name,
      'date': election.date,
      'contests': endorsed.contest_count
    } ORDER BY election.date DESC, election.slug) AS elections_en,
    list({
      'election': election.slug,
      'name': election.summary_es.name,
      'date': election.date,
      'contests': endorsed.contest_count
    } ORDER BY election.date DESC, election.slug) AS elections_es
  FROM out.election_endorser AS endorsed
  JOIN out.election_body AS election ON election.id = endorsed.election_id
  GROUP BY endorsed.endorser_id
),
counted AS (
  SELECT endorser_id, CAST(sum(endorsement_count) AS BIGINT) AS endorsement_count
  FROM out.election_endorser
  GROUP BY endorser_id
),
endorser AS (
  SELECT
    endorser.*, category.name AS category_en, category.name_es AS category_es
  FROM out.told_endorser AS endorser
  JOIN out.category AS category ON category.slug = endorser.category
),
shown AS (
  SELECT
    endorser.*, coalesce(counted.endorsement_count, 0) AS endorsement_count,
    coalesce(election.elections_en, []) AS elections_en, coalesce(election.elections_es, []) AS elections_es
  FROM endorser
  LEFT JOIN counted ON counted.endorser_id = endorser.id
  LEFT JOIN election ON election.endorser_id = endorser.id
)
SELECT
  id, endorser_slug AS slug, name, folded(name) AS name_folded, category, state, endorsement_count,
  to_json(endorser_struct(shown, category_en)) AS body_en,
  to_json(endorser_struct(shown, category_es)) AS body_es,
  to_json(elections_en) AS elections_en,
  to_json(elections_es) AS elections_es
FROM shown
ORDER BY id;

-- out.category_body: one row per endorser category of the reference table, with the JSON that the API serves, per language.
CREATE OR REPLACE TABLE out.category_body AS
WITH counted AS (
  SELECT category, count(*) AS endorser_count
  FROM (SELECT category FROM out.endorser_body UNION ALL SELECT category FROM out.endorser_elsewhere)
  GROUP BY category
)
SELECT
  slug, coalesce(endorser_count, 0) AS endorser_count,
  to_json({'slug': slug, 'name': name, 'singular_name': singular_name, 'endorser_count': coalesce(endorser_count, 0)}) AS body_en,
  to_json({'slug': slug, 'name': name_es, 'singular_name': singular_name_es, 'endorser_count': coalesce(endorser_count, 0)}) AS body_es
FROM out.category
LEFT JOIN counted ON counted.category = slug
ORDER BY slug;
