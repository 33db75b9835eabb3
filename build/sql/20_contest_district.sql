-- out.contest_district: one row per contest: the district record in which it is voted, with drawn boundaries of the election's
-- plan, or without boundaries. Rules: docs/rules.md#certain-and-possible and #boundaries-and-vintages. Reads out.line (composed boundaries)
-- and out.line_overlap (overlaps of boundaries and counties).
CREATE OR REPLACE TABLE out.contest_district AS
WITH contest AS (
  SELECT
    contest.*, election.date, CASE
      WHEN contest.district_type IN ('congressional', 'state_upper', 'state_lower')
        THEN plan_day(election.date, election.type, ends_with(contest.contest_key, '/unexpired'))
      ELSE election.date
    END AS plan_day,
    split_part(list_last(string_split(contest.ocd_id, '/')), ':', 2) AS code
  FROM out.contest AS contest
  JOIN out.election AS election USING (election_key)
),
-- The plan of Congress or of a legislature that the contest uses; null before the first one in the table.
planned AS (
  SELECT
    contest.contest_key,
    coalesce(exception.plan, vintage_in_plan(contest.ocd_id, plan.vintage, plan.next_vintage, plan.next_changed)) AS vintage,
    CASE WHEN exception.plan IS NULL THEN plan.valid_from ELSE coalesce(excepted.valid_from, contest.date) END AS valid_from,
    CASE WHEN exception.plan IS NULL THEN plan.valid_to WHEN excepted.plan_id IS NULL THEN contest.date ELSE excepted.valid_to END AS valid_to
  FROM contest
  LEFT JOIN out.plan_exception AS exception
    ON exception.state = contest.state AND exception.type = contest.district_type AND exception.date = contest.date
    AND coalesce(exception.district, contest.code) = contest.code
  LEFT JOIN (SELECT *, vintage AS plan_id FROM out.plan) AS excepted
    ON excepted.state = contest.state AND excepted.type = contest.district_type AND excepted.vintage = exception.plan
  LEFT JOIN out.plan AS plan
    ON plan.state = contest.state AND plan.type = contest.district_type
    AND contest.plan_day BETWEEN plan.valid_from AND coalesce(plan.valid_to, contest.plan_day)
  WHERE contest.district_type IN ('congressional', 'state_upper', 'state_lower')
),
before_plans AS (
  SELECT state, type, min(valid_from) - INTERVAL 1 DAY AS last_day
  FROM out.plan
  GROUP BY state, type
),
line AS (
  SELECT line.*, plan.vintage IS NOT NULL AS of_plan
  FROM out.line AS line
  LEFT JOIN out.plan AS plan ON plan.state = line.state AND plan.type = line.layer AND plan.vintage = line.vintage
),
-- Boundaries of a plan serve its contests; boundaries of no plan in the table those of the days on which they are valid.
fitting AS (
  SELECT contest.contest_key, line.ocd_id, line.vintage
  FROM contest
  LEFT JOIN planned USING (contest_key)
  JOIN line
    ON line.ocd_id = contest.ocd_id
    AND CASE
      WHEN line.of_plan THEN line.vintage = planned.vintage
      ELSE coalesce(line.valid_from <= contest.plan_day, true) AND coalesce(line.valid_to >= contest.plan_day, true)
    END
  -- A municipal contest matches only an incorporated place or a town that overlaps a county of its listing.
  WHERE line.layer <> 'place'
    OR (
      governs(line.class)
      AND (
        NOT EXISTS (FROM out.contest_county AS listed WHERE listed.contest_key = contest.contest_key)
        OR EXISTS (
          FROM out.contest_county AS listed
          JOIN out.line_overlap AS meeting
            ON meeting.area_layer IN ('county', 'place') AND meeting.area_ocd_id = listed.county_ocd_id
          WHERE listed.contest_key = contest.contest_key
            AND meeting.ocd_id = line.ocd_id AND meeting.vintage = line.vintage
        )
      )
    )
  QUALIFY row_number() OVER (PARTITION BY contest.contest_key ORDER BY line.of_plan DESC, line.valid_from DESC NULLS LAST, line.vintage DESC) = 1
)
SELECT
  contest.contest_key, contest.ocd_id,
  fitting.vintage IS NOT NULL AS lines_held,
  coalesce(
    fitting.vintage,
    planned.vintage,
    CASE WHEN contest.district_type = 'court' THEN CAST(year(contest.date) AS VARCHAR) END,
    'unheld'
  ) AS vintage,
  CASE WHEN contest.district_type = 'court' THEN make_date(year(contest.date), 1, 1) ELSE planned.valid_from END AS plan_from,
  CASE
    WHEN contest.district_type = 'court' THEN make_date(year(contest.date), 12, 31)
    WHEN planned.vintage IS NULL THEN CAST(before_plans.last_day AS DATE)
    ELSE planned.valid_to
  END AS plan_to
FROM contest
LEFT JOIN fitting USING (contest_key)
LEFT JOIN planned USING (contest_key)
LEFT JOIN before_plans ON before_plans.state = contest.state AND before_plans.type = contest.district_type
ORDER BY contest.contest_key;
