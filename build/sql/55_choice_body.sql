-- out.choice_body: one row per choice, with the JSON that the API serves, per language.
CREATE OR REPLACE MACRO choice_struct(id, shown_label, choice) AS {
  'id': id,
  'label': shown_label,
  'measure_answer': choice.measure_answer,
  'candidate': CASE WHEN choice.candidate_name IS NOT NULL THEN {'id': choice.candidate_id, 'full_name': choice.candidate_name} END,
  'party': choice.party,
  'party_label': choice.party_label,
  'option': choice.option,
  'withdrawn': choice.withdrawn,
  'ballot_designation': choice.ballot_designation
};

-- The choice as part of an event and of a flat endorsement.
CREATE OR REPLACE MACRO choice_summary(id, shown_label, choice) AS {
  'id': id,
  'label': shown_label,
  'measure_answer': choice.measure_answer,
  'candidate': CASE WHEN choice.candidate_name IS NOT NULL THEN {'id': choice.candidate_id, 'full_name': choice.candidate_name} END,
  'party': choice.party,
  'withdrawn': choice.withdrawn
};

-- Filled by build/bundle/name-case.ts: names that are served in another case than printed.
CREATE TABLE IF NOT EXISTS out.spelling (choice_key VARCHAR, name VARCHAR);

CREATE OR REPLACE TABLE out.choice_body AS
WITH choice AS (
  SELECT
    choice.* REPLACE (
      CASE WHEN choice.label = choice.candidate_name THEN coalesce(spelling.name, choice.label) ELSE choice.label END AS label,
      CASE WHEN choice.candidate_name IS NOT NULL THEN coalesce(spelling.name, choice.candidate_name) END AS candidate_name
    ),
    record_id('choice', choice_key) AS id, record_id('candidate', choice_key) AS candidate_id
  FROM out.choice AS choice
  LEFT JOIN out.spelling AS spelling USING (choice_key)
)
SELECT
  id, choice_key, contest_key, ballot_order, withdrawn, measure_answer,
  choice_struct(id, label, choice) AS struct_en,
  choice_struct(id, coalesce(label_es, label), choice) AS struct_es,
  choice_summary(id, label, choice) AS summary_en,
  choice_summary(id, coalesce(label_es, label), choice) AS summary_es
FROM choice
ORDER BY id;
