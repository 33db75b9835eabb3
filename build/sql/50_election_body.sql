-- out.election_body: one row per election, with its counts and the JSON that the API serves, per language: its full record,
-- its summary, and the form that contests contain.
CREATE OR REPLACE MACRO with_counts(body, election) AS struct_insert(
  body,
  listed_in := election.listed_in,
  contest_count := election.contest_count,
  contest_levels := election.contest_levels,
  contest_basis := election.contest_basis,
  contests_with_lines := election.contests_with_lines,
  missing := election.missing
);

CREATE OR REPLACE TABLE out.election_body AS
WITH counted AS (
  SELECT
    election_key, count(contest_key) AS contest_count, count(*) FILTER (WHERE kind = 'measure') AS measure_count,
    {
      'federal': count(*) FILTER (WHERE level = 'federal'),
      'state': count(*) FILTER (WHERE level = 'state'),
      'county': count(*) FILTER (WHERE level = 'county'),
      'city': count(*) FILTER (WHERE level = 'city'),
      'school': count(*) FILTER (WHERE level = 'school'),
      'special': count(*) FILTER (WHERE level = 'special')
    } AS contest_levels,
    {
      'candidate_list': count(*) FILTER (WHERE basis = 'candidate_list'),
      'feed': count(*) FILTER (WHERE basis = 'feed'),
      'returns': count(*) FILTER (WHERE basis = 'returns')
    } AS contest_basis,
    count(*) FILTER (WHERE lines_held) AS contests_with_lines
  FROM out.election
  LEFT JOIN out.contest AS contest USING (election_key)
  LEFT JOIN out.contest_district USING (contest_key)
  GROUP BY election_key
),
-- Voting rules apply to real states only: the sample's elections are complete by themselves.
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
-- Areas of its state for which a source lists all candidates (Listing of data/store/source-read.ts). A source without this
-- statement lists the whole state.
listing AS (
  SELECT
    election.election_key, state.ocd_id AS state_ocd_id,
    unnest(CASE
      WHEN source.lists IS NULL THEN [state.ocd_id]
      WHEN json_contains(source.lists -> 'kinds', '"candidate"') THEN from_json(source.lists -> 'whole_in', '["VARCHAR"]')
      ELSE []
    END) AS ocd_id
  FROM core.election AS election
  JOIN core.source_read AS source USING (source_id)
  JOIN out.state AS state ON state.code = election.state
),
listed AS (
  SELECT election_key, list(DISTINCT ocd_id ORDER BY ocd_id) AS listed_in
  FROM listing
  WHERE ocd_id = state_ocd_id OR starts_with(ocd_id, state_ocd_id || '/')
  GROUP BY election_key
),
gap AS (
  SELECT
    election_key,
    list(contest_gap_struct(kind, reason, districts, listed_in) ORDER BY ballot_kind_rank(kind)) AS missing
  FROM out.contest_gap
  GROUP BY election_key
),
election AS (
  SELECT
    election.* EXCLUDE (details), record_id('election', election.election_key) AS id, CAST(election.date AS VARCHAR) AS day,
    counted.* EXCLUDE (election_key),
    coalesce(listed.listed_in, []) AS listed_in,
    coalesce(gap.missing, []) AS missing,
    -- The source's own value wins.
    json_merge_patch(
      CASE WHEN all_mail THEN '{"all_mail":true}' ELSE '{}' END,
      CASE WHEN ranked_choice THEN '{"ranked_choice":true}' ELSE '{}' END,
      CASE WHEN fusion_voting THEN '{"fusion_voting":true}' ELSE '{}' END,
      CASE WHEN runoff_date IS NULL THEN '{}' ELSE json_object('runoff_date', CAST(runoff_date AS VARCHAR)) END,
      details
    ) AS details
  FROM out.election AS election
  JOIN counted USING (election_key)
  LEFT JOIN listed USING (election_key)
  LEFT JOIN gap USING (election_key)
  LEFT JOIN rule USING (election_key)
)
SELECT
  id, election_key, election_key AS slug, day AS date, state, type, contest_count, measure_count, contest_levels, contest_basis,
  contests_with_lines,
  {'id': id, 'slug': election_key, 'name': name, 'date': day, 'state': state, 'type': type} AS summary_en,
  {'id': id, 'slug': election_key, 'name': coalesce(name_es, name), 'date': day, 'state': state, 'type': type} AS summary_es,
  {
    'id': id, 'slug': election_key, 'name': name, 'date': day, 'state': state, 'type': type, 'short_name': short_name,
    'primary_system': primary_system, 'info_url': info_url, 'details': details
  } AS of_contest_en,
  {
    'id': id, 'slug': election_key, 'name': coalesce(name_es, name), 'date': day, 'state': state, 'type': type,
    'short_name': short_name, 'primary_system': primary_system, 'info_url': info_url, 'details': details
  } AS of_contest_es,
  to_json(with_counts(of_contest_en, election)) AS body_en,
  to_json(with_counts(of_contest_es, election)) AS body_es
FROM election
ORDER BY id;

-- out.contest_runoff: what the rules say of single contests, those that a runoff decides if nobody has more than half of the votes.
CREATE OR REPLACE TABLE out.contest_runoff AS
SELECT
  contest_key, json_object('majority_required', true, 'runoff_date', CAST(min(rule.runoff_date) AS VARCHAR)) AS details
FROM out.contest AS contest
JOIN out.election AS election USING (election_key)
JOIN out.voting_rule AS rule ON
  rule.state = election.state
  AND list_contains(rule.types, election.type)
  AND election.date BETWEEN rule.first_election AND rule.last_election
  AND list_contains(rule.offices, subject_of(contest_key, contest.election_key, contest.ocd_id))
WHERE contest.kind = 'candidate' AND NOT EXISTS (FROM core.source_read WHERE family = 'sample')
GROUP BY contest_key
ORDER BY contest_key;
