-- out.election_report: one row per election, for the build's report.
CREATE OR REPLACE TABLE out.election_report AS
WITH choice AS (
  SELECT contest_key, count(*) AS choices
  FROM out.choice
  GROUP BY contest_key
),
drawn AS (SELECT DISTINCT ocd_id FROM out.line WHERE layer <> 'place' OR governs(class))
SELECT
  contest.election_key AS slug,
  strftime(any_value(election.date), '%Y-%m-%d') AS date,
  count(*) AS contests,
  CAST(coalesce(sum(choice.choices), 0) AS BIGINT) AS choices,
  count(*) FILTER (WHERE chosen.lines_held) AS lines_held,
  count(*) FILTER (WHERE NOT chosen.lines_held AND drawn.ocd_id IS NOT NULL) AS lines_of_another_plan,
  count(*) FILTER (WHERE NOT chosen.lines_held AND drawn.ocd_id IS NULL) AS lines_not_held
FROM out.contest AS contest
JOIN out.election AS election USING (election_key)
JOIN out.contest_district AS chosen USING (contest_key)
LEFT JOIN choice USING (contest_key)
LEFT JOIN drawn ON drawn.ocd_id = contest.ocd_id
GROUP BY contest.election_key
ORDER BY slug;
