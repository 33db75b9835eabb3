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

-- The choice of an event, and of a flat endorsement.
CREATE OR REPLACE MACRO choice_summary(id, shown_label, choice) AS {
  'id': id,
  'label': shown_label,
  'measure_answer': choice.measure_answer,
  'candidate': CASE WHEN choice.candidate_name IS NOT NULL THEN {'id': choice.candidate_id, 'full_name': choice.candidate_name} END,
  'party': choice.party,
  'withdrawn': choice.withdrawn
};

CREATE OR REPLACE TABLE out.choice_body AS
WITH choice AS (
  SELECT *, record_id('choice', choice_key) AS id, record_id('candidate', choice_key) AS candidate_id
  FROM core.choice
)
SELECT
  id, choice_key, contest_key, ballot_order, withdrawn, measure_answer,
  choice_struct(id, label, choice) AS struct_en,
  choice_struct(id, coalesce(label_es, label), choice) AS struct_es,
  choice_summary(id, label, choice) AS summary_en,
  choice_summary(id, coalesce(label_es, label), choice) AS summary_es
FROM choice
ORDER BY id;
