-- The JSON of endorsements. The views are read once, into the part (build/bundle/row-part.ts), so their long texts are not
-- stored here too. A working database of an earlier version stores them in these tables.
DROP TABLE IF EXISTS out.endorsement_body;
DROP TABLE IF EXISTS out.pick;

-- out.endorser_json, out.contest_json, out.choice_json: one row per record with an endorsement, as JSON per language. Many
-- endorsements share each, so it is made once.
CREATE OR REPLACE MACRO endorser_summary(endorser, shown_category) AS {
  'id': endorser.id,
  'slug': endorser.endorser_slug,
  'name': endorser.name,
  'category': {'slug': endorser.category, 'name': shown_category},
  'state': endorser.state
};

CREATE OR REPLACE TABLE out.endorser_json AS
SELECT
  endorser.id AS endorser_id,
  to_json(endorser_summary(endorser, category.name)) AS endorser_en,
  to_json(endorser_summary(endorser, category.name_es)) AS endorser_es
FROM out.told_endorser AS endorser
JOIN out.category AS category ON category.slug = endorser.category
WHERE endorser.id IN (SELECT endorser_id FROM out.endorsement UNION ALL SELECT endorser_id FROM out.stance)
ORDER BY endorser_id;

CREATE OR REPLACE TABLE out.contest_json AS
SELECT
  id AS contest_id,
  to_json(summary_en) AS contest_en, to_json(summary_es) AS contest_es,
  to_json(election_en) AS election_en, to_json(election_es) AS election_es
FROM out.contest_body
WHERE id IN (SELECT contest_id FROM out.endorsement)
ORDER BY contest_id;

CREATE OR REPLACE TABLE out.choice_json AS
SELECT
  id AS choice_id, summary_en.label AS label_en, summary_es.label AS label_es,
  to_json(summary_en) AS choice_en, to_json(summary_es) AS choice_es
FROM out.choice_body
WHERE id IN (SELECT choice_id FROM out.endorsement)
ORDER BY choice_id;

-- out.endorsement_json: one row per served endorsement, with the flat JSON that the API serves, per language. `source_id`
-- must be the last key: the server replaces it with retrieved_at and license (server/read/endorsements.ts).
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

CREATE OR REPLACE VIEW out.endorsement_json AS
SELECT
  id,
  to_json(endorsement_struct(endorsement, statement_en, endorser_en, contest_en, election_en, choice_en)) AS body_en,
  to_json(endorsement_struct(endorsement, statement_es, endorser_es, contest_es, election_es, choice_es)) AS body_es
FROM out.endorsement AS endorsement
JOIN out.endorser_json USING (endorser_id)
JOIN out.contest_json USING (contest_id)
JOIN out.choice_json USING (choice_id);

-- out.position: one row per endorser and contest.
CREATE OR REPLACE TABLE out.position AS
SELECT
  contest_id,
  row_number() OVER (PARTITION BY contest_id ORDER BY folded(any_value(endorser_name)), endorser_id) AS ordinal,
  endorser_id, any_value(endorser_slug) AS endorser_slug, any_value(category) AS category,
  any_value(endorser_state) AS endorser_state
FROM out.endorsement
GROUP BY contest_id, endorser_id
ORDER BY contest_id, ordinal;

-- out.position_json: the same rows with the JSON that the API serves, per language: the picks by rank, then ballot order.
CREATE OR REPLACE MACRO pick_struct(endorsement, shown_label, shown_statement, shown_evidence) AS {
  'choice_id': endorsement.choice_id,
  'label': shown_label,
  'measure_answer': endorsement.measure_answer,
  'rank': endorsement.rank,
  'id': endorsement.id,
  'statement': shown_statement,
  'source_url': endorsement.source_url,
  'published_on': endorsement.published_on,
  'evidence': shown_evidence
};

CREATE OR REPLACE VIEW out.position_json AS
WITH picked AS (
  -- list_sort takes a ninth of the time of list(… ORDER BY …): it sorts all lists at once.
  SELECT
    contest_id, endorser_id,
    list_sort(list({
      'unranked': rank IS NULL,
      'rank': rank,
      'ballot_order': ballot_order,
      'id': id,
      'en': to_json(pick_struct(endorsement, label_en, statement_en, evidence_summary(source_id, quote_found))),
      'es': to_json(pick_struct(endorsement, label_es, statement_es, evidence_summary(source_id, quote_found)))
    })) AS picks
  FROM out.endorsement AS endorsement
  JOIN out.choice_json USING (choice_id)
  LEFT JOIN out.evidence AS evidence ON evidence.endorsement_id = endorsement.id
  GROUP BY contest_id, endorser_id
)
SELECT
  position.*,
  to_json({'endorser': endorser_en, 'picks': list_transform(picks, lambda pick: pick.en)}) AS body_en,
  to_json({'endorser': endorser_es, 'picks': list_transform(picks, lambda pick: pick.es)}) AS body_es
FROM out.position AS position
JOIN picked USING (contest_id, endorser_id)
JOIN out.endorser_json USING (endorser_id);

-- out.pick_json: one row per served endorsement, as an item of a recommended choice's endorsed_by. `endorser` and `rank`
-- must be the first keys: the server extracts the endorser (server/read/recommendations.ts).
CREATE OR REPLACE MACRO backer_struct(endorsement, shown_endorser, shown_statement, shown_evidence) AS {
  'endorser': shown_endorser,
  'rank': endorsement.rank,
  'statement': shown_statement,
  'source_url': endorsement.source_url,
  'published_on': endorsement.published_on,
  'evidence': shown_evidence
};

CREATE OR REPLACE VIEW out.pick_json AS
SELECT
  position.contest_id, position.ordinal, endorsement.choice_id, endorsement.rank,
  to_json(backer_struct(endorsement, endorser_en, statement_en, evidence_summary(source_id, quote_found))) AS backer_en,
  to_json(backer_struct(endorsement, endorser_es, statement_es, evidence_summary(source_id, quote_found))) AS backer_es
FROM out.endorsement AS endorsement
JOIN out.position AS position USING (contest_id, endorser_id)
JOIN out.endorser_json USING (endorser_id)
LEFT JOIN out.evidence AS evidence ON evidence.endorsement_id = endorsement.id;

-- out.evidence_json: the rows of out.evidence with their pick, and the JSON that the API serves.
CREATE OR REPLACE VIEW out.evidence_json AS
SELECT
  endorsement_id, endorsement.contest_id, position.ordinal, endorsement.choice_id, evidence.quote_found,
  CAST(to_json({
    'sha256': evidence.sha256,
    'retrieved_at': evidence.retrieved_at,
    'quote': evidence.quote,
    'quote_found': evidence.quote_found,
    'method': 'capture',
    'missing_since': evidence.missing_since
  }) AS VARCHAR) AS body
FROM out.evidence AS evidence
JOIN out.endorsement AS endorsement ON endorsement.id = evidence.endorsement_id
JOIN out.position AS position USING (contest_id, endorser_id);

-- out.stance_json: the rows of out.stance with the JSON that the API serves, per language.
CREATE OR REPLACE MACRO stance_struct(held, shown_endorser) AS {
  'endorser': shown_endorser,
  'stance': held.stance,
  'source_url': held.source_url,
  'published_on': held.published_on
};

CREATE OR REPLACE VIEW out.stance_json AS
SELECT
  held.contest_id, held.ordinal, held.endorser_id, held.endorser_slug, held.category, held.endorser_state,
  to_json(stance_struct(held, endorser_en)) AS body_en,
  to_json(stance_struct(held, endorser_es)) AS body_es
FROM out.stance AS held
JOIN out.endorser_json USING (endorser_id);
