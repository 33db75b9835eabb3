-- out.officeholder_report: one row per state and office, for the build's report.
CREATE OR REPLACE TABLE out.officeholder_report AS
SELECT
  state, office, count(*) AS holders,
  count(*) FILTER (WHERE district_id IS NOT NULL) AS in_a_district,
  count(*) FILTER (WHERE lines_held) AS lines_held
FROM out.officeholder_body
GROUP BY state, office
ORDER BY state, office_rank(office);
