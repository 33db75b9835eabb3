-- out.election_body: one row per election, with its counts and the JSON that the API serves, per language.
CREATE OR REPLACE TABLE out.election_body AS
WITH counted AS (
  SELECT election_key, count(*) AS contest_count, count(*) FILTER (WHERE kind = 'measure') AS measure_count
  FROM core.contest
  GROUP BY election_key
),
-- Reference data for real states alone: the sample's elections say all of themselves.
rule AS (
  SELECT
    election_key, bool_or(rule = 'all_mail') AS all_mail, bool_or(rule = 'ranked_choice') AS ranked_choice,
    bool_or(rule = 'fusion_voting') AS fusion_voting, min(runoff_date) AS runoff_date
  FROM out.election AS election
  JOIN out.voting_rule AS rule ON
    rule.state = election.state
    AND list_contains(rule.types, election.type)
    AND election.date >= coalesce(rule.first_election, election.date)
    AND election.date <= coalesce(rule.last_election, election.date)
  WHERE NOT EXISTS (FROM core.source_read WHERE family = 'sample')
  GROUP BY election_key
),
election AS (
  SELECT
    election.* EXCLUDE (details), record_id('election', election.election_key) AS id, CAST(election.date AS VARCHAR) AS day,
    coalesce(counted.contest_count, 0) AS contest_count, coalesce(counted.measure_count, 0) AS measure_count,
    -- What the source says of itself wins.
    json_merge_patch(
      CASE WHEN all_mail THEN '{"all_mail":true}' ELSE '{}' END,
      CASE WHEN ranked_choice THEN '{"ranked_choice":true}' ELSE '{}' END,
      CASE WHEN fusion_voting THEN '{"fusion_voting":true}' ELSE '{}' END,
      CASE WHEN runoff_date IS NULL THEN '{}' ELSE json_object('runoff_date', CAST(runoff_date AS VARCHAR)) END,
      details
    ) AS details
  FROM out.election AS election
  LEFT JOIN counted USING (election_key)
  LEFT JOIN rule USING (election_key)
)
SELECT
  id, election_key, election_key AS slug, day AS date, state, type, contest_count, measure_count,
  {'id': id, 'slug': election_key, 'name': name, 'date': day, 'state': state, 'type': type} AS summary_en,
  {'id': id, 'slug': election_key, 'name': coalesce(name_es, name), 'date': day, 'state': state, 'type': type} AS summary_es,
  to_json({
    'id': id, 'slug': election_key, 'name': name, 'short_name': short_name, 'date': day, 'state': state, 'type': type,
    'primary_system': primary_system, 'info_url': info_url, 'contest_count': contest_count, 'details': details
  }) AS body_en,
  to_json({
    'id': id, 'slug': election_key, 'name': coalesce(name_es, name), 'short_name': short_name, 'date': day, 'state': state,
    'type': type, 'primary_system': primary_system, 'info_url': info_url, 'contest_count': contest_count, 'details': details
  }) AS body_es
FROM election
ORDER BY id;
