-- out.contest_extent: one row per contest and district with boundaries that affects where the contest is voted. rule: certain |
-- possible | inside | near | listed; server/place/ballot.ts defines how they combine at a place.
CREATE OR REPLACE TABLE out.contest_extent AS
WITH contest AS (
  SELECT
    contest.contest_key, contest.election_key, contest.basis, contest.ocd_id, contest.district_type, contest.within_ocd_id, contest.state,
    election.date, election.type AS election_type, district.lines_held, district.vintage,
    -- district_court, superior_court, sldl, …: the layer of the seats in a listing
    split_part(list_last(string_split(contest.ocd_id, '/')), ':', 1) AS layer_word,
    split_part(list_last(string_split(contest.ocd_id, '/')), ':', 2) AS layer_code
  FROM out.contest AS contest
  JOIN out.election AS election USING (election_key)
  JOIN out.contest_district AS district USING (contest_key)
),
listed AS (
  SELECT
    contest.contest_key, county.county_ocd_id,
    count(DISTINCT contest.ocd_id) OVER (PARTITION BY contest.election_key, contest.layer_word, county.county_ocd_id) AS districts_in_county,
    count(*) OVER (PARTITION BY contest.contest_key) AS counties_listed
  FROM contest
  JOIN out.contest_county AS county USING (contest_key)
),
-- If a general election's listing names one district of a layer in a county, the whole county votes in it. Seats of boards,
-- councils and most state senates are staggered; a primary lists only contested seats, and so may returns. For those, one listed
-- district proves nothing.
county_rule AS (
  SELECT
    contest.contest_key, listed.county_ocd_id,
    contest.election_type = 'general'
      AND contest.basis <> 'returns'
      AND listed.districts_in_county = 1
      AND (
        contest.district_type = 'congressional'
        OR (
          contest.district_type IN ('state_upper', 'state_lower')
          AND (contest.state, contest.district_type) NOT IN (SELECT (state, type) FROM out.chamber_in_turns)
        )
        OR (contest.district_type = 'court' AND listed.counties_listed > 1 AND NOT regexp_matches(contest.layer_code, '[a-z]$'))
      ) AS sole
  FROM contest
  JOIN listed USING (contest_key)
),
own AS (
  SELECT contest.*, line.lines_precision, line.error_m
  FROM contest
  JOIN out.line AS line USING (ocd_id, vintage)
  WHERE contest.lines_held
),
enclosing AS (
  SELECT contest.contest_key, line.ocd_id, line.vintage
  FROM contest
  JOIN out.line AS line
    ON line.ocd_id = contest.within_ocd_id
    AND line.layer IN ('place', 'school', 'state')
    AND governs(line.class)
    AND (line.valid_from IS NULL OR line.valid_from <= contest.date)
    AND (line.valid_to IS NULL OR line.valid_to >= contest.date)
  WHERE NOT contest.lines_held
  QUALIFY row_number() OVER (PARTITION BY contest.contest_key ORDER BY line.valid_from DESC NULLS LAST, line.vintage DESC) = 1
),
-- A listing's county may be a city outside all counties.
county AS (SELECT ocd_id, vintage, error_m FROM out.line WHERE layer IN ('county', 'place')),
own_county AS (
  SELECT own.contest_key, county.ocd_id, county.vintage, rule.sole
  FROM own
  JOIN county_rule AS rule USING (contest_key)
  JOIN county ON county.ocd_id = rule.county_ocd_id
  WHERE own.lines_precision = 'generalised' AND county.error_m < own.error_m AND own.basis <> 'returns'
),
-- No boundaries of its divisions are held, and no county is listed: it is voted somewhere in the state. Example: a single-member
-- district of an older plan.
unplaced AS (
  SELECT contest.contest_key, contest.state
  FROM contest
  WHERE NOT contest.lines_held
    AND contest.contest_key NOT IN (SELECT contest_key FROM enclosing)
    AND contest.contest_key NOT IN (SELECT contest_key FROM county_rule JOIN county ON county.ocd_id = county_ocd_id)
),
state AS (SELECT ocd_id, vintage, state FROM out.line WHERE layer = 'state')
SELECT contest_key, ocd_id, vintage, 'lines' AS role, CASE WHEN lines_precision = 'generalised' THEN 'inside' ELSE 'certain' END AS rule
FROM own
UNION ALL
SELECT contest_key, ocd_id, vintage, 'near', 'near'
FROM own
WHERE lines_precision = 'generalised'
UNION ALL
-- Generalized boundaries decide only inside the counties of the listing, if those counties have more exact boundaries. Returns may lack a county.
SELECT contest_key, ocd_id, vintage, 'lines', CASE WHEN sole THEN 'certain' ELSE 'listed' END
FROM own_county
UNION ALL
SELECT own.contest_key, state.ocd_id, state.vintage, 'lines', 'listed'
FROM own
JOIN state ON state.state = own.state
WHERE own.lines_precision = 'generalised' AND own.contest_key NOT IN (SELECT contest_key FROM own_county)
UNION ALL
SELECT contest_key, ocd_id, vintage, 'lines', 'possible'
FROM enclosing
UNION ALL
SELECT contest.contest_key, county.ocd_id, county.vintage, 'lines', CASE WHEN rule.sole THEN 'certain' ELSE 'possible' END
FROM contest
JOIN county_rule AS rule USING (contest_key)
JOIN county ON county.ocd_id = rule.county_ocd_id
WHERE NOT contest.lines_held AND contest.contest_key NOT IN (SELECT contest_key FROM enclosing)
UNION ALL
SELECT unplaced.contest_key, state.ocd_id, state.vintage, 'lines', 'possible'
FROM unplaced
JOIN state USING (state)
ORDER BY contest_key, ocd_id, vintage, role;
