-- out.endorsement_body: one row per served endorsement, with the flat JSON that the API serves, per language. `source_id`
-- must be the last key: the server replaces it with retrieved_at and licence (server/read/endorsements.ts).
CREATE OR REPLACE MACRO endorsement_struct(endorsement, shown_statement, endorser, contest, election, choice) AS {
  'id': endorsement.id,
  'rank': endorsement.rank,
  'statement': shown_statement,
  'source_url': endorsement.source_url,
  'published_on': endorsement.published_on,
  'endorser': endorser,
  'contest': contest,
  'election': election,
  'choice': choice,
  'source_id': endorsement.source_id
};

CREATE OR REPLACE TABLE out.endorsement_body AS
SELECT
  id, endorser_id, endorser_slug, category, endorser_state, contest_id, choice_id, election_id, election_slug, state,
  contest_kind, level,
  to_json(endorsement_struct(endorsement, statement_en, endorser_en, contest_en, election_en, choice_en)) AS body_en,
  to_json(endorsement_struct(endorsement, statement_es, endorser_es, contest_es, election_es, choice_es)) AS body_es
FROM out.endorsement AS endorsement
ORDER BY id;

-- out.position: one row per endorser and contest, with its picks by rank, then ballot order.
CREATE OR REPLACE MACRO pick_struct(endorsement, shown_label, shown_statement) AS {
  'choice_id': endorsement.choice_id,
  'label': shown_label,
  'measure_answer': endorsement.measure_answer,
  'rank': endorsement.rank,
  'id': endorsement.id,
  'statement': shown_statement,
  'source_url': endorsement.source_url,
  'published_on': endorsement.published_on
};

CREATE OR REPLACE TABLE out.position AS
SELECT
  contest_id,
  row_number() OVER (PARTITION BY contest_id ORDER BY folded(any_value(endorser_name)), endorser_id) AS ordinal,
  endorser_id, any_value(endorser_slug) AS endorser_slug, any_value(category) AS category,
  any_value(endorser_state) AS endorser_state,
  to_json({
    'endorser': any_value(endorser_en),
    'picks': list(pick_struct(endorsement, choice_en.label, statement_en) ORDER BY rank NULLS LAST, ballot_order, id)
  }) AS body_en,
  to_json({
    'endorser': any_value(endorser_es),
    'picks': list(pick_struct(endorsement, choice_es.label, statement_es) ORDER BY rank NULLS LAST, ballot_order, id)
  }) AS body_es
FROM out.endorsement AS endorsement
GROUP BY contest_id, endorser_id
ORDER BY contest_id, ordinal;

-- out.pick: one row per served endorsement, as an item of a recommended choice's endorsed_by. `endorser` and `rank` must be
-- the first keys: the server extracts the endorser (server/read/recommendations.ts).
CREATE OR REPLACE MACRO backer_struct(endorsement, shown_endorser, shown_statement) AS {
  'endorser': shown_endorser,
  'rank': endorsement.rank,
  'statement': shown_statement,
  'source_url': endorsement.source_url,
  'published_on': endorsement.published_on
};

CREATE OR REPLACE TABLE out.pick AS
SELECT
  position.contest_id, position.ordinal, endorsement.choice_id, endorsement.rank,
  to_json(backer_struct(endorsement, endorser_en, statement_en)) AS backer_en,
  to_json(backer_struct(endorsement, endorser_es, statement_es)) AS backer_es
FROM out.endorsement AS endorsement
JOIN out.position AS position USING (contest_id, endorser_id)
ORDER BY position.contest_id, position.ordinal, endorsement.choice_id;
