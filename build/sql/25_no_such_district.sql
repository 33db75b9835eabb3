-- out.no_such_district: one row per contest of a district that the plan of its election does not have, though the plan is drawn as a whole.
-- Rule: docs/rules.md#plans. These contests leave out.contest and the tables beside it: nobody can tell whose ballot has them.
CREATE OR REPLACE TABLE out.no_such_district AS
WITH drawn AS (
  SELECT state, layer AS type, vintage, count(*) AS districts
  FROM out.line
  WHERE layer IN ('congressional', 'state_upper', 'state_lower')
  GROUP BY ALL
),
-- The lines of a chamber whose districts lie over one another lack some of them: New Hampshire's floterial districts. Where the number of
-- districts is not known, no lines are whole.
whole AS (
  SELECT DISTINCT drawn.state, drawn.type, drawn.vintage, drawn.districts
  FROM drawn
  JOIN out.plan AS plan USING (state, type, vintage)
  LEFT JOIN out.chamber AS chamber ON chamber.state = drawn.state AND chamber.type = drawn.type
  LEFT JOIN out.house_seat AS house
    ON drawn.type = 'congressional' AND house.state = drawn.state
    AND plan.first_general BETWEEN house.first_general AND coalesce(house.last_general, plan.first_general)
  WHERE CASE
    WHEN drawn.type = 'congressional' THEN house.seats > 1 AND drawn.districts >= house.seats
    ELSE chamber.overlap = 1 AND drawn.districts >= coalesce(chamber.districts, chamber.drawn)
  END
)
SELECT
  contest.contest_key, contest.election_key, contest.state, election.date,
  ballot_kind(contest.level, contest.kind, contest.district_type, contest.contest_key) AS kind,
  contest.title, contest.ocd_id, whole.vintage, whole.districts
FROM out.contest AS contest
JOIN out.election AS election USING (election_key)
JOIN out.contest_district AS chosen USING (contest_key)
JOIN whole ON whole.state = contest.state AND whole.type = contest.district_type AND whole.vintage = chosen.vintage
WHERE NOT chosen.lines_held
ORDER BY contest.contest_key;

DELETE FROM out.choice WHERE contest_key IN (SELECT contest_key FROM out.no_such_district);
DELETE FROM out.contest_county WHERE contest_key IN (SELECT contest_key FROM out.no_such_district);
DELETE FROM out.contest_source WHERE contest_key IN (SELECT contest_key FROM out.no_such_district);
DELETE FROM out.contest_district WHERE contest_key IN (SELECT contest_key FROM out.no_such_district);
DELETE FROM out.contest WHERE contest_key IN (SELECT contest_key FROM out.no_such_district);
