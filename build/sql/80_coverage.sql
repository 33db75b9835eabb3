-- out.coverage: one row per state of the reference table; updated_at is its publishers' latest date, never a clock.
CREATE OR REPLACE TABLE out.coverage AS
WITH changed AS (
  SELECT contest.state, max(source.published_on) AS published_on
  FROM core.contest AS contest
  JOIN core.source_read AS source USING (source_id)
  GROUP BY contest.state
)
SELECT state.code AS state, CASE WHEN changed.published_on IS NOT NULL THEN strftime(changed.published_on, '%Y-%m-%dT00:00:00.000Z') END AS updated_at
FROM out.state AS state
LEFT JOIN changed ON changed.state = state.code
ORDER BY state.code;
