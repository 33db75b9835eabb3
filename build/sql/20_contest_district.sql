-- out.contest_district: one row per contest: the district record in which it is voted, with drawn lines of the election's
-- plan, or without lines. Rules: docs/rules.md#certain-and-possible and #lines-and-vintages. Reads out.line (composed lines)
-- and out.line_overlap (overlaps of lines and counties).
CREATE OR REPLACE TABLE out.contest_district AS
WITH contest AS (
  SELECT contest.*, election.date, election.type AS election_type
  FROM out.contest AS contest
  JOIN out.election AS election USING (election_key)
),
fitting AS (
  SELECT contest.contest_key, line.ocd_id, line.vintage
  FROM contest
  JOIN out.line AS line
    ON line.ocd_id = contest.ocd_id
    AND (line.valid_from IS NULL OR line.valid_from <= contest.date)
    AND (line.valid_to IS NULL OR line.valid_to >= contest.date)
  -- A municipal contest matches only an incorporated place that overlaps a county of its listing.
  WHERE line.layer <> 'place'
    OR (
      (line.class IS NULL OR line.class LIKE 'C%')
      AND (
        NOT EXISTS (FROM out.contest_county AS listed WHERE listed.contest_key = contest.contest_key)
        OR EXISTS (
          FROM out.contest_county AS listed
          JOIN out.line_overlap AS meeting
            ON meeting.area_layer = 'county' AND meeting.area_ocd_id = listed.county_ocd_id
          WHERE listed.contest_key = contest.contest_key
            AND meeting.ocd_id = line.ocd_id AND meeting.vintage = line.vintage
        )
      )
    )
  QUALIFY row_number() OVER (PARTITION BY contest.contest_key ORDER BY line.valid_from DESC NULLS LAST, line.vintage DESC) = 1
)
SELECT
  contest.contest_key, contest.ocd_id,
  fitting.vintage IS NOT NULL AS lines_held,
  coalesce(
    fitting.vintage,
    plan.plan,
    CASE WHEN contest.district_type = 'court' THEN CAST(year(contest.date) AS VARCHAR) END,
    'unheld'
  ) AS vintage,
  coalesce(plan.first_election, CASE WHEN contest.district_type = 'court' THEN make_date(year(contest.date), 1, 1) END) AS plan_from,
  coalesce(plan.last_election, CASE WHEN contest.district_type = 'court' THEN make_date(year(contest.date), 12, 31) END) AS plan_to
FROM contest
LEFT JOIN fitting USING (contest_key)
LEFT JOIN out.plan AS plan
  ON plan.state = contest.state AND plan.type = contest.district_type
  AND contest.date BETWEEN plan.first_election AND plan.last_election
ORDER BY contest.contest_key;
