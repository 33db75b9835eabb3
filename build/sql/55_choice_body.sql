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
  'ballot_designation': choice.ballot_designation,
  'details': choice.all_details
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

CREATE OR REPLACE TABLE out.choice_body AS
WITH printed AS (
  SELECT
    choice.*, spelling.name AS spelled, full_name.name AS completed, mate.name AS running_mate, contest.kind, contest.state,
    (contest.details ->> 'nonpartisan') AS nonpartisan,
    count(choice.party) OVER (PARTITION BY contest_key) > 0
      OR (regexp_matches(contest_key, '/(president|us-senate|us-house|governor|state-senate|state-house|state-assembly)(/|$)') AND contest.state <> 'NE')
      AS has_parties
  FROM out.choice AS choice
  JOIN (SELECT contest_key, kind, state, details FROM out.contest) AS contest USING (contest_key)
  LEFT JOIN out.spelling AS spelling USING (choice_key)
  LEFT JOIN out.full_name AS full_name USING (choice_key)
  LEFT JOIN out.running_mate AS mate USING (choice_key)
),
choice AS (
  SELECT
    printed.* REPLACE (
      CASE
        WHEN label = candidate_name THEN coalesce(completed, spelled, label)
        -- A ticket in capitals.
        WHEN spelled IS NOT NULL AND running_mate IS NOT NULL AND candidate_name IS NOT NULL THEN
          replace(replace(replace(label, candidate_name, spelled), coalesce(details ->> 'running_mate', ''), running_mate), ' AND ', ' and ')
        ELSE label
      END AS label,
      CASE WHEN candidate_name IS NOT NULL THEN coalesce(completed, spelled, candidate_name) END AS candidate_name
    ),
    json_merge_patch(
      details,
      CASE WHEN completed IS NOT NULL THEN '{"name_incomplete": null}' ELSE '{}' END,
      CASE WHEN running_mate IS NOT NULL THEN json_object('running_mate', running_mate) ELSE '{}' END,
      CASE
        WHEN party IS NOT NULL OR candidate_name IS NULL OR kind <> 'candidate' OR nonpartisan = 'true' OR NOT has_parties THEN '{}'
        ELSE json_object('party_missing', CASE
          WHEN party_label IS NULL THEN 'not_stated'
          WHEN contains(party_label, ' / ') THEN 'order_unknown'
          WHEN regexp_matches(lower(party_label), 'no party|no pref|non-?partisan|unaffiliated|undeclared') THEN 'no_party'
          ELSE 'unknown_label'
        END)
      END
    ) AS all_details,
    record_id('choice', choice_key) AS id, record_id('candidate', choice_key) AS candidate_id
  FROM printed
)
SELECT
  id, choice_key, contest_key, ballot_order, withdrawn, measure_answer,
  (all_details ->> 'name_incomplete') = 'true' AS name_incomplete,
  choice_struct(id, label, choice) AS struct_en,
  choice_struct(id, coalesce(label_es, label), choice) AS struct_es,
  choice_summary(id, label, choice) AS summary_en,
  choice_summary(id, coalesce(label_es, label), choice) AS summary_es
FROM choice
ORDER BY id;
