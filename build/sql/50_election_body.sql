-- out.election_body: one row per election, with its counts and the JSON that the API serves, per language.
CREATE OR REPLACE TABLE out.election_body AS
WITH counted AS (
  SELECT election_key, count(*) AS contest_count, count(*) FILTER (WHERE kind = 'measure') AS measure_count
  FROM core.contest
  GROUP BY election_key
),
election AS (
  SELECT
    election.*, record_id('election', election.election_key) AS id, CAST(election.date AS VARCHAR) AS day,
    coalesce(counted.contest_count, 0) AS contest_count, coalesce(counted.measure_count, 0) AS measure_count
  FROM out.election AS election
  LEFT JOIN counted USING (election_key)
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
